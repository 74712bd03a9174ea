"""What has no best way of playing that can be worked out, and what to change."""

from banca.rulebook import _, refusal

GOAL_NEEDS = refusal(
    "goal_needs",
    _("the goal {goal} needs {asked}"),
)
NOT_FLAT = refusal(
    "not_flat",
    _("{bet} is added to {flat}; name {flat} too"),
)
BAD_TURNOVER = refusal(
    "bad_turnover",
    _("{asked} to stake in all is too little; the minimum of one bet is {minimum}"),
)
NO_ADVANTAGE = refusal(
    "no_advantage",
    _("{bet} gives the house no advantage, so play could go on for ever; set a number of rounds"),
)
TOO_MANY_CHOICES = refusal(
    "too_many_choices",
    _(
        "{amounts} amounts of money in steps of {step}, {stakes} stakes and {bets} bets make {asked} choices to compare; at most {allowed} are possible: allow fewer bets or stakes, a smaller target or fewer rounds, or use a larger chip"
    ),
)
TOO_MANY_STAKES = refusal(
    "too_many_stakes",
    _(
        "{asked} different stakes are too many to compare; at most {allowed}: name some stakes, or use a higher minimum or a lower maximum"
    ),
)
UNKNOWN_GOAL = refusal(
    "unknown_goal",
    _("there is no goal {asked}; available: {allowed}"),
)

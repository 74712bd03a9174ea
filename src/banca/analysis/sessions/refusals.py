"""What cannot be worked out exactly, and what to change."""

from banca.rules import _, refusal

TOO_MANY_SEATS = refusal(
    "too_many_seats",
    _(
        "the strategy has more than {allowed} states between rounds, too many to work out exactly: make fewer bets at once, shorten the progression, play fewer rounds or use a larger chip"
    ),
)
TOO_MUCH_TO_WORK_OUT = refusal(
    "too_much_to_work_out",
    _(
        "{states} states, {amounts} amounts of money in steps of {step} and {rounds} rounds need {asked} multiplications and {cells} numbers in memory; the limits are {allowed} and {most}: play fewer rounds, set a target or a stop-loss, or use stakes and chips with a larger common step"
    ),
)
ONLY_CHANCE = refusal(
    "only_chance",
    _(
        "the exact distribution of a round is not known for this {game} strategy (for example, a banker against several gates that mix their settings); simulate it instead"
    ),
)
STANDS_ON = refusal(
    "stands_on",
    _(
        "a round leaves one of the bets undecided with a chance of {chance}, so rounds differ; compute a whole session instead (banca evening)"
    ),
)
TOO_MANY_ROUNDS = refusal(
    "too_many_rounds", _("{asked} rounds of these bets cannot be added up; possible: 1 to about {allowed}")
)

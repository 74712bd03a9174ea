"""The words of the lab's part on the best way to play."""

from banca.rules import _, _p

TITLE = _("Best way to play")
LEAD = _(
    "For a bankroll and a goal: the bets and stakes with the best chance, computed exactly, not sampled. This is not a way to win: the mean loss is shown too."
)
GOAL = _("Goal")
GOALS = {
    "target": _("Reach a target"),
    "last": _("Last a number of rounds"),
    "stake": _("Stake a total amount, lose the least"),
}
BANKROLL = _("Bankroll, patacas")
TARGET = _("Target or amount to stake, patacas")
ROUNDS = _("Rounds")
ROUNDS_HINT = _("empty: any number")
MINIMUM = _("Lowest stake and chip, patacas")
BETS = _("Bets")
BETS_HINT = _("separated by spaces; empty: all")
WORK_OUT = _("Calculate")
PLAY = _("Use as strategy A")
WORDS = {
    "empty_field": _("Fill in: {field}"),
    "best_wait": _("wait"),
    "best_way": _("way of playing"),
    "best_this": _("the best way"),
    "best_chance": _p("to reach a goal", "chance"),
    "best_loss": _("mean loss, patacas"),
    "best_hand": _("in hand"),
    "best_bet": _("bet"),
    "best_left_rounds": _("rounds left: {count}"),
    "best_left_stakes": _("{count} left to stake"),
    "best_map": _("What to bet"),
    "best_at": _("The map is for this moment: {moment}."),
    "best_adds": _("+ marks additional bets, made once the bet has its number."),
    "best_not": _("No way of playing wins on average: this one loses {loss} patacas of {bankroll}."),
    "best_long": _("The strategy is too long for the lab. Save it with banca best -o FILE."),
    "best_put": _("This is now strategy A."),
}

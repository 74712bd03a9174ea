"""The words of `banca best`."""

from banca.rules import _, _p

GOAL_OF = {
    "target": _("the best chance of {target} with {bankroll}"),
    "last": _("the best chance to play {rounds} rounds with {bankroll}"),
    "stake": _("the smallest loss for {turnover} staked in total, with {bankroll}"),
}
WITHIN = _("within {rounds} rounds")
COMPARED = _("compared: one bet at a time out of {bets}, stakes of {low} to {high}, without additional bets")
COMPARED_WITH = _(
    "compared: one bet at a time out of {bets}, stakes of {low} to {high}, with or without an additional bet out of {additional}"
)
NOT_A_WAY_TO_WIN = _("No way of playing wins on average: this one loses {loss} patacas of {bankroll}.")
WAY = _("way of playing")
CHANCE = _p("to reach a goal", "chance")
LOSS = _("mean loss")
THIS_WAY = _("the best way")
FAIR = _("limit without a house edge")
MONEY = _("in hand")
ROUNDS_LEFT = _("rounds left: {count}")
TO_STAKE = _("{count} left to stake")
WHAT_TO_BET = _("bet")
WAIT = _("wait")
ADDS = _("+ marks additional bets, made once the bet has its number")
AT_TABLE = _("the map is for this moment: {moment}")
ROWS = _("all {count} rows are in the file")
POLICY_WRITTEN = _("policy written to {file}")

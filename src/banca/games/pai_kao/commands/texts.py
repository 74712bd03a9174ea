"""What `banca pai-kao` says, marked for translation."""

from banca.rulebook import term

TILE = term("tile")
PIPS = term("pips")
PLACE = term("number {place} of {of}, 1 the highest")
FRONT = term("front")
REAR = term("rear")
WIN_PERCENT = term("win %")
TIE_PERCENT = term("tie %")
LOSE_PERCENT = term("lose %")
VALUE_PERCENT = term("value %")
BEST = term("best: {pairs}; against {against} it is worth {gain} % of the stake more than the next")
WHY = term(
    "why: its front is the higher in {front} % and its rear in {rear} %; of the next, {other_front} % and {other_rear} %"
)
ALL_ALIKE = term("all settings are worth the same")
BANKER = term("banker")
PLAYER = term("player")
SEATS = {"player": PLAYER, "banker": BANKER}
LINE = term("line")
HIGHER = term("the higher")
BANK = term("bank")
PRINCIPAL = term("principal")
WON = term("won")
STAKE_OF = term("{who} {stake}")
COMMISSION_PAID = term("commission {commission}, breakage {breakage}")
POLICIES = term("player: {player}; banker: {banker}; over all deals")
VALUE_PLAYER = term("value to the player, of the stake")
VALUE_BANKER = term("value to the banker, of the stake")
PROGRESS = term("round {turn}, {seconds} s: the best deviation gains the player {player}, the banker {banker}")

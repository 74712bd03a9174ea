"""What `banca pai-kao` says, in three languages."""

from banca.rules import _

TILE = _("tile")
PIPS = _("pips")
PLACE = _("number {place} of {of}, 1 being the highest")
WIN_PERCENT = _("win %")
TIE_PERCENT = _("tie %")
LOSE_PERCENT = _("lose %")
VALUE_PERCENT = _("value %")
BEST = _("best: {pairs}; against {against} it is worth {gain}% of the stake more than the next best")
WHY = _(
    "why: its front is higher in {front}% of cases and its rear in {rear}%; for the next best, {other_front}% and {other_rear}%"
)
ALL_ALIKE = _("all settings are worth the same")
LINE = _("line")
HIGHER = _("higher")
STAKE_OF = _("{who} {stake}")
COMMISSION_PAID = _("commission {commission}, breakage {breakage}")
BETWEEN = _("player: {player}; banker: {banker}; over all deals")
VALUE_PLAYER = _("value to the player, per unit staked")
VALUE_BANKER = _("value to the banker, per unit staked")
BANKING = _(
    "banker: {policy}; gates ({gates}): {against}; stake of each {stake}, principal {principal}; over all deals"
)
CHANCE_PERCENT = _("chance %")
PROGRESS = _("iteration {turn}, {seconds} s: the best deviation gains the player {player}, the banker {banker}")

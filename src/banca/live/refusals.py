"""What a live table refuses, whatever its game."""

from banca.rules import _, refusal

UNKNOWN_ACT = refusal("unknown_act", _("there is no act {asked}; possible: {allowed}"))
NOT_YOUR_ACT = refusal("not_your_act", _("{asked} is reserved for: {allowed}"))
OUT_OF_PHASE = refusal("out_of_phase", _("{asked} is not possible in phase {phase}; possible: {allowed}"))
NOT_YOUR_TURN = refusal("not_your_turn", _("it is not the turn of {asked}; it is the turn of {allowed}"))
NOTHING_CHANGES = refusal("nothing_changes", _("{asked} would change nothing"))
FIELD_MISSING = refusal("field_missing", _("{asked} needs {missing}"))
BAD_REQUEST = refusal("bad_request", _("cannot read the request: {asked}"))
ALREADY_SEATED = refusal("already_seated", _("{asked} already has a seat at this table"))
AMOUNT_NOT_POSITIVE = refusal("amount_not_positive", _("the amount {asked} is not valid; it must be above 0"))
NOT_ENOUGH_MONEY = refusal("not_enough_money", _("{asked} is more than the balance of the wallet: {allowed}"))
PLAYER_LIMIT = refusal("player_limit", _("a total of {asked} is above this table's limit for one player: {allowed}"))
BANK_TOO_SMALL = refusal(
    "bank_too_small", _("the house might have to pay {asked}, but the table's bank covers only {allowed}")
)
NO_SUCH_BET = refusal("no_such_bet", _("{asked} cannot be taken back; on the table: {allowed}"))
BETS_STAND = refusal(
    "bets_stand", _("{asked} still has {allowed} on the table; bets must be decided or taken back before leaving")
)
DRAWN_COUNTS = refusal("drawn_counts", _("{asked}: this table draws its results, and every result drawn counts"))
THROW_COUNTS = refusal("throw_counts", _("this result counts"))
ROUND_UNDER_WAY = refusal(
    "round_under_way", _("{asked} must wait: a round is in progress ({phase}), or bets are still undecided")
)
ROUND_STANDS = refusal(
    "round_stands", _("part of this round is already known: it must be played to the end, and nothing is returned")
)
TABLE_CLOSED = refusal("table_closed", _("this table is closed"))

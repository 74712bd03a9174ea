"""What only Pai Kao refuses, each in three languages."""

from banca.rules import _, refusal

WRONG_GATE = refusal("wrong_gate", _("gate {asked} is not possible here; possible: {allowed}"))
TWICE_AT_THE_BANK = refusal(
    "twice_at_the_bank",
    _("{asked} is already banker or co-banker and may neither join the bank again nor bet against it"),
)
WRONG_TILES = refusal("wrong_tiles", _("{asked} tiles were given; {allowed} are needed"))
TOO_MANY_CUTS = refusal(
    "too_many_cuts",
    _(
        "the tiles cannot be cut now: up to {allowed} gates may cut, then the banker, each with one hand; no cut is allowed after the banker's"
    ),
)
NOT_THE_SETTER = refusal("not_the_setter", _("{asked} may not set these tiles; allowed: {allowed}"))
NOTHING_TO_DOUBT = refusal(
    "nothing_to_doubt", _("the banker has not set the tiles yet; the casino may object only to a setting")
)
UNKNOWN_POLICY = refusal("unknown_policy", _("there is no policy {asked}; available: {allowed}"))
DICE_COCKED = refusal("dice_cocked", _("the shake does not count ({asked}); needed: {allowed}"))

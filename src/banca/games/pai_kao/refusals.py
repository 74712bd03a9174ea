"""What only Pai Kao refuses, each in three languages."""

from banca.rulebook import _, refusal

WRONG_GATE = refusal(
    "wrong_gate",
    _("gate {asked} is not possible here; possible: {allowed}"),
)
TWICE_AT_THE_BANK = refusal(
    "twice_at_the_bank",
    _("{asked} is already banker or co-banker and may neither join the bank again nor bet against it"),
)
CASINO_TOO_LATE = refusal(
    "casino_too_late",
    _("bets are open: the casino must fix its principal before the banker puts theirs on the table"),
)
UNKNOWN_DEAL = refusal(
    "unknown_deal",
    _("the deal cannot begin with stack {asked}; possible: {allowed}"),
)
WRONG_TILES = refusal(
    "wrong_tiles",
    _("{asked} tiles were given; {allowed} are needed"),
)
TOO_MANY_CUTS = refusal(
    "too_many_cuts",
    _(
        "the tiles cannot be cut now: up to {allowed} gates may cut, then the banker, each with one hand; after the banker nobody may"
    ),
)
NOT_THE_SETTER = refusal(
    "not_the_setter",
    _("{asked} may not set these tiles; allowed: {allowed}"),
)
NOTHING_TO_DOUBT = refusal(
    "nothing_to_doubt",
    _("the banker has not set the tiles yet; the casino may object only to a setting"),
)
UNKNOWN_POLICY = refusal(
    "unknown_policy",
    _("there is no policy {asked}; available: {allowed}"),
)
GOAL_NOT_REACHED = refusal(
    "goal_not_reached",
    _("the best deviation still gains {asked}, more than {allowed}; nothing is written"),
)
UNKNOWN_TILE = refusal(
    "unknown_tile",
    _("there is no tile {asked}; {allowed}"),
)
TOO_MANY_TILES = refusal(
    "too_many_tiles",
    _("the tile {asked} appears too often; the set has {allowed} of it"),
)
WRONG_SETTING = refusal(
    "wrong_setting",
    _("{asked} are not two pairs of the tiles {allowed}"),
)
DICE_COCKED = refusal(
    "dice_cocked",
    _("the shake does not count ({asked}); needed: {allowed}"),
)
CO_BANKER_SIDE_BET = refusal(
    "co_banker_side_bet",
    _("{asked} co-banks and may not accept bets of other players on gate {gate}"),
)
STAKE_AFTER_SHAKE = refusal(
    "stake_after_shake",
    _("the dice have been shaken: no stake or principal may be put down, changed or moved"),
)
SETTING_NEEDED = refusal(
    "setting_needed",
    _("the tiles of gate {asked} lie open: say how they are set, as in “3: 6-6 1-3 / 5-5 4-5”"),
)
NOT_SET = refusal(
    "not_set",
    _("some gates have not set their tiles yet"),
)
ALREADY_TURNED = refusal(
    "already_turned",
    _("a tile of the banker has been turned: no setting may be changed"),
)
PRINCIPAL_REDUCED = refusal(
    "principal_reduced",
    _("a principal of {asked} is less than the principal and winnings of the first round: {allowed}"),
)
BANK_TOO_LONG = refusal(
    "bank_too_long",
    _(
        "a gate may bank {allowed} rounds in a row, unless all the other gates agree to more; this would be round {asked}"
    ),
)
NO_GATE = refusal(
    "no_gate",
    _("{asked} does not hold a gate; free gates: {allowed}"),
)
WRONG_STACKS = refusal(
    "wrong_stacks",
    _("a cut cannot move {asked} of the eight stacks; possible: {allowed}"),
)
FILE_AND_OPTIONS = refusal(
    "file_and_options",
    _("give the round by the file {asked} or by options such as {allowed}, not by both"),
)

"""What the parts of the game are called wherever they are named, and what only Pai Kao refuses."""

from banca.rules import _, given_text, plain, refusal
from banca.rules.text import in_brackets

FRONT = _("front")
REAR = _("rear")
LINES = {"front": FRONT, "rear": REAR}
BANKER = _("banker")
PLAYER = _("player")
CASINO = _("casino")
SEATS = {"player": PLAYER, "banker": BANKER}
BANK = _("bank")
PRINCIPAL = _("principal")
THE_CASINO = _("the casino")
THE_HOUSE_WAY = _("the house way")
GATE = _("Gate {gate}")
GATE_WITHIN = _("gate {gate}")
"""Within a sentence."""
WINS_BOTH = _("the player wins front and rear")
WINS_ONE = _("one each: a tie")
LOSES_BOTH = _("the banker wins front and rear")
POLICIES = {
    "highest_front": _("highest front"),
    "highest_rear": _("highest rear"),
    "balanced": _("balanced"),
    "equilibrium": _("equilibrium"),
}
"""How tiles can be set: the policies that Banca analyses and plays practice seats by."""
POLICIES_TYPED = {plain(text): name for name, words in POLICIES.items() for text in (name, *words.by_language.values())}
"""By everything that somebody may type, the id of a policy."""
POLICIES_SAID = tuple(
    given_text({language: in_brackets(text, name, language) for language, text in words.by_language.items()})
    for name, words in POLICIES.items()
)
"""Every policy with its id behind it, as a refusal lists them."""


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

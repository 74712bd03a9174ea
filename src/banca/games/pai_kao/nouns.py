"""What the parts of the game are called wherever they are named, in three languages."""

from banca.rules import _, given_text, plain
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

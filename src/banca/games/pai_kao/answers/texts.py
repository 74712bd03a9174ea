"""What a settled round, and a bank, are said with, on the command line and on their pages."""

from banca.games.pai_kao.nouns import LOSES_BOTH, WINS_BOTH, WINS_ONE
from banca.rules import _

GATE_SET_BY = _("gate {gate}, set by {who}")
FIRST_DEALT = _("gate {gate} is dealt first")
VOID = _("two of the banker's tiles were exposed: the deal is void and is made again")
CLAIM = _(
    "gate {gate}: {owed_by} owes {owed_to} {amount}, as {better} would have done better; no money is moved for it"
)
THEN = _("{first}, {then}")
"""Two parts of a sentence."""
RESULTS = {
    "win": WINS_BOTH,
    "tie": WINS_ONE,
    "lose": LOSES_BOTH,
    "out": _("two tiles exposed: the gate takes no part in the round, and its stakes are returned"),
    "void": _("void: the tiles are dealt again, and the stakes stay"),
}

# The bank against several gates

MOST_OFTEN = _("For each hand, the gates use the setting that this mixed policy chooses most often.")
BANK_WINS = _("the bank wins")
BANK_EVEN = _("it neither wins nor loses")
BANK_LOSES = _("it loses")
GROSS = _("gain before commission, per unit staked by the gates")
MEAN_COMMISSION = _("commission on the round's net gain")
VALUE_BANK = _("value to the banker")
GATE_BY_GATE = _("value if every gate were settled alone")
MEAN_GAIN = _("mean gain of a round {mean}, standard deviation {sd}")
WON = _("won")

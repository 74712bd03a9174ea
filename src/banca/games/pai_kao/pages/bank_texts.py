"""What the explorer says of a bank against several gates."""

from banca.rules import _

TITLE = _("Banking against several gates")
ABOUT = _(
    "For equal stakes and all deals, with each side setting its tiles as chosen in the table above. Gates are settled in order within the principal, and commission is taken from the net gain of the round."
)
GATES = _("Gates")
STAKE = _("Stake of each gate")
PRINCIPAL = _("Principal")
ALL_STAKES = _("all stakes")

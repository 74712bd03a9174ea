"""What somebody wants to do that requires two persons, after “wants to”."""

from banca.rules import Text, _

WANTS = _("{by} wants to {wanted}")
WANTED: dict[str, Text] = {
    "add_person": _("add {about}: {role}"),
    "reset_password": _("give {about} a new one-time password"),
    "shut_out": _("suspend the access of {about}"),
    "cash_out": _("withdraw {amount} patacas from the wallet of {about}"),
    "return_bank": _("withdraw {amount} patacas from the bank of {table}"),
    "close": _("close {table} and withdraw its whole bank"),
    "void_round": _("void round {round} of {table}; reason: {reason}"),
}
"""By the act that the command names."""

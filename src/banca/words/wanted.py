"""What somebody wants to do that requires two persons, after “wants to”."""

from banca.rulebook import Term, term

WANTED: dict[str, Term] = {
    "add_person": term("add {about}: {role}"),
    "reset_password": term("give {about} a new one-time password"),
    "shut_out": term("suspend the access of {about}"),
    "cash_out": term("withdraw {amount} patacas from the wallet of {about}"),
    "return_bank": term("withdraw {amount} patacas from the bank of {table}"),
    "close": term("close {table} and withdraw its whole bank"),
    "void_round": term("void round {round} of {table}; reason: {reason}"),
}
"""By the act that the command names."""

"""What somebody wants to do that takes two persons, behind “wants to”."""

from banca.rulebook import Term, term

WANTED: dict[str, Term] = {
    "add_person": term("let {about} in: {role}"),
    "reset_password": term("give {about} a new one-time password"),
    "shut_out": term("shut {about} out"),
    "cash_out": term("pay {amount} patacas out of the wallet of {about}"),
    "return_bank": term("take {amount} patacas out of the bank of {table}"),
    "close": term("close {table} and take its whole bank out"),
    "void_round": term("void round {round} of {table}; reason: {reason}"),
}
"""By the act that the command names."""

"""What is said of the authorisations on record."""

from banca.rulebook import Term, term

STANDINGS: dict[str, Term] = {
    "valid": term("valid"),
    "planned": term("planned for {planned}"),
    "asked": term("requested, not yet authorised"),
    "superseded": term("superseded"),
}
"""How a record stands, by the names that the house gives it."""
NO_RECORDS = term("No authorisation is on record.")

"""What is said of the authorisations on record."""

from banca.rules import Text, _

STANDINGS: dict[str, Text] = {
    "valid": _("valid"),
    "planned": _("planned for {planned}"),
    "asked": _("requested, not yet authorised"),
    "superseded": _("superseded"),
}
"""How a record stands, by the names that the house gives it."""
NO_RECORDS = _("No authorisation is on record.")

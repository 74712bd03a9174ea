"""What an audit finds."""

from banca.rules import Code, Message, _

NEXT_ENTRY = _("the next entry is {seq}")
NO_NEXT_ENTRY = _("no entry follows")
DIGEST_DIFFERS = Code("digest_differs", _("the digest does not match this entry and the one before it"))
NOT_AN_ENTRY = Code("not_an_entry", _("this is not a journal entry: {because}"))
COLUMN_DIFFERS = Code("column_differs", _("the column {column} says {found}, but the entry says {expected}"))
BROKEN_AT = Code("broken_at", _("table {table}, entry {asked}: {because}"))
CANNOT_DECIDE = Code("cannot_decide", _("{asked} cannot be replayed: {because}"))
TRANSFER_DIFFERS = Code("transfer_differs", _("transfer by the entry: {expected}; in the ledger: {found}"))
BALANCE_NEGATIVE = Code("balance_negative", _("{asked} holds {found} avos, less than zero"))
COMMITMENT_VOIDED = Code(
    "commitment_voided", _("the commitment {asked} was never revealed: {by} voided the round; reason: {because}")
)
DRAW_DIFFERS = Code("draw_differs", _("the seed and the numbers give {expected}, but {found} was drawn"))
SECRET_MISSING = Code("secret_missing", _("the hidden result of {asked} is not in the store"))


def missing(asked: int, found: int | None) -> Message:
    """An entry is missing; the one that follows, if any."""
    return Message(
        "entry_missing",
        _("entry {asked} is missing; {found}"),
        asked=asked,
        found=NEXT_ENTRY.fill(seq=found) if found else NO_NEXT_ENTRY,
    )

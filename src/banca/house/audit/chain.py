"""The links of a table's journal: each entry in its place, as it was written, behind the one before."""

import msgspec

from banca.house import journal
from banca.house.audit.faults import COLUMN_DIFFERS, DIGEST_DIFFERS, NOT_AN_ENTRY, missing
from banca.house.audit.findings import Check, Finding
from banca.house.journal import Entry
from banca.house.writing import Row
from banca.rules import Message, Refusal, _


class BrokenLinkError(Exception):
    """The chain breaks here: nothing behind it can be trusted."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


def read_link(table: str, seq: int, before: str, row: Row | None, game: str) -> Entry:
    """The entry of a game's table that is due at `seq` behind the digest `before`; raises where the row is not it."""
    if row is None or row.seq != seq:
        raise _broken(table, seq, missing(seq, row.seq if row else None))
    if not isinstance(row.body, bytes) or row.digest != journal.digest(before, row.body):
        raise _broken(table, seq, Message(DIGEST_DIFFERS))
    try:
        entry = journal.read(row.body, game, seq)
        again = journal.write(entry)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise _broken(table, seq, Message(NOT_AN_ENTRY, because=str(fault))) from None
    except Refusal as refusal:  # no such game is installed here
        raise _broken(table, seq, Message(NOT_AN_ENTRY, because=refusal.message)) from None
    if again != row.body:
        raise _broken(
            table,
            seq,
            Message(NOT_AN_ENTRY, because=_("it is not in the journal's format")),
        )
    return entry


def unlike_columns(row: Row, entry: Entry) -> list[Finding]:
    """Columns that do not say what the entry says; the entry stands in the chain, so it is the column that is wrong."""
    columns = {
        "table_id": (row.table_id, entry.table),
        "seq": (row.seq, entry.seq),
        "by": (row.by, entry.by),
        "command_id": (row.command_id, entry.id),
    }
    return [
        Finding(
            check=Check.CHAIN,
            table=row.table_id,
            seq=row.seq,
            why=Message(COLUMN_DIFFERS, column=column, found=found, expected=expected),
        )
        for column, (found, expected) in columns.items()
        if found != expected
    ]


def _broken(table: str, seq: int, why: Message) -> BrokenLinkError:
    return BrokenLinkError(Finding(check=Check.CHAIN, table=table, seq=seq, why=why))

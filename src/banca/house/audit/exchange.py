"""Journals as lines of JSON, one for each entry: out of one store and into another, with the same digests."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw, Struct

from banca.house.audit.replay import LEFT_BEHIND, CommitmentCheck, DrawCheck, EntryTimes, Replay, system_time
from banca.house.audit.report import BALANCE_NEGATIVE, NOT_AN_ENTRY, ImportReport, missing
from banca.house.audit.store_reader import BrokenLinkError, read_link, read_store
from banca.house.authorisations import row_of
from banca.house.commands import TableId, transfers_of
from banca.house.database import StoreConflictError
from banca.house.house import MOST_HELD
from banca.house.journal import FIRST_ENTRY, GENESIS, CommandId, Entry, game_of
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import AuthorisationRecorded
from banca.house.store import Row, Store, WriteSet
from banca.rules import Refusal, _, format_patacas, refusal
from banca.rules.refusal import BAD_STAKE
from banca.tables.commands import Word
from banca.tables.events import (
    OUTSIDE,
    CommitmentOpened,
    Event,
    ResultCommitted,
    RoundVoided,
    SeedCommitted,
    SeedLost,
    SeedOpened,
    TableOpened,
)

BAD_LINE = refusal("bad_line", _("line {asked}: {because}"))
TOO_MANY_READ = refusal("too_many_read", _("more than {allowed} {asked}"))

AT_A_TIME = 1000
"""Entries that are written together."""
MOST_LINE = 16_000_000
"""Bytes of a line: a proposal as long as may be, or a round of 10,000 bets, takes less than a quarter of it."""
MOST_TABLES = 10_000
MOST_PROPOSALS = 100
"""Different ones; each may take seconds to read."""


class ExportLine(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it stands in the journal, byte by byte, behind its digest."""

    digest: str
    entry: Raw


class EntryName(Struct, frozen=True):
    """As much of an entry as it takes to know its table."""

    table: TableId
    by: Word
    id: CommandId


_write = msgspec.json.Encoder()
_read = msgspec.json.Decoder(ExportLine)
_name = msgspec.json.Decoder(EntryName)


def export(store: Store, tables: Iterable[str] | None = None) -> Iterator[bytes]:
    """Write the journals of some tables, or of all, in order and as they stand at the beginning. Hidden results are not among it.

    Nothing is held in the store while a line is taken elsewhere: entries are never changed, so each page is read by itself.
    """
    with read_store(store) as reader:
        ends = reader.ends()
    for table in ends if tables is None else dict.fromkeys(tables):
        if table not in ends:
            raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(ends))
        after: object = 0
        while True:
            with read_store(store) as reader:
                page = reader.page(table, after, ends[table])
            if not page:
                break
            for row in page:
                yield _write.encode(ExportLine(row.digest, Raw(row.body))) + b"\n"
            after = page[-1].seq


class ImportedTable:
    """A table that is being read in."""

    def __init__(self, table: str) -> None:
        self.report = ImportReport(table=table, game=FIRST_ENTRY, head=GENESIS)
        self.replay = Replay(self.report)
        self._commitments, self._draws = CommitmentCheck(self.report), DrawCheck(self.report)
        self._times = EntryTimes(self.report, system_time())

    def take(self, row: Row, proposals: set[str]) -> Entry:
        """Decide the next entry again; refused where anything is wrong with it. `proposals` are those that were read so far."""
        report, replay = self.report, self.replay
        try:
            entry = read_link(row.table_id, row.seq, report.head, row, report.game)
        except BrokenLinkError as broken:
            raise Refusal.saying(broken.why) from None
        if entry.seq != row.seq:
            raise Refusal.saying(missing(row.seq, entry.seq))
        # Before it is decided: to read a proposal takes seconds of work for whoever sent the file.
        proposals |= {event.proposal for event in entry.events if isinstance(event, TableOpened) and event.proposal}
        if len(proposals) > MOST_PROPOSALS:
            raise Refusal(TOO_MANY_READ, asked=_("proposals"), allowed=MOST_PROPOSALS)
        self._commitments.take(entry, replay.engine, replay.state)
        self._draws.take(entry, replay.engine, replay.state)
        replay.take(entry)
        self._times.take(entry)
        report.entries, report.head, report.game = row.seq, row.digest, report.game or game_of(entry)
        return entry


@dataclass(slots=True)
class JournalImport:
    """What was read and is not written yet; balances come at the end, when all tables have been read."""

    tables: dict[str, ImportedTable] = field(default_factory=dict)
    writing: WriteSet = field(default_factory=WriteSet)
    deltas: dict[str, int] = field(default_factory=dict)
    hidden: dict[tuple[str, type], str] = field(default_factory=dict)
    """The commitment of each table to a result, and to a seed, that is still hidden: what is hidden did not travel."""
    proposals: set[str] = field(default_factory=set)

    def take(self, line: bytes) -> None:
        """Check one line and put it with the others."""
        # Limits first: a file may come from anybody, and must not make us read, allocate or decide without an end.
        if len(line) > MOST_LINE:
            raise Refusal("line_too_long", _("longer than {allowed} bytes"), allowed=MOST_LINE)
        try:
            read = _read.decode(line)
            # The table's name alone: which game's types the entry has is known only when its table is.
            name = _name.decode(read.entry)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            raise Refusal(NOT_AN_ENTRY, because=str(fault)) from None
        table = self.tables.get(name.table)
        if table is None:
            if len(self.tables) >= MOST_TABLES:
                raise Refusal(TOO_MANY_READ, asked=_("tables"), allowed=MOST_TABLES)
            table = self.tables[name.table] = ImportedTable(name.table)
        row = Row(name.table, table.report.entries + 1, name.by, name.id, bytes(read.entry), read.digest)
        self._put(table, row, table.take(row, self.proposals))

    def _put(self, table: ImportedTable, row: Row, entry: Entry) -> None:
        writing = self.writing
        expected, _, _ = writing.heads.get(row.table_id, (row.seq - 1, 0, ""))
        writing.heads[row.table_id] = (expected, row.seq, row.digest)
        writing.rows.append(row)
        for place, (source, target, amount) in enumerate(transfers_of(entry)):
            writing.transfers.append((row.table_id, row.seq, place, source, target, amount))
            self.deltas[source] = self.deltas.get(source, 0) - amount
            self.deltas[target] = self.deltas.get(target, 0) + amount
        if entry.state and (body := table.replay.body()) is not None:
            writing.snapshots.append((row.table_id, row.seq, body))
        if table.replay.state.is_closed:
            writing.closed.add(row.table_id)
        for event in entry.events:
            self._follow(row.table_id, event)
            if isinstance(event, AuthorisationRecorded):
                writing.writes.append(row_of(event, by=entry.by, at=entry.at))

    def _follow(self, table: str, event: Event) -> None:
        """Take what an event says of a table's beginning, and of what is hidden there."""
        writing = self.writing
        match event:
            case TableOpened():
                writing.opened.append((table, event.game))
            case ResultCommitted() | SeedCommitted():
                self.hidden[table, type(event)] = event.commitment
            case CommitmentOpened():
                writing.secrets.append((table, event.commitment, event.outcome, event.nonce))
                self.hidden.pop((table, ResultCommitted), None)
            case RoundVoided():
                self.hidden.pop((table, ResultCommitted), None)
            case SeedOpened() | SeedLost():
                seed = event.seed if isinstance(event, SeedOpened) else ""
                writing.secrets.append((table, event.commitment, "", seed))
                self.hidden.pop((table, SeedCommitted), None)

    def settle(self) -> None:
        """Add the balances as all tables together make them."""
        for account, holds in self.deltas.items():
            if holds < 0 and account != OUTSIDE:
                raise Refusal(BALANCE_NEGATIVE, asked=account, found=holds)
            if abs(holds) > MOST_HELD:
                raise Refusal(BAD_STAKE, asked=format_patacas(abs(holds)))
        self.writing.secrets += [(table, digest, *LEFT_BEHIND) for (table, _), digest in self.hidden.items()]
        self.writing.deltas = self.deltas


def import_lines(store: Store, lines: Iterable[bytes]) -> dict[str, int]:
    """Read journals into a store that has nothing yet: all lines, or none. Return the tables, and how many entries each has.

    Wallets go by name, so money from elsewhere would be anybody's of that name: a store with a table, an account or a user of its
    own is refused. Every entry is decided again on its way in; accounts are made anew. Where a wallet would hold less than nothing, the tables
    or the cage that filled it are missing among the lines.
    """
    if any(store.counts().values()):
        raise Refusal("store_in_use", _("this store already has tables, money or people; import into an empty one"))
    imported = JournalImport()
    first = number = 1
    try:
        with store.transaction() as connection:
            for number, line in enumerate(lines, start=1):
                if len(imported.writing.rows) >= AT_A_TIME:
                    store.write_rows(connection, imported.writing)
                    imported.writing, first = WriteSet(), number
                if line.strip():
                    imported.take(line)
            # Balances last: a wallet may be filled by a table further down in the file.
            if imported.writing.rows:
                imported.settle()
                store.write_rows(connection, imported.writing)
    except StoreConflictError as conflict:
        raise Refusal(BAD_LINE, asked=f"{first}-{number}", because=str(conflict)) from None
    except Refusal as refusal:
        raise Refusal(BAD_LINE, asked=number, because=refusal.message) from None
    return {name: table.report.entries for name, table in imported.tables.items()}

"""Journals as lines of JSON, one for each entry: out of one store and into another, with the same digests."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw, Struct

from banca.house.audit.replay import LEFT_BEHIND, CannotGoOnError, Commitments, DrawCheck, Replay, Times, system_time
from banca.house.audit.report import BALANCE_NEGATIVE, BROKEN_AT, CANNOT_DECIDE, NOT_AN_ENTRY, Finding, Weight, missing
from banca.house.audit.store_reader import BrokenLinkError, read_link, snapshot
from banca.house.authorisations import row_of
from banca.house.commands import TableId, transfers_of
from banca.house.database import StoreConflictError
from banca.house.house import MOST_HELD
from banca.house.journal import FIRST_ENTRY, GENESIS, CommandId, Entry, game_of
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register.event import AuthorisationRecorded
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
    """The journals of some tables, or of all, in order and as they stand at the beginning. Hidden results are not among it.

    Nothing is held in the store while a line is taken elsewhere: entries are never changed, so each page is read by itself.
    """
    with snapshot(store) as seen:
        ends = seen.ends()
    for table in ends if tables is None else dict.fromkeys(tables):
        if table not in ends:
            raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(ends))
        for row in _rows(store, table, ends[table]):
            yield _write.encode(ExportLine(row.digest, Raw(row.body))) + b"\n"


def _rows(store: Store, table: str, last: object) -> Iterator[Row]:
    """A table's entries up to one of them, page by page."""
    after: object = 0
    while True:
        with snapshot(store) as seen:
            page = seen.page(table, after, last)
        if not page:
            return
        yield from page
        after = page[-1].seq


def entries(store: Store, table: str) -> Iterator[Entry]:
    """A table's entries in order, as far as the chain holds; refused where it breaks."""
    seq, head, game = 0, GENESIS, FIRST_ENTRY
    with snapshot(store) as seen:
        for row in seen.rows(table):
            seq += 1
            try:
                entry = read_link(table, seq, head, row, game)
            except BrokenLinkError as broken:
                raise Refusal(BROKEN_AT, table=table, asked=seq, because=broken.finding.why) from None
            game, head = game or game_of(entry), row.digest
            yield entry


@dataclass(slots=True)
class _ImportedTable:
    """A table that is being read in."""

    replay: Replay
    commitments: Commitments
    draws: DrawCheck
    times: Times
    seq: int = 0
    head: str = GENESIS
    game: str = FIRST_ENTRY


@dataclass(slots=True)
class _Import:
    """What was read and is not put down yet; balances come at the end, when all tables have been read."""

    tables: dict[str, _ImportedTable] = field(default_factory=dict)
    writing: WriteSet = field(default_factory=WriteSet)
    deltas: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, str] = field(default_factory=dict)
    """Tables whose result is still hidden: it did not travel."""
    seeds: dict[str, str] = field(default_factory=dict)
    """Tables whose next draw has its seed: it did not travel either."""
    proposals: set[str] = field(default_factory=set)

    def take(self, line: bytes) -> None:
        """Check one line and put it with the others."""
        if len(line) > MOST_LINE:
            raise Refusal("line_too_long", _("longer than {allowed} bytes"), allowed=MOST_LINE)
        try:
            read = _read.decode(line)
            named = _name.decode(read.entry)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
            raise Refusal(NOT_AN_ENTRY, because=str(fault)) from None
        table = self.tables.get(named.table) or self._begin(named.table)
        row = Row(named.table, table.seq + 1, named.by, named.id, bytes(read.entry), read.digest)
        try:
            entry = read_link(named.table, row.seq, table.head, row, table.game)
            if entry.seq != row.seq:
                raise Refusal.saying(missing(row.seq, entry.seq))
            self._count_proposal(entry)
            for one in (table.commitments, table.draws):
                _check(one.take(entry, table.replay.conduct, table.replay.state))
            _check(table.replay.take(entry))
            _check(table.times.take(entry))
        except BrokenLinkError as broken:
            raise Refusal.saying(broken.finding.why) from None
        except CannotGoOnError as broken:
            raise Refusal(CANNOT_DECIDE, asked=entry.command.do, because=str(broken.__cause__)) from None
        self._put(table, row, entry)

    def _count_proposal(self, entry: Entry) -> None:
        self.proposals |= {
            event.proposal for event in entry.events if isinstance(event, TableOpened) and event.proposal
        }
        if len(self.proposals) > MOST_PROPOSALS:
            raise Refusal(TOO_MANY_READ, asked=_("proposals"), allowed=MOST_PROPOSALS)

    def _begin(self, table_id: str) -> _ImportedTable:
        if len(self.tables) >= MOST_TABLES:
            raise Refusal(TOO_MANY_READ, asked=_("tables"), allowed=MOST_TABLES)
        table = self.tables[table_id] = _ImportedTable(
            Replay(table_id), Commitments(table_id), DrawCheck(table_id), Times(table_id, system_time())
        )
        return table

    def _put(self, table: _ImportedTable, row: Row, entry: Entry) -> None:
        writing = self.writing
        expected, _, _ = writing.heads.get(row.table_id, (table.seq, 0, ""))
        writing.heads[row.table_id] = (expected, row.seq, row.digest)
        table.seq, table.head, table.game = row.seq, row.digest, table.game or game_of(entry)
        writing.rows.append(row)
        for place, (source, target, amount) in enumerate(transfers_of(entry)):
            writing.transfers.append((row.table_id, row.seq, place, source, target, amount))
            self.deltas[source] = self.deltas.get(source, 0) - amount
            self.deltas[target] = self.deltas.get(target, 0) + amount
        if entry.state and (body := table.replay.body()) is not None:
            writing.snapshots.append((row.table_id, row.seq, body))
        if table.replay.state.is_closed:
            writing.closed.append(row.table_id)
        for event in entry.events:
            self._take(row.table_id, event)
            if isinstance(event, AuthorisationRecorded):
                writing.also.append(row_of(event, by=entry.by, at=entry.at))

    def _take(self, table_id: str, event: Event) -> None:
        """What an event says of a table's beginning, and of what is hidden there."""
        writing = self.writing
        match event:
            case TableOpened():
                writing.opened.append((table_id, event.game))
            case ResultCommitted():
                self.hidden[table_id] = event.commitment
            case CommitmentOpened():
                writing.secrets.append((table_id, event.commitment, event.outcome, event.nonce))
                self.hidden.pop(table_id, None)
            case RoundVoided():
                self.hidden.pop(table_id, None)
            case SeedOpened() | SeedLost():
                seed = event.seed if isinstance(event, SeedOpened) else ""
                writing.secrets.append((table_id, event.commitment, "", seed))
                self.seeds.pop(table_id, None)
            case SeedCommitted():
                self.seeds[table_id] = event.commitment

    def settle(self) -> None:
        """The balances as all tables together make them."""
        for account, holds in self.deltas.items():
            if holds < 0 and account != OUTSIDE:
                raise Refusal(BALANCE_NEGATIVE, asked=account, found=holds)
            if abs(holds) > MOST_HELD:
                raise Refusal(BAD_STAKE, asked=format_patacas(abs(holds)))
        behind = (*self.hidden.items(), *self.seeds.items())
        self.writing.secrets += [(table, commitment, *LEFT_BEHIND) for table, commitment in behind]
        self.writing.deltas = self.deltas
        self.writing.new_accounts = set(self.deltas)


def import_lines(store: Store, lines: Iterable[bytes]) -> dict[str, int]:
    """Read journals into a store that has nothing yet: all lines, or none. The tables, and how many entries each has.

    Wallets go by name, so money from elsewhere would be anybody's of that name: a store with a table, an account or a user of its
    own is refused. Every entry is decided again on its way in; accounts are made anew. Where a wallet would hold less than nothing, the tables
    or the cage that filled it are missing among the lines.
    """
    if any(store.counts().values()):
        raise Refusal("store_in_use", _("this store already has tables, money or people; import into an empty one"))
    taken = _Import()
    first = number = 1
    try:
        with store.transaction() as connection:
            for number, line in enumerate(lines, start=1):
                if len(taken.writing.rows) >= AT_A_TIME:
                    store.write_rows(connection, taken.writing)
                    taken.writing, first = WriteSet(), number
                if line.strip():
                    taken.take(line)
            if taken.writing.rows:
                taken.settle()
                store.write_rows(connection, taken.writing)
    except StoreConflictError as conflict:
        raise Refusal(BAD_LINE, asked=f"{first}-{number}", because=str(conflict)) from None
    except Refusal as refusal:
        raise Refusal(BAD_LINE, asked=number, because=refusal.message) from None
    return {table_id: table.seq for table_id, table in taken.tables.items()}


def _check(findings: Iterable[Finding]) -> None:
    for finding in findings:
        if finding.weight is Weight.FAULT:
            raise Refusal.saying(finding.why)

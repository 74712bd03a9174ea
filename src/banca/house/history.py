"""The rounds of a table: where each stands in the journal and what it came to; its lines are told on request."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from sys import intern
from threading import Lock
from typing import NamedTuple

from banca.house.audit.report import BROKEN_AT, DIGEST_DIFFERS
from banca.house.audit.store_reader import BrokenLinkError, read_link, snapshot
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.commands import conduct_of
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.snapshots import WrongSnapshotError, bound, ends_round, opened_from
from banca.house.store import Store
from banca.house.story import JournalFormatter, RoundSummary, StoryLine, rules_of
from banca.i18n import Translator
from banca.i18n.translator import macau_time
from banca.rules import Message, Refusal, Rules
from banca.tables.commands import Role
from banca.tables.events import RoundVoided, TableOpened

MOST_ENTRIES = 5000
"""Entries of one round that are told at once."""
NAMES = ("player", "who")
"""Fields of events that name somebody at the table."""


Link = tuple[Entry, str, str]
"""An entry with the digest before it and its own."""


def links(
    store: Store, table: str, after: int, head: str, game: str, last: int | None = None
) -> Generator[Link, None, None]:
    """Entries from behind a sequence number on, up to another or to the end, each with the digest before it and its own; refused where the chain breaks."""
    with snapshot(store) as seen:
        for row in seen.rows(table, after, last):
            try:
                entry = read_link(table, after + 1, head, row, game)
                game = game or game_of(entry)
            except BrokenLinkError as broken:
                raise Refusal(BROKEN_AT, table=table, asked=after + 1, because=broken.finding.why) from None
            yield entry, head, row.digest
            after, head = after + 1, row.digest


@dataclass(slots=True)
class StartingPoint:
    """Where a reader can begin: an entry, and the digest it is chained to."""

    seq: int
    before: str


@dataclass(slots=True)
class IndexedRound:
    """One round in the journal."""

    summary: RoundSummary
    first: int
    """Its first entry."""
    since: StartingPoint
    """The entry that set the phase in which the round began."""
    last: int = 0
    at: str = ""
    """When it began."""
    players: set[str] = field(default_factory=set)
    before: str = GENESIS
    """The digest before its first entry."""
    head: str = GENESIS
    """The digest of its last entry."""

    def take(self, entry: Entry, before: str, head: str) -> None:
        """One more entry."""
        if entry.seq == self.first:
            self.before = before
        self.last, self.head = entry.seq, head
        self.at = self.at or entry.at
        if entry.role == Role.PLAYER:
            self.players.add(intern(entry.by))
        for event in entry.events:
            self.summary.take(event)
            self.players.update(intern(name) for name in (getattr(event, one, "") for one in NAMES) if name)


IsEnough = Callable[[Sequence[IndexedRound]], bool]
"""Whether somebody has as many rounds as they need, the oldest first."""


def to_the_first(rounds: Sequence[IndexedRound]) -> bool:
    """All of them."""
    return rounds[0].summary.number == 1


class StoryStart(NamedTuple):
    """Where a story can begin: behind the opening, or behind an entry that ends a round and binds a snapshot."""

    seq: int
    head: str
    round: int
    """The one that begins there."""
    since: StartingPoint


class RoundIndex:
    """The rounds of one table, from some round on. The journal is read link by link: its newest part, what is new since, and what came before where somebody needs it."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._lock = Lock()
        self._opening: Entry | None = None
        self._begin(StoryStart(0, GENESIS, 1, StartingPoint(1, GENESIS)))
        self.table = table
        self.broken: Message | None = None
        """Why the story ends before the journal does."""

    def _begin(self, start: StoryStart) -> None:
        """Nothing is read yet."""
        self._start = start
        self._since = start.since
        self.rounds: list[IndexedRound] = []
        """The oldest of those that were read comes first."""
        self.seq, self.head = start.seq, start.head

    def read_on(self, is_enough: IsEnough = to_the_first) -> None:
        """Take in what has been written since, and of what came before as much as is needed."""
        with self._lock:
            try:
                if self._opening is None:
                    self._read_opening()
                self._read()
                while self._start.seq and not (self.rounds and is_enough(self.rounds)):
                    self._read_back()
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def _read_opening(self) -> None:
        """What the table opened with, and where its newest part begins."""
        with closing(self._links(0, GENESIS, 1)) as first:
            for self._opening, _, _ in first:
                self._begin(self._before(None))

    def _read(self, last: int | None = None) -> None:
        """What comes behind what was read, up to an entry or to the end."""
        with closing(self._links(self.seq, self.head, last)) as found:
            for entry, before, head in found:
                self._take(entry, before, head)
                self.seq, self.head = entry.seq, head

    def _read_back(self) -> None:
        """The part before what was read; where the chain breaks there, the story ends at the break, as it does for whoever reads it from the opening."""
        start, newer = self._start, (self.rounds, self._since, self.seq, self.head)
        self._begin(self._before(start.seq))
        self._read(start.seq)
        if (self.seq, self.head) != (start.seq, start.head):
            self._read()
            return
        rounds, self._since, self.seq, self.head = newer
        self.rounds += rounds

    def _before(self, seq: int | None) -> StoryStart:
        """The newest start before an entry; the opening where there is no other."""
        opened = (
            next((one for one in self._opening.events if isinstance(one, TableOpened)), None) if self._opening else None
        )
        while opened is not None and (kept := self._store.snapshot(self.table, seq)) is not None:
            seq = kept.seq
            with suppress(WrongSnapshotError):
                conduct = conduct_of(opened)
                table, _ = opened_from(kept, conduct)
                entry = bound(kept, opened.game)
                if ends_round(entry) and _sets_phase(entry):
                    since = StartingPoint(kept.seq, kept.before or GENESIS)
                    return StoryStart(kept.seq, table.head, table.state.round, since)
        return StoryStart(0, GENESIS, 1, StartingPoint(1, GENESIS))

    def round(self, number: int) -> IndexedRound | None:
        """A round that was read."""
        place = number - self._start.round
        return self.rounds[place] if 0 <= place < len(self.rounds) else None

    def lines(self, number: int, say: Translator) -> tuple[list[StoryLine], int]:
        """A round's lines, and how many of its entries are left out because there are too many."""
        found = self.rounds[number - self._start.round]
        formatter = JournalFormatter(say)
        if self._opening and found.since.seq > 1:
            formatter.format_entry(self._opening)
        lines: list[StoryLine] = []
        until = min(found.last, found.first + MOST_ENTRIES - 1)
        with closing(self._links(found.since.seq - 1, found.since.before, until)) as links:
            for entry, _, _ in links:
                told = formatter.format_entry(entry)
                if entry.seq >= found.first:
                    lines += told
        return lines, found.last - until

    @property
    def game(self) -> str:
        """What is played at the table."""
        return game_of(self._opening) if self._opening else FIRST_ENTRY

    @cached_property
    def _rules(self) -> Rules | None:
        events = self._opening.events if self._opening else ()
        return next((rules_of(event) for event in events if isinstance(event, TableOpened)), None)

    def _links(self, after: int, head: str, last: int | None = None) -> Generator[Link, None, None]:
        return links(self._store, self.table, after, head, self.game, last)

    def _take(self, entry: Entry, before: str, head: str) -> None:
        if not self.rounds or self.rounds[-1].summary.is_over:
            summary = RoundSummary(self._start.round + len(self.rounds), rules=self._rules)
            self.rounds.append(IndexedRound(summary, entry.seq, self._since))
        self.rounds[-1].take(entry, before, head)
        if _sets_phase(entry):
            self._since = StartingPoint(entry.seq, before)


def _sets_phase(entry: Entry) -> bool:
    return any(event.leads_to or isinstance(event, RoundVoided) for event in entry.events)


FIRST_READ = 2000
"""Entries that are read for a first look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashLine:
    """A deposit, or below nothing a withdrawal, in avos."""

    seq: int
    at: str
    by: str
    role: str
    second: str
    player: str
    amount: int


@dataclass(slots=True)
class PlayerCash:
    """What a player paid in and took out, in avos, line by line."""

    lines: list[CashLine] = field(default_factory=list)
    paid_in: int = 0
    taken_out: int = 0

    def take(self, line: CashLine) -> None:
        """One more deposit or withdrawal."""
        self.lines.append(line)
        self.paid_in += max(line.amount, 0)
        self.taken_out += max(-line.amount, 0)


def is_within(at: str, since: date | None, until: date | None) -> bool:
    """Whether a time lies on one of the days from one to another, in Macau; what cannot be read lies on any."""
    moment = macau_time(at)
    return moment is None or ((not since or since <= moment.date()) and (not until or moment.date() <= until))


IsFarEnough = Callable[[Sequence[CashLine]], bool]


def to_first_line(lines: Sequence[CashLine]) -> bool:
    """Everything is needed."""
    del lines
    return False


class CageBook:
    """The newest part of the book, as far back as somebody asked for. Each entry is read once, link by link."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self.seq, self.head = 0, GENESIS
        self.begins, self._before = 0, GENESIS
        """The entry behind which the book begins, and its digest; 0 where it is whole."""
        self.lines: list[CashLine] = []
        self.players: dict[str, PlayerCash] = {}
        self.broken: Message | None = None
        """Why the book ends before the journal does."""

    def read_on(self, is_enough: IsFarEnough) -> None:
        """Take in what has been written since, and what is older as long as it is needed."""
        with self._lock:
            try:
                if not self.seq:
                    self._begin(max(self._store.seq(CAGE) - FIRST_READ, 0))
                self._take(links(self._store, CAGE, self.seq, self.head, CAGE))
                while self.begins and not is_enough(self.lines):
                    self._read_back()
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def _begin(self, seq: int) -> None:
        """Behind an entry whose digest is believed until what leads to it is read."""
        with snapshot(self._store) as seen:
            self._before = next((row.digest for row in seen.rows(CAGE, seq - 1, seq)), GENESIS) if seq else GENESIS
        self.begins = self.seq = seq
        self.head = self._before

    def _read_back(self) -> None:
        """As much again as has been read, up to where the book begins."""
        older, newer = CageBook(self._store), self.lines
        older._begin(max(self.begins - max(FIRST_READ, len(newer)), 0))
        older._take(links(self._store, CAGE, older.seq, older.head, CAGE, self.begins))
        if older.head != self._before:
            raise Refusal(BROKEN_AT, table=CAGE, asked=self.begins, because=Message(DIGEST_DIFFERS))
        self.begins, self._before = older.begins, older._before
        self.lines, self.players = older.lines, older.players
        for line in newer:
            self._add(line)

    def _take(self, found: Iterable[Link]) -> None:
        for entry, _, head in found:
            for event in entry.events:
                if isinstance(event, CashedIn | CashedOut):
                    self._add(_cash_line(entry, event))
            self.seq, self.head = entry.seq, head

    def _add(self, line: CashLine) -> None:
        self.lines.append(line)
        self.players.setdefault(line.player, PlayerCash()).take(line)


def _cash_line(entry: Entry, event: CashedIn | CashedOut) -> CashLine:
    return CashLine(
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        role=entry.role,
        second=entry.second,
        player=event.player,
        amount=event.amount if isinstance(event, CashedIn) else -event.amount,
    )

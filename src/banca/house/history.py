"""The journal of a table, the cage or the register as people read it: round by round, the newest part first, as far back as they ask.

Journals have millions of entries. So an index reads each entry once, link by link: the newest part, what is new since, and what came before
where somebody needs it; lines are written only for the round that is shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import date
from sys import intern
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from banca.house.audit.store_reader import Link, digest_at, read_journal
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.commands import engine_of
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.register import OUTSIDE_TABLES, REGISTER
from banca.house.snapshots import WrongSnapshotError, bound, ends_round, opened_from
from banca.house.store import Store
from banca.house.story import JournalFormatter, StoryLine, rules_of
from banca.i18n import Translator, printable
from banca.i18n.descriptions import named_outcome
from banca.i18n.translator import macau_time
from banca.rules import Message, Refusal, Rules, Text, _
from banca.tables.commands import Role
from banca.tables.events import (
    BANK,
    BREAKAGE,
    COMMISSION,
    OUTSIDE,
    STAKES,
    Event,
    RoundEnded,
    RoundVoided,
    TableOpened,
    owner_of,
)

MOST_ENTRIES = 5000
"""Entries of one round that are told at once."""
FIRST_READ = 2000
"""Entries of the cage that are read for a first look."""
NAMES = ("player", "who")
"""Fields of events that name somebody at the table."""
HOUSE = (BANK, COMMISSION, BREAKAGE)

ROUND = _("Round {number}: {result}. Staked {staked}, paid {paid}, result of the house {house}.")
OUTSIDE_HEADINGS = {
    CAGE: _("The cage: deposits and withdrawals."),
    REGISTER: _("The register: people, keys, authorisations, and approvals by a second person."),
}
UNDER_WAY = _("in progress")
ENDED = _("ended")
VOID = _("void")


class Start(NamedTuple):
    """Where a reader can begin: behind an entry with this digest; 0 is the opening."""

    seq: int
    head: str


OPENING = Start(0, GENESIS)


@dataclass(slots=True)
class PlayerSums:
    """What a player put down, less what was taken back, and what came back when bets were decided; in avos."""

    staked: int = 0
    received: int = 0

    @property
    def net(self) -> int:
        """What the player won, below nothing what was lost."""
        return self.received - self.staked


@dataclass(slots=True)
class RoundSummary:
    """One round in the journal: where it stands, what came up, and the money in avos."""

    number: int
    """0 at the cage and in the register, which have no rounds."""
    table: str
    since: Start = OPENING
    """Before the entry that set the phase in which the round began."""
    rules: Rules | None = None
    """Of a table of chance: they name what was shown."""
    phase: Start = OPENING
    """Before the last entry of the round that set a phase."""
    first: int = 0
    """Its first entry."""
    last: int = 0
    before: str = GENESIS
    """The digest before its first entry."""
    head: str = GENESIS
    """The digest of its last entry."""
    at: str = ""
    """When it began."""
    shown: str = ""
    is_over: bool = False
    is_void: bool = False
    staked: int = 0
    """Put down, less what was taken back."""
    paid: int = 0
    """What players took from the table when bets were decided, stakes included."""
    house: int = 0
    """What the house won, below nothing what it lost."""
    sums: dict[str, PlayerSums] = field(default_factory=dict)
    """The same for each player whose money moved."""
    players: set[str] = field(default_factory=set)
    """Everybody who did something, or to whom something was done."""

    def take(self, link: Link) -> None:
        """Take in the next entry of the round."""
        entry = link.entry
        if not self.first:
            self.first, self.before, self.at = entry.seq, link.before, entry.at
        self.last, self.head = entry.seq, link.digest
        if sets_phase(entry):
            self.phase = Start(entry.seq - 1, link.before)
        if entry.role == Role.PLAYER:
            self.players.add(intern(entry.by))  # the same few names in millions of rounds
        for event in entry.events:
            self._count(event)
            self.players.update(intern(name) for name in (getattr(event, field, "") for field in NAMES) if name)

    def _count(self, event: Event) -> None:
        """Add the money and the result of an event."""
        for source, target, amount in event.transfers():
            if OUTSIDE in (source, target):
                continue
            if (name := owner_of(source)) is not None:
                self.sums.setdefault(name, PlayerSums()).staked += amount
            if (name := owner_of(target)) is not None:
                sums = self.sums.setdefault(name, PlayerSums())
                sums.staked -= amount * event.gives_back
                sums.received += amount * (not event.gives_back)
            self.house += amount * ((target in HOUSE) - (source in HOUSE))
            if target == STAKES:
                self.staked += amount
            elif event.gives_back:
                self.staked -= amount
            elif target not in HOUSE:
                self.paid += amount
        if event.shows is not None:
            self.shown = event.shows
        if isinstance(event, RoundEnded | RoundVoided):
            self.is_over = True
            self.is_void = isinstance(event, RoundVoided)

    @property
    def result(self) -> str | Text:
        """What came up, as it is written; or that it is void, or not over."""
        if self.is_void:
            return VOID
        return printable(self.shown) or (ENDED if self.is_over else UNDER_WAY)

    def name_result(self, say: Translator) -> str:
        """Return what came up by its name, where the rules of the table are known."""
        if self.shown and self.rules and not self.is_void:
            return printable(named_outcome(self.rules, self.shown, say))
        return say(self.result)

    def heading(self, say: Translator) -> str:
        """Return the round in one line."""
        if not self.number:
            return say(OUTSIDE_HEADINGS[self.table])
        money = {"staked": say.money(self.staked), "paid": say.money(self.paid), "house": say.money(self.house)}
        return say(ROUND, number=say.count(self.number), result=self.name_result(say), **money)


def sets_phase(entry: Entry) -> bool:
    """Return whether the phase of a table is known from an entry alone."""
    return any(event.leads_to or isinstance(event, RoundVoided) for event in entry.events)


def tell_rounds(links: Iterable[Link], say: Translator) -> Iterator[tuple[RoundSummary, list[StoryLine]]]:
    """Tell a journal from its first entry on, round after round, each with its lines; what lies between two rounds belongs to the second."""
    formatter = JournalFormatter(say)
    summary, lines = RoundSummary(1, ""), list[StoryLine]()
    for link in links:
        if summary.is_over:
            yield summary, lines
            summary, lines = RoundSummary(summary.number + 1, ""), []
        lines += formatter.format_entry(link.entry)
        summary.rules, summary.table = formatter.rules, link.entry.table
        if summary.table in OUTSIDE_TABLES:
            summary.number = 0
        summary.take(link)
    yield summary, lines


def story(links: Iterable[Link], say: Translator, number: int | None = None) -> Iterator[str]:
    """Tell a whole journal, or one round of it, line by line."""
    for summary, lines in tell_rounds(links, say):
        if number in (None, summary.number):
            yield summary.heading(say)
            yield from (line.as_text(say) for line in lines)
        if summary.number == number:
            return


T = TypeVar("T")


@dataclass(slots=True)
class JournalPart(Generic[T]):
    """A part of a journal as far as it has been read."""

    start: Start
    items: list[T]
    """The oldest comes first."""
    seq: int
    head: str


class JournalIndex(ABC, Generic[T]):
    """What a journal holds of some kind, from its newest part back to as far as somebody asked for."""

    def __init__(self, store: Store, table: str) -> None:
        self.store, self.table = store, table
        self.broken: Message | None = None
        """Why it ends before the journal does."""
        self.part: JournalPart[T] = JournalPart(OPENING, [], *OPENING)
        """Exchanged as a whole, never taken apart: others read it meanwhile."""
        self._has_begun = False
        self._lock = Lock()

    def read_on(self, is_enough: Callable[[Sequence[T]], bool]) -> None:
        """Take in what has been written since, and of what came before as much as is options_on_record."""
        with self._lock:
            try:
                if not self._has_begun:
                    start = self.start_before(None)
                    self.part, self._has_begun = JournalPart(start, [], *start), True
                self._read(self.part)
                # Parts get no larger than from one snapshot to the next, so a page near the end costs the same after years.
                while self.part.start.seq and not (self.part.items and is_enough(self.part.items)):
                    self._read_back()
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def _read_back(self) -> None:
        """Read the part before what was read; where the chain breaks there, the index ends at the break, as for whoever reads from the opening."""
        newer, start = self.part, self.start_before(self.part.start.seq)
        older: JournalPart[T] = JournalPart(start, [], *start)
        try:
            self._read(older, newer.start.seq)
        except Refusal:
            self.part = older
            raise
        if (older.seq, older.head) == newer.start:
            older.items += newer.items
            older.seq, older.head = newer.seq, newer.head
            self.part = older
        else:
            self.part = older
            self._read(older)

    def _read(self, part: JournalPart[T], last: int | None = None) -> None:
        """Read what comes behind a part, up to an entry or to the end."""
        with closing(self.links(Start(part.seq, part.head), last)) as links:
            for link in links:
                self.take(part, link)
                part.seq, part.head = link.entry.seq, link.digest

    def links(self, start: Start, last: int | None = None) -> Generator[Link, None, None]:
        """Read the journal behind an entry."""
        return read_journal(self.store, self.table, *start, self.game, last)

    @property
    @abstractmethod
    def game(self) -> str:
        """What is played at the table."""

    @abstractmethod
    def start_before(self, seq: int | None) -> Start:
        """Return where the part before an entry begins, or the newest part."""

    @abstractmethod
    def take(self, part: JournalPart[T], link: Link) -> None:
        """Add what an entry brings."""


def to_the_first(items: Sequence[object]) -> bool:
    """Ask for everything."""
    del items
    return False


class RoundIndex(JournalIndex[RoundSummary]):
    """The rounds of one table. A part begins at the opening, or behind an entry that ends a round and binds a snapshot."""

    def __init__(self, store: Store, table: str) -> None:
        super().__init__(store, table)
        self._opening: Entry | None = None
        self._rules: Rules | None = None
        self._starts: dict[int, tuple[int, Start]] = {0: (1, OPENING)}
        """By the entries behind which parts begin: the round that begins there, and before which entry its phase was set."""

    @property
    def rounds(self) -> list[RoundSummary]:
        """The oldest of those that were read comes first."""
        return self.part.items

    @property
    def game(self) -> str:
        """What is played at the table."""
        return game_of(self._opening) if self._opening else FIRST_ENTRY

    def start_before(self, seq: int | None) -> Start:
        """Return the newest snapshot before an entry from which rounds can be told, or the opening."""
        if self._opening is None:
            with closing(self.links(OPENING, 1)) as links:
                self._opening = next(links).entry
        opened = next((event for event in self._opening.events if isinstance(event, TableOpened)), None)
        if opened is None:
            return OPENING
        self._rules = rules_of(opened)
        while (kept := self.store.snapshot(self.table, seq)) is not None:
            seq = kept.seq
            with suppress(WrongSnapshotError):
                table, _ = opened_from(kept, engine_of(opened))
                entry = bound(kept, opened.game)
                # Elsewhere bets would stand on the table whose beginning was not read, and the phase would not be known.
                if ends_round(entry) and sets_phase(entry):
                    self._starts[seq] = table.state.round, Start(seq - 1, kept.before or GENESIS)
                    return Start(seq, table.head)
        return OPENING

    def take(self, part: JournalPart[RoundSummary], link: Link) -> None:
        """Add an entry to its round."""
        # What lies between two rounds, such as somebody sitting down, belongs to the second.
        if not part.items or part.items[-1].is_over:
            number, since = self._starts[part.start.seq]
            if part.items:
                number, since = number + len(part.items), part.items[-1].phase
            part.items.append(RoundSummary(number, self.table, since, self._rules, phase=since))
        part.items[-1].take(link)

    def round(self, number: int) -> RoundSummary | None:
        """Return a round that was read."""
        rounds = self.rounds
        place = number - rounds[0].number if rounds else -1
        return rounds[place] if 0 <= place < len(rounds) else None

    def lines(self, summary: RoundSummary, say: Translator) -> tuple[list[StoryLine], int]:
        """Return a round's lines, and how many of its entries are left out because there are too many."""
        formatter = JournalFormatter(say)
        if self._opening and summary.since.seq:  # it says what the table plays, and by which options
            formatter.format_entry(self._opening)
        lines: list[StoryLine] = []
        last = min(summary.last, summary.first + MOST_ENTRIES - 1)
        with closing(self.links(summary.since, last)) as links:
            for link in links:
                # Those before the round are formatted too: they set its phase.
                entry_lines = formatter.format_entry(link.entry)
                if link.entry.seq >= summary.first:
                    lines += entry_lines
        return lines, summary.last - last


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


class CageBook(JournalIndex[CashLine]):
    """The cage's journal as a book: deposits and withdrawals."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, CAGE)

    @property
    def game(self) -> str:
        """The cage, whose journal nothing else names."""
        return CAGE

    def start_before(self, seq: int | None) -> Start:
        """Return as much again as has been read; the digest there is believed until what leads to it is read."""
        if seq is None:
            begins = max(self.store.seq(CAGE) - FIRST_READ, 0)
        else:
            begins = max(seq - max(FIRST_READ, len(self.part.items)), 0)
        return Start(begins, digest_at(self.store, CAGE, begins))

    def take(self, part: JournalPart[CashLine], link: Link) -> None:
        """Add the deposits and withdrawals of an entry."""
        entry = link.entry
        for event in entry.events:
            if isinstance(event, CashedIn | CashedOut):
                line = CashLine(
                    seq=entry.seq,
                    at=entry.at,
                    by=entry.by,
                    role=entry.role,
                    second=entry.second,
                    player=event.player,
                    amount=event.amount if isinstance(event, CashedIn) else -event.amount,
                )
                part.items.append(line)


def is_within(at: str, since: date | None, until: date | None) -> bool:
    """Return whether a time lies on one of the days from one to another, in Macau; what cannot be read lies on any."""
    moment = macau_time(at)
    return moment is None or ((not since or since <= moment.date()) and (not until or moment.date() <= until))

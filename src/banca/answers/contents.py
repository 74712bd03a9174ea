"""The contents of a table's story: where each round stands in the journal and what it came to; its lines are told on request."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from sys import intern
from threading import Lock

from banca.answers.story import Chapter, StoryLine, Teller, rules_of
from banca.house.audit.chain import BrokenLinkError, read_link
from banca.house.audit.faults import BROKEN_AT
from banca.house.audit.snapshot import snapshot
from banca.house.journal import FIRST_ENTRY, GENESIS, Entry, game_of
from banca.house.store import Store
from banca.live.command import Role
from banca.live.event import Opened, RoundVoided
from banca.rulebook import Message, Refusal, Rules
from banca.words import Speech

MOST_ENTRIES = 5000
"""Entries of one round that are told at once."""
NAMES = ("player", "who")
"""Fields of events that name somebody at the table."""


Link = tuple[Entry, str, str]
"""An entry with the digest before it and its own."""


def links(store: Store, table: str, after: int, head: str, game: str) -> Generator[Link, None, None]:
    """Entries from behind a sequence number on, each with the digest before it and its own; refused where the chain breaks."""
    with snapshot(store) as seen:
        for row in seen.rows(table, after):
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
class RoundContents:
    """One round in the journal."""

    chapter: Chapter
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
            self.chapter.take(event)
            self.players.update(intern(name) for name in (getattr(event, one, "") for one in NAMES) if name)


class Contents:
    """All rounds of one table. The journal is read once, link by link, and from then on only what is new."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._lock = Lock()
        self._opening: Entry | None = None
        self._rules: Rules | None = None
        self._since = StartingPoint(1, GENESIS)
        self.table = table
        self.rounds: list[RoundContents] = []
        self.seq, self.head = 0, GENESIS
        self.broken: Message | None = None
        """Why the story ends before the journal does."""

    def read_on(self) -> None:
        """Take in what has been written since."""
        with self._lock:
            try:
                for entry, before, head in self._links(self.seq, self.head):
                    self._take(entry, before, head)
                    self.seq, self.head = entry.seq, head
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def lines(self, number: int, say: Speech) -> tuple[list[StoryLine], int]:
        """A round's lines, and how many of its entries are left out because there are too many."""
        found = self.rounds[number - 1]
        teller = Teller(say)
        if self._opening and found.since.seq > 1:
            teller.tell(self._opening)
        lines: list[StoryLine] = []
        until = min(found.last, found.first + MOST_ENTRIES - 1)
        links = self._links(found.since.seq - 1, found.since.before)
        with closing(links):
            for entry, _, _ in islice(links, until - found.since.seq + 1):
                told = teller.tell(entry)
                if entry.seq >= found.first:
                    lines += told
        return lines, found.last - until

    @property
    def game(self) -> str:
        """What is played at the table."""
        return game_of(self._opening) if self._opening else FIRST_ENTRY

    def _links(self, after: int, head: str) -> Generator[Link, None, None]:
        return links(self._store, self.table, after, head, self.game)

    def _take(self, entry: Entry, before: str, head: str) -> None:
        if self._opening is None:
            self._opening = entry
            self._rules = next((rules_of(event) for event in entry.events if isinstance(event, Opened)), None)
        if not self.rounds or self.rounds[-1].chapter.is_over:
            chapter = Chapter(len(self.rounds) + 1, rules=self._rules)
            self.rounds.append(RoundContents(chapter, entry.seq, self._since))
        self.rounds[-1].take(entry, before, head)
        if any(event.leads_to or isinstance(event, RoundVoided) for event in entry.events):
            self._since = StartingPoint(entry.seq, before)

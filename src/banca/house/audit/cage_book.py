"""The cage's journal as a book: deposits and withdrawals, and what each player paid in and took out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from threading import Lock

from banca.house.audit.faults import BROKEN_AT, DIGEST_DIFFERS
from banca.house.audit.round_index import Link, links
from banca.house.audit.snapshot import snapshot
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.journal import GENESIS, Entry
from banca.house.store import Store
from banca.i18n.formats import macau_time
from banca.rules import Message, Refusal

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


def to_the_first(lines: Sequence[CashLine]) -> bool:
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
                    self._add(_line(entry, event))
            self.seq, self.head = entry.seq, head

    def _add(self, line: CashLine) -> None:
        self.lines.append(line)
        self.players.setdefault(line.player, PlayerCash()).take(line)


def _line(entry: Entry, event: CashedIn | CashedOut) -> CashLine:
    return CashLine(
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        role=entry.role,
        second=entry.second,
        player=event.player,
        amount=event.amount if isinstance(event, CashedIn) else -event.amount,
    )

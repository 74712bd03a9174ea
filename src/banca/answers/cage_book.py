"""The cage's journal as a book: every deposit and withdrawal, and what each player paid in and took out."""

from dataclasses import dataclass, field
from datetime import date
from threading import Lock

from banca.answers.contents import links
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.journal import GENESIS, Entry
from banca.house.store import Store
from banca.rulebook import Message, Refusal
from banca.words.dates import in_macau


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
    moment = in_macau(at)
    return moment is None or ((not since or since <= moment.date()) and (not until or moment.date() <= until))


class CageBook:
    """The whole book. The journal is read once, link by link, and from then on only what is new."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self.seq, self.head = 0, GENESIS
        self.lines: list[CashLine] = []
        self.players: dict[str, PlayerCash] = {}
        self.broken: Message | None = None
        """Why the book ends before the journal does."""

    def read_on(self) -> None:
        """Take in what has been written since."""
        with self._lock:
            try:
                for entry, _, head in links(self._store, CAGE, self.seq, self.head, CAGE):
                    for event in entry.events:
                        if isinstance(event, CashedIn | CashedOut):
                            self._take(entry, event)
                    self.seq, self.head = entry.seq, head
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

    def _take(self, entry: Entry, event: CashedIn | CashedOut) -> None:
        line = CashLine(
            seq=entry.seq,
            at=entry.at,
            by=entry.by,
            role=entry.role,
            second=entry.second,
            player=event.player,
            amount=event.amount if isinstance(event, CashedIn) else -event.amount,
        )
        self.lines.append(line)
        self.players.setdefault(line.player, PlayerCash()).take(line)

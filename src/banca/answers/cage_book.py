"""The cage's journal as a book: every deposit and withdrawal, and what each player paid in and took out."""

from dataclasses import dataclass
from datetime import date
from threading import Lock

from banca.answers.contents import links
from banca.house.cage import CAGE, CashedIn, CashedOut
from banca.house.journal import GENESIS
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
        self.broken: Message | None = None
        """Why the book ends before the journal does."""

    def read_on(self) -> None:
        """Take in what has been written since."""
        with self._lock:
            try:
                for entry, _, head in links(self._store, CAGE, self.seq, self.head, CAGE):
                    self.lines += [
                        CashLine(
                            seq=entry.seq,
                            at=entry.at,
                            by=entry.by,
                            role=entry.role,
                            second=entry.second,
                            player=event.player,
                            amount=event.amount if isinstance(event, CashedIn) else -event.amount,
                        )
                        for event in entry.events
                        if isinstance(event, CashedIn | CashedOut)
                    ]
                    self.seq, self.head = entry.seq, head
                self.broken = None
            except Refusal as refusal:
                self.broken = refusal.message

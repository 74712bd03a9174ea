"""Hidden results: each is opened as it was committed to, or it is said why it never was."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banca.games.pai_kao.live import PaiKaoLive
from banca.games.pai_kao.live.event import TilesDealt
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.replay import kind, order_dealt
from banca.house.chance import is_opened_by
from banca.house.journal import Entry
from banca.rulebook import Code, Refusal
from banca.rulebook.live.event import CommitmentOpened, Committed, Event, ResultCalled, RoundVoided

AT_A_TIME = 500

Secrets = Callable[[Sequence[str]], Mapping[str, tuple[str, str]]]
"""Looks hidden results up in the store: outcome and nonce of each commitment that it has."""


LEFT_BEHIND = ("", "")
"""In place of a hidden result that did not travel with an exported journal: the round can only be voided there."""


@dataclass(slots=True)
class Where:
    """A commitment and the event that made it."""

    commitment: str
    seq: int
    place: int
    is_void: bool = False
    """It was never opened, and never will be."""


@dataclass(slots=True)
class Commitments:
    """A table's commitments as far as its journal has been read."""

    table: str
    secrets: Secrets | None = None
    """None where there is no store to look into yet."""
    found: int = 0
    """How many have their result in the store."""
    hidden: Where | None = None
    """The one that is not opened yet."""
    _dealt: str = ""
    """Pai Kao: the order of the tiles as they were dealt out of it."""
    _unseen: list[Where] = field(default_factory=list)

    def take(self, entry: Entry, state: Any) -> Iterator[Finding]:  # noqa: ANN401 - each game has its own
        """An entry at a table that stood at `state` before it."""
        for place, event in enumerate(entry.events):
            match event:
                case Committed():
                    if self.hidden:
                        why = Refusal(Code.COMMITMENT_REPLACED, asked=self.hidden.commitment, seq=self.hidden.seq)
                        yield self._finding(entry.seq, place, event, why)
                    self.hidden = Where(event.commitment, entry.seq, place)
                    yield from self._remember(self.hidden)
                case TilesDealt() if isinstance(state, PaiKaoLive):
                    self._dealt = order_dealt(state, event)
                case CommitmentOpened():
                    yield from self._open(entry, place, event)
                case RoundVoided() if self.hidden:
                    why = Refusal(
                        Code.COMMITMENT_VOIDED, asked=self.hidden.commitment, by=entry.by, because=event.reason
                    )
                    yield self._finding(entry.seq, place, event, why, Weight.NOTICE)
                    self.hidden.is_void = True
                    self.hidden = None

    def _open(self, entry: Entry, place: int, event: CommitmentOpened) -> Iterator[Finding]:
        hidden, self.hidden = self.hidden, None
        is_it = hidden is not None and hidden.commitment == event.commitment
        if not is_it or not is_opened_by(event.commitment, event.outcome, event.nonce):
            yield self._finding(entry.seq, place, event, Refusal(Code.COMMITMENT_BROKEN, asked=event.commitment))
        called = next(
            (one.written or one.outcome for one in entry.events if isinstance(one, ResultCalled)), self._dealt
        )
        if called != event.outcome:
            why = Refusal(Code.OTHER_RESULT, expected=event.outcome, found=called)
            yield self._finding(entry.seq, place, event, why)
        self._dealt = ""

    def _remember(self, made: Where) -> Iterator[Finding]:
        if len(self._unseen) >= AT_A_TIME:
            yield from self.look_up()
        self._unseen.append(made)

    def look_up(self) -> Iterator[Finding]:
        """Compare the store's results with the commitments read since the last time.

        A result that was never opened does not travel with an export; nobody needs it where the round is void.
        """
        looked, self._unseen = self._unseen, []
        if not looked or self.secrets is None:
            return
        there = self.secrets([made.commitment for made in looked])
        self.found += len(there)
        for made in looked:
            secret = there.get(made.commitment)
            if secret is None:
                weight = Weight.NOTICE if made.is_void else Weight.FAULT
                yield self._of(made, Refusal(Code.SECRET_MISSING, asked=made.commitment), weight)
            elif tuple(secret) == LEFT_BEHIND:
                yield self._of(made, Refusal(Code.SECRET_MISSING, asked=made.commitment), Weight.NOTICE)
            elif not is_opened_by(made.commitment, str(secret[0]), str(secret[1])):
                yield self._of(made, Refusal(Code.SECRET_DIFFERS, asked=made.commitment))

    def end(self) -> Iterator[Finding]:
        """What is still hidden when the journal ends."""
        yield from self.look_up()
        if self.hidden:
            yield self._of(self.hidden, Refusal(Code.COMMITMENT_HIDDEN, asked=self.hidden.commitment), Weight.NOTICE)

    def _of(self, made: Where, why: Refusal, weight: Weight = Weight.FAULT) -> Finding:
        return self._finding(made.seq, made.place, Committed(commitment=made.commitment), why, weight)

    def _finding(self, seq: int, place: int, event: Event, why: Refusal, weight: Weight = Weight.FAULT) -> Finding:
        return Finding(
            weight=weight,
            check=Check.COMMITMENT,
            table=self.table,
            seq=seq,
            place=place,
            event=kind(event),
            why=why,
        )

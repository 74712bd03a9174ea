"""Hidden results: each is opened as it was committed to, or it is said why it never was."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banca.house import seeds
from banca.house.audit.faults import (
    COMMITMENT_VOIDED,
    DRAW_DIFFERS,
    SECRET_MISSING,
)
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.replay import SEEDS, kind
from banca.house.chance import RoundAt, is_opened_by
from banca.house.journal import Entry
from banca.house.seal import Seal
from banca.house.sealed_results import Secret, is_sealed, open_hidden
from banca.house.seeds import is_seed_of
from banca.live.conduct import Conduct
from banca.live.draw_event import SeedCommitted, SeedLost, SeedOpened
from banca.live.event import CommitmentOpened, Committed, Event, RoundEnded, RoundVoided
from banca.rules import Message, _

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
    round: int
    """The round it names."""
    is_void: bool = False
    """It was never opened, and never will be."""
    is_shown: bool = False
    form: int = SEEDS
    """Of the entry that made it: since this one a hidden result follows from its nonce."""
    is_seed: bool = False
    """Whether it is a seed of a draw that was committed to; then `round` is the draw's number."""


@dataclass(slots=True)
class Commitments:
    """A table's commitments as far as its journal has been read."""

    table: str
    secrets: Secrets | None = None
    """None where there is no store to look into yet."""
    seal: Seal | None = None
    """None where the house's key is not at hand."""
    found: int = 0
    """How many have their result in the store."""
    hidden: Where | None = None
    """The one that is not opened yet."""
    _seed: Where | None = None
    """The seed of the next draw."""
    _shown: str = ""
    """The result as the table has shown it, before the commitment is opened or with it."""
    _unseen: list[Where] = field(default_factory=list)

    def take(
        self, entry: Entry, conduct: Conduct[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        for event in entry.events:
            if conduct is not None and (shown := conduct.shown_by(event, state)):
                self._shown = shown
        for place, event in enumerate(entry.events):
            match event:
                case Committed():
                    if self.hidden:
                        why = Message(
                            "commitment_replaced",
                            _("it replaces the commitment {asked} (entry {seq}), which was never revealed"),
                            asked=self.hidden.commitment,
                            seq=self.hidden.seq,
                        )
                        yield self._finding(entry.seq, place, event, why)
                    yield from self._check_round(entry.seq, place, event, state)
                    self.hidden = Where(event.commitment, entry.seq, place, event.round, form=entry.v)
                    self._shown = ""
                    yield from self._remember(self.hidden)
                case CommitmentOpened():
                    yield from self._open(entry, place, event, conduct)
                case SeedCommitted() | SeedOpened() | SeedLost():
                    yield from self._follow_seed(entry.seq, place, event)
                case RoundEnded() if self.hidden:
                    why = Message(
                        "commitment_unopened",
                        _("the round ended, but its commitment {asked} was never revealed"),
                        asked=self.hidden.commitment,
                    )
                    yield self._finding(entry.seq, place, event, why)
                    self.hidden.is_void = True
                    self.hidden = None
                case RoundVoided() if self.hidden:
                    why = Message(COMMITMENT_VOIDED, asked=self.hidden.commitment, by=entry.by, because=event.reason)
                    yield self._finding(entry.seq, place, event, why, Weight.NOTICE)
                    self.hidden.is_void = True
                    self.hidden = None

    def _follow_seed(self, seq: int, place: int, event: SeedCommitted | SeedOpened | SeedLost) -> Iterator[Finding]:
        """Seeds are looked up beside hidden results; what they give is checked by itself."""
        if isinstance(event, SeedCommitted):
            self._seed = Where(event.commitment, seq, place, event.number, is_seed=True)
            yield from self._remember(self._seed)
        elif self._seed:
            self._seed.is_shown, self._seed.is_void = isinstance(event, SeedOpened), isinstance(event, SeedLost)

    def _check_round(
        self, seq: int, place: int, event: Committed, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """A commitment names the round that is played."""
        played = getattr(state, "round", None)
        if event.round != played:
            why = Message(
                "commitment_misplaced",
                _("the commitment {asked} is for round {found}; round {expected} was played"),
                asked=event.commitment,
                found=event.round,
                expected=played,
            )
            yield self._finding(seq, place, event, why)

    def _open(
        self, entry: Entry, place: int, event: CommitmentOpened, conduct: Conduct[Any] | None
    ) -> Iterator[Finding]:
        hidden, self.hidden = self.hidden, None
        is_it = hidden is not None and (hidden.commitment, hidden.round) == (event.commitment, event.round)
        if not is_it or not is_opened_by(event.commitment, event.outcome, event.nonce, self._of_round(event.round)):
            yield self._finding(
                entry.seq,
                place,
                event,
                Message(
                    "commitment_broken",
                    _("the result shown does not match the commitment {asked}"),
                    asked=event.commitment,
                ),
            )
        elif hidden and hidden.form >= SEEDS and conduct is not None and conduct.hidden is not None:
            gives = seeds.hidden(conduct.hidden, event.nonce, self._of_round(event.round))
            if gives != event.outcome:
                yield self._finding(entry.seq, place, event, Message(DRAW_DIFFERS, expected=gives, found=event.outcome))
        if hidden is not None:
            hidden.is_shown = True
        if any(isinstance(one, RoundVoided) for one in entry.events):
            return
        if self._shown != event.outcome:
            why = Message(
                "other_result",
                _("the commitment was to {expected}, but {found} was played"),
                expected=event.outcome,
                found=self._shown,
            )
            yield self._finding(entry.seq, place, event, why)
        self._shown = ""

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
                yield self._of(made, Message(SECRET_MISSING, asked=made.commitment), weight)
            elif tuple(secret) == LEFT_BEHIND:
                yield self._of(made, Message(SECRET_MISSING, asked=made.commitment), Weight.NOTICE)
            elif not self._is_as_committed(made, (str(secret[0]), str(secret[1]))):
                yield self._of(
                    made,
                    Message(
                        "secret_differs",
                        _("the hidden result of {asked} in the store does not match its commitment"),
                        asked=made.commitment,
                    ),
                )

    def _is_as_committed(self, made: Where, kept: Secret) -> bool:
        """Whether the store keeps what was committed to. A sealed result that was shown needs no look: the journal has it."""
        if not is_sealed(kept):
            return self._opens(made, kept)
        if self.seal is None or made.is_shown or made.is_void:
            return True
        secret = open_hidden(self.seal, self.table, made.commitment, kept)
        return secret is not None and self._opens(made, secret)

    def _opens(self, made: Where, secret: Secret) -> bool:
        """Whether this is what was committed to."""
        of = self._of_round(made.round)
        if made.is_seed:
            return is_seed_of(made.commitment, secret[1], of)
        return is_opened_by(made.commitment, *secret, of)

    def _of_round(self, number: int) -> RoundAt:
        return RoundAt(self.table, number)

    def end(self) -> Iterator[Finding]:
        """What is still hidden when the journal ends."""
        yield from self.look_up()
        if self.hidden:
            yield self._of(
                self.hidden,
                Message(
                    "commitment_hidden",
                    _("the commitment {asked} is not revealed yet: the round is in progress"),
                    asked=self.hidden.commitment,
                ),
                Weight.NOTICE,
            )

    def _of(self, made: Where, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        event = (
            SeedCommitted(number=made.round, commitment=made.commitment)
            if made.is_seed
            else Committed(commitment=made.commitment, round=made.round)
        )
        return self._finding(made.seq, made.place, event, why, weight)

    def _finding(self, seq: int, place: int, event: Event, why: Message, weight: Weight = Weight.FAULT) -> Finding:
        return Finding(
            weight=weight,
            check=Check.COMMITMENT,
            table=self.table,
            seq=seq,
            place=place,
            event=kind(event),
            why=why,
        )

"""Results that were drawn from committed seeds: each is worked out again from what was published. R-live-3."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from banca.house.audit.faults import (
    DRAW_DIFFERS,
)
from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.replay import kind
from banca.house.chance import RoundAt
from banca.house.journal import Entry
from banca.house.seeds import drawn, is_seed_of
from banca.live.conduct import Conduct
from banca.live.draw_event import Pledged, SeedLost, SeedOpened
from banca.live.event import Event
from banca.live.results import SeedUse
from banca.live.table import Window
from banca.rules import NOTHING, Message, _

OFTEN = 3
"""Numbers that one player has withheld are told from so many on."""


@dataclass(slots=True)
class DrawCheck:
    """A table's draws as far as its journal has been read."""

    table: str
    _pledged: Counter[str] = field(default_factory=Counter)
    _withheld: Counter[str] = field(default_factory=Counter)

    def take(
        self, entry: Entry, conduct: Conduct[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        if conduct is None or not conduct.is_drawn:
            return
        window: Window = state.window
        use = _use(conduct, state, entry)
        for place, event in enumerate(entry.events):
            match event:
                case Pledged():
                    self._pledged[event.player] += 1
                case SeedOpened():
                    self._withheld.update(event.withheld)
                    yield from self._opened(entry.seq, place, event, window, use)
                    use = None
                case SeedLost():
                    why = Message(
                        "seed_lost",
                        _(
                            "the seed of commitment {asked} was never revealed, and another took its place after the bets"
                        ),
                        asked=event.commitment,
                    )
                    yield self._finding(entry.seq, place, event, why)
                    use = None
        if use is not None:
            yield self._finding(
                entry.seq,
                None,
                None,
                Message(
                    "seed_unopened",
                    _("this entry should have revealed the seed of commitment {asked}, but did not"),
                    asked=window.commitment,
                ),
            )

    def _opened(
        self, seq: int, place: int, event: SeedOpened, window: Window, use: SeedUse | None
    ) -> Iterator[Finding]:
        """The seed is the one that was committed to, the numbers are those that were revealed, and they give the result."""
        of = RoundAt(self.table, event.number)
        if event.commitment != window.commitment or not is_seed_of(event.commitment, event.seed, of):
            yield self._finding(
                seq,
                place,
                event,
                Message(
                    "seed_differs",
                    _("the seed that was revealed does not match the commitment {asked}"),
                    asked=event.commitment,
                ),
            )
            return
        if event.nonces != window.revealed or event.withheld != window.withheld:
            found, expected = _names(event.nonces), _names(window.revealed)
            yield self._finding(
                seq,
                place,
                event,
                Message(
                    "numbers_differ",
                    _("the players revealed the numbers {expected}, but {found} were counted"),
                    found=found,
                    expected=expected,
                ),
            )
        possible = use.possible if use else None
        gives = drawn(possible, event.seed, of, window.revealed) if possible else ""
        if gives != event.outcome:
            why = Message(DRAW_DIFFERS, expected=gives or NOTHING, found=event.outcome or NOTHING)
            yield self._finding(seq, place, event, why)

    def end(self) -> Iterator[Finding]:
        """A notice for everybody who often pledged a number and withheld it: each time they chose between two results."""
        for player, times in sorted(self._withheld.items()):
            if times >= OFTEN:
                why = Message(
                    "numbers_withheld",
                    _(
                        "{player} pledged {asked} numbers and withheld {found} of them: each time, the player could choose between two results"
                    ),
                    player=player,
                    found=times,
                    asked=self._pledged[player],
                )
                yield Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table=self.table, why=why)

    def _finding(self, seq: int, place: int | None, event: Event | None, why: Message) -> Finding:
        name = kind(event) if event else ""
        return Finding(check=Check.COMMITMENT, table=self.table, seq=seq, place=place, event=name, why=why)


def _use(conduct: Conduct[Any], state: Any, entry: Entry) -> SeedUse | None:  # each game has its own
    """What the entry should have done with the table's seed."""
    try:
        return conduct.seed_use(state, entry.command)
    except Exception:  # a forged entry, which the replay tells
        return None


def _names(nonces: tuple[tuple[str, str], ...]) -> object:
    """Players and the beginnings of their numbers."""
    return [f"{player} {nonce[:8]}" for player, nonce in nonces] or NOTHING

"""Rounds that were voided, against what they would have paid: whoever voids what the house would lose is seen by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from banca.house.audit.findings import Check, Finding, Voids, Weight
from banca.house.audit.replay import kind
from banca.house.journal import Entry
from banca.live.bet_event import BetDecided
from banca.live.conduct import Conduct
from banca.live.draw_event import SeedOpened
from banca.live.event import CommitmentOpened, RoundVoided
from banca.rules import Message, _, format_patacas

MANY = 3
"""Voids that all go one way are told from so many on."""


@dataclass(slots=True)
class VoidCount:
    """A table's voids as far as its journal has been read."""

    table: str
    voids: Voids

    def take(
        self, entry: Entry, conduct: Conduct[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        found = next(((n, event) for n, event in enumerate(entry.events) if isinstance(event, RoundVoided)), None)
        if found is None:
            return
        place, event = found
        self.voids.rounds += 1
        shown = (event.outcome for event in entry.events if isinstance(event, CommitmentOpened | SeedOpened))
        hidden = next(filter(None, shown), None)
        players = None if hidden is None else would_win(conduct, state, hidden)
        if players is None:
            return
        self.voids.add(players)
        why = Message(
            "void_opened",
            _(
                "{by} voided the round; reason: {because}; the hidden result was {found}: the players' result would have been {players}"
            ),
            by=entry.by,
            because=event.reason,
            found=hidden,
            players=signed(players),
        )
        yield Finding(
            weight=Weight.NOTICE,
            check=Check.COMMITMENT,
            table=self.table,
            seq=entry.seq,
            place=place,
            event=kind(event),
            why=why,
        )

    def end(self) -> Iterator[Finding]:
        """A notice where all went one way."""
        voids = self.voids
        if max(voids.won, voids.lost) >= MANY and not min(voids.won, voids.lost):
            players = signed(voids.players)
            why = Message(
                "voids_one_sided",
                _("of {asked} voided rounds the players would have won {won} and lost {lost}: {players} in all"),
                asked=voids.rounds,
                won=voids.won,
                lost=voids.lost,
                players=players,
            )
            yield Finding(weight=Weight.NOTICE, check=Check.COMMITMENT, table=self.table, why=why)


def would_win(conduct: Conduct[Any] | None, state: Any, hidden: str) -> int | None:  # each game has its own
    """What the bets on the table would have won for the players, in avos; none where their own play would have decided."""
    try:
        events = conduct.would_pay(state, hidden) if conduct else None
    except Exception:  # a forged result, which the replay tells
        return None
    return (
        None
        if events is None
        else sum(event.received - event.stake for event in events if isinstance(event, BetDecided))
    )


def signed(avos: int) -> str:
    """An amount with its sign.

    >>> signed(1250), signed(-1250), signed(0)
    ('+12.50', '-12.50', '0')
    """
    return f"{'+' if avos > 0 else ''}{format_patacas(avos)}"

"""Entries that were corrected before they were paid: each is told, with what it changed for the players. R-live-2."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from banca.house.audit.findings import Check, Finding, Weight
from banca.house.audit.replay import kind
from banca.house.audit.voids import signed, would_win
from banca.house.journal import Entry
from banca.live.conduct import Conduct
from banca.live.event import Correction
from banca.rules import Message, _


@dataclass(slots=True)
class Corrections:
    """A table's corrections as far as its journal has been read."""

    table: str

    def take(
        self, entry: Entry, conduct: Conduct[Any] | None, state: Any
    ) -> Iterator[Finding]:  # each game has its own
        """An entry at a table that stood at `state` before it."""
        for place, event in enumerate(entry.events):
            if event.correction is None:
                continue
            yield Finding(
                weight=Weight.NOTICE,
                check=Check.REPLAY,
                table=self.table,
                seq=entry.seq,
                place=place,
                event=kind(event),
                why=_why(entry.by, event.correction, conduct, state),
            )


def _why(by: str, one: Correction, conduct: Conduct[Any] | None, state: Any) -> Message:  # each game has its own
    first, players = (would_win(conduct, state, entered) for entered in (one.before, one.after))
    about = {"by": by, "before": one.before, "after": one.after, "because": one.reason}
    if first is None or players is None:
        return Message("part_corrected", _("{by} corrected the entry {before} to {after}; reason: {because}"), **about)
    return Message(
        "entry_corrected",
        _(
            "{by} corrected the entry {before} to {after}; reason: {because}; the players' result changed from {first} to {players}"
        ),
        **about,
        first=signed(first),
        players=signed(players),
    )

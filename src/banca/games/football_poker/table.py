"""A table of football poker, and the shoe that a drawn one deals from. A-5, R-fp-3."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import field, structs

from banca.games.football_poker.device import BEHIND_CUT_CARD, DECKS, SHOE, Cards, Shuffling, full_shoe, parse, without
from banca.live.bet_event import ResultCalled
from banca.live.chance_conduct import ChanceConduct
from banca.live.chance_state import ChanceState
from banca.live.command import Actor
from banca.live.event import Event, RoundEnded
from banca.live.results import Possible
from banca.rules import _


class ShoeState(ChanceState, frozen=True, kw_only=True):
    """As every table of chance, with what is left of its shoe."""

    left: Cards = field(default_factory=dict)
    """How many cards of each rank are left; empty where the shoe is full."""


class ShoeConduct(ChanceConduct[ShoeState]):
    """As every table of chance; by the house's option a drawn table deals on from what is left of its shoe."""

    NOTES: ClassVar[Mapping[str, str]] = {
        "shoe": _("{left} cards in the shoe; shuffled at {cut} or fewer"),
    }

    @property
    def start(self) -> ShoeState:
        """The table as it opens, with a full shoe."""
        return ShoeState(phase=str(self.acts[0].phase), table=self.rules.rulebook.table.start)

    @cached_property
    def deals_on(self) -> bool:
        """Whether hands are drawn from what the hands before them left. At an observed table the croupier has the shoe."""
        return self.is_drawn and self.rules.chosen[SHOE] == Shuffling.TO_CUT_CARD

    @cached_property
    def _full(self) -> Cards:
        return full_shoe(self.rules.chosen[DECKS])

    def evolve(self, state: ShoeState, event: Event) -> ShoeState:
        """A hand leaves the shoe when it is called; after the hand that reaches the cut card the shoe is full again."""
        after = super().evolve(state, event)
        if isinstance(event, ResultCalled) and self.deals_on:
            return structs.replace(after, left=without(state.left or self._full, parse(event.outcome)))
        if isinstance(event, RoundEnded) and sum(state.left.values()) <= BEHIND_CUT_CARD:
            return structs.replace(after, left={})
        return after

    def voided(self, state: ShoeState) -> ShoeState:
        """A void round leaves the shoe as it is."""
        return structs.replace(super().voided(state), left=state.left)

    @property
    def devices(self) -> Sequence[Possible]:
        """Hands from a shoe that is dealt on, by the program or a croupier, are not independent: no test of a row of results is right for them."""
        return () if self.rules.chosen[SHOE] == Shuffling.TO_CUT_CARD else super().devices

    def view(self, state: ShoeState, viewer: Actor) -> Mapping[str, Any]:
        """How many cards are left is everybody's to see, as on a table."""
        return {**super().view(state, viewer), **({"cards_left": self._cards(state)} if self.deals_on else {})}

    def notes(self, state: ShoeState) -> Sequence[Mapping[str, str]]:
        """What is left of the shoe."""
        if not self.deals_on:
            return ()
        return ({"note": "shoe", "left": str(self._cards(state)), "cut": str(BEHIND_CUT_CARD)},)

    def _cards(self, state: ShoeState) -> int:
        return sum((state.left or self._full).values())

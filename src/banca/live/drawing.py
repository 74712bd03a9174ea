"""How a table draws from committed seeds: which acts close the bets, which open the seed, and what is published with it. R-live-3.

A seed is committed before the bets that it decides are open and opened at its draw; the next is committed with it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import structs

from banca.live.act import Act, Does
from banca.live.bet_event import PartShown, ResultCalled
from banca.live.command import Actor, Close, Command, VoidRound
from banca.live.draw_event import DevicesPublished, PledgesClosed, SeedCommitted, SeedLost, SeedOpened
from banca.live.event import CommitmentOpened, Committed, Event
from banca.live.results import Chance, Possible, SeedUse, Want, Wanted, device_of, draw_in
from banca.live.table import Funds, TableState
from banca.rules import _
from banca.rules.refusal import Defect, Refusal

S = TypeVar("S", bound=TableState)


class Drawing(ABC, Generic[S]):
    """What every table knows of its draws."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._betting = frozenset(str(act.phase) for act in acts if act.does is Does.PLACE)
        """Phases in which bets are open."""

    @property
    def draws_from_seeds(self) -> bool:
        """Whether results are drawn at a call, so that a seed is committed beforehand; not where they lie hidden already."""
        return False

    @abstractmethod
    def happens(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """What an act of the procedure comes to."""

    @abstractmethod
    def any_chance(self, state: S, command: Command) -> Chance | None:
        """A result that could be, where a command needs one."""

    def would_draw(self, state: S) -> Possible | None:  # of games of chance
        """Out of what the next result would have come, where a round is void; None where no one result decides."""
        return None

    # What chance gives

    def wants(self, state: S, command: Command) -> Wanted | None:  # of games with a device
        """What a command needs of chance; nothing at a table where the croupier says what lies there."""
        return None

    @property
    def hidden(self) -> Possible | None:
        """What a hidden result can be."""
        return None

    @property
    def devices(self) -> Sequence[Possible]:
        """What decides here, and everything that it can show."""
        return ()

    def result_in(self, event: Event, state: S) -> str:
        """What one of the devices showed by an event; nothing where none did."""
        return self.shown_by(event, state)

    def shown_by(self, event: Event, state: S) -> str:  # of games that remember what was cut
        """The whole result that an event shows, as it is drawn; nothing where it shows none."""
        return event.written or event.outcome if isinstance(event, ResultCalled) else ""

    def chance_of(self, state: S, command: Command, events: Sequence[Event]) -> Chance | None:
        """What chance gave a command, taken back out of the events it came to."""
        wanted = self.wants(state, command)
        found = self._chance_in(wanted.want, state, events) if wanted else None
        draw = draw_in(events) if state.window.number else None
        if draw is None:
            return found
        outcome = draw.outcome if wanted and wanted.is_drawn else found.outcome if found else ""
        return structs.replace(found or Chance(), outcome=outcome, draw=draw)

    def _chance_in(self, want: Want, state: S, events: Sequence[Event]) -> Chance | None:
        for event in events:
            if isinstance(event, Committed) and want is Want.HIDE:
                return Chance(commitment=event.commitment, round=event.round)
            if isinstance(event, CommitmentOpened) and want in (Want.OPEN, Want.RECALL):
                return Chance(outcome=event.outcome, commitment=event.commitment, nonce=event.nonce, round=event.round)
            if want in (Want.OPEN, Want.DRAW) and (shown := self.drawn_in(event, state)):
                return Chance(outcome=shown, commitment=state.commitment if want is Want.OPEN else "")
        return None

    def drawn_in(self, event: Event, state: S) -> str:
        """What was drawn for an event, where it shows that: the whole result, or a part of it."""
        return event.outcome if isinstance(event, PartShown) else self.shown_by(event, state)

    # When a seed is used

    def takes_pledges(self, state: S) -> bool:
        """Whether a number can be pledged now: bets are open, and the seed that decides them is committed."""
        window = state.window
        return window.number > 0 and not window.is_closed and state.phase in self._betting and not state.is_closed

    def is_shut(self, state: S) -> bool:
        """Whether a phase of open bets is over because the draw follows."""
        return state.window.is_closed and state.phase in self._betting

    def closes_first(self, state: S, command: Command) -> bool:
        """Whether a draw only closes the bets when it is first asked for: where they are open until then, and somebody has pledged."""
        if not state.window.must_close or state.phase not in self._betting:
            return False
        wanted = self.wants(state, command)
        return wanted is not None and wanted.is_drawn

    def seed_use(self, state: S, command: Command) -> SeedUse | None:
        """What a command does with the table's seed: nothing, or it is opened."""
        if not state.window.number or state.is_closed:
            return None
        if isinstance(command, Close):
            return SeedUse(None, is_last=True)
        if isinstance(command, VoidRound):
            return SeedUse(self.would_draw(state))
        wanted = self.wants(state, command)
        if wanted is None or not wanted.is_drawn or self.closes_first(state, command):
            return None
        return SeedUse(wanted.possible)

    # What is published

    def beginning(self, commitment: str) -> tuple[Event, ...]:
        """What a drawn table publishes when it opens; `commitment` is that to its first seed."""
        devices = tuple(map(device_of, self.devices))
        published = (DevicesPublished(devices=devices),) if devices else ()
        return (*published, SeedCommitted(number=1, commitment=commitment)) if commitment else published

    def carry_out(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> tuple[Event, ...]:
        """What an act comes to, with what becomes of pledges and seed by it."""
        if state.window.is_closed and self.is_shut(state) and act.does not in (Does.SHOW, Does.CALL):
            raise Refusal(
                "bets_closed_for_draw",
                _("{asked} is no longer possible: the bets are closed and the draw follows"),
                act.cite,
                asked=act.said,
            )
        must_close = state.window.must_close
        is_first = must_close and self.closes_first(state, command)
        is_lost = chance is not None and chance.draw is not None and not chance.draw.seed
        given = self.any_chance(state, command) if is_first or is_lost else chance
        events = tuple(self.happens(state, act, command, actor, funds, given))
        if is_first:
            return (_closed(state),)
        if must_close and state.phase in self._betting and str(act.then) not in self._betting:
            events = (*events, _closed(state))
        return () if is_lost else events

    def with_seed(
        self, state: S, command: Command, events: tuple[Event, ...], chance: Chance | None
    ) -> tuple[Event, ...]:
        """What a command comes to, between the opening of the seed and the commitment to the next."""
        draw, window = chance.draw if chance else None, state.window
        if draw is None:
            return events
        use = self.seed_use(state, command)
        if use is None:
            raise Defect("a seed was opened that nothing asks for")
        after = () if use.is_last else (SeedCommitted(number=window.number + 1, commitment=draw.next),)
        if not draw.seed:
            return SeedLost(number=window.number, commitment=window.commitment), *events, *after
        opened = SeedOpened(
            number=window.number,
            commitment=window.commitment,
            seed=draw.seed,
            outcome=draw.outcome,
            nonces=window.revealed,
            withheld=window.withheld,
            **self._out_of(use.possible),
        )
        return opened, *events, *after

    def _out_of(self, possible: Possible | None) -> Mapping[str, Any]:
        """The device by its place among those that were published, or what could come up at that moment."""
        devices = list(self.devices)
        if possible is None:
            return {}
        if possible in devices:
            return {"device": devices.index(possible)}
        return {"results": device_of(possible).results}


def window_view(conduct: Drawing[S], state: S) -> dict[str, Any]:
    """The next draw as everybody sees it: its number and commitment, who has pledged, who has revealed."""
    window = state.window
    if not window.number:
        return {}
    return {
        "number": window.number,
        "commitment": window.commitment,
        "pledged": sorted(window.pledges),
        "revealed": sorted(window.nonces),
        "is_open": conduct.takes_pledges(state),
        "is_closed": window.is_closed,
    }


def _closed(state: TableState) -> PledgesClosed:
    return PledgesClosed(number=state.window.number, players=tuple(sorted(state.window.pledges)))

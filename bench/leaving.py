"""What a bet is worth to a player who takes the stake back wherever a live table gives it back: exact, by the table's own decisions.

Every state that a drawn table comes to with the bet on it is reached with `decide` and `evolve` alone, every result by its own
weight. In every state all ways out are tried. The value of never leaving, and of leaving wherever that is better, are solved
exactly. Bets are paid each by itself, so whoever has several leaves each where that is best, and gains the sum of their values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from types import MappingProxyType, MethodType
from typing import Any

from msgspec import structs

from banca.analysis.exact.odds import Moves, fraction, solve
from banca.games import find, rules_of
from banca.house.commands import DealtBy
from banca.rules import Refusal, Rules
from banca.tables.acts import Act
from banca.tables.chance import Chance, ChanceSource, DrawKind, WeightedResults
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import (
    AUTOMATIC,
    Actor,
    Close,
    Command,
    Leave,
    PlaceBet,
    Role,
    Unseat,
    VoidRound,
    WithdrawBet,
    command_name,
)
from banca.tables.engine import UNLIMITED_FUNDS
from banca.tables.events import BetDecided, BetPlaced, Event, TableOpened, wallet
from banca.tables.state import ChanceState

PLAYER = Actor("player", Role.PLAYER)
SUPERVISOR = Actor("supervisor", Role.SUPERVISOR)
STAKE = 1000
WITHDRAW = command_name(WithdrawBet)
"""The one way out that a clause gives."""
NOTHING = Fraction(0)


Table = ChanceEngine[Any]
"""How a table of chance is conducted."""
Void = Callable[[Table, ChanceState], None]
"""Refuses what may not be voided."""


def conducted(game: str, options: Mapping[str, str] = MappingProxyType({})) -> Table:
    """A drawn table of a game with a croupier who goes on by itself."""
    opened = TableOpened(
        game=game,
        instrument="",
        options=dict(options),
        minimum=STAKE,
        maximum=STAKE * 1000,
        chip=1,
        player_maximum=STAKE * 1000,
        chance=ChanceSource.DRAWN,
        conduct=DealtBy.AUTOMATIC,
        version="",
    )
    engine = find(game).conduct(opened, rules_of(game, tuple(sorted(options.items()))))
    if not isinstance(engine, ChanceEngine):
        raise TypeError(game)
    return engine


def changed(
    table: Table, rules: Rules | None = None, acts: Sequence[Act] | None = None, void: Void | None = None
) -> Table:
    """A table that is conducted otherwise: by other rules or acts, or with other rounds that may be voided."""
    other = type(table)(table.opened, acts or table.acts, table.codec, rules or table.rules)
    if void:
        other.check_voidable = MethodType(void, other)  # type: ignore[method-assign]  # of this one alone
    return other


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """One bet, per unit staked."""

    bet: str
    stays: Fraction
    """To whoever never leaves: what `banca odds` says."""
    leaves: Fraction
    """To whoever has met one result at least and then leaves wherever that is better."""
    ways: frozenset[str]
    """All ways out that the table accepts after a result."""
    by_clause: Fraction
    """To whoever leaves only by taking the bet back, as its clause allows."""


@dataclass(slots=True)
class _Moment:
    """A state of the table with the bet on it."""

    moves: dict[int, Fraction] = field(default_factory=dict)
    reward: Fraction = NOTHING
    ways: frozenset[str] = frozenset()


class Walk:
    """All states that follow when one bet lies on a table."""

    def __init__(self, engine: Table, bet: str) -> None:
        self._conduct = engine
        self._bet = engine.rules.bets[bet]
        self._moments: list[_Moment] = []
        self._places: dict[str, int] = {}
        self._todo: list[tuple[int, ChanceState, bool]] = []

    def worth(self) -> Worth:
        """The best that comes of placing it: wherever the table takes it."""
        starts = [self._place_of(live, has_met=False) for live in self._placed()]
        while self._todo:
            place, live, has_met = self._todo.pop()
            self._follow(self._moments[place], live, has_met=has_met)
        ways = frozenset(way for moment in self._moments for way in moment.ways)
        stays, leaves = self._values(frozenset()), self._best(ways)
        best = max(starts, key=leaves.__getitem__)
        by_clause = self._best(frozenset({WITHDRAW}))[best]
        return Worth(bet=self._bet.key, stays=stays[best], leaves=leaves[best], by_clause=by_clause, ways=ways)

    # Where it may be placed

    def _placed(self) -> Iterator[ChanceState]:
        """The table right after the bet was placed, in every state in which that may be done."""
        for state in self._conduct.rules.rulebook.table.states(self._conduct.rules.space):
            flat = {(self._bet.added_to, str(self._bet.start)): STAKE} if self._bet.added_to else {}
            empty = structs.replace(self._conduct.start, table=state, seats=(PLAYER.name,))
            for live in self._before(empty):
                ready = structs.replace(live, bets={PLAYER.name: flat}) if flat else live
                placed = PlaceBet(bet=self._bet.key, stake=STAKE)
                for event in self._decided(ready, placed, PLAYER):
                    if isinstance(event, BetPlaced):
                        yield self._conduct.evolve(ready, event)

    def _before(self, live: ChanceState) -> Iterator[ChanceState]:
        """The table as its croupier goes on with nothing on it, until it would be paid."""
        seen, todo = {_key(live)}, [live]
        while todo:
            live = todo.pop()
            yield live
            for act in self._conduct.acts_now(live, Role.CROUPIER):
                goes_on = act.is_automatic and act.then != self._conduct.start.phase
                for after in self._after(live, act) if goes_on else ():
                    if _key(after) not in seen:
                        seen.add(_key(after))
                        todo.append(after)

    # What follows

    def _place_of(self, live: ChanceState, *, has_met: bool) -> int:
        key = f"{has_met} {_key(live)}"
        if key not in self._places:
            self._places[key] = len(self._moments)
            self._moments.append(_Moment())
            self._todo.append((self._places[key], live, has_met))
        return self._places[key]

    def _follow(self, moment: _Moment, live: ChanceState, *, has_met: bool) -> None:
        if has_met:
            moment.ways = frozenset(self._ways_out(live))
        for command in self._conduct.croupier_acts(live, AUTOMATIC):
            if results := list(self._results(live, command)):
                break
        else:
            raise AssertionError(live)
        total = sum(weight for weight, _, _ in results)
        for weight, events, shows in results:
            chance = Fraction(weight, total)
            after, net = live, None
            for event in events:
                after = self._conduct.evolve(after, event)
                if isinstance(event, BetDecided) and event.bet == self._bet.key:
                    net = (event.received + Fraction(event.breakage)) / event.stake - 1
            if net is None:
                place = self._place_of(after, has_met=has_met or shows)
                moment.moves[place] = moment.moves.get(place, NOTHING) + chance
            else:
                moment.reward += chance * net

    def _results(self, live: ChanceState, command: Command) -> Iterator[tuple[int, tuple[Event, ...], bool]]:
        """What an act of the croupier comes to, by weight; and whether it shows anything."""
        wanted = self._conduct.draw_request(live, command)
        chances: Sequence[tuple[Chance | None, int]] = [(None, 1)]
        if wanted and wanted.kind is DrawKind.HIDE:
            chances = [(Chance(commitment="digest", round=live.round), 1)]
        elif wanted:
            possible = wanted.device or self._conduct.hidden_device
            results = possible.results if isinstance(possible, WeightedResults) else ()
            chances = [(Chance(outcome=one, nonce="n", round=live.round), by) for one, by in results]
        shows = wanted is not None and wanted.kind in (DrawKind.DRAW, DrawKind.OPEN)
        for chance, weight in chances:
            if events := self._decided(live, command, AUTOMATIC, chance):
                yield weight, events, shows

    def _after(self, live: ChanceState, act: Act) -> Iterator[ChanceState]:
        """The table as an act of the croupier's leaves it, whatever comes up."""
        for command in self._conduct.candidates(live, act, AUTOMATIC):
            for _, events, _ in self._results(live, command):
                after = live
                for event in events:
                    after = self._conduct.evolve(after, event)
                yield after

    def _ways_out(self, live: ChanceState) -> Iterator[str]:
        """The acts of the player's, or of the house's on the player's behalf, by which the whole stake comes back now."""
        (on,) = (on for key, on in live.bets[PLAYER.name] if key == self._bet.key)
        for actor, command in (
            (PLAYER, WithdrawBet(bet=self._bet.key, on=on or None)),
            (PLAYER, Leave()),
            (SUPERVISOR, Unseat(player=PLAYER.name)),
            (SUPERVISOR, Close()),
            (SUPERVISOR, VoidRound(reason="somebody is away")),
        ):
            events = self._decided(live, command, actor)
            back = sum(
                amount for event in events for _, target, amount in event.transfers() if target == wallet(PLAYER.name)
            )
            if back >= STAKE:
                yield command.do

    def _decided(
        self, live: ChanceState, command: Command, actor: Actor, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        try:
            return self._conduct.decide(live, command, actor, UNLIMITED_FUNDS, chance)
        except Refusal:
            return ()

    # What it is worth

    def _best(self, ways: frozenset[str]) -> list[Fraction]:
        """Leave by one of these ways wherever staying is worth less than nothing, until that changes nothing any more."""
        left: frozenset[int] = frozenset()
        while True:
            values = self._values(left)
            more = {place for place, moment in enumerate(self._moments) if moment.ways & ways and values[place] < 0}
            if more <= left:
                return values
            left |= more

    def _values(self, left: frozenset[int]) -> list[Fraction]:
        """The value of every moment to a player who leaves in these."""
        stands = [_Moment() if place in left else moment for place, moment in enumerate(self._moments)]
        total = lcm(*(chance.denominator for moment in stands for chance in moment.moves.values()))
        scale = lcm(*(moment.reward.denominator for moment in stands), 1)
        moves: list[Moves] = [{to: int(by * total) for to, by in moment.moves.items()} for moment in stands]
        rewards = [[int(moment.reward * scale) * total] for moment in stands]
        solved = solve(moves, total, rewards)
        return [fraction(value) / scale for (value,) in solved]


def _key(live: ChanceState) -> str:
    """All of a table that matters for what is to come."""
    return repr(structs.replace(live, round=1, results=()))

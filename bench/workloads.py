"""The same work done three ways: by Banca, by icepool, and by hand in Fractions."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import icepool

from banca.analysis.exact import analyse
from banca.games import rulebook
from banca.games.craps.rules import DICE, total
from banca.rules import LOSE, Bet, Odds, Stay, Verdict, Win, citing, net_per_unit

cite = citing("craps")
FIRST = 1 << 2
EVERY_BIT = sum(1 << number for number in range(2, 13) if number != 7)


def every_total_but_seven() -> Bet:
    """Every total but seven before a seven, at 175 to 1: 1,023 states on the way and the start among them."""
    prize = Win(Odds(175), cite("7.1"))

    def step(seen: int, thrown: int) -> Verdict:
        if thrown == 7:
            return LOSE
        seen |= 1 << thrown
        return prize if seen == EVERY_BIT else Stay(seen)

    return Bet(id="every_total", name="Every total", cite=cite("7.1"), space=DICE, sees=total, start=0, step=step)


def by_banca(bet: Bet) -> Fraction:
    """The house edge from the ordered chain."""
    return analyse(bet).house_edge


def by_icepool(bet: Bet) -> Fraction:
    """The house edge from icepool's Markov process: map, repeated for ever."""
    names: dict[object, int] = {bet.start: 0}
    states = [bet.start]

    def move(at: tuple[int, Fraction], seen: Any) -> tuple[int, Fraction]:  # what the bet sees
        place, _ = at
        if place < 0:
            return at
        verdict = bet.step(states[place], seen)
        if not isinstance(verdict, Stay):
            return -1, net_per_unit(verdict, bet.commission)
        if verdict.state not in names:
            names[verdict.state] = len(states)
            states.append(verdict.state)
        return names[verdict.state], Fraction(0)

    die = icepool.Die(dict(bet.space.through(bet.sees)))
    start = icepool.Die([(0, Fraction(0))])
    ended = icepool.map(move, start, die, repeat="inf")
    return -sum((net * ended.probability((place, net)) for place, net in ended), Fraction(0))


def by_hand(bet: Bet) -> Fraction:
    """The house edge by memoised recursion in Fractions, as one writes it for a bet that never goes back."""
    seen = list(bet.space.through(bet.sees))
    whole = sum(weight for _, weight in seen)

    @cache
    def net(state: object) -> Fraction:
        gained, staying = Fraction(0), 0
        for outcome, weight in seen:
            verdict = bet.step(state, outcome)
            if not isinstance(verdict, Stay):
                gained += weight * net_per_unit(verdict, bet.commission)
            elif verdict.state == state:
                staying += weight
            else:
                gained += weight * net(verdict.state)
        return gained / (whole - staying)

    return -net(bet.start)


@dataclass(frozen=True, slots=True)
class Workload:
    """A list of bets to analyse."""

    name: str
    bets: tuple[Bet, ...]

    def run(self, way: Callable[[Bet], Fraction]) -> list[Fraction]:
        """The house edges, in order."""
        return [way(bet) for bet in self.bets]


def workloads() -> Iterable[Workload]:
    """What `make bench` times."""
    craps = rulebook("craps").under()
    yield Workload("the pass line", (craps.bet("pass_line"),))
    yield Workload("every craps bet", tuple(craps.bets.values()))
    yield Workload("all three-dice bets", tuple(rulebook("fish_prawn_crab").under().bets.values()))
    yield Workload("a 1024-state bet", (every_total_but_seven(),))

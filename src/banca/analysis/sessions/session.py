"""A session worked out: every figure of it, without sampling, in one of two precisions of one meaning."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol

from banca.analysis.sessions.automaton import (
    LONGEST,
    MOST_CELLS,
    ONLY_CHANCE,
    Ending,
    EveningAutomaton,
    HomeWaits,
    Widths,
    alike_automaton,
    check_size,
    find_waits,
    make_automaton,
    staked_as_money,
    widths,
    with_longest,
    with_staked,
)
from banca.analysis.sessions.distribution import AmountSpread, Bounded, Chance, Quantile, together
from banca.analysis.sessions.exact_sheet import WholeSheet
from banca.analysis.sessions.float_sheet import LONGEST_WAIT, FloatSheet
from banca.analysis.simulation.game_simulation import part_of
from banca.analysis.simulation.plan import make_plan
from banca.analysis.simulation.strategy import AnyStrategy, Ended, Strategy
from banca.rules import Refusal

FAN = tuple(Fraction(share, 100) for share in (5, 25, 50, 75, 95))
FORGOTTEN = Fraction(1, 10**15)
"""A chance of still waiting that is followed no further."""


class Precision(StrEnum):
    """How an evening is worked out."""

    FLOAT = "float"
    """Floats with a bound on the error."""
    EXACT = "exact"
    """Exact fractions, worked out in whole numbers."""


MOST = {Precision.FLOAT: 60_000_000_000, Precision.EXACT: 40_000_000}
"""How much is worked out at most, in products: about a minute."""
BESIDE = 40
"""What is counted beside the money may be a so much smaller work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FanPoint:
    """After a round: the net results, in avos, that 5, 25, 50, 75 and 95 % of sessions do not exceed."""

    round: int
    quantiles: tuple[Quantile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The whole distribution of a session. Amounts are net, in avos, relative to the start."""

    precision: Precision
    step: int
    """Every net result is a multiple of this."""
    states: int
    ended: dict[Ended, Bounded]
    ahead: Bounded
    fan: tuple[FanPoint, ...]
    net: AmountSpread
    """The net result when everything is decided."""
    rounds: AmountSpread
    """Rounds played until everything is decided."""
    mean_rounds: Bounded
    mean_staked: Bounded
    """The mean of all that is placed."""
    automaton: EveningAutomaton
    most_beside: int
    """The most products that may be worked out beside the money."""

    def staked(self) -> AmountSpread | None:
        """Return the distribution of all that is placed; None if that is too much work."""
        if self.automaton.bankroll:
            return _by_count(self, with_staked(self.automaton), lambda count: count)
        finals = _finals(staked_as_money(self.automaton), self.precision, self.most_beside)
        if finals is None:
            return None
        found, before = together(finals.values()), self.automaton.placed
        moved = {before + amount: chance for amount, chance in found.chances.items()}
        return replace(found, chances=moved, farthest=found.farthest + before)

    def longest(self) -> AmountSpread | None:
        """Return the distribution of the longest run of losing rounds with no winning round between, up to 30; None likewise."""
        found = _by_count(self, with_longest(self.automaton), lambda count: min(count[1], LONGEST + 1))
        if found is None:
            return None
        longer = Fraction(found.chances.get(LONGEST + 1, 0))
        told = {run: chance for run, chance in found.chances.items() if run <= LONGEST}
        return replace(found, chances=told, lost=found.lost + longer, farthest=self.automaton.rounds * 2)


class Sheet(Protocol):
    """Where all sessions are."""

    def meet(self) -> None: ...
    def act(self, *, is_last: bool) -> tuple[Chance, Chance]: ...
    def amounts(self) -> AmountSpread: ...
    def waiting(self) -> dict[int, Fraction] | dict[int, float]: ...
    def finals(self, endings: dict[int, Ending]) -> dict[int, AmountSpread]: ...
    def spread(self, chances: dict[int, Chance], left: Chance) -> AmountSpread: ...
    def sum(self, worked_out: Chance, most: Fraction) -> Bounded: ...


def evening(strategy: AnyStrategy, precision: Precision = Precision.FLOAT, most: int | None = None) -> Evening:
    """Work out the evening of a strategy; refuse before any work if it would take more than `most` products.

    Args:
        strategy: The strategy, with its session.
        precision: Floats with a proven bound, or fractions.
        most: How many products it may take; by default the usual bound.

    Raises:
        Refusal: The strategy is against the rules, or would take more work.
    """
    return _worked_out(_automaton(strategy), precision, most or MOST[precision])


def _automaton(strategy: AnyStrategy) -> EveningAutomaton:
    """The automaton of a strategy, of bets or of a game that plays in its own way."""
    if isinstance(strategy, Strategy):
        return make_automaton(make_plan(strategy))
    part = part_of(strategy.game)
    alike = None if part is None else part.rounds_alike(strategy)
    if alike is None:
        raise Refusal(ONLY_CHANCE, game=strategy.game)
    return alike_automaton(alike)


def _worked_out(automaton: EveningAutomaton, precision: Precision, most: int) -> Evening:
    waits = find_waits(automaton)
    endings = waits.endings()
    sizes = widths(automaton, endings)
    check_size(automaton, sizes, most)
    sheet = _sheet(automaton, sizes, precision)
    played = _play(automaton, sheet)
    finals = sheet.finals(endings)
    net = together(finals.values())
    causes = {automaton.rows[row].leaves: spread for row, spread in finals.items()}
    rounds, left = _wait(automaton.rounds, played.finished, sheet.waiting(), waits)
    dearest = max((flow.placed for flow in automaton.acts), default=0)
    return Evening(
        precision=precision,
        step=automaton.step,
        states=len(automaton.rows),
        ended={
            cause: causes[cause].chance() if cause in causes else Bounded(Fraction(0), Fraction(0)) for cause in Ended
        },
        ahead=net.chance(low=1),
        fan=(*played.fan, FanPoint(round=automaton.rounds, quantiles=net.quantiles(FAN))),
        net=net,
        rounds=sheet.spread(rounds, left),
        mean_rounds=_mean_rounds(automaton.rounds, played.finished, sheet, waits),
        mean_staked=sheet.sum(automaton.placed + played.placed, Fraction(dearest * automaton.rounds)),
        automaton=automaton,
        most_beside=most // BESIDE,
    )


@dataclass(slots=True)
class _Played:
    """What was seen on the way."""

    fan: list[FanPoint]
    finished: dict[int, Chance]
    placed: Chance


def _play(automaton: EveningAutomaton, sheet: Sheet) -> _Played:
    """Round by round up to the last."""
    seen = _Played([], {}, 0)
    for number in range(1, automaton.rounds + 1):
        sheet.meet()
        if number in automaton.points and number < automaton.rounds:
            seen.fan.append(FanPoint(round=number, quantiles=sheet.amounts().quantiles(FAN)))
        done, placed = sheet.act(is_last=number == automaton.rounds)
        seen.placed += placed
        if done:
            seen.finished[number] = done
    return seen


def _wait(
    last: int, finished: dict[int, Chance], waiting: Mapping[int, Chance], waits: HomeWaits
) -> tuple[dict[int, Chance], Chance]:
    """The chance to be done after each round, those after the last included, and the chance of waiting still longer."""
    found, number = dict(finished), last
    here: dict[int, Chance] = dict(waiting)
    while here and sum(here.values()) > FORGOTTEN and number < last + LONGEST_WAIT:
        number += 1
        following: dict[int, Chance] = {}
        done: Chance = 0
        for row, chance in here.items():
            for target, _, weight in waits.exits[waits.place[row]]:
                part = chance * weight / waits.total
                if target in waits.place:
                    following[target] = following.get(target, 0) + part
                else:
                    done += part
        here = following
        if done:
            found[number] = done
    return found, sum(here.values())


def _mean_rounds(last: int, finished: dict[int, Chance], sheet: Sheet, waits: HomeWaits) -> Bounded:
    """The mean number of rounds, those of waiting included."""
    more = waits.durations()
    early = sum(number * chance for number, chance in finished.items())
    late = sum(chance * _like(chance, last + more[row]) for row, chance in sheet.waiting().items())
    return sheet.sum(early + late, last + max(more.values(), default=Fraction(0)))


def _like(chance: Chance, figure: Fraction) -> Chance:
    """A figure in the arithmetic of a chance: a float times a Fraction would be neither."""
    return float(figure) if isinstance(chance, float) else figure


def _sheet(automaton: EveningAutomaton, sizes: Widths, precision: Precision) -> Sheet:
    return FloatSheet(automaton, sizes) if precision is Precision.FLOAT else WholeSheet(automaton)


def _finals(automaton: EveningAutomaton, precision: Precision, most: int) -> dict[int, AmountSpread] | None:
    """Where everybody is when all is decided; None where that is too much work beside the money."""
    endings = find_waits(automaton).endings()
    sizes = widths(automaton, endings)
    if sizes.work > most or sizes.cells > MOST_CELLS:
        return None
    sheet = _sheet(automaton, sizes, precision)
    _play(replace(automaton, points=()), sheet)
    return sheet.finals(endings)


def _by_count(asked: Evening, automaton: EveningAutomaton | None, part: Callable[[Any], int]) -> AmountSpread | None:
    """The chances of what was counted beside the money."""
    finals = None if automaton is None else _finals(automaton, asked.precision, asked.most_beside)
    if automaton is None or finals is None:
        return None
    counts = {number: part(automaton.rows[number].counts) for number in finals}
    return together(
        replace(spread, chances={counts[number]: sum(spread.chances.values())}, farthest=max(counts.values()))
        for number, spread in finals.items()
        if spread.chances
    )

"""The same in fractions, choice by choice: for what is small, and to hold the compiled comparison against."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from banca.analysis.best_play.dynamic import BetChoice, Place, Solution, top_of
from banca.analysis.best_play.model import PlayModel, Spot
from banca.analysis.best_play.problem import PlayGoal
from banca.analysis.exact.odds import fraction
from banca.analysis.sessions.distribution import Bounded


class ExactWorth(NamedTuple):
    """The chance of the goal, and the mean of the final money in steps: compared in this order."""

    chance: Fraction
    final: Fraction

    def times(self, share: Fraction) -> "ExactWorth":
        """A part of it."""
        return ExactWorth(self.chance * share, self.final * share)

    def plus(self, other: "ExactWorth") -> "ExactWorth":
        """Both."""
        return ExactWorth(self.chance + other.chance, self.final + other.final)


NONE = ExactWorth(Fraction(0), Fraction(0))


class _CountedGoal:
    """A goal with something that is counted down: rounds, or what is still to be staked."""

    def __init__(self, model: PlayModel) -> None:
        self.model, self.goal = model, model.problem.goal
        self.top = top_of(model)
        self.places: dict[Place, tuple[ExactWorth, BetChoice | None]] = {}
        self.rows: dict[tuple[int, int, int, int], ExactWorth] = {}

    @cached_property
    def left(self) -> int:
        """What is counted, at the beginning."""
        problem, step = self.model.problem, self.model.step
        return -(-(problem.turnover or 0) // step) if self.goal is PlayGoal.STAKE else problem.rounds or 0

    def after(self, left: int, staked: int) -> int:
        """What is left when a bet was placed and a round played."""
        return max(left - staked, 0) if self.goal is PlayGoal.STAKE else left - 1

    def at(self, left: int, table: int, amount: int) -> ExactWorth:
        """What it is worth to be somewhere with nothing on the layout."""
        if self.goal is PlayGoal.TARGET and amount >= self.top:
            return ExactWorth(Fraction(1), Fraction(amount))
        if left == 0:
            return ExactWorth(Fraction(self.goal is not PlayGoal.TARGET), Fraction(amount))
        if amount < self.model.least:
            return ExactWorth(Fraction(0), Fraction(amount))
        beyond = max(amount - self.top, 0)
        key = left, table, amount - beyond
        if key not in self.places:
            self.places[key] = self.chosen(left, table, amount - beyond)
        return self.places[key][0].plus(ExactWorth(Fraction(0), Fraction(beyond)))

    def row(self, left: int, spot: int, kind: int, amount: int) -> ExactWorth:
        """What it is worth that a spot ends in a kind of ending, with so much then."""
        one = self.model.spots[spot]
        if self.goal is PlayGoal.STAKE:
            return self.at(left, 0, amount).times(one.resolved[kind])
        if left == 0:
            chance = Fraction(self.goal is not PlayGoal.TARGET)
            return ExactWorth(chance, Fraction(amount)).times(one.resolved[kind])
        key = left, spot, kind, amount
        if key not in self.rows:
            found = NONE
            for move in one.moves[kind]:
                is_over = move.spot < 0
                then = self.at(left - 1, move.table, amount) if is_over else self.row(left - 1, move.spot, kind, amount)
                found = found.plus(then.times(move.chance))
            self.rows[key] = found
        return self.rows[key]

    def chosen(self, left: int, table: int, amount: int) -> tuple[ExactWorth, BetChoice | None]:
        """The best choice: the first of those that are worth most, the lowest stakes first."""
        best: tuple[ExactWorth, BetChoice | None] | None = None
        for place, stake in enumerate(self.model.stakes):
            if stake > amount or (self.goal is PlayGoal.STAKE and stake > max(left, self.model.least)):
                break
            for bet, flat in enumerate(self.model.bets):
                if flat.may[place] and flat.opens[table]:
                    worth, added = worth_of(self, left, bet, table, place, amount)
                    if best is None or worth > best[0]:
                        best = worth, BetChoice(bet, stake, added)
        if best is None or self.goal is PlayGoal.TARGET:
            waited = NONE
            for chance, then in self.model.waits[table]:
                waited = waited.plus(self.at(left - 1, then, amount).times(chance))
            if best is None or waited > best[0]:
                best = waited, None
        return best


class _Timeless:
    """A target without a limit of rounds: values of a way of playing, from which a better one is chosen."""

    def __init__(self, model: PlayModel, values: list[ExactWorth]) -> None:
        self.model, self.values = model, values

    def after(self, left: int, staked: int) -> int:  # nothing is counted
        """Nothing is counted."""
        return 0

    def at(self, left: int, table: int, amount: int) -> ExactWorth:  # likewise
        """What an amount is worth."""
        top = len(self.values) - 1
        return self.values[amount] if amount <= top else ExactWorth(Fraction(1), Fraction(amount))

    def row(self, left: int, spot: int, kind: int, amount: int) -> ExactWorth:
        """Likewise, with the chance of an ending."""
        return self.at(left, 0, amount).times(self.model.spots[spot].resolved[kind])


def worth_of(
    values: _CountedGoal | _Timeless, left: int, bet: int, table: int, place: int, amount: int
) -> tuple[ExactWorth, tuple[tuple[str, int], ...]]:
    """What a bet is worth, with the best that may be added to it."""
    model = values.model
    stake = model.stakes[place]
    found, added = NONE, []
    for branch in model.bets[bet].opens[table]:
        if branch.spot < 0:
            then = values.at(values.after(left, stake), branch.table, amount + branch.nets[place])
        else:
            spot = model.spots[branch.spot]
            best: tuple[ExactWorth, int] | None = None
            for add, nets in additions(model, spot, place, amount):
                more = values.after(left, stake + add)
                if isinstance(values, _CountedGoal) and values.goal is PlayGoal.STAKE and add and stake + add > left:
                    break
                ends = [values.row(more, branch.spot, kind, amount + net) for kind, net in enumerate(nets)]
                worth = ExactWorth(
                    sum((one.chance for one in ends), Fraction(0)), sum((one.final for one in ends), Fraction(0))
                )
                if best is None or worth > best[0]:
                    best = worth, add
            if best is None:
                continue
            then = best[0]
            if best[1]:
                added.append((spot.adds, best[1]))
        found = found.plus(then.times(branch.chance))
    return found, tuple(added)


def additions(model: PlayModel, spot: Spot, place: int, amount: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What may be added, nothing first, and what each kind of ending then brings."""
    yield 0, tuple(nets[place] for nets in spot.nets)
    for upto in range(spot.most[place]):
        add = model.stakes[upto]
        if model.stakes[place] + add > amount:
            return
        yield add, tuple(one[place] + two[upto] for one, two in zip(spot.nets, spot.added, strict=True))


def solve_counted_exactly(model: PlayModel) -> Solution:
    """The best way where rounds or stakes are counted."""
    values = _CountedGoal(model)
    begun = model.problem.bankroll // model.step
    worth = values.at(values.left, 0, begun)
    return Solution(
        model=model,
        chance=Bounded(worth.chance, worth.chance),
        final=Bounded(worth.final, worth.final),
        left=values.left,
        choices={place: choice for place, (_, choice) in values.places.items() if choice is not None},
    )


def solve_timeless_exactly(model: PlayModel, near: Solution) -> Solution:
    """The best way to a target: from one that is near, changed for the better until nothing is better."""
    top = top_of(model)
    choices = {amount: choice for (_, _, amount), choice in near.choices.items()}
    while True:
        values = _Timeless(model, _evaluated(model, choices, top))
        changed = False
        for amount in range(model.least, top):
            best = _improved(values, amount, choices[amount])
            changed |= best != choices[amount]
            choices[amount] = best
        if not changed:
            break
    worth = values.values[model.problem.bankroll // model.step]
    return Solution(
        model=model,
        chance=Bounded(worth.chance, worth.chance),
        final=Bounded(worth.final, worth.final),
        left=0,
        choices={(0, 0, amount): choice for amount, choice in choices.items()},
    )


def _improved(values: _Timeless, amount: int, present: BetChoice) -> BetChoice:
    """The present choice, unless another is better."""
    best, chosen = values.values[amount], present
    for place, stake in enumerate(values.model.stakes):
        if stake > amount:
            break
        for bet, flat in enumerate(values.model.bets):
            if flat.may[place] and flat.opens[0]:
                worth, added = worth_of(values, 0, bet, 0, place, amount)
                if worth > best:
                    best, chosen = worth, BetChoice(bet, stake, added)
    return chosen


def _evaluated(model: PlayModel, choices: dict[int, BetChoice], top: int) -> list[ExactWorth]:
    """What a way of playing is worth, amount by amount: one system of linear equations."""
    count = top - model.least
    left = [[fmpq(row == column) for column in range(count)] for row in range(count)]
    right = [[fmpq(0), fmpq(0)] for _ in range(count)]
    for row in range(count):
        amount = row + model.least
        for chance, after in leads(model, choices[amount], amount):
            share = fmpq(chance.numerator, chance.denominator)
            if model.least <= after < top:
                left[row][after - model.least] -= share
            else:
                right[row][0] += share * int(after >= top)
                right[row][1] += share * after
    solved = fmpq_mat(left).solve(fmpq_mat(right))
    inner = [ExactWorth(fraction(solved[row, 0]), fraction(solved[row, 1])) for row in range(count)]
    poor = [ExactWorth(Fraction(0), Fraction(amount)) for amount in range(model.least)]
    return [*poor, *inner, ExactWorth(Fraction(1), Fraction(top))]


def leads(model: PlayModel, choice: BetChoice, amount: int) -> Iterator[tuple[Fraction, int]]:
    """To which amounts a choice leads, with which chances."""
    place, added = model.stakes.index(choice.stake), dict(choice.added)
    for branch in model.bets[choice.bet].opens[0]:
        if branch.spot < 0:
            yield branch.chance, amount + branch.nets[place]
            continue
        spot = model.spots[branch.spot]
        add = added.get(spot.adds, 0) if spot.adds else 0
        for kind, chance in enumerate(spot.resolved):
            more = spot.added[kind][model.stakes.index(add)] if add else 0
            yield branch.chance * chance, amount + spot.nets[kind][place] + more

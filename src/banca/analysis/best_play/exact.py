"""The best way to play in exact fractions: the answer to small problems, and a second opinion on the compiled solver.

It shares the model with the compiled solver and nothing else. Where rounds or stakes are counted down, values are found by plain
recursion; without a limit, by policy iteration in which every policy is evaluated as one system of linear equations. Fractions compare
exactly, so no tolerance decides between two bets: the better chance wins, then the better mean money, then the lower stake.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from banca.analysis.best_play.model import BetChoice, PlayGoal, PlayModel
from banca.analysis.best_play.solver import Situation, Solution, top_of
from banca.analysis.exact.odds import fraction
from banca.analysis.sessions.distribution import Interval


class ExactValue(NamedTuple):
    """The chance of the goal, and the mean of the final money in steps: compared in this order."""

    chance: Fraction
    final: Fraction


def _mean(terms: Iterable[tuple[Fraction, ExactValue]]) -> ExactValue:
    chance = final = Fraction(0)
    for share, value in terms:
        chance += share * value.chance
        final += share * value.final
    return ExactValue(chance, final)


class _ExactValues:
    """The value of every situation: under the best play where something is counted down, else under the `policy` that was evaluated."""

    def __init__(self, model: PlayModel, policy: Sequence[ExactValue] = ()) -> None:
        self.model, self.policy, self.top = model, policy, top_of(model)
        self.is_target = model.problem.goal is PlayGoal.TARGET
        self.counts_stakes = model.problem.goal is PlayGoal.STAKE
        self.best: dict[Situation, tuple[ExactValue, BetChoice | None]] = {}
        self.endings: dict[tuple[int, int, int, int], ExactValue] = {}

    def left_after(self, left: int, staked: int) -> int:
        return max(left - staked, 0) if self.counts_stakes else left - 1

    def value(self, left: int, table: int, amount: int) -> ExactValue:
        """The value with nothing on the layout."""
        if self.is_target and amount >= self.top:
            return ExactValue(Fraction(1), Fraction(amount))
        if self.policy:
            return self.policy[amount]
        if left == 0:
            return ExactValue(Fraction(not self.is_target), Fraction(amount))
        if amount < self.model.least:
            return ExactValue(Fraction(0), Fraction(amount))
        used = min(amount, self.top)  # money beyond the top changes no choice, it is only kept
        key = left, table, used
        if key not in self.best:
            self.best[key] = self._best(*key)
        value = self.best[key][0]
        return value._replace(final=value.final + amount - used)

    def ending(self, left: int, pending: int, kind: int, amount: int) -> ExactValue:
        """The value of a bet that ends in one way, when the money is then so much, times the chance that it ends so."""
        bet = self.model.pending[pending]
        if not self.model.problem.is_timed:  # no round is counted while one waits
            return _mean([(bet.resolved[kind], self.value(left, 0, amount))])
        if left == 0:
            return _mean([(bet.resolved[kind], ExactValue(Fraction(not self.is_target), Fraction(amount)))])
        key = left, pending, kind, amount
        if key not in self.endings:
            terms = []
            # Loops here and below, not comprehensions: each would be one more frame of the recursion for every round.
            for move in bet.moves[kind]:
                if move.pending < 0:
                    terms.append((move.chance, self.value(left - 1, move.table, amount)))
                else:
                    terms.append((move.chance, self.ending(left - 1, move.pending, kind, amount)))
            self.endings[key] = _mean(terms)
        return self.endings[key]

    def best_bet(self, left: int, table: int, amount: int) -> tuple[ExactValue, BetChoice] | None:
        """The first bet that is worth most, the lowest stakes first, with the best addition to it."""
        limit = min(amount, max(left, self.model.least)) if self.counts_stakes else amount
        best: tuple[ExactValue, BetChoice] | None = None
        for index, stake in enumerate(self.model.stakes):
            if stake > limit:
                break
            for bet, flat in enumerate(self.model.bets):
                if not (flat.is_allowed[index] and flat.first_rounds[table]):
                    continue
                terms, added = [], []
                for branch in flat.first_rounds[table]:
                    if branch.pending < 0:
                        value = self.value(self.left_after(left, stake), branch.table, amount + branch.nets[index])
                    else:
                        value, add = self._best_addition(left, branch.pending, index, amount, limit - stake)
                        if add:
                            added.append((self.model.pending[branch.pending].adds, add))
                    terms.append((branch.chance, value))
                value = _mean(terms)
                if best is None or value > best[0]:
                    best = value, BetChoice(bet, stake, tuple(added))
        return best

    def _best_addition(self, left: int, pending: int, index: int, amount: int, room: int) -> tuple[ExactValue, int]:
        """The value of a bet that waits, and the stake that is best added behind it; nothing where no more is better."""
        bet, best = self.model.pending[pending], None
        for more in range(-1, bet.most[index]):
            add = 0 if more < 0 else self.model.stakes[more]
            if add > room:
                break
            left_then, terms = self.left_after(left, self.model.stakes[index] + add), []
            for kind, nets in enumerate(bet.nets):
                net = nets[index] + (bet.added[kind][more] if add else 0)
                terms.append((Fraction(1), self.ending(left_then, pending, kind, amount + net)))
            value = _mean(terms)
            if best is None or value > best[0]:
                best = value, add
        if best is None:
            raise ValueError(room)  # nothing can always be added
        return best

    def _best(self, left: int, table: int, amount: int) -> tuple[ExactValue, BetChoice | None]:
        best = self.best_bet(left, table, amount)
        if best is not None and not self.is_target:  # who plays to last or to stake must bet where a bet may be placed
            return best
        waited = _mean([(chance, self.value(left - 1, then, amount)) for chance, then in self.model.waits[table]])
        return (waited, None) if best is None or waited > best[0] else best


def solve_counted_exactly(model: PlayModel) -> Solution:
    """Return the best play where rounds or stakes are counted."""
    problem, values = model.problem, _ExactValues(model)
    left = -(-(problem.turnover or 0) // model.step) if values.counts_stakes else problem.rounds or 0
    value = values.value(left, 0, model.bankroll)
    choices = {situation: choice for situation, (_, choice) in values.best.items() if choice is not None}
    return _solution(model, value, left, choices)


def solve_timeless_exactly(model: PlayModel, near: Solution) -> Solution:
    """Return the best play towards a target, by policy iteration from a solution that is near."""
    choices = {amount: choice for (_, _, amount), choice in near.choices.items()}
    is_changed = True
    while is_changed:
        values = _ExactValues(model, _evaluate(model, choices))
        is_changed = False
        for amount in range(model.least, values.top):
            best = values.best_bet(0, 0, amount)
            if best is not None and best[0] > values.policy[amount]:  # only strictly better: so this comes to an end
                choices[amount], is_changed = best[1], True
    return _solution(
        model, values.policy[model.bankroll], 0, {(0, 0, amount): choice for amount, choice in choices.items()}
    )


def _solution(model: PlayModel, value: ExactValue, left: int, choices: dict[Situation, BetChoice]) -> Solution:
    chance, final = map(Interval.exactly, value)
    return Solution(model=model, chance=chance, final=final, left=left, choices=choices)


def _evaluate(model: PlayModel, choices: dict[int, BetChoice]) -> list[ExactValue]:
    """The value of each amount up to the target under a policy."""
    top = top_of(model)
    count = top - model.least
    left = [[fmpq(row == column) for column in range(count)] for row in range(count)]
    right = [[fmpq(0), fmpq(0)] for _ in range(count)]
    for row in range(count):
        for chance, amount in model.results(choices[row + model.least], row + model.least):
            share = fmpq(chance.numerator, chance.denominator)
            if model.least <= amount < top:
                left[row][amount - model.least] -= share
            else:
                right[row][0] += share * int(amount >= top)
                right[row][1] += share * amount
    solved = fmpq_mat(left).solve(fmpq_mat(right))
    poor = [ExactValue(Fraction(0), Fraction(amount)) for amount in range(model.least)]
    return [*poor, *(ExactValue(fraction(solved[row, 0]), fraction(solved[row, 1])) for row in range(count))]

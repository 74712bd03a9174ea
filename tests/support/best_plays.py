"""The best way to play the long way: every choice before every outcome, straight from the rulebook, with nothing grouped or packed.

And, without a limit of rounds, every way of staking there is.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from banca.optimal import PlayGoal, PlayProblem
from banca.rulebook import Bet, Layout, Refusal, Standing, State, Stay, pay

Value = tuple[Fraction, Fraction]
"""The chance of the goal, and the mean of the final money: the higher is better, in this order."""
Held = tuple[tuple[str, int, State], ...]


class EveryChoice:
    """Rounds counted down, outcome by outcome."""

    def __init__(self, problem: PlayProblem) -> None:
        self.problem, self.rules, self.limits = problem, problem.rules, problem.table_limits
        self.is_target = problem.goal is PlayGoal.TARGET
        self.flat = [self.rules.bet(key) for key in problem.bets]
        self.space = self.flat[0].space
        self.value = cache(self._value)
        self.waited = cache(self._waited)

    def best(self) -> Value:
        """From the beginning."""
        return self.value(self.problem.rounds or 0, self.rules.rulebook.table.start, self.problem.bankroll, ())

    def _value(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """Before a round; `held` has just moved where it is one bet, and may be added to."""
        least = min(self.problem.stakes)
        if not held:
            if self.is_target and cash >= (self.problem.target or 0):
                return Fraction(1), Fraction(cash)
            if rounds == 0:
                return Fraction(not self.is_target), Fraction(cash)
            if cash < least:
                return Fraction(0), Fraction(cash)
        if rounds == 0:
            return self.waited(rounds, table, cash, held)
        choices = [
            self._met(rounds, table, cash - stake, (*held, (bet.key, stake, bet.start)))
            for bet, stake in self._may(table, cash, held)
        ]
        if held or self.is_target or not choices:
            choices.append(self._met(rounds, table, cash, held))
        return max(choices)

    def _may(self, table: State, cash: int, held: Held) -> Iterator[tuple[Bet, int]]:
        """What the rulebook lets one place: a flat bet, or one behind it."""
        standing = tuple(Standing(self.rules.bet(key), stake, state) for key, stake, state in held)
        wanted = self.flat
        if held:
            wanted = [bet for bet in self.rules.bets.values() if bet.added_to == standing[0].bet.id]
        for bet in wanted:
            for stake in self.problem.stakes:
                try:
                    self.rules.rulebook.check_placing(self.rules.chosen, bet, stake, Layout(standing, table))
                except Refusal:
                    continue
                if stake <= cash:
                    yield bet, stake

    def _met(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """The mean over all outcomes of a round. Who has chosen not to add to a bet, or has added, waits until it is decided."""
        chance = final = Fraction(0)
        is_first = len(held) == 1 and held[0][2] == self.rules.bet(held[0][0]).start
        for outcome, weight in self.space:
            after, left = cash, []
            for key, stake, state in held:
                bet = self.rules.bet(key)
                verdict = bet.verdict(state, outcome)
                if isinstance(verdict, Stay):
                    left.append((key, stake, verdict.state))
                else:
                    after += pay(stake, verdict, bet.commission, self.limits.chip).received
            then = self.rules.rulebook.table.after(table, outcome)
            if not left or (is_first and rounds > 1):
                value = self.value(rounds - 1, then, after, tuple(left))
            else:
                value = self.waited(rounds - 1, then, after, tuple(left))
            chance += value[0] * weight
            final += value[1] * weight
        return chance / self.space.total, final / self.space.total

    def _waited(self, rounds: int, table: State, cash: int, held: Held) -> Value:
        """A bet that only waits; after the last round its ending is worked out, not followed."""
        if rounds:
            return self._met(rounds, table, cash, held)
        weights: dict[int, int] = {}
        for outcome, weight in self.space:
            verdicts = [
                (self.rules.bet(key), stake, self.rules.bet(key).verdict(state, outcome)) for key, stake, state in held
            ]
            if any(isinstance(verdict, Stay) for _, _, verdict in verdicts):
                continue
            money = cash + sum(
                pay(stake, verdict, bet.commission, self.limits.chip).received
                for bet, stake, verdict in verdicts
                if not isinstance(verdict, Stay)
            )
            weights[money] = weights.get(money, 0) + weight
        final = Fraction(sum(money * weight for money, weight in weights.items()), sum(weights.values()))
        return Fraction(not self.is_target), final


def every_way(chances: Sequence[tuple[str, dict[int, Fraction]]], target: int) -> Value:
    """The best of all ways to stake whole units, amount by amount, each followed to its end; nets per unit staked."""
    ways = product(
        *([(nets, stake) for _, nets in chances for stake in range(1, money + 1)] for money in range(1, target))
    )
    return max(_ends(way, target) for way in ways)


def _ends(way: Sequence[tuple[dict[int, Fraction], int]], target: int) -> Value:
    """The value of one way with half of the target in hand: Gauss-Jordan over fractions."""
    count = target - 1
    rows = []
    for place, (nets, stake) in enumerate(way):
        row = [Fraction(place == other) for other in range(count)] + [Fraction(0), Fraction(0)]
        for net, chance in nets.items():
            money = place + 1 + net * stake
            if 0 < money < target:
                row[money - 1] -= chance
            else:
                row[count] += chance * (money >= target)
                row[count + 1] += chance * money
        rows.append(row)
    for pivot in range(count):
        swap = next(one for one in range(pivot, count) if rows[one][pivot])
        rows[pivot], rows[swap] = rows[swap], rows[pivot]
        rows[pivot] = [cell / rows[pivot][pivot] for cell in rows[pivot]]
        for other in range(count):
            if other != pivot and rows[other][pivot]:
                factor = rows[other][pivot]
                rows[other] = [one - factor * two for one, two in zip(rows[other], rows[pivot], strict=True)]
    found = rows[target // 2 - 1]
    return found[count], found[count + 1]

"""Solving an absorbing chain exactly: x = Px + r, block by block, in rational numbers.

States that only move on (and back to themselves) are ordered and substituted; only states that really lead back to
each other are eliminated together, as one small matrix.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from flint import fmpq

Rational: TypeAlias = "Fraction | fmpq"
FEW = 100
"""States up to which Python's fractions are used: to import flint takes longer than they do. Every bet of the gazette has fewer."""
Moves = dict[int, int]
"""From one state: weight of moving to each state, itself included."""


Check = Callable[[int, float], None]
"""Told how many states are solved together and how much work that is, in steps of a machine; may refuse."""


def unlimited(states: int, work: float) -> None:
    """Solve whatever there is: the gazette's bets are small."""


def strong_components(moves: Sequence[Moves]) -> Iterator[list[int]]:
    """Groups of states that lead back to each other, every group after all it leads to (Tarjan, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    for root in range(len(moves)):
        if root in order:
            continue
        walk = [(root, iter(moves[root]))]
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        while walk:
            state, following = walk[-1]
            for other in following:
                if other not in order:
                    order[other] = low[other] = len(order)
                    path.append(other)
                    on_path.add(other)
                    walk.append((other, iter(moves[other])))
                    break
                if other in on_path:
                    low[state] = min(low[state], order[other])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[state])
                if low[state] == order[state]:
                    cut = len(path) - 1
                    while path[cut] != state:
                        cut -= 1
                    group, path[cut:] = path[cut:], []
                    on_path.difference_update(group)
                    yield group


def solve(
    moves: Sequence[Moves], total: int, rewards: Sequence[Sequence[int]], check: Check = unlimited
) -> list[list[Rational]]:
    """For each state and each column: total · x = Σ weight · x(next) + reward.

    `check` is asked at every state, and again before each matrix.
    A ZeroDivisionError means that some states are never left; callers check absorption first.
    """
    columns = range(len(rewards[0]))
    solved: list[list[Any]] = [[] for _ in moves]
    number: Any = Fraction if len(moves) <= FEW else _flint_number()  # one of the two throughout
    for group in strong_components(moves):
        members = set(group)
        right = []
        for state in group:
            check(len(group), 0)
            sums = [number(reward) for reward in rewards[state]]
            for other, weight in moves[state].items():
                if other not in members:
                    known = solved[other]
                    for column in columns:
                        sums[column] += weight * known[column]
            right.append(sums)
        if len(group) == 1:
            state = group[0]
            leaving = total - moves[state].get(state, 0)
            solved[state] = [value / leaving for value in right[0]]
        else:
            from flint import fmpq_mat  # few bets need it

            check(len(group), _work(len(group), total, right))
            left = [[total * (a == b) - moves[a].get(b, 0) for b in group] for a in group]
            solution = fmpq_mat(left).solve(fmpq_mat([[to_flint(value) for value in row] for row in right]))
            for row, state in enumerate(group):
                values = [solution[row, column] for column in columns]
                solved[state] = [fraction(value) for value in values] if number is Fraction else values
    return solved


def _flint_number() -> "type[fmpq]":
    from flint import fmpq  # only for many states

    return fmpq


def to_flint(value: Rational) -> "fmpq":
    """Return a rational as flint's own."""
    return _flint_number()(value.numerator, value.denominator) if isinstance(value, Fraction) else value


def fraction(value: Rational) -> Fraction:
    """Return a rational as Python's own."""
    return value if isinstance(value, Fraction) else Fraction(int(value.p), int(value.q))


def _work(states: int, total: int, right: Sequence[Sequence[Rational]]) -> float:
    """How much it is to solve so many states together: p-adic lifting, to as many digits as the solution can have."""
    bits = states * total.bit_length() + max(to_flint(value).height_bits() for values in right for value in values)
    return len(right[0]) * states * bits * (states + bits / 64)

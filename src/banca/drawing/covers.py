"""Which regions lie within a bet: those of bets that win on nothing but what it wins on, too, and that hold no other bet."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banca.rules import Rules, Win

KEPT = 64


@lru_cache(KEPT)
def covers(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """By the key of each bet the keys of the smallest bets within it: one on two numbers covers both.

    Looked at is what wins at once. Of bets that win on the same outcomes, the first in the rulebook stands for them.
    """
    wins = {
        key: frozenset[Any](outcome for outcome, _ in bet.space if isinstance(bet.verdict(bet.start, outcome), Win))
        for key, bet in rules.bets.items()
    }
    first: dict[frozenset[Any], str] = {}
    for key, won in wins.items():
        if won:
            first.setdefault(won, key)
    least = {won: key for won, key in first.items() if not any(other < won for other in first)}
    return {
        key: tuple(name for won, name in least.items() if name != key and won <= winning)
        for key, winning in wins.items()
    }

"""How Cussec bets are decided: each by the next round that counts."""

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from banca.rules import LOSE, Lose, State, Step, Verdict, Win

from banca_cussec.device import Triple, is_triple, total


def total_in(totals: Collection[int], prize: Win, triple_loses: Lose) -> Step:
    """Small, Big, Odd and Even: the total wins, but three equal numbers lose. cussec B-1, B-2, B-9 to B-11."""

    def step(_: State, triple: Triple) -> Verdict:
        if is_triple(triple):
            return triple_loses
        return prize if total(triple) in totals else LOSE

    return step


def pays_by(prizes: Mapping[Any, Win]) -> Step:
    """What the bet sees (a total, a count, whether its numbers lie there) has a prize or loses. cussec B-3 to B-8, B-12 to B-14."""

    def step(_: State, seen: Hashable) -> Verdict:
        return prizes.get(seen, LOSE)

    return step

"""How Fish-Prawn-Crab bets are decided: each by the next round that counts."""

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from banca.games.fish_prawn_crab.device import Triple, is_triple, total
from banca.rules import LOSE, Lose, State, Step, Verdict, Win


def total_in(totals: Collection[int], prize: Win, triple_loses: Lose) -> Step:
    """Small and Big: the total wins, but three equal figures lose. fish_prawn_crab 5.1, 5.2, 7."""

    def step(_: State, triple: Triple) -> Verdict:
        if is_triple(triple):
            return triple_loses
        return prize if total(triple) in totals else LOSE

    return step


def pays_by(prizes: Mapping[Any, Win]) -> Step:
    """What the bet sees (a count, a total, a colour) has a prize or loses. fish_prawn_crab 5.3 to 5.10."""

    def step(_: State, seen: Hashable) -> Verdict:
        return prizes.get(seen, LOSE)

    return step

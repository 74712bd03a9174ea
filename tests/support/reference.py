"""Second formulations, written from the regulation and sharing no code with the program."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from banca.analysis.exact import Analysis
from banca.analysis.settlement import WorkedDispute, worked
from banca.games import find, playable


@dataclass(frozen=True)
class Figures:
    """What a second derivation found."""

    win: Fraction
    lose: Fraction
    push: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)
    """The player's mean gain per unit."""
    rounds: Fraction = Fraction(1)


def agree(analysis: Analysis, figures: Figures) -> None:
    assert analysis.p_win == figures.win
    assert analysis.p_lose == figures.lose
    assert analysis.p_push == figures.push
    assert analysis.house_edge == -figures.mean
    assert analysis.mean_rounds == figures.rounds


def one_round(nets: dict[Fraction | int, int]) -> Figures:
    """From a tally of net results per unit over equally likely outcomes."""
    total = sum(nets.values())
    return Figures(
        win=Fraction(sum(n for net, n in nets.items() if net > 0), total),
        lose=Fraction(sum(n for net, n in nets.items() if net < 0), total),
        push=Fraction(nets.get(0, 0), total),
        mean=Fraction(sum(Fraction(net) * n for net, n in nets.items()), total),
    )


LOWER, UPPER, ODD, EVEN = {1, 2, 3, 4}, {5, 6, 7, 8}, {1, 3, 5, 7}, {2, 4, 6, 8}
POST = {0, 9}
SMALL = {0: 3, 1: 1, 4: 2, 5: 2, 8: 1, 9: 1}
"""Ten cards by their points, few enough to deal every shoe of them."""
SMALL_CUT = 5


def gain(bet: str, final: int) -> Fraction:
    if bet in ("upper", "lower"):
        wins = UPPER if bet == "upper" else LOWER
        return Fraction(0) if final in POST else Fraction(95, 100) if final in wins else Fraction(-1)
    if bet in ("even", "odd"):
        return Fraction(1) if final in (EVEN if bet == "even" else ODD) else Fraction(-1)
    return Fraction(8) if final in POST else Fraction(-1)


def hands_of(left: dict[int, int]) -> Iterator[tuple[int, dict[int, int], Fraction]]:
    """Every hand that these cards can make: its final points, what it leaves, its chance."""
    for a, one in left.items():
        first = left | {a: one - 1}
        for b, two in first.items():
            second = first | {b: two - 1}
            chance = Fraction(one * two, sum(left.values()) * sum(first.values()))
            if chance and (a + b) % 10 not in POST:
                yield (a + b) % 10, second, chance
            elif chance:
                for c, three in second.items():
                    if three:
                        rest = second | {c: three - 1}
                        yield (a + b + c) % 10, rest, chance * Fraction(three, sum(second.values()))


ALL = [(game, name) for game in playable() for name in worked(game)]
OF_CHANCE = [(game, name) for game, name in ALL if find(game).rulebook]
AMONG_PLAYERS = [(game, name) for game, name in ALL if not find(game).rulebook]


def one(game: str, name: str) -> WorkedDispute:
    return worked(game)[name]


def net_of(answer: dict[str, Any]) -> str | dict[str, str]:
    """The net result; of money between players, by person."""
    if "net" in answer:
        return str(answer["net"])
    stakes = [stake for gate in answer["gates"] for stake in gate["stakes"]]
    return {one["who"]: one["net"] for one in [*answer["bank"], *stakes]}


def articles_of(answer: dict[str, Any]) -> set[str]:
    """Every clause that the answer rests on, as the page lists them."""
    if "net" not in answer:
        cited = [answer["cites"], answer["commission_cites"]]
        cited += [one["cites"] for one in [*answer["gates"], *answer["claims"]]]
        return {clause for cites in cited for clause in cites}
    throws = {clause for throw in answer["throws"] for clause in throw.get("cites", ())}
    return throws | {clause for bet in answer["bets"] for clause in bet.get("cites", ())}


def is_as_expected(answer: dict[str, Any], dispute: WorkedDispute) -> bool:
    expected = dispute.expected
    assert net_of(answer) == expected.net
    assert articles_of(answer) == set(expected.articles)
    return True

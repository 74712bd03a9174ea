"""Fantan, clause by clause."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from banca.games.fantan.device import parse, remainder, show
from banca.games.fantan.procedure import ACTS
from banca.interface import GameAtTable, game
from banca.law import Status, law
from banca.live.act import find_act
from banca.live.refusals import OUT_OF_PHASE
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME, UNKNOWN_BET
from banca.rulebook.rules import UNKNOWN_SELECTION
from independent import agree, one_round

Refused = Callable[..., None]
NUMBERS = (1, 2, 3, 4)
LESS_FIVE = Fraction(95, 100)


@pytest.fixture
def fantan() -> GameAtTable:
    return game("fantan")


def check(fantan: GameAtTable, bet: str, wins: tuple[int, ...], ties: tuple[int, ...], prize: Fraction) -> None:
    tally: dict[Fraction | int, int] = {}
    for number in NUMBERS:
        gained = prize * LESS_FIVE if number in wins else Fraction(0 if number in ties else -1)
        tally[gained] = tally.get(gained, 0) + 1
        assert fantan.settle({bet: 120}, [str(number)]).answer().net.avos == 12000 * gained
    agree(fantan.bet(bet).analysis(), one_round(tally))


def test_8_a_tie_returns_the_stake(fantan: GameAtTable) -> None:
    tied = fantan.settle({"nim:1-2": 10}, ["2"]).report()["bets"][0]
    assert (tied["result"], tied["received"], tied["net"]) == ("push", "10", "0")
    assert "fantan 8" in tied["cites"]


def test_9_five_per_cent_of_every_prize(fantan: GameAtTable) -> None:
    won = fantan.settle({"fan:3": 100}, ["3"]).report()["bets"][0]
    assert (won["prize"], won["commission"], won["received"]) == ("300", "15", "385")
    assert "fantan 9" in won["cites"]
    for bet in fantan.bets:
        assert bet.terms.commission is not None
        assert bet.terms.commission.rate == Fraction(1, 20)


def test_F_1_the_material_is_definitional() -> None:  # noqa: N802
    assert law("fantan").clauses["F-1"].reason


def test_F_2_what_remains_of_the_heap(refused: Refused) -> None:  # noqa: N802
    for heap in range(1, 200):
        left = heap
        while left > 4:
            left -= 4
        assert remainder(heap) == parse(f"heap {heap}") == left
    assert [parse(show(number)) for number in NUMBERS] == list(NUMBERS)
    for wrong in ("0", "5", "heap 0"):
        refused(lambda wrong=wrong: parse(wrong), IMPOSSIBLE_OUTCOME, "fantan F-2")
    refused(lambda: parse("three"), BAD_OUTCOME, "fantan F-2")
    assert find_act(ACTS, "paid", "cover").then == "bets open"
    refused(lambda: find_act(ACTS, "paid", "place_bet"), OUT_OF_PHASE, "fantan F-2")
    refused(lambda: find_act(ACTS, "bets open", "count"), OUT_OF_PHASE, "fantan F-2")


def test_F_3_fan(fantan: GameAtTable, refused: Refused) -> None:  # noqa: N802
    for won in NUMBERS:
        check(fantan, f"fan:{won}", (won,), (), Fraction(3))
    refused(lambda: fantan.bet("big"), UNKNOWN_BET, "fantan F-3")
    refused(lambda: fantan.bet("fan:5"), UNKNOWN_SELECTION, "fantan F-3")


def test_F_4_nim(fantan: GameAtTable) -> None:  # noqa: N802
    for won, tied in permutations(NUMBERS, 2):
        check(fantan, f"nim:{won}-{tied}", (won,), (tied,), Fraction(2))


def test_F_5_kuoc(fantan: GameAtTable) -> None:  # noqa: N802
    for first, second in permutations(NUMBERS, 2):
        check(fantan, f"kuoc:{first}-{second}", (first, second), (), Fraction(1))


def test_F_6_nga(fantan: GameAtTable) -> None:  # noqa: N802
    for first, second, tied in permutations(NUMBERS, 3):
        check(fantan, f"nga:{first}{second}-{tied}", (first, second), (tied,), Fraction(1, 2))
    assert fantan.bet("nga:12-3").analysis().house_edge == Fraction(1, 80)


def test_F_7_se_sam_hong(fantan: GameAtTable) -> None:  # noqa: N802
    for won in combinations(NUMBERS, 3):
        check(fantan, "se_sam_hong:" + "".join(map(str, won)), won, (), Fraction(1, 3))
    assert fantan.bet("se_sam_hong:321").key == "se_sam_hong:123"


def test_R_fantan_1_each_number_alike(fantan: GameAtTable) -> None:  # noqa: N802
    assert dict(fantan.bet("fan:1").terms.space) == dict.fromkeys(NUMBERS, 1)
    assert len(fantan.bets) == 4 + 12 + 6 + 12 + 4
    assert law("fantan").clauses["R-fantan-1"].status == Status.READING

"""Fantan, clause by clause."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from banca.analysis.exact.odds import figures_of
from banca.analysis.game import GameAtTable, game
from banca.games.fantan.rules import LAYOUTS, ROD, parse, remainder
from banca.games.fantan.table import ACTS
from banca.law import Language, Status, law, needs_record
from banca.rules import Citation, Push
from banca.tables.acts import find_act
from banca.tables.events import ResultCalled
from support.reference import agree, one_round
from support.tables import At

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


@pytest.mark.clause("1.1", "1.4")
def test_1_1_the_house_chooses_the_rod_and_the_layouts(fantan: GameAtTable, refused: Refused) -> None:
    assert fantan.options == {"rod": "bamboo", "layouts": 2}
    for rod in ("bamboo", "plastic"):
        for layouts in (2, 3, 4):
            chosen = game("fantan", rod=rod, layouts=layouts)
            assert chosen.rows() == fantan.rows()  # the material changes no figure
    refused(lambda: game("fantan", rod="wood"), "unknown_value", "fantan 1.1")
    for layouts in (1, 5):
        refused(lambda layouts=layouts: game("fantan", layouts=layouts), "unknown_value", "fantan 1.4")
    assert not any(needs_record(option, value) for option in (ROD, LAYOUTS) for value in option.values)


def test_3_1_what_remains_of_groups_of_four(fantan: GameAtTable) -> None:
    assert {outcome for outcome, _ in fantan.rules.space} == set(NUMBERS)
    for heap in (5, 44, 57):
        groups, left = divmod(heap, 4)
        assert remainder(heap) == (left or 4)
        assert 4 * groups + left == heap
    assert all("fantan 3.1" in map(str, bet.terms.reads) for bet in fantan.bets)


def test_F_2_what_remains_of_the_heap(refused: Refused) -> None:
    for heap in range(1, 200):
        left = heap
        while left > 4:
            left -= 4
        assert remainder(heap) == parse(f"heap {heap}") == left
    assert [parse(str(number)) for number in NUMBERS] == list(NUMBERS)
    for wrong in ("0", "5", "heap 0"):
        refused(lambda wrong=wrong: parse(wrong), "impossible_outcome", "fantan F-2")
    refused(lambda: parse("three"), "bad_outcome", "fantan F-2")
    refused(lambda: find_act(ACTS, "paid", "place_bet"), "out_of_phase", "fantan F-2")
    refused(lambda: find_act(ACTS, "bets open", "count"), "out_of_phase", "fantan F-2")


def test_F_3_fan(fantan: GameAtTable, refused: Refused) -> None:
    for won in NUMBERS:
        check(fantan, f"fan:{won}", (won,), (), Fraction(3))
    won = fantan.settle({"fan:3": 100}, ["3"]).report()["bets"][0]
    assert (won["received"], won["prize_cite"]) == ("385", "fantan F-3")  # the stake comes back with the prize
    refused(lambda: fantan.bet("fan:5"), "unknown_selection", "fantan F-3")


def test_F_4_nim(fantan: GameAtTable) -> None:
    for won, tied in permutations(NUMBERS, 2):
        check(fantan, f"nim:{won}-{tied}", (won,), (tied,), Fraction(2))


def test_F_5_kuoc(fantan: GameAtTable) -> None:
    for first, second in permutations(NUMBERS, 2):
        check(fantan, f"kuoc:{first}-{second}", (first, second), (), Fraction(1))


def test_F_6_nga(fantan: GameAtTable) -> None:
    for first, second, tied in permutations(NUMBERS, 3):
        check(fantan, f"nga:{first}{second}-{tied}", (first, second), (tied,), Fraction(1, 2))
    assert fantan.bet("nga:12-3").analysis().house_edge == Fraction(1, 80)


def test_F_7_se_sam_hong(fantan: GameAtTable) -> None:
    for won in combinations(NUMBERS, 3):
        check(fantan, "se_sam_hong:" + "".join(map(str, won)), won, (), Fraction(1, 3))
    assert fantan.bet("se_sam_hong:321").key == "se_sam_hong:123"


def test_F_8_prizes_of_the_other_four_are_reconstructed(fantan: GameAtTable) -> None:
    clauses = law("fantan").clauses
    assert [clauses[f"F-{n}"].status for n in range(3, 8)] == [Status.PREDECESSOR] * 5
    assert clauses["F-8"].status is Status.RECONSTRUCTED
    for one in figures_of(fantan.rules).bets:
        is_fan = one.bet.id == "fan"
        assert one.status is (Status.PREDECESSOR if is_fan else Status.RECONSTRUCTED)
        assert one.prize_cites == (Citation("fantan", "F-3" if is_fan else "F-8"),)
    for bet, pays in (
        ("fan:1", "2.85"),
        ("kuoc:1-2", "0.95"),
        ("se_sam_hong:123", "0.3167"),
    ):  # observed in Macau in 2007
        (paid,) = (gain for gain in fantan.bet(bet).analysis().net_distribution if gain > 0)
        assert float(paid) == pytest.approx(float(pays), abs=0.00005)


def test_R_fantan_2_no_bet_ties_on_two_numbers(fantan: GameAtTable, refused: Refused) -> None:
    assert {bet.terms.id for bet in fantan.bets} == {"fan", "nim", "kuoc", "nga", "se_sam_hong"}
    for bet in fantan.bets:
        assert sum(isinstance(bet.terms.verdict(bet.terms.start, n), Push) for n in NUMBERS) <= 1
    refused(lambda: fantan.bet("big"), "unknown_bet", "R-fantan-2")
    win, loss = LESS_FIVE / 4, Fraction(1, 4)
    assert loss - win == Fraction(1, 80)  # the sixth bet: one number wins 1 to 1, two tie, one loses
    assert str(loss - win) in law("fantan").clauses["R-fantan-2"].text[Language.EN]


def test_R_fantan_1_each_number_alike(fantan: GameAtTable) -> None:
    assert dict(fantan.bet("fan:1").terms.space) == dict.fromkeys(NUMBERS, 1)
    assert len(fantan.bets) == 4 + 12 + 6 + 12 + 4
    assert law("fantan").clauses["R-fantan-1"].status == Status.READING


@pytest.mark.clause("1.2", "1.3", "2", "F-2", "9")
def test_fantan_cover_close_count_and_five_per_cent(refused: Refused) -> None:
    table = At("fantan").seat("ana")
    table.do("croupier", "cover")
    table.do("ana", "place_bet", bet="fan:3", stake=1000)
    refused(lambda: table.do("croupier", "cover"), "out_of_phase", "fantan 2")
    table.do("croupier", "close_bets")
    called = table.do("croupier", "count", outcome="heap 59")[-1]
    assert isinstance(called, ResultCalled)
    assert (called.outcome, called.written) == ("3", "heap 59")
    table.do("croupier", "pay")
    assert table.net("ana") == 2850
    assert table.books["commission"] == 150

"""Roulette, clause by clause. The second formulation finds bets by where numbers lie on the cloth."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from banca.analysis.game import GameAtTable, game
from banca.games.roulette.rules import BLACK, ORDER, RED, facts, parse
from banca.games.roulette.table import ACTS
from banca.law import Language, law
from banca.tables.acts import find_act
from banca.tables.events import NullDeclared
from support.reference import Figures, agree, one_round
from support.tables import CROUPIER, At

Refused = Callable[..., None]

PLACES = {number: ((number - 1) // 3, (number - 1) % 3) for number in range(1, 37)}
"""Row and column of each number on the cloth."""
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EVEN_MONEY = {
    "red": REDS,
    "black": set(range(1, 37)) - REDS,
    "even": {n for n in range(1, 37) if n % 2 == 0},
    "odd": {n for n in range(1, 37) if n % 2 == 1},
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
}


@pytest.fixture
def roulette() -> GameAtTable:
    return game("roulette")


def named(*numbers: int) -> str:
    return "-".join(map(str, numbers))


def block(rows: int, columns: int) -> set[str]:
    """Every rectangle of numbers of that shape on the cloth."""
    found = set()
    for row in range(12 - rows + 1):
        for column in range(3 - columns + 1):
            inside = [n for n, (r, c) in PLACES.items() if row <= r < row + rows and column <= c < column + columns]
            found.add(named(*sorted(inside)))
    return found


@pytest.mark.clause("1.1", "1.2")
def test_1_1_the_house_chooses_how_the_plate_turns_and_its_surface(roulette: GameAtTable, refused: Refused) -> None:
    assert roulette.options == {"zero": "lose", "plate_on": "pivot", "plate": "smooth"}
    other = game("roulette", plate_on="ball_bearing", plate="ridged")
    assert other.rows() == roulette.rows()  # the material changes no figure
    refused(lambda: game("roulette", plate_on="rope"), "unknown_value", "roulette 1.1")
    refused(lambda: game("roulette", plate="flat"), "unknown_value", "roulette 1.2")


@pytest.mark.clause("1.2", "1.3")
def test_1_3_every_compartment_has_a_number(refused: Refused) -> None:
    assert sorted(ORDER) == list(range(37))
    assert [parse(str(number)) for number in range(37)] == list(range(37))
    for wrong in ("37", "-1", "00", "", "red", "１７"):
        refused(lambda wrong=wrong: parse(wrong), "impossible_outcome", "roulette 1.3")


@pytest.mark.clause("1.4", "1.5")
def test_1_4_red_and_black_in_turn_and_zero_neither() -> None:
    assert len(RED) == len(BLACK) == 18
    colours = ["red" if number in RED else "black" for number in ORDER[1:]]
    assert all(first != second for first, second in pairwise(colours))
    assert {0} == set(range(37)) - RED - BLACK
    assert facts(0)["colour"] not in ("red", "black")


def test_R_roulette_2_the_usual_order_and_every_compartment_alike(roulette: GameAtTable) -> None:
    assert RED == REDS
    assert ORDER[:3] == (0, 32, 15)
    assert dict(roulette.rules.space) == dict.fromkeys(range(37), 1)
    assert all("R-roulette-2" in map(str, bet.terms.reads) for bet in roulette.bets)
    *all_but_last, last = map(str, sorted(RED))
    assert f"{', '.join(all_but_last)} and {last}" in law("roulette").clauses["R-roulette-2"].text[Language.EN]


def test_L_2_a_null_throw_is_repeated(roulette: GameAtTable) -> None:
    for reason in ("unsettled", "object"):
        assert roulette.settle({"red": 10}, [f"null:{reason}", "1"]).answer().net.avos == 1000
    assert find_act(ACTS, "bets closed", "declare_null").then == "null"
    assert find_act(ACTS, "null", "throw_ball").then == "bets closed"


def test_L_3_bets_close_with_the_call(roulette: GameAtTable, refused: Refused) -> None:
    assert find_act(ACTS, "ball thrown", "place_bet").then == "ball thrown"
    refused(lambda: find_act(ACTS, "bets closed", "place_bet"), "out_of_phase", "roulette L-3")
    refused(lambda: roulette.settle({"red": 10, "odd@2": 10}, ["null", "1"]), "bets_closed", "roulette L-3")


def test_L_4_which_bets_there_are(roulette: GameAtTable, refused: Refused) -> None:
    selections: dict[str, set[str]] = {}
    for bet in roulette.bets:
        selections.setdefault(bet.terms.id, set()).add(bet.terms.selection)
    zero_splits = {named(0, n) for n in (1, 2, 3)}
    assert selections["straight"] == {str(n) for n in range(37)}
    assert selections["split"] == block(1, 2) | block(2, 1) | zero_splits
    assert selections["street"] == block(1, 3) | {"0-1-2", "0-2-3"}
    assert selections["corner"] == block(2, 2) | {"0-1-2-3"}
    assert selections["six_line"] == block(2, 3)
    assert len(roulette.bets) == 37 + 60 + 14 + 23 + 11 + 3 + 3 + 6
    assert roulette.bet("split:2-1").key == "split:1-2"
    assert roulette.bet("corner:5-4-2-1").key == "corner:1-2-4-5"
    for first, second in combinations(range(37), 2):
        if named(first, second) not in selections["split"]:
            refused(lambda bet=f"split:{first}-{second}": roulette.bet(bet), "unknown_selection", "roulette L-4")


PRIZES = {"straight": 35, "split": 17, "street": 11, "corner": 8, "six_line": 5}


def test_L_4_prizes_of_bets_on_numbers(roulette: GameAtTable) -> None:
    for bet in roulette.bets:
        if bet.terms.id in PRIZES:
            members = set(map(int, bet.terms.selection.split("-")))
        elif bet.terms.id == "dozen":
            members = {n for n in PLACES if (n - 1) // 12 + 1 == int(bet.terms.selection)}
        elif bet.terms.id == "column":
            members = {n for n, (_, column) in PLACES.items() if column + 1 == int(bet.terms.selection)}
        else:
            continue
        prize = PRIZES.get(bet.terms.id, 2)
        for number in range(37):
            verdict = roulette.settle({bet.key: 1}, [str(number)]).answer().net.avos
            assert verdict == (prize * 100 if number in members else -100)
        agree(bet.analysis(), one_round({prize: len(members), -1: 37 - len(members)}))


@pytest.mark.parametrize("bet", EVEN_MONEY)
def test_L_5_zero_and_the_even_money_bets(bet: str, refused: Refused) -> None:
    wins = EVEN_MONEY[bet]
    for option, on_zero in (("lose", Fraction(-1)), ("half_back", Fraction(-1, 2))):
        table = game("roulette", zero=option)
        for number in range(37):
            expected = Fraction(1) if number in wins else on_zero if number == 0 else Fraction(-1)
            assert table.settle({bet: 10}, [str(number)]).answer().net.avos == expected * 1000
        mean = Fraction(18 - 18, 37) + on_zero / 37
        agree(table.bet(bet).analysis(), Figures(win=Fraction(18, 37), lose=Fraction(19, 37), mean=mean))
    refused(lambda: game("roulette", zero="ignore"), "unknown_value", "roulette L-5")


def test_R_roulette_1_a_held_stake_waits_for_a_number_that_is_not_zero() -> None:
    table = game("roulette", zero="en_prison")
    assert table.settle({"red": 10}, ["0", "1"]).answer().net.avos == 0
    assert table.settle({"red": 10}, ["0", "0", "2"]).answer().net.avos == -1000
    assert table.settle({"red": 10}, ["0", "0"]).report()["bets"][0]["result"] == "stands"
    released = Fraction(1, 37) * Fraction(1, 2)  # 18 numbers release, 18 take, zero decides nothing
    rounds = 1 + Fraction(1, 37) * Fraction(37, 36)
    figures = Figures(
        win=Fraction(18, 37), lose=Fraction(18, 37) + released, push=released, mean=Fraction(-1, 74), rounds=rounds
    )
    agree(table.bet("red").analysis(), figures)
    assert law("roulette").clauses["L-5"].readings[0].clause == "R-roulette-1"
    a_second_zero_takes_it = Fraction(1, 37) * Fraction(19, 37)
    assert a_second_zero_takes_it == Fraction(19, 1369)  # the other reading: 1.388 % instead of 1.351 %


@pytest.mark.clause("2.1", "L-2", "L-3", "L-5", "R-roulette-1")
def test_roulette_the_ball_no_more_bets_and_prison(refused: Refused) -> None:
    table = At("roulette", options={"zero": "en_prison"}).seat("ana")
    table.do("ana", "place_bet", bet="red", stake=1000)
    table.do("croupier", "throw_ball")
    assert table.do("croupier", "declare_null")[-1] == NullDeclared(reason="unsettled", cites=("roulette L-2",))
    table.do("croupier", "throw_ball")
    table.do("ana", "place_bet", bet="straight:17", stake=1000)
    table.do("croupier", "call_no_more_bets")
    refused(lambda: table.do("ana", "place_bet", bet="red", stake=1000), "out_of_phase", "roulette L-3")
    (can,) = [one for one in table.engine.available_acts(table.live, CROUPIER) if one.do == "declare_null"]
    assert can.choices == {"reason": ("unsettled", "object")}
    assert table.do("croupier", "declare_null", reason="object")[-1] == NullDeclared(
        reason="object", cites=("roulette L-2",)
    )
    table.do("croupier", "throw_ball")
    table.do("croupier", "read_number", outcome="0")
    table.do("croupier", "pay")
    assert table.live.bets == {"ana": {("red", "in prison"): 1000}}
    refused(lambda: table.do("ana", "withdraw_bet", bet="red", on="in prison"), "cannot_take_down", "roulette L-5")
    table.check_replay()

"""Fish-Prawn-Crab, clause by clause. The second formulation counts the 216 throws of plain numbers."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import product

import pytest

from banca.analysis.exact import analyse
from banca.analysis.game import GameAtTable, game
from banca.games import rulebook
from banca.games.fish_prawn_crab.rules import (
    DRIVE,
    LIT_RESULT,
    Colour,
    Figure,
    other_readings,
    parse,
    show,
)
from banca.games.fish_prawn_crab.table import ACTS, check_shaken
from banca.law import law
from banca.tables.acts import find_act
from support.commands import run
from support.reference import agree, one_round
from support.tables import CROUPIER, At

Refused = Callable[..., None]
Numbers = tuple[int, int, int]

FIGURES = ["fish", "prawn", "gourd", "coin", "crab", "rooster"]
COLOURS = {1: "red", 2: "green", 3: "blue", 4: "blue", 5: "green", 6: "red"}
TOTAL_PRIZES = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 14, 16: 18, 17: 50}


@pytest.fixture
def fpc() -> GameAtTable:
    return game("fish_prawn_crab")


def net(fpc: GameAtTable, bet: str, outcome: str) -> Fraction:
    return Fraction(fpc.settle({bet: 10}, [outcome]).answer().net.avos, 1000)


def check(fpc: GameAtTable, bet: str, gains: Callable[[Numbers], int]) -> None:
    """The bet against a plain rule on numbers: every throw settled, and the exact figures."""
    tally: Counter[Fraction | int] = Counter()
    for numbers in product(range(1, 7), range(1, 7), range(1, 7)):
        gained = gains(numbers)
        tally[gained] += 1
        assert net(fpc, bet, "-".join(map(str, numbers))) == gained
    agree(fpc.bet(bet).analysis(), one_round(tally))


def test_1_1_faces_of_the_dice(refused: Refused) -> None:
    assert [figure.value for figure in Figure] == FIGURES
    assert {figure.number: figure.colour.value for figure in Figure} == COLOURS
    assert parse("fish-crab-crab") == parse("1-5-5") == parse("fish-5-crab")
    assert show(parse("6-4-3")) == "rooster-coin-gourd"
    for wrong in ("fish-crab", "1-2-3-4", "0-1-2", "7-1-1", "fish-dog-crab", ""):
        refused(lambda wrong=wrong: parse(wrong), "impossible_outcome", "fish_prawn_crab 1.1")


def test_1_2_opposite_faces_sum_to_seven_and_share_a_colour(fpc: GameAtTable) -> None:
    by_number = {figure.number: figure for figure in Figure}
    assert all(by_number[7 - figure.number].colour == figure.colour for figure in Figure)
    assert fpc.bet("small").terms.space.total == 216


@pytest.mark.clause("1.3.1", "1.3.2", "1.4", "2.2", "2.3", "3.2")
def test_the_house_chooses_drive_boards_panel_and_call(fpc: GameAtTable, refused: Refused) -> None:
    for option, clause in (
        ("drive", "1.3.1"),
        ("boards", "1.4"),
        ("lit_panel", "2.2"),
        ("called_opening", "2.3"),
        ("lit_result", "3.2"),
    ):
        for value in ("perhaps", ""):
            asked = {option: value}
            refused(lambda asked=asked: game("fish_prawn_crab", **asked), "unknown_value", f"fish_prawn_crab {clause}")
    assert game("fish_prawn_crab", lit_panel="yes").options["lit_panel"] == "yes"
    assert len(fpc.bets) == 39
    refused(lambda: fpc.bet("quadruple"), "unknown_bet", "fish_prawn_crab 1.4")
    assert law("fish_prawn_crab").clauses["1.3.2"].reason  # definitional


def test_2_1_bets_open_only_after_the_shake(fpc: GameAtTable, refused: Refused) -> None:
    check_shaken(fpc.rules.chosen, presses=3, started=False)
    for presses in (0, 2, 4):
        refused(
            lambda presses=presses: check_shaken(fpc.rules.chosen, presses=presses, started=True),
            "not_shaken",
            "fish_prawn_crab 2.1",
        )
    electronic = game("fish_prawn_crab", drive="electronic").rules.chosen
    check_shaken(electronic, presses=0, started=True)
    refused(lambda: check_shaken(electronic, presses=3, started=False), "not_shaken", "fish_prawn_crab 2.1")
    assert find_act(ACTS, "covered", "shake").then == "bets open"
    refused(lambda: find_act(ACTS, "covered", "place_bet"), "out_of_phase", "fish_prawn_crab 2.1")


def test_3_3_stacked_or_leaning_dice_make_the_round_null(fpc: GameAtTable) -> None:
    assert fpc.settle({"small": 10}, ["null:stacked", "null:leaning", "1-2-3"]).answer().net.avos == 1000


def test_3_4_after_a_null_round_bets_may_be_added_but_not_withdrawn(fpc: GameAtTable, refused: Refused) -> None:
    assert find_act(ACTS, "bets open again", "place_bet").then == "bets open again"
    refused(lambda: find_act(ACTS, "bets open again", "withdraw_bet"), "out_of_phase", "fish_prawn_crab 3.4")
    assert find_act(ACTS, "bets open", "withdraw_bet").then == "bets open"
    assert fpc.settle({"small": 10, "big@2": 10}, ["null:stacked", "1-2-3"]).answer().net.avos == 0


def is_triple(numbers: Numbers) -> bool:
    return numbers[0] == numbers[1] == numbers[2]


@pytest.mark.clause("5.1", "6.1")
def test_5_1_small(fpc: GameAtTable) -> None:
    check(fpc, "small", lambda n: 1 if 4 <= sum(n) <= 10 and not is_triple(n) else -1)


@pytest.mark.clause("5.2", "6.2")
def test_5_2_big(fpc: GameAtTable) -> None:
    check(fpc, "big", lambda n: 1 if 11 <= sum(n) <= 17 and not is_triple(n) else -1)


@pytest.mark.clause("5.3", "6.3")
@pytest.mark.parametrize("figure", FIGURES)
def test_5_3_figure_pays_once_per_die(fpc: GameAtTable, figure: str) -> None:
    number = FIGURES.index(figure) + 1
    check(fpc, f"figure:{figure}", lambda n: n.count(number) or -1)


@pytest.mark.clause("5.4", "6.4", "5.5", "6.5", "5.6", "6.6")
@pytest.mark.parametrize("colour", [colour.value for colour in Colour])
@pytest.mark.parametrize(
    ("bet", "dice", "prize"), [("one_colour", 1, 1), ("two_colour", 2, 3), ("three_colour", 3, 20)]
)
def test_5_4_to_6_exactly_so_many_dice_of_the_colour(
    fpc: GameAtTable, colour: str, bet: str, dice: int, prize: int
) -> None:
    check(fpc, f"{bet}:{colour}", lambda n: prize if [COLOURS[face] for face in n].count(colour) == dice else -1)


@pytest.mark.clause("5.7", "6.7")
def test_5_7_any_three_of_one_colour(fpc: GameAtTable) -> None:
    check(fpc, "any_three_colour", lambda n: 7 if len({COLOURS[face] for face in n}) == 1 else -1)


@pytest.mark.clause("5.8", "6.8")
@pytest.mark.parametrize("figure", FIGURES)
def test_5_8_chosen_triple(fpc: GameAtTable, figure: str) -> None:
    number = FIGURES.index(figure) + 1
    check(fpc, f"triple:{figure}", lambda n: 150 if n == (number, number, number) else -1)


@pytest.mark.clause("5.9", "6.9")
def test_5_9_any_triple(fpc: GameAtTable) -> None:
    check(fpc, "any_triple", lambda n: 24 if is_triple(n) else -1)


@pytest.mark.clause("5.10", "6.10")
@pytest.mark.parametrize("total", TOTAL_PRIZES)
def test_5_10_total_triples_count(fpc: GameAtTable, total: int) -> None:
    check(fpc, f"total:{total}", lambda n: TOTAL_PRIZES[total] if sum(n) == total else -1)


def test_7_three_equal_figures_lose_small_and_big(fpc: GameAtTable) -> None:
    for number in range(1, 7):
        settled = fpc.settle({"small": 10, "big": 10}, [f"{number}-{number}-{number}"])
        assert settled.answer().net.avos == -2000
        assert all("fish_prawn_crab 7" in bet["cites"] for bet in settled.report()["bets"])
    assert net(fpc, "total:12", "4-4-4") == 6


def test_8_options_are_asked_three_working_days_ahead(refused: Refused) -> None:
    def asked(on: int, planned: int) -> None:
        holiday = date(2026, 11, 11)
        DRIVE.check_in_time(
            asked=date(2026, 11, on),
            planned=date(2026, 11, planned),
            is_working_day=lambda day: day.weekday() < 5 and day != holiday,
        )

    asked(on=2, planned=6)  # Monday for Friday: Tuesday, Wednesday and Thursday lie between
    refused(lambda: asked(on=2, planned=5), "asked_too_late", "fish_prawn_crab 8")
    refused(lambda: asked(on=6, planned=11), "asked_too_late", "fish_prawn_crab 8")  # a weekend lies between
    refused(lambda: asked(on=9, planned=13), "asked_too_late", "fish_prawn_crab 8")  # a holiday lies between
    asked(on=9, planned=14)
    refused(lambda: asked(on=9, planned=2), "asked_too_late", "fish_prawn_crab 8")


def test_R_fpc_3_three_whole_working_days_lie_between(refused: Refused) -> None:
    def every_day(_: date) -> bool:
        return True

    DRIVE.check_in_time(asked=date(2026, 11, 2), planned=date(2026, 11, 6), is_working_day=every_day)
    late = {"asked": date(2026, 11, 2), "planned": date(2026, 11, 5)}  # enough if the last day counted as well
    refused(lambda: DRIVE.check_in_time(**late, is_working_day=every_day), "asked_too_late", "fish_prawn_crab 8")


def test_R_fpc_4_whether_combinations_light_up_is_the_houses_choice_without_authorisation() -> None:
    assert (str(LIT_RESULT.left_by), LIT_RESULT.authorised_by) == ("R-fpc-4", None)
    by_8 = {one.name for one in rulebook("fish_prawn_crab").options if one.authorised_by}
    assert by_8 == {"drive", "boards", "lit_panel", "called_opening"}  # articles 1 and 2


def test_1_1_figures_options_and_null_rounds_are_named_in_the_readers_language_printed_and_typed() -> None:
    typed = ["--bet", "any_triple=10", "--outcome", "null:dados sobrepostos", "--outcome", "Galo-Galo-Galo"]
    shown = run("settle", "fish_prawn_crab", *typed, "--option", "Accionamento do copo=alavanca", "--lang", "pt")
    assert shown.exit_code == 0, shown.stderr
    for words in ("Galo – Galo – Galo", "dados sobrepostos", "Accionamento do copo: alavanca"):
        assert words in shown.stdout


def test_R_fpc_2_two_dice_of_a_colour_means_exactly_two(fpc: GameAtTable) -> None:
    assert net(fpc, "two_colour:red", "fish-rooster-crab") == 3
    assert net(fpc, "two_colour:red", "fish-rooster-fish") == -1
    assert fpc.bet("two_colour:red").analysis().house_edge == Fraction(1, 9)
    two_or_three = Fraction(12 * 4 + 8, 216)
    assert 4 * two_or_three - 1 == Fraction(1, 27)  # the other reading would pay the player


def test_R_fpc_1_one_colour_means_one_and_only_one(fpc: GameAtTable) -> None:
    assert net(fpc, "one_colour:red", "fish-prawn-gourd") == 1
    for outcome in ("fish-fish-gourd", "fish-rooster-fish", "prawn-gourd-coin"):
        assert net(fpc, "one_colour:red", outcome) == -1
    assert "R-fpc-1" in fpc.settle({"one_colour:red": 10}, ["1-2-3"]).report()["bets"][0]["cites"]
    assert fpc.bet("one_colour:red").analysis().p_win == Fraction(4, 9)  # never, in the other reading


@pytest.mark.clause("2.1", "3.1", "3.2", "3.3", "3.4", "4", "1.3.2")
def test_fish_prawn_crab_cover_shake_bets_bell_reveal(refused: Refused) -> None:
    table = At("fish_prawn_crab").seat("ana")
    bet = {"bet": "small", "stake": 1000}
    refused(lambda: table.do("croupier", "cover", latched=False), "not_latched", "fish_prawn_crab 1.3.2")
    table.do("croupier", "cover", latched=True)
    refused(lambda: table.do("ana", "place_bet", **bet), "out_of_phase", "fish_prawn_crab 2.1")
    refused(lambda: table.do("croupier", "shake", presses=2), "not_shaken", "fish_prawn_crab 2.1")
    table.do("croupier", "shake", presses=3)
    table.do("ana", "place_bet", **bet)
    table.do("ana", "withdraw_bet", bet="small")
    table.do("ana", "place_bet", **bet)
    table.do("croupier", "ring_bell")
    refused(lambda: table.do("ana", "place_bet", **bet), "out_of_phase", "fish_prawn_crab 2.1")
    table.do("croupier", "lift_cover")
    table.do("croupier", "declare_null", reason="stacked")
    table.do("croupier", "cover", latched=True)
    table.do("croupier", "shake", presses=3)
    refused(lambda: table.do("ana", "withdraw_bet", bet="small"), "out_of_phase", "fish_prawn_crab 3.4")
    table.do("ana", "place_bet", **bet)
    table.do("croupier", "ring_bell")
    table.do("croupier", "lift_cover")
    table.do("croupier", "call_result", outcome="1-2-3")
    refused(lambda: table.do("croupier", "cover", latched=True), "out_of_phase", "fish_prawn_crab 4")
    table.do("croupier", "pay")
    assert table.net("ana") == 2000
    table.do("croupier", "cover", latched=True)


@pytest.mark.clause("1.3.1", "2.1")
@pytest.mark.parametrize(
    ("drive", "shaken", "other"),
    [("lever", {"presses": 3}, {"started": True}), ("electronic", {"started": True}, {"presses": 3})],
)
def test_1_3_1_the_croupier_says_how_the_houses_device_shook(
    drive: str, shaken: dict[str, int], other: dict[str, int], refused: Refused
) -> None:
    table = At("fish_prawn_crab", options={"drive": drive})
    table.do("croupier", "cover", latched=True)
    (can,) = [one for one in table.engine.available_acts(table.live, CROUPIER) if one.do == "shake"]
    assert [*can.takes, *can.also] == list(shaken)
    refused(lambda: table.do("croupier", "shake", **other), "not_shaken", "fish_prawn_crab 2.1")
    table.do("croupier", "shake", **shaken)


def edge_of(pays: Callable[[tuple[int, ...]], int]) -> Fraction:
    """The house's advantage by counting all 216 throws."""
    return -Fraction(sum(pays(numbers) for numbers in product(range(1, 7), repeat=3)), 216)


@pytest.mark.parametrize("total", TOTAL_PRIZES)
def test_R_fpc_5_triples_count_in_a_total_or_lose_by_the_houses_option(total: int, refused: Refused) -> None:
    prize = TOTAL_PRIZES[total]
    count, lose = game("fish_prawn_crab"), game("fish_prawn_crab", total_triples="lose")
    if_counted = edge_of(lambda n: prize if sum(n) == total else -1)
    if_lost = edge_of(lambda n: prize if sum(n) == total and len(set(n)) > 1 else -1)
    assert count.bet(f"total:{total}").analysis().house_edge == if_counted
    assert lose.bet(f"total:{total}").analysis().house_edge == if_lost
    # the mark stands where the option would change the figure, and nowhere else
    reads = [cite.clause for cite in count.bet(f"total:{total}").terms.reads]
    assert reads == (["R-fpc-5"] if if_counted != if_lost else [])
    figures = {6: ("11/36", "3/8"), 15: ("11/36", "3/8"), 9: ("41/216", "2/9"), 12: ("41/216", "2/9")}
    assert total not in figures or (str(if_counted), str(if_lost)) == figures[total]
    if total == 6:
        lost = lose.settle({"total:6": 10}, ["2-2-2"]).report()["bets"][0]
        assert (lost["result"], lost["events"][-1]["cite"]) == ("lose", "R-fpc-5")
        assert lose.settle({"total:6": 10}, ["1-2-3"]).answer().net.avos == 14000
        refused(lambda: game("fish_prawn_crab", total_triples="tie"), "unknown_value", "R-fpc-5")


def test_R_fpc_6_any_triple_is_any_of_the_six(fpc: GameAtTable) -> None:
    assert fpc.bet("any_triple").analysis().house_edge == edge_of(lambda n: 24 if len(set(n)) == 1 else -1)
    (other,) = [one for one in other_readings(fpc.rules.chosen) if one.cite.clause == "R-fpc-6"]
    # of any figure but a chosen one: five triples of 216 win
    assert analyse(other.otherwise).house_edge == edge_of(lambda n: 24 if len(set(n)) == 1 and n[0] != 4 else -1)
    assert analyse(other.otherwise).house_edge == Fraction(91, 216)
    assert [cite.clause for cite in fpc.bet("any_triple").terms.reads] == ["R-fpc-6"]

"""The Wheel of Fortune, clause by clause."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from banca.analysis.exact import analyse
from banca.analysis.game import GameAtTable, game
from banca.games.wheel.rules import RIM, other_readings, parse, show
from banca.games.wheel.table import ACTS
from banca.rules import citing
from banca.tables.acts import find_act
from banca.tables.events import OfferLapsed
from support.reference import agree, one_round
from support.tables import At

Refused = Callable[..., None]
cite = citing("wheel")

SECTIONS = {1: 24, 2: 12, 3: 8, 4: 4, 5: 2, 6: 1, 7: 1}
PRIZES = {1: 1, 2: 3, 3: 5, 4: 11, 5: 23, 6: 45, 7: 45}


@pytest.fixture
def wheel() -> GameAtTable:
    return game("wheel")


@pytest.mark.clause("1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.2.6", "1.2.7")
def test_fifty_two_sections_of_seven_symbols(wheel: GameAtTable) -> None:
    assert dict(wheel.bet("symbol:1").terms.space) == SECTIONS
    assert {symbol: RIM.count(symbol) for symbol in SECTIONS} == SECTIONS
    assert len(RIM) == 52


def test_2_nothing_changes_after_no_more_bets(wheel: GameAtTable, refused: Refused) -> None:
    for act in ("place_bet", "withdraw_bet"):
        assert find_act(ACTS, "bets open", act).then == "bets open"
        refused(lambda act=act: find_act(ACTS, "bets closed", act), "out_of_phase", "wheel 2")
    late = {"symbol:1": 10, "symbol:2@2": 10}
    refused(lambda: wheel.settle(late, ["null:few_turns", "symbol 1"]), "bets_closed", "wheel 2")


@pytest.mark.clause("3.1", "3.2")
def test_3_1_one_rectangle_per_symbol_and_3_2_one_or_more_bets(wheel: GameAtTable, refused: Refused) -> None:
    assert [bet.key for bet in wheel.bets] == [f"symbol:{n}" for n in range(1, 8)]
    assert wheel.settle({f"symbol:{n}": 10 for n in range(1, 8)}, ["symbol 6"]).answer().net.avos == 45000 - 6000
    refused(lambda: wheel.bet("symbol:8"), "unknown_selection", "wheel 3.1")
    refused(lambda: wheel.bet("number:8"), "unknown_bet", "wheel 3.2")


@pytest.mark.clause("3.3", "3.4")
def test_3_3_and_3_4_a_bet_placed_for_a_player_is_shown_and_confirmed(refused: Refused) -> None:
    table = At("wheel").seat("ana", "rui")
    table.do("croupier", "place_for", player="ana", bet="symbol:2", stake=1000)
    table.do("croupier", "place_for", player="ana", bet="symbol:3", stake=2000)
    assert table.live.offers == {("ana", "symbol:2"): 1000, ("ana", "symbol:3"): 2000}
    assert table.live.money_of("ana") == 0
    seen = {"bet": "symbol:2", "stake": 1000}
    refused(lambda: table.do("rui", "confirm_bet", **seen), "nothing_offered", "wheel 3.4")
    refused(lambda: table.do("ana", "confirm_bet", **seen | {"stake": 2000}), "nothing_offered", "wheel 3.4")
    table.do("ana", "confirm_bet", **seen)
    lapsed = table.do("croupier", "call_no_more_bets")[-1]
    assert lapsed == OfferLapsed(player="ana", bet="symbol:3")
    assert table.live.bets == {"ana": {("symbol:2", ""): 1000}}


@pytest.mark.clause("1.1", "1.3", "4.1")
def test_4_2_only_the_croupier_touches_the_wheel(refused: Refused) -> None:
    table = At("wheel").seat("ana")
    refused(lambda: table.do("croupier", "turn"), "out_of_phase", "wheel 4.2")
    table.do("croupier", "call_no_more_bets")
    refused(lambda: table.do("ana", "turn"), "not_your_act", "wheel 4.2")
    table.do("croupier", "turn")


def test_4_3_a_valid_spin_has_three_whole_turns(refused: Refused) -> None:
    table = At("wheel").seat("ana")
    table.do("ana", "place_bet", bet="symbol:2", stake=1000)
    table.do("croupier", "call_no_more_bets")
    table.do("croupier", "turn")
    seen = {"outcome": "symbol 2", "turns": 2}
    for few, enough in ((0, 3), (2, 4)):
        too_few = seen | {"turns": few}
        refused(lambda too_few=too_few: table.do("croupier", "read_pointer", **too_few), "too_few_turns", "wheel 4.3")
        refused(lambda turns=enough: table.do("croupier", "call_invalid", turns=turns), "throw_counts", "wheel 4.3")
    table.do("croupier", "call_invalid", turns=2)
    refused(lambda: table.do("ana", "place_bet", bet="symbol:2", stake=1000), "out_of_phase", "wheel 2")
    table.do("croupier", "turn")
    table.do("croupier", "read_pointer", **seen | {"turns": 3})
    table.do("croupier", "pay")
    assert table.net("ana") == 3000


def test_4_4_an_invalid_spin_is_made_again(wheel: GameAtTable) -> None:
    assert find_act(ACTS, "turning", "call_invalid").then == "bets closed"
    settled = wheel.settle({"symbol:2": 10}, ["null:few_turns", "null:few_turns", "symbol 2"])
    assert settled.answer().net.avos == 3000
    assert settled.report()["throws"][0]["cites"] == ["wheel 4.3", "wheel 4.4"]


def test_5_the_pointer_decides(wheel: GameAtTable, refused: Refused) -> None:
    lost = wheel.settle({"symbol:2": 10}, ["symbol 3"]).report()["bets"][0]
    assert (lost["result"], lost["cites"]) == ("lose", ["wheel 3.1", "R-wheel-2", "wheel 5"])
    assert find_act(ACTS, "turning", "read_pointer").then == "decided"
    for section in range(1, 53):
        assert parse(f"section {section}") == parse(str(section)) == RIM[section - 1]
    for symbol in SECTIONS:
        assert parse(show(symbol)) == symbol
    for wrong in ("symbol", "symbol x", "peg 3", "", "symbol -1", "3.5"):
        refused(lambda wrong=wrong: parse(wrong), "bad_outcome", "wheel 5")
    refused(lambda: parse("53"), "impossible_outcome", "wheel 1.2.1")
    refused(lambda: parse("symbol 8"), "impossible_outcome", "wheel 1.2.7")


@pytest.mark.clause("6.1", "6.2", "6.3", "6.4", "6.5", "6.6")
@pytest.mark.parametrize("symbol", SECTIONS)
def test_prizes_of_the_seven_symbols(wheel: GameAtTable, symbol: int) -> None:
    for shown in SECTIONS:
        expected = PRIZES[symbol] if shown == symbol else -1
        assert wheel.settle({f"symbol:{symbol}": 10}, [f"symbol {shown}"]).answer().net.avos == expected * 1000
    tally: dict[Fraction | int, int] = {PRIZES[symbol]: SECTIONS[symbol], -1: 52 - SECTIONS[symbol]}
    agree(wheel.bet("symbol", symbol).analysis(), one_round(tally))
    won = wheel.settle({f"symbol:{symbol}": 10}, [f"symbol {symbol}"]).report()["bets"][0]
    assert won["prize_cite"] == f"wheel 6.{min(symbol, 6)}"


def test_R_wheel_1_equal_symbols_are_spread_evenly() -> None:
    for symbol, sections in SECTIONS.items():
        places = [place for place, shown in enumerate(RIM) if shown == symbol]
        gaps = {(after - before) % 52 or 52 for before, after in zip(places, places[1:] + places[:1], strict=True)}
        assert gaps <= {52 // sections, -(-52 // sections)}, symbol  # no spread could be more even
    assert abs(RIM.index(6) - RIM.index(7)) == 26


def test_R_wheel_2_a_bet_is_on_a_symbol_and_not_on_one_section(wheel: GameAtTable) -> None:
    for symbol, sections in SECTIONS.items():
        edge = 1 - Fraction(sections * (PRIZES[symbol] + 1), 52)
        assert wheel.bet(f"symbol:{symbol}").analysis().house_edge == edge
    compared = {one.as_read.key: analyse(one.otherwise).house_edge for one in other_readings(wheel.rules.chosen)}
    # one section of the rim: the figures of symbols with a single section are the same, and rest on no reading
    several = [symbol for symbol, sections in SECTIONS.items() if sections > 1]
    assert compared == {f"symbol:{symbol}": 1 - Fraction(PRIZES[symbol] + 1, 52) for symbol in several}
    marked = [bet.selection for bet in wheel.rules.bets.values() if cite("R-wheel-2") in bet.reads]
    assert marked == list(map(str, several))

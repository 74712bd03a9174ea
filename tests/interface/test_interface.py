"""The Python interface: one unit of money, values that compare and travel, tables for analysts, and what a missing extra says."""

import pickle
import sys
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

import pytest

import banca
from banca.answers import Money
from banca.games import UNKNOWN_GAME, of_chance, playable
from banca.interface.frame import LIBRARIES
from banca.rulebook import Refusal
from banca.rulebook.refusals import NEEDS_EXTRA, UNKNOWN_VALUE
from refusing import refuses

THROWS = ["2-4", "null:short", "3-3"]
DISPUTE = {"pass_line": 100, "pass_odds:6": 200}

T = TypeVar("T")


def sent(value: T) -> T:
    """A value as another process gets it."""
    there: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own
    return there


def test_the_contract() -> None:
    assert banca.game("craps").bet("pass_line").analysis().house_edge == Fraction(7, 495)
    assert banca.game("craps", field_12=3).bet("field").analysis().house_edge == Fraction(1, 36)
    assert banca.game("craps").settle({"pass_line": 100}, ["2-4", "null", "3-3"]).answer().net.avos == 10000
    together = banca.game("craps").together({"pass_line": 10, "pass_odds:6": 20}, after=["2-4"])
    assert together.chances[Decimal(34)] == Fraction(5, 36)


def test_every_game_is_named_and_those_between_players_have_an_interface_of_their_own() -> None:
    assert banca.games() == playable()
    assert banca.games()[0] == "craps"
    for name in set(playable()) - set(of_chance()):
        assert getattr(banca, name).__all__
    with pytest.raises(AttributeError, match="no attribute 'whist'"):
        _ = banca.whist
    with pytest.raises(banca.Refusal) as caught:
        banca.game("bingo")
    assert caught.value.code == UNKNOWN_GAME
    assert "bingo" in str(caught.value)


@pytest.mark.parametrize("name", of_chance())
def test_games_and_bets_compare_equal_go_from_process_to_process_and_can_be_read(name: str) -> None:
    table = banca.game(name)
    assert table == banca.game(name) == sent(table)
    assert len({table, banca.game(name)}) == 1
    for bet in table.bets:
        assert bet == table.bet(bet.key)
        assert table.bet(bet.key).terms is bet.terms
        assert table.bet(bet.terms.id, bet.terms.selection).key == bet.key
    first, last = table.bets[0], table.bets[-1]
    assert first != last
    assert sent(last) == last
    assert sent(last).analysis().house_edge == last.analysis().house_edge
    for shown in (table, table.rules, first, first.terms, first.analysis(), first.terms.space):
        assert len(repr(shown)) < 200


def test_options_and_proposals_tell_games_apart() -> None:
    usual, other = banca.game("craps"), banca.game("craps", field_12=3)
    assert usual != other
    assert usual.bet("field") != other.bet("field")
    assert sent(other).bet("field").analysis().house_edge == Fraction(1, 36)
    proposed = banca.proposed("all_tall_small")
    assert proposed != usual
    again = sent(proposed)
    assert again == proposed
    assert again.bet("all_small").analysis().house_edge == Fraction(1687, 21736)


def test_reprs_can_be_evaluated_or_read() -> None:
    table = banca.game("craps", field_12=3)
    assert eval(repr(table), {"banca": banca}).options == table.options  # noqa: S307 - our own text
    assert repr(table.bet("hard_way", 6)) == "<bet hard_way:6: Hard Way 6 (craps 5.4.1, gazetted)>"
    settled = table.settle({"pass_line": 100, "come": 50}, ["2-4", "3-3"])
    assert repr(settled) == "<settlement of craps: pass_line win, come stands; net +100>"


def test_clauses_can_be_read() -> None:
    clause = banca.game("craps").clause("5.2.3")
    assert clause.status == banca.Status.GAZETTED
    assert "12" in clause.text[banca.Language.ZH]


def test_a_refusal_can_be_copied_and_sent() -> None:
    with pytest.raises(banca.Refusal) as caught:
        banca.game("craps").settle({"come@1": 10}, ["3-4"])
    refusal, again = caught.value, sent(caught.value)
    assert type(again) is type(refusal)
    assert (again.code, again.cite, again.about) == (refusal.code, refusal.cite, refusal.about)


def test_money_comes_out_in_the_unit_it_went_in() -> None:
    table = banca.game("craps")
    settled = table.settle(DISPUTE, THROWS)
    assert (settled.net, settled.received) == (Decimal(340), Decimal(640))
    assert sent(settled) == settled
    assert sent(settled).report() == settled.report()
    together = table.together(DISPUTE, after=["2-4"])
    assert together.chances == {
        Decimal(-300): Fraction(1, 6),
        Decimal(0): Fraction(25, 36),
        Decimal(340): Fraction(5, 36),
    }
    assert together.mean == sum(net * chance for net, chance in ((-300, Fraction(1, 6)), (340, Fraction(5, 36))))


def test_stakes_may_be_numbers_or_text_and_one_outcome_needs_no_list() -> None:
    table = banca.game("craps")
    assert table.settle({"field": "12.50"}, ["1-2"], banca.Limits(minimum=50)).answer().net.avos == 1250
    assert table.settle({"field": 12}, "1-2").answer().net.avos == 1200
    assert banca.game("roulette").settle({"red": 10}, [1]).answer().net.avos == 1000
    with pytest.raises(banca.Refusal):
        table.settle({"field": 12.345}, ["1-2"])


@pytest.mark.parametrize("library", LIBRARIES)
def test_tables_for_analysts_keep_the_exact_figure_beside_the_rounded_one(library: str) -> None:
    frame = banca.game("wheel").to_frame(library)
    assert len(frame) == len(banca.game("wheel").bets)
    row = dict(zip(frame.columns, next(iter(frame.to_numpy())), strict=True))
    assert float(Fraction(row["house_edge_exact"])) == row["house_edge"]
    assert {"bet", "name", "pays", "p_win", "p_win_exact", "clause", "status"} <= set(frame.columns)
    craps = banca.game("craps")
    assert list(craps.settle(DISPUTE, THROWS).to_frame(library)["net"]) == [100.0, 240.0]
    assert list(craps.together(DISPUTE, after=["2-4"]).to_frame(library)["net"]) == [-300.0, 0.0, 340.0]
    columns = list(craps.bet("field").to_frame(library).columns)
    assert columns == ["net", "net_exact", "chance", "chance_exact"]


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with refuses(UNKNOWN_VALUE):
        banca.game("wheel").to_frame("excel")
    for library in LIBRARIES:
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Refusal) as refused:
        banca.game("wheel").to_frame()
    assert refused.value.code == NEEDS_EXTRA
    assert str(refused.value) == "to_frame() requires the extra frames: pip install 'banca[frames]'"


def test_notebooks_show_id_percentage_and_fraction() -> None:
    table = banca.game("craps")
    bet, settled, together = table.bet("pass_line"), table.settle(DISPUTE, THROWS), table.together(DISPUTE, ["2-4"])
    for shown, cells in (
        (table, "<td>pass_line</td><td>Pass Line</td><td>1 to 1</td><td>1.414%</td><td>7/495</td>"),
        (bet, "<td>7/495</td><td>1.414%</td>"),
        (bet.analysis(), "7/495"),
        (settled, "200 × 6 to 5 = 240"),
        (together, "<td>340</td><td>5/36</td><td>13.889%</td>"),
    ):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert html.count("<tr>") == html.count("</tr>") > 1
        assert cells in html


class TestPaiKao:
    def test_hands_are_ranked_set_and_compared(self) -> None:
        pai_kao = banca.pai_kao
        assert pai_kao.rank("天 天") > pai_kao.rank(["6-6", "4-5"])
        mine, other = pai_kao.setting("1-1 2-3", "6-6 4-5"), pai_kao.house_way("5-5 4-6 1-6 2-3")
        assert pai_kao.compare(mine, other).result in ("win", "tie", "lose")

    def test_the_settings_of_a_hand_come_best_first_with_exact_chances(self) -> None:
        chances = banca.pai_kao.chances("6-6 4-5 1-1 2-3")
        values = [setting.value for setting in chances.settings]
        assert values == sorted(values, reverse=True)
        assert all(setting.win + setting.tie + setting.lose == 1 for setting in chances.settings)
        assert list(chances.to_frame("pandas")["value_exact"]) == list(map(str, values))
        assert "%" in chances._repr_html_()

    def test_a_gate_is_worth_what_the_policies_make_it(self) -> None:
        gate = banca.pai_kao.value()
        assert gate.win + gate.tie + gate.lose == 1
        assert gate.value_player < 0


@pytest.mark.compiled
class TestSimulation:
    def test_a_strategy_by_name_by_bets_or_itself_gives_the_same_to_the_same_seed(self) -> None:
        first = banca.strategies("craps")[0]
        assert first in banca.strategies()
        once, twice = (banca.simulate(first, sessions=200, seed=7) for _ in range(2))
        assert once.rows() == twice.rows()
        flat = banca.simulate({"Pass Line": 10}, "craps", sessions=500, seed=7, bankroll=100, rounds=20)
        (row,) = flat.rows()
        assert row["edge"] == Fraction(-7, 495)
        assert flat.answer().strategies[0].session.bankroll == Money(10_000)

    def test_strategies_are_compared_over_the_same_outcomes(self) -> None:
        compared = banca.compare({"red": 10}, {"black": 10}, game="roulette", sessions=300, seed=1, rounds=10)
        assert len(compared.to_frame("polars")) == len(compared.answer().better_than_first) + 1 == 2
        assert compared.chart().lstrip().startswith(b"<svg")
        assert "% of staked" in compared._repr_html_()

    def test_bets_without_their_game_are_refused(self) -> None:
        with refuses("needs_game"):
            banca.simulate({"red": 10})

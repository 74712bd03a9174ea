"""The Python face: one unit of money, values that compare and travel, tables for analysts, and what a missing extra says."""

import pickle
import sys
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

import pytest

import banca
from banca.answers import Money
from banca.games import of_chance, playable
from banca.interface.frame import LIBRARIES
from banca.rulebook import Refusal
from banca.rulebook.refusals import NEEDS_EXTRA, UNKNOWN_VALUE
from refusing import refuses

THROWS = {"craps": ["2-4", "null:short", "3-3"]}
DISPUTE = {"pass_line": 100, "pass_odds:6": 200}


T = TypeVar("T")


def sent(value: T) -> T:
    """A value as another process gets it."""
    there: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own
    return there


def test_every_game_is_named_and_those_between_players_have_a_face_of_their_own() -> None:
    assert banca.games() == playable()
    for name in set(playable()) - set(of_chance()):
        assert getattr(banca, name).__all__
    with pytest.raises(AttributeError, match="no attribute 'whist'"):
        _ = banca.whist


@pytest.mark.parametrize("name", of_chance())
def test_games_and_bets_compare_equal_and_go_from_process_to_process(name: str) -> None:
    table = banca.game(name)
    assert table == banca.game(name)
    assert len({table, banca.game(name)}) == 1
    assert sent(table) == table
    for bet in table.bets:
        assert bet == table.bet(bet.key) == sent(bet)
        assert sent(bet).analysis().house_edge == bet.analysis().house_edge
    assert table.bets[0] != table.bets[-1]


def test_options_and_proposals_tell_games_apart() -> None:
    plain, other = banca.game("craps"), banca.game("craps", field_12=3)
    assert plain != other
    assert plain.bet("field") != other.bet("field")
    assert sent(other).bet("field").analysis().house_edge == Fraction(1, 36)
    proposed = banca.proposed("all_tall_small")
    assert proposed != plain
    again = sent(proposed)
    assert again == proposed
    assert again.bet("all_small").analysis().house_edge == Fraction(1687, 21736)


def test_money_comes_out_in_the_unit_it_went_in() -> None:
    settled = banca.game("craps").settle(DISPUTE, THROWS["craps"])
    assert (settled.net, settled.received) == (Decimal(340), Decimal(640))
    assert sent(settled) == settled
    assert sent(settled).report() == settled.report()
    chances = banca.game("craps").together(DISPUTE, after=["2-4"])
    assert chances.chances == {
        Decimal(-300): Fraction(1, 6),
        Decimal(0): Fraction(25, 36),
        Decimal(340): Fraction(5, 36),
    }
    assert chances.mean == sum(net * chance for net, chance in ((-300, Fraction(1, 6)), (340, Fraction(5, 36))))


@pytest.mark.parametrize("library", LIBRARIES)
def test_tables_for_analysts_keep_the_exact_figure_beside_the_rounded_one(library: str) -> None:
    frame = banca.game("roulette").to_frame(library)
    assert len(frame) == len(banca.game("roulette").bets)
    row = dict(zip(frame.columns, next(iter(frame.to_numpy())), strict=True))
    assert float(Fraction(row["house_edge_exact"])) == row["house_edge"]
    assert {"bet", "name", "pays", "p_win", "p_win_exact", "clause", "status"} <= set(frame.columns)
    settled = banca.game("craps").settle(DISPUTE, THROWS["craps"]).to_frame(library)
    assert list(settled["net"]) == [100.0, 240.0]
    assert list(banca.game("craps").together(DISPUTE, after=["2-4"]).to_frame(library)["net"]) == [-300.0, 0.0, 340.0]
    assert list(banca.game("craps").bet("field").to_frame(library).columns) == [
        "net",
        "net_exact",
        "chance",
        "chance_exact",
    ]


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
    shown = banca.game("craps")._repr_html_()
    assert "<td>pass_line</td><td>Pass Line</td><td>1 to 1</td><td>1.414%</td><td>7/495</td>" in shown
    assert "<td>7/495</td><td>1.414%</td>" in banca.game("craps").bet("pass_line")._repr_html_()
    assert "200 × 6 to 5 = 240" in banca.game("craps").settle(DISPUTE, THROWS["craps"])._repr_html_()
    assert "<td>340</td><td>5/36</td><td>13.889%</td>" in banca.game("craps").together(DISPUTE, ["2-4"])._repr_html_()


class TestPaiKao:
    def test_hands_are_ranked_set_and_compared(self) -> None:
        pai_kao = banca.pai_kao
        assert pai_kao.rank("天 天") > pai_kao.rank(["6-6", "4-5"])
        mine, other = pai_kao.setting("1-1 2-3", "6-6 4-5"), pai_kao.house_way("5-5 4-6 1-6 2-3")
        assert pai_kao.compare(mine, other).result in ("win", "tie", "lose")

    def test_the_settings_of_a_hand_come_best_first_with_exact_chances(self) -> None:
        found = banca.pai_kao.chances("6-6 4-5 1-1 2-3")
        assert [one.value for one in found.settings] == sorted((one.value for one in found.settings), reverse=True)
        assert all(one.win + one.tie + one.lose == 1 for one in found.settings)
        assert list(found.to_frame("pandas")["value_exact"]) == [str(one.value) for one in found.settings]
        assert "%" in found._repr_html_()

    def test_a_gate_is_worth_what_the_policies_make_it(self) -> None:
        found = banca.pai_kao.value()
        assert found.win + found.tie + found.lose == 1
        assert found.value_player < 0


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

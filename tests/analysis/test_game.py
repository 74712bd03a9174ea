"""The Python interface: one unit of money, values that compare and travel, tables for analysts, and what a missing extra says."""

import pickle
import sys
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

import pytest

import banca
from banca.games import UNKNOWN_GAME, of_chance, playable
from banca.i18n.answer import Money
from banca.notebook import LIBRARIES
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_VALUE
from support.commands import refuses

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
def test_games_and_bets_compare_equal_go_from_process_to_process(name: str) -> None:
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


def test_options_and_proposals_tell_games_apart() -> None:
    usual, other = banca.game("craps"), banca.game("craps", field_12=3)
    assert usual != other
    assert usual.bet("field") != other.bet("field")
    assert sent(other).bet("field").analysis().house_edge == Fraction(1, 36)
    proposed = banca.proposed("all_tall_small")
    assert sent(proposed) == proposed != usual


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
    with refuses(NEEDS_EXTRA):
        banca.game("wheel").to_frame()


def test_pai_kao_ranks_sets_and_values_hands() -> None:
    pai_kao = banca.pai_kao
    assert pai_kao.rank("天 天") > pai_kao.rank(["6-6", "4-5"])
    mine, other = pai_kao.setting("1-1 2-3", "6-6 4-5"), pai_kao.house_way("5-5 4-6 1-6 2-3")
    assert pai_kao.compare(mine, other).result in ("win", "tie", "lose")
    settings = pai_kao.chances("6-6 4-5 1-1 2-3").settings
    assert settings[0].value == max(setting.value for setting in settings)
    gate = pai_kao.value()
    assert all(one.win + one.tie + one.lose == 1 for one in (*settings, gate))
    assert gate.value_player < 0


@pytest.mark.compiled
def test_a_strategy_by_name_by_bets_or_itself_gives_the_same_to_the_same_seed() -> None:
    first = banca.strategies("craps")[0]
    assert first in banca.strategies()
    once, twice = (banca.simulate(first, sessions=200, seed=7) for _ in range(2))
    assert once.rows() == twice.rows()
    flat = banca.simulate({"Pass Line": 10}, "craps", sessions=500, seed=7, bankroll=100, rounds=20)
    (row,) = flat.rows()
    assert row["edge"] == Fraction(-7, 495)
    assert flat.answer().strategies[0].session.bankroll == Money(10_000)
    compared = banca.compare({"red": 10}, {"black": 10}, game="roulette", sessions=300, seed=1, rounds=10)
    assert len(compared.answer().better_than_first) == 1
    with refuses("needs_game"):
        banca.simulate({"red": 10})

"""No way out of a round is worth more than the best play that the regulation allows: exact, for every game. R-live-1."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

import walking_away
from banca.analysis.game import game
from banca.games.pai_kao.exact import Seat, shipped_counts, value_of
from banca.rules import Rules
from banca.tables.acts import bets_open
from banca.tables.state import ChanceState
from leaving import Table, Walk, changed, conducted
from walking_away import voids_as_before

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

TABLES = list(walking_away.tables())
TAKEN_BACK = {
    "craps": {
        *("dont_pass", "dont_come", "pass_odds", "come_odds", "dont_pass_odds", "dont_come_odds"),  # R-craps-8
        *("hard_way", "big_number"),  # R-craps-11: no total but its own decides
    }
}
"""Bets that their player may take back after a result has come, by a clause or a reading."""
GIVEN_AWAY = {("football_poker", "post_opens=on_post", "post")}
"""What the regulation, so read, leaves the player by itself. R-fp-1."""


def one_of_each(engine: Table) -> list[str]:
    """A bet of every family; the others of it differ in what they are on."""
    return list({bet.id: key for key, bet in engine.rules.bets.items()}.values())


@pytest.mark.parametrize(
    ("name", "options"), TABLES, ids=lambda one: "-".join(one.values()) if isinstance(one, dict) else one
)
def test_R_live_1_no_way_out_is_worth_more_than_the_regulation_allows(name: str, options: dict[str, str]) -> None:
    engine = conducted(name, options)
    given_away = {bet for which, chosen, bet in GIVEN_AWAY if which == name and chosen in _written(options)}
    for key in one_of_each(engine):
        bet = engine.rules.bets[key]
        worth = Walk(engine, key).worth()
        assert worth.leaves == worth.by_clause, worth
        assert ("withdraw_bet" in worth.ways) == (bet.id in TAKEN_BACK.get(name, ())), worth
        if bet.id in given_away:
            assert worth.leaves == worth.stays > 0
            continue
        assert worth.stays == -game(name, **options).bet(key).analysis().house_edge
        assert worth.stays <= worth.leaves <= 0, worth
        assert worth.ways or worth.leaves == worth.stays


def _written(options: dict[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in options.items()]


# A table that gives too much is found


def pitying(table: Table, state: ChanceState) -> None:
    """Voids whatever is asked for, even a result that was called."""
    del table, state


def lenient(rules: Rules) -> Rules:
    """Every bet may be taken back at any time between rounds."""
    return replace(rules, rulebook=replace(rules.rulebook, check_taking_down=lambda *_: None))


def peeking(whole: Table) -> Table:
    """Bets may be taken back with two cards on the table."""
    cite = whole.rules.rulebook.bets_cite
    more = bets_open(("two cards",), cite, cite)
    return changed(whole, acts=(*whole.acts, more[1]))


def broken(name: str, change: Callable[[Rules], Rules], **options: str) -> Table:
    whole = conducted(name, options)
    return changed(whole, rules=change(whole.rules))


def test_a_pass_line_that_may_be_taken_back_is_found() -> None:
    worth = Walk(broken("craps", lenient), "pass_line").worth()
    assert worth.leaves == Fraction(8, 36) - Fraction(4, 36)  # 7 and 11 win, 2, 3 and 12 lose; no point is ever played


def test_a_stake_in_prison_that_may_be_taken_back_is_found() -> None:
    worth = Walk(broken("roulette", lenient, zero="en_prison"), "red").worth()
    assert (worth.stays, worth.leaves) == (Fraction(-1, 74), Fraction(0))


def test_bets_that_may_be_taken_back_between_the_cards_are_found() -> None:
    assert Walk(peeking(conducted("football_poker")), "even").worth().leaves == Fraction(408, 1079)


@pytest.mark.parametrize(("name", "bet"), [("craps", "pass_line"), ("wheel", "symbol:1"), ("fantan", "fan:1")])
def test_a_supervisor_who_voids_bad_results_is_found(name: str, bet: str) -> None:
    engine = changed(conducted(name), void=pitying)
    worth = Walk(engine, bet).worth()
    assert worth.leaves > 0 > worth.by_clause


def test_the_table_as_it_was_is_found() -> None:
    worth = Walk(changed(conducted("craps"), void=voids_as_before), "come").worth()
    assert (worth.leaves, worth.by_clause, list(worth.ways)) == (Fraction(1, 9), Fraction(-7, 495), ["void_round"])


# Pai Kao


@pytest.mark.parametrize("seat", Seat)
def test_R_pk_11_walking_away_at_pai_kao_before_and_after(seat: Seat) -> None:
    gate = walking_away.pai_kao(seat)
    assert gate.house_way <= gate.best < 0 < gate.walks
    assert Fraction("0.17") < gate.walks < Fraction("0.19")  # the attempt to break the house measured 17.5 %
    other = ("highest_rear", "equilibrium") if seat is Seat.PLAYER else ("equilibrium", "highest_rear")
    counts = shipped_counts(*other)
    win, _, lose = (Fraction(one, sum(counts)) for one in counts)
    assert gate.house_way == (value_of(win, lose) if seat is Seat.PLAYER else value_of(lose, win))

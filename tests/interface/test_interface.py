"""The Python interface."""

import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

import banca
from banca.games import UNKNOWN_GAME, of_chance


def test_the_contract() -> None:
    assert banca.game("craps").bet("pass_line").analysis().house_edge == Fraction(7, 495)
    assert banca.game("craps", field_12=3).bet("field").analysis().house_edge == Fraction(1, 36)
    assert banca.game("craps").settle({"pass_line": 100}, ["2-4", "null", "3-3"]).answer().net.avos == 10000
    together = banca.game("craps").together({"pass_line": 10, "pass_odds:6": 20}, after=["2-4"])
    assert together.chances[Decimal(34)] == Fraction(5, 36)


def test_games_and_bets_are_found() -> None:
    assert banca.games()[0] == "craps"
    for name in of_chance():
        table = banca.game(name)
        for bet in table.bets:
            assert table.bet(bet.key).terms is bet.terms
            assert table.bet(bet.terms.id, bet.terms.selection).key == bet.key


def test_unknown_names_are_refused() -> None:
    with pytest.raises(banca.Refusal) as caught:
        banca.game("bingo")
    assert caught.value.code == UNKNOWN_GAME
    assert "bingo" in str(caught.value)


def test_reprs_can_be_read() -> None:
    table = banca.game("craps", field_12=3)
    assert eval(repr(table), {"banca": banca}).options == table.options  # noqa: S307 - our own text
    assert repr(table.bet("hard_way", 6)) == "<bet hard_way:6: Hard Way 6 (craps 5.4.1, gazetted)>"
    settled = table.settle({"pass_line": 100, "come": 50}, ["2-4", "3-3"])
    assert repr(settled) == "<settlement of craps: pass_line win, come stands; net +100>"


def test_no_repr_is_long() -> None:
    for name in of_chance():
        table = banca.game(name)
        for shown in (
            table,
            table.rules,
            table.bets[0],
            table.bets[0].terms,
            table.bets[0].analysis(),
            table.bets[0].terms.space,
        ):
            assert len(repr(shown)) < 200


def test_clauses_can_be_read() -> None:
    assert banca.game("craps").clause("5.6").status == banca.Status.GAZETTED
    clause = banca.game("craps").clause("5.2.3")
    assert clause.status == banca.Status.GAZETTED
    assert "12" in clause.text[banca.Language.ZH]


def test_a_refusal_can_be_copied_and_sent() -> None:
    with pytest.raises(banca.Refusal) as caught:
        banca.game("craps").settle({"come@1": 10}, ["3-4"])
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (type(again), again.code, again.cite, again.about) == (
        type(caught.value),
        caught.value.code,
        caught.value.cite,
        caught.value.about,
    )


def test_one_outcome_needs_no_list() -> None:
    assert banca.game("craps").settle({"field": 10}, "1-2").answer().net.avos == 1000
    assert banca.game("roulette").settle({"red": 10}, [1]).answer().net.avos == 1000


def test_notebooks_show_tables() -> None:
    table = banca.game("fantan")
    settled = table.settle({"nga:12-3": 100}, ["1"])
    for shown in (
        table,
        table.bet("nga:12-3"),
        table.bet("nga:12-3").analysis(),
        table.together({"fan:1": 5}),
        settled,
    ):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert html.count("<tr>") == html.count("</tr>") > 1
    assert "1/80" in table._repr_html_()
    assert "fantan 9" in settled._repr_html_()


def test_stakes_may_be_numbers_or_text() -> None:
    table = banca.game("craps")
    limits = banca.Limits(minimum=50)
    assert table.settle({"field": "12.50"}, ["1-2"], limits).answer().net.avos == 1250
    assert table.settle({"field": 12}, ["1-2"]).answer().net.avos == 1200
    with pytest.raises(banca.Refusal):
        table.settle({"field": 12.345}, ["1-2"])

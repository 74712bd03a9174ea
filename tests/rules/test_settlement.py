"""Settling sequences: properties that hold for every game, and how slips wait for their moment."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banca.analysis.game import GameAtTable, game
from banca.analysis.settlement import Settlement, read_slip, settle_bets
from banca.games import find, of_chance
from banca.rules import Null, Refusal, Stay, Win, explore
from banca.tables.acts import find_act
from support.commands import refuses
from support.lanes import many

Refused = Callable[..., None]
TABLES = {name: game(name) for name in of_chance()}


def outcomes(table: GameAtTable) -> list[Any]:
    return [outcome for outcome, _ in table.bets[0].terms.space]


@pytest.mark.parametrize("name", of_chance())
def test_outcomes_round_trip(name: str) -> None:
    table = TABLES[name]
    for outcome in outcomes(table):
        assert table.rules.rulebook.parse(table.rules.rulebook.show(outcome)) == outcome
    table.rules.rulebook.parse(table.rules.rulebook.outcome_form)


@pytest.mark.parametrize("name", of_chance())
def test_every_phase_of_the_table_can_be_reached_and_left(name: str) -> None:
    acts = find(name).acts
    assert {act.phase for act in acts} == {act.then for act in acts}
    for act in acts:
        assert find_act(acts, act.phase, act.name).then == act.then
    with refuses("unknown_act"):
        find_act(acts, acts[0].phase, "juggle")


@pytest.mark.parametrize("name", of_chance())
def test_every_reason_for_a_null_throw_is_read(name: str) -> None:
    rulebook = TABLES[name].rules.rulebook
    for reason, known in rulebook.nulls.items():
        null = rulebook.parse_throw(f"null:{reason}")
        assert isinstance(null, Null)
        assert null.cites == known.by
    assert rulebook.parse_throw(" NULL ") == Null()
    for wrong in ("null:", "null:nothing", "null:null"):
        with pytest.raises(Refusal) as caught:
            rulebook.parse_throw(wrong)
        assert caught.value.code == "unknown_null"


@st.composite
def played(draw: st.DrawFn) -> tuple[str, dict[str, int], list[str]]:
    """A game, some bets that may lie there from the start, and throws with null ones among them."""
    name = draw(st.sampled_from(of_chance()))
    table = TABLES[name]
    free = [bet.key for bet in table.bets if not bet.terms.id.endswith("_odds") and "come" not in bet.terms.id]
    bets = draw(st.dictionaries(st.sampled_from(free), st.integers(1, 500), min_size=1, max_size=5))
    show = table.rules.rulebook.show
    throws = draw(st.lists(st.sampled_from(outcomes(table)).map(show) | st.just("null"), min_size=1, max_size=6))
    return name, bets, throws


def settle_until_decided(name: str, bets: dict[str, int], throws: list[str]) -> Settlement:
    """Settle with as many throws as the bets need."""
    for count in range(len(throws), 0, -1):
        try:
            return TABLES[name].settle(bets, throws[:count])
        except Refusal as refusal:
            if refusal.code != "sequence_ended":
                raise
    pytest.fail("one throw never comes too late")


@given(played())
@settings(max_examples=many(120))
def test_money_is_conserved_and_nobody_loses_more_than_staked(found: tuple[str, dict[str, int], list[str]]) -> None:
    settlement = settle_until_decided(*found)
    for fate in settlement.fates:
        if fate.payment is None:
            assert fate.is_standing
            continue
        payment = fate.payment
        assert payment.stake == fate.stake
        assert payment.received >= 0
        assert payment.net >= -payment.stake
        if isinstance(fate.decision, Win):
            assert payment.stake + payment.prize == payment.received + payment.commission + payment.breakage
    assert settlement.answer().net.avos == sum(fate.payment.net for fate in settlement.fates if fate.payment)


@given(played())
@settings(max_examples=many(60))
def test_null_throws_change_nothing(found: tuple[str, dict[str, int], list[str]]) -> None:
    name, bets, throws = found
    counted = [throw for throw in throws if throw != "null"]
    if counted:
        with_nulls, without = settle_until_decided(name, bets, throws), settle_until_decided(name, bets, counted)
        assert with_nulls.answer().net.avos == without.answer().net.avos
        assert [fate.decision for fate in with_nulls.fates] == [fate.decision for fate in without.fates]


@given(played())
@settings(max_examples=many(60))
def test_bets_are_settled_alone(found: tuple[str, dict[str, int], list[str]]) -> None:
    name, bets, throws = found
    together = settle_until_decided(name, bets, throws)
    alone = [settle_until_decided(name, {bet: stake}, throws) for bet, stake in bets.items()]
    assert together.answer().net.avos == sum(one.answer().net.avos for one in alone)


@pytest.mark.parametrize("name", of_chance())
def test_settling_reads_the_cells_of_the_automaton(name: str) -> None:
    for bet in TABLES[name].bets:
        automaton = explore(bet.terms)
        column = {outcome: place for place, (outcome, _) in enumerate(automaton.space)}
        for outcome in outcomes(TABLES[name])[:200]:
            verdict = bet.terms.verdict(bet.terms.start, outcome)
            cell = automaton.rows[0][column[bet.terms.sees(outcome)]]
            assert cell == (automaton.states.index(verdict.state) if isinstance(verdict, Stay) else verdict)


def test_an_additional_bet_waits_for_its_point(craps: GameAtTable) -> None:
    settled = craps.settle({"pass_odds:8": 20, "pass_line": 10}, ["6-2", "null", "1-1", "4-4"])
    assert [fate.placed for fate in settled.fates] == [2, 1]
    assert settled.answer().net.avos == 2400 + 1000


def test_a_bet_that_the_last_throw_allows_stands(craps: GameAtTable) -> None:
    settled = craps.settle({"pass_line": 10, "pass_odds:8": 20, "come": 10}, ["6-2"])
    assert [bet["result"] for bet in settled.report()["bets"]] == ["stands", "stands", "stands"]
    assert [fate.placed for fate in settled.fates] == [1, 2, 2]
    assert len(settled.standing) == 3


def test_an_outcome_after_every_bet_was_decided_is_refused(craps: GameAtTable, refused: Refused) -> None:
    with pytest.raises(Refusal) as caught:
        craps.settle({"field": 10}, ["3-4", "1-2"])
    assert (caught.value.code, str(caught.value.cite)) == ("sequence_ended", "craps 5.1")
    assert (caught.value.about["asked"], caught.value.about["allowed"]) == (2, 1)
    refused(lambda: game("fantan").settle({"fan:1": 10}, ["1", "2"]), "sequence_ended", "R-fantan-2")


def test_a_throw_that_is_not_there_is_refused(craps: GameAtTable) -> None:
    for place in (0, 4):
        with pytest.raises(Refusal) as caught:
            craps.settle({f"field@{place}": 10}, ["3-4", "1-2"])
        about = caught.value.about
        assert (caught.value.code, about["asked"], about["allowed"]) == ("no_such_throw", place, 3)


def test_a_bet_may_be_placed_after_the_last_throw(craps: GameAtTable) -> None:
    settled = craps.settle({"pass_line": 10, "field@2": 10}, ["2-4"])
    assert [fate.placed for fate in settled.fates] == [1, 2]
    assert len(settled.standing) == 2


def test_the_same_bet_after_another_is_decided_is_a_new_bet(craps: GameAtTable) -> None:
    slips = [
        read_slip(craps.rules, "field", 10),
        read_slip(craps.rules, "field@2", 20),
        read_slip(craps.rules, "big", 5),
    ]
    settled = settle_bets(
        craps.rules, [*slips, read_slip(craps.rules, "hard_way:8", 5)], ["1-2", "4-4"], craps.rules.rulebook.limits
    )
    assert settled.answer().net.avos == 1000 - 2000 - 500 + 4500


def test_what_remains_on_the_layout_is_counted_apart(craps: GameAtTable) -> None:
    report = craps.settle({"pass_line": 10, "field": 5}, ["1-3"]).report()
    assert (report["staked"], report["standing"], report["received"], report["net"]) == ("15", "10", "10", "5")


def test_a_wrong_stake_is_refused_before_the_moment_is_looked_at() -> None:
    craps = game("craps")
    for stake, code in ((0, "stake_not_positive"), (10, "no_point")):
        with pytest.raises(Refusal) as refusal:
            craps.settle({"come": stake}, ["3-4"])
        assert refusal.value.code == code

"""Craps at the live table as its text has it: when bets are open (5.5), minimums (5.6), and the ceiling of lay bets (R-craps-9)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from banca.games import rulebook
from banca.games.craps.refusals import ADDITIONAL_TOO_LARGE, NO_POINT, NOT_THE_SHOOTER
from banca.interface import GameAtTable
from banca.live.refusals import OUT_OF_PHASE
from banca.proposals import read_proposal
from banca.rulebook import carrying
from banca.rulebook.refusals import BAD_LIMITS, STAKE_NOT_MULTIPLE
from banca.simulation import Play, Strategy
from banca.simulation.plan import make_plan
from live import At, actor

Refused = Callable[..., None]


@pytest.mark.clause("5.5", "R-craps-16")
def test_5_5_bets_are_open_between_throws_also_while_dice_are_inspected(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui")
    late = {"bet": "hard_way:8", "stake": 1000}

    def closed() -> None:
        refused(lambda: table.do("rui", "place_bet", **late), OUT_OF_PHASE, "R-craps-16")
        refused(lambda: table.do("ana", "withdraw_bet", bet="field"), OUT_OF_PHASE, "R-craps-16")

    table.do("ana", "place_bet", bet="field", stake=1000)
    table.do("rui", "place_bet", **late)
    table.do("croupier", "offer_dice")
    table.do("rui", "place_bet", **late)  # the dice are offered, not thrown
    table.do("ana", "throw")
    closed()
    table.do("croupier", "declare_off_board")
    assert {"place_bet", "withdraw_bet"} <= table.offers("rui")
    table.do("rui", "place_bet", **late)  # the dice are on their way back
    table.do("rui", "place_bet", bet="pass_line", stake=1000)  # no point: line bets keep their own times
    refused(lambda: table.do("rui", "place_bet", bet="come", stake=1000), NO_POINT, "craps 5.2.5")
    table.do("rui", "withdraw_bet", bet="pass_line")
    table.do("croupier", "inspect_dice", passed=("1.2.1", "1.2.2", "1.2.3", "1.2.4"))
    table.do("ana", "throw")
    table.do("croupier", "declare_null", reason="short")
    table.do("rui", "place_bet", **late)  # thrown again, and null again
    table.do("ana", "throw")
    table.do("croupier", "call_result", outcome="4-4")
    closed()
    table.do("croupier", "settle")
    assert table.net("rui") == 4 * 9000
    table.do("rui", "place_bet", **late)
    table.check_replay()


@pytest.mark.clause("5.6", "R-craps-17")
def test_5_6_a_kind_of_bet_may_have_a_minimum_of_its_own(craps: GameAtTable, refused: Refused) -> None:
    own = replace(craps.rules.rulebook.limits, minimum=1000, minimums={"field": 2500, "hard_way": 500})
    assert craps.settle({"field": 25, "hard_way:8": 5, "big": 10}, ["1-2"], own).answer().net.avos == 2500 - 1000
    refused(lambda: craps.settle({"field": 10}, ["1-2"], own), STAKE_NOT_MULTIPLE, "R-craps-17")
    refused(lambda: craps.settle({"hard_way:8": 7}, ["1-2"], own), STAKE_NOT_MULTIPLE, "R-craps-17")
    refused(lambda: craps.settle({"big": 25}, ["1-2"], own), STAKE_NOT_MULTIPLE, "craps 5.6")
    refused(lambda: replace(own, minimums={"field": 0}), BAD_LIMITS, "R-money-1")
    table = At("craps", minimums={"field": 2500, "hard_way": 500}).seat("ana")
    refused(lambda: table.do("ana", "place_bet", bet="field", stake=1000), STAKE_NOT_MULTIPLE, "R-craps-17")
    table.do("ana", "place_bet", bet="hard_way:8", stake=500)
    refused(lambda: table.do("croupier", "offer_dice"), NOT_THE_SHOOTER, "craps 2.1")  # the table's minimum is 10
    table.do("ana", "place_bet", bet="field", stake=2500)
    assert "field" in next(
        one.choices["bet"] for one in table.conduct.can(table.live, actor("ana")) if one.do == "place_bet"
    )
    table.do("croupier", "offer_dice")
    refused(lambda: table.do("ana", "withdraw_bet", bet="field", stake=1000), STAKE_NOT_MULTIPLE, "R-craps-17")


LAID_EVEN = """
proposal(game = "craps", title = say(en = "Even lays", pt = "Adicionais a um para um", zh = "附加投注一賠一"))
change(bet = "dont_pass_odds:4", pays = "1 to 1")
"""


def test_R_craps_9_the_ceiling_follows_the_prize_in_force(refused: Refused) -> None:  # noqa: N802
    changed = read_proposal(LAID_EVEN)
    carries = GameAtTable(carrying(rulebook("craps"), changed, {}), changed)
    lay = {"dont_pass": 10, "dont_pass_odds:4": 30}  # a prize of 30 is three times the flat bet
    assert carries.settle(lay, ["1-3", "3-4"]).answer().net.avos == 1000 + 3000
    refused(lambda: carries.settle(lay | {"dont_pass_odds:4": 31}, ["1-3"]), ADDITIONAL_TOO_LARGE, "R-craps-9")
    assert carries.settle({"dont_pass": 10, "dont_pass_odds:5": 45}, ["1-4"]).standing  # unchanged: 2 to 3
    table = At("craps", options={"proposal": changed.id}, proposal=LAID_EVEN).seat("ana")
    table.do("ana", "place_bet", bet="dont_pass", stake=1000)
    for act in ({"do": "offer_dice"}, {"do": "throw"}, {"do": "call_result", "outcome": "1-3"}, {"do": "settle"}):
        table.do("croupier", **act)
    too_much = {"bet": "dont_pass_odds:4", "stake": 6000}
    refused(lambda: table.do("ana", "place_bet", **too_much), ADDITIONAL_TOO_LARGE, "R-craps-9")
    table.do("ana", "place_bet", bet="dont_pass_odds:4", stake=3000)
    lines = make_plan(
        Strategy(game="craps", plays=(Play(bet="dont_pass", stake=1000), Play(bet="dont_pass_odds", times=3))),
        carries.rules,
    ).lines
    assert {line.bet.key: line.unit for line in lines if line.bet.selection in ("4", "10")} == {
        "dont_pass_odds:4": 1,
        "dont_pass_odds:10": 2,
    }

"""The money of a live table at its limits: one unit more is refused, and the sum says so; who may do what in any phase."""

from fractions import Fraction
from typing import Any

import pytest

from banca.rules import Refusal
from banca.tables.commands import IN_ANY_PHASE, Role
from banca.tables.engine import PRACTICE_MONEY, decide_sitting
from banca.tables.events import (
    BANK,
    BREAKAGE,
    COMMISSION,
    STAKES,
    BetDecided,
    BetMoved,
    BetTakenDown,
    PracticeSeated,
    wallet,
)
from banca.tables.state import MOST_RESULTS
from support.tables import At, actor


def refusal_of(table: At, who: str, do: str, **fields: Any) -> tuple[str, Any, Any]:
    """The code of a refusal, what was asked for, and what would be allowed."""
    with pytest.raises(Refusal) as caught:
        table.do(who, do, **fields)
    return str(caught.value.code), caught.value.about.get("asked"), caught.value.about.get("allowed")


def test_a_player_may_stake_up_to_the_players_maximum_and_the_wallet() -> None:
    table = At("wheel", player_maximum=5000).seat("ana", money=5000)
    table.do("ana", "place_bet", bet="symbol:1", stake=2000)
    table.do("ana", "place_bet", bet="symbol:2", stake=3000)
    assert refusal_of(table, "ana", "place_bet", bet="symbol:3", stake=1000) == ("player_limit", "60", "50")
    poor = At("wheel").seat("ana", money=1999)
    assert refusal_of(poor, "ana", "place_bet", bet="symbol:1", stake=2000) == ("not_enough_money", "20", "19.99")
    poor.do("ana", "place_bet", bet="symbol:1", stake=1000)


def test_the_bank_covers_the_worst_result_to_the_avo() -> None:
    table = At("roulette", bank=35_000).seat("ana")
    table.do("ana", "place_bet", bet="straight:17", stake=1000)
    assert refusal_of(table, "ana", "place_bet", bet="straight:17", stake=1000) == ("bank_too_small", "700", "350")
    table.do("ana", "place_bet", bet="straight:18", stake=1000)  # never both
    assert refusal_of(table, "ana", "place_bet", bet="split:17-18", stake=1000) == ("bank_too_small", "520", "350")
    assert refusal_of(table, "supervisor", "return_bank", stake=1)[0] == "bank_owed"
    table.do("supervisor", "fund_bank", stake=50_000)
    assert refusal_of(table, "supervisor", "return_bank", stake=15_001) == ("bank_owed", "150.01", "150")
    table.do("supervisor", "return_bank", stake=15_000)
    assert refusal_of(table, "supervisor", "fund_bank", stake=0)[0] == "amount_not_positive"


def test_a_prize_in_fractions_is_owed_rounded_up_and_a_bet_may_yet_win_after_it_moves() -> None:
    table = At("craps", bank=1166).seat("ana")
    assert refusal_of(table, "ana", "place_bet", bet="big_number:6", stake=1000) == ("bank_too_small", "11.67", "11.66")
    table.do("supervisor", "fund_bank", stake=1)
    table.do("ana", "place_bet", bet="big_number:6", stake=1000)
    assert table.conduct.liability(table.live) == 1167
    assert table.conduct.exposure.scale == 60  # stakes of 1, 2, 3, 4, 5 and 6
    line = At("craps", bank=1000).seat("ana")
    line.do("ana", "place_bet", bet="pass_line", stake=1000)
    for do in ("offer_dice", "throw"):
        line.do("croupier", do)
    line.do("croupier", "call_result", outcome="2-4")
    (moved,) = (event for event in line.do("croupier", "settle") if isinstance(event, BetMoved))
    assert (moved.stake, moved.on, moved.to, moved.cite) == (1000, "", "6", "craps 5.2.1")
    assert line.conduct.liability(line.live) == 1000


def test_a_part_of_a_stake_goes_back_and_no_more_than_lies_there() -> None:
    table = At("wheel").seat("ana")
    table.do("ana", "place_bet", bet="symbol:1", stake=3000)
    assert refusal_of(table, "ana", "withdraw_bet", bet="symbol:1", stake=4000) == ("no_such_bet", "40", "30")
    (back,) = table.do("ana", "withdraw_bet", bet="symbol:1", stake=1000)
    assert back == BetTakenDown(player="ana", bet="symbol:1", stake=1000)
    assert table.live.bets == {"ana": {("symbol:1", ""): 2000}}
    table.do("ana", "withdraw_bet", bet="symbol:1", stake=2000)
    assert (table.live.bets, table.live.exposure) == ({}, 0)


@pytest.mark.parametrize(
    ("stake", "received", "commission", "breakage", "moves"),
    [
        # what the player has back, then what the bank pays or takes
        (1000, 2000, "0", "0", {"wallet": 2000, "bank": -1000}),
        (1000, 1900, "50", "50", {"wallet": 1900, "bank": -1000, "commission": 50, "breakage": 50}),
        (1000, 2100, "175/3", "1/3", {"wallet": 2100, "bank": -1158, "commission": 58}),
        (1000, 1000, "0", "0", {"wallet": 1000}),
        (1000, 500, "0", "0", {"wallet": 500, "bank": 500}),
        (1000, 400, "0", "100", {"wallet": 400, "bank": 500, "breakage": 100}),
        (1000, 0, "0", "0", {"bank": 1000}),
    ],
)
def test_a_decided_bet_moves_its_stake_and_nothing_is_lost(
    stake: int, received: int, commission: str, breakage: str, moves: dict[str, int]
) -> None:
    decided = BetDecided(
        player="ana",
        bet="red",
        stake=stake,
        on="",
        verdict="win",
        received=received,
        odds=None,
        prize="0",
        commission=commission,
        breakage=breakage,
        cites=(),
    )
    books: dict[str, int] = {}
    for source, target, amount in decided.transfers():
        books[source] = books.get(source, 0) - amount
        books[target] = books.get(target, 0) + amount
    names = {wallet("ana"): "wallet", BANK: "bank", COMMISSION: "commission", BREAKAGE: "breakage"}
    assert books.pop(STAKES) == -stake
    assert {names[name]: amount for name, amount in books.items() if amount} == moves
    kept = Fraction(commission) + Fraction(breakage)
    assert moves.get("commission", 0) + moves.get("breakage", 0) == int(kept)


def test_who_may_do_what_in_any_phase() -> None:
    players = ("sit", "leave", "pledge", "reveal")
    supervisors = ("seat_practice", "void_round", "fund_bank", "return_bank", "close")
    expected: dict[str, tuple[Role, ...]] = {
        **dict.fromkeys(players, (Role.PLAYER,)),
        **dict.fromkeys(supervisors, (Role.SUPERVISOR,)),
        "unseat": (Role.CROUPIER, Role.SUPERVISOR),
    }
    assert {str(kind.__struct_config__.tag): roles for kind, roles in IN_ANY_PHASE.items()} == expected
    table = At("wheel").seat("ana")
    for who in ("ana", "croupier", "inspector"):
        for do, fields in (("void_round", {"reason": "x"}), ("fund_bank", {"stake": 100}), ("close", {})):
            assert refusal_of(table, who, do, **fields)[0] == "not_your_act"


def test_a_table_has_so_many_seats_and_a_practice_seat_brings_play_money() -> None:
    table = At("wheel").seat("ana", "rui")
    command = table.command("sit")
    with pytest.raises(Refusal) as caught:
        decide_sitting(table.live, command, actor("eva"), most=2)
    assert (caught.value.code, caught.value.about["allowed"]) == ("no_seat_left", 2)
    decide_sitting(table.live, command, actor("eva"), most=3)
    assert refusal_of(table, "croupier", "seat_practice", player="one", policy="symbol:1")[0] == "not_your_act"
    (seated,) = table.do("supervisor", "seat_practice", player="one", policy="symbol:1")
    assert seated == PracticeSeated(player="practice:one", policy="symbol:1")
    assert table.live.practice == {"practice:one": "symbol:1"}
    assert PRACTICE_MONEY == 1_000_000
    table.do("croupier", "unseat", player="practice:one")
    assert (table.live.seats, table.live.practice) == (("ana", "rui"), {})


def test_a_void_round_keeps_the_seats_and_counts_and_an_offer_goes_with_its_player() -> None:
    table = At("wheel").seat("ana", "rui")
    table.do("croupier", "place_for", player="rui", bet="symbol:2", stake=1000)
    table.do("rui", "leave")
    assert table.live.offers == {}
    table.do("ana", "place_bet", bet="symbol:1", stake=1000)
    table.do("supervisor", "void_round", reason="lights out")
    assert (table.live.seats, table.live.round, table.live.bets, table.net("ana")) == (("ana",), 2, {}, 0)


def test_the_last_results_are_remembered() -> None:
    table = At("wheel").seat("ana")
    for number in range(MOST_RESULTS + 1):
        table.do("croupier", "call_no_more_bets")
        table.do("croupier", "turn")
        table.do("croupier", "read_pointer", outcome="symbol 1" if number else "symbol 7", turns=3)
        table.do("croupier", "pay")
    assert table.live.results == ("symbol 1",) * 24
    assert table.live.round == MOST_RESULTS + 2


def test_refusals_around_a_draw_name_their_reading() -> None:
    table = At("roulette", chance="drawn").seat("ana")
    for do, fields, code in (  # no seed is committed to without a house
        ("pledge", {"pledge": "0" * 64}, "no_pledges_now"),
        ("reveal", {"nonce": "00" * 32}, "nothing_to_reveal"),
    ):
        with pytest.raises(Refusal) as caught:
            table.do("ana", do, **fields)
        assert (caught.value.code, str(caught.value.cite)) == (code, "R-live-3")


def test_what_is_offered_is_what_lies_there_and_what_was_laid_out_for_oneself() -> None:
    table = At("wheel").seat("ana", "rui")
    table.do("croupier", "place_for", player="ana", bet="symbol:2", stake=1000)
    assert {"confirm_bet", "decline_bet"} <= table.offers("ana")
    assert not {"confirm_bet", "decline_bet"} & table.offers("rui")
    line = At("craps").seat("ana")
    line.do("ana", "place_bet", bet="dont_pass", stake=1000)
    for do in ("offer_dice", "throw"):
        line.do("croupier", do)
    line.do("croupier", "call_result", outcome="2-2")
    line.do("croupier", "settle")
    act = next(one for one in line.conduct.acts if one.name == "withdraw_bet")
    (command,) = line.conduct.candidates(line.live, act, actor("ana"))
    assert (command.bet, command.on) == ("dont_pass", "4")


def test_a_supervisor_may_do_a_croupiers_acts_and_nobody_a_players() -> None:
    table = At("wheel").seat("ana")
    for who in ("croupier", "supervisor", "inspector"):
        assert refusal_of(table, who, "place_bet", bet="symbol:1", stake=1000)[0] == "not_your_act"
    assert table.can("supervisor", "call_no_more_bets")
    for who in ("ana", "inspector"):
        assert not table.can(who, "call_no_more_bets")


def test_only_what_is_paid_has_arithmetic_to_tell() -> None:
    assert BetDecided.has_arithmetic
    assert not any(event.has_arithmetic for event in (BetMoved, BetTakenDown, PracticeSeated))

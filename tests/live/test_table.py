"""Live tables of chance: each game's procedure as gazetted, and what must hold whatever anybody asks for."""

from collections.abc import Callable
from typing import Any

import pytest

from banca.games.craps import refusals as craps
from banca.games.craps.device import INSPECTION
from banca.games.craps.table import DicePassed, ShooterNamed
from banca.games.fish_prawn_crab.procedure import NOT_LATCHED, NOT_SHAKEN
from banca.live.bet_event import BetDecided, BetMoved, ResultCalled
from banca.live.chance_conduct import RESULT_STANDS
from banca.live.event import CommitmentOpened, Committed, NullDeclared, RoundVoided
from banca.live.refusals import DRAWN_COUNTS, NOT_YOUR_TURN, OUT_OF_PHASE, THROW_COUNTS
from banca.rulebook.refusals import BETS_CLOSED, CANNOT_TAKE_DOWN, IMPOSSIBLE_OUTCOME, UNKNOWN_CLAUSE
from live import At, play
from refusing import refuses

Refused = Callable[..., None]


def throw(table: At, outcome: str) -> tuple[Any, ...]:
    """One throw of craps from between throws to paid."""
    table.do("croupier", "offer_dice")
    table.do("croupier", "throw")
    table.do("croupier", "call_result", outcome=outcome)
    return table.do("croupier", "settle")


# Craps


@pytest.mark.clause("craps 5.2.1", "craps 5.2.2", "craps 5.5")
def test_craps_a_come_out_a_point_and_odds(refused: Refused) -> None:
    table = At("craps").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=10_000)
    refused(lambda: table.do("ana", "place_bet", bet="come", stake=1000), craps.NO_POINT, "craps 5.2.5")
    (moved,) = (event for event in throw(table, "2-4") if isinstance(event, BetMoved))
    assert (moved.to, moved.cite) == ("6", "craps 5.2.1")
    assert table.live.table == 6
    refused(lambda: table.do("ana", "place_bet", bet="pass_line", stake=1000), craps.POINT_STANDS, "R-craps-7")
    table.do("ana", "place_bet", bet="pass_odds:6", stake=20_000)
    refused(lambda: table.do("ana", "withdraw_bet", bet="pass_line", on="6"), CANNOT_TAKE_DOWN, "R-craps-8")
    decided = [event for event in throw(table, "3-3") if isinstance(event, BetDecided)]
    assert {one.bet: one.received for one in decided} == {"pass_line": 20_000, "pass_odds:6": 44_000}
    assert table.net("ana") == 10_000 + 24_000
    table.check_replay()


@pytest.mark.clause("craps 2.1", "craps 2.2", "craps 2.3", "craps 4.1", "craps 4.2", "R-craps-4b")
def test_craps_the_dice_go_round(refused: Refused) -> None:
    table = At("craps").seat("ana", "bia", "rui")
    refused(lambda: table.do("croupier", "offer_dice"), craps.NOT_THE_SHOOTER, "craps 2.1")
    table.do("rui", "place_bet", bet="field", stake=1000)
    table.do("bia", "place_bet", bet="pass_line", stake=1000)
    named = table.do("croupier", "offer_dice")[-1]
    assert named == ShooterNamed(player="bia", cite="craps 2.3")  # ana has staked nothing
    refused(lambda: table.do("rui", "throw"), NOT_YOUR_TURN, "craps 2.2")
    table.do("bia", "waive_dice")
    refused(lambda: table.do("bia", "throw"), craps.NO_SHOOTER, "craps 2.3")
    table.do("croupier", "take_back_dice")
    named = table.do("croupier", "offer_dice")[-1]
    assert isinstance(named, ShooterNamed)
    assert named.player == "rui"
    table.do("rui", "throw", picked=2)
    table.do("croupier", "call_result", outcome="2-4")
    table.do("croupier", "settle")
    table.do("bia", "take_dice")
    named = table.do("croupier", "offer_dice")[-1]  # rui's field bet lost: nothing staked any more
    assert named == ShooterNamed(player="bia", cite="craps 4.1")
    table.do("bia", "throw")
    table.do("croupier", "call_result", outcome="3-4")
    passed = table.do("croupier", "settle")[-1]
    assert passed == DicePassed(cite="craps 4.2")
    for player in ("ana", "rui", "bia"):
        table.do(player, "place_bet", bet="field", stake=1000)
    assert table.do("croupier", "offer_dice")[-1] == ShooterNamed(player="rui", cite="R-craps-4b")


@pytest.mark.clause("craps 3.1", "craps 3.2.1", "craps 3.2.2", "craps 3.3", "craps 3.4", "craps 2.4", "craps 2.5")
def test_craps_null_throws_and_dice_off_the_table(refused: Refused) -> None:
    table = At("craps").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    table.do("croupier", "offer_dice", offered=5)
    table.do("ana", "throw")
    wall = {"reason": "short", "hit_wall": True}
    refused(lambda: table.do("croupier", "declare_null", **wall), THROW_COUNTS, "craps 3.2.2")
    null = table.do("croupier", "declare_null", reason="short")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.2.2", "craps 2.4")
    table.do("ana", "throw")
    null = table.do("croupier", "declare_null", reason="no_roll")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.3", "craps 2.5")
    table.do("ana", "throw")
    null = table.do("croupier", "declare_off_board")[-1]
    assert isinstance(null, NullDeclared)
    assert null.cites == ("craps 3.2.1",)
    refused(lambda: table.do("ana", "throw"), OUT_OF_PHASE, "craps 2.4")
    points = [clause.clause for clause in INSPECTION.values()]
    refused(
        lambda: table.do("croupier", "inspect_dice", passed=tuple(points[:3])), craps.DICE_NOT_INSPECTED, "craps 3.4"
    )
    more = (*points, "9.9")
    refused(lambda: table.do("croupier", "inspect_dice", passed=more), UNKNOWN_CLAUSE, "craps 3.4")
    table.do("croupier", "inspect_dice", passed=tuple(points))
    table.do("ana", "throw")
    called = table.do("croupier", "call_result", outcome="6-5", cocked=1)[-1]
    assert isinstance(called, ResultCalled)
    assert (called.outcome, called.cocked) == ("6-5", 1)
    table.do("croupier", "settle")
    assert table.net("ana") == 1000
    refused(lambda: table.do("croupier", "offer_dice", offered=4), craps.WRONG_DICE, "craps 1.1.1")


def test_another_players_flat_bet_carries_no_additional_bet(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    throw(table, "2-4")
    refused(lambda: table.do("rui", "place_bet", bet="pass_odds:6", stake=1000), craps.NO_FLAT_BET, "craps 5.2.2")


# Fish-Prawn-Crab


@pytest.mark.clause(
    "fish_prawn_crab 2.1",
    "fish_prawn_crab 3.1",
    "fish_prawn_crab 3.2",
    "fish_prawn_crab 3.3",
    "fish_prawn_crab 3.4",
    "fish_prawn_crab 4",
    "fish_prawn_crab 1.3.2",
)
def test_fish_prawn_crab_cover_shake_bets_bell_reveal(refused: Refused) -> None:
    table = At("fish_prawn_crab").seat("ana")
    bet = {"bet": "small", "stake": 1000}
    refused(lambda: table.do("croupier", "cover", latched=False), NOT_LATCHED, "fish_prawn_crab 1.3.2")
    table.do("croupier", "cover", latched=True)
    refused(lambda: table.do("ana", "place_bet", **bet), OUT_OF_PHASE, "fish_prawn_crab 2.1")
    refused(lambda: table.do("croupier", "shake", presses=2), NOT_SHAKEN, "fish_prawn_crab 2.1")
    table.do("croupier", "shake", presses=3)
    table.do("ana", "place_bet", **bet)
    table.do("ana", "withdraw_bet", bet="small")
    table.do("ana", "place_bet", **bet)
    table.do("croupier", "ring_bell")
    refused(lambda: table.do("ana", "place_bet", **bet), OUT_OF_PHASE, "fish_prawn_crab 2.1")
    table.do("croupier", "lift_cover")
    table.do("croupier", "declare_null", reason="stacked")
    table.do("croupier", "cover", latched=True)
    table.do("croupier", "shake", presses=3)
    refused(lambda: table.do("ana", "withdraw_bet", bet="small"), OUT_OF_PHASE, "fish_prawn_crab 3.4")
    table.do("ana", "place_bet", **bet)
    table.do("croupier", "ring_bell")
    table.do("croupier", "lift_cover")
    table.do("croupier", "call_result", outcome="1-2-3")
    refused(lambda: table.do("croupier", "cover", latched=True), OUT_OF_PHASE, "fish_prawn_crab 4")
    table.do("croupier", "pay")
    assert table.net("ana") == 2000
    table.do("croupier", "cover", latched=True)


def test_fish_prawn_crab_electronic_drive(refused: Refused) -> None:
    table = At("fish_prawn_crab", options={"drive": "electronic"})
    table.do("croupier", "cover", latched=True)
    refused(lambda: table.do("croupier", "shake", presses=3), NOT_SHAKEN, "fish_prawn_crab 2.1")
    table.do("croupier", "shake", started=True)


@pytest.mark.parametrize("name", ["fish_prawn_crab", "fantan"])
def test_a_device_shaken_before_the_bets_is_committed_to(name: str) -> None:
    table = At(name, chance="drawn").seat("ana")
    play(table, until=Committed)
    assert table.live.commitment == "digest"
    hidden = table.hidden
    table.do("ana", "place_bet", bet="small" if name == "fish_prawn_crab" else "fan:1", stake=1000)
    opened = play(table, until=CommitmentOpened)
    assert (opened.outcome, opened.nonce) == (hidden, "n")
    assert table.live.commitment == ""
    table.check_replay()


def test_a_commitment_that_stays_closed_is_named() -> None:
    table = At("fantan", chance="drawn").seat("ana")
    table.do("croupier", "cover")
    table.do("ana", "place_bet", bet="fan:1", stake=1000)
    table.hidden = ""
    _, voided = table.do("supervisor", "void_round", reason="the store lost the result")
    assert voided == RoundVoided(reason="the store lost the result", commitment="digest")
    assert (table.net("ana"), table.live.phase, table.live.commitment) == (0, "paid", "")
    assert table.live.staked("ana") == 0


# Football poker, roulette, fantan


@pytest.mark.clause("football_poker 10.1", "football_poker A-4", "football_poker A-5", "football_poker 10.2")
def test_football_poker_two_cards_and_a_third_for_0_or_9(refused: Refused) -> None:
    table = At("football_poker").seat("ana")
    for bet in ("post", "upper", "even"):
        table.do("ana", "place_bet", bet=bet, stake=1000)
    refused(lambda: table.do("croupier", "deal_two_cards", outcome="K-11"), IMPOSSIBLE_OUTCOME, "football_poker A-1")
    table.do("croupier", "deal_two_cards", outcome="k-9")
    refused(lambda: table.do("croupier", "stand"), IMPOSSIBLE_OUTCOME, "football_poker 10.1")
    refused(lambda: table.do("ana", "place_bet", bet="odd", stake=1000), BETS_CLOSED, "football_poker A-5")
    table.do("croupier", "deal_third_card", outcome="J")
    table.do("croupier", "pay")
    assert table.net("ana") == 8000 - 1000  # Post wins, Upper comes back, Even loses
    table.do("ana", "place_bet", bet="lower", stake=1000)
    table.do("croupier", "deal_two_cards", outcome="A-2")
    refused(lambda: table.do("croupier", "deal_third_card", outcome="3"), IMPOSSIBLE_OUTCOME, "football_poker 10.1")
    table.do("croupier", "stand")
    decided = table.do("croupier", "pay")[1]
    assert isinstance(decided, BetDecided)
    assert (decided.received, decided.commission, decided.cites[-1]) == (1950, "50", "football_poker 12")
    assert table.books["commission"] == 50


@pytest.mark.clause("R-fp-1")
def test_R_fp_1_post_on_two_cards_where_the_house_opens_it_then(refused: Refused) -> None:  # noqa: N802
    table = At("football_poker", options={"post_opens": "on_post"}).seat("ana")
    refused(lambda: table.do("ana", "place_bet", bet="post", stake=1000), BETS_CLOSED, "R-fp-1")
    table.do("croupier", "deal_two_cards", outcome="K-9")
    table.do("ana", "place_bet", bet="post", stake=1000)


@pytest.mark.clause("roulette L-2", "roulette L-3", "roulette L-5", "R-roulette-1")
def test_roulette_the_ball_no_more_bets_and_prison(refused: Refused) -> None:
    table = At("roulette", options={"zero": "en_prison"}).seat("ana")
    table.do("ana", "place_bet", bet="red", stake=1000)
    table.do("croupier", "throw_ball")
    table.do("croupier", "declare_null")
    table.do("croupier", "throw_ball")
    table.do("ana", "place_bet", bet="straight:17", stake=1000)
    table.do("croupier", "call_no_more_bets")
    refused(lambda: table.do("ana", "place_bet", bet="red", stake=1000), OUT_OF_PHASE, "roulette L-3")
    table.do("croupier", "declare_null")
    table.do("croupier", "throw_ball")
    table.do("croupier", "read_number", outcome="0")
    table.do("croupier", "pay")
    assert table.live.bets == {"ana": {("red", "in prison"): 1000}}
    refused(lambda: table.do("ana", "withdraw_bet", bet="red", on="in prison"), CANNOT_TAKE_DOWN, "roulette L-5")
    table.check_replay()


@pytest.mark.clause("fantan F-2", "fantan 9")
def test_fantan_cover_close_count_and_five_per_cent() -> None:
    table = At("fantan").seat("ana")
    table.do("croupier", "cover")
    table.do("ana", "place_bet", bet="fan:3", stake=1000)
    table.do("croupier", "close_bets")
    called = table.do("croupier", "count", outcome="heap 59")[-1]
    assert isinstance(called, ResultCalled)
    assert (called.outcome, called.written) == ("3", "heap 59")
    table.do("croupier", "pay")
    assert table.net("ana") == 2850
    assert table.books["commission"] == 150


# Limits, the bank, seats


def test_the_house_never_owes_more_than_its_bank() -> None:
    table = At("roulette", bank=100_000).seat("ana", "rui")
    table.do("ana", "place_bet", bet="straight:17", stake=2000)  # 70,000
    with refuses("bank_too_small"):
        table.do("rui", "place_bet", bet="straight:17", stake=1000)
    table.do("rui", "place_bet", bet="straight:18", stake=2000)  # never both
    with refuses("bank_owed"):
        table.do("supervisor", "return_bank", stake=40_000)
    table.do("supervisor", "fund_bank", stake=10_000)
    table.do("rui", "place_bet", bet="straight:17", stake=1000)
    table.do("croupier", "throw_ball")
    table.do("croupier", "call_no_more_bets")
    table.do("croupier", "read_number", outcome="17")
    table.do("croupier", "pay")
    assert table.books["bank"] == 110_000 - 105_000 + 2000


def test_limits_per_bet_per_player_and_wallet() -> None:
    table = At("wheel", player_maximum=5000, maximum=3000).seat("ana", money=4000)
    for stake, code in ((0, "stake_not_positive"), (1500, "stake_not_multiple"), (4000, "stake_too_large")):
        with refuses(code):
            table.do("ana", "place_bet", bet="symbol:1", stake=stake)
    table.do("ana", "place_bet", bet="symbol:1", stake=3000)
    with refuses("stake_too_large"):
        table.do("ana", "place_bet", bet="symbol:1", stake=1000)
    with refuses("not_enough_money"):
        table.do("ana", "place_bet", bet="symbol:2", stake=2000)
    table.give("ana", 10_000)
    with refuses("player_limit"):
        table.do("ana", "place_bet", bet="symbol:2", stake=3000)
    table.do("ana", "place_bet", bet="symbol:2", stake=2000)


def test_breakage_is_shown_and_booked() -> None:
    table = At("craps", minimum=1000, chip=500).seat("ana")
    table.do("ana", "place_bet", bet="big_number:6", stake=1000)
    decided = throw(table, "3-3")[1]
    assert (decided.prize, decided.received, decided.breakage) == ("3500/3", 2000, "500/3")
    assert table.books["breakage"] == 166  # whole avos; the third of one stays in the bank


def test_seats_roles_and_the_end() -> None:
    table = At("wheel").seat("ana")
    for who, do, fields, code in (
        ("ana", "sit", {}, "already_seated"),
        ("rui", "place_bet", {"bet": "symbol:1", "stake": 1000}, "not_seated"),
        ("croupier", "place_bet", {"bet": "symbol:1", "stake": 1000}, "not_your_act"),
        ("inspector", "call_no_more_bets", {}, "not_your_act"),
        ("ana", "juggle", {}, "unknown_act"),
        ("ana", "place_bet", {"bet": "symbol:1"}, "field_missing"),
        ("ana", "place_bet", {"bet": "symbol:1", "stake": 1000, "turns": 3}, "field_not_taken"),
        ("croupier", "fund_bank", {"stake": 1}, "not_your_act"),
        ("supervisor", "fund_bank", {"stake": 0}, "amount_not_positive"),
        ("ana", "withdraw_bet", {"bet": "symbol:1"}, "no_such_bet"),
    ):
        with refuses(code):
            table.do(who, do, **fields)
    table.do("ana", "place_bet", bet="symbol:1", stake=1000)
    with refuses("bets_stand"):
        table.do("ana", "leave")
    with refuses("round_under_way"):
        table.do("supervisor", "close")
    table.do("ana", "withdraw_bet", bet="symbol:1")
    table.do("ana", "leave")
    table.do("supervisor", "close")
    assert table.books["bank"] == 0
    with refuses("table_closed"):
        table.do("ana", "sit")


@pytest.mark.clause("craps 2.2", "R-craps-4b")
def test_when_the_shooter_leaves_the_dice_are_offered_anew(refused: Refused) -> None:
    table = At("craps").seat("ana", "rui", "eva")
    table.do("rui", "place_bet", bet="field", stake=1000)
    table.do("croupier", "offer_dice")
    for player in ("ana", "eva"):
        table.do(player, "place_bet", bet="field", stake=1000)
    table.do("rui", "withdraw_bet", bet="field")
    table.do("rui", "leave")
    refused(lambda: table.do("ana", "throw"), craps.DICE_NOT_OFFERED, "craps 2.2")
    table.do("croupier", "take_back_dice")
    assert table.do("croupier", "offer_dice")[-1] == ShooterNamed(player="eva", cite="R-craps-4b")
    table.do("eva", "throw")


def test_a_result_that_has_been_called_is_paid_not_voided(refused: Refused) -> None:
    table = At("craps").seat("ana")
    table.do("ana", "place_bet", bet="field", stake=1000)
    table.do("croupier", "offer_dice")
    table.do("croupier", "throw")
    table.do("croupier", "call_result", outcome="1-1")
    refused(lambda: table.do("supervisor", "void_round", reason="a pity"), RESULT_STANDS, "craps 5.5")


def test_practice_seats_bring_play_money_and_are_a_supervisors() -> None:
    table = At("craps")
    with refuses("not_your_act"):
        table.do("croupier", "seat_practice", player="x", policy="field")
    table.do("supervisor", "seat_practice", player="x", policy="field")
    assert table.live.practice == {"practice:x": "field"}


def test_a_croupier_frees_the_seat_of_somebody_who_has_gone() -> None:
    table = At("wheel").seat("ana", "rui")
    table.do("ana", "place_bet", bet="symbol:1", stake=1000)
    with refuses("not_your_act"):
        table.do("rui", "unseat", player="ana")
    with refuses("bets_stand"):
        table.do("croupier", "unseat", player="ana")
    table.do("croupier", "unseat", player="rui")
    assert table.live.seats == ("ana",)


def test_at_a_drawn_table_nobody_says_what_came_up(refused: Refused) -> None:
    table = At("craps", chance="drawn").seat("ana")
    table.do("ana", "place_bet", bet="pass_line", stake=1000)
    table.do("croupier", "offer_dice")
    table.do("ana", "throw")
    refused(lambda: table.do("croupier", "call_result", outcome="6-5"), DRAWN_COUNTS, "craps 3.1")
    refused(lambda: table.do("croupier", "declare_null", reason="short"), DRAWN_COUNTS, "craps 3.2.2")
    table.do("croupier", "call_result")
    table.do("croupier", "settle")

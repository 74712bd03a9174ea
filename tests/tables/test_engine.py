"""Live tables of chance: each game's procedure as gazetted, and what must hold whatever anybody asks for."""

import pytest

from banca.tables.chance_engine import ChanceEngine
from banca.tables.events import CommitmentOpened, ResultCommitted, RoundVoided
from support.commands import refuses
from support.tables import At, play


@pytest.mark.parametrize("name", ["fish_prawn_crab", "fantan"])
def test_a_device_shaken_before_the_bets_is_committed_to(name: str) -> None:
    table = At(name, chance="drawn").seat("ana")
    play(table, until=ResultCommitted)
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
    assert table.live.money_of("ana") == 0


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


def test_a_croupier_frees_the_seat_of_somebody_who_has_gone() -> None:
    table = At("wheel").seat("ana", "rui")
    table.do("ana", "place_bet", bet="symbol:1", stake=1000)
    with refuses("not_your_act"):
        table.do("rui", "unseat", player="ana")
    with refuses("bets_stand"):
        table.do("croupier", "unseat", player="ana")
    table.do("croupier", "unseat", player="rui")
    assert table.live.seats == ("ana",)


def test_a_game_of_1_0_that_overrides_a_method_by_its_old_name_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Own overrides .* left is after_leaving, wants is draw_request"):
        type("Own", (ChanceEngine,), {"left": lambda self, state, player: state, "wants": lambda self: None})

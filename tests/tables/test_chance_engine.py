"""Bets at a live table under their limits and the house's bank, and what a result does to them."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from banca.games import find, of_chance
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal
from banca.tables.commands import IN_ANY_PHASE, Role
from banca.tables.engine import MOST_SEATS, PRACTICE_MONEY
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
from banca.tables.exposure import Extreme, ResultEffect
from banca.tables.state import MOST_RESULTS
from support.tables import CROUPIER, At, actor


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
    assert table.engine.liability(table.live) == 1167
    assert table.engine.exposure.scale == 60  # stakes of 1, 2, 3, 4, 5 and 6
    line = At("craps", bank=1000).seat("ana")
    line.do("ana", "place_bet", bet="pass_line", stake=1000)
    for do in ("offer_dice", "throw"):
        line.do("croupier", do)
    line.do("croupier", "call_result", outcome="2-4")
    (moved,) = (event for event in line.do("croupier", "settle") if isinstance(event, BetMoved))
    assert (moved.stake, moved.on, moved.to, moved.cite) == (1000, "", "6", "craps 5.2.1")
    assert line.engine.liability(line.live) == 1000


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
    full = structs.replace(table.live, seats=tuple(map(str, range(MOST_SEATS))))
    with pytest.raises(Refusal) as caught:
        table.engine.sit(full, table.command("sit"), actor("eva"))
    assert (caught.value.code, caught.value.about["allowed"]) == ("no_seat_left", MOST_SEATS)
    assert table.engine.sit(structs.replace(full, seats=full.seats[1:]), table.command("sit"), actor("eva"))
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
    act = next(one for one in line.engine.acts if one.name == "withdraw_bet")
    (command,) = line.engine.candidates(line.live, act, actor("ana"))
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


WORDS = [
    ("craps", "2-4", None, "6, easy way; the point is 6"),
    ("craps", "3-4", None, "7: Pass Line wins, Don't Pass loses"),
    ("craps", "3-4", 6, "7: seven out"),
    ("fish_prawn_crab", "crab-crab-crab", None, "three Crab: total 15, a triple, Small and Big lose"),
    ("wheel", "symbol 3", None, "symbol 3, 5 to 1"),
    ("fantan", "3", None, "3 left: Fan 3"),
    ("football_poker", "K-9-J", None, "K, 9, J: total 9, Post"),
    ("roulette", "17", None, "17, black, odd, low"),
]


@pytest.mark.parametrize(("game", "outcome", "table", "said"), WORDS)
def test_a_result_is_called_in_words_of_the_table(game: str, outcome: str, table: Any, said: str) -> None:
    book = find(game).rulebook
    assert book
    rules = book.under()
    phrase = book.called(rules, book.parse(outcome), book.table.start if table is None else table)
    assert translator(Language.EN).spell(phrase) == said
    assert "{" not in translator(Language.ZH).spell(phrase)


CALLS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "craps": [("offer_dice", {}), ("throw", {}), ("call_result", {})],
    "fish_prawn_crab": [("ring_bell", {}), ("lift_cover", {}), ("call_result", {})],
    "wheel": [("call_no_more_bets", {}), ("turn", {}), ("read_pointer", {"turns": 3})],
    "fantan": [("close_bets", {}), ("count", {})],
    "roulette": [("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {})],
    "football_poker": [("deal_two_cards", {}), ("stand", {})],
}
BEFORE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "fish_prawn_crab": [("cover", {"latched": True}), ("shake", {"presses": 3})],
    "fantan": [("cover", {})],
}
BETS = {
    "craps": ("field", "6-6", "3-4", "settle"),
    "fish_prawn_crab": ("small", "fish-prawn-crab", "crab-crab-coin", "pay"),
    "wheel": ("symbol:1", "symbol 1", "symbol 2", "pay"),
    "fantan": ("fan:1", "1", "2", "pay"),
    "roulette": ("straight:17", "17", "18", "pay"),
    "football_poker": ("even", "K-2", "K-3", "pay"),
}
"""Of each game a bet, a result that it wins, one that it loses, and the act that pays."""


def called(game: str, outcome: str, chance: str = "observed") -> At:
    """A table with a bet of ana's and this result, called and not paid."""
    at = At(game, chance).seat("ana")
    for do, fields in BEFORE.get(game, []):
        at.do("croupier", do, **fields)
    at.do("ana", "place_bet", bet=BETS[game][0], stake=1000)
    *acts, (last, fields) = CALLS[game]
    if game == "football_poker":
        acts, last, fields = [("deal_two_cards", {"outcome": outcome})], "stand", {}
    elif chance == "observed":
        fields = fields | {"outcome": outcome}
    for do, more in acts:
        at.do("croupier", do, **more)
    at.do("croupier", last, **fields)
    return at


@pytest.mark.parametrize("game", of_chance())
def test_R_live_2_a_wrong_entry_is_corrected_until_it_is_paid(game: str) -> None:
    _, won, lost, pay = BETS[game]
    at = called(game, lost)
    assert "correct_result" in at.offers("croupier")
    assert "correct_result" not in at.offers("ana")
    before = at.live
    (event,) = at.do("croupier", "correct_result", outcome=won, reason="wrong key")
    assert (event.before, event.outcome, event.reason, event.cite) == (lost, won, "wrong key", "R-live-2")  # type: ignore[attr-defined]
    assert at.live.bets == before.bets
    assert at.live.results == (*before.results[:-1], won)
    assert BETS[game][0] in at.engine.result_effect(at.live).won
    at.do("croupier", pay)
    assert at.net("ana") > 0  # by the result that lies there
    assert not at.can("croupier", "correct_result", outcome=lost, reason="too late")
    at.check_replay()


@pytest.mark.parametrize("game", ["fantan", "football_poker"])
def test_R_live_2_what_was_drawn_is_never_corrected(game: str) -> None:
    at = At(game, "drawn").seat("ana")
    for do, fields in BEFORE.get(game, []):
        at.do("croupier", do, **fields)
    at.do("ana", "place_bet", bet=BETS[game][0], stake=1000)
    while not any(act.does.name == "PAY" for act in at.engine.acts_now(at.live, Role.CROUPIER)):
        at.apply(at.ask_with("croupier", at.engine.croupier_acts(at.live, CROUPIER)[0]))
    assert "correct_result" not in at.offers("croupier")
    for given in ({"outcome": BETS[game][1]}, {}):
        with pytest.raises(Refusal) as refused:
            at.ask("croupier", "correct_result", reason="I wish", **given)
        assert refused.value.code == "drawn_counts"


def test_R_live_2_a_correction_needs_a_reason_and_another_result_that_can_be() -> None:
    at = called("craps", "1-1")
    for fields, code in (
        ({"outcome": "6-6"}, "field_missing"),
        ({"outcome": "6-6", "reason": " "}, "bad_request"),
        ({"reason": "wrong key"}, "field_missing"),
        ({"outcome": "1-1", "reason": "wrong key"}, "nothing_changes"),
        ({"outcome": "7-1", "reason": "wrong key"}, "impossible_outcome"),
        ({"outcome": "null", "reason": "wrong key"}, "bad_outcome"),
    ):
        with pytest.raises(Refusal) as refused:
            at.ask("croupier", "correct_result", **fields)
        assert refused.value.code == code, fields


def test_R_live_2_the_first_two_cards_are_corrected_too() -> None:
    at = At("football_poker", options={"post_opens": "on_post"}).seat("ana")
    at.do("ana", "place_bet", bet="even", stake=1000)
    at.do("croupier", "deal_two_cards", outcome="K-9")
    at.do("ana", "place_bet", bet="post", stake=1000)  # which only the wrong entry allows
    assert not at.can("croupier", "stand")
    at.do("croupier", "correct_result", outcome="K-8", reason="an eight, not a nine")
    assert at.live.results == ()
    at.do("croupier", "stand")
    assert at.live.results == ("K-8",)
    at.do("croupier", "pay")
    assert at.net("ana") == 1000  # Even wins, and Post goes back: R-fp-1


def test_bets_are_judged_as_the_table_stands() -> None:
    at = At("craps").seat("ana")
    at.do("ana", "place_bet", bet="pass_line", stake=1000)
    first = round_of_craps(at, "2-4")
    assert {"pass_line", "dont_pass"} & {*first.won, *first.lost} == set()  # they have a point now
    assert {"small", "big_number:6"} <= set(first.won)
    assert {"hard_way:6", "field", "any_seven"} <= set(first.lost)
    at.do("ana", "place_bet", bet="come", stake=1000)
    second = round_of_craps(at, "4-4")
    assert second.won_on == second.lost_on == ()
    third = round_of_craps(at, "3-4")
    assert {"dont_pass", "come", "any_seven", "dont_pass_odds:6"} <= set(third.won)
    assert {"pass_line", "pass_odds:6", "hard_way:4"} <= set(third.lost)
    assert set(third.lost_on) == {("pass_line", "6"), ("come", "8")}
    assert at.engine.result_effect(at.live).outcome == "3-4"  # paid, and still to be seen
    at.do("ana", "place_bet", bet="pass_line", stake=1000)
    at.do("croupier", "offer_dice")
    assert at.engine.result_effect(at.live)
    at.do("croupier", "throw")
    assert at.engine.result_effect(at.live) is None  # nothing stale


def round_of_craps(at: At, outcome: str) -> ResultEffect:
    at.do("croupier", "offer_dice")
    at.do("croupier", "throw")
    at.do("croupier", "call_result", outcome=outcome)
    judged: ResultEffect = at.engine.result_effect(at.live)
    at.do("croupier", "settle")
    return judged


@pytest.mark.parametrize("game", of_chance())
def test_what_is_lit_is_what_is_paid(game: str) -> None:
    at = At(game, player_maximum=10**9).seat("ana", money=10**12)
    for do, fields in BEFORE.get(game, []):
        at.do("croupier", do, **fields)
    for key in at.engine.open_bets(at.live, "ana"):
        at.do("ana", "place_bet", bet=key, stake=1000)
    nets = {
        written: sum(one.received - one.stake for one in at.engine.payments(at.live, written))
        for written, _ in at.engine.next_results(at.live)
    }
    outlook = at.engine.outlook(at.live, "ana")
    assert (outlook.best.net, outlook.worst.net) == (max(nets.values()), min(nets.values()))
    assert {nets[one] for one in outlook.best.outcomes} == {outlook.best.net}
    for written, _ in at.engine.next_results(at.live):
        judged = at.engine.result_effect(at.live, written)
        paid = {(one.bet, one.verdict) for one in at.engine.payments(at.live, written)}
        assert {key for key, verdict in paid if verdict == "win"} == {*judged.won} & {key for key, _ in paid}
        assert {key for key, verdict in paid if verdict == "lose"} == {*judged.lost} & {key for key, _ in paid}


def test_the_best_and_worst_next_result_are_exact() -> None:
    at = At("roulette").seat("ana", "bento")
    at.do("ana", "place_bet", bet="straight:17", stake=1000)
    at.do("ana", "place_bet", bet="black", stake=2000)
    at.do("bento", "place_bet", bet="red", stake=50_000)
    found = at.engine.outlook(at.live, "ana")
    assert found.of == 37
    assert found.best == Extreme(net=35 * 1000 + 2000, outcomes=("17",), ways=1)
    assert (found.worst.net, found.worst.ways, len(found.worst.outcomes)) == (-3000, 19, 6)
    nothing = at.engine.outlook(at.live, "chan")
    assert (nothing.best.net, nothing.worst.net, nothing.best.ways) == (0, 0, 37)


def test_the_outlook_is_that_of_the_cards_that_are_left_to_come() -> None:
    at = At("football_poker").seat("ana")
    at.do("ana", "place_bet", bet="even", stake=1000)
    at.do("croupier", "deal_two_cards", outcome="K-9")
    found = at.engine.outlook(at.live, "ana")
    assert all(one.startswith("K-9-") for one in (*found.best.outcomes, *found.worst.outcomes))
    evens = Fraction(found.best.ways, found.of)
    assert evens == Fraction(3 * 32 + 31, 8 * 52 - 2)  # a 3, 5 or 7, or one of the nines that are left

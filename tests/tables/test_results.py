"""What a result is called, which bets it lights, what the next one may bring, and entries that are corrected: R-live-2."""

from fractions import Fraction
from typing import Any

import pytest

from banca.games import find, of_chance
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal
from banca.tables.commands import Role
from banca.tables.exposure import Extreme, ResultEffect
from support.tables import CROUPIER, At

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
    assert BETS[game][0] in at.conduct.result_effect(at.live).won
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
    while not any(act.does.name == "PAY" for act in at.conduct.acts_now(at.live, Role.CROUPIER)):
        at.apply(at.ask_with("croupier", at.conduct.croupier_acts(at.live, CROUPIER)[0]))
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
    assert at.conduct.result_effect(at.live).outcome == "3-4"  # paid, and still to be seen
    at.do("ana", "place_bet", bet="pass_line", stake=1000)
    at.do("croupier", "offer_dice")
    assert at.conduct.result_effect(at.live)
    at.do("croupier", "throw")
    assert at.conduct.result_effect(at.live) is None  # nothing stale


def round_of_craps(at: At, outcome: str) -> ResultEffect:
    at.do("croupier", "offer_dice")
    at.do("croupier", "throw")
    at.do("croupier", "call_result", outcome=outcome)
    judged: ResultEffect = at.conduct.result_effect(at.live)
    at.do("croupier", "settle")
    return judged


@pytest.mark.parametrize("game", of_chance())
def test_what_is_lit_is_what_is_paid(game: str) -> None:
    at = At(game, player_maximum=10**9).seat("ana", money=10**12)
    for do, fields in BEFORE.get(game, []):
        at.do("croupier", do, **fields)
    for key in at.conduct.open_bets(at.live, "ana"):
        at.do("ana", "place_bet", bet=key, stake=1000)
    nets = {
        written: sum(one.received - one.stake for one in at.conduct.payments(at.live, written))
        for written, _ in at.conduct.next_results(at.live)
    }
    outlook = at.conduct.outlook(at.live, "ana")
    assert (outlook.best.net, outlook.worst.net) == (max(nets.values()), min(nets.values()))
    assert {nets[one] for one in outlook.best.outcomes} == {outlook.best.net}
    for written, _ in at.conduct.next_results(at.live):
        judged = at.conduct.result_effect(at.live, written)
        paid = {(one.bet, one.verdict) for one in at.conduct.payments(at.live, written)}
        assert {key for key, verdict in paid if verdict == "win"} == {*judged.won} & {key for key, _ in paid}
        assert {key for key, verdict in paid if verdict == "lose"} == {*judged.lost} & {key for key, _ in paid}


def test_the_best_and_worst_next_result_are_exact() -> None:
    at = At("roulette").seat("ana", "bento")
    at.do("ana", "place_bet", bet="straight:17", stake=1000)
    at.do("ana", "place_bet", bet="black", stake=2000)
    at.do("bento", "place_bet", bet="red", stake=50_000)
    found = at.conduct.outlook(at.live, "ana")
    assert found.of == 37
    assert found.best == Extreme(net=35 * 1000 + 2000, outcomes=("17",), ways=1)
    assert (found.worst.net, found.worst.ways, len(found.worst.outcomes)) == (-3000, 19, 6)
    nothing = at.conduct.outlook(at.live, "chan")
    assert (nothing.best.net, nothing.worst.net, nothing.best.ways) == (0, 0, 37)


def test_the_outlook_is_that_of_the_cards_that_are_left_to_come() -> None:
    at = At("football_poker").seat("ana")
    at.do("ana", "place_bet", bet="even", stake=1000)
    at.do("croupier", "deal_two_cards", outcome="K-9")
    found = at.conduct.outlook(at.live, "ana")
    assert all(one.startswith("K-9-") for one in (*found.best.outcomes, *found.worst.outcomes))
    evens = Fraction(found.best.ways, found.of)
    assert evens == Fraction(3 * 32 + 31, 8 * 52 - 2)  # a 3, 5 or 7, or one of the nines that are left

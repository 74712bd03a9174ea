"""The deal and the bets, clause by clause; figures against those that are published."""

from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest
from banca.analysis.exact import analysed
from banca.analysis.game import game
from banca.devices import Deal
from banca.proposals import read_file
from banca.rules import Refusal, extended

from banca_baccarat.rules import DEALING, RULEBOOK, VALUES, full_shoe, hands, keeps, next_place, parse, points, winner


def edge(bet: str, **options: object) -> Fraction:
    return analysed(RULEBOOK.under(**options).bets[bet]).house_edge


@pytest.mark.clause("1", "R-baccarat-1")
def test_six_to_twelve_packs_of_52() -> None:
    assert sum(full_shoe(8).values()) == 416
    assert RULEBOOK.options[0].values == (6, 7, 8, 9, 10, 11, 12)


@pytest.mark.clause("5")
def test_tens_and_court_cards_count_nothing_and_only_the_last_digit_counts() -> None:
    assert points(("10", "J")) == points(("Q", "K")) == points(("4", "6")) == 0
    assert points(("A", "7")) == 8
    assert points(("9", "8")) == 7


@pytest.mark.clause("7")
def test_cards_go_in_turn_beginning_with_player() -> None:
    deal = ("7", "4", "8", "2")
    assert [next_place(deal[:number]) for number in range(4)] == ["player", "banker", "player", "banker"]


@pytest.mark.clause("T.1")
@pytest.mark.parametrize("deal", [("4", "2", "4", "3"), ("2", "9", "K", "K"), ("4", "4", "4", "4")])
def test_a_natural_ends_the_deal(deal: Deal) -> None:
    assert next_place(deal) is None


def of_points(player: int, banker: int) -> Deal:
    """Two cards each with these points."""
    return ("K", "K", *(str(number) if number > 1 else "A" if number else "K" for number in (player, banker)))


@pytest.mark.clause("T.2", "T.3")
@pytest.mark.parametrize("player", range(8))
@pytest.mark.parametrize("banker", range(8))
def test_who_draws_first(player: int, banker: int) -> None:
    due = "player" if player <= 5 else "banker" if banker <= 5 else None
    assert next_place(of_points(player, banker)) == due


PUBLISHED = {
    0: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    2: "HHHHHHHHHH",
    3: "HHHHHHHHSH",
    4: "SSHHHHHHSS",
    5: "SSSSHHHHSS",
    6: "SSSSSSHHSS",
    7: "SSSSSSSSSS",
}
"""By Banker's points: hit or stand for each value of Player's third card, 0 to 9, as the table is usually printed."""


@pytest.mark.clause("T.4")
@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("third", VALUES)
def test_banker_draws_by_players_third_card(banker: int, third: str) -> None:
    draws = PUBLISHED[banker][VALUES[third]] == "H"
    assert (next_place((*of_points(5, banker), third)) == "banker") == draws


@pytest.mark.clause("13.1", "P.1", "P.2", "P.3", "18")
def test_figures_of_eight_packs() -> None:
    """Edges as published: Wizard of Odds, Baccarat; the pair by one multiplication: 31 of 415, at 11 to 1."""
    assert edge("player") == Fraction(241149546272, 19524993263685)
    assert edge("banker") == Fraction(114753351728, 10847218479825)
    assert edge("tie") == Fraction(103841353768, 723147898655)
    assert edge("player_pair") == edge("banker_pair") == 1 - 12 * Fraction(31, 415) == Fraction(43, 415)
    assert round(float(edge("banker", banker="six_pays_half")) * 100, 4) == 1.4581


@pytest.mark.clause("17.1", "R-baccarat-2")
def test_lucky_6() -> None:
    assert round(float(edge("lucky_6")) * 100, 4) == 16.6836
    for outcome, net in (("9-2-k-3", -10), ("7-4-8-2-9", 120), ("2-a-3-a-k-4", 200), ("3-4-3-2", -10)):
        (bet,) = game("baccarat").settle({"lucky_6": 10}, [outcome]).bets
        assert bet.net is not None
        assert bet.net.avos == net * 100, outcome


def test_figures_of_six_packs() -> None:
    """As published by Wizard of Odds."""
    found = [round(float(edge(bet, packs=6)) * 100, 4) for bet in ("banker", "player", "tie")]
    assert found == [1.0558, 1.2374, 14.4382]


@pytest.mark.parametrize(
    ("proposal", "bet", "percent"),
    [("small_and_big_6", "small_6", 14.3325), ("small_and_big_6", "big_6", 15.2533), ("lucky_7", "lucky_7", 18.2961)],
)
def test_bets_that_the_press_has_announced(proposal: str, bet: str, percent: float) -> None:
    read = read_file(Path(str(files("banca_baccarat"))) / "proposals" / f"{proposal}.star")
    rules = extended(RULEBOOK, [read]).under(proposal=read.id)
    assert round(float(analysed(rules.bets[bet]).house_edge) * 100, 4) == percent


def test_what_is_kept_of_a_deal_is_enough() -> None:
    """Whatever was dealt, the listed deal of its kind has the same points, numbers of cards, pairs and winner, and goes on alike."""

    def deals(dealt: Deal = ()) -> Iterator[Deal]:
        if next_place(dealt) is None:
            yield dealt
            return
        for card in ("A", "3", "6", "8", "K"):
            yield from deals((*dealt, card))

    for deal in deals():
        listed = DEALING.follow(deal)
        assert listed is not None
        assert keeps(listed) == keeps(deal)
        assert winner(listed) == winner(deal)
        assert [len(hand) for hand in hands(listed)] == [len(hand) for hand in hands(deal)]


@pytest.mark.parametrize(
    ("text", "clause"), [("9-4-8-2-9", "T.3"), ("2-4-k-3", "T.2"), ("4-2-4-3-a", "T.1"), ("7-4-x-2", "5"), ("7-4", "7")]
)
def test_cards_that_cannot_lie_so_are_refused_by_their_clause(text: str, clause: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(text)
    assert refusal.value.cite is not None
    assert refusal.value.cite.clause == clause

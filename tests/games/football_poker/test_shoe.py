"""Football poker with cards that are out: the next hand, and a shoe that is dealt down to its cut card."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from banca.analysis.game import game
from banca.games.football_poker.python import next_hand
from banca.games.football_poker.rules import CARD_POINTS, cards_left, points
from support import commands
from support.reference import SMALL, SMALL_CUT, gain, hands_of

Refused = Callable[..., None]

BETS = ("upper", "lower", "even", "odd", "post")
SHOES = 200_000


def counted(left: dict[str, int]) -> dict[int, int]:
    """Cards by their points."""
    found = dict.fromkeys(range(10), 0)
    for rank, count in left.items():
        found[points((rank,))] += count
    return found


@pytest.mark.parametrize("seen", [(), ("4-5-K",), ("K-9-4", "5-2", "A", "A"), ("10-J-Q", "K-K-K", "9-9-9")])
def test_R_fp_3_the_next_hand_is_exact_for_any_cards_that_are_out(seen: tuple[str, ...]) -> None:
    """Against the hands of these cards, dealt one by one by their points."""
    left = counted(cards_left(1, seen))
    found = next_hand(list(seen), decks=1)
    for bet, figures in found.items():
        expected = sum((chance * gain(bet, final) for final, _, chance in hands_of(left)), Fraction(0))
        assert -figures.house_edge == expected


def test_A_5_no_card_is_seen_more_often_than_the_shoe_has_it(refused: Refused) -> None:
    refused(lambda: cards_left(1, ["9-9-9", "9-9"]), "more_than_the_shoe_has", "football_poker A-5")
    everything = [rank for rank in CARD_POINTS for _ in range(4)]
    assert sum(cards_left(1, everything[:49]).values()) == 3
    refused(lambda: cards_left(1, everything[:50]), "too_few_cards", "football_poker A-1")


@pytest.mark.compiled
def test_R_fp_3_all_compositions_of_a_small_shoe() -> None:
    """The mean number of hands, how they end, and the covariance, against exact fractions over every shoe."""
    cut_card = pytest.importorskip("banca.games.football_poker.exact")
    pack = np.array([SMALL.get(value, 0) for value in range(10)])
    hands = Fraction(0)
    endings = [Fraction(0)] * 10
    todo = [(SMALL, Fraction(1))]
    while todo:
        left, chance = todo.pop()
        if sum(left.values()) > SMALL_CUT:
            hands += chance
            for final, rest, by in hands_of(left):
                endings[final] += chance * by
                todo.append((rest, chance * by))
    followed, ended = cut_card.follow(pack, SMALL_CUT)
    assert followed == pytest.approx(float(hands), rel=1e-13)
    assert ended[:10] + ended[10:] == pytest.approx([float(one) for one in endings], rel=1e-13)
    gains = cut_card.gains_of(game("football_poker").rules.bets.values())
    for row, bet in zip(gains, BETS, strict=True):
        of_bet = sum((one * gain(bet, final) for final, one in enumerate(endings)), Fraction(0))
        assert row @ ended == pytest.approx(float(of_bet), rel=1e-12)
    usual = np.array([float(sum(by * gain(bet, final) for final, _, by in hands_of(SMALL))) for bet in BETS])
    beyond, sums, _ = cut_card.deal_shoes(pack, SMALL_CUT, gains, usual, 2, SHOES, 1)
    assert beyond / SHOES + 2 == pytest.approx(float(hands), abs=0.01)
    more = (sums[1] - beyond * sums[0] / SHOES) / SHOES / float(hands)
    errors = np.sqrt(sums[2] / SHOES**2) / float(hands)
    assert (abs(more - (gains @ ended / followed - usual)) < 4 * errors).all()


run = partial(commands.run, "football-poker")
answer = partial(commands.answer, "football-poker")


def test_the_next_hand_from_a_full_shoe_has_the_odds_of_the_game() -> None:
    plain = commands.answer("odds", "football_poker")
    found = answer("next")
    edges = {bet["id"]: bet["house_edge"] for bet in plain["bets"]}
    assert {bet["id"]: bet["house_edge"] for bet in found["bets"]} == edges
    assert found["cards_left"] == found["cards"] == 416
    out = answer("next", "K-9-4", "5-2", "--option", "decks=1")
    assert (out["cards_left"], out["left"]["K"]) == (47, 3)
    assert run("next", "1-2").exit_code == 1


@pytest.mark.compiled
def test_a_shoe_that_is_dealt_on() -> None:
    found = answer("shoe", "--option", "decks=2", "--shoes", "2000")
    assert [bet["bet"] for bet in found["bets"]] == ["upper", "lower", "even", "odd", "post"]
    assert found["shoes"] == 2000
    assert all(bet["error"] > 0 for bet in found["bets"])

"""Football Poker, clause by clause. The second formulations count real cards, and point values without replacement."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from banca.games.football_poker.device import parse, points, show
from banca.games.football_poker.procedure import ACTS, act_after_two_cards, check_post_bet
from banca.interface import GameAtTable, game
from banca.law import Status, law
from banca.live.act import find_act
from banca.live.refusals import OUT_OF_PHASE
from banca.rulebook import Limits, NotNow
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME
from independent import Figures, agree

Refused = Callable[..., None]

LOWER, UPPER, ODD, EVEN = {1, 2, 3, 4}, {5, 6, 7, 8}, {1, 3, 5, 7}, {2, 4, 6, 8}
POST = {0, 9}


@pytest.fixture
def poker() -> GameAtTable:
    return game("football_poker")


def final_points(values: tuple[int, int, int]) -> int:
    """From three cards in the order they lie in the shoe: two, and the third if the two make 0 or 9."""
    two = (values[0] + values[1]) % 10
    return (two + values[2]) % 10 if two in POST else two


def gain(bet: str, final: int) -> Fraction:
    if bet in ("upper", "lower"):
        wins = UPPER if bet == "upper" else LOWER
        return Fraction(0) if final in POST else Fraction(95, 100) if final in wins else Fraction(-1)
    if bet in ("even", "odd"):
        return Fraction(1) if final in (EVEN if bet == "even" else ODD) else Fraction(-1)
    return Fraction(8) if final in POST else Fraction(-1)


def figures(bet: str, tally: Counter[int]) -> Figures:
    total = tally.total()

    def chance(holds: Callable[[Fraction], bool]) -> Fraction:
        return Fraction(sum(n for final, n in tally.items() if holds(gain(bet, final))), total)

    mean = Fraction(sum(gain(bet, final) * n for final, n in tally.items()), total)
    return Figures(win=chance(lambda g: g > 0), lose=chance(lambda g: g < 0), push=chance(lambda g: g == 0), mean=mean)


def deals_by_value(decks: int) -> Iterator[tuple[int, int]]:
    """Final points and weights from counts of point values: 16 zeros and 4 of each other in a pack."""
    left = {value: decks * (16 if value == 0 else 4) for value in range(10)}
    for a in range(10):
        for b in range(10):
            for c in range(10):
                ways = left[a] * (left[b] - (b == a)) * (left[c] - (c == a) - (c == b))
                yield final_points((a, b, c)), ways


def test_9_4_above_ten_only_the_last_digit_counts() -> None:
    assert [points(parse(hand)) for hand in ("9-8", "6-5", "8-7")] == [7, 1, 5]


@pytest.mark.clause("10.1", "10.2")
def test_10_1_two_cards_making_0_or_9_receive_a_third(refused: Refused) -> None:
    for hand in ("K-9", "4-5", "10-J", "5-5", "A-8"):
        refused(lambda hand=hand: parse(hand), IMPOSSIBLE_OUTCOME, "football_poker 10.1")
    for hand in ("K-8-3", "5-2-A"):
        refused(lambda hand=hand: parse(hand), IMPOSSIBLE_OUTCOME, "football_poker 10.1")
    for hand in ("K", "K-9-4-2"):
        refused(lambda hand=hand: parse(hand), BAD_OUTCOME, "football_poker 10.1")
    assert [act_after_two_cards(hand) for hand in (("K", "9"), ("5", "2"))] == ["deal_third_card", "stand"]
    assert find_act(ACTS, "two cards", "deal_third_card").then == "decided"
    refused(lambda: find_act(ACTS, "bets open", "deal_third_card"), OUT_OF_PHASE, "football_poker 10.1")


def test_10_2_zero_or_nine_on_three_cards(poker: GameAtTable) -> None:
    stakes = dict.fromkeys(("upper", "lower", "even", "odd", "post"), 100)
    for hand in ("K-9-Q", "4-6-9", "5-4-A", "10-J-9"):
        assert points(parse(hand)) in POST
        settled = poker.settle(stakes, [hand])
        assert [fate.payment.net for fate in settled.fates if fate.payment] == [0, 0, -10000, -10000, 80000]
        assert all("football_poker 10.2" in bet["cites"] for bet in settled.report()["bets"][:4])


def test_11_1_even_money_bets(poker: GameAtTable) -> None:
    stakes = dict.fromkeys(("upper", "lower", "even", "odd", "post"), 100)
    assert [f.payment.net for f in poker.settle(stakes, ["5-2"]).fates if f.payment] == [
        9500,
        -10000,
        -10000,
        10000,
        -10000,
    ]
    assert [f.payment.net for f in poker.settle(stakes, ["K-4"]).fates if f.payment] == [
        -10000,
        9500,
        10000,
        -10000,
        -10000,
    ]
    assert poker.settle({"odd": 100}, ["5-2"]).report()["bets"][0]["prize_cite"] == "football_poker 11.1"


def test_11_2_post_pays_eight_to_one(poker: GameAtTable) -> None:
    won = poker.settle({"post": 100}, ["K-9-K"]).report()["bets"][0]
    assert (won["odds"], won["prize_cite"], won["net"]) == ("8 to 1", "football_poker 11.2", "800")


def test_12_five_per_cent_on_winning_ranges_only(poker: GameAtTable) -> None:
    won = poker.settle({"upper": 10}, ["5-2"]).report()["bets"][0]
    assert (won["commission"], won["commission_cite"], won["net"]) == ("0.50", "football_poker 12", "9.50")
    assert poker.bet("even").terms.commission is None
    assert poker.bet("post").terms.commission is None
    rounded = poker.settle({"upper": 10}, ["5-2"], Limits(minimum=1000, chip=100)).report()["bets"][0]
    assert (rounded["received"], rounded["breakage"]) == ("19", "0.50")


def test_A_1_card_points(refused: Refused) -> None:  # noqa: N802
    assert [points((rank,)) for rank in ("A", "2", "9", "10", "J", "Q", "K")] == [1, 2, 9, 0, 0, 0, 0]
    assert parse("t-k-a") == ("10", "K", "A")
    for wrong in ("1-2", "11-2", "X-2", "", "5--2"):
        refused(lambda wrong=wrong: parse(wrong), IMPOSSIBLE_OUTCOME, "football_poker A-1")


@pytest.mark.clause("A-2", "A-3")
def test_A_2_and_A_3_ranges_and_parity(poker: GameAtTable) -> None:  # noqa: N802
    for final in range(1, 9):
        hand = f"{final}-K" if final > 1 else "A-K"
        won = [
            bet for bet in ("upper", "lower", "even", "odd") if poker.settle({bet: 100}, [hand]).answer().net.avos > 0
        ]
        assert won == [["upper", "lower"][final < 5], ["odd", "even"][final % 2 == 0]]


def test_A_4_decided_on_two_cards_or_three(poker: GameAtTable) -> None:  # noqa: N802
    settled = poker.settle({"post": 100, "lower": 100, "odd": 100}, ["K-9-4"])  # 9, then 13: three
    assert [fate.payment.net for fate in settled.fates if fate.payment] == [-10000, 9500, 10000]
    assert parse(show(("K", "9", "4"))) == ("K", "9", "4")


@pytest.mark.parametrize("decks", range(1, 9))
def test_A_5_packs_without_replacement(decks: int) -> None:  # noqa: N802
    tally: Counter[int] = Counter()
    for final, ways in deals_by_value(decks):
        tally[final] += ways
    assert tally.total() == 52 * decks * (52 * decks - 1) * (52 * decks - 2)
    table = game("football_poker", decks=decks)
    for bet in ("upper", "lower", "even", "odd", "post"):
        agree(table.bet(bet).analysis(), figures(bet, tally))


def test_A_5_one_pack_card_by_card() -> None:  # noqa: N802
    pack = [min(rank, 10) % 10 for rank in range(1, 14) for _suit in range(4)]
    tally = Counter(final_points((a, b, c)) for a, b, c in permutations(pack, 3))
    table = game("football_poker", decks=1)
    for bet in ("upper", "lower", "even", "odd", "post"):
        agree(table.bet(bet).analysis(), figures(bet, tally))


def test_R_fp_1_post_bets_are_taken_before_the_deal(poker: GameAtTable) -> None:  # noqa: N802
    assert float(poker.bet("post").analysis().house_edge) == pytest.approx(0.163, abs=0.0005)
    on_post = game("football_poker", post_opens="on_post")
    assert float(on_post.bet("post").analysis().house_edge) == pytest.approx(-2.455, abs=0.0005)
    deals = [(final, ways) for final, ways in deals_with_third_card()]
    won = Fraction(sum(ways for final, ways in deals if final in POST), sum(ways for _, ways in deals))
    agree(on_post.bet("post").analysis(), Figures(win=won, lose=1 - won, mean=9 * won - 1))
    assert on_post.settle({"post": 10}, ["5-2"]).answer().net.avos == 0  # it never opened
    check_post_bet(on_post.rules.chosen, ("K", "9"))
    for chosen, hand in ((on_post.rules.chosen, ("5", "2")), (poker.rules.chosen, ("K", "9"))):
        with pytest.raises(NotNow):
            check_post_bet(chosen, hand)
    assert on_post.settle({"post": 10}, ["K-9-K"]).answer().net.avos == 8000
    assert on_post.settle({"post": 10}, ["K-9-4"]).answer().net.avos == -1000


def deals_with_third_card() -> Iterator[tuple[int, int]]:
    left = {value: 8 * (16 if value == 0 else 4) for value in range(10)}
    for a in range(10):
        for b in range(10):
            if (a + b) % 10 in POST:
                for c in range(10):
                    ways = left[a] * (left[b] - (b == a)) * (left[c] - (c == a) - (c == b))
                    yield (a + b + c) % 10, ways


def test_R_fp_2_ten_and_three_card_totals_count_their_last_digit() -> None:  # noqa: N802
    assert points(("4", "6")) == 0
    assert points(("9", "10", "9")) == 8
    assert law("football_poker").clauses["R-fp-2"].status == Status.READING

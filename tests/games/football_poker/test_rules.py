"""Football Poker, clause by clause. The second formulations count real cards, and point values without replacement."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from banca.analysis.exact import analyse
from banca.analysis.game import GameAtTable, game
from banca.games import rulebook
from banca.games.football_poker.rules import COMMISSION, other_readings, parse, points, show
from banca.games.football_poker.table import ACTS, act_after_two_cards, check_post_bet
from banca.house.commands import engine_of
from banca.law import Status, law
from banca.rules import Citation, Limits, NotNow, Odds, Win, pay
from banca.tables.acts import find_act
from banca.tables.events import BetDecided, ResultCalled, RoundEnded
from support.reference import POST, Figures, agree, gain
from support.tables import CROUPIER, At, opened

Refused = Callable[..., None]


@pytest.fixture
def poker() -> GameAtTable:
    return game("football_poker")


def final_points(values: tuple[int, int, int]) -> int:
    """From three cards in the order they lie in the shoe: two, and the third if the two make 0 or 9."""
    two = (values[0] + values[1]) % 10
    return (two + values[2]) % 10 if two in POST else two


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


def test_10_2_what_was_gazetted_has_been_revoked() -> None:
    clauses = law("football_poker").clauses
    revoked = [number for number, one in clauses.items() if one.status is Status.REVOKED]
    assert revoked == ["9.4", "10.1", "10.2", "11.1", "11.2", "12"]
    assert not [number for number, one in clauses.items() if one.status is Status.GAZETTED]


def test_9_4_above_ten_only_the_last_digit_counts() -> None:
    assert [points(parse(hand)) for hand in ("9-8", "6-5", "8-7")] == [7, 1, 5]


@pytest.mark.clause("10.1", "10.2")
def test_10_1_two_cards_making_0_or_9_receive_a_third(refused: Refused) -> None:
    for hand in ("K-9", "4-5", "10-J", "5-5", "A-8"):
        refused(lambda hand=hand: parse(hand), "impossible_outcome", "football_poker 10.1")
    for hand in ("K-8-3", "5-2-A"):
        refused(lambda hand=hand: parse(hand), "impossible_outcome", "football_poker 10.1")
    for hand in ("K", "K-9-4-2"):
        refused(lambda hand=hand: parse(hand), "bad_outcome", "football_poker 10.1")
    assert [act_after_two_cards(hand) for hand in (("K", "9"), ("5", "2"))] == ["deal_third_card", "stand"]
    assert find_act(ACTS, "two cards", "deal_third_card").then == "decided"
    refused(lambda: find_act(ACTS, "bets open", "deal_third_card"), "out_of_phase", "football_poker 10.1")


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


def test_A_1_card_points(refused: Refused) -> None:
    assert [points((rank,)) for rank in ("A", "2", "9", "10", "J", "Q", "K")] == [1, 2, 9, 0, 0, 0, 0]
    assert parse("t-k-a") == ("10", "K", "A")
    for wrong in ("1-2", "11-2", "X-2", "", "5--2"):
        refused(lambda wrong=wrong: parse(wrong), "impossible_outcome", "football_poker A-1")


@pytest.mark.clause("A-2", "A-3")
def test_A_2_and_A_3_ranges_and_parity(poker: GameAtTable) -> None:
    for final in range(1, 9):
        hand = f"{final}-K" if final > 1 else "A-K"
        won = [
            bet for bet in ("upper", "lower", "even", "odd") if poker.settle({bet: 100}, [hand]).answer().net.avos > 0
        ]
        assert won == [["upper", "lower"][final < 5], ["odd", "even"][final % 2 == 0]]


def test_A_4_decided_on_two_cards_or_three(poker: GameAtTable) -> None:
    settled = poker.settle({"post": 100, "lower": 100, "odd": 100}, ["K-9-4"])  # 9, then 13: three
    assert [fate.payment.net for fate in settled.fates if fate.payment] == [-10000, 9500, 10000]
    assert parse(show(("K", "9", "4"))) == ("K", "9", "4")


@pytest.mark.parametrize("decks", range(1, 9))
def test_A_5_packs_without_replacement(decks: int) -> None:
    tally: Counter[int] = Counter()
    for final, ways in deals_by_value(decks):
        tally[final] += ways
    assert tally.total() == 52 * decks * (52 * decks - 1) * (52 * decks - 2)
    table = game("football_poker", decks=decks)
    for bet in ("upper", "lower", "even", "odd", "post"):
        agree(table.bet(bet).analysis(), figures(bet, tally))


def test_A_5_one_pack_card_by_card() -> None:
    pack = [min(rank, 10) % 10 for rank in range(1, 14) for _suit in range(4)]
    tally = Counter(final_points((a, b, c)) for a, b, c in permutations(pack, 3))
    table = game("football_poker", decks=1)
    for bet in ("upper", "lower", "even", "odd", "post"):
        agree(table.bet(bet).analysis(), figures(bet, tally))


def test_R_fp_1_post_bets_are_taken_before_the_deal(poker: GameAtTable) -> None:
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


def test_R_fp_1_a_post_stake_in_action_only_on_0_or_9() -> None:
    """The third reading: taken before the deal and returned without a third card. It gives the player as much as the second."""
    _, third = other_readings(rulebook("football_poker").under().chosen)
    deals = list(deals_with_third_card())
    in_action = sum(ways for _, ways in deals)
    won = sum(ways for final, ways in deals if final in POST)
    total = 416 * 415 * 414
    mean = Fraction(8 * won - (in_action - won), total)
    expected = Figures(
        win=Fraction(won, total),
        lose=Fraction(in_action - won, total),
        push=Fraction(total - in_action, total),
        mean=mean,
    )
    agree(analyse(third.otherwise), expected)
    assert mean == Fraction(73799, 124085)  # +59 % of every stake placed,
    assert mean * total / in_action == Fraction(73799, 30061)  # and +245 % of every stake in action


def deals_with_third_card() -> Iterator[tuple[int, int]]:
    left = {value: 8 * (16 if value == 0 else 4) for value in range(10)}
    for a in range(10):
        for b in range(10):
            if (a + b) % 10 in POST:
                for c in range(10):
                    ways = left[a] * (left[b] - (b == a)) * (left[c] - (c == a) - (c == b))
                    yield (a + b + c) % 10, ways


def ranks_left(events: Sequence[object], packs: int) -> Counter[str]:
    """What is left of the shoe after these events, counted card by card."""
    full = Counter(dict.fromkeys(("A", *map(str, range(2, 11)), "J", "Q", "K"), 4 * packs))
    left = full.copy()
    for event in events:
        if isinstance(event, ResultCalled):
            left -= Counter(event.outcome.split("-"))
        if isinstance(event, RoundEnded) and left.total() <= 26:
            left = full.copy()
    return left


def chances(possible: Iterable[tuple[str, int]]) -> dict[str, Fraction]:
    found = {written: weight for written, weight in possible if weight}
    return {written: Fraction(weight, sum(found.values())) for written, weight in found.items()}


@pytest.mark.parametrize("packs", [1, 2])
def test_R_fp_3_a_drawn_table_deals_on_to_the_cut_card(packs: int) -> None:
    at = At("football_poker", "drawn", options={"shoe": "to_cut_card", "decks": packs}, seed=packs)
    shoes = 0
    for _ in range(60):
        left = ranks_left(at.events, packs)
        shoes += left.total() == 52 * packs
        assert at.engine.view(at.live, CROUPIER)["cards_left"] == left.total()
        pairs = {
            f"{a}-{b}": Fraction(left[a] * (left[b] - (a == b)), left.total() * (left.total() - 1))
            for a in left
            for b in left
        }
        offered = at.engine.draw_request(at.live, at.command("deal_two_cards")).device
        assert chances(offered.results) == {pair: chance for pair, chance in pairs.items() if chance}
        at.do("croupier", "deal_two_cards")
        dealt = at.live.shown.split("-")
        due = act_after_two_cards(tuple(dealt))
        if due == "deal_third_card":
            left -= Counter(dealt)
            thirds = {f"{at.live.shown}-{rank}": Fraction(left[rank], left.total()) for rank in left}
            assert chances(at.engine.draw_request(at.live, at.command(due)).device.results) == thirds
        at.do("croupier", due)
        at.do("croupier", "pay")
    assert shoes > 1
    at.check_replay()


def test_R_fp_3_by_default_every_hand_comes_from_a_full_shoe(poker: GameAtTable) -> None:
    assert poker.options["shoe"] == "fresh"
    for chance, shoe in (("drawn", "fresh"), ("observed", "to_cut_card")):
        at = At("football_poker", chance, options={"shoe": shoe, "decks": 1})
        at.do("croupier", "deal_two_cards", **({"outcome": "K-8"} if chance == "observed" else {}))
        at.do("croupier", act_after_two_cards(tuple(at.live.shown.split("-"))))
        at.do("croupier", "pay")
        assert at.live.left == {}
        assert "cards_left" not in at.engine.view(at.live, CROUPIER)
    for chance in ("drawn", "observed"):
        assert engine_of(opened("football_poker", chance)).devices
        assert not engine_of(opened("football_poker", chance, options={"shoe": "to_cut_card"})).devices


def test_R_fp_3_figures_are_those_of_a_full_shoe_and_say_so(poker: GameAtTable) -> None:
    dealt_on = game("football_poker", shoe="to_cut_card")
    for bet, other in zip(poker.bets, dealt_on.bets, strict=True):
        assert bet.analysis() == other.analysis()
        assert set(other.terms.reads) - set(bet.terms.reads) == {Citation("football_poker", "R-fp-3")}


def test_R_fp_2_ten_and_three_card_totals_count_their_last_digit() -> None:
    assert points(("4", "6")) == 0
    assert points(("9", "10", "9")) == 8
    assert law("football_poker").clauses["R-fp-2"].status == Status.READING


@pytest.mark.parametrize(("odds", "net"), [(Odds(1), 95_00), (Odds(9, 10), 85_50)])
def test_R_fp_4_the_commission_is_taken_of_the_amount_won(odds: Odds, net: int) -> None:
    """Of a stake of 100: at 1 to 1 as by the Portuguese text, at 9 to 10 it is 4.50 and not 5."""
    assert pay(100_00, Win(odds, COMMISSION.cite), COMMISSION, 1).net == net


@pytest.mark.clause("10.1", "A-4", "A-5", "10.2")
def test_football_poker_two_cards_and_a_third_for_0_or_9(refused: Refused) -> None:
    table = At("football_poker").seat("ana")
    for bet in ("post", "upper", "even"):
        table.do("ana", "place_bet", bet=bet, stake=1000)
    refused(lambda: table.do("croupier", "deal_two_cards", outcome="K-11"), "impossible_outcome", "football_poker A-1")
    table.do("croupier", "deal_two_cards", outcome="k-9")
    refused(lambda: table.do("croupier", "stand"), "impossible_outcome", "football_poker 10.1")
    refused(lambda: table.do("ana", "place_bet", bet="odd", stake=1000), "bets_closed", "football_poker A-5")
    table.do("croupier", "deal_third_card", outcome="J")
    table.do("croupier", "pay")
    assert table.net("ana") == 8000 - 1000  # Post wins, Upper comes back, Even loses
    table.do("ana", "place_bet", bet="lower", stake=1000)
    table.do("croupier", "deal_two_cards", outcome="A-2")
    refused(lambda: table.do("croupier", "deal_third_card", outcome="3"), "impossible_outcome", "football_poker 10.1")
    table.do("croupier", "stand")
    decided = table.do("croupier", "pay")[1]
    assert isinstance(decided, BetDecided)
    assert (decided.received, decided.commission, decided.cites[-1]) == (1950, "50", "football_poker 12")
    assert table.books["commission"] == 50


@pytest.mark.clause("R-fp-1")
def test_R_fp_1_post_on_two_cards_where_the_house_opens_it_then(refused: Refused) -> None:
    table = At("football_poker", options={"post_opens": "on_post"}).seat("ana")
    refused(lambda: table.do("ana", "place_bet", bet="post", stake=1000), "bets_closed", "R-fp-1")
    table.do("croupier", "deal_two_cards", outcome="K-9")
    table.do("ana", "place_bet", bet="post", stake=1000)

"""The rules of football poker: the shoe, the points of a hand, the five bets and their prizes. Articles 9 to 12, A-1 to A-5."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from banca.devices import Cards, Dealing
from banca.rules import (
    EVEN,
    LOSE,
    Bet,
    ChosenOptions,
    Citation,
    Commission,
    Decided,
    Fact,
    Lose,
    Odds,
    Option,
    OtherReading,
    Push,
    Refusal,
    Rulebook,
    Rules,
    Space,
    State,
    Step,
    Text,
    Verdict,
    Win,
    _,
    citing,
)
from banca.rules.refusal import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("football_poker")

# The shoe and the hands. Articles 9 and 10, A-1, A-4, A-5.

DECKS = Option(
    name="decks",
    values=tuple(range(1, 9)),
    default=8,
    cite=cite("A-5"),
    says=_("Packs of cards"),
)


class Shuffling(StrEnum):
    """When a drawn table shuffles. R-fp-3."""

    FRESH = "fresh"
    TO_CUT_CARD = "to_cut_card"


SHOE = Option(
    name="shoe",
    values=tuple(Shuffling),
    default=Shuffling.FRESH,
    cite=cite("R-fp-3"),
    says=_("The shoe"),
    says_value={
        Shuffling.FRESH: _("is full for every hand"),
        Shuffling.TO_CUT_CARD: _("is dealt down to the cut card (figures are those of a full shoe)"),
    },
)
BEHIND_CUT_CARD = 26
"""Cards behind the cut card: the hand that reaches it is played, then the shoe is shuffled. R-fp-3."""

TWO_CARDS = _("two cards, as they make 1 to 8")
THIRD_CARD = _("a third card, as the first two make 0 or 9")

CARD_POINTS = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
"""Aces 1, 2 to 9 their number, tens and court cards 0. football_poker A-1."""

SUITS = 4
POST_POINTS = (0, 9)
THIRD_CARD_CITE = cite("10.1")
POINTS_READS = (cite("A-1"), cite("9.4"), cite("R-fp-2"))
"""By which cards make points."""

Hand = tuple[str, ...]


def points(hand: Hand) -> int:
    """The last digit of the cards' sum. football_poker 9.4, R-fp-2.

    >>> points(("K", "9", "4"))
    3
    """
    return sum(CARD_POINTS[rank] for rank in hand) % 10


def is_post(hand: Hand) -> bool:
    """0 or 9. football_poker 10.1, 10.2."""
    return points(hand) in POST_POINTS


def shoe(decks: int) -> Space:
    """Every hand with its weight: the ways to draw it in order, without replacement. football_poker 10.1, A-4, A-5.

    A hand of two cards counts once for every third card that was not drawn, so all weights share one total.
    """
    return hands_from(full_shoe(decks))


def full_shoe(decks: int) -> dict[str, int]:
    """How many cards of each rank. football_poker A-5."""
    return dict.fromkeys(CARD_POINTS, SUITS * decks)


def remove_cards(left: Cards, hand: Hand) -> dict[str, int]:
    """Return the shoe after a hand has been dealt from it."""
    return {rank: count - hand.count(rank) for rank, count in left.items()}


def next_place(hand: Hand) -> str | None:
    """Two cards, and a third where they make 0 or 9. football_poker 10.1, A-4."""
    return "hand" if len(hand) < 2 or (len(hand) == 2 and is_post(hand)) else None


DEALING = Dealing(CARD_POINTS, next_place=next_place)


def hands_from(left: Cards) -> Space:
    """Every hand that these cards can make, with its weight, in the order of the cards."""
    order = list(CARD_POINTS).index
    hands = sorted(DEALING.weights(left).items(), key=lambda hand: [order(card) for card in hand[0]])
    return Space(tuple(hands), DECKS.cite)


def read_cards(text: str) -> Hand:
    """Cards by their ranks, in any case; T is a ten. football_poker A-1."""
    hand = tuple("10" if rank == "T" else rank for rank in text.upper().split("-"))
    if any(rank not in CARD_POINTS for rank in hand):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("A-1"), asked=text, allowed=list(CARD_POINTS))
    return hand


def parse(text: str) -> Hand:
    """Read `K-9-4`, or two cards where they do not make 0 or 9: `5-2`.

    >>> parse("k-9-4")
    ('K', '9', '4')
    """
    hand = read_cards(text)
    if len(hand) not in (2, 3):
        raise Refusal(BAD_OUTCOME, THIRD_CARD_CITE, asked=text, form="K-9-4")
    if is_post(hand[:2]) != (len(hand) == 3):
        allowed = THIRD_CARD if is_post(hand[:2]) else TWO_CARDS
        raise Refusal(IMPOSSIBLE_OUTCOME, THIRD_CARD_CITE, asked=text, allowed=allowed)
    return hand


def show(hand: Hand) -> str:
    """Write a hand by its ranks."""
    return "-".join(hand)


def facts(hand: Hand) -> Mapping[str, Fact]:
    """The cards, how many they are, their points, and the points of the first two."""
    return {"cards": hand, "count": len(hand), "points": points(hand), "first_points": points(hand[:2])}


# The bets. Articles 10 to 12, A-2 to A-4.


def final_points(wins: Collection[int], prize: Win, on_post: Decided, otherwise: Lose = LOSE) -> Step:
    """The points that win, and what 0 or 9 after three cards does to the bet. football_poker 10.2, A-2, A-3, A-4."""

    def step(_: State, points: int) -> Verdict:
        if points in POST_POINTS:
            return on_post
        return prize if points in wins else otherwise

    return step


def post_opened(step: Step, not_opened: Push) -> Step:
    """A Post bet that is in action only when two cards make 0 or 9: without a third card it is returned. R-fp-1."""

    def opened(state: State, points: int | None) -> Verdict:
        return not_opened if points is None else step(state, points)

    return opened


class PostOpens(StrEnum):
    """When Post bets are taken. R-fp-1."""

    BEFORE_DEAL = "before_deal"
    ON_POST = "on_post"


POST_OPENS = Option(
    name="post_opens",
    values=tuple(PostOpens),
    default=PostOpens.BEFORE_DEAL,
    cite=cite("R-fp-1"),
    says=_("Post bets are taken"),
    says_value={
        PostOpens.BEFORE_DEAL: _("before the deal"),
        PostOpens.ON_POST: _("once two cards make 0 or 9"),
    },
)
POST = _("Post")

COMMISSION = Commission(rate=Fraction(5, 100), cite=cite("12"))
EVEN_PRIZE, POST_PRIZE = Win(EVEN, cite("11.1")), Win(Odds(8), cite("11.2"))
RETURNED, LOST = Push(cite("10.2")), Lose(cite("10.2"))

RANGES, PARITY = cite("A-2"), cite("A-3")

ROWS: tuple[tuple[str, str, Citation, tuple[int, ...], Decided, Commission | None], ...] = (
    ("upper", _("Upper Range"), RANGES, (5, 6, 7, 8), RETURNED, COMMISSION),
    ("lower", _("Lower Range"), RANGES, (1, 2, 3, 4), RETURNED, COMMISSION),
    ("even", _("Even"), PARITY, (2, 4, 6, 8), LOST, None),
    ("odd", _("Odd"), PARITY, (1, 3, 5, 7), LOST, None),
)
"""Id, name, clause, the points that win, what 0 or 9 on three cards does, and commission."""
WINS = {
    "upper": _("Wins on 5 to 8 points and loses on 1 to 4. If the three cards make 0 or 9, the stake is returned."),
    "lower": _("Wins on 1 to 4 points and loses on 5 to 8. If the three cards make 0 or 9, the stake is returned."),
    "even": _("Wins on 2, 4, 6 or 8 points and loses on 1, 3, 5 or 7. If the three cards make 0 or 9, it loses."),
    "odd": _("Wins on 1, 3, 5 or 7 points and loses on 2, 4, 6 or 8. If the three cards make 0 or 9, it loses."),
}
"""Their clauses name the points of two bets at once. football_poker 10.2, A-2, A-3."""


def bets(chosen: ChosenOptions) -> Iterable[Bet]:
    """The bets on a hand from a full shoe."""
    return bets_from(shoe(chosen[DECKS]), chosen, () if chosen[SHOE] == Shuffling.FRESH else (SHOE.cite,))


def bets_from(space: Space, chosen: ChosenOptions, more_reads: tuple[Citation, ...]) -> Iterable[Bet]:
    """Ranges and parity at even money, and Post, on these hands."""
    reads = (*POINTS_READS, cite("A-4"), DECKS.cite, *more_reads)
    for bet_id, name, clause, wins, on_post, commission in ROWS:
        yield Bet(
            id=bet_id,
            name=name,
            cite=clause,
            reads=(*reads, cite("R-fp-4")) if commission else reads,
            space=space,
            sees=points,
            step=final_points(wins, EVEN_PRIZE, on_post=on_post),
            commission=commission,
            wins=WINS[bet_id],
        )
    reads = (*reads, POST_OPENS.cite)
    if chosen[POST_OPENS] == PostOpens.BEFORE_DEAL:
        yield post(space, reads)
    else:
        yield post_in_action(space.given(has_third_card), reads)


POST_STEP = final_points((), POST_PRIZE, on_post=POST_PRIZE, otherwise=Lose(cite("A-4")))


def post(space: Space, reads: tuple[Citation, ...]) -> Bet:
    """Post wins on 0 or 9 after three cards; it is taken before the deal and loses without a third card. A-4, R-fp-1."""
    return Bet(
        id="post",
        name=POST,
        cite=cite("10.2"),
        reads=reads,
        space=space,
        sees=points,
        step=POST_STEP,
        wins=_("Wins if the first two cards make 0 or 9 and the three cards do too; otherwise loses."),
    )


def post_in_action(space: Space, reads: tuple[Citation, ...]) -> Bet:
    """A Post stake that is in action only once two cards make 0 or 9, and is otherwise returned. R-fp-1."""
    return Bet(
        id="post",
        name=POST,
        cite=cite("10.2"),
        reads=reads,
        space=space,
        sees=third_card_points,
        step=post_opened(POST_STEP, not_opened=Push(POST_OPENS.cite)),
        wins=_(
            "Taken only once the first two cards make 0 or 9. Wins if the three cards make 0 or 9 too; otherwise loses."
        ),
    )


def has_third_card(hand: Hand) -> bool:
    """The first two cards made 0 or 9. football_poker 10.1."""
    return len(hand) == 3


def third_card_points(hand: Hand) -> int | None:
    """The final points, where there was a third card."""
    return points(hand) if has_third_card(hand) else None


# The next hand, from a shoe of which some cards are out. A-5, R-fp-3.

MOST_OF_A_HAND = 3


def cards_left(decks: int, seen: Iterable[str]) -> dict[str, int]:
    """What a full shoe has left when these cards are out, written as hands are: `K-9-4`, `5-2`, `A`.

    >>> cards_left(1, ["K-9-4", "K"])["K"]
    2
    """
    out: Hand = tuple(card for written in seen for card in read_cards(written))
    full = full_shoe(decks)
    left = remove_cards(full, out)
    for rank, count in left.items():
        if count < 0:
            raise Refusal(
                "more_than_the_shoe_has",
                _("{asked} was seen {count} times; the shoe has {allowed}"),
                DECKS.cite,
                asked=rank,
                count=full[rank] - count,
                allowed=full[rank],
            )
    if sum(left.values()) < MOST_OF_A_HAND:
        raise Refusal(
            "too_few_cards",
            _("a hand needs up to {allowed} cards, and {asked} are left"),
            cite("A-1"),
            asked=sum(left.values()),
            allowed=MOST_OF_A_HAND,
        )
    return left


def next_hand(chosen: ChosenOptions, left: Cards) -> tuple[Bet, ...]:
    """Every bet on the next hand from these cards, as the house takes it."""
    return tuple(bets_from(hands_from(left), chosen, (SHOE.cite,)))


def other_readings(chosen: ChosenOptions) -> Iterable[OtherReading]:
    """Post bets taken before the deal; only once two cards make 0 or 9; and taken before, but in action only then."""
    space, reading = shoe(chosen[DECKS]), POST_OPENS.cite
    as_read = post(space, (reading,))
    yield OtherReading(reading, as_read, post_in_action(space.given(has_third_card), (reading,)))
    yield OtherReading(reading, as_read, post_in_action(space, (reading,)))


POINTS = _("{number} points")


def called(rules: Rules, hand: Hand, table: State) -> Text:  # the shape of Rulebook.called
    """The points, with the range and parity that they are in; on three cards 0 or 9 is Post."""
    number = points(hand)
    named = [POST] if is_post(hand) else [name for _id, name, _cite, wins, *_rest in ROWS if number in wins]
    return _("{cards}: total {points}, {named}").fill(cards=list(hand), points=number, named=named)


RULEBOOK = Rulebook(
    game="football_poker",
    options=(DECKS, POST_OPENS, SHOE),
    bets=bets,
    bets_cite=cite("11.1"),
    parse=parse,
    show=show,
    facts=facts,
    fact_words={
        "cards": _("cards"),
        "count": _("number of cards"),
        "points": _("points"),
        "first_points": _("points of the first two"),
    },
    outcome_cites=(*POINTS_READS, THIRD_CARD_CITE),
    called=called,
    outcome_form="K-9-4",
    other_readings=other_readings,
    # Of a stake on Upper or Lower Range when a hand is Post: a tie (empate) is what the Portuguese text calls the Post. 10.2
    push_word=_("is returned"),
    points=POINTS,
    fact_units={
        "points": POINTS,
        "first_points": _("{number} points on the first two cards"),
        "count": _("{number} cards"),
    },
)

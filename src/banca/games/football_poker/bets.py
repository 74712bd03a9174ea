"""The five bets of football poker. Articles 10 to 12, A-2, A-3."""

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from banca.games.football_poker.device import (
    CARD_POINTS_CITE,
    DECKS,
    LAST_DIGIT_CITE,
    POINTS_CITE,
    SHOE,
    Hand,
    Shuffling,
    points,
    shoe,
)
from banca.games.football_poker.steps import final_points, post_opened
from banca.rules import (
    EVEN,
    Bet,
    Chosen,
    Citation,
    Commission,
    Decided,
    Lose,
    Odds,
    Option,
    Push,
    Space,
    Win,
    _,
    citing,
)

cite = citing("football_poker")


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
IS_RETURNED = _("is returned")
"""Of a stake on Upper or Lower Range when a hand is Post; a tie (empate) is what the Portuguese text calls the Post. football_poker 10.2."""
POST = _("Post")

COMMISSION_READ = cite("R-fp-4")
"""Of what the commission is taken: of the amount won."""
COMMISSION = Commission(rate=Fraction(5, 100), cite=cite("12"))
EVEN_PRIZE = Win(EVEN, cite("11.1"))
POST_PRIZE = Win(Odds(8), cite("11.2"))
RETURNED = Push(cite("10.2"))
LOST = Lose(cite("10.2"))
NOT_POST = Lose(cite("A-4"))

ASSUMED = (CARD_POINTS_CITE, POINTS_CITE, LAST_DIGIT_CITE, cite("A-4"), DECKS.cite)
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


def bets(chosen: Chosen) -> Iterable[Bet]:
    """The bets on a hand from a full shoe."""
    return bets_from(shoe(chosen[DECKS]), chosen, () if chosen[SHOE] == Shuffling.FRESH else (SHOE.cite,))


def bets_from(space: Space, chosen: Chosen, more_reads: tuple[Citation, ...]) -> Iterable[Bet]:
    """Ranges and parity at even money, and Post, on these hands."""
    reads = (*ASSUMED, *more_reads)
    for bet_id, name, clause, wins, on_post, commission in ROWS:
        yield Bet(
            id=bet_id,
            name=name,
            cite=clause,
            reads=(*reads, COMMISSION_READ) if commission else reads,
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


POST_WINS = _("Wins if the first two cards make 0 or 9 and the three cards do too; otherwise loses.")
POST_IN_ACTION_WINS = _(
    "Taken only once the first two cards make 0 or 9. Wins if the three cards make 0 or 9 too; otherwise loses."
)
POST_STEP = final_points((), POST_PRIZE, on_post=POST_PRIZE, otherwise=NOT_POST)


def post(space: Space, reads: tuple[Citation, ...]) -> Bet:
    """Post wins on 0 or 9 after three cards; it is taken before the deal and loses without a third card. A-4, R-fp-1."""
    return Bet(
        id="post", name=POST, cite=cite("10.2"), reads=reads, space=space, sees=points, step=POST_STEP, wins=POST_WINS
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
        wins=POST_IN_ACTION_WINS,
    )


def has_third_card(hand: Hand) -> bool:
    """The first two cards made 0 or 9. football_poker 10.1."""
    return len(hand) == 3


def third_card_points(hand: Hand) -> int | None:
    """The final points, where there was a third card."""
    return points(hand) if has_third_card(hand) else None

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
from banca.rulebook import (
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
    citing,
    words,
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
    says=words("Post bets are taken", pt="As apostas no empate (Post) aceitam-se", zh="接受中柱投注的時間"),
    says_value={
        PostOpens.BEFORE_DEAL: words("before the deal", pt="antes da distribuição", zh="派牌前"),
        PostOpens.ON_POST: words(
            "once two cards make 0 or 9", pt="quando duas cartas perfazem 0 ou 9", zh="兩張牌合計 0 或 9 點後"
        ),
    },
)
IS_RETURNED = words("is returned", pt="é devolvida", zh="可收回")
"""Of a stake on Upper or Lower Range when a hand is Post; a tie (empate) is what the Portuguese text calls the Post. football_poker 10.2."""
POST = words("Post", pt="Empate (Post)", zh="中柱")

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
    ("upper", words("Upper Range", pt="Série superior", zh="上盤"), RANGES, (5, 6, 7, 8), RETURNED, COMMISSION),
    ("lower", words("Lower Range", pt="Série inferior", zh="下盤"), RANGES, (1, 2, 3, 4), RETURNED, COMMISSION),
    ("even", words("Even", pt="Par", zh="雙"), PARITY, (2, 4, 6, 8), LOST, None),
    ("odd", words("Odd", pt="Ímpar", zh="單"), PARITY, (1, 3, 5, 7), LOST, None),
)
"""Id, name, clause, the points that win, what 0 or 9 on three cards does, and commission."""
WINS = {
    "upper": words(
        "Wins on 5 to 8 points and loses on 1 to 4. If the three cards make 0 or 9, the stake is returned.",
        pt="Ganha com 5 a 8 pontos e perde com 1 a 4. Se as três cartas perfizerem 0 ou 9, a aposta é devolvida.",
        zh="5至8點即贏，1至4點則輸；三張牌合計0或9點時取回原注。",
    ),
    "lower": words(
        "Wins on 1 to 4 points and loses on 5 to 8. If the three cards make 0 or 9, the stake is returned.",
        pt="Ganha com 1 a 4 pontos e perde com 5 a 8. Se as três cartas perfizerem 0 ou 9, a aposta é devolvida.",
        zh="1至4點即贏，5至8點則輸；三張牌合計0或9點時取回原注。",
    ),
    "even": words(
        "Wins on 2, 4, 6 or 8 points and loses on 1, 3, 5 or 7. If the three cards make 0 or 9, it loses.",
        pt="Ganha com 2, 4, 6 ou 8 pontos e perde com 1, 3, 5 ou 7. Se as três cartas perfizerem 0 ou 9, perde.",
        zh="2、4、6或8點即贏，1、3、5或7點則輸；三張牌合計0或9點亦輸。",
    ),
    "odd": words(
        "Wins on 1, 3, 5 or 7 points and loses on 2, 4, 6 or 8. If the three cards make 0 or 9, it loses.",
        pt="Ganha com 1, 3, 5 ou 7 pontos e perde com 2, 4, 6 ou 8. Se as três cartas perfizerem 0 ou 9, perde.",
        zh="1、3、5或7點即贏，2、4、6或8點則輸；三張牌合計0或9點亦輸。",
    ),
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


POST_WINS = words(
    "Wins if the first two cards make 0 or 9 and the three cards do too; otherwise loses.",
    pt="Ganha se as duas primeiras cartas perfizerem 0 ou 9 e as três também; senão, perde.",
    zh="首兩張牌合計0或9點，且三張牌合計亦為0或9點即贏；否則輸。",
)
POST_IN_ACTION_WINS = words(
    "Taken only once the first two cards make 0 or 9. Wins if the three cards make 0 or 9 too; otherwise loses.",
    pt="Só se aceita quando as duas primeiras cartas perfazem 0 ou 9. Ganha se as três também o perfizerem; senão, perde.",
    zh="首兩張牌合計0或9點後方可投注；三張牌合計亦為0或9點即贏，否則輸。",
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

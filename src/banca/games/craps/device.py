"""The material of craps: the dice, what they can show, and when a throw is null. Articles 1 and 3."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product

from banca.games.craps.refusals import DICE_NOT_INSPECTED
from banca.rulebook import Fact, NullReason, Option, Refusal, Space, citing, words
from banca.rulebook.refusals import BAD_OUTCOME, IMPOSSIBLE_OUTCOME

cite = citing("craps")

DICE_OFFERED = Option(
    name="dice_offered",
    values=(4, 5),
    default=5,
    cite=cite("1.1.1"),
    left_by=cite("R-craps-15"),
    says=words("Dice offered to the shooter", pt="Dados apresentados ao lançador", zh="遞給主客的骰子數目"),
)
TWO_DICE = words("two dice, e.g. 3-4", pt="dois dados, p. ex. 3-4", zh="兩顆骰子，例如 3-4")
ANY_FACE = words("faces 1 to 6", pt="faces 1 a 6", zh="骰面 1 至 6")

FACES = range(1, 7)
THROWN = 2
"""Dice in a throw, picked by the shooter from those offered. craps 2.2."""

Pair = tuple[int, int]

DICE = Space.uniform(product(FACES, repeat=THROWN), cite("1.2.4"))
"""Balanced dice: all 36 pairs alike."""


def total(pair: Pair) -> int:
    """The sum of the two upper faces."""
    return sum(pair)


def parse(text: str) -> Pair:
    """Read `3-4`. A die that does not lie flat is written as called: its most exposed upper face. craps 3.1.

    >>> parse("3-4")
    (3, 4)
    """
    faces = text.split("-")
    if not all(face.isascii() and face.isdigit() for face in faces):
        raise Refusal(BAD_OUTCOME, cite("2.2"), asked=text, form="3-4")
    if len(faces) != THROWN:
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("2.2"), asked=text, allowed=TWO_DICE)
    if any(face not in map(str, FACES) for face in faces):
        raise Refusal(IMPOSSIBLE_OUTCOME, cite("1.1.1"), asked=text, allowed=ANY_FACE)
    first, second = (int(face) for face in faces)
    return first, second


def show(pair: Pair) -> str:
    """Write a pair as it is read."""
    return f"{pair[0]}-{pair[1]}"


FACT_WORDS = {
    "dice": words("the dice", pt="os dados", zh="骰子"),
    "low": words("lower die", pt="dado mais baixo", zh="較小的一顆"),
    "high": words("higher die", pt="dado mais alto", zh="較大的一顆"),
    "total": words("total", pt="soma", zh="點數總和"),
    "is_pair": words("a pair", pt="um par", zh="雙骰"),
}
"""What the facts of an outcome are called."""
FACT_UNITS = {
    "low": words("lower die {number}", pt="dado mais baixo: {number}", zh="較小的一顆：{number}"),
    "high": words("higher die {number}", pt="dado mais alto: {number}", zh="較大的一顆：{number}"),
}
"""How a number is written that is one die's and not the total."""


def facts(pair: Pair) -> Mapping[str, Fact]:
    """The two faces, the lower first, their sum, and whether they are alike: no bet can tell one die from the other."""
    low, high = sorted(pair)
    return {"dice": (low, high), "low": low, "high": high, "total": total(pair), "is_pair": low == high}


class NullThrow(StrEnum):
    """Why a throw does not count and is repeated by the same shooter."""

    OFF_BOARD = "off_board"
    SHORT = "short"
    NO_ROLL = "no_roll"


NULLS: dict[str, NullReason] = {
    NullThrow.OFF_BOARD: NullReason(
        words("a die left the board", pt="um dado saiu do tabuleiro", zh="骰子跌出檯證"), (cite("3.2.1"),)
    ),
    NullThrow.SHORT: NullReason(
        words(
            "the dice did not both pass the middle",
            pt="os dados não passaram ambos o meio da mesa",
            zh="骰子未全部越過桌子中央",
        ),
        (cite("3.2.2"), cite("2.4")),
        (cite("R-craps-23"),),
    ),
    NullThrow.NO_ROLL: NullReason(
        words("the dice did not roll", pt="os dados não rolaram", zh="骰子未滾動"),
        (cite("3.3"), cite("2.5")),
        (cite("R-craps-18"),),
    ),
}


def null_throw(*, left_board: bool, passed_middle: bool, hit_wall: bool, rolled: bool) -> NullThrow | None:
    """Judge what the croupier saw; None where the throw counts. `passed_middle`: both dice did. craps 2.4, 2.5, 3.2, 3.3, R-craps-18, R-craps-23."""
    if left_board:
        return NullThrow.OFF_BOARD
    if not rolled:
        return NullThrow.NO_ROLL
    if not passed_middle and not hit_wall:
        return NullThrow.SHORT
    return None


EDGES = words("edges of equal length", pt="arestas de igual comprimento", zh="交叉線（稜邊）等長")
FACES_OPPOSITE = words("opposite faces sum to seven", pt="faces opostas somam sete", zh="相對兩面點數之和為七")
PIPS = words("pips clear and of equal diameter", pt="pintas nítidas e de igual diâmetro", zh="骰點清晰，直徑相同")
BALANCE = words(
    "equal weight, perfectly balanced", pt="igual peso, equilíbrio perfeito", zh="重量一致，體積均等（完全平衡）"
)
INSPECTION = {EDGES: cite("1.2.1"), FACES_OPPOSITE: cite("1.2.2"), PIPS: cite("1.2.3"), BALANCE: cite("1.2.4")}
"""What a croupier checks on dice that left the table before they are used again. craps 3.4."""


def check_inspected(passed: frozenset[str]) -> None:
    """Refuse dice back into play until every point of the inspection has passed. craps 3.4."""
    missing = [point for point in INSPECTION if point not in passed]
    if missing:
        clauses = [INSPECTION[point].clause for point in missing]
        raise Refusal(DICE_NOT_INSPECTED, cite("3.4"), missing=missing, clauses=clauses)

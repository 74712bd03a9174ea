"""The felt of craps: the lines along the rim, numbers, Come and Field within, and the stickman's bets beside them."""

from collections.abc import Sequence

from banca.drawing.felt import Felt
from banca.drawing.shapes import Box
from banca.games.craps.felt.parts import (
    Band,
    boxed,
    columns,
    field,
    line,
    number_box,
    numbers,
    odds_strip,
    off_puck,
    places,
    with_dice,
)

HARD_WAYS = "hard_way"
SINGLES = ("aces", "ace_deuce", "eleven", "boxcars")
HALVES = ("small", "big")


def draw(felt: Felt) -> float:
    """The same bets twice: spread out, or one below another."""
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    """One end of the table on the left, the middle of the table on the right."""
    gap, top, right = 8.0, 16.0, 894.0
    line(felt, "pass_line", Band(16, top, right, 652, 58, corner=130))
    line(felt, "dont_pass", Band(82, top, right, 586, 52, corner=64))
    inner = 142.0
    dont_come: Box = (inner, top, 90, 260)
    boxes = columns((inner + 98, top, right - inner - 98, 260), len(numbers(felt)), gap)
    for number, box in zip(numbers(felt), boxes, strict=True):
        number_box(felt, number, box)
    on_numbers = dict(zip(numbers(felt), map(places, boxes), strict=True))
    boxed(felt, "dont_come", dont_come, 24, {number: one["dont_come"] for number, one in on_numbers.items()})
    off_puck(felt, inner + 45, top + 40)
    come: Box = (inner, 284, right - inner, 80)
    boxed(felt, "come", come, 48, {number: one["come"] for number, one in on_numbers.items()})
    field(felt, (inner, 372, right - inner, 98))
    odds_strip(felt, "dont_pass_odds", (inner, 478, right - inner, 48))
    odds_strip(felt, "pass_odds", (inner, 660, right - inner, 48))
    _middle(felt, (908, top, 276, 692), gap)
    return 724.0


def _middle(felt: Felt, box: Box, gap: float) -> None:
    """The bets in the middle of the table, in the order of the wide felt."""
    x, y, width, height = box
    rows: list[tuple[Sequence[str], float]] = [
        (("any_seven",), 60),
        *((pair, 96) for pair in _pairs(_keys(felt, HARD_WAYS))),
        *((pair, 96) for pair in _pairs(SINGLES)),
        (("horn",), 60),
        (("any_craps",), 60),
        (HALVES, 60),
    ]
    stretch = (height - gap * (len(rows) - 1)) / sum(share for _, share in rows)
    for keys, share in rows:
        for key, cell in zip(keys, columns((x, y, width, share * stretch), len(keys), gap), strict=True):
            _prop(felt, key, cell)
        y += share * stretch + gap


def _tall(felt: Felt) -> float:
    """From the numbers down to the lines, then the middle of the table."""
    gap, left, width = 6.0, 8.0, felt.width - 16
    y = 8.0
    dont_come: Box = (left, y, width, 54)
    y += 54 + gap
    boxes: list[Box] = []
    for _ in range(2):
        boxes += columns((left, y, width, 230), 3, gap)
        y += 230 + gap
    for number, box in zip(numbers(felt), boxes, strict=True):
        number_box(felt, number, box)
    on_numbers = dict(zip(numbers(felt), map(places, boxes), strict=True))
    boxed(felt, "dont_come", dont_come, 24, {number: one["dont_come"] for number, one in on_numbers.items()})
    off_puck(felt, left + width - 34, dont_come[1] + 27)
    boxed(felt, "come", (left, y, width, 66), 36, {number: one["come"] for number, one in on_numbers.items()})
    y += 66 + gap
    field(felt, (left, y, width, 112))
    y += 112 + gap
    odds_strip(felt, "dont_pass_odds", (left, y, width, 78))
    y += 78 + gap
    line(felt, "dont_pass", Band(left, y, left + width, y + 52, 52))
    y += 52 + gap
    line(felt, "pass_line", Band(left, y, left + width, y + 56, 56))
    y += 56 + gap
    odds_strip(felt, "pass_odds", (left, y, width, 78))
    y += 78 + 2 * gap
    rows: list[tuple[Sequence[str], float]] = [
        (("any_seven",), 56),
        (_keys(felt, HARD_WAYS), 100),
        (SINGLES, 100),
        (("horn",), 56),
        (("any_craps",), 56),
        (HALVES, 56),
    ]
    for keys, height in rows:
        for key, cell in zip(keys, columns((left, y, width, height), len(keys), gap), strict=True):
            _prop(felt, key, cell)
        y += height + gap
    return y + 2


def _prop(felt: Felt, key: str, box: Box) -> None:
    if key in HALVES:
        felt.bet(key, box)
    else:
        with_dice(felt, key, box)


def _keys(felt: Felt, bet_id: str) -> list[str]:
    return [bet.key for bet in felt.family(bet_id)]


def _pairs(keys: Sequence[str]) -> list[Sequence[str]]:
    return [keys[start : start + 2] for start in range(0, len(keys), 2)]

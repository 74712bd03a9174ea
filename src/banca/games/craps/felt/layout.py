"""The felt of craps: the lines along the rim, numbers, Come and Field within, and the stickman's bets beside them."""

from collections.abc import Mapping, Sequence

from banca.drawing.board import in_boxes
from banca.drawing.felt import Felt, Point
from banca.drawing.svg import Box
from banca.games.craps.felt.faces import numbers
from banca.games.craps.felt.pieces import (
    Band,
    NumberBox,
    columns,
    field,
    flat_box,
    line,
    number_box,
    odds_strip,
    off_puck,
    upright_box,
)

HARD_WAYS = "hard_way"
SINGLES = ("aces", "ace_deuce", "eleven", "boxcars")
HALVES = ("small", "big")


def draw(felt: Felt) -> float:
    """The same bets twice: spread out, or one below another."""
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    """One end of the table on the left, the middle of the table on the right."""
    top, right, inner, left = 12.0, 880.0, 116.0, 12.0
    boxes = [
        NumberBox(box, 64, 19) for box in columns((inner + 116, top, right - inner - 116, 236), len(numbers(felt)), 6)
    ]
    on_numbers = _on_numbers(felt, boxes)
    felt.add(felt.label(_additional(felt, "dont_come"), (inner, top, 110, 22), 17, class_="pays"))
    upright_box(felt, "dont_come", (inner, top + 24, 110, 188), on_numbers["dont_come"])
    felt.add(felt.label(_additional(felt, "come"), (inner, top + 214, 110, 22), 17, class_="pays"))
    for number, cell in zip(numbers(felt), boxes, strict=True):
        number_box(felt, number, cell)
    flat_box(felt, "come", (inner, 254, right - inner, 64), 38, on_numbers["come"])
    field(felt, (inner, 324, right - inner, 84))
    line(felt, "dont_pass", Band(66, top, right, 462, 48, corner=58))
    line(felt, "pass_line", Band(left, top, right, 520, 52, corner=112), lead="lead")
    felt.add(off_puck(felt, left + 21, 505, 19))
    for family, y in (("pass_odds", 526.0), ("dont_pass_odds", 584.0)):
        odds_strip(felt, family, (inner, y, right - inner, 54), (left, y, inner - left - 16, 54))
    _middle(felt, (892, top, 296, 626), 6)
    return 650.0


def _on_numbers(felt: Felt, boxes: Sequence[NumberBox]) -> dict[str, Mapping[str, Point]]:
    """Where the bets that move lie on each number."""
    found = dict(zip(numbers(felt), boxes, strict=True))
    return {flat: {number: box.places[flat] for number, box in found.items()} for flat in ("dont_come", "come")}


def _additional(felt: Felt, flat: str) -> str:
    return f"{felt.name(flat)} +"


def _middle(felt: Felt, box: Box, gap: float) -> None:
    """The bets in the middle of the table, in the order of the wide felt."""
    rows: list[tuple[Sequence[str], float]] = [
        (("any_seven",), 74),
        *((pair, 86) for pair in _pairs(_keys(felt, HARD_WAYS))),
        *((pair, 86) for pair in _pairs(SINGLES)),
        (("horn",), 74),
        (("any_craps",), 74),
        (HALVES, 48),
    ]
    _rows(felt, rows, box, gap)


def _rows(felt: Felt, rows: Sequence[tuple[Sequence[str], float]], box: Box, gap: float) -> None:
    """Rows of bets that share a height by their shares; all on one pair of dice look alike."""
    x, y, width, height = box
    stretch = (height - gap * (len(rows) - 1)) / sum(share for _, share in rows)
    alike: dict[tuple[int, float], tuple[list[str], list[Box]]] = {}
    for keys, share in rows:
        held, cells = alike.setdefault((len(keys), share), ([], []))
        held += keys
        cells += columns((x, y, width, share * stretch), len(keys), gap)
        y += share * stretch + gap
    for held, cells in alike.values():
        in_boxes(felt, [felt.rules.bets[key] for key in held], cells, prize=True)


def _tall(felt: Felt) -> float:
    """From the numbers down to the lines, then the middle of the table."""
    gap, left, width = 5.0, 8.0, felt.width - 16
    y = 8.0
    dont_come: Box = (left, y, width - 44, 42)
    y += 42 + gap
    boxes: list[NumberBox] = []
    for _ in range(2):
        boxes += [NumberBox(box, 52, 15) for box in columns((left, y, width, 196), 3, gap)]
        y += 196 + gap
    on_numbers = _on_numbers(felt, boxes)
    flat_box(felt, "dont_come", dont_come, 20, on_numbers["dont_come"])
    felt.add(off_puck(felt, left + width - 20, dont_come[1] + 21, 19))
    for number, cell in zip(numbers(felt), boxes, strict=True):
        number_box(felt, number, cell)
    flat_box(felt, "come", (left, y, width, 46), 28, on_numbers["come"])
    y += 46 + gap
    field(felt, (left, y, width, 88))
    y += 88 + gap
    line(felt, "dont_pass", Band(left, y, left + width, y + 42, 42))
    y += 42 + gap
    line(felt, "pass_line", Band(left, y, left + width, y + 46, 46), lead="lead")
    y += 46
    for family in ("pass_odds", "dont_pass_odds"):
        odds_strip(felt, family, (left - 4, y + 20, width + 8, 68), (left, y, width, 20))
        y += 88
    y += gap
    rows: list[tuple[Sequence[str], float]] = [
        (("any_seven", "any_craps"), 66),
        (("horn",), 48),
        (_keys(felt, HARD_WAYS), 104),
        (SINGLES, 104),
        (HALVES, 48),
    ]
    height = sum(share for _, share in rows) + gap * (len(rows) - 1)
    _rows(felt, rows, (left, y, width, height), gap)
    return y + height + 8


def _keys(felt: Felt, bet_id: str) -> list[str]:
    return [bet.key for bet in felt.family(bet_id)]


def _pairs(keys: Sequence[str]) -> list[Sequence[str]]:
    return [keys[start : start + 2] for start in range(0, len(keys), 2)]

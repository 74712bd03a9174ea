"""The table of Pai Kao: eight gates round the bank, each with its front and rear line. pai_kao 1.4, 5.2.

The gates follow each other against the clock, so that each is followed by the one on its right hand: R-pk-1.
"""

from dataclasses import dataclass
from enum import Enum
from xml.etree.ElementTree import Element

from banca.drawing.form import USUAL, Form, Size
from banca.drawing.shapes import Box, circle, element, group, label, picture, rect
from banca.games.pai_kao.felt.tiles import HEIGHT, WIDTH
from banca.games.pai_kao.nouns import BANK, BANKER, GATE, PRINCIPAL
from banca.games.pai_kao.procedure import DICE, GATES
from banca.law import law
from banca.rulebook import words as in_words
from banca.words import Speech

FRONT, REAR = "front", "rear"
WORDS = {FRONT: in_words("front", pt="à frente", zh="前線"), REAR: in_words("rear", pt="atrás", zh="後線")}
FOUR_DICE = in_words("four dice", pt="quatro dados", zh="四粒骰")
PAIR = (0, 1)
SMALLEST = 14.0
"""The smallest letters: 11 pixels on a telephone 320 wide."""


class Edge(Enum):
    """The edge of the table at which a gate sits; its front line is the one towards the middle."""

    NEAR = 0
    RIGHT = 1
    FAR = 2
    LEFT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How large the parts are drawn."""

    width: float
    height: float
    gate: tuple[float, float]
    places: tuple[tuple[float, float, Edge], ...]
    """The upper left corner of every gate, in order."""
    bank: Box
    tile: float
    """How wide a tile is."""
    gap: float
    stake: float
    """Radius of the place for stakes."""
    letters: float
    die: float


WIDE = Sizes(
    width=1200,
    height=800,
    gate=(272, 240),
    places=(
        (172, 544, Edge.NEAR),
        (464, 544, Edge.NEAR),
        (756, 544, Edge.NEAR),
        (912, 280, Edge.RIGHT),
        (756, 16, Edge.FAR),
        (464, 16, Edge.FAR),
        (172, 16, Edge.FAR),
        (16, 280, Edge.LEFT),
    ),
    bank=(304, 280, 592, 240),
    tile=WIDTH,
    gap=6,
    stake=38,
    letters=22,
    die=48,
)
TALL = Sizes(
    width=400,
    height=856,
    gate=(188, 172),
    places=(
        (8, 8, Edge.LEFT),
        (8, 188, Edge.LEFT),
        (8, 496, Edge.LEFT),
        (8, 676, Edge.LEFT),
        (204, 676, Edge.RIGHT),
        (204, 496, Edge.RIGHT),
        (204, 188, Edge.RIGHT),
        (204, 8, Edge.RIGHT),
    ),
    bank=(8, 368, 384, 120),
    tile=36,
    gap=4,
    stake=18,
    letters=15,
    die=34,
)


def table(say: Speech, form: Form = Form.WIDE, size: Size = USUAL) -> Element:  # noqa: ARG001 - for now
    """The whole table, for a screen or for a telephone held upright."""
    sizes = WIDE if form is Form.WIDE else TALL
    edge = 230 if form is Form.WIDE else 0
    edges = (3, 3, sizes.width - 6, sizes.height - 6)
    return picture(
        sizes.width,
        sizes.height,
        law("pai_kao").instrument.title[say.language],
        rect((0, 0, sizes.width, sizes.height), class_="cloth"),
        *([rect(edges, class_="rule", radius=edge)] if edge else []),
        _bank(say, sizes),
        *(_gate(say, sizes, gate, *place) for gate, place in zip(GATES, sizes.places, strict=True)),
    )


def _gate(say: Speech, sizes: Sizes, gate: int, x: float, y: float, edge: Edge) -> Element:
    """A gate: its number, its two lines of two tiles, and a place for stakes."""
    parts = _standing(sizes, x, y, edge) if edge in (Edge.NEAR, Edge.FAR) else _lying(sizes, x, y, edge)
    stake_x, stake_y, radius = parts.stake
    return group(
        element("title", say(GATE, gate=gate)),
        rect((x, y, *sizes.gate), class_="cell", radius=10),
        *(_place(sizes, gate, line, index, parts.tiles[line][index]) for line in WORDS for index in PAIR),
        *(_words(say(WORDS[line]), parts.words[line], sizes.letters * 0.8, "pays") for line in WORDS),
        _words(say(GATE, gate=gate), parts.name, sizes.letters),
        circle(stake_x, stake_y, radius, class_="cell"),
        group(
            rect(parts.mark, class_="fill-gold stroke-pip", radius=6),
            _words(say(BANKER), _within(parts.mark), sizes.letters * 0.75, "label on-paper"),
            class_="banker-mark",
            data_gate=gate,
        ),
        class_="region",
        data_gate=gate,
        data_chips=f"{stake_x:g},{stake_y:g}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Where the parts of one gate lie."""

    tiles: dict[str, list[tuple[float, float]]]
    words: dict[str, Box]
    name: Box
    mark: Box
    stake: tuple[float, float, float]
    """The middle of the place for stakes, and its radius."""


def _standing(sizes: Sizes, x: float, y: float, edge: Edge) -> Parts:
    """At the near or far edge the lines lie one behind the other."""
    width, height = sizes.gate
    tall = sizes.tile * HEIGHT / WIDTH
    step = tall + sizes.gap
    top = y + (height - tall - step) / 2
    rows = dict(zip((FRONT, REAR) if edge is Edge.NEAR else (REAR, FRONT), (top, top + step), strict=True))
    pair = 2 * sizes.tile + sizes.gap
    left = x + 10
    after = left + pair + 4
    beside = after + 60
    rest = x + width - beside - 6
    return Parts(
        tiles={line: [(left + index * (sizes.tile + sizes.gap), row) for index in PAIR] for line, row in rows.items()},
        words={line: (after, row, 58, tall) for line, row in rows.items()},
        name=(beside, rows[REAR] + 8, rest, 36),
        mark=(beside, rows[REAR] + 56, rest, 34),
        stake=(beside + rest / 2, rows[FRONT] + tall / 2, sizes.stake),
    )


def _lying(sizes: Sizes, x: float, y: float, edge: Edge) -> Parts:
    """At the left or right edge the lines lie beside each other."""
    width, height = sizes.gate
    tall = sizes.tile * HEIGHT / WIDTH
    pair = 2 * sizes.tile + sizes.gap
    between = sizes.gap * 3
    left = x + (width - 2 * pair - between) / 2
    order = (REAR, FRONT) if edge is Edge.LEFT else (FRONT, REAR)
    starts = dict(zip(order, (left, left + pair + between), strict=True))
    words = sizes.letters * 1.3
    head = sizes.letters * 1.7
    top = y + 4 + head + words
    foot = y + height - top - tall
    return Parts(
        tiles={
            line: [(start + index * (sizes.tile + sizes.gap), top) for index in PAIR] for line, start in starts.items()
        },
        words={line: (start, top - words, pair, words - 2) for line, start in starts.items()},
        name=(left, y + 4, pair, head),
        mark=(left + pair + between, y + 6, pair, head - 4),
        stake=(x + width / 2, top + tall + foot / 2, min(sizes.stake, foot / 2 - 4)),
    )


def _place(sizes: Sizes, gate: int, line: str, index: int, corner: tuple[float, float]) -> Element:
    """Where a tile is laid."""
    x, y = corner
    return _outline(
        (x, y, sizes.tile, sizes.tile * HEIGHT / WIDTH), 5, data_gate=gate, data_line=line, data_index=index
    )


def _outline(box: Box, radius: float, **about: object) -> Element:
    """An outline that also says in its data where it is, for the script that lays something there."""
    x, y, width, height = box
    return rect(box, class_="place", radius=radius, data_x=x, data_y=y, data_width=width, data_height=height, **about)


def _bank(say: Speech, sizes: Sizes) -> Element:
    """The middle of the table: the four dice, and the principals of the bank. pai_kao 1.2, 4.4."""
    x, y, width, height = sizes.bank
    die, gap = sizes.die, sizes.die * 0.2
    dice = DICE * (die + gap) - gap
    left = x + width * 0.36 - dice / 2
    middle = y + height * 0.66
    stake = (x + width * 0.82, middle)
    words = sizes.letters * 0.85
    under = (y + height * 0.28, width * 0.4, height * 0.14)
    return group(
        rect(sizes.bank, class_="rule", radius=14),
        _words(say(BANK), (x + 10, y + 4, width - 20, height * 0.24), sizes.letters * 1.3),
        _words(say(FOUR_DICE), (x + width * 0.16, *under), words, "pays"),
        _words(say(PRINCIPAL), (x + width * 0.62, *under), words, "pays"),
        *(_outline((left + n * (die + gap), middle - die / 2, die, die), die * 0.18, data_die=n) for n in range(DICE)),
        circle(*stake, sizes.stake * 1.1, class_="rule"),
        class_="bank",
        data_chips=f"{stake[0]:g},{stake[1]:g}",
    )


def _within(box: Box) -> Box:
    x, y, width, height = box
    return x + 5, y, width - 10, height


def _words(words: str, box: Box, size: float, class_: str = "label") -> Element:
    return label(words, box, max(SMALLEST, size), smallest=SMALLEST, class_=class_)

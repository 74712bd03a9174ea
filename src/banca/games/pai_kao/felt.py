"""The table of Pai Kao and its tiles. pai_kao 1.1, 1.4, 5.2, T-1."""

from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from xml.etree.ElementTree import Element

import msgspec

from banca.drawing.devices import dice_symbols, in_a_row
from banca.drawing.felt import USUAL, Form, Size
from banca.drawing.svg import Box, circle, drawings, element, group, label, picture, rect, symbol
from banca.drawing.text import extent
from banca.games.pai_kao.nouns import BANK, BANKER, GATE, PRINCIPAL
from banca.games.pai_kao.procedure import DICE, GATES
from banca.games.pai_kao.tiles import HAND
from banca.i18n import Translator
from banca.law import law
from banca.rules import words as in_words

__all__ = ["CLOTH", "device", "table"]

WIDTH, HEIGHT = 48.0, 104.0


def symbols() -> list[Element]:
    """Every face as a symbol, `tile-6-6` to `tile-1-2`, and `tile-back`."""
    tiles = drawings(__package__, "tiles.svg")
    return [symbol(f"tile-{name}", WIDTH, HEIGHT, drawn) for name, drawn in tiles.items()]


def device(title: str) -> Element:
    """A hand of four tiles face down, and the faces of the dice."""
    return in_a_row(title, "tiles", [*symbols(), *dice_symbols()], (WIDTH, HEIGHT), ["tile-back"] * HAND)


CLOTH = "cloth-blue"
FRONT, REAR = "front", "rear"
WORDS = {FRONT: in_words("front", pt="à frente", zh="前線"), REAR: in_words("rear", pt="atrás", zh="後線")}
FOUR_DICE = in_words("four dice", pt="quatro dados", zh="四粒骰")
PAIR = (0, 1)
SMALLEST = 14.0
"""The smallest letters, but on a board."""
SMALL_BANK, SMALL_LINE = 300.0, 21.0
SMALL_GATE = 170.0
"""A gate that is less wide has no words at its lines."""


class Edge(Enum):
    """The edge of the table at which a gate sits; its front line is the one towards the middle."""

    NEAR = "near"
    RIGHT = "right"
    FAR = "far"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How large the parts are drawn."""

    width: float
    height: float
    gate: tuple[float, float]
    places: tuple[tuple[float, float, Edge], ...]
    """The upper left corner of every gate, in order."""
    side: float
    """How high the gates at the left and right are."""
    bank: Box
    tile: float
    """How wide a tile is."""
    gap: float
    stake: float
    """Radius of the place for stakes."""
    letters: float
    die: float

    @property
    def tall(self) -> float:
        """How high a tile is."""
        return self.tile * HEIGHT / WIDTH

    @property
    def pair(self) -> float:
        """How wide two tiles are."""
        return 2 * self.tile + self.gap

    def pair_at(self, x: float, y: float) -> list[tuple[float, float]]:
        """Return the corners of two tiles side by side."""
        return [(x + index * (self.tile + self.gap), y) for index in PAIR]

    def rows(self, y: float, edge: Edge) -> dict[str, float]:
        """Return where the lines of a gate at the near or far edge lie, one behind the other; the front is towards the middle."""
        step = self.tall + self.gap
        top = y + (self.gate[1] - self.tall - step) / 2
        return dict(zip((FRONT, REAR) if edge is Edge.NEAR else (REAR, FRONT), (top, top + step), strict=True))

    def starts(self, x: float, edge: Edge, between: float) -> dict[str, float]:
        """Return where the lines of a gate at the left or right edge begin, beside each other; the front is towards the middle."""
        left = x + (self.gate[0] - 2 * self.pair - between) / 2
        order = (REAR, FRONT) if edge is Edge.LEFT else (FRONT, REAR)
        return dict(zip(order, (left, left + self.pair + between), strict=True))


SIZES = msgspec.toml.decode(files(__package__).joinpath("felt.toml").read_bytes(), type=dict[str, Sizes])
"""The forms that are always as large."""
WIDE, TALL = SIZES[Form.WIDE], SIZES[Form.TALL]
BETWEEN = 4.0
"""Between the gates of a board."""
ROOMY = (240.0, 220.0)
"""Gates of a board that have room for all words."""


def fitted(size: Size) -> Sizes:
    """Return a board: three gates above, three below, one at each side, in equal cells; on a tablet with the words of a screen."""
    width, height = size
    wide, tall = (width - 4 * BETWEEN) / 3, (height - 4 * BETWEEN) / 3
    xs, ys = ([BETWEEN + index * (cell + BETWEEN) for index in range(3)] for cell in (wide, tall))
    shape = HEIGHT / WIDTH
    if wide >= ROOMY[0] and tall >= ROOMY[1]:
        gap, stake, letters, die = WIDE.gap, 30.0, 20.0, (wide - 24) / 4.8
        tile = min((wide - 160) / 2, (wide - 5 * gap - 16) / 4, (tall - gap - 20) * WIDTH / HEIGHT / 2)
    else:
        gap, stake, letters, die = 2.0, 17.0, 15.0, min(24, (wide - 20) / 4.8)
        tile = min((tall - 12) / (2 * shape), (wide - 56) / 2, (wide - 18) / 4, (tall - 46) / shape)
    return Sizes(
        width=width,
        height=height,
        gate=(wide, tall),
        places=(
            *((x, ys[2], Edge.NEAR) for x in xs),
            (xs[2], ys[1], Edge.RIGHT),
            *((x, ys[0], Edge.FAR) for x in reversed(xs)),
            (xs[0], ys[1], Edge.LEFT),
        ),
        side=tall,
        bank=(xs[1], ys[1], wide, tall),
        tile=tile,
        gap=gap,
        stake=stake,
        letters=letters,
        die=die,
    )


def table(say: Translator, form: Form = Form.WIDE, size: Size = USUAL) -> Element:
    """The whole table: for a screen, upright, or to measure."""
    sizes = SIZES.get(form) or fitted(size)
    edge = 200 if form is Form.WIDE else 0
    edges = (3, 3, sizes.width - 6, sizes.height - 6)
    return picture(
        sizes.width,
        sizes.height,
        law("pai_kao").instrument.title[say.language],
        rect((0, 0, sizes.width, sizes.height), class_="cloth"),
        *([rect(edges, class_="rule", radius=edge)] if edge else []),
        _bank(say, sizes),
        *(_gate(say, sizes, gate, *place) for gate, place in zip(GATES, sizes.places, strict=True)),
        class_=f"felt {CLOTH}",
    )


def _gate(say: Translator, sizes: Sizes, gate: int, x: float, y: float, edge: Edge) -> Element:
    """A gate: its number, its two lines of two tiles, and a place for stakes."""
    is_standing = edge in {Edge.NEAR, Edge.FAR}
    if sizes.gate[0] < SMALL_GATE or sizes.gap < TALL.gap:
        parts = _small_standing(sizes, x, y, edge) if is_standing else _small_lying(sizes, x, y, edge)
    else:
        parts = _standing(sizes, x, y, edge) if is_standing else _lying(sizes, x, y, edge)
    tall = sizes.gate[1] if is_standing else sizes.side
    stake_x, stake_y, radius = parts.stake
    return group(
        element("title", say(GATE, gate=gate)),
        rect((x, y, sizes.gate[0], tall), class_="cell", radius=10),
        *(_place(sizes, gate, line, index, parts.tiles[line][index]) for line in WORDS for index in PAIR),
        *(_words(say(WORDS[line]), parts.words[line], sizes.letters * 0.8, "pays") for line in parts.words),
        _words(say(GATE, gate=gate) if parts.words else str(gate), parts.name, sizes.letters, "label lead"),
        circle(stake_x, stake_y, radius, class_="cell"),
        group(
            rect(parts.mark, class_="fill-gold stroke-pip", radius=6),
            _words(_marked(say(BANKER), parts.mark), _within(parts.mark), sizes.letters * 0.75, "label on-paper"),
            class_="banker-mark",
            data_gate=gate,
        ),
        class_="region",
        data_gate=gate,
        data_chips=f"{stake_x:g},{stake_y:g}",
    )


def _marked(word: str, mark: Box) -> str:
    """The word on the banker's mark, or its first letter where there is room for no more: `莊`."""
    room = _within(mark)
    return word if extent(word) * _least(room) <= room[2] else word[0].upper()


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
    """At the near or far edge: the words beside the lines, then number and mark, and the stakes next to the front."""
    rows = sizes.rows(y, edge)
    left = x + 10
    after = left + sizes.pair + 4
    beside = after + 60
    rest = x + sizes.gate[0] - beside - 6
    return Parts(
        tiles={line: sizes.pair_at(left, row) for line, row in rows.items()},
        words={line: (after, row, 58, sizes.tall) for line, row in rows.items()},
        name=(beside, rows[REAR] + 2, rest, 30),
        mark=(beside, rows[REAR] + 34, rest, 30),
        stake=(beside + rest / 2, rows[FRONT] + sizes.tall / 2, sizes.stake),
    )


def _lying(sizes: Sizes, x: float, y: float, edge: Edge) -> Parts:
    """At the left or right edge: number and mark above the words, these above the lines, and the stakes below."""
    starts = sizes.starts(x, edge, sizes.gap * 3)
    words = sizes.letters * 1.3
    head = sizes.letters * 1.7
    top = y + 4 + head + words
    foot = y + sizes.side - top - sizes.tall
    half = sizes.gate[0] / 2
    return Parts(
        tiles={line: sizes.pair_at(start, top) for line, start in starts.items()},
        words={line: (start, top - words, sizes.pair, words - 2) for line, start in starts.items()},
        name=(x + 6, y + 4, half - 8, head),
        mark=(x + half, y + 6, half - 6, head - 4),
        stake=(x + half, top + sizes.tall + foot / 2, min(sizes.stake, foot / 2 - 4)),
    )


def _small_standing(sizes: Sizes, x: float, y: float, edge: Edge) -> Parts:
    """On a board, at the near or far edge: beside the lines number and mark in a row, who holds the gate, and stakes."""
    width, height = sizes.gate
    left = x + 5
    beside = left + 2 * sizes.tile + sizes.gap + 5
    rest = x + width - beside - 4
    stake = min(sizes.stake, rest / 2, height * 0.2)
    is_near = edge is Edge.NEAR
    row = y + 2 * stake + 8 if is_near else y + 6
    return Parts(
        tiles={line: sizes.pair_at(left, line_row) for line, line_row in sizes.rows(y, edge).items()},
        words={},
        name=(beside, row - 1, 16, 18),
        mark=(beside + 18, row, rest - 18, 16),
        stake=(beside + rest / 2, y + stake + 5 if is_near else y + height - stake - 5, stake),
    )


def _small_lying(sizes: Sizes, x: float, y: float, edge: Edge) -> Parts:
    """On a board, at the left or right edge: below the lines number, mark and stakes."""
    width = sizes.gate[0]
    top = y + 5
    foot = y + sizes.side - top - sizes.tall - 4
    stake = min(sizes.stake, foot / 2 - 1, width * 0.15)
    return Parts(
        tiles={line: sizes.pair_at(start, top) for line, start in sizes.starts(x, edge, 6.0).items()},
        words={},
        name=(x + 5, top + sizes.tall + 2, 20, 18),
        mark=(x + 27, top + sizes.tall + 3, width / 2 - 8 - 22, 16),
        stake=(x + width - stake - 5, top + sizes.tall + foot / 2 + 1, stake),
    )


def _place(sizes: Sizes, gate: int, line: str, index: int, corner: tuple[float, float]) -> Element:
    x, y = corner
    return _outline((x, y, sizes.tile, sizes.tall), 5, data_gate=gate, data_line=line, data_index=index)


def _outline(box: Box, radius: float, **about: object) -> Element:
    """An outline that also says in its data where it is, for the script that lays something there."""
    x, y, width, height = box
    return rect(box, class_="place", radius=radius, data_x=x, data_y=y, data_width=width, data_height=height, **about)


def _bank(say: Translator, sizes: Sizes) -> Element:
    """The middle of the table: the four dice, and the principals of the bank. pai_kao 1.2, 4.4."""
    x, y, width, height = sizes.bank
    if width < SMALL_BANK:
        return _small_bank(say, sizes)
    die, gap = sizes.die, sizes.die * 0.2
    dice = DICE * (die + gap) - gap
    left = x + width * 0.36 - dice / 2
    middle = y + height * 0.66
    stake = (x + width * 0.82, middle)
    words = sizes.letters * 0.85
    under = (y + height * 0.28, width * 0.4, height * 0.14)
    return group(
        rect(sizes.bank, class_="cell lead", radius=14),
        _words(say(BANK), (x + 10, y + 4, width - 20, height * 0.24), sizes.letters * 1.3, "label lead"),
        _words(say(FOUR_DICE), (x + width * 0.16, *under), words, "pays"),
        _words(say(PRINCIPAL), (x + width * 0.62, *under), words, "pays"),
        *_dice_places(left, middle, die, gap),
        circle(*stake, min(sizes.stake * 1.1, height * 0.3), class_="rule"),
        class_="bank",
        data_chips=f"{stake[0]:g},{stake[1]:g}",
    )


def _small_bank(say: Translator, sizes: Sizes) -> Element:
    """On a board: the word, the dice, and the principals one below another."""
    x, y, width, height = sizes.bank
    die, gap = sizes.die, sizes.die * 0.15
    left = x + (width - DICE * (die + gap) + gap) / 2
    radius = sizes.stake + 1
    stake = (x + width / 2, y + height - radius - 4)
    return group(
        rect(sizes.bank, class_="cell lead", radius=8),
        _words(say(BANK), (x + 3, y + 3, width - 6, 20), sizes.letters, "label lead"),
        *_dice_places(left, y + 24 + (height - 2 * radius - 30) / 2, die, gap),
        circle(*stake, radius, class_="rule"),
        class_="bank",
        data_chips=f"{stake[0]:g},{stake[1]:g}",
    )


def _dice_places(left: float, middle: float, die: float, gap: float) -> list[Element]:
    return [_outline((left + n * (die + gap), middle - die / 2, die, die), die * 0.18, data_die=n) for n in range(DICE)]


def _within(box: Box) -> Box:
    x, y, width, height = box
    return x + 5, y, width - 10, height


def _words(words: str, box: Box, size: float, class_: str = "label") -> Element:
    return label(words, box, max(SMALLEST, size), smallest=_least(box), class_=class_)


def _least(box: Box) -> float:
    return 12 if box[3] < SMALL_LINE else SMALLEST

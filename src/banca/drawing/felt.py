"""A felt being drawn: shapes, and a region for each bet that says where its chips lie."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element

from banca.analysis.exact import analysed
from banca.drawing.svg import PLAIN, Box, element, group, label, picture, rect
from banca.drawing.text import DOTS, height_of, widest, wrapped
from banca.games import find, rulebook
from banca.i18n import Translator, translator
from banca.law import Language, law
from banca.rules import PROPOSED, Bet, Odds, Place, Refusal, Rules, Verdict, Win, _, refusal

Size = tuple[float, float]

# Boards are drawn for sizes that are multiples of this, so that windows that are nearly alike get one drawing.
STEP = 8
# The bounds of a board.
LEAST, MOST = (200, 120), (2400, 2400)
# A board where nobody says how large it shall be: the room on a small telephone.
USUAL: Size = (344, 360)


class Form(StrEnum):
    """How a felt is drawn."""

    WIDE = "wide"
    """Landscape, as the table lies before the players, for a screen and for paper."""
    TALL = "tall"
    """Portrait."""
    BOARD = "board"
    """One part of the bets as boxes that fill the room given; a unit is one pixel."""


def measured(size: Size) -> Size:
    """Return a size within the bounds, rounded down.

    >>> measured((347, 99999)), measured((0, 0))
    ((344, 2400), (344, 360))
    """
    width, height = (
        int(min(max(side or usual, least), most)) // STEP * STEP
        for side, usual, least, most in zip(size, USUAL, LEAST, MOST, strict=True)
    )
    return width, height


# Rules whose covered bets are cached.
CACHED = 64


@lru_cache(CACHED)
def covered_bets(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """Return by the key of each bet the keys of the smallest bets within it: one on two numbers covers both.

    Only what wins at once counts. Of bets that win on the same outcomes, the first in the rulebook stands for them.
    """
    wins = {key: frozenset(winners(bet)) for key, bet in rules.bets.items()}
    first: dict[frozenset[Any], str] = {}
    for key, won in wins.items():
        if won:
            first.setdefault(won, key)
    # A page lights the smallest bets under the one that is pointed at: the numbers under a corner of roulette.
    least = {won: key for won, key in first.items() if not any(other < won for other in first)}
    return {
        key: tuple(name for won, name in least.items() if name != key and won <= winning)
        for key, winning in wins.items()
    }


PROPOSED_BETS = _("Proposed bets")
PROPOSED_PART = "proposed"
# For bets of the law of which the game's own drawing knows nothing yet.
OTHER_PART = "others"
# The part that is all of them, where there is room.
WHOLE = "whole"
SINGLE_BETS = _("Bets")
# Bets of a family that are one part where the game does not say: each box can have its words.
MOST_TOGETHER = 20
UNKNOWN_PART = refusal("unknown_part", _("the layout has no part {asked}; it has {allowed}"))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Bets that stand together, in one line or in as many as the room asks for."""

    bets: tuple[str, ...]
    """Keys of bets, and, as a game writes it, ids of families."""
    weight: float = 1
    """How high a line of it is beside the others."""
    columns: tuple[int, ...] = ()
    """How many may stand in a line, where not every number will do."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """Some of the bets of a felt: a board shows one part, and has a tab for each."""

    id: str
    name: str
    rows: tuple[BoardRow, ...]
    is_family: bool = False
    """Whether it is named after the family of its bets."""
    number: int = 0
    """Where a family is too large for one part: which of its parts this is."""

    @property
    def bets(self) -> list[str]:
        """The keys of its bets, where its rows have nothing but keys."""
        return [key for row in self.rows for key in row.bets]

    def title(self, rules: Rules, say: Translator) -> str:
        """Return what its tab says."""
        name = say.family(rules.bets[self.bets[0]]) if self.is_family else say(self.name)
        return f"{name} {self.number}" if self.number else name


def is_proposed(bet: Bet) -> bool:
    """Return whether the bet is no law yet: nothing but such a bet may stand on a felt as proposed."""
    return PROPOSED in bet.reads


def parts_of(rules: Rules) -> list[BoardPart]:
    """Return the parts of the felt under these rules: every bet is in one of them; proposed bets have their own."""
    game = find(rules.rulebook.game)
    named: Sequence[BoardPart] | None = getattr(game.sound_part("felt"), "PARTS", None)
    # Whoever wrote the game's drawing is told what is wrong with it, not whoever asked for the table.
    with game.faults_in("felt"):
        parts = list(_parts_by_family(rules) if named is None else _parts_as_named(rules, named))
        in_parts = {key for part in parts for key in part.bets}
        left = [bet for key, bet in rules.bets.items() if key not in in_parts]
        new = [bet for bet in left if not is_proposed(bet)]
        proposed = [bet for bet in left if is_proposed(bet)]
    return [
        *parts,
        *_divide_part(OTHER_PART, SINGLE_BETS, new),
        *_divide_part(PROPOSED_PART, PROPOSED_BETS, proposed),
    ]


def part_of(rules: Rules, wanted: str) -> BoardPart:
    """Return one part by its id, or the whole; the first where none is named."""
    parts = parts_of(rules)
    if wanted == WHOLE:
        return BoardPart(WHOLE, "", tuple(row for part in parts for row in part.rows))
    for part in parts:
        if wanted in ("", part.id):
            return part
    raise Refusal(UNKNOWN_PART, asked=wanted, allowed=[WHOLE, *(part.id for part in parts)])


def _parts_as_named(rules: Rules, named: Sequence[BoardPart]) -> Iterator[BoardPart]:
    """Each part with the keys of the bets that there are under the options: a family's in the rulebook's order."""
    for part in named:
        rows = []
        for row in part.rows:
            order = {name: number for number, name in enumerate(row.bets)}
            bets = [bet for bet in rules.bets.values() if bet.key in order or bet.id in order]
            bets.sort(key=lambda bet: order.get(bet.key, order.get(bet.id, 0)))
            if bets:
                rows.append(replace(row, bets=tuple(bet.key for bet in bets)))
        if rows:
            yield replace(part, rows=tuple(rows))


def _parts_by_family(rules: Rules) -> Iterator[BoardPart]:
    """A part for each family of several bets, and for those of one bet that follow one another."""
    for bets in sections(rules):
        yield from _divide_part(bets[0].id, SINGLE_BETS, bets, is_family=len({bet.id for bet in bets}) == 1)


def _divide_part(part_id: str, name: str, bets: Sequence[Bet], *, is_family: bool = False) -> Iterator[BoardPart]:
    """Bets in as many parts as they need."""
    count = -(-len(bets) // MOST_TOGETHER)
    for number in range(count):
        some = bets[number * len(bets) // count : (number + 1) * len(bets) // count]
        suffix = f"-{number + 1}" if number else ""
        row = BoardRow(tuple(bet.key for bet in some))
        yield BoardPart(part_id + suffix, name, (row,), is_family, number + 1 if count > 1 else 0)


def sections(rules: Rules) -> Iterator[list[Bet]]:
    """Yield each family of several bets; and together those of one bet that follow one another."""
    # A bet of the law with a proposed prize stands with its family; a bet that is proposed itself gets a strip or a part of its own.
    families: dict[str, list[Bet]] = {}
    own = {bet.key for bet in rulebook(rules.rulebook.game).bets(rules.chosen)}
    for bet in rules.bets.values():
        if bet.key in own or not is_proposed(bet):
            families.setdefault(bet.id, []).append(bet)
    alone: list[Bet] = []
    for family in families.values():
        if len(family) == 1:
            alone += family
            continue
        if alone:
            yield alone
            alone = []
        yield family
    if alone:
        yield alone


PROPOSED_PRIZES = _("Proposed prizes")


def changed_prizes(rules: Rules, say: Translator, drawn: Iterable[Element], pays: Callable[[Bet], str]) -> str:
    """Return `Proposed prizes: Straight 40 to 1`; nothing where every such prize is in its region.

    A prize that depends on more than the layout shows is always written. `pays` writes a bet's prize.
    """
    silent = {
        bet.id
        for region in drawn
        if (key := region.get("data-bet"))
        and is_proposed(bet := rules.bets[key])
        and (bet.shows or not _shows_prize(region, pays(bet)))
    }
    lines = []
    for id_ in dict.fromkeys(bet.id for bet in rules.bets.values() if bet.id in silent):
        family = [bet for bet in rules.bets.values() if bet.id == id_]
        by_prize: dict[str, list[Bet]] = {}
        for bet in filter(is_proposed, family):
            by_prize.setdefault(pays(bet), []).append(bet)
        for prize, bets in by_prize.items():
            names = [say.family(bets[0])] if len(bets) == len(family) else map(say.bet, bets)
            lines.append(f"{say.list(names)} {prize}")
    return say.labelled(say(PROPOSED_PRIZES), say.items(lines)) if lines else ""


def _shows_prize(region: Element, prize: str) -> bool:
    """Whether a region has its prize in it, or the prizes of single outcomes."""
    texts = list(region.iter("text"))
    written = "".join(line.text or "" for line in texts)
    # A prize that was cut to fit is as good as none.
    has_prizes = any("pays" in line.get("class", "") and DOTS not in (line.text or "") for line in texts)
    return has_prizes or "".join(prize.split()) in "".join(written.split())


GAP = 8.0
# Of a strip of bets: its caption, a row of it, and the width of a bet.
CAPTION, STRIP_ROW, WIDEST_CELL = 26.0, 80.0, 260.0


@dataclass(frozen=True, slots=True)
class Measures:
    """How large things are in a form, in its units."""

    radii: tuple[float, ...]
    """Of a place for chips, the largest first: of a chip 34 pixels across where there is room."""
    name: float
    """Letters of a bet's name in its box."""
    prize: float
    moved: float
    """The line for the numbers that a bet can move to."""
    smallest: float
    """The smallest letters: 12 pixels where a wide felt is shown 960 wide, a tall one 344, and on a board."""

    @property
    def chip(self) -> float:
        """The radius of a place for chips where there is room."""
        return self.radii[0]


MEASURES = {
    Form.WIDE: Measures((22.0, 20.0, 18.0), 28, 17, 18, 15.0),
    Form.TALL: Measures((18.0, 16.0, 14.0), 22, 15, 16, 14.0),
    Form.BOARD: Measures((17.0, 15.0, 13.0), 21, 13, 15, 12.0),
}
# In a box, what is left free: beside the words and the chips, over the name, under the prize.
BESIDE, HEAD, FOOT = 8.0, 2.0, 3.0
# The share of a box, at its foot, that says what the bet pays.
PAYS_SHARE = 0.3

Point = tuple[float, float]


@dataclass(slots=True, eq=False)
class Felt:
    """The drawing of one table: `bet` and `region` draw the rulebook's bets, `add` anything else."""

    rules: Rules
    say: Translator
    width: float
    form: Form = Form.WIDE
    is_bilingual: bool = field(default=True, kw_only=True)
    """With names in both scripts, where there is room; the fonts of a reader may have one only."""
    height: float = field(default=0.0, init=False)
    drawn: list[Element] = field(default_factory=list, init=False)
    placed: set[str] = field(default_factory=set, init=False)
    """The bets that have a region."""

    def add(self, *shapes: Element) -> None:
        """Draw something that is no bet."""
        self.drawn += shapes

    @property
    def measures(self) -> Measures:
        """How large things are in this form."""
        return MEASURES[self.form]

    @property
    def is_tall(self) -> bool:
        """Whether it is drawn upright."""
        return self.form is Form.TALL

    @property
    def smallest(self) -> float:
        """The smallest letters."""
        return self.measures.smallest

    def region(
        self,
        key: str,
        *shapes: Element,
        chips: Point,
        chips_on: Mapping[str, Point] = MappingProxyType({}),
        at: Point | None = None,
    ) -> None:
        """Draw the region of a bet, in any shape; its chips lie round `chips`, or round the point for the number it moved to.

        `at` is where the region is for the arrow keys, where that is not its middle.
        """
        bet = self.rules.bets[key]
        prize = self.say.in_brackets(self.pays(bet), self.say.cite(bet.cite))
        title = f"{self.say.labelled(self.say.bet(bet), prize)} {self.say(bet.about)}".strip()
        self.placed.add(key)
        self.add(
            group(
                element("title", title),
                *shapes,
                class_="region proposed" if is_proposed(bet) else "region",
                data_bet=key,
                data_chips=_point_text(chips),
                data_chips_on=" ".join(f"{on}:{_point_text(point)}" for on, point in chips_on.items()) or None,
                data_covers=" ".join(covered_bets(self.rules)[key]) or None,
                data_at=_point_text(at) if at else None,
            )
        )

    def bet(
        self,
        key: str,
        box: Box,
        *,
        words: str | None = None,
        size: float = 22,
        class_: str = "cell",
    ) -> None:
        """Draw a bet in a rectangle with its name and, below, what it pays; its chips lie at the right."""
        x, y, width, height = box
        pays = self.pays(self.rules.bets[key])
        # Chips, and the prize in the smallest letters, get their room first; the name has what is left.
        radius = min(self.measures.chip, height / 2 - 3, width * 0.2)
        room = width - 2 * radius - BESIDE
        foot = max(height * PAYS_SHARE, min(self._height_needed(pays, room / PLAIN), height / 2) + FOOT)
        self.region(
            key,
            rect(box, class_=class_, radius=6),
            self.label(self.name(key) if words is None else words, (x + 3, y + HEAD, room, height - foot - HEAD), size),
            self.label(pays, (x + 3, y + height - foot, room, foot - FOOT), size * 0.72, class_="pays"),
            chips=(x + width - radius - 3, y + height / 2),
        )

    def label(self, words: str, box: Box, size: float, *, class_: str = "label") -> Element:
        """Return words in the middle of a box, no smaller than this felt's letters may be."""
        return label(words, box, size, smallest=self.smallest, class_=class_)

    def name(self, key: str) -> str:
        """Return what the bet is called in the reader's language."""
        return self.say.bet(self.rules.bets[key])

    def scripts(self, key: str) -> tuple[str, str]:
        """Return its name in Chinese and in Portuguese or English, the reader's or else the other; one is empty where both are one."""
        name, other = self.name(key), self.other_name(self.rules.bets[key])
        return (name, other) if self.say.language is Language.ZH else (other, name)

    def both_names(self, key: str) -> str:
        """Return its name in both scripts, as felts in Macau have it: `大 Big`."""
        return " ".join(filter(None, self.scripts(key)))

    def other_name(self, bet: Bet) -> str:
        """Return what it is called in the other script, Chinese beside Portuguese and English, English beside Chinese; no number twice."""
        if not self.is_bilingual:
            return ""
        words = self.say.bet(bet).split()
        other = translator(Language.EN if self.say.language is Language.ZH else Language.ZH)
        return " ".join(word for word in other.bet(bet).split() if word not in words)

    def pays(self, bet: Bet) -> str:
        """Return its prizes in words, and the commission: `1 to 1 −5%`."""
        prizes = self.say.short_odds(analysed(bet).pays)
        return f"{prizes} −{bet.commission.rate * 100}%" if bet.commission else prizes

    def family(self, bet_id: str) -> list[Bet]:
        """Return the bets of one id, in the rulebook's order: a felt that finds its bets by family has a place for a new one of it."""
        return [bet for bet in self.rules.bets.values() if bet.id == bet_id]

    def finish(self, height: float) -> Element:
        """Return the whole drawing.

        A bet that has no region yet gets one in a strip: a new bet of the law at the foot, a proposed one at the head or the foot, under the
        word that it is proposed. A prize that no region says gets a line below: no drawing can know what somebody proposes.
        """
        left = [bet for key, bet in self.rules.bets.items() if key not in self.placed]
        proposed = [bet for bet in left if is_proposed(bet)]
        # Before the strips are drawn: a bet in a strip says its prize itself.
        legend = changed_prizes(self.rules, self.say, self.drawn, self.pays)
        head = [bet for bet in proposed if bet.place is Place.HEAD]
        foot = [bet for bet in proposed if bet.place is Place.FOOT]
        top = -self._strip(PROPOSED_BETS, head, 0, is_above=True)
        height += self._strip(SINGLE_BETS, [bet for bet in left if not is_proposed(bet)], height)
        height += self._strip(PROPOSED_BETS, foot, height)
        if legend:
            room = self.width - 2 * GAP
            high = self._height_needed(legend, room / PLAIN) + GAP
            self.add(self.label(legend, (GAP, height, room, high), 17, class_="pays"))
            height += high + GAP
        self.height = height - top
        return self.close(top)

    def close(self, top: float = 0) -> Element:
        """Return the drawing as it is, from `top` on."""
        title = law(self.rules.rulebook.game).instrument.title[self.say.language]
        cloth = rect((0, top, self.width, self.height), class_="cloth")
        class_ = f"felt {cloth_of(self.rules.rulebook.game)}".strip()
        return picture(self.width, self.height, title, cloth, *self.drawn, top=top, class_=class_)

    def _strip(self, caption: str, bets: Sequence[Bet], top: float, *, is_above: bool = False) -> float:
        """Draw bets side by side under a caption, below `top` or above it; how high that is."""
        if not bets:
            return 0
        columns, width, tall = self._strip_cells(bets)
        high = CAPTION + tall * -(-len(bets) // columns)
        top -= high if is_above else 0
        left = (self.width + GAP - width * columns) / 2
        self.add(self.label(self.say(caption), (GAP, top, self.width - 2 * GAP, CAPTION), 16, class_="pays"))
        for number, bet in enumerate(bets):
            row, column = divmod(number, columns)
            self.bet(bet.key, (left + column * width, top + CAPTION + row * tall, width - GAP, tall - GAP), size=20)
        return high

    def _strip_cells(self, bets: Sequence[Bet]) -> tuple[int, float, float]:
        """How many cells of a strip are in a row, how wide and how high they are.

        Fewer and wider ones where names or prizes need more room: narrow cells are tried before wide ones, and where none has room
        enough, the lowest strip is taken.
        """
        most = min(max(1, int(self.width // 160)), len(bets))
        full = [(columns, (self.width - GAP) / columns) for columns in range(most, 0, -1)]
        cells = [(columns, min(width, WIDEST_CELL)) for columns, width in full] + full
        sizes = [(columns, width, self._row_height(bets, width)) for columns, width in cells]
        fitting = (size for size in sizes if size[2] <= STRIP_ROW)
        return next(fitting, None) or min(sizes, key=lambda size: size[2] * -(-len(bets) // size[0]))

    def _row_height(self, bets: Sequence[Bet], width: float) -> float:
        """How high a row of cells must be for every name and prize; endless where a word is too long for the cell."""
        room = width - GAP - 2 * self.measures.chip - BESIDE
        needed = (
            self._height_needed(self.say.bet(bet), room) + self._height_needed(self.pays(bet), room / PLAIN)
            for bet in bets
        )
        return max(STRIP_ROW, max(needed) + HEAD + FOOT + GAP + self.smallest / 2)

    def _height_needed(self, words: str, room: float) -> float:
        """How high words in the smallest letters are; endless where one is too long for a line."""
        lines, size = wrapped(words, room, 0, self.smallest, self.smallest)
        return height_of(lines, size) if widest(lines) * size <= room else inf


def cloth_of(game: str) -> str:
    """Return the class of a game's cloth, where it is not the common one."""
    colour: str = getattr(find(game).sound_part("felt"), "CLOTH", "")
    return colour


def _point_text(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"


def prizes(bet: Bet) -> Mapping[Any, Odds]:
    """Return what each outcome that a layout tells apart pays at once, where it does: the lowest prize, where a proposal tells more of them apart."""
    lowest: dict[Any, Odds] = {}
    sees = bet.shows or bet.sees
    for outcome, _weight in bet.space:
        verdict = bet.verdict(bet.start, outcome)
        if isinstance(verdict, Win):
            seen = sees(outcome)
            lowest[seen] = min(lowest.get(seen, verdict.odds), verdict.odds, key=lambda odds: odds.ratio)
    return lowest


def outcomes(bet: Bet, verdict: type[Verdict]) -> list[Any]:
    """Return the outcomes that come to this verdict at once."""
    return [outcome for outcome, _weight in bet.space if isinstance(bet.verdict(bet.start, outcome), verdict)]


def winners(bet: Bet) -> list[Any]:
    """Return the outcomes that win at once."""
    return outcomes(bet, Win)


def ordinary(bet: Bet) -> Fraction:
    """Return the lowest prize there is on the bet; a felt marks the outcomes that pay more."""
    return min(odds.ratio for odds in analysed(bet).pays)

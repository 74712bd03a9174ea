"""A felt being drawn: shapes, and a region for each bet that says where its chips lie."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element

from banca.analysis.exact import analysed
from banca.drawing.svg import PLAIN, Box, element, group, label, picture, rect
from banca.drawing.text import DOTS, extent, height_of, wrapped
from banca.games import find, rulebook
from banca.i18n import Translator, translator
from banca.law import Language, law
from banca.rules import PROPOSED, Bet, Defect, Odds, Place, Refusal, Rules, Verdict, Win, _, refusal

Size = tuple[float, float]

STEP = 8
"""Boards are drawn for sizes that are multiples of this, so that windows that are nearly alike get one drawing."""
LEAST, MOST = (200, 120), (2400, 2400)
"""The bounds of a board."""
USUAL: Size = (344, 360)
"""A board where nobody says how large it shall be: the room on a small telephone."""


class Form(StrEnum):
    """How a felt is drawn."""

    WIDE = "wide"
    """Landscape, as the table lies before the players, for a screen and for paper."""
    TALL = "tall"
    """Portrait."""
    BOARD = "board"
    """One part of the bets as boxes that fill the room given; a unit is one pixel."""


def measured(size: Size) -> Size:
    """A size within the bounds, rounded down.

    >>> measured((347, 99999)), measured((0, 0))
    ((344, 2400), (344, 360))
    """
    asked = (one or usual for one, usual in zip(size, USUAL, strict=True))
    width, height = (
        int(min(max(one, least), most)) // STEP * STEP for one, least, most in zip(asked, LEAST, MOST, strict=True)
    )
    return width, height


KEPT = 64


@lru_cache(KEPT)
def covers(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """By the key of each bet the keys of the smallest bets within it: one on two numbers covers both.

    Looked at is what wins at once. Of bets that win on the same outcomes, the first in the rulebook stands for them.
    """
    wins = {
        key: frozenset[Any](
            outcome for outcome, _weight in bet.space if isinstance(bet.verdict(bet.start, outcome), Win)
        )
        for key, bet in rules.bets.items()
    }
    first: dict[frozenset[Any], str] = {}
    for key, won in wins.items():
        if won:
            first.setdefault(won, key)
    least = {won: key for won, key in first.items() if not any(other < won for other in first)}
    return {
        key: tuple(name for won, name in least.items() if name != key and won <= winning)
        for key, winning in wins.items()
    }


PROPOSED_BETS = _("Proposed bets")
PROPOSED_PART = "proposed"
WHOLE = "whole"
"""The part that is all of them, where there is room."""
SINGLE_BETS = _("Bets")
MOST_TOGETHER = 20
"""Bets of a family that are one part where the game does not say: each box can have its words."""
UNKNOWN_PART = refusal("unknown_part", _("the layout has no part {asked}; it has {allowed}"))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Bets that stand together, in one line or in as many as the room asks for."""

    bets: tuple[str, ...]
    """Keys of bets, and ids of families."""
    weight: float = 1
    """How high a line of it is beside the others."""
    columns: tuple[int, ...] = ()
    """How many may stand in a line, where not every number will do."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """Some of the bets of a felt, as a game names them."""

    id: str
    name: str
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A row with the bets that there are."""

    bets: tuple[Bet, ...]
    weight: float
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartFound:
    """A part of the board under some rules."""

    id: str
    name: str
    groups: tuple[Group, ...]
    family: Bet | None = None
    """A bet of the family that the part is named after, where it has no name of its own."""
    number: int = 0
    """Where a family is too large for one part: which of its parts this is."""

    def said(self, say: Translator) -> str:
        """What its tab says."""
        name = say.family(self.family) if self.family else say(self.name)
        return f"{name} {self.number}" if self.number else name


def is_proposed(bet: Bet) -> bool:
    """Whether it is no law yet: nothing but such a bet may stand on a felt as proposed."""
    return PROPOSED in bet.reads


def parts_of(rules: Rules) -> list[PartFound]:
    """Return the parts of the felt under these rules: every bet is in one of them; proposed bets have their own."""
    game = find(rules.rulebook.game)
    named: Sequence[BoardPart] | None = getattr(game.sound_part("felt"), "PARTS", None)
    with game.faults_in("felt"):
        parts = list(_by_family(rules) if named is None else _as_named(rules, named))
        placed = [bet.key for part in parts for group in part.groups for bet in group.bets]
        left = [bet for key, bet in rules.bets.items() if key not in set(placed)]
        if forgotten := [bet.key for bet in left if not is_proposed(bet)]:
            raise Defect(f"PARTS has no place for {', '.join(forgotten)}")
    return [*parts, *_cut(PROPOSED_PART, PROPOSED_BETS, left)]


def part_of(rules: Rules, wanted: str) -> PartFound:
    """One part by its id, or the whole; the first where none is named."""
    parts = parts_of(rules)
    if wanted == WHOLE:
        return PartFound(WHOLE, "", tuple(group for part in parts for group in part.groups))
    for part in parts:
        if wanted in ("", part.id):
            return part
    raise Refusal(UNKNOWN_PART, asked=wanted, allowed=[WHOLE, *(part.id for part in parts)])


def _as_named(rules: Rules, named: Sequence[BoardPart]) -> Iterator[PartFound]:
    """Each part with the bets that there are under the options."""
    for part in named:
        groups = []
        for row in part.rows:
            bets = tuple(bet for bet in rules.bets.values() if bet.key in row.bets or bet.id in row.bets)
            order = {name: place for place, name in enumerate(row.bets)}
            ranked = sorted(bets, key=lambda bet: order.get(bet.key, order.get(bet.id, 0)))
            if bets:
                groups.append(Group(tuple(ranked), row.weight, row.columns))
        if groups:
            yield PartFound(part.id, part.name, tuple(groups))


def _by_family(rules: Rules) -> Iterator[PartFound]:
    """A part for each family of several bets, and for those of one bet that follow one another."""
    for bets in sections(rules):
        family = bets[0] if len({bet.id for bet in bets}) == 1 else None
        yield from _cut(bets[0].id, SINGLE_BETS, bets, family)


def _cut(part_id: str, name: str, bets: Sequence[Bet], family: Bet | None = None) -> Iterator[PartFound]:
    """Bets in as many parts as they need."""
    count = -(-len(bets) // MOST_TOGETHER)
    for number in range(count):
        held = tuple(bets[number * len(bets) // count : (number + 1) * len(bets) // count])
        suffix = f"-{number + 1}" if number else ""
        groups = (Group(held, 1, ()),)
        yield PartFound(part_id + suffix, name, groups, family, number + 1 if count > 1 else 0)


def sections(rules: Rules) -> Iterator[list[Bet]]:
    """Each family of several bets; and together those of one bet that follow one another."""
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
    """`Proposed prizes: Straight 40 to 1`; nothing where every such prize is in its region. One that depends on more than the layout shows is always said. `pays` writes a bet's prize."""
    silent = {
        bet.id
        for region in drawn
        if (key := region.get("data-bet"))
        and is_proposed(bet := rules.bets[key])
        and (bet.shows or not _says(region, pays(bet)))
    }
    families = [[bet for bet in rules.bets.values() if bet.id == name] for name in dict.fromkeys(_ids(rules, silent))]
    said = [one for family in families for one in _said(family, say, pays)]
    return say.labelled(say(PROPOSED_PRIZES), say.items(said)) if said else ""


def _ids(rules: Rules, silent: set[str]) -> Iterator[str]:
    return (bet.id for bet in rules.bets.values() if bet.id in silent)


def _says(region: Element, pays: str) -> bool:
    """Whether a region has its prize in it, or tells the prizes of single outcomes."""
    texts = list(region.iter("text"))
    said = "".join(one.text or "" for one in texts)
    is_told = any("pays" in one.get("class", "") and DOTS not in (one.text or "") for one in texts)
    return is_told or "".join(pays.split()) in "".join(said.split())


def _said(family: Sequence[Bet], say: Translator, pays: Callable[[Bet], str]) -> Iterator[str]:
    """The family by its name where all of it has one proposed prize; or else bets of one prize together."""
    proposed = [bet for bet in family if is_proposed(bet)]
    for prize in dict.fromkeys(map(pays, proposed)):
        alike = [bet for bet in proposed if pays(bet) == prize]
        names = [say.family(alike[0])] if len(alike) == len(family) else map(say.bet, alike)
        yield f"{say.list(names)} {prize}"


GAP = 8.0
CAPTION, STRIP_ROW, WIDEST_CELL = 26.0, 80.0, 260.0
"""Of a strip of proposed bets: its caption, a row of it, and the width of a bet."""
OTHER = {
    Language.EN: translator(Language.ZH),
    Language.PT: translator(Language.ZH),
    Language.ZH: translator(Language.EN),
}
CHIP = {Form.WIDE: 22.0, Form.TALL: 18.0, Form.BOARD: 17.0}
"""The radius of a place for chips where there is room: of a chip 34 pixels across."""
SMALLEST = {Form.WIDE: 15.0, Form.TALL: 14.0, Form.BOARD: 12.0}
BESIDE, HEAD, FOOT = 8.0, 2.0, 3.0
"""In a box, what is left free: beside the words and the chips, over the name, under the prize."""
PAYS_SHARE = 0.3
"""The share of a box, at its foot, that says what the bet pays."""

Point = tuple[float, float]


class Felt:
    """The drawing of one table: `bet` and `region` draw the rulebook's bets, `add` anything else."""

    def __init__(
        self, rules: Rules, say: Translator, width: float, form: Form = Form.WIDE, *, is_bilingual: bool = True
    ) -> None:
        self.rules = rules
        self.say = say
        self.width = width
        self.form = form
        self.is_bilingual = is_bilingual
        """With names in both scripts, where there is room; the fonts of a reader may have one only."""
        self.height = 0.0
        self.drawn: list[Element] = []
        self.placed: dict[str, None] = {}
        """The bets that have a region."""

    def add(self, *shapes: Element) -> None:
        """Draw something that is no bet."""
        self.drawn += shapes

    @property
    def is_tall(self) -> bool:
        """Drawn upright."""
        return self.form is Form.TALL

    @property
    def smallest(self) -> float:
        """The smallest letters: 12 pixels where a wide felt is shown 960 wide, a tall one 344, and on a board."""
        return SMALLEST[self.form]

    def _said(self, bet: Bet) -> str:
        """A bet with its prize, its clause, and what else there is to say of it."""
        named = self.say.labelled(self.say.bet(bet), self.say.in_brackets(self.pays(bet), self.say.cite(bet.cite)))
        return f"{named} {self.say(bet.about)}".strip()

    def region(
        self,
        key: str,
        *shapes: Element,
        chips: Point,
        chips_on: Mapping[str, Point] = MappingProxyType({}),
        at: Point | None = None,
    ) -> None:
        """The region of a bet, in any shape; its chips lie round `chips`, or round the point for the number it moved to.

        `at` is where the region is for the arrow keys, where that is not its middle.
        """
        bet = self.rules.bets[key]
        self.placed[key] = None
        self.add(
            group(
                element("title", self._said(bet)),
                *shapes,
                class_="region proposed" if is_proposed(bet) else "region",
                data_bet=key,
                data_chips=_written(chips),
                data_chips_on=" ".join(f"{on}:{_written(place)}" for on, place in chips_on.items()) or None,
                data_covers=" ".join(covers(self.rules)[key]) or None,
                data_at=_written(at) if at else None,
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
        """A bet in a rectangle with its name and, below, what it pays; its chips lie at the right."""
        x, y, width, height = box
        radius = min(CHIP[self.form], height / 2 - 3, width * 0.2)
        room = width - 2 * radius - BESIDE
        prize = min(self._needs(self.pays(self.rules.bets[key]), room / PLAIN), height / 2)
        foot_height = max(height * PAYS_SHARE, prize + FOOT)
        name_height = height - foot_height
        foot = (x + 3, y + name_height, room, foot_height - FOOT)
        shapes = [
            rect(box, class_=class_, radius=6),
            self.label(self.name(key) if words is None else words, (x + 3, y + HEAD, room, name_height - HEAD), size),
            self.label(self.pays(self.rules.bets[key]), foot, size * 0.72, class_="pays"),
        ]
        self.region(key, *shapes, chips=(x + width - radius - 3, y + height / 2))

    def label(self, words: str, box: Box, size: float, *, class_: str = "label") -> Element:
        """Words in the middle of a box, no smaller than this felt's letters may be."""
        return label(words, box, size, smallest=self.smallest, class_=class_)

    def name(self, key: str) -> str:
        """What the bet is called in the reader's language."""
        return self.say.bet(self.rules.bets[key])

    def scripts(self, key: str) -> tuple[str, str]:
        """Its name in Chinese and in Portuguese or English, the reader's or else the other; one is empty where both are one."""
        name, other = self.name(key), self.other_name(self.rules.bets[key])
        return (name, other) if self.say.language is Language.ZH else (other, name)

    def both_names(self, key: str) -> str:
        """Its name in both scripts, as felts in Macau have it: `大 Big`."""
        return " ".join(filter(None, self.scripts(key)))

    def other_name(self, bet: Bet) -> str:
        """What it is called in the other script, Chinese beside Portuguese and English, English beside Chinese; no number twice."""
        if not self.is_bilingual:
            return ""
        said = self.say.bet(bet).split()
        return " ".join(word for word in OTHER[self.say.language].bet(bet).split() if word not in said)

    def pays(self, bet: Bet) -> str:
        """Its prizes in words, and the commission: `1 to 1 −5%`."""
        said = self.say.short_odds(analysed(bet).pays)
        return f"{said} −{bet.commission.rate * 100}%" if bet.commission else said

    def family(self, bet_id: str) -> list[Bet]:
        """The bets of one id, in the rulebook's order."""
        return [bet for bet in self.rules.bets.values() if bet.id == bet_id]

    def finish(self, height: float) -> Element:
        """The whole drawing; a proposed bet that has no region yet gets one in a strip at the head or the foot, a prize that no region says a line below."""
        left = [bet for key, bet in self.rules.bets.items() if key not in self.placed]
        if forgotten := [bet.key for bet in left if not is_proposed(bet)]:
            raise Defect(f"draw has no region for {', '.join(forgotten)}")
        legend = changed_prizes(self.rules, self.say, self.drawn, self.pays)
        head = [bet for bet in left if bet.place is Place.HEAD]
        foot = [bet for bet in left if bet.place is Place.FOOT]
        top = -self._strip(head, -self._strip_height(head))
        height += self._strip(foot, height)
        self.height = height + self._legend(legend, height) - top
        return self.close(top)

    def close(self, top: float = 0) -> Element:
        """The drawing as it is, from `top` on."""
        title = law(self.rules.rulebook.game).instrument.title[self.say.language]
        cloth = rect((0, top, self.width, self.height), class_="cloth")
        class_ = f"felt {cloth_of(self.rules.rulebook.game)}".strip()
        return picture(self.width, self.height, title, cloth, *self.drawn, top=top, class_=class_)

    def _strip(self, bets: Sequence[Bet], top: float) -> float:
        """Bets side by side under the word that they are proposed; the height it takes."""
        if not bets:
            return 0
        columns, cell, high = self._cells(bets)
        left = (self.width + GAP - cell * columns) / 2
        self.add(self.label(self.say(PROPOSED_BETS), (GAP, top, self.width - 2 * GAP, CAPTION), 16, class_="pays"))
        for number, bet in enumerate(bets):
            row, column = divmod(number, columns)
            box = (left + column * cell, top + CAPTION + row * high, cell - GAP, high - GAP)
            self.bet(bet.key, box, size=20)
        return self._strip_height(bets)

    def _legend(self, words: str, top: float) -> float:
        """Words over the whole width; the height they take."""
        if not words:
            return 0
        room = self.width - 2 * GAP
        high = self._needs(words, room / PLAIN) + GAP
        self.add(self.label(words, (GAP, top, room, high), 17, class_="pays"))
        return high + GAP

    def _strip_height(self, bets: Sequence[Bet]) -> float:
        if not bets:
            return 0
        columns, _, high = self._cells(bets)
        return CAPTION + high * -(-len(bets) // columns)

    def _cells(self, bets: Sequence[Bet]) -> tuple[int, float, float]:
        """How many cells of a strip are in a row, how wide and how high they are: fewer and wider ones where names or prizes need more room."""
        most = min(max(1, int(self.width // 160)), len(bets))
        full = [(columns, (self.width - GAP) / columns) for columns in range(most, 0, -1)]
        cells = [(columns, min(cell, WIDEST_CELL)) for columns, cell in full] + full
        ways = [(columns, cell, self._row(bets, cell)) for columns, cell in cells]
        best = next((one for one in ways if one[2] <= STRIP_ROW), None)
        return best or min(ways, key=lambda one: one[2] * -(-len(bets) // one[0]))

    def _row(self, bets: Sequence[Bet], cell: float) -> float:
        """How high a row of cells must be for every name and prize; endless where a word is too long for the cell."""
        room = cell - GAP - 2 * CHIP[self.form] - BESIDE
        needed = (self._needs(self.say.bet(bet), room) + self._needs(self.pays(bet), room / PLAIN) for bet in bets)
        return max(STRIP_ROW, max(needed) + HEAD + FOOT + GAP + self.smallest / 2)

    def _needs(self, words: str, room: float) -> float:
        """How high words in the smallest letters are; endless where one is too long for a line."""
        lines, size = wrapped(words, room, 0, self.smallest, self.smallest)
        return height_of(lines, size) if max(map(extent, lines)) * size <= room else inf


def cloth_of(game: str) -> str:
    """The class of a game's cloth, where it is not the common one."""
    colour: str = getattr(find(game).sound_part("felt"), "CLOTH", "")
    return colour


def _written(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"


def prizes(bet: Bet) -> Mapping[Any, Odds]:
    """What each outcome that a layout tells apart pays at once, where it does: the lowest prize, where a proposal tells more of them apart."""
    found: dict[Any, Odds] = {}
    sees = bet.shows or bet.sees
    for outcome, _weight in bet.space:
        verdict = bet.verdict(bet.start, outcome)
        if isinstance(verdict, Win):
            seen = sees(outcome)
            found[seen] = min(found.get(seen, verdict.odds), verdict.odds, key=lambda odds: odds.ratio)
    return found


def outcomes(bet: Bet, verdict: type[Verdict]) -> list[Any]:
    """The outcomes that come to this verdict at once."""
    return [outcome for outcome, _weight in bet.space if isinstance(bet.verdict(bet.start, outcome), verdict)]


def winners(bet: Bet) -> list[Any]:
    """The outcomes that win at once."""
    return outcomes(bet, Win)


def ordinary(bet: Bet) -> Fraction:
    """The lowest prize there is on the bet; a felt marks the outcomes that pay more."""
    return min(odds.ratio for odds in analysed(bet).pays)

"""A felt being drawn: shapes, and a region for each bet that says where its chips lie."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import Element

from banca.analysis.exact import analysed
from banca.drawing.covers import covers
from banca.drawing.form import Form
from banca.drawing.legend import changed_prizes
from banca.drawing.lines import extent, height_of, wrapped
from banca.drawing.parts import PROPOSED_BETS, is_proposed
from banca.drawing.shapes import PLAIN, Box, element, group, label, picture, rect
from banca.games import find
from banca.i18n import Translator, translator
from banca.law import Language, law
from banca.rules import Bet, Defect, Odds, Place, Rules, Verdict, Win

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
    for outcome, _ in bet.space:
        verdict = bet.verdict(bet.start, outcome)
        if isinstance(verdict, Win):
            seen = sees(outcome)
            found[seen] = min(found.get(seen, verdict.odds), verdict.odds, key=lambda odds: odds.ratio)
    return found


def outcomes(bet: Bet, verdict: type[Verdict]) -> list[Any]:
    """The outcomes that come to this verdict at once."""
    return [outcome for outcome, _ in bet.space if isinstance(bet.verdict(bet.start, outcome), verdict)]


def winners(bet: Bet) -> list[Any]:
    """The outcomes that win at once."""
    return outcomes(bet, Win)


def ordinary(bet: Bet) -> Fraction:
    """The lowest prize there is on the bet; a felt marks the outcomes that pay more."""
    return min(odds.ratio for odds in analysed(bet).pays)

"""Felts written as drawings: `felt.xml` in a game's folder is SVG, with tags of its own for bets, words and pictures.

A form of the felt, `<wide height="650">` or `<tall height="1273">`, has in the order in which they are drawn

- `<region bet="field" chips="850,366">`: the region of a bet, with its shapes; `at` and `chips_on` as in `Felt.region`;
- `<boxes>` with a `<row bets="horn" box="892 440 296 74">` for each box cut into columns: bets that share an arrangement, by key or by family;
  with a `caption` of this height, the family's name stands above and each bet has its selection alone; with `prize="no"` it has no prize;
- `<label box="116 12 110 22" size="17" class="pays">{name} +</label>`: words that fit a box, where `{name}` is one of the game's words or of `WORDS`;
- tags that are the game's own pictures, and any other SVG, whose text may have such words too.

What the rules do not have under their options is left out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring

from banca.drawing.board import family_in_boxes, in_boxes
from banca.drawing.felt import Felt, Point
from banca.drawing.svg import Box, filled_rows
from banca.drawing.text import TOGETHER
from banca.rules import Bet

Word = Callable[[Felt, Bet], str]

WORDS: dict[str, Word] = {
    "name": lambda felt, bet: felt.name(bet.key),
    "names": lambda felt, bet: felt.both_names(bet.key),
    "family": lambda felt, bet: felt.say.family(bet),
    "pays": lambda felt, bet: felt.pays(bet),
    "pays_in_one_line": lambda felt, bet: felt.pays(bet).replace(" ", TOGETHER),
}
FIELD = re.compile(r"\{(\w+)\}")

Picture = Callable[[Felt, Bet, Mapping[str, str]], Iterable[Element]]
"""Draws a tag of the game's own by its attributes, for the bet of its region."""


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of an attribute."""
    return tuple(map(float, re.split(r"[ ,]+", text)))


def box_of(attributes: Mapping[str, str]) -> Box:
    """Return the box that a tag names."""
    x, y, width, height = numbers(attributes["box"])
    return x, y, width, height


def point_of(text: str) -> Point:
    """Return a point that is written as `850,366`."""
    x, y = numbers(text)
    return x, y


@cache
def _forms(package: str) -> Element:
    return fromstring(files(package).joinpath("felt.xml").read_text("utf-8"))  # noqa: S314 - a game's own file


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """The felt of a game as its file draws it."""

    package: str
    words: dict[str, Word] = field(default_factory=dict)
    pictures: Mapping[str, Picture] = field(default_factory=dict)

    def draw(self, felt: Felt) -> float:
        """Draw the form that is asked for; how high it is."""
        form = _forms(self.package).find(felt.form)
        assert form is not None  # noqa: S101 - a felt has both forms
        for node in form:
            if node.tag == "boxes":
                _draw_boxes(felt, node)
            elif node.tag != "region":
                felt.add(*self._shapes(felt, felt.rules.bets[node.get("bet", next(iter(felt.rules.bets)))], [node]))
            elif bet := felt.rules.bets.get(node.attrib["bet"]):
                places = (place.split(":") for place in node.get("chips_on", "").split())
                felt.region(
                    bet.key,
                    *self._shapes(felt, bet, node),
                    chips=point_of(node.attrib["chips"]),
                    chips_on={name: point_of(place) for name, place in places},
                    at=point_of(node.attrib["at"]) if "at" in node.attrib else None,
                )
        return float(form.attrib["height"])

    def _shapes(self, felt: Felt, bet: Bet, nodes: Iterable[Element]) -> Iterator[Element]:
        for node in nodes:
            text = FIELD.sub(lambda word: (WORDS | self.words)[word[1]](felt, bet), (node.text or "").strip())
            if node.tag in self.pictures:
                yield from self.pictures[node.tag](felt, bet, node.attrib)
            elif node.tag != "label":
                shape = Element(node.tag, node.attrib)
                shape.text = text or None
                shape.extend(self._shapes(felt, bet, node))
                yield shape
            elif text:
                yield felt.label(text, box_of(node.attrib), float(node.attrib["size"]), class_=node.attrib["class"])


def _draw_boxes(felt: Felt, node: Element) -> None:
    """Bets of several rows in one arrangement, each row in as many lines as its columns make of it."""
    bets: list[Bet] = []
    cells: list[Box] = []
    for row in node:
        names = row.attrib["bets"].split()
        own = [bet for name in names for bet in felt.rules.bets.values() if name in (bet.id, bet.key)]
        cells += filled_rows(box_of(row.attrib), len(own), int(row.get("columns", len(own))), float(row.get("gap", 0)))
        bets += own
    if "caption" in node.attrib:
        family_in_boxes(felt, bets, cells, float(node.attrib["caption"]))
    else:
        in_boxes(felt, bets, cells, prize=node.get("prize") != "no")

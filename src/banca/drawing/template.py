"""Felts written as drawings: `felt.xml` in a game's folder is SVG, with tags of its own for bets, words and pictures.

A form of the felt, `<wide height="650">` or `<tall height="1273">`, has in the order in which they are drawn

- `<region bet="field" chips="850,366">`: the region of a bet, with its shapes; `at` and `chips_on` as in `Felt.region`;
- `<boxes>` with a `<row bets="horn" box="892 440 296 74">` for each box cut into columns: bets that share an arrangement, by key or by family;
  with a `caption` of this height, the family's name stands above and each bet has its selection alone; with `prize="no"` it has no prize;
- `<label box="116 12 110 22" size="17" class="pays">{name} +</label>`: words that fit a box, where `{name}` is one of the game's words or of `WORDS`;
- `<each bets="figure" box="208 116 784 296" columns="3" gap="6">`: what stands in it is drawn for each of these bets, in a cell of the box whose upper
  left corner is 0,0; there `{selection}` is the bet's;
- tags that are the game's own pictures, and any other SVG.

Texts and attributes may have words in braces. What the rules do not have under their options is left out.
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
Picture = Callable[[Felt, Bet, Mapping[str, str]], Iterable[Element]]
"""Draws a tag of the game's own by its attributes, for the bet of its region."""

WORDS: dict[str, Word] = {
    "name": lambda felt, bet: felt.name(bet.key),
    "names": lambda felt, bet: felt.both_names(bet.key),
    "selection": lambda _felt, bet: bet.selection,
    "family": lambda felt, bet: felt.say.family(bet),
    "pays": lambda felt, bet: felt.pays(bet),
    "pays_in_one_line": lambda felt, bet: felt.pays(bet).replace(" ", TOGETHER),
}
FIELD = re.compile(r"\{(\w+)\}")
# What moves with the cell in which something is drawn: across, down, or both.
ACROSS, DOWN, BOTH = ("x", "cx"), ("y", "cy"), ("box", "at", "chips")


def numbers(text: str) -> list[float]:
    """Return the numbers of an attribute."""
    return [float(number) for number in re.split(r"[ ,]+", text)]


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
        if form is None:
            because = f"felt.xml has no {felt.form}"
            raise ValueError(because)
        self._draw(felt, form, next(iter(felt.rules.bets.values())), (0, 0))
        return float(form.attrib["height"])

    def _draw(self, felt: Felt, nodes: Iterable[Element], own: Bet, origin: Point) -> None:
        for node in nodes:
            about = self._about(felt, own, node, origin)
            bet = felt.rules.bets.get(about.get("bet", own.key))
            if node.tag == "boxes":
                _draw_boxes(felt, node)
            elif node.tag == "each":
                for each, cell in _cells(felt, node):
                    self._draw(felt, node, each, cell[:2])
            elif bet and node.tag == "region":
                places = (place.split(":") for place in about.get("chips_on", "").split())
                felt.region(
                    bet.key,
                    *self._shapes(felt, node, bet, origin),
                    chips=point_of(about["chips"]),
                    chips_on={name: point_of(place) for name, place in places},
                    at=point_of(about["at"]) if "at" in about else None,
                )
            elif bet:
                felt.add(*self._shapes(felt, [node], bet, origin))

    def _shapes(self, felt: Felt, nodes: Iterable[Element], bet: Bet, origin: Point) -> Iterator[Element]:
        for node in nodes:
            about, text = self._about(felt, bet, node, origin), self._filled(felt, bet, (node.text or "").strip())
            if node.tag in self.pictures:
                yield from self.pictures[node.tag](felt, bet, about)
            elif node.tag != "label":
                shape = Element(node.tag, about)
                shape.text = text or None
                shape.extend(self._shapes(felt, node, bet, origin))
                yield shape
            elif text:
                yield felt.label(text, box_of(about), float(about["size"]), class_=about["class"])

    def _about(self, felt: Felt, bet: Bet, node: Element, origin: Point) -> dict[str, str]:
        """The attributes of a tag, with their words, where they are in the drawing."""
        about = {name: self._filled(felt, bet, text) for name, text in node.attrib.items()}
        for name, text in about.items() if any(origin) else ():
            if name in ACROSS + DOWN:
                about[name] = f"{float(text) + origin[name in DOWN]:.6g}"
            elif name in BOTH:
                x, y, *size = numbers(text)
                about[name] = " ".join(map(str, (x + origin[0], y + origin[1], *size)))
        return about

    def _filled(self, felt: Felt, bet: Bet, text: str) -> str:
        return FIELD.sub(lambda word: (WORDS | self.words)[word[1]](felt, bet), text)


def _cells(felt: Felt, node: Element) -> list[tuple[Bet, Box]]:
    """The bets that a tag names by key or by family, each with its part of the box."""
    names = node.attrib["bets"].split()
    bets = [bet for name in names for bet in felt.rules.bets.values() if name in (bet.id, bet.key)]
    cells = filled_rows(box_of(node.attrib), len(bets), int(node.get("columns", len(bets))), float(node.get("gap", 0)))
    return list(zip(bets, cells, strict=True))


def _draw_boxes(felt: Felt, node: Element) -> None:
    """Bets of several rows in one arrangement, each row in as many lines as its columns make of it."""
    bets, cells = zip(*(pair for row in node for pair in _cells(felt, row)), strict=True)
    if "caption" in node.attrib:
        family_in_boxes(felt, bets, cells, float(node.attrib["caption"]))
    else:
        in_boxes(felt, bets, cells, prize=node.get("prize") != "no")

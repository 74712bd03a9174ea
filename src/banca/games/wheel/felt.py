"""The wheel of fortune: its 52 sections with the pointer, and a rectangle for each of the seven symbols. wheel 1, 3.1."""

from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import mounted, pointer, polar, rotor, turned
from banca.drawing.felt import Felt
from banca.drawing.svg import Box, circle, filled_rows, group, text
from banca.drawing.text import TOGETHER
from banca.games.wheel.rules import RIM, SECTIONS, show
from banca.law import law
from banca.rules import Bet, _

CLOTH = "cloth-night"
GAP = 8.0
# Of the wheel as a device; on the felt it is as large as its room.
RADIUS = 300.0
# The hub's share of the radius.
HUB = 0.42


def draw(felt: Felt) -> float:
    """The wheel beside the rectangles or above them."""
    radius, middle, board, height = (
        (136, "200 178", (8, 340, 384, 332), 680) if felt.is_tall else (260, "306 330", (624, 12, 564, 616), 640)
    )
    hub = radius * HUB
    title = law(felt.rules.rulebook.game).instrument.title[felt.say.language]
    name = felt.label(title, (-hub * 0.66, -hub * 0.5, hub * 1.32, hub), hub * 0.34, class_="label on-colour")
    felt.add(group(group(_wheel(radius), name), transform=f"translate({middle})"))
    _board(felt, board)
    return height


def _wheel(radius: float) -> Element:
    """The wheel with its pegs, hub and pointer, round the point 0,0; the hub stands over the sections."""
    hub = [circle(0, 0, radius * HUB, class_="hub"), circle(0, 0, radius * HUB * 0.86, class_="rule stroke-gold")]
    return mounted(_sections(radius), radius, *hub, pointer(radius + 14, radius * 0.15), rim=16)


def _sections(radius: float) -> Element:
    """The sections in the order of the rim, with a peg between each two. wheel 1.2.1."""
    turn = 360 / len(RIM)
    sections = rotor(
        [show(symbol) for symbol in RIM],
        [str(symbol) for symbol in RIM],
        [f"symbol-{symbol}" for symbol in RIM],
        radius,
        hub=HUB,
    )
    sections.extend(
        circle(*polar(turn * (n + 0.5), radius + 6), radius * 0.012 + 1, class_="peg") for n in range(len(RIM))
    )
    return sections


def _board(felt: Felt, box: Box) -> None:
    """A rectangle for each symbol: the commonest over the whole width, the others two by two."""
    x, y, width, height = box
    first, *others = felt.family("symbol")
    rows = -(-len(others) // 2)
    tall = (height - rows * GAP) / (rows + 1)
    in_boxes(felt, [first], [(x, y, width, tall)], prize=True)
    below = (x, y + tall + GAP, width, rows * (tall + GAP) - GAP)
    in_boxes(felt, others, filled_rows(below, len(others), 2, GAP), prize=True)


def face(felt: Felt, bet: Bet) -> BetLook:
    """The symbol on a disc of its colour, its name, and how many sections it has."""
    if bet.id != "symbol":
        return BetLook()
    sections, _cite = SECTIONS[int(bet.selection)]
    count = felt.say(_("sections: {count}"), count=sections).replace(" ", TOGETHER)
    return BetLook(
        words=f"{felt.name(bet.key).replace(' ', TOGETHER)} · {count}",
        emblem=lambda box: _disc(bet.selection, box),
        share=0.3,
    )


def _disc(symbol: str, box: Box) -> list[Element]:
    x, y, width, height = box
    middle, radius = (x + width / 2, y + height / 2), min(width, height) / 2 - 1
    return [
        circle(*middle, radius, class_=f"symbol-{symbol} stroke-paper"),
        text(symbol, *middle, max(12, radius * 1.1), class_="number on-colour"),
    ]


def device(title: str) -> Element:
    """The wheel of 52 sections with its pointer."""
    return turned(title, _wheel(RADIUS), RADIUS * 1.15)

"""The wheel of fortune: its 52 sections with the pointer, and a rectangle for each of the seven symbols. wheel 1, 3.1."""

from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook, in_boxes
from banca.drawing.devices import at, mounted, pointer, rotor, turned
from banca.drawing.felt import Felt
from banca.drawing.svg import Box, circle, group, text
from banca.drawing.text import TOGETHER
from banca.games.wheel.rules import RIM, SECTIONS, show
from banca.law import law
from banca.rules import Bet, _

CLOTH = "cloth-night"
GAP = 8.0
RADIUS = 300.0
HUB = 0.42
"""The hub's share of the radius."""


def draw(felt: Felt) -> float:
    """The wheel beside the rectangles or above them."""
    if felt.is_tall:
        felt.add(group(_named(felt, 136), transform="translate(200 178)"))
        _board(felt, (8, 340, 384, 332))
        return 680
    felt.add(group(_named(felt, 260), transform="translate(306 330)"))
    _board(felt, (624, 12, 564, 616))
    return 640


def _named(felt: Felt, radius: float) -> Element:
    """The wheel with the game's name on the hub."""
    hub = radius * HUB
    title = law(felt.rules.rulebook.game).instrument.title[felt.say.language]
    name = felt.label(title, (-hub * 0.66, -hub * 0.5, hub * 1.32, hub), hub * 0.34, class_="label on-colour")
    return group(wheel(radius), name)


def wheel(radius: float) -> Element:
    """The wheel with its pegs, hub and pointer, round the point 0,0."""
    return mounted(turning(radius), radius, *hub(radius), pointer(radius + 14, radius * 0.15), rim=16)


def hub(radius: float) -> list[Element]:
    """The middle of the wheel, which stands over the sections."""
    size = radius * HUB
    return [circle(0, 0, size, class_="hub"), circle(0, 0, size * 0.86, class_="rule stroke-gold")]


def turning(radius: float) -> Element:
    """The sections in the order of the rim, with a peg between each two. wheel 1.2.1."""
    turn = 360 / len(RIM)
    made = rotor(
        [show(symbol) for symbol in RIM],
        [str(symbol) for symbol in RIM],
        [f"symbol-{symbol}" for symbol in RIM],
        radius,
        hub=HUB,
    )
    made.extend(circle(*at(turn * (n + 0.5), radius + 6), radius * 0.012 + 1, class_="peg") for n in range(len(RIM)))
    return made


def _board(felt: Felt, box: Box) -> None:
    """A rectangle for each symbol: the commonest over the whole width, the others two by two."""
    x, y, width, height = box
    tall = (height - 3 * GAP) / 4
    half = (width - GAP) / 2
    first, *others = felt.family("symbol")
    in_boxes(felt, [first], [(x, y, width, tall)], prize=True)
    places = [divmod(number + 2, 2) for number in range(len(others))]
    cells = [(x + column * (half + GAP), y + row * (tall + GAP), half, tall) for row, column in places]
    in_boxes(felt, others, cells, prize=True)


def face(felt: Felt, bet: Bet) -> BetLook:
    """The symbol on a disc of its colour, its name, and how many sections it has."""
    if bet.id != "symbol":
        return BetLook()
    sections, _cite = SECTIONS[int(bet.selection)]
    said = felt.say(_("sections: {count}"), count=sections).replace(" ", TOGETHER)
    return BetLook(
        words=f"{felt.name(bet.key).replace(' ', TOGETHER)} · {said}",
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
    return turned(title, wheel(RADIUS), RADIUS * 1.15)

"""The wheel of fortune: its 52 sections with the pointer, and a rectangle for each of the seven symbols. wheel 1, 3.1."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import mounted, pointer, polar, rotor, turned
from banca.drawing.felt import Felt
from banca.drawing.svg import Box, circle, group, text
from banca.drawing.template import Template
from banca.drawing.text import TOGETHER
from banca.games.wheel.rules import RIM, SECTIONS, show
from banca.law import law
from banca.rules import Bet, _

CLOTH = "cloth-night"
# Of the wheel as a device; on the felt it is as large as its room.
RADIUS = 300.0
# The hub's share of the radius.
HUB = 0.42


def _drawn_wheel(felt: Felt, _bet: Bet, about: Mapping[str, str]) -> list[Element]:
    """The wheel with the game's name on its hub."""
    radius = float(about["radius"])
    hub = radius * HUB
    title = law(felt.rules.rulebook.game).instrument.title[felt.say.language]
    name = felt.label(title, (-hub * 0.66, -hub * 0.5, hub * 1.32, hub), hub * 0.34, class_="label on-colour")
    return [group(group(_wheel(radius), name), transform=f"translate({about['at']})")]


draw = Template(package=__package__, pictures={"wheel": _drawn_wheel}).draw


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

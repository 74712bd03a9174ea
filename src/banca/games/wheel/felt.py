"""The wheel of fortune: its 52 sections with the pointer, and a rectangle for each of the seven symbols. wheel 1, 3.1."""

from xml.etree.ElementTree import Element

from banca.drawing.device import turned
from banca.drawing.felt import Felt
from banca.drawing.rotor import at, mounted, pointer, rotor
from banca.drawing.shapes import Box, circle, group, rect, text
from banca.games.wheel.device import RIM, SECTIONS, show
from banca.law import law
from banca.rulebook import Bet, term

GAP = 8.0
RADIUS = 300.0
HUB = 0.42
"""The hub's share of the radius."""


def draw(felt: Felt) -> float:
    """The wheel beside the rectangles or above them."""
    if felt.is_tall:
        felt.add(group(_named(felt, 172), transform="translate(200 222)"))
        _board(felt, (8, 428, 384, 416))
        return 852
    felt.add(group(_named(felt, RADIUS), transform="translate(346 390)"))
    _board(felt, (700, 32, 484, 696))
    return 760


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
    for number, bet in enumerate(felt.family("symbol")):
        row, column = divmod(number + 1, 2)
        if number == 0:
            _rectangle(felt, bet, (x, y, width, tall))
        else:
            _rectangle(felt, bet, (x + column * (half + GAP), y + row * (tall + GAP), half, tall))


def _rectangle(felt: Felt, bet: Bet, box: Box) -> None:
    """The symbol, its name, how many sections it has, and its prize."""
    x, y, width, height = box
    symbol = int(bet.selection)
    sections, _ = SECTIONS[symbol]
    size, radius = (17, height * 0.28) if felt.is_tall else (24, height * 0.22)
    written = size * (6.2 if felt.is_tall else 5.8)
    left = x + (width - radius * 2 - written) / 2
    words = left + radius * 2 + 6
    said = (
        (felt.name(bet.key), size, "label"),
        (felt.say(term("sections: {count}"), count=sections), max(felt.smallest, size * 0.74), "pays"),
        (felt.pays(bet), size * 0.9, "label"),
    )
    line = height * 0.28
    felt.region(
        bet.key,
        rect(box, class_="cell", radius=8),
        circle(left + radius, y + height / 2, radius, class_=f"symbol-{symbol} stroke-paper"),
        text(bet.selection, left + radius, y + height / 2, radius * 1.1, class_="number on-colour"),
        *(
            felt.label(sentence, (words, y + height * 0.08 + line * n, written - 6, line), letters, class_=class_)
            for n, (sentence, letters, class_) in enumerate(said)
        ),
        chips=(left + radius, y + height / 2),
    )


def device(title: str) -> Element:
    """The wheel of 52 sections with its pointer."""
    return turned(title, wheel(RADIUS), RADIUS * 1.15)

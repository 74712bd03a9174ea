"""The board of Fish-Prawn-Crab: the six figures in the middle, Small and Big at their sides; and its three dice. fish_prawn_crab 1.4, 5."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, prizes, winners
from banca.drawing.svg import Box, across, drawings, element, group, rect, symbol, text
from banca.drawing.template import Template
from banca.games.fish_prawn_crab.rules import NAMES, Colour, Figure, Triple, total
from banca.rules import Bet, _, _p

# A figure is drawn in a square of this side.
SIDE = 100.0
CENTRE, ANY_COLOUR = "any_triple", "any_three_colour"
COLOURS = ("one_colour", "two_colour", "three_colour")
LOOKS = {"small": "cell lead tint-blue", "big": "cell lead tint-red"}
PARTS = (
    BoardPart("figures", _p("on the layout", "Figures"), (BoardRow(("small", "big")), BoardRow(("figure",), 1.3))),
    BoardPart("totals", _("Totals"), (BoardRow(("total",), 1, (2, 3, 4, 5, 7)),)),
    BoardPart("triples", _("Triples"), (BoardRow((CENTRE,)), BoardRow(("triple",), 1.2))),
    BoardPart("colours", _("Colours"), (*(BoardRow((family,)) for family in COLOURS), BoardRow((ANY_COLOUR,), 0.8))),
)


@cache
def _drawings() -> dict[Figure, Element]:
    """The drawing of each figure, as `figures.svg` beside this file has it, in the figure's colour."""
    figures = {Figure(name): drawn for name, drawn in drawings(__package__, "figures.svg").items()}
    for figure, drawn in figures.items():
        for shape in drawn.iter():
            shape.attrib["class"] = shape.attrib["class"].replace("colour", figure.colour)
    return figures


def _dice(colour: Colour, count: int, x: float, y: float, side: float) -> Element:
    """So many blank dice of a colour side by side, the middle of the row at the point."""
    step = side * 1.25
    left = x - (step * (count - 1) + side) / 2
    dice = ((left + number * step, y - side / 2, side, side) for number in range(count))
    return group(*(rect(die, class_=f"fill-{colour} stroke-paper", radius=side * 0.18) for die in dice))


def face(felt: Felt, bet: Bet) -> BetLook:
    """Figures on paper, as they are on the dice; so many dice of a colour; Small and Big with their totals."""
    match bet.id:
        case "small" | "big":
            words = f"{felt.both_names(bet.key)} {_totals(bet)}"
            return BetLook(words=words, class_=LOOKS[bet.id], ink="label lead")
        case "total":
            return BetLook(words=bet.selection, ink="number")
        case "figure":
            figure = Figure(bet.selection)
            return BetLook(
                class_="cell fill-paper", ink="label on-paper", emblem=lambda box: _on_paper([figure], box), share=0.62
            )
        case "triple" | "any_triple":
            shown = [Figure(bet.selection)] * 3 if bet.selection else list(Figure)
            return BetLook(
                emblem=lambda box: _on_paper(shown, box),
                shape=len(shown) * 0.98,
                share=0.38,
                largest=0 if bet.selection else 20,
            )
        case "any_three_colour":
            return BetLook(emblem=_dice_of_any_colour, shape=9.5, share=0.4, largest=20)
        case _ if bet.id in COLOURS:
            # Such a bet has one prize, for one number of dice of its colour.
            (count,) = cast("dict[int, object]", prizes(bet))
            return BetLook(
                emblem=lambda box: _dice_of_colour(Colour(bet.selection), count, box), shape=1.3 * count, share=0.34
            )
        case _:
            return BetLook()


def _totals(bet: Bet) -> str:
    """The totals that win Small or Big."""
    totals = [total(cast("Triple", outcome)) for outcome in winners(bet)]
    return f"{min(totals)}–{max(totals)}"


def _on_paper(shown: Sequence[Figure], box: Box) -> list[Element]:
    """Figures side by side on a strip of paper."""
    x, y, width, height = box
    side = min(height, width / len(shown))
    left, top = x + (width - side * len(shown)) / 2 + side * 0.05, y + height / 2 - side * 0.45
    scale = f"scale({side * 0.9 / SIDE:.4g})"
    return [rect((x, y, width, height), class_="fill-paper", radius=4)] + [
        group(_drawings()[figure], transform=f"translate({left + number * side:g} {top:g}) {scale}")
        for number, figure in enumerate(shown)
    ]


def _dice_of_colour(colour: Colour, count: int, box: Box) -> list[Element]:
    x, y, width, height = box
    return [_dice(colour, count, x + width / 2, y + height / 2, min(height, width / (1.25 * count)) * 0.9)]


def _dice_of_any_colour(box: Box) -> list[Element]:
    _, _, width, height = box
    side = min(height, width / 11)
    return [
        _dice(colour, 3, x + wide / 2, y + height / 2, side)
        for colour, (x, y, wide, _) in zip(Colour, across(box, [1] * len(Colour)), strict=True)
    ]


def _corner(felt: Felt, bet: Bet) -> str:
    """The number and the colour of a figure, which is written too."""
    figure = Figure(bet.selection)
    return f"{figure.number} {felt.say(NAMES[figure.colour])}"


def _drawn_symbols(_felt: Felt, _bet: Bet, _about: Mapping[str, str]) -> list[Element]:
    """The figures as symbols, which their regions show."""
    return [element("defs", *(symbol(f"figure-{figure}", SIDE, SIDE, _drawings()[figure]) for figure in Figure))]


draw = Template(
    package=__package__,
    words={
        "chinese": lambda felt, bet: felt.scripts(bet.key)[0],
        "latin": lambda felt, bet: felt.scripts(bet.key)[1],
        "corner": _corner,
        "colour": lambda _felt, bet: Figure(bet.selection).colour,
        "totals": lambda _felt, bet: _totals(bet),
        "loses": lambda felt, _bet: felt.say(_("a triple loses")),
    },
    pictures={"symbols": _drawn_symbols},
).draw


def device(title: str) -> Element:
    """The three dice, on their upper sides the three figures that name the game: each with its number in its colour. fish_prawn_crab 1.1."""
    faces = [
        symbol(
            f"face-{figure}",
            SIDE,
            SIDE,
            rect((3, 3, 94, 94), class_="die-side", radius=16),
            group(_drawings()[figure], transform="translate(17 20) scale(0.7)"),
            text(str(figure.number), 17, 19, 22, class_=f"number ink-{figure.colour}"),
        )
        for figure in Figure
    ]
    shown = [f"face-{figure}" for figure in (Figure.FISH, Figure.PRAWN, Figure.CRAB)]
    return in_a_row(title, "faces", faces, (SIDE, SIDE), shown)

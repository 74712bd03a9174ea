"""How the bets of Fish-Prawn-Crab look in boxes, and the parts of its board."""

from collections.abc import Sequence
from typing import cast
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.felt import BoardPart, BoardRow, Felt, prizes, winners
from banca.drawing.svg import Box, group, rect
from banca.games.fish_prawn_crab.felt.figures import SIDE, coloured_dice, drawing
from banca.games.fish_prawn_crab.rules import Colour, Figure, Triple, total
from banca.rules import Bet, _, _p

COLOURS = ("one_colour", "two_colour", "three_colour")
SMALL, BIG = "cell lead tint-blue", "cell lead tint-red"
PARTS = (
    BoardPart("figures", _p("on the layout", "Figures"), (BoardRow(("small", "big")), BoardRow(("figure",), 1.3))),
    BoardPart("totals", _("Totals"), (BoardRow(("total",), 1, (2, 3, 4, 5, 7)),)),
    BoardPart(
        "triples",
        _("Triples"),
        (BoardRow(("any_triple",)), BoardRow(("triple",), 1.2)),
    ),
    BoardPart(
        "colours",
        _("Colours"),
        (*(BoardRow((family,)) for family in COLOURS), BoardRow(("any_three_colour",), 0.8)),
    ),
)


def face(felt: Felt, bet: Bet) -> BetLook:  # a kind of bet each
    """Figures on paper, as they are on the dice; so many dice of a colour; Small and Big with their totals."""
    if bet.id in ("small", "big"):
        return BetLook(
            words=f"{felt.both_names(bet.key)} {totals_of(bet)}",
            class_=SMALL if bet.id == "small" else BIG,
            ink="label lead",
        )
    if bet.id == "total":
        return BetLook(words=bet.selection, ink="number")
    if bet.id == "figure":
        figure = Figure(bet.selection)
        return BetLook(
            class_="cell fill-paper", ink="label on-paper", emblem=lambda box: on_paper([figure], box), share=0.62
        )
    if bet.id in ("triple", "any_triple"):
        shown = [Figure(bet.selection)] * 3 if bet.selection else list(Figure)
        return BetLook(
            emblem=lambda box: on_paper(shown, box),
            shape=len(shown) * 0.98,
            share=0.38,
            largest=0 if bet.selection else 20,
        )
    if bet.id == "any_three_colour":
        return BetLook(emblem=_any_dice, shape=9.5, share=0.4, largest=20)
    if bet.id not in COLOURS:
        return BetLook()
    (count,) = prizes(bet)
    dice = cast("int", count)
    return BetLook(emblem=lambda box: _dice(Colour(bet.selection), dice, box), shape=1.3 * dice, share=0.34)


def totals_of(bet: Bet) -> str:
    """The totals that win Small or Big."""
    totals = [total(cast("Triple", outcome)) for outcome in winners(bet)]
    return f"{min(totals)}–{max(totals)}"


def on_paper(shown: Sequence[Figure], box: Box) -> list[Element]:
    """Figures side by side on a strip of paper."""
    x, y, width, height = box
    side = min(height, width / len(shown))
    left = x + (width - side * len(shown)) / 2
    size = side * 0.9 / SIDE
    paper = [rect((x, y, width, height), class_="fill-paper", radius=4)]
    return paper + [
        group(
            drawing(figure),
            transform=f"translate({left + place * side + side * 0.05:g} {y + height / 2 - side * 0.45:g}) scale({size:.4g})",
        )
        for place, figure in enumerate(shown)
    ]


def _dice(colour: Colour, count: int, box: Box) -> list[Element]:
    x, y, width, height = box
    side = min(height, width / (1.25 * count)) * 0.9
    return [coloured_dice(colour, count, x + width / 2, y + height / 2, side)]


def _any_dice(box: Box) -> list[Element]:
    x, y, width, height = box
    side = min(height, width / 11)
    return [
        coloured_dice(colour, 3, x + width * (place + 0.5) / len(Colour), y + height / 2, side)
        for place, colour in enumerate(Colour)
    ]

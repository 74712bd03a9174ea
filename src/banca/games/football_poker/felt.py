"""The felt of football poker: a pitch with the ranges above and below, odd and even at its sides, Post in the circle."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import BACK, HEIGHT, WIDTH, card_symbols, in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, prizes
from banca.drawing.svg import Box, circle, grid, group, text
from banca.drawing.template import Template, box_of
from banca.games.football_poker.rules import CARD_POINTS
from banca.rules import Bet, _

# The most cards of a hand. football_poker 10.1.
CARDS = 3
MOST_IN_A_ROW = 4
LEADING = ("upper", "lower", "post")
PARTS = (
    BoardPart(
        "pitch",
        _("Bets"),
        (BoardRow(("upper",)), BoardRow(("odd", "post", "even")), BoardRow(("lower",))),
    ),
)
# The radius of a ball: its number has the letters of the other numbers on felts.
BALL = 21.0


def _points(bet: Bet) -> list[int]:
    """The points that win the bet."""
    return sorted(prizes(bet))


def _balls(bet: Bet, box: Box, *, per_row: int = MOST_IN_A_ROW, radius: float = BALL) -> Element:
    """The points that win the bet, each on a ball."""
    points = _points(bet)
    across = min(per_row, len(points))
    cells = grid(box, across, -(-len(points) // across))
    shapes: list[Element] = []
    for point, (x, y, width, height) in zip(points, cells, strict=False):
        at = x + width / 2, y + height / 2
        shapes += [circle(*at, radius, class_="ball"), text(str(point), *at, radius * 1.15, class_="number on-paper")]
    return group(*shapes)


def _drawn_balls(_felt: Felt, bet: Bet, about: Mapping[str, str]) -> list[Element]:
    per_row, radius = int(about.get("per_row", MOST_IN_A_ROW)), float(about.get("radius", BALL))
    return [_balls(bet, box_of(about), per_row=per_row, radius=radius)]


draw = Template(package=__package__, pictures={"balls": _drawn_balls}).draw


def face(_felt: Felt, bet: Bet) -> BetLook:
    """The points that win, each on a ball."""
    count = len(_points(bet))
    if not count:  # a proposed bet that no hand wins at once
        return BetLook()
    across = -(-count // 2) if count > MOST_IN_A_ROW else count
    lead = " lead" if bet.id in LEADING else ""
    shape = across / -(-count // across)

    def balls(box: Box) -> list[Element]:
        _, _, width, height = box
        return [_balls(bet, box, per_row=across, radius=min(height * across / count, width / across) / 2.1)]

    return BetLook(class_=f"cell{lead}", ink=f"label{lead}", emblem=balls, shape=shape, least=across * 22)


def device(title: str) -> Element:
    """A hand of at most three cards, face down at first."""
    return in_a_row(title, "cards", card_symbols(CARD_POINTS), (WIDTH, HEIGHT), [BACK] * CARDS)

"""The felt of football poker: a pitch with the ranges above and below, odd and even at its sides, Post in the circle."""

from xml.etree.ElementTree import Element

from banca.drawing.board import BetLook
from banca.drawing.devices import BACK, HEIGHT, WIDTH, card_symbols, in_a_row
from banca.drawing.felt import BoardPart, BoardRow, Felt, Point, prizes
from banca.drawing.svg import Box, circle, group, path, rect, text
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
# Stripes of mown grass, of which every other is drawn.
STRIPES = 8
# The radius of a ball: its number has the letters of the other numbers on felts.
BALL = 21.0


def draw(felt: Felt) -> float:
    """The goals stand left and right on a wide screen, above and below on a telephone."""
    return _tall(felt) if felt.is_tall else _wide(felt)


def _wide(felt: Felt) -> float:
    height, wing, radius = 560.0, 236.0, 118.0
    pitch: Box = (28, 24, felt.width - 56, height - 48)
    x, y, width, tall = pitch
    cx, cy = x + width / 2, y + tall / 2
    stripes = [(x + n * width / STRIPES, y, width / STRIPES, tall) for n in range(0, STRIPES, 2)]
    felt.add(*(rect(stripe, class_="stripe") for stripe in stripes))
    felt.add(path(f"M{cx:g} {y:g}V{cy - radius:g}M{cx:g} {cy + radius:g}V{y + tall:g}", class_="marking"))
    for key, left, goal, deep in (("odd", x, x, 1), ("even", x + width - wing, x + width, -1)):
        felt.add(
            path(f"M{goal:g} {cy - 118:g}h{116 * deep}v236h{-116 * deep}", class_="marking"),
            path(f"M{goal:g} {cy - 54:g}h{46 * deep}v108h{-46 * deep}", class_="marking"),
            path(f"M{goal:g} {cy - 34:g}h{-16 * deep}v68h{16 * deep}", class_="rule"),
            path(f"M{goal + 116 * deep:g} {cy - 44:g}a52 52 0 0 {max(deep, 0)} 0 88", class_="marking"),
            circle(goal + 82 * deep, cy, 4, class_="stripe"),
        )
        named = _name_and_prize(felt, key, (left + 8, y + 14, wing - 16, 96), 36)
        balls = _balls(felt, key, (left + 10, y + tall - 104, wing - 20, 90))
        felt.region(key, rect((left, y, wing, tall), class_="cell clear"), named, balls, chips=(goal + 82 * deep, cy))
    inner, outer = x + wing, x + width - wing
    for key, edge, sweep, top in (("upper", y, 0, y), ("lower", y + tall, 1, cy)):
        outline = (
            f"M{inner:g} {edge:g}H{outer:g}V{cy:g}H{cx + radius:g}"
            f"A{radius:g} {radius:g} 0 0 {sweep} {cx - radius:g} {cy:g}H{inner:g}Z"
        )
        middle = top + tall * 0.25
        named = _name_and_prize(felt, key, (inner + 10, middle - 56, cx - inner - 110, 112), 36)
        balls = _balls(felt, key, (cx + 96, middle - 45, outer - cx - 106, 90))
        felt.region(
            key,
            path(outline, class_="cell clear"),
            named,
            balls,
            chips=(cx, y + 62 if key == "upper" else y + tall - 62),
        )
    _post(felt, (cx, cy), radius)
    return height


def _tall(felt: Felt) -> float:
    height, end, radius = 660.0, 218.0, 86.0
    pitch: Box = (10, 24, felt.width - 20, height - 48)
    x, y, width, tall = pitch
    cx, cy = x + width / 2, y + tall / 2
    stripes = [(x, y + n * tall / STRIPES, width, tall / STRIPES) for n in range(0, STRIPES, 2)]
    felt.add(*(rect(stripe, class_="stripe") for stripe in stripes))
    felt.add(path(f"M{x:g} {cy:g}H{cx - radius:g}M{cx + radius:g} {cy:g}H{x + width:g}", class_="marking"))
    for key, top, goal, deep in (("upper", y, y, 1), ("lower", y + tall - end, y + tall, -1)):
        felt.add(
            path(f"M{cx - 92:g} {goal:g}v{78 * deep}h184v{-78 * deep}", class_="marking"),
            path(f"M{cx - 42:g} {goal:g}v{30 * deep}h84v{-30 * deep}", class_="marking"),
            path(f"M{cx - 28:g} {goal:g}v{-14 * deep}h56v{14 * deep}", class_="rule"),
        )
        start = top + 80 if deep > 0 else top + 4
        named = _name_and_prize(felt, key, (x + 8, start, width - 16, 72), 30)
        balls = _balls(felt, key, (x + 50, start + 72, width - 100, 58))
        felt.region(key, rect((x, top, width, end), class_="cell clear"), named, balls, chips=(cx, goal + 54 * deep))
    for key, edge, sweep, left in (("odd", x, 0, x), ("even", x + width, 1, cx + radius)):
        outline = (
            f"M{edge:g} {y + end:g}H{cx:g}V{cy - radius:g}"
            f"A{radius:g} {radius:g} 0 0 {sweep} {cx:g} {cy + radius:g}V{y + tall - end:g}H{edge:g}Z"
        )
        room = cx - radius - x
        named = _name_and_prize(felt, key, (left + 2, y + end + 2, room - 4, cy - y - end - 24), 22)
        balls = _balls(felt, key, (left + 4, cy + 20, room - 8, cy - y - end - 22), per_row=2, radius=16)
        felt.region(
            key, path(outline, class_="cell clear"), named, balls, chips=(left + room / 2, cy), at=(left + room / 2, cy)
        )
    _post(felt, (cx, cy), radius)
    return height


def _post(felt: Felt, centre: Point, radius: float) -> None:
    x, y = centre
    named = _name_and_prize(felt, "post", (x - radius * 0.74, y - radius * 0.76, radius * 1.48, radius * 0.74), 30)
    balls = _balls(
        felt, "post", (x - radius * 0.8, y - radius * 0.02, radius * 1.6, radius * 0.42), radius=radius * 0.17
    )
    felt.region("post", circle(x, y, radius, class_="cell lead"), named, balls, chips=(x, y + radius * 0.68))


def _name_and_prize(felt: Felt, key: str, box: Box, size: float) -> Element:
    """The bet's name, and below it what it pays."""
    x, y, width, height = box
    ink = "label lead" if key in LEADING else "label"
    return group(
        felt.label(felt.both_names(key), (x, y, width, height * 0.62), size, class_=ink),
        felt.label(felt.pays(felt.rules.bets[key]), (x, y + height * 0.62, width, height * 0.36), 18, class_="pays"),
    )


def _balls(felt: Felt, key: str, box: Box, *, per_row: int = 4, radius: float = BALL) -> Element:
    """The points that win the bet, each on a ball."""
    x, y, width, height = box
    points = sorted(prizes(felt.rules.bets[key]))
    across = min(per_row, len(points))
    step, rows = width / across, -(-len(points) // across)
    shapes: list[Element] = []
    for number, point in enumerate(points):
        row, column = divmod(number, across)
        at = x + (column + 0.5) * step, y + (row + 0.5) * height / rows
        shapes += [circle(*at, radius, class_="ball"), text(str(point), *at, radius * 1.15, class_="number on-paper")]
    return group(*shapes)


def face(felt: Felt, bet: Bet) -> BetLook:
    """The points that win, each on a ball."""
    count = len(prizes(bet))
    across = -(-count // 2) if count > MOST_IN_A_ROW else count
    lead = " lead" if bet.id in LEADING else ""
    shape = across / -(-count // across)

    def balls(box: Box) -> list[Element]:
        _, _, width, height = box
        return [_balls(felt, bet.key, box, per_row=across, radius=min(height * across / count, width / across) / 2.1)]

    return BetLook(class_=f"cell{lead}", ink=f"label{lead}", emblem=balls, shape=shape, least=across * 22)


def device(title: str) -> Element:
    """A hand of at most three cards, face down at first."""
    return in_a_row(title, "cards", card_symbols(CARD_POINTS), (WIDTH, HEIGHT), [BACK] * CARDS)

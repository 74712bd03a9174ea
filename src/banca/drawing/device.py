"""The device that decides: dice, wheel, cards, buttons or tiles."""

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from banca.drawing import cards, dice, figures, tiles
from banca.drawing import fantan as fantan_felt
from banca.drawing import wheel as fortune_wheel
from banca.drawing.rotor import at
from banca.drawing.roulette_wheel import RADIUS, RIM, wheel
from banca.drawing.shapes import element, group, picture
from banca.games.craps.device import THROWN
from banca.games.fish_prawn_crab.device import Figure
from banca.games.football_poker.device import CARD_POINTS
from banca.games.pai_kao.tiles import HAND
from banca.law import law
from banca.words import Speech

GAP = 12.0
CARDS = 3
"""The most cards of a hand of football poker. football_poker 10.1."""

HEAP = 24
"""Buttons that the heap shows before there is a count."""


def device(game: str, say: Speech) -> Element:
    """The picture that a script moves; `data-kind` says how: faces, cards, rotor, heap or tiles."""
    return DEVICES[game](law(game).instrument.title[say.language])


def in_a_row(
    title: str, kind: str, symbols: Sequence[Element], size: tuple[float, float], shown: Sequence[str]
) -> Element:
    """Symbols, and a row of them that shows something before there is a result."""
    width, height = size
    row = [
        element("use", href=f"#{name}", x=GAP + place * (width + GAP), y=GAP, width=width, height=height)
        for place, name in enumerate(shown)
    ]
    return picture(
        GAP + len(shown) * (width + GAP),
        height + 2 * GAP,
        title,
        element("defs", *symbols),
        group(*row, class_="shown"),
        class_="felt device",
        data_kind=kind,
    )


def turned(title: str, wheel: Element, radius: float) -> Element:
    """A wheel whose rotor a script turns."""
    middle = radius + GAP
    held = group(wheel, transform=f"translate({middle:g} {middle:g})")
    return picture(2 * middle, 2 * middle, title, held, class_="felt device", data_kind="rotor")


def craps(title: str) -> Element:
    """The two dice of a throw."""
    names = [f"face-{face}" for face in dice.PIPS]
    return in_a_row(title, "faces", dice.symbols(), (dice.SIDE, dice.SIDE), names[:THROWN])


def football_poker(title: str) -> Element:
    """A hand of at most three cards, face down at first."""
    return in_a_row(title, "cards", cards.symbols(CARD_POINTS), (cards.WIDTH, cards.HEIGHT), [cards.BACK] * CARDS)


def roulette(title: str) -> Element:
    """The wheel."""
    return turned(title, wheel(), RADIUS + RIM)


def fish_prawn_crab(title: str) -> Element:
    """The three dice of figures, on their side the three that name the game."""
    shown = [f"face-{figure}" for figure in (Figure.FISH, Figure.PRAWN, Figure.CRAB)]
    return in_a_row(title, "faces", [figures.face(figure) for figure in Figure], (figures.SIDE, figures.SIDE), shown)


def fortune(title: str) -> Element:
    """The wheel of 52 sections with its pointer."""
    return turned(title, fortune_wheel.wheel(fortune_wheel.RADIUS), fortune_wheel.RADIUS * 1.15)


def fantan(title: str) -> Element:
    """A heap of buttons."""
    side = fantan_felt.BUTTON
    places = [at(number * 137.5, side * 0.52 * number**0.5) for number in range(HEAP)]
    heap = [element("use", href="#button", x=x, y=y, width=side, height=side) for x, y in places]
    across = side * 7
    middle = (across - side) / 2
    return picture(
        across,
        across,
        title,
        element("defs", fantan_felt.button()),
        group(*heap, class_="shown", transform=f"translate({middle:g} {middle:g})"),
        class_="felt device",
        data_kind="heap",
    )


def pai_kao(title: str) -> Element:
    """A hand of four tiles face down, and the faces of the dice."""
    symbols = [*tiles.symbols(), *dice.symbols()]
    return in_a_row(title, "tiles", symbols, (tiles.WIDTH, tiles.HEIGHT), ["tile-back"] * HAND)


DEVICES: dict[str, Callable[[str], Element]] = {
    "craps": craps,
    "football_poker": football_poker,
    "roulette": roulette,
    "fish_prawn_crab": fish_prawn_crab,
    "wheel": fortune,
    "fantan": fantan,
    "pai_kao": pai_kao,
}
"""Each draws its game's device under a title."""

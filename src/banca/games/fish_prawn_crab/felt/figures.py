"""The six figures of Fish-Prawn-Crab as drawings of one colour, and the faces of its dice."""

from xml.etree.ElementTree import Element

from banca.drawing.devices import in_a_row
from banca.drawing.svg import circle, element, group, path, rect, symbol, text
from banca.games.fish_prawn_crab.rules import Colour, Figure

SIDE = 100.0
"""A figure is drawn in a square of this side."""

BODIES: dict[Figure, tuple[str, ...]] = {
    Figure.FISH: (
        (
            "M4 53C12 34 30 26 47 28C58 29 67 35 73 44C80 38 88 31 97 29C92 38 91 46 91 52C91 59 92 67 97 76C88 74 80 67 73 61"
            "C66 70 56 76 45 76C29 77 13 69 4 53Z"
        ),
        "M33 27C38 18 50 13 64 16C61 22 62 27 64 33C55 27 44 25 33 27Z",
        "M40 78C43 85 50 89 58 89C56 84 57 79 59 74C53 77 47 79 40 78Z",
    ),
    Figure.PRAWN: (
        (
            "M22 46C24 28 40 15 58 16C78 17 91 32 90 51C89 68 78 80 63 84L58 70C67 67 74 60 74 51C74 42 68 36 60 36"
            "C54 36 51 39 50 45C49 52 45 56 38 57C31 58 21 55 14 51Z"
        ),
        "M60 72C52 72 44 76 38 82C44 84 50 84 56 82C50 86 46 91 45 96C54 95 62 91 66 84Z",
    ),
    Figure.GOURD: (
        (
            "M50 22C60 22 67 29 67 38C67 44 64 48 62 51C75 55 84 64 84 75C84 89 69 96 50 96C31 96 16 89 16 75"
            "C16 64 25 55 38 51C36 48 33 44 33 38C33 29 40 22 50 22Z"
        ),
        "M47 23C47 15 50 9 58 5L62 10C56 13 53 17 53 23Z",
        "M60 14C68 6 80 6 88 12C82 20 70 22 60 14Z",
    ),
    Figure.COIN: ("M50 5A45 45 0 1 1 50 95A45 45 0 1 1 50 5ZM37 37V63H63V37Z",),
    Figure.CRAB: (
        "M50 40C70 40 84 50 84 62C84 76 69 86 50 86C31 86 16 76 16 62C16 50 30 40 50 40Z",
        "M25 48C15 44 9 36 9 26C9 17 15 10 24 8L21 20L31 12C36 18 35 28 27 33C26 38 28 42 32 44Z",
        "M75 48C85 44 91 36 91 26C91 17 85 10 76 8L79 20L69 12C64 18 65 28 73 33C74 38 72 42 68 44Z",
    ),
    Figure.ROOSTER: (
        (
            "M30 22C37 18 45 22 47 30C48 38 53 44 60 44C64 44 66 42 67 38C63 24 69 10 84 5C80 10 79 14 80 18C84 13 90 12 96 14"
            "C92 17 90 21 90 25C94 25 97 28 98 32C95 34 94 38 94 42C92 62 78 76 58 77C42 78 30 70 27 56C25 48 25 40 26 36L14 34"
            "L26 27Z"
        ),
        "M27 21C22 17 23 10 28 9C29 12 31 13 32 11C32 6 37 3 41 5C40 8 42 10 45 9C50 10 51 16 48 20C42 17 34 17 27 21Z",
        "M25 36C28 40 28 46 24 49C20 46 20 40 25 36Z",
    ),
}
"""What is filled with the colour."""

LIMBS: dict[Figure, tuple[str, ...]] = {
    Figure.PRAWN: (
        "M24 40C16 34 12 24 14 8",
        "M22 44C12 42 5 34 3 22",
        "M38 57C37 62 34 66 30 68",
        "M46 55C47 61 45 66 42 69",
        "M51 48C55 53 55 58 53 62",
    ),
    Figure.CRAB: (
        "M42 42L38 30",
        "M58 42L62 30",
        "M19 56L6 54L2 62",
        "M17 65L5 68L3 78",
        "M22 75L11 82L12 92",
        "M81 56L94 54L98 62",
        "M83 65L95 68L97 78",
        "M78 75L89 82L88 92",
    ),
    Figure.ROOSTER: ("M50 76L48 92M40 94L48 92L58 94", "M64 76L66 92M58 96L66 92L76 94"),
}
"""What is drawn with a line of the colour."""

MARKS: dict[Figure, tuple[str, ...]] = {
    Figure.FISH: (
        "M30 33C37 43 37 62 30 72",
        "M42 40C47 44 47 49 42 53M42 53C47 57 47 62 42 66",
        "M54 40C59 44 59 49 54 53M54 53C59 57 59 62 54 66",
        "M65 47C68 50 68 56 65 59",
        "M83 44L90 40M84 53H90M83 61L90 66",
    ),
    Figure.PRAWN: (
        "M56 17C55 24 56 30 59 36",
        "M73 21C69 27 67 32 67 38",
        "M87 36C81 38 76 41 72 45",
        "M89 57C83 57 78 56 74 54",
        "M80 74C77 70 74 66 70 63",
    ),
    Figure.GOURD: ("M36 51C45 56 55 56 64 51", "M28 70C30 63 36 60 42 59", "M41 36C42 32 45 30 48 29"),
    Figure.COIN: (
        "M50 13A37 37 0 1 1 50 87A37 37 0 1 1 50 13Z",
        "M31 31H69V69H31Z",
    ),
    Figure.CRAB: ("M32 58C38 52 62 52 68 58", "M40 74C46 79 54 79 60 74"),
    Figure.ROOSTER: (
        "M46 52C50 64 64 68 78 58C70 62 66 58 68 52",
        "M79 20C74 28 74 38 78 48",
        "M89 27C84 32 83 40 85 47",
    ),
}
"""What is drawn over it with a line of the paper's colour."""

EYES: dict[Figure, tuple[tuple[float, float], ...]] = {
    Figure.FISH: ((19, 47),),
    Figure.PRAWN: ((31, 42),),
    Figure.CRAB: ((37, 27), (63, 27)),
    Figure.ROOSTER: ((35, 28),),
}
ON_STALKS = Figure.CRAB


def drawing(figure: Figure) -> Element:
    """The figure in its own colour, in a square of 100."""
    colour = figure.colour
    eyes = [circle(x, y, 6, class_=f"fill-{colour}") for x, y in EYES.get(figure, ()) if figure is ON_STALKS]
    eyes += [circle(x, y, 3.4, class_="fill-paper") for x, y in EYES.get(figure, ())]
    return group(
        *(path(line, class_=f"limb stroke-{colour}") for line in LIMBS.get(figure, ())),
        *(path(body, class_=f"fill-{colour}", fill_rule="evenodd") for body in BODIES[figure]),
        *(path(line, class_="mark") for line in MARKS[figure]),
        *eyes,
        class_="figure",
    )


def figure_id(figure: Figure) -> str:
    """The name of the symbol."""
    return f"figure-{figure}"


def figures() -> Element:
    """Every figure as a symbol, to be drawn by `placed`."""
    return element("defs", *(symbol(figure_id(figure), SIDE, SIDE, drawing(figure)) for figure in Figure))


def placed(figure: Figure, x: float, y: float, side: float) -> Element:
    """The figure in a square round the point."""
    return element("use", href=f"#{figure_id(figure)}", x=x - side / 2, y=y - side / 2, width=side, height=side)


def coloured_dice(colour: Colour, count: int, x: float, y: float, side: float) -> Element:
    """So many blank dice of a colour side by side, the middle of the row at the point."""
    step = side * 1.25
    left = x - (step * (count - 1) + side) / 2
    return group(
        *(
            rect((left + n * step, y - side / 2, side, side), class_=f"fill-{colour} stroke-paper", radius=side * 0.18)
            for n in range(count)
        )
    )


def face(figure: Figure) -> Element:
    """A face of the die as a symbol, `face-fish`: the figure and its number in its colour. fish_prawn_crab 1.1."""
    return symbol(
        f"face-{figure}",
        SIDE,
        SIDE,
        rect((3, 3, 94, 94), class_="die-side", radius=16),
        group(drawing(figure), transform="translate(17 20) scale(0.7)"),
        text(str(figure.number), 17, 19, 22, class_=f"number ink-{figure.colour}"),
    )


def device(title: str) -> Element:
    """The three dice, on their upper sides the three figures that name the game."""
    shown = [f"face-{figure}" for figure in (Figure.FISH, Figure.PRAWN, Figure.CRAB)]
    return in_a_row(title, "faces", [face(figure) for figure in Figure], (SIDE, SIDE), shown)

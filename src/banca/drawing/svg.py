"""SVG by small functions: elements, symbols, standalone files, and drawings for paper."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring, tostring

from banca.drawing.text import LEADING, ended, is_within, wrapped

SVG = "http://www.w3.org/2000/svg"
# How much smaller than the smallest letters those are of words that would not fit otherwise.
SQUEEZED = 0.7
# How wide letters that are not bold are beside those that are.
PLAIN = 0.88

# x, y, width, height.
Box = tuple[float, float, float, float]


def across(box: Box, shares: Sequence[float], gap: float = 0) -> list[Box]:
    """Return a box cut into columns as wide as their shares."""
    x, y, width, height = box
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    columns: list[Box] = []
    for share in shares:
        columns.append((x, y, unit * share, height))
        x += unit * share + gap
    return columns


def grid(box: Box, columns: int, rows: int, gap: float = 0) -> list[Box]:
    """Return a box cut into equal cells, row by row."""
    x, y, width, height = box
    tall = (height - gap * (rows - 1)) / rows
    return [
        cell for row in range(rows) for cell in across((x, y + row * (tall + gap), width, tall), [1] * columns, gap)
    ]


def filled_rows(box: Box, count: int, columns: int, gap: float = 0) -> list[Box]:
    """Return a box cut into so many cells, in rows of at most so many columns that are all filled, the first ones with fewer."""
    rows = -(-count // columns)
    return [
        cell
        for row, line in enumerate(grid(box, 1, rows, gap))
        for cell in across(line, [1] * ((row + 1) * count // rows - row * count // rows), gap)
    ]


def element(tag: str, *children: Element | str, **attributes: object) -> Element:
    """Return an element; `class_` is the attribute class, `data_bet` is data-bet, and what is None is left out."""
    made = Element(tag, {_name(name): _value(value) for name, value in attributes.items() if value is not None})
    for child in children:
        if isinstance(child, Element):
            made.append(child)
        else:
            made.text = (made.text or "") + child
    return made


def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-") if name != "viewBox" else name


def _value(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def group(*children: Element, **attributes: object) -> Element:
    """Return elements that belong together."""
    return element("g", *children, **attributes)


def rect(box: Box, *, class_: str = "cell", radius: float = 0, **attributes: object) -> Element:
    """Return a rectangle."""
    x, y, width, height = box
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, class_=class_, **attributes)


def circle(x: float, y: float, radius: float, *, class_: str = "cell", **attributes: object) -> Element:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, class_=class_, **attributes)


def path(data: str, *, class_: str = "cell", **attributes: object) -> Element:
    """Return a path."""
    return element("path", d=data, class_=class_, **attributes)


def text(words: str, x: float, y: float, size: float, *, class_: str = "label", **attributes: object) -> Element:
    """Return one line, centred on the point both ways."""
    return element("text", words, x=x, y=y, font_size=size, class_=class_, **attributes)


def label(words: str, box: Box, size: float, *, smallest: float = 9, class_: str = "label") -> Element:
    """Return words in the middle of a box, in as many lines as they need, smaller than `size` only where they must be.

    Where the smallest do not fit, as of a proposed bet with a long name, they are smaller still, and cut in the end.
    """
    x, y, width, height = box
    # Words are measured as if they were bold; prizes are not.
    room = width / PLAIN if "pays" in class_ else width
    lines, fits = wrapped(words, room, height, size, smallest)
    # Only names that nobody could foresee, of proposed bets, come here.
    if not is_within(lines, fits, room, height):
        lines, fits = wrapped(words, room, height, smallest, smallest * SQUEEZED)
        lines = tuple(ended(lines, room, height, fits))
    top = y + height / 2 - (len(lines) - 1) * fits * LEADING / 2
    return group(
        *(text(line, x + width / 2, top + n * fits * LEADING, fits, class_=class_) for n, line in enumerate(lines))
    )


def picture(
    width: float,
    height: float,
    title: str,
    *children: Element,
    top: float = 0,
    class_: str = "felt",
    **attributes: object,
) -> Element:
    """Return the whole drawing; `top` is where it begins."""
    return element(
        "svg",
        element("title", title),
        *children,
        xmlns=SVG,
        viewBox=f"0 {top:g} {width:g} {height:g}",
        class_=class_,
        **attributes,
    )


def symbol(name: str, width: float, height: float, *shapes: Element) -> Element:
    """Return shapes to be shown by `<use>`; the class `felt` is within, for a selector sees no farther than the symbol."""
    return element("symbol", group(*shapes, class_="felt"), id=name, viewBox=f"0 0 {width:g} {height:g}")


@cache
def drawings(package: str, name: str) -> dict[str, Element]:
    """Return the groups of an SVG file in a package by their ids, which they lose."""
    groups = {}
    for drawn in fromstring(files(package).joinpath(name).read_text("utf-8")):  # noqa: S314 - a game's own file
        for shape in drawn.iter():
            # A reader of the drawing gets neither the file's name space nor its line breaks.
            shape.tag, shape.text, shape.tail = shape.tag.rpartition("}")[2], None, None
        groups[drawn.attrib.pop("id")] = drawn
    return groups


def to_text(drawn: Element) -> str:
    """Return the drawing as part of a page, whose style sheet has felt.css."""
    return tostring(drawn, encoding="unicode")


def standalone(drawn: Element) -> str:
    """Return the drawing as a file of its own, with its style in it."""
    style = files("banca.drawing").joinpath("felt.css").read_text("utf-8")
    # Within the drawing, not as a link: the file is opened alone, and printed from where it lies.
    drawn.insert(0, element("style", style))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{to_text(drawn)}\n'


# Patterns are enough, for felt.css is ours: it has one level of nesting, and no brace in a comment.
MEDIA = re.compile(
    r"@media \((?P<media>[^)]*)\) \{(?P<rules>(?:[^{}]*\{[^{}]*\})*)\s*\}|@media print \{(?:[^{}]*\{[^{}]*\})*\s*\}"
)
GIVEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
USED = re.compile(r"var\((--[\w-]+)\)")
FONTS = re.compile(r"font-family:[^;]+;")
# The proposed regions stand out in print, too.
ON_PAPER = """
.felt .proposed > .cell { fill: #fbe9b0; stroke: #8a5a12; stroke-width: 3; }
.felt .proposed text { fill: #1b1b1b; }
.felt .proposed circle + .on-colour { fill: #ffffff; }
"""


def on_paper(standalone: str, families: Sequence[str]) -> str:
    """Return a drawing that has its style in it, with these fonts and every colour as it is on light paper."""
    head, opening, rest = standalone.partition("<style>")
    style, closing, shapes = rest.partition("</style>")
    light = next(rule["rules"] for rule in MEDIA.finditer(style) if rule["media"] == "prefers-color-scheme: light")
    plain = MEDIA.sub("", style)
    colours = dict(GIVEN.findall(plain)) | dict(GIVEN.findall(light))
    plain = USED.sub(lambda use: colours[use[1]], GIVEN.sub("", plain))
    fonts = ", ".join(f"'{family}'" for family in families)
    plain = FONTS.sub(f"font-family: {fonts};", plain)
    return f"{head}{opening}{plain}{ON_PAPER.replace('>', '&gt;')}{closing}{shapes}"

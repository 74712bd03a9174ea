"""The devices that decide: dice, cards, a turning disc, and any outcome in words."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, pi, radians, sin
from xml.etree.ElementTree import Element

from banca.drawing.svg import circle, drawings, element, group, label, path, picture, rect, symbol, text
from banca.drawing.text import extent
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.law import law
from banca.rules import Rules

# Where the pips of each face lie: in which of the nine places of its side, row by row.
PIPS = {1: (4,), 2: (6, 2), 3: (6, 4, 2), 4: (0, 6, 2, 8), 5: (0, 6, 4, 2, 8), 6: (0, 3, 6, 2, 5, 8)}
# Of the rows and columns of these places, as shares of a side.
PLACES = (0.26, 0.5, 0.74)
SIDE = 100.0


def die(pips: int, x: float, y: float, side: float, *, class_: str = "die") -> Element:
    """Return one face, its upper left corner at the point."""
    return group(
        rect((x + side * 0.03, y + side * 0.03, side * 0.94, side * 0.94), class_="die-side", radius=side * 0.18),
        *(
            circle(x + side * PLACES[place % 3], y + side * PLACES[place // 3], side * 0.095, class_="fill-pip")
            for place in PIPS[pips]
        ),
        class_=class_,
    )


def dice(faces: tuple[int, ...], x: float, y: float, side: float) -> Element:
    """Return faces side by side, the middle of the row at the point."""
    step = side * 1.12
    left = x - (step * (len(faces) - 1) + side) / 2
    return group(*(die(face, left + number * step, y - side / 2, side) for number, face in enumerate(faces)))


def dice_symbols() -> list[Element]:
    """Return every face as a symbol, `face-1` to `face-6`."""
    return [symbol(f"face-{face}", SIDE, SIDE, die(face, 0, 0, SIDE)) for face in PIPS]


symbols = dice_symbols  # as games import it from `banca.drawing.dice` of version 1.0

WIDTH, HEIGHT = 100.0, 140.0
BACK = "card-back"


def card_symbols(ranks: Iterable[str]) -> list[Element]:
    """Return a symbol for every rank, `card-A` to `card-K`, and the back of a card."""
    faces = [symbol(f"card-{rank}", WIDTH, HEIGHT, *_card_face(rank)) for rank in ranks]
    return [*faces, symbol(BACK, WIDTH, HEIGHT, *drawings("banca.drawing", "cards.svg")["back"])]


def _card_face(rank: str) -> list[Element]:
    """The rank in the middle and in two corners; no suit, for none is looked at."""
    # Points are all that counts in the games with cards: nobody looks at a suit.
    x, y = 17.0, 20.0
    return [
        rect((2, 2, WIDTH - 4, HEIGHT - 4), class_="card-side", radius=10),
        text(rank, x, y, 22, class_="number on-paper"),
        text(rank, x, y, 22, class_="number on-paper", transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"),
        text(rank, WIDTH / 2, HEIGHT / 2, 56, class_="number on-paper"),
    ]


# Stands between the outcomes of `data-order`.
BETWEEN = "|"


def rotor(
    outcomes: Sequence[str], labels: Sequence[str], classes: Sequence[str], radius: float, *, hub: float = 0.4
) -> Element:
    """Return the sections round the point 0,0, clockwise, the first at the top; `hub` is the share of the radius within them.

    A script that turns the group by -index * 360 / n degrees brings that section to the top.
    """
    turn = 360 / len(outcomes)
    # The letters of the longest label fit the width of a section at the ring where they stand.
    size = min(radius * 0.13, radius * 0.8 * radians(turn) / max(map(extent, labels)))
    sections = []
    for number, (words, class_) in enumerate(zip(labels, classes, strict=True)):
        shape = path(section(turn, radius * hub, radius), class_=f"section {class_}")
        sections.append(
            group(
                shape,
                text(words, 0, -radius * 0.9, size, class_="number"),
                transform=f"rotate({turn * number:.6g})",
                data_section=number,
            )
        )
    return group(*sections, class_="rotor", data_order=BETWEEN.join(outcomes))


def section(turn: float, inner: float, outer: float) -> str:
    """Return a piece of a ring, `turn` degrees wide, its middle straight up."""
    half = turn / 2
    corners = [polar(-half, inner), polar(-half, outer), polar(half, outer), polar(half, inner)]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    return (
        f"M{x0:.3f} {y0:.3f}L{x1:.3f} {y1:.3f}A{outer:g} {outer:g} 0 0 1 {x2:.3f} {y2:.3f}"
        f"L{x3:.3f} {y3:.3f}A{inner:g} {inner:g} 0 0 0 {x0:.3f} {y0:.3f}Z"
    )


def polar(degrees: float, radius: float) -> tuple[float, float]:
    """Return the point so many degrees clockwise from the top."""
    angle = degrees / 180 * pi
    return radius * sin(angle), -radius * cos(angle)


at = polar  # as games import it from `banca.drawing.rotor` of version 1.0


def mounted(turning: Element, radius: float, *fixed: Element, rim: float = 24) -> Element:
    """Return a rotor in its rim with what stands still over it, round the point 0,0."""
    return group(circle(0, 0, radius + rim, class_="rim"), turning, *fixed, class_="mounted")


def pointer(radius: float, length: float) -> Element:
    """Return a pointer at the top, its tip on the sections."""
    half = length * 0.4
    tip = -radius + length * 0.45
    return path(f"M0 {tip:g}L{-half:g} {tip - length:g}H{half:g}Z", class_="pointer fill-gold stroke-pip")


# A face with words is drawn in a square of this side.
GAP = 12.0


def device(game: str, say: Translator) -> Element:
    """Return the picture that a script moves; `data-kind` says how: faces, cards, rotor, heap or tiles.

    Where the game's own drawings cannot be read, a table, its audit and its exercises are shown all the same.
    """
    title = law(game).instrument.title[say.language]
    folder = find(game)
    # `sound_part` is None where the file cannot be read.
    drawn = getattr(folder.sound_part("felt"), "device", None)
    with folder.faults_in("felt"):
        picture: Element = drawn(title) if drawn else _in_words(game, title, say)
        return picture


def in_a_row(
    title: str, kind: str, symbols: Sequence[Element], size: tuple[float, float], shown: Sequence[str]
) -> Element:
    """Return symbols, and a row of them that shows something before there is a result."""
    width, height = size
    row = [
        element("use", href=f"#{name}", x=GAP + number * (width + GAP), y=GAP, width=width, height=height)
        for number, name in enumerate(shown)
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


def turned(title: str, turning: Element, radius: float) -> Element:
    """Return something mounted whose rotor a script turns."""
    middle = radius + GAP
    moved = group(turning, transform=f"translate({middle:g} {middle:g})")
    return picture(2 * middle, 2 * middle, title, moved, class_="felt device", data_kind="rotor")


def _in_words(game: str, title: str, say: Translator) -> Element:
    """A face with its name for every part of an outcome: `face-3`; of a game without outcomes, its title."""
    if find(game).rulebook is None:
        return in_a_row(title, "faces", [_face("title", title)], (SIDE, SIDE), ["face-title"])
    # Under every option: the page has one device, whatever the table it shows has chosen.
    names = {part: outcome_name(rules, part, say) for rules in _every_rules(game) for part in _parts(rules)}
    first = next(iter(rules_of(game).space))[0]
    shown = [f"face-{part}" for part in rules_of(game).rulebook.show(first).split("-")]
    return in_a_row(title, "faces", [_face(part, name) for part, name in names.items()], (SIDE, SIDE), shown)


@cache
def _every_rules(game: str) -> tuple[Rules, ...]:
    """The rules under the defaults and under every other value of each option: their outcomes may differ."""
    others = [(option.name, value) for option in find(game).options for value in option.values]
    return (rules_of(game), *(rules_of(game, (other,)) for other in others))


def _parts(rules: Rules) -> Iterator[str]:
    for outcome, _ in rules.space:
        yield from rules.rulebook.show(outcome).split("-")


def _face(part: str, words: str) -> Element:
    side = rect((3, 3, SIDE - 6, SIDE - 6), class_="die-side", radius=16)
    return symbol(f"face-{part}", SIDE, SIDE, side, label(words, (9, 9, 82, 82), 44, class_="label on-paper"))

"""The device that decides, as its game draws it; where it draws none, every part of an outcome in words."""

from collections.abc import Iterator, Sequence
from functools import cache
from xml.etree.ElementTree import Element

from banca.drawing.shapes import element, group, label, picture, rect, symbol
from banca.games import find, rules_of
from banca.i18n import Translator
from banca.i18n.descriptions import outcome_name
from banca.law import law
from banca.rules import Rules

GAP = 12.0
SIDE = 100.0
"""A face with words is drawn in a square of this side."""


def device(game: str, say: Translator) -> Element:
    """The picture that a script moves; `data-kind` says how: faces, cards, rotor, heap or tiles.

    Where the game's own drawings cannot be read, a table, its audit and its exercises are shown all the same.
    """
    title = law(game).instrument.title[say.language]
    found = find(game)
    drawn = getattr(found.sound_part("felt"), "device", None)
    with found.blamed("felt"):
        picture: Element = drawn(title) if drawn else _in_words(game, title, say)
        return picture


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


def turned(title: str, turning: Element, radius: float) -> Element:
    """Something mounted whose rotor a script turns."""
    middle = radius + GAP
    held = group(turning, transform=f"translate({middle:g} {middle:g})")
    return picture(2 * middle, 2 * middle, title, held, class_="felt device", data_kind="rotor")


def _in_words(game: str, title: str, say: Translator) -> Element:
    """A face with its name for every part of an outcome: `face-3`; of a game without outcomes, its title."""
    if find(game).rulebook is None:
        return in_a_row(title, "faces", [_face("title", title)], (SIDE, SIDE), ["face-title"])
    named = {part: outcome_name(rules, part, say) for rules in _every_rules(game) for part in _parts(rules)}
    first = next(iter(rules_of(game).space))[0]
    shown = [f"face-{part}" for part in rules_of(game).rulebook.show(first).split("-")]
    return in_a_row(title, "faces", [_face(*one) for one in named.items()], (SIDE, SIDE), shown)


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

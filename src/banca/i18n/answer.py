"""What answers are made of: data until somebody reads it, and text only then.

A function that computes something returns a struct of these values; `plain` writes it for JSON and `Translator` for people.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, total_ordering
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import UNSET, Struct

from banca.i18n.translator import LocalizedText, Translator, day_before
from banca.law import Instrument, law
from banca.record import FrozenStruct
from banca.rules import Citation, Limits, Message, Odds, Rules, Text, _, format_exact, given_text


class AnswerStruct(FrozenStruct):
    """A value that is answered; `plain` writes its fields in the shape that JSON has.

    A class whose value says more than its fields, or under other names, lists its `JSON`: attributes, or pairs of the name in JSON and
    the attribute (`"bet.cite"` for one of a part). With `omit_defaults` what is None is left out.
    """

    JSON: ClassVar[Sequence[str | tuple[str, str]]]


@cache
def json_names(kind: type[Struct]) -> dict[str, str]:
    """Return the attributes that JSON has of a class of answers, by their names there; those of its bases stand first."""
    names: dict[str, str] = {}
    known: set[str] = set()
    # Bases first, so that a game's title stands before what is answered about it; a class that lists its JSON replaces only its own fields.
    for base in (base for base in reversed(kind.__mro__) if issubclass(base, Struct) and base is not Struct):
        if "JSON" in vars(base):
            listed: Sequence[str | tuple[str, str]] = vars(base)["JSON"]
            names |= dict((entry, entry) if isinstance(entry, str) else entry for entry in listed)
        else:
            fields = zip(base.__struct_encode_fields__, base.__struct_fields__, strict=True)
            names |= {name: field for name, field in fields if field not in known}
        known.update(base.__struct_fields__)
    return names


class DecimalNumber(FrozenStruct, kw_only=False):
    """A number that is written with so many decimals, and with a plus where it is `is_signed`; None is written as nothing.

    >>> [str(DecimalNumber(*one)) for one in ((Fraction(7, 495), 4), (1.25, 1, True), (None, 2))]
    ['0.0141', '+1.2', '']
    """

    value: Fraction | float | None
    digits: int
    is_signed: bool = False

    def __str__(self) -> str:
        if self.value is None:
            return ""
        return f"{float(self.value):{'+' * self.is_signed}.{self.digits}f}"

    def __float__(self) -> float:
        return float(self.value or 0)


if TYPE_CHECKING:
    ExactAvos = int | Fraction
else:  # msgspec looks into dataclasses when an answer is described, and knows no such unions; OpenAPI describes the values themselves
    ExactAvos = Any


@total_ordering
@dataclass(frozen=True, slots=True)
class Money:
    """An amount in avos: whole when it changes hands, a fraction while it is being worked out.

    >>> Money(1250), Money(1250) < Money(Fraction(3751, 3))
    (Money(avos=1250), True)
    """

    avos: ExactAvos

    def __lt__(self, other: "Money") -> bool:
        return self.avos < other.avos

    def __bool__(self) -> bool:
        return bool(self.avos)


class TableLimits(AnswerStruct):
    """The table's lowest and highest stake and its smallest chip."""

    minimum: Money
    maximum: Money
    chip: Money

    @classmethod
    def of(cls, limits: Limits) -> Self:
        """Return the limits of a table as the money that is answered: the rules reckon in whole avos."""
        return cls(minimum=Money(limits.minimum), maximum=Money(limits.maximum), chip=Money(limits.chip))


class Clauses(FrozenStruct, kw_only=False):
    """Several clauses on one line."""

    cites: tuple[Citation, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.cites))


def json_values(answer: Struct, names: Iterable[str]) -> dict[str, Any]:
    """Return what JSON has of an answer under some names, not yet written."""
    attributes = json_names(type(answer))
    return {name: attrgetter(attributes[name])(answer) for name in names}


def plain(value: Any, say: Translator) -> Any:  # whatever an answer holds, one line for each kind
    """Return an answer as texts, numbers, lists and objects: money in patacas, exact fractions, words in the reader's language.

    >>> from banca.i18n import translator
    >>> plain({"edge": Fraction(7, 495), "net": Money(-1250), "odds": Odds(7, 6)}, translator())
    {'edge': '7/495', 'net': '-12.50', 'odds': [7, 6]}
    """
    match value:
        case Money():
            return format_exact(Fraction(value.avos))
        case Odds():
            return [value.prize, value.stake]
        case Enum():
            return value.value
        case Mapping():
            return {str(name): plain(part, say) for name, part in value.items()}
        case list() | tuple():
            return [plain(part, say) for part in value]
        case Text() | Message() | LocalizedText():
            return say.spell(value)
        case str() | Fraction() | DecimalNumber() | Citation() | Clauses() | date():
            return str(value)
        case Struct():
            return {name: plain(part, say) for name, part in _shown(value)}
        case _:
            return value


def _shown(answer: Struct) -> Iterator[tuple[str, Any]]:
    """What JSON has of it, by name; what says nothing is left out."""
    may_lack = answer.__struct_config__.omit_defaults
    for name, value in json_values(answer, json_names(type(answer))).items():
        if value is not UNSET and not (may_lack and value is None):
            yield name, value


AMENDED = _("These rules are as first published. {others} amends them; its text has not been seen.")


class GameTitle(AnswerStruct):
    """A game and its instrument, with what a reader must know before relying on its text."""

    game: str
    JSON: ClassVar[Sequence[str | tuple[str, str]]] = ("game", "title", "instrument", "caution")

    @property
    def title(self) -> Text:
        """What the game is called."""
        return given_text(law(self.game).instrument.title)

    @property
    def instrument(self) -> Text:
        """The order that approved its rules."""
        return given_text(law(self.game).instrument.name)

    @property
    def caution(self) -> Text | None:
        """Where the instrument was revoked or changed by a text that has not been seen: that, in a sentence."""
        return caution(self.game)


class Heading(GameTitle):
    """A game, its instrument and the house's options."""

    options: Mapping[str, object]


def caution(game: str) -> Text | None:
    """What a reader must know before relying on a game's text; nothing where it is in force and unchanged, as far as is known."""
    of = law(game)
    if of.instrument.until:
        last = {
            "last": LocalizedText(Translator.date, day_before(of.instrument.until)),
            "others": _names(of.applied(of.instrument.until)),
        }
        return _(
            "Revoked: these articles were in force until {last}. {others} replaced them; its text has not been seen."
        ).fill(**last)
    return AMENDED.fill(others=_names(of.amendments)) if of.amendments else None


def _names(others: Iterable[Instrument]) -> list[Text]:
    return [given_text(other.name) for other in others]


def heading(rules: Rules) -> dict[str, Any]:
    """The fields of a `Heading`."""
    return {"game": rules.rulebook.game, "options": dict(rules.chosen)}

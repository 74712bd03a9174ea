"""The values that answers are made of: data until somebody reads it, and text only then.

`plain` writes an answer for JSON, and `Translator` for people; nothing else turns one of these into text.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from banca.rules import Citation


class AnswerStruct(Struct, frozen=True, kw_only=True):
    """A part of an answer: fields of these values, in the shape that JSON has.

    With `omit_defaults` a field that is None is left out of it.
    """


@dataclass(frozen=True, slots=True)
class DecimalNumber:
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


@dataclass(frozen=True, slots=True)
class Clauses:
    """Several clauses on one line."""

    cites: tuple[Citation, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.cites))

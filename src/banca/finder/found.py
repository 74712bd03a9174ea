"""What was found by its name, and what is refused where a name fits several things."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from banca.rules import Citation, Refusal, Text, _, refusal
from banca.rules.spelling import MOST_NEAR, any_of

T = TypeVar("T")

AMBIGUOUS = refusal("ambiguous", _("{asked} may mean {allowed}; write one of them"))


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What the user meant, and what they should know about it."""

    value: T
    remark: Text | None = None
    """How it differs from what they typed, if it does."""


def ambiguous(asked: str, possible: Iterable[str], cite: Citation | None = None) -> Refusal:
    """It may be any of these."""
    every = list(dict.fromkeys(possible))
    shown = every[:MOST_NEAR] + ["…"] * (len(every) > MOST_NEAR)
    return Refusal(AMBIGUOUS, cite, asked=asked, allowed=any_of(shown))

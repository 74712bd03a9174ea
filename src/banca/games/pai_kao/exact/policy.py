"""Policies: how a seat sets every hand, as plain weights."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Seat(StrEnum):
    """The side whose tiles are set."""

    PLAYER = "player"
    BANKER = "banker"


@dataclass(frozen=True, slots=True, repr=False)
class Policy:
    """For each hand of kinds, how often each of its three settings is chosen, out of `total`."""

    name: str
    weights: tuple[tuple[int, int, int], ...]
    total: int = 1

    @classmethod
    def pure(cls, name: str, places: Iterable[int]) -> Self:
        """The policy that takes one setting of each hand."""
        return cls(name, tuple((int(place == 0), int(place == 1), int(place == 2)) for place in places))

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

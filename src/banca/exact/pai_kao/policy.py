"""Policies: how a seat sets every hand, as plain weights."""

from dataclasses import dataclass
from enum import StrEnum


class Seat(StrEnum):
    """Whose tiles are set."""

    PLAYER = "player"
    BANKER = "banker"


@dataclass(frozen=True, slots=True, repr=False)
class Policy:
    """For each hand of kinds, how often each of its three settings is chosen, out of `total`."""

    name: str
    weights: tuple[tuple[int, int, int], ...]
    total: int = 1

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

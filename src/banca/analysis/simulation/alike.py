"""Rounds that are alike: what one may bring depends on the money in hand alone, and each is decided at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from banca.analysis.simulation.session import Session


class AlikeRound(NamedTuple):
    """A round that is played with from `low` to below `high` in hand, in avos."""

    low: int
    high: int
    at_risk: int
    nets: dict[int, int]
    """What it may bring, with weights out of the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsAlike:
    """A session of such rounds; with money for which there is none, one is ruined. The richest first."""

    session: Session
    rounds: Iterable[AlikeRound]
    count: int
    """Of these rounds, which may be too many to be looked at."""
    total: int

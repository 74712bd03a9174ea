"""What is looked at at a table, and how it is bet on: worked out once for all tables that opened alike."""

from functools import lru_cache
from typing import Any, NamedTuple

from banca.house.watch.devices import features_of
from banca.live.conduct import Conduct
from banca.watch.feature import Feature
from banca.watch.plan import WatchPlan, plan_of

PLANS = 64
"""Ways of watching a table's devices that are at hand."""


class Prepared(NamedTuple):
    """What is looked at in one device, and how it is bet on."""

    features: tuple[Feature, ...]
    plan: WatchPlan


def prepared(conduct: Conduct[Any]) -> tuple[Prepared, ...]:
    """What is looked at in each of a table's devices; alike tables share it."""
    opened = conduct.opened
    kept = _plans(opened.game, opened.chance, tuple(sorted(opened.options.items())), opened.proposal)
    if not kept:
        kept += [Prepared(tuple(features), plan_of(features)) for features in features_of(conduct)]
    return tuple(kept)


@lru_cache(PLANS)
def _plans(*_opened_with: object) -> list[Prepared]:
    """Where plans are kept by what a table was opened with."""
    return []

"""What is looked at at a table, what is not, and how it is bet on: worked out once for all tables that opened alike."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from banca.house.watch.devices import MOST_VALUES, facts_left_out, features_of
from banca.house.watch.series import SeriesKind
from banca.rules import Message, _
from banca.tables.chance_engine import ChanceEngine
from banca.tables.engine import TableEngine
from banca.tables.events import TableOpened
from banca.watch.device import WatchPlan, plan_bets
from banca.watch.feature import Feature

PLANS = 64
"""Ways of watching a table's devices that are at hand."""

LUCK_KINDS = (SeriesKind.TABLE, SeriesKind.PLAYER, SeriesKind.CROUPIER)


class UnwatchedPart(NamedTuple):
    """What is not looked at at a table, and why: kinds of series, or facts of the rulebook that are left out of one."""

    why: Message
    kinds: tuple[SeriesKind, ...] = ()
    facts: tuple[str, ...] = ()


class Prepared(NamedTuple):
    """What is looked at in one device, and how it is bet on."""

    features: tuple[Feature, ...]
    plan: WatchPlan


def opened_with(opened: TableOpened) -> tuple[object, ...]:
    """What decides how a table is watched: tables where it is the same are watched alike."""
    return opened.game, opened.chance, tuple(sorted(opened.options.items())), opened.proposal


def unwatched(conduct: TableEngine[Any]) -> Iterator[UnwatchedPart]:
    """What is not looked at at a table; how its croupiers call always is."""
    if not conduct.devices:
        yield UnwatchedPart(
            Message(
                "chances_change",
                _(
                    "the probabilities of its results change from round to round, for example when several rounds are dealt from one shoe"
                ),
            ),
            kinds=(SeriesKind.DEVICE, *LUCK_KINDS),
        )
        return
    if not isinstance(conduct, ChanceEngine):
        yield UnwatchedPart(
            Message("players_decide", _("its players make decisions, so their bets have no fixed value")),
            kinds=LUCK_KINDS,
        )
        return
    if not any(features_of(conduct)):
        yield UnwatchedPart(
            Message("nothing_to_count", _("its rulebook gives no numbers to count in a result")),
            kinds=(SeriesKind.DEVICE,),
        )
    elif facts := facts_left_out(conduct.rules):
        yield UnwatchedPart(
            Message("not_counted", _("only numbers with at most {most} values are counted"), most=MOST_VALUES),
            facts=facts,
        )


def prepared(conduct: TableEngine[Any]) -> tuple[Prepared, ...]:
    """What is looked at in each of a table's devices; alike tables share it."""
    kept = kept_plans(*opened_with(conduct.opened))
    if not kept:
        kept += [Prepared(tuple(features), plan_bets(features)) for features in features_of(conduct)]
    return tuple(kept)


@lru_cache(PLANS)
def kept_plans(*_opened_with: object) -> list[Prepared]:
    """Where plans are kept by what a table was opened with."""
    return []

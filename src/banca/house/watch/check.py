"""Whether what the watch keeps follows from the journals: somebody who can write the store could otherwise blind it without a word.

`kept_faults` compares the rows with each other and with how far the journals go, which costs little. It finds a row that was changed, added
or taken away by anything but the watch, unless the digest was forged with it. `derived_faults` believes none of the rows: it reads the
journals from their first entries on, and compares what they come to.
"""

import math
from collections.abc import Collection, Iterator, Mapping

from banca.house.watch.money import MoneySums
from banca.house.watch.rows import WatchKept, WatchRows
from banca.house.watch.series import CALLS, SeriesKind, SeriesState
from banca.house.watch.watching import Watching
from banca.rules import Code, Message, _
from banca.watch.thresholds import alarm_at

POSITION_BEYOND = Code(
    "watch_position",
    _("the watch is recorded as having read {table} up to entry {asked}, but its journal ends at {last}"),
)
ALARM_GONE = Code("watch_alarm_gone", _("the series {asked} reached its alarm level, but its alarm was removed"))
ROWS_CHANGED = Code("watch_changed", _("the data of the watch was changed by something other than the watch"))
SERIES_DIFFERS = Code("watch_series_differs", _("the series {asked} kept by the watch does not match the journals"))
MONEY_DIFFERS = Code("watch_money_differs", _("the amounts that the watch keeps for {table} do not match its journal"))

TOLERANCE = 1e-6
"""Of evidence that is added up in floats."""


def kept_faults(rows: WatchRows, kept: WatchKept | None = None) -> list[Message]:
    """What cannot be as the watch left it: positions beyond a journal's end, alarms that are gone, rows that were changed."""
    kept = kept or rows.kept()
    return list(_kept_faults(kept, rows.heads()))


def _kept_faults(kept: WatchKept, heads: Mapping[str, int]) -> Iterator[Message]:
    for table, seq in sorted(kept.positions.items()):
        if seq > heads.get(table, 0):
            yield Message(POSITION_BEYOND, table=table, asked=seq, last=heads.get(table, 0))
    alarmed = {alert.series for alert in kept.alerts}
    for name, (number, state) in kept.series.items():
        if name not in alarmed and (state.is_alarmed or state.most >= alarm_at(number)):
            yield Message(ALARM_GONE, asked=name)
    head = kept.head
    is_counted = head.entries == sum(kept.positions.values())
    is_numbered = [number for number, _ in kept.series.values()] == list(range(1, head.series + 1))
    if not is_counted or not is_numbered or (head.digest and head.digest != kept.digest):
        yield Message(ROWS_CHANGED)


def derived_faults(watching: Watching, kept: WatchKept) -> Iterator[Message]:
    """What the journals, read again from their first entries, do not come to.

    Where a journal could not be read on, half of an entry may have been counted: nothing is compared that is of such a table. Nor are calls,
    which are compared when the first entry of a later day is read: of which table that was, and when others were read, decides what they come to.
    """
    anew = watching.read_anew(kept)
    unread = kept.head.unread
    series = {name: one for name, one in kept.series.items() if one[1].kind not in CALLS}
    derived = {name: state for name, (_, state) in anew.writing.series.items() if state.kind not in CALLS}
    alarmed = {alert.series for alert in kept.alerts}
    for name in sorted(series.keys() | derived.keys()):
        number, state = series.get(name, (0, None))
        found = derived.get(name)
        if found and number and name not in alarmed and found.most >= alarm_at(number) + TOLERANCE:
            yield Message(ALARM_GONE, asked=name)
        elif not _is_alike(state, found) and not _is_of(state or found, unread):
            yield Message(SERIES_DIFFERS, asked=name)
    money, counted = dict(kept.money), anew.writing.money
    keys = [key for key in money.keys() | counted.keys() if _exact(money.get(key)) != _exact(counted.get(key))]
    for table in sorted({table for table, *_rest in keys} - unread.keys()):
        yield Message(MONEY_DIFFERS, table=table)


def _is_of(state: SeriesState | None, tables: Collection[str]) -> bool:
    """Whether a series is about one of these tables, or may be as it is about all."""
    return bool(tables) and (state is None or not state.table or state.table in tables)


def _is_alike(kept: SeriesState | None, derived: SeriesState | None) -> bool:
    """Whether a series is what its journals come to, as far as that does not depend on when which table was read on."""
    if not kept or not derived:
        return False
    if kept.rounds != derived.rounds or (kept.of_luck is None) != (derived.of_luck is None):
        return False
    luck, of_journals = kept.of_luck, derived.of_luck
    if luck and of_journals:
        scale = math.sqrt(of_journals.variance)
        if not _is_near(luck.luck, of_journals.luck, scale) or not _is_near(luck.variance, of_journals.variance):
            return False
    # Of one table the order of rounds is fixed. A version that looked at other things left its evidence as the base.
    is_exact = kept.kind in (SeriesKind.DEVICE, SeriesKind.TABLE) and kept.base == 1.0
    return not is_exact or (_is_near(kept.log_e, derived.log_e) and _is_near(kept.most, derived.most))


def _is_near(one: float, other: float, scale: float = 1.0) -> bool:
    return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE * scale)


def _exact(sums: MoneySums | None) -> tuple[object, ...]:
    return (sums.rounds, sums.drop, sums.handle, sums.win, sums.luck) if sums else ()

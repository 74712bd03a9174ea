"""The time of entries: what the system's clock says, and never before what is written already."""

from collections.abc import Callable
from datetime import UTC, datetime

MOST_BEHIND = 2.0
"""Seconds that the clocks of two servers may differ without a word."""


def write_time(moment: datetime) -> str:
    """A time as entries have it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def read_time(at: str) -> datetime | None:
    """The time of an entry; none where it is not written as the house writes it.

    >>> str(read_time("2026-11-16T12:30:00.250+00:00")), read_time("2026-11-16")
    ('2026-11-16 12:30:00.250000+00:00', None)
    """
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if found.tzinfo and write_time(found) == at else None


class HouseClock:
    """Goes forward only. Times are written in UTC to the millisecond, so that their texts stand in order too."""

    def __init__(self, system: Callable[[], datetime] | None = None) -> None:
        self._system = system or (lambda: datetime.now(UTC))
        self._latest = ""

    def now(self) -> str:
        """The time for an entry that is written now."""
        self.see(write_time(self._system()))
        return self._latest

    def see(self, at: str) -> None:
        """Something was written at this time."""
        if at > self._latest and read_time(at):
            self._latest = at

    @property
    def behind(self) -> float:
        """How many seconds the system's clock is behind what is written; 0 where that is nothing to speak of."""
        if not self._latest:
            return 0.0
        behind = (datetime.fromisoformat(self._latest) - self._system()).total_seconds()
        return behind if behind > MOST_BEHIND else 0.0

"""The time of entries: by the system's clock, but never before what is written already."""

from collections.abc import Callable
from datetime import UTC, datetime

MOST_BEHIND = 2.0
"""Seconds by which the clocks of two servers may differ without a warning."""


def write_time(moment: datetime) -> str:
    """Write a time as entries have it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def read_time(at: str) -> datetime | None:
    """Read the time of an entry; None if it is not written as the house writes it.

    >>> str(read_time("2026-11-16T12:30:00.250+00:00")), read_time("2026-11-16")
    ('2026-11-16 12:30:00.250000+00:00', None)
    """
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo and write_time(moment) == at else None


class HouseClock:
    """A clock that never goes back. Times are in UTC to the millisecond, so that their texts sort as they do."""

    def __init__(self, system: Callable[[], datetime] | None = None) -> None:
        self._system = system or (lambda: datetime.now(UTC))
        self._latest = ""

    def now(self) -> str:
        """Return the time for an entry that is written now."""
        self.see(write_time(self._system()))
        return self._latest

    def see(self, at: str) -> None:
        """Take note that something was written at this time."""
        if at > self._latest and read_time(at):
            self._latest = at

    @property
    def behind(self) -> float:
        """How many seconds the system's clock is behind what is written; 0 if it is a little."""
        if not self._latest:
            return 0.0
        behind = (datetime.fromisoformat(self._latest) - self._system()).total_seconds()
        return behind if behind > MOST_BEHIND else 0.0

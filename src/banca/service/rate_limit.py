"""How often somebody may ask for something."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil, inf

from banca.house.news import LimitCounted
from banca.rules import Code, Refusal
from banca.service.limits import ServiceLimits
from banca.service.refusals import TOO_OFTEN

MINUTE, HOUR = 60.0, 3600.0
ROUNDING = 0.001
"""Of what grows back one by one, so little is an error of rounding."""
MOST_COUNTED = 10_000
"""People or addresses; those who asked longest ago are forgotten first."""


class Rate:
    """So many a minute, or in another time, of one person or address: all at once, and then one by one as they grow back.

    Processes of one house tell each other what they have counted (sharing.py).
    """

    def __init__(
        self,
        limits: ServiceLimits,
        limit: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        seconds: float = MINUTE,
        refused: Code = TOO_OFTEN,
    ) -> None:
        self._limit, self._most, self._clock = limit, getattr(limits, limit), clock
        self._seconds, self._refused = seconds, refused
        self._each = seconds / self._most if self._most else inf
        self._whole_at: OrderedDict[str, float] = OrderedDict()
        """When nothing will be held against somebody any more."""
        self._untold: Counter[str] = Counter()
        """What was counted here since other processes were last told."""

    @property
    def limit(self) -> str:
        """Its name."""
        return self._limit

    def check(self, who: str) -> None:
        """Count one, or refuse it until one has grown back."""
        if not self.take(who, 1):
            raise self.refusal(who)

    def take(self, who: str, wanted: int) -> int:
        """Count as many as there may be, of those that are wanted; how many these are."""
        now, each = self._clock(), self._each
        held = max(self._whole_at.get(who, now), now)
        if held + (wanted - ROUNDING) * each > now + self._seconds:
            wanted = max(int((now + self._seconds - held) / each + ROUNDING), 0)
        if wanted:
            self._untold[who] += wanted
            self._hold(who, held + wanted * each)
        return wanted

    def refusal(self, who: str) -> Refusal:
        """That there may be no more, and when one has grown back."""
        now, each = self._clock(), self._each
        wait = max(self._whole_at.get(who, now), now) + each - now - self._seconds
        return Refusal(self._refused, limit=self._limit, allowed=self._most, seconds=max(ceil(wait), 1))

    def learn(self, counted: LimitCounted) -> None:
        """So many were counted in another process: they are held against the same people here."""
        now, each = self._clock(), self._each
        for who, times in counted.each.items():
            self._hold(who, max(self._whole_at.get(who, now), now) + times * each)

    def untold(self) -> LimitCounted | None:
        """What was counted here since this was last asked, for the other processes; None where nothing was."""
        untold, self._untold = self._untold, Counter()
        return LimitCounted(limit=self._limit, each=dict(untold)) if untold else None

    def _hold(self, who: str, whole_at: float) -> None:
        self._whole_at[who] = whole_at
        self._whole_at.move_to_end(who)
        while len(self._whole_at) > MOST_COUNTED:
            self._whole_at.popitem(last=False)

"""How often one address may ask for something."""

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from banca.rulebook import Code, Refusal

MOST_ADDRESSES = 10_000


class Tries:
    """So many within so many seconds from one address."""

    def __init__(self, most: int = 20, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._counted: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def check(self, address: str) -> None:
        """Count one, or refuse it until the time is over."""
        now = self._clock()
        began, count = self._counted.get(address, (now, 0))
        if now - began >= self._seconds:
            began, count = now, 0
        if count >= self._most:
            raise Refusal(Code.TOO_MANY_TRIES, asked=ceil(began + self._seconds - now))
        self._counted[address] = (began, count + 1)
        while len(self._counted) > MOST_ADDRESSES:
            self._counted.popitem(last=False)

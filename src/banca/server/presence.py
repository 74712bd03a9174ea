"""Who is there: whoever follows a table, or has asked for something not long ago."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from banca.house.messages import PresenceNotice

GONE_SECONDS = 120.0
"""After so long without a stream or a request somebody has gone."""
TOLD_SECONDS = 20.0
"""How often processes tell each other who is there."""
MOST_KNOWN = 20_000
"""People; those who were here longest ago are forgotten first."""


class Presence:
    """Who asked when, by a clock that is handed in; nobody has gone before the service has run for so long."""

    def __init__(self, clock: Callable[[], float], gone_seconds: float = GONE_SECONDS) -> None:
        self._clock = clock
        self._gone = gone_seconds
        self._began = clock()
        self._untold: set[str] = set()
        """Who has asked for something here since other processes were last told."""
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._follows: Counter[str] = Counter()

    def note(self, name: str) -> None:
        """Somebody has asked for something."""
        # Told to the others together, now and then: a message for each request would cost more than the request.
        self._untold.add(name)
        self._see(name)

    def learn(self, present: PresenceNotice) -> None:
        """Some are there who asked another process for something, or follow a table at it."""
        for name in present.names:
            self._see(name)

    def untold(self) -> PresenceNotice:
        """Who is or has been here since this was last asked: for the other processes."""
        names, self._untold = self._untold | self._follows.keys(), set()
        return PresenceNotice(names=tuple(names))

    def _see(self, name: str) -> None:
        self._seen[name] = self._clock()
        self._seen.move_to_end(name)
        # Guests come without end.
        while len(self._seen) > MOST_KNOWN:
            self._seen.popitem(last=False)

    @contextmanager
    def following(self, name: str) -> Iterator[None]:
        """Somebody follows a table for as long as this lasts."""
        self._follows[name] += 1
        try:
            yield
        finally:
            self._follows[name] -= 1
            if not self._follows[name]:
                del self._follows[name]
            self.note(name)

    def is_gone(self, name: str) -> bool:
        """Whether nothing has been seen of somebody for so long."""
        if self._follows[name]:
            return False
        return self._clock() - self._seen.get(name, self._began) >= self._gone

"""How many of something may go on at once: of one person, of one address, of all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from math import ceil

from banca.rules import Code, Refusal


class AtOnce:
    """So many at once for each key, under one limit; who comes when all places are taken is told when to ask again."""

    def __init__(self, limit: str, most: int, code: Code, seconds: float) -> None:
        self._limit, self._most, self._code, self._seconds = limit, most, code, ceil(seconds)
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, key: str) -> Iterator[None]:
        """Take a place until it is let go; refused where there is none."""
        if self._taken[key] >= self._most:
            raise Refusal(self._code, limit=self._limit, allowed=self._most, seconds=self._seconds)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


def all_places(*wanted: AbstractContextManager[None]) -> ExitStack:
    """Several places together: all of them, or none."""
    with ExitStack() as places:
        for one in wanted:
            places.enter_context(one)
        return places.pop_all()

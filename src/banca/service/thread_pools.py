"""Work that live tables need not wait behind: in a few threads of its own, and no more may wait for them than its limit says."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from banca.rules import Refusal
from banca.service.refusals import TOO_BUSY

P = ParamSpec("P")
T = TypeVar("T")

AGAIN_SECONDS = 2
"""When somebody for whom there is no room may ask again."""


class ThreadPool:
    """So many threads and so many who wait; of one person or address no more than `most_of_one`.

    With `beside` the threads are another pool's: who waits here takes no room there.
    """

    def __init__(
        self, threads: int, most: int, limit: str, most_of_one: int | None = None, beside: "ThreadPool | None" = None
    ) -> None:
        self._threads: ThreadPoolExecutor = (
            beside._threads if beside else ThreadPoolExecutor(threads, limit)
        )  # its own kind
        self._most, self._limit = most + threads, limit
        self._most_of_one = most_of_one or self._most
        self._here: Counter[str] = Counter()

    async def do(self, who: str, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
        """The work's result, in its turn; refused where too many wait."""
        self.check_room(who)
        self._here[who] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: work(*args, **about))
        finally:
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]

    def check_room(self, who: str) -> None:
        """Refuse somebody for whom there is no room."""
        if self._here.total() >= self._most or self._here[who] >= self._most_of_one:
            raise Refusal(TOO_BUSY, limit=self._limit, seconds=AGAIN_SECONDS)

    def drain(self) -> None:
        """Finish what is being done."""
        self._threads.shutdown(cancel_futures=True)

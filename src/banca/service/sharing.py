"""What the processes of one house tell each other beside the store, so that a limit is the house's and not each process's."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from banca.house.news import LimitCounted, Message, PasswordTried, Present, RunCancelled, SaidReady, Superseded, Written
from banca.house.processes import Peers
from banca.service.attendants import Attendants
from banca.service.login_throttle import Guessing
from banca.service.presence import TOLD_SECONDS, Presence
from banca.service.proposals import DraftQueue
from banca.service.rate_limit import Rate
from banca.service.runs import Runs

COUNTED_SECONDS = 0.25
"""How often processes tell each other what they have counted: for so long somebody who asks everywhere at once gets more."""
M = TypeVar("M", bound=Message)


class Sharing:
    """Stands between the parts of a service and the other processes: all on the loop, where those parts are."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._loop = asyncio.get_running_loop()

    def share_rates(self, rates: Sequence[Rate]) -> Iterator[Coroutine[Any, Any, None]]:
        """What is counted here counts everywhere."""
        known = {rate.limit: rate for rate in rates}

        def learn(counted: LimitCounted) -> None:
            if rate := known.get(counted.limit):
                rate.learn(counted)

        def tell() -> None:
            for rate in rates:
                if counted := rate.untold():
                    self._peers.say(counted)

        self._hear(LimitCounted, learn)
        yield _every(COUNTED_SECONDS, tell)

    def share_presence(self, presence: Presence) -> Iterator[Coroutine[Any, Any, None]]:
        """Who is at another process is there."""
        self._hear(Present, presence.learn)
        yield _every(TOLD_SECONDS, lambda: self._peers.say(presence.untold()))

    def share_tries(self, guessing: Guessing) -> None:
        """Who guesses at one process has guessed at all."""
        guessing.tell = self._peers.say
        self._hear(PasswordTried, guessing.learn)

    def share_drafts(self, desk: DraftQueue) -> None:
        """The newest draft of somebody is the one that is checked, wherever it came in."""
        for queue in desk.queues:
            queue.tell = self._peers.say
            self._hear(Superseded, queue.learn)

    def share_runs(self, runs: Runs) -> None:
        """A simulation is cancelled wherever it is computed; not on the loop, as that may have to be written."""
        self._peers.hear(RunCancelled, runs.learn)

    def share_tables(self, attendants: Attendants) -> None:
        """Who says that they are ready says so to the table's home; not on the loop, as a table may have to be read."""
        self._peers.hear(SaidReady, attendants.learn)
        self._peers.hear(Written, attendants.hear_of)
        self._peers.changed.append(attendants.take_over)

    def _hear(self, kind: type[M], handler: Callable[[M], object]) -> None:
        self._peers.hear(kind, lambda message: self._loop.call_soon_threadsafe(handler, message))


async def _every(seconds: float, work: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(seconds)
        work()

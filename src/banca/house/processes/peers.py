"""The other processes of a house, as this one sees them."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any, TypeVar

from banca.house.house import House
from banca.house.news import Message, Written
from banca.house.processes.home import home_of

LOG = logging.getLogger("banca")
M = TypeVar("M", bound=Message)


class Peers(ABC):
    """What is told and heard, and who is there; a thread of its own listens from `start` to `close`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.number = 0
        """Of this process among those of the house."""
        self.live: Mapping[int, str] = {}
        """The processes there are, with where each is reached, this one among them; none while this one is cut off from the others."""
        self.changed: list[Callable[[], object]] = []
        """Called when processes have come or gone."""
        self._handlers: dict[type[Any], list[Callable[[Any], object]]] = {Written: [house.apply_external]}
        self._homes: dict[str, int | None] = {}
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="banca-news", daemon=True)

    def hear(self, kind: type[M], handler: Callable[[M], object]) -> None:
        """Call somebody with every message of a kind that another process sends; from the thread that listens."""
        self._handlers.setdefault(kind, []).append(handler)

    @abstractmethod
    def say(self, message: Message) -> None:
        """Tell the other processes; nobody waits for it, and this one does not hear it."""

    @abstractmethod
    def _follow(self) -> None:
        """Listen until stopped."""

    def is_home(self, table_id: str) -> bool:
        """Whether this process does at a table what the program does there by itself."""
        return self.home(table_id) == self.number

    def home(self, table_id: str) -> int | None:
        """The process that is a table's home; None while this one is cut off from the others."""
        homes = self._homes
        found = homes.get(table_id)
        if found is None:
            found = homes[table_id] = home_of(table_id, self.live)
        return found

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Leave the others."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        self._follow()

    def _know(self, live: Mapping[int, str]) -> None:
        """So many processes there are."""
        if live == self.live:
            return
        self.live, self._homes = live, {}
        LOG.info("processes", extra={"about": {"this": self.number, "live": dict(live)}})
        for handler in self.changed:
            handler()

    def _heard(self, message: Message) -> None:
        """A fault of one that hears is not the others'."""
        for handler in self._handlers.get(type(message), ()):
            try:
                handler(message)
            except Exception:
                LOG.exception("news", extra={"about": {"message": type(message).__name__}})

"""A fresh process that opens a store: what it takes until the house stands, a table is touched, a stream goes on, a day is verified.

python bench/years_look.py URL TABLE 0|1     prints one JSON object; with 1 the table is also replayed from its first entry
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import banca.server.app  # noqa: F401 - so that nothing is imported while it is measured
from banca.games import rules_of
from banca.house import audit
from banca.house.house import House
from banca.house.store import open_store
from banca.law import Language
from banca.server.pages.lobby import lobby_page
from banca.server.streams import Replays
from banca.tables.commands import Actor, Role

T = TypeVar("T")
BEHIND = 50
"""Entries that a stream has missed."""


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What it comes to, and how many milliseconds it took."""
    began = time.perf_counter()
    done = work()
    return done, (time.perf_counter() - began) * 1000


def memory() -> float:
    """What this process holds, in megabytes."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> None:
    """Open, touch, look, and say how long each took."""
    url, name, replays = sys.argv[1:]
    rules_of("roulette")
    before = memory()
    store, opened = timed(lambda: open_store(url))
    house, began = timed(lambda: House(store))
    table, touch = timed(lambda: house.table(name))
    viewer = Actor("ines", Role.INSPECTOR)

    async def resumed() -> int:
        with closing(Replays(house)) as stream:
            return len(await stream.since(name, viewer, table.seq - BEHIND))

    _, resume = timed(lambda: asyncio.run(resumed()))
    lobby_page(house, Language.EN, None, 1)
    _, lobby = timed(lambda: lobby_page(house, Language.EN, None, 1))
    held = memory() - before
    since = datetime.fromisoformat(table.at) - timedelta(days=1)
    found, day = timed(lambda: audit.verify(store, since=since))
    if not found.is_whole:
        sys.exit(f"not whole: {found.faults}")
    replayed = 0.0
    if int(replays):
        store.snapshot = lambda *_: None  # type: ignore[method-assign]  # as if nobody had ever taken any
        _, replayed = timed(lambda: House(store).table(name))
    figures = {"start": opened + began, "touch": touch, "resume": resume, "lobby": lobby, "memory": held}
    figures |= {"day": day, "day_entries": sum(one.entries for one in found.tables), "replayed": replayed, "live": 0.0}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

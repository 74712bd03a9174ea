"""What a house's age costs: stores of many entries, tables and accounts, each opened by a process of its own.

make bench                                       10^4 and 10^5 entries, 10 and 1,000 tables, 10^3 to 10^5 accounts
python bench/years.py --most 1000000 --write     as docs/years.md has it
make soak                                        10^7 entries too
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from msgspec import Struct
from msgspec import json as msgspec_json
from sqlalchemy import event

from banca.games.roulette.table import ReadNumber, ThrowBall
from banca.house.cage import CashIn
from banca.house.commands import CommandRequest, TableTerms
from banca.house.house import House
from banca.house.schema import ACCOUNTS, USERS
from banca.house.store import Store, open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, CallNoMoreBets, Command, OpenTable, Pay, PlaceBet, Role, Sit
from house import banca, free_port, server
from years_page import Figures, Row, goals, lines, write

TABLE = "t0"
BEGAN = datetime(2019, 1, 1, tzinfo=UTC)
ENTRIES_OF_A_DAY = 5000
AT_A_TIME = 500
"""Tables that open, and accounts that are made, with one write."""
FAR = 400
"""Entries since the last snapshot, so that every size is as far from it: four rounds of five."""
TIMES = 5
"""Each store is opened so often, each time by a new process; the quickest counts, as the work of others only adds to it."""
PLAYERS = [Actor(f"p{place}", Role.PLAYER) for place in range(20)]
CROUPIER = Actor("croupier", Role.CROUPIER)
BETS = ("red", "straight:17", "dozen:1", "even", "corner:1-2-4-5")
ACTS = (ThrowBall(), CallNoMoreBets(), ReadNumber(), Pay())


class Kept(Struct):
    """A store that grows."""

    url: str
    folder: Path
    store: Store
    house: House
    played: Iterator[int]

    def close(self) -> None:
        """As a server that stops."""
        self.store.tidy()
        self.store.close()


def standing(folder: Path, played: Iterator[int]) -> Kept:
    """The house of a folder; its clock goes on with its entries, and no write waits for the disk, as only reading is measured."""
    url = f"sqlite:///{folder / 'house.db'}"
    store = open_store(url)
    event.listen(store.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF"))
    store.engine.dispose()
    live: list[House] = []
    house = House(store, clock=lambda: BEGAN + age(live))
    live.append(house)
    return Kept(url, folder, store, house, played)


def opened(folder: Path) -> Kept:
    """A store with one table, its players and their money."""
    kept = standing(folder, count(1))
    open_tables(kept, [TABLE])
    for player in PLAYERS:
        cash = CashIn(player=player.name, stake=10**12)
        kept.house.do(CommandRequest(table="cage", actor=THE_HOUSE, id=player.name, command=cash))
        kept.house.do(CommandRequest(table=TABLE, actor=player, id="sit", command=Sit()))
    return kept


def age(live: list[House]) -> timedelta:
    """How long the table has been played, by its entries."""
    table = live[0].table(TABLE) if live and TABLE in live[0].games else None
    return timedelta(days=(table.seq if table else 0) / ENTRIES_OF_A_DAY)


def open_tables(kept: Kept, names: list[str]) -> None:
    """Tables of roulette at which nobody sits."""
    terms = {"bank": 10**13, "maximum": 10**12, "player_maximum": 10**13, "chance": ChanceSource.DRAWN}
    for first in range(0, len(names), AT_A_TIME):
        requests = [
            CommandRequest(
                table=name,
                actor=THE_HOUSE,
                id="open",
                command=OpenTable(),
                opening=TableTerms(id=name, game="roulette", **terms),  # type: ignore[arg-type]
            )
            for name in names[first : first + AT_A_TIME]
        ]
        check(kept.house.do_all(requests))


def play(kept: Kept, entries: int) -> None:
    """Rounds of roulette until the table's journal has so many entries, the last of them far from a snapshot."""
    while (table := kept.house.table(TABLE)).seq < entries or table.seq - table.snapshot < FAR:
        number = next(kept.played)
        commands: list[tuple[Actor, Command]] = [
            *((player, PlaceBet(bet=bet, stake=100)) for player in PLAYERS for bet in BETS),
            *((CROUPIER, act) for act in ACTS),
        ]
        requests = [
            CommandRequest(table=TABLE, actor=actor, id=f"{number}-{place}", command=command)
            for place, (actor, command) in enumerate(commands)
        ]
        check(kept.house.do_all(requests))


def check(answers: list[object] | object) -> None:
    """Nothing was refused."""
    for answer in answers if isinstance(answers, list) else [answers]:
        if isinstance(answer, Exception):
            sys.exit(f"refused: {answer}")


def add_accounts(kept: Kept, first: int, last: int) -> None:
    """People who do not play, each with an account."""
    with kept.store.engine.execution_options(writes=True).begin() as connection:
        for start in range(first, last, AT_A_TIME):
            names = [f"guest-{number}" for number in range(start, min(start + AT_A_TIME, last))]
            connection.execute(ACCOUNTS.insert(), [{"name": f"wallet:{name}", "balance": 0} for name in names])
            people = {"role": "player", "password": "", "must_change": False, "is_disabled": False}
            connection.execute(USERS.insert(), [{"name": name, **people} for name in names])


def measured(kept: Kept, what: str, size: int, *, replays: bool = False) -> Row:
    """The quickest of several processes; and how long a server takes until it is ready."""
    program = [sys.executable, str(Path(__file__).with_name("years_look.py")), kept.url, TABLE, str(int(replays))]
    found = []
    for _ in range(TIMES):
        said = subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True).stdout  # our own
        found.append(msgspec_json.decode(said, type=Figures))
        program[-1] = "0"
    quickest = {
        name: min(getattr(one, name) for one in found)
        for name in Figures.__struct_fields__
        if name not in ("replayed", "live")
    }
    replayed = found[0].replayed
    live = min(until_ready(kept) for _ in range(TIMES - 2))
    return Row(what, size, Figures(**quickest, replayed=replayed, live=live))


def until_ready(kept: Kept) -> float:
    """From the start of a server to its first answer that it is ready, in seconds; at a copy, as it writes by the clock of today."""
    port = free_port()
    with tempfile.TemporaryDirectory(dir=kept.folder) as copy:
        for file in kept.folder.glob("house.db*"):
            shutil.copy(file, copy)
        url = f"sqlite:///{copy}/house.db"
        return ready_after(url, port, Path(copy))


def ready_after(url: str, port: int, folder: Path) -> float:
    """So many seconds."""
    began = time.perf_counter()
    with server(*banca(url, port, folder), port=port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready") as answer:
            json.load(answer)
        return time.perf_counter() - began


def sizes(least: int, most: int) -> list[int]:
    """Powers of ten."""
    return [10**power for power in range(1, 9) if least <= 10**power <= most]


def by_entries(most: int, folder: Path) -> Iterator[Row]:
    """One table that gets older."""
    kept = opened(folder)
    for size in sizes(10**4, most):
        play(kept, size)
        kept.close()
        yield measured(kept, "entries", size, replays=size <= 10**6)
        kept = standing(folder, kept.played)
    kept.close()


def by_tables(most: int, folder: Path) -> Iterator[Row]:
    """More and more tables at which nobody sits."""
    kept, there = opened(folder), 1
    play(kept, 10**4)
    for size in (one for one in (10, 1000, 10_000) if one <= most // 100):
        open_tables(kept, [f"t{number}" for number in range(there, size)])
        there = size
        kept.close()
        yield measured(kept, "tables", size)
        kept = standing(folder, kept.played)
    kept.close()


def by_accounts(most: int, folder: Path) -> Iterator[Row]:
    """More and more people who do not play."""
    kept, there = opened(folder), 0
    play(kept, 10**4)
    for size in sizes(10**3, most):
        add_accounts(kept, there, size)
        there = size
        kept.close()
        yield measured(kept, "accounts", size)
        kept = standing(folder, kept.played)
    kept.close()


PARTS = {"entries": by_entries, "tables": by_tables, "accounts": by_accounts}


def main() -> None:
    """Print everything, and what was reached."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--most", type=int, default=10**5, help="entries, and accounts")
    asked.add_argument("--write", action="store_true", help="docs/years.md and its picture")
    asked.add_argument("parts", nargs="*", choices=[[], *PARTS], default=[])
    given = asked.parse_args()
    rows: list[Row] = []
    for part in given.parts or PARTS:
        with tempfile.TemporaryDirectory(prefix="banca-years-", dir=Path.cwd()) as folder:
            for row in PARTS[part](given.most, Path(folder)):
                rows.append(row)
                print(lines([row])[-1], flush=True)
    if given.write:
        write(rows)
    reached = goals(rows)
    for goal, is_reached, figure in reached:
        print(f"{'reached' if is_reached else 'MISSED':8} {goal} ({figure})")
    sys.exit(not all(is_reached for _, is_reached, _ in reached))


if __name__ == "__main__":
    main()

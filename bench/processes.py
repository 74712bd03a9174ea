"""Two server processes on one PostgreSQL: how long bets take over both, what an idle one costs, how soon a killed one is replaced.

make bench                          with a PostgreSQL of its own, out of the pgserver wheel
python bench/processes.py [RUNS]    the same, bets so often (3)

Beside each figure: the load of the machine then. What others do on it makes bets slow; the processor time of a bet says what they cost.
"""

import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import httpx

from banca.house.seal import open_seal
from banca.house.store import Store, open_store
from house import free_port, server
from several import STAKE, Prepared, prepare

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from support import postgres

ACCOUNTS, TABLES, AUTOMATIC, PLAYERS = 200_000, 1_980, 20, 60
BUSY = 12
"""Tables at which they sit: several players at each, so that both processes write to the same."""
RATE, SECONDS, IDLE_SECONDS, WARM_SECONDS = 50, 20.0, 20.0, 5.0
RUNS = 3
GOALS = {"p50": 0.030, "idle": 0.03, "replaced": 2.0}
RAISED = ("commands_of_person_minute", "connections")


@dataclass(frozen=True)
class Running:
    """A server process."""

    base: str
    process: "subprocess.Popen[bytes]"

    def seconds(self) -> float:
        """Of the processor, that it has used."""
        return _stat(self.process.pid)[1]


def _stat(pid: int) -> tuple[int, float]:
    """The parent of a process, and the seconds of the processor that it has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Database:
    """A PostgreSQL that writes to the disk before it answers, as in earnest."""

    url: str
    pid: int

    def seconds(self) -> float:
        """Of the processor, that it has used for those who are connected."""
        used = 0.0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                parent, seconds = _stat(int(folder.name))
                used += seconds if parent == self.pid else 0
        return used


def command(url: str, port: int, folder: Path) -> list[str]:
    """What starts a server."""
    program = str(Path(sys.executable).with_name("banca"))
    raised = [word for limit in RAISED for word in ("--limit", f"{limit}=1000000")]
    where = ["--key", str(folder / "house.key"), "--port", str(port)]
    quick = ["--pace", "0.25", "--betting", "0.25"]
    return [program, "serve", "--db", url, *where, "--log", "WARNING", *quick, *raised]


@contextmanager
def database() -> Iterator[Database]:
    """One of its own."""
    postgres.SETTINGS |= {"fsync": "on", "full_page_writes": "on"}
    own = postgres.Postgres()
    try:
        yield Database(own.database(), int((own.home / "data" / "postmaster.pid").read_text().split()[0]))
    finally:
        own.end()


@contextmanager
def two(url: str, folder: Path) -> Iterator[list[Running]]:
    """Two servers that know of each other and have read their tables."""
    with ExitStack() as both:
        found = []
        for _ in range(2):
            port = free_port()
            process = both.enter_context(server(*command(url, port, folder), port=port))
            found.append(Running(f"http://127.0.0.1:{port}", process))
        settle(found)
        yield found


def settle(servers: list[Running]) -> None:
    """Until they have begun all that they do at a start: three seconds go by with less than a twenty-fifth of a processor."""
    quiet = 0
    while quiet < 3:
        before = [one.seconds() for one in servers]
        time.sleep(1)
        used = [one.seconds() - was for one, was in zip(servers, before, strict=True)]
        quiet = quiet + 1 if max(used) < 0.04 else 0


def idle(servers: list[Running]) -> list[float]:
    """The share of a processor that each uses while nobody asks for anything."""
    before, began = [one.seconds() for one in servers], time.perf_counter()
    time.sleep(IDLE_SECONDS)
    took = time.perf_counter() - began
    return [(one.seconds() - was) / took for one, was in zip(servers, before, strict=True)]


async def bets(there: Prepared, choose: Callable[[str, int], str], name: str, seconds: float = SECONDS) -> list[float]:
    """So many bets a second, each at the server that is chosen for its table; how long each took."""
    took: list[float] = []
    wheel = random.Random(20)  # a bench repeats itself
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=200)) as client:

        async def bet(number: int) -> None:
            who = wheel.choice(there.players)
            table = there.seats[who]
            body = {
                "id": f"{name}-{number}",
                "command": {"do": "place_bet", "bet": f"straight:{number % 37}", "stake": STAKE},
            }
            headers = {"Authorization": f"Bearer {there.tokens[who]}"}
            began = time.perf_counter()
            answer = await client.post(
                f"{choose(table, number)}/api/v1/tables/{table}/commands", json=body, headers=headers
            )
            took.append(time.perf_counter() - began)
            if answer.status_code != 201:
                sys.exit(f"a bet failed: {answer.text}")

        began, tasks = time.perf_counter(), []
        for number in range(int(RATE * seconds)):
            await asyncio.sleep(max(0.0, began + number / RATE - time.perf_counter()))
            tasks.append(asyncio.create_task(bet(number)))
        await asyncio.gather(*tasks)
    return took


def shut_out(there: Prepared, servers: list[Running]) -> str:
    """Somebody is shut out at one; the first request at the other, at once behind the answer."""
    one, other = servers
    who = there.players[0]
    ask = {name: {"Authorization": f"Bearer {there.tokens[name]}"} for name in (who, "sofia")}
    path = f"{other.base}/api/v1/tables/{there.seats[who]}/commands"
    body = {"id": "out", "command": {"do": "place_bet", "bet": "straight:1", "stake": STAKE}}
    with httpx.Client(timeout=60) as client:
        client.post(path, json=body | {"id": "in"}, headers=ask[who]).raise_for_status()
        client.delete(f"{one.base}/api/v1/users/{who}", headers=ask["sofia"]).raise_for_status()
        return str(client.post(path, json=body, headers=ask[who]).json().get("code", "accepted"))


def replaced(there: Prepared, servers: list[Running], store: Store) -> list[float]:
    """Seconds from the kill of one to the next act of the croupier at each automatic table."""
    one, other = servers
    who = there.players[1]
    headers = {"Authorization": f"Bearer {there.tokens[who]}"}
    mine = list(there.automatic)
    with httpx.Client(timeout=60, base_url=other.base, headers=headers) as client:
        for table in mine:
            at = f"/api/v1/tables/{table}/commands"
            client.post(at, json={"id": "sit", "command": {"do": "sit"}}).raise_for_status()
        os.kill(one.process.pid, signal.SIGKILL)
        killed = time.perf_counter()
        for table in mine:
            body = {"id": "bet", "command": {"do": "place_bet", "bet": "straight:1", "stake": STAKE}}
            client.post(f"/api/v1/tables/{table}/commands", json=body).raise_for_status()
        stood = {table: store.seq(table) for table in mine}
        found: dict[str, float] = {}
        while len(found) < len(mine):
            for table in mine:
                if table not in found and store.seq(table) > stood[table]:
                    found[table] = time.perf_counter() - killed
            time.sleep(0.005)
    return sorted(found.values())


def counted(servers: list[Running], name: str) -> float:
    """What the servers have counted together."""
    said = [httpx.get(f"{one.base}/metrics", timeout=60).text for one in servers]
    rows = (row for text in said for row in text.splitlines() if row.startswith((f"{name} ", f"{name}{{")))
    return sum(float(row.rpartition(" ")[2]) for row in rows)


@dataclass(frozen=True)
class Load:
    """Bets that were measured, and what they cost."""

    took: list[float]
    conflicts: float
    servers: float
    """Seconds of the processor for one bet, in both servers together."""
    database: float

    def rank(self, percent: int) -> float:
        """How long the bet took than which so many of a hundred were quicker."""
        return statistics.quantiles(self.took, n=100)[percent - 1]

    def __str__(self) -> str:
        """In one row."""
        each = f"{self.servers * 1000:.1f} + {self.database * 1000:.1f} ms of a processor each"
        counted = f"{self.conflicts:.0f} conflicts"
        return (
            f"p50 {self.rank(50) * 1000:6.1f} ms   p99 {self.rank(99) * 1000:7.1f} ms   {each}   {counted}   {load()}"
        )


def load() -> str:
    """Of the machine."""
    return f"load {os.getloadavg()[0]:.1f}"


def measured(
    there: Prepared, servers: list[Running], own: Database, name: str, choose: Callable[[str, int], str]
) -> Load:
    """Bets for a while, and what is counted meanwhile."""

    def counts() -> tuple[float, ...]:
        counted_by_both = (counted(servers, one) for one in ("banca_conflicts",))
        return *counted_by_both, sum(one.seconds() for one in servers), own.seconds()

    before = counts()
    took = asyncio.run(bets(there, choose, name))
    conflicts, used, in_database = (now - was for now, was in zip(counts(), before, strict=True))
    return Load(took, conflicts, used / len(took), in_database / len(took))


def best_of(runs: int, there: Prepared, servers: list[Running], own: Database) -> tuple[Load, Load]:
    """Bets at both processes, and of each table at one, as the proxy sends them: in turn, as others use the machine too; the best of each."""
    bases = [one.base for one in servers]
    asyncio.run(bets(there, lambda _, number: bases[number % 2], "warm", WARM_SECONDS))
    found: list[tuple[Load, Load]] = []
    for run in range(runs):
        both = measured(there, servers, own, f"both-{run}", lambda _, number: bases[number % 2])
        print(f"{'50 bets/s, each table at both':<38} {both}", flush=True)
        home = measured(there, servers, own, f"home-{run}", lambda table, _: bases[crc32(table.encode()) % 2])
        print(f"{'50 bets/s, each table at one process':<38} {home}", flush=True)
        found.append((both, home))
    both, home = (min(some, key=lambda one: one.rank(50)) for some in zip(*found, strict=True))
    return both, home


def main() -> None:
    """Measure, print, and fail where a goal is missed."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with database() as own, tempfile.TemporaryDirectory() as kept:
        store = open_store(own.url)
        there = prepare(
            store,
            open_seal(store, Path(kept) / "house.key"),
            accounts=ACCOUNTS,
            tables=TABLES,
            automatic=AUTOMATIC,
            players=PLAYERS,
            seated=BUSY,
        )
        with two(own.url, Path(kept)) as servers:
            print(f"{ACCOUNTS:,} accounts, {TABLES + AUTOMATIC:,} tables, {load()}")
            used = idle(servers)
            print(f"{'idle, of a processor':<38} " + "   ".join(f"{one:.1%}" for one in used), f"  {load()}")
            both, home = best_of(runs, there, servers, own)
            for name, best in (("both", both), ("home", home)):
                print(
                    f"best of {runs}, at {name}: p50 {best.rank(50) * 1000:.1f} ms, p99 {best.rank(99) * 1000:.1f} ms"
                )
            out = shut_out(there, servers)
            print(f"{'a bet at the other after a shut-out':<38} {out}")
            gone = replaced(there, servers, store)
            print(
                f"{'killed: its tables go on elsewhere':<38} after {gone[0]:.2f} to {gone[-1]:.2f} s ({len(gone)} tables)   {load()}"
            )
        store.close()
    met = {
        "p50": both.rank(50) < GOALS["p50"],
        "idle": max(used) < GOALS["idle"],
        "replaced": gone[-1] < GOALS["replaced"],
    }
    for name, is_met in met.items():
        print(f"{'met   ' if is_met else 'MISSED'} {name} below {GOALS[name]:g}")
    if not all(met.values()) or out == "accepted":
        sys.exit(1)


if __name__ == "__main__":
    main()

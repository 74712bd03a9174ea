"""How 100,000 tables and 10 million players would run: a simulation of the queue before the databases, by what one batch costs here.

python bench/queueing.py            the table and the chart of docs/scale.md
python bench/queueing.py measure    what a batch costs on this machine, on a PostgreSQL of its own
"""

import heapq
import random
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
TABLES, PLAYERS = 100_000, 10_000_000
AT_TABLES, BETS, ROUND_SECONDS, CROUPIER_ACTS = 5, 3, 40.0, 5
"""Players at each table, bets of each in a round, how long a round takes, and the croupier's acts in it."""
SITTING_SECONDS = 3600.0
"""How long somebody stays at a table."""
MOST = 512
"""Commands in one batch, as in server/group_commit.py."""
SECONDS, WARM = 6.0, 1.0
OVERLOADED = 20_000
"""Commands that wait before one database when it is given up as too slow."""


@dataclass(frozen=True, kw_only=True)
class Costs:
    """In seconds: what a batch takes of a process, and for how long it holds the database's log head."""

    decide: float
    """Of a process, for each command: deciding, encoding, answering."""
    begin: float
    """Of a process, for each batch: what is read before the transaction."""
    commit: float
    """Of the log head, for each transaction: its round trips and the write to the disk."""
    row: float
    """Of the log head, for each command."""


MEASURED = Costs(decide=0.00021, begin=0.0019, commit=0.0055, row=0.00012)
"""Of five runs of `measure` on two busy cores the usual one (commit 1.6 to 5.8 ms, row 0 to 0.15 ms); `decide` with all that a server
does for a command over HTTP, from bench/house.py: 4,700 a second in one process."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """What came of one way to divide the work."""

    databases: int
    processes: int
    """For each database."""
    rate: float
    """Commands a second at each database."""
    head: float
    """The share of the time in which a transaction holds the log head."""
    busy: float
    """The share of the time in which a process decides or writes."""
    p50: float
    p99: float
    is_overloaded: bool


def commands_a_second(*, per_bet: bool) -> float:
    """What all tables together ask for; `per_bet`: each bet moves money in the database of the player's wallet too."""
    bets = TABLES * AT_TABLES * BETS / ROUND_SECONDS
    acts = TABLES * CROUPIER_ACTS / ROUND_SECONDS
    sittings = TABLES * AT_TABLES / SITTING_SECONDS
    return acts + (2 * bets if per_bet else bets + 4 * sittings)


@dataclass(slots=True)
class Process:
    """A server process: when each command came that waits there, and whether it is at a batch."""

    waiting: deque[float] = field(default_factory=deque)
    is_busy: bool = False


class Simulation:
    """One database and its processes, event by event: commands arrive by chance, are decided in batches, and take turns at the log head."""

    def __init__(self, processes: int, rate: float, costs: Costs, seed: int = 20) -> None:
        self._chance = random.Random(seed)  # a simulation repeats itself
        self._rate, self._costs = rate, costs
        self._processes = [Process() for _ in range(processes)]
        self._events: list[tuple[float, int, str, int, list[float]]] = []
        self._order = count()
        self._for_head: deque[tuple[int, list[float]]] = deque()
        self._is_held = False
        self.now, self.waiting, self.held, self.worked = 0.0, 0, 0.0, 0.0
        self.took: list[float] = []

    def run(self) -> None:
        """To the end, or until too many wait."""
        self._push(self._chance.expovariate(self._rate), "arrive", 0, [])
        steps = {"arrive": self._arrive, "decided": self._decided, "written": self._written}
        while self.now < SECONDS and self.waiting < OVERLOADED:
            self.now, _, kind, place, batch = heapq.heappop(self._events)
            steps[kind](place, batch)

    def _push(self, after: float, kind: str, place: int, batch: list[float]) -> None:
        heapq.heappush(self._events, (self.now + after, next(self._order), kind, place, batch))

    def _arrive(self, _: int, __: list[float]) -> None:
        place = self._chance.randrange(len(self._processes))
        self._processes[place].waiting.append(self.now)
        self.waiting += 1
        self._push(self._chance.expovariate(self._rate), "arrive", 0, [])
        if not self._processes[place].is_busy:
            self._decide(place)

    def _decide(self, place: int) -> None:
        one = self._processes[place]
        batch = [one.waiting.popleft() for _ in range(min(MOST, len(one.waiting)))]
        self.waiting -= len(batch)
        one.is_busy = True
        work = self._costs.begin + self._costs.decide * len(batch)
        self.worked += work
        self._push(work, "decided", place, batch)

    def _decided(self, place: int, batch: list[float]) -> None:
        if self._is_held:
            self._for_head.append((place, batch))
        else:
            self._hold(place, batch)

    def _hold(self, place: int, batch: list[float]) -> None:
        self._is_held = True
        held = self._costs.commit + self._costs.row * len(batch)
        self.held += held
        self._push(held, "written", place, batch)

    def _written(self, place: int, batch: list[float]) -> None:
        self.took += [self.now - came for came in batch if came > WARM]
        self._is_held = False
        if self._for_head:
            self._hold(*self._for_head.popleft())
        self._processes[place].is_busy = False
        if self._processes[place].waiting:
            self._decide(place)


def simulate(databases: int, processes: int, rate: float, costs: Costs) -> Result:
    """What comes of one way to divide the work."""
    done = Simulation(processes, rate, costs)
    done.run()
    took = sorted(done.took) or [0.0]
    return Result(
        databases=databases,
        processes=processes,
        rate=rate,
        head=min(done.held / done.now, 1.0),
        busy=min(done.worked / done.now / processes, 1.0),
        p50=took[len(took) // 2],
        p99=took[len(took) * 99 // 100],
        is_overloaded=done.waiting >= OVERLOADED,
    )


def all_results(*, per_bet: bool) -> list[Result]:
    """Every way to divide the work that is looked at."""
    rate = commands_a_second(per_bet=per_bet)
    return [
        simulate(databases, processes, rate / databases, MEASURED)
        for databases in (4, 8, 12, 16, 24, 32, 48)
        for processes in (2, 4)
    ]


def rows(results: list[Result]) -> list[str]:
    """As a table of Markdown."""
    said = [
        "| databases | processes each | commands/s each | log head held | a process busy | p50 | p99 |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in results:
        times = ("too slow", "") if one.is_overloaded else (f"{one.p50 * 1000:.0f} ms", f"{one.p99 * 1000:.0f} ms")
        said.append(
            f"| {one.databases} | {one.processes} | {one.rate:,.0f} | {one.head:.0%} | {one.busy:.0%} | {times[0]} | {times[1]} |"
        )
    return said


def chart(purse: list[Result], per_bet: list[Result], file: Path) -> None:
    """Latency by the number of databases."""
    import altair as alt  # only here

    points = [
        {"databases": one.databases, "p99, ms": one.p99 * 1000, "money": f"{name}, {one.processes} processes each"}
        for name, results in (("a purse for each sitting", purse), ("a transfer for each bet", per_bet))
        for one in results
        if not one.is_overloaded
    ]
    drawn = (
        alt.Chart(alt.InlineData(values=points))
        .mark_line(point=True)
        .encode(x="databases:Q", y=alt.Y("p99, ms:Q", scale=alt.Scale(type="log")), color="money:N")
        .properties(width=560, height=260)
    )
    drawn.save(str(file), format="svg")


def measure() -> Costs:
    """Batches of two sizes on a PostgreSQL of its own: the least of many, as other work on a machine only ever adds."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from banca.house.house import House
    from banca.house.seal import Seal
    from banca.house.store import open_store
    from banca.rules import Refusal
    from several import batch_of, prepare
    from support import postgres  # only here

    postgres.SETTINGS |= {"fsync": "on", "full_page_writes": "on"}
    own = postgres.Postgres()
    try:
        store = open_store(own.database())
        there = prepare(store, Seal.of_process(), accounts=1000, tables=16, automatic=0, players=64)
        house, number = House(store), count()
        least: dict[int, tuple[float, float]] = {}
        for size in (1, 64):
            for _ in range(60):
                requests = batch_of(there, size, f"b{next(number)}")
                began, used = time.perf_counter(), time.process_time()
                answers = house.do_all(requests)
                cpu, wall = time.process_time() - used, time.perf_counter() - began
                if refused := [one for one in answers if isinstance(one, Refusal)]:
                    sys.exit(f"a bet was refused: {refused[0]}")
                was = least.get(size, (9.0, 9.0))
                least[size] = min(was[0], cpu), min(was[1], wall)
        store.close()
    finally:
        own.end()
    (cpu_1, wall_1), (cpu_64, wall_64) = least[1], least[64]
    decide = (cpu_64 - cpu_1) / 63
    row = max((wall_64 - cpu_64 - wall_1 + cpu_1) / 63, 0.0)
    return Costs(decide=decide, begin=cpu_1 - decide, commit=wall_1 - cpu_1 - row, row=row)


def main() -> None:
    """Write the table and the chart, or measure."""
    if sys.argv[1:] == ["measure"]:
        print(measure())
        return
    purse, per_bet = all_results(per_bet=False), all_results(per_bet=True)
    chart(purse, per_bet, DOCS / "pictures" / "scale.svg")
    for name, results in (("A purse for each sitting", purse), ("A transfer for each bet", per_bet)):
        print(f"{name}: {results[0].rate * results[0].databases:,.0f} commands a second\n")
        print("\n".join(rows(results)), "\n")


if __name__ == "__main__":
    main()

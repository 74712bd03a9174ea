"""The house under load: durable bets beside servers that do nothing, many streams in little memory, a million events replayed.

make bench            everything
python bench/house.py load|streams|replay      one part
"""

import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from banca.games.roulette.table import ReadNumber, ThrowBall
from banca.house.cage import CashIn
from banca.house.commands import CommandRequest, TableTerms
from banca.house.house import House
from banca.house.people import People
from banca.house.schema import SNAPSHOTS
from banca.house.seal import open_seal
from banca.house.store import IN_MEMORY, open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, CallNoMoreBets, Command, OpenTable, Pay, PlaceBet, Role, Sit

HERE = Path(__file__).parent
ROUNDS, SECONDS = 5, 4.0
PLAYERS, TABLES = 128, 1000
BATCH = 64
STREAMS = 10_000
EVENTS = 1_000_000
RAISED = (
    "commands_of_person_minute",
    "connections",
    "streams_of_person",
    "streams_of_address",
)
"""Limits that a load from one machine would meet."""
GOALS = {"ratio": 0.6, "p99": 0.060, "times": 3, "memory": 2000}


def prepare(folder: Path, tables: int) -> tuple[str, Path]:
    """A store with tables, players who are seated and have money, and their tokens."""
    url = f"sqlite:///{folder / 'house.db'}"
    store = open_store(url)
    house = House(store, seal=open_seal(store, folder / "house.key"))
    people = People(house, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    openings = [
        CommandRequest(
            table=f"t{place}",
            actor=THE_HOUSE,
            id="open",
            command=OpenTable(),
            opening=TableTerms(
                id=f"t{place}",
                game="roulette",
                bank=10**13,
                maximum=10**12,
                player_maximum=10**13,
                chance=ChanceSource.DRAWN,
            ),
        )
        for place in range(tables)
    ]
    house.do_all(openings)
    tokens = []
    for place in range(PLAYERS):
        name = f"p{place}"
        people.add(name, Role.PLAYER, "a password of this bench")
        tokens.append(people.issue(name, "bench").token)
        cash = CashIn(player=name, stake=10**12)
        house.do(CommandRequest(table="cage", actor=THE_HOUSE, id=name, command=cash))
        house.do(CommandRequest(table=f"t{place % 16}", actor=Actor(name, Role.PLAYER), id="sit", command=Sit()))
    store.close()
    kept = folder / "tokens"
    kept.write_text("\n".join(tokens))
    return url, kept


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def server(*command: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server process, once it listens."""
    process = subprocess.Popen([*command], stdout=subprocess.DEVNULL)  # our own
    try:
        for _ in range(6000):  # a busy machine is waited for
            if process.poll() is not None:
                sys.exit(f"the server ended: {' '.join(command)}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def banca(url: str, port: int, folder: Path) -> list[str]:
    """The command that serves the house."""
    program = str(Path(sys.executable).with_name("banca"))
    raised = [word for limit in RAISED for word in ("--limit", f"{limit}=1000000")]
    key = str(folder / "house.key")
    return [
        program,
        "serve",
        "--db",
        url,
        "--key",
        key,
        "--port",
        str(port),
        "--behind-proxy",
        "--log",
        "WARNING",
        *raised,
    ]


def client(folder: Path) -> Path:
    """The load, compiled: a client in Python would need the processor that the house writes with."""
    compiler = shutil.which("gcc")
    if compiler is None:
        sys.exit("the load needs gcc")
    program = folder / "house_load"
    subprocess.run([compiler, "-O2", str(HERE / "house_load.c"), "-o", str(program)], check=True)  # our own
    return program


def on_core(core: int | None, command: list[str]) -> list[str]:
    """The command with a core to itself, where it is given one."""
    return command if core is None else ["taskset", "-c", str(core), *command]


def loaded(command: list[str], batch: int = 0) -> dict[str, Any]:
    """Bets per second and latencies at one server; in requests of so many, or one by one."""
    command = [*command, str(batch)] if batch else command
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # our own
    figures: dict[str, Any] = json.loads(said)
    if figures["failed"]:
        sys.exit(f"{figures['failed']} bets failed: {figures['said']}")
    return figures


def bench_load(folder: Path) -> list[tuple[str, bool, str]]:
    """Where server and load share the machine; and with a core for each: the server on core 0, the load on core 1."""
    goals = _bench_load(folder, None, None)
    if shutil.which("taskset") and {0, 1} <= os.sched_getaffinity(0):
        print("the server on core 0, the load on core 1:")
        goals += [(f"{goal}, a core each", is_so, figure) for goal, is_so, figure in _bench_load(folder, 0, 1)]
    return goals


def _bench_load(folder: Path, server_core: int | None, load_core: int | None) -> list[tuple[str, bool, str]]:
    """Rounds of all servers in turn, so that a noisy minute hits all alike."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        url, tokens = prepare(Path(own), 16)
        program = client(Path(own))
        ports = {name: free_port() for name in ("bare", "framework", "typed", "banca")}
        peers = {name: [sys.executable, str(HERE / "house_peer.py"), name, str(port)] for name, port in ports.items()}
        peers["banca"] = banca(url, ports["banca"], Path(own))
        rates: dict[str, list[dict[str, Any]]] = {name: [] for name in (*peers, "batch")}
        for _ in range(ROUNDS):
            for name, command in peers.items():
                load = on_core(load_core, [str(program), str(ports[name]), str(SECONDS), str(tokens)])
                with server(*on_core(server_core, command), port=ports[name]):
                    loaded(load)  # so that everything is warm
                    rates[name].append(loaded(load))
                    if name == "banca":
                        rates["batch"].append(loaded(load, BATCH))
    return _told(rates)


def _told(rates: dict[str, list[dict[str, Any]]]) -> list[tuple[str, bool, str]]:
    """Print the medians of all rounds; what was reached."""
    median = {name: statistics.median(one["rate"] for one in all_) for name, all_ in rates.items()}
    p99 = {name: statistics.median(one["p99"] for one in all_) for name, all_ in rates.items()}
    told = {"bare": "bare ASGI, doing nothing", "framework": "the framework, doing nothing"}
    told |= {"typed": "the framework, reading the command", "banca": "the house: durable bets"}
    told |= {"batch": f"the house: {BATCH} bets in a request"}
    for name, text in told.items():
        ratio = median[name] / median["framework"]
        print(f"{text:36}{median[name]:8.0f}/s   p99 {p99[name] * 1000:6.1f} ms   {ratio:6.2f}")
    ratio, times = median["banca"] / median["framework"], median["batch"] / median["banca"]
    return [
        (f"durable bets at least {GOALS['ratio']} of the framework's nothing", ratio >= GOALS["ratio"], f"{ratio:.2f}"),
        ("p99 of a bet under 60 ms", p99["banca"] < GOALS["p99"], f"{p99['banca'] * 1000:.0f} ms"),
        (f"{BATCH} in a request at least {GOALS['times']} times as many", times >= GOALS["times"], f"{times:.1f}"),
    ]


def bench_streams(folder: Path) -> list[tuple[str, bool, str]]:
    """A thousand tables, ten thousand open streams: memory, and whether they are told."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, STREAMS + 5000), most))
    url, tokens = prepare(folder, TABLES)
    port = free_port()
    command = [sys.executable, str(HERE / "house_streams.py"), str(port), str(STREAMS), str(tokens), str(TABLES)]
    with server(*banca(url, port, folder), port=port) as process:
        began = time.perf_counter()
        listeners = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # our own
        said = iter(listeners.stdout or ())
        opened = json.loads(next(said))["opened"]
        took = time.perf_counter() - began
        token = tokens.read_text().split()[0]
        body = json.dumps({"id": "told", "command": {"do": "place_bet", "bet": "red", "stake": 100}}).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/tables/t0/commands", body, headers)
        urllib.request.urlopen(asked).read()  # noqa: S310 - ourselves
        time.sleep(1)
        print(file=listeners.stdin, flush=True)
        told = json.loads(next(said))["told"]
        status = Path(f"/proc/{process.pid}/status").read_text()
        memory = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
        listeners.terminate()
        listeners.wait()
    print(
        f"{TABLES} tables, {opened} streams open in {took:.1f} s, {told} of 10 told of a bet: {memory:.0f} MB at most"
    )
    whole = opened == STREAMS and told == STREAMS // TABLES
    return [
        (f"{STREAMS:,} streams open and told", whole, f"{opened}, {told}"),
        ("held in under 2 GB", memory < GOALS["memory"], f"{memory:.0f} MB"),
    ]


def bench_replay(folder: Path) -> list[tuple[str, bool, str]]:
    """A million events at one table, replayed from the store; and audited."""
    del folder
    store = open_store(IN_MEMORY)
    house = House(store)
    asked = TableTerms(id="t", game="roulette", bank=10**14, player_maximum=10**12, chance=ChanceSource.DRAWN)
    house.do(CommandRequest(table="t", actor=THE_HOUSE, id="open", command=OpenTable(), opening=asked))
    players = [Actor(f"p{place}", Role.PLAYER) for place in range(40)]
    for player in players:
        cash = CashIn(player=player.name, stake=10**12)
        house.do(CommandRequest(table="cage", actor=THE_HOUSE, id=player.name, command=cash))
        house.do(CommandRequest(table="t", actor=player, id="sit", command=Sit()))
    bets = ("red", "straight:17", "dozen:1", "even", "corner:1-2-4-5")
    croupier = Actor("croupier", Role.CROUPIER)
    acts = (ThrowBall(), CallNoMoreBets(), ReadNumber(), Pay())
    events, number = 0, 0
    while events < EVENTS:
        number += 1
        commands: list[tuple[Actor, Command]] = [
            *((player, PlaceBet(bet=bet, stake=100)) for player in players for bet in bets),
            *((croupier, act) for act in acts),
        ]
        requests = [
            CommandRequest(table="t", actor=actor, id=f"{number}-{place}", command=command)
            for place, (actor, command) in enumerate(commands)
        ]
        for answer in house.do_all(requests):
            if isinstance(answer, Exception):
                sys.exit(f"refused: {answer}")
            events += len(answer.entry.events)
    live = house.table("t")
    with store.transaction() as connection:
        connection.execute(SNAPSHOTS.delete())
    began = time.perf_counter()
    again = House(store).table("t")
    took = time.perf_counter() - began
    if (again.state, again.head, again.seq) != (live.state, live.head, live.seq):
        sys.exit("the replay differs")
    print(f"{events:,} events in {live.seq:,} entries replayed in {took:.1f} s: {events / took:,.0f} a second")
    return []


def main() -> None:
    """Print everything, and what was reached."""
    parts = {"load": bench_load, "streams": bench_streams, "replay": bench_replay}
    goals = []
    for name in sys.argv[1:] or parts:
        with tempfile.TemporaryDirectory(prefix="banca-bench-", dir=Path.cwd()) as folder:
            goals += parts[name](Path(folder))
    for goal, is_reached, figure in goals:
        print(f"{'reached' if is_reached else 'MISSED':8} {goal} ({figure})")
    sys.exit(not all(is_reached for _, is_reached, _ in goals))


if __name__ == "__main__":
    main()

"""The deployment of docs/deploy.md, tried: nginx with TLS, two processes from the systemd unit, one PostgreSQL from Debian's packages.

Every game is played through the proxy while a process is killed and replaced, and the database falls and comes back.
"""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from banca.house.store import Store, open_store
from banca.proposals import shelf
from banca.simulation import find_strategy, simulate
from crash_load import INSPECTOR, TABLES, Prepared, prepare
from deployed import PORTS, Machine, bare, nginx
from house_drive import check_books
from patience import PATIENCE
from postgres import Postgres, debian
from service import BIN
from visitors import Commands, Follower, Guest, Researcher, Visitor, until_all

pytestmark = [pytest.mark.server, pytest.mark.postgres, pytest.mark.compiled, pytest.mark.slow]

UNITS = tuple(f"banca@{port}" for port in PORTS)
PLAYERS = 3
HURRIED = {"BANCA_PACE": "0.05", "BANCA_BETTING": "0.05"}
LIMITS = " ".join(
    [
        *(f"{name}={PATIENCE}" for name in ("run_seconds", "file_seconds", "check_seconds", "request_seconds")),
        f"forwarded_seconds={PATIENCE}",
        *(
            f"{name}=1000000"
            for name in ("commands_of_person_minute", "drafts_of_person_minute", "runs_of_person_minute")
        ),
        "replays_of_person_minute=1000000",
    ]
)
"""So that nothing is cut short because a machine is slow, or refused because a test is quick."""


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """Debian's PostgreSQL, in a cluster of the test's own."""
    found = debian()
    if found is None:
        pytest.skip("Debian's postgresql is not installed (apt-get install postgresql)")
    server = Postgres(found)
    yield server
    server.end()


@dataclass
class Deployed:
    """All of it, with everybody who comes."""

    machine: Machine
    postgres: Postgres
    store: Store
    there: Prepared

    def database(self) -> None:
        """The database falls, as in a crash, and comes back."""
        self.postgres.stop()
        self.postgres.start()


@pytest.fixture
def deployed(own_postgres: Postgres, tmp_path: Path) -> Iterator[Deployed]:
    if nginx() is None:
        pytest.skip("nginx is not installed (apt-get install nginx-light)")
    own_postgres.run("createdb", f"--host={own_postgres.home}", "--username=banca", "banca")
    machine = Machine(tmp_path, own_postgres.home)
    machine.set(**HURRIED, BANCA_LIMIT=LIMITS)
    url = machine.settings()["BANCA_DB"].replace("///", "//banca@/")
    there = prepare(url, PLAYERS, tmp_path / "var/lib/banca/house.key")
    simulate(
        find_strategy("craps", "pass_line"), sessions=1
    )  # compiled here, however long that takes; the processes find it
    store = open_store(url)
    with machine.proxy():
        machine.start(*UNITS)
        yield Deployed(machine, own_postgres, store, there)
        machine.end()
    store.close()


def test_every_game_is_played_through_the_proxy_while_a_process_is_killed_and_the_database_falls(
    deployed: Deployed,
) -> None:
    check_doors(deployed)
    machine, commands = deployed.machine, Commands()
    guests = [Guest(machine.client(), name, commands) for name in deployed.there.players]
    for number, guest in enumerate(guests):
        if number % 2:
            guest.bear(deployed.there.tokens[guest.name])  # as a program
        else:
            guest.log_in()  # as a browser
    followers = {table: Follower(machine.client(), INSPECTOR, table) for table in TABLES.values()}
    for follower in followers.values():
        follower.bear(deployed.there.tokens[INSPECTOR])
    researcher = Researcher(machine.client(), deployed.there.players[0], shelf.example("other_prizes"))
    researcher.log_in()
    everybody: list[Visitor] = [*guests, *followers.values(), researcher]

    def a_while() -> None:
        """Until every game has taken a bet and paid a round, and the lab and the proposals have been used."""
        bets, paid = commands.by_game(), {table: one.paid for table, one in followers.items()}
        runs, checked = researcher.runs["done"], researcher.checked
        until_all(
            everybody,
            lambda: (
                all(commands.by_game()[table] > bets[table] for table in followers)
                and all(one.paid > paid[table] for table, one in followers.items())
                and researcher.runs["done"] > runs
                and researcher.checked > checked
            ),
        )

    one, other = UNITS
    with ExitStack() as stack:
        for visitor in everybody:
            stack.enter_context(visitor)
        a_while()
        machine.stop(one, signal.SIGKILL)
        a_while()
        machine.start(one)
        deployed.database()
        a_while()
        machine.stop(other)  # what was replaced does all the work
        a_while()
    for unit in UNITS:
        assert '"path"' in machine.said(unit)  # both have answered
        machine.stop(unit)

    check_commands(deployed.store, commands)
    check_books(deployed.store)
    done = subprocess.run(
        [BIN / "banca", "audit", "verify"],
        env=bare() | machine.settings() | {"PGUSER": "banca"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, "intact" in done.stdout) == (0, True), done
    assert set(researcher.runs) <= {"done", "failed"}  # what a process was at when it was killed is told, not lost


def check_commands(store: Store, commands: Commands) -> None:
    """What was acknowledged is in the journal once, where it was said; what was refused is not."""
    written = [(table, row.by, row.command_id) for table in store.tables() for row in store.rows(table)]
    assert len(set(written)) == len(written)
    assert not set(commands.refused) & set(written)
    for (table, who, name), seq in commands.acknowledged.items():
        (row,) = store.rows(table, after=seq - 1, most=1)
        assert (row.by, row.command_id) == (who, name)


def check_doors(deployed: Deployed) -> None:
    """Browsers come by HTTPS, and nobody reads the metrics from outside."""
    machine = deployed.machine
    plain = httpx.get(f"http://127.0.0.1:{machine.ports['80']}/tables?x=1", timeout=PATIENCE)
    assert (plain.status_code, plain.headers["location"]) == (301, "https://127.0.0.1/tables?x=1")
    token = {"Authorization": f"Bearer {deployed.there.tokens[INSPECTOR]}"}
    with machine.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        assert client.get("/metrics", headers=token).status_code == 404
    for port in PORTS:
        address = f"http://127.0.0.1:{machine.ports[port]}/metrics"
        assert httpx.get(address, timeout=PATIENCE).status_code == 401
        assert httpx.get(address, headers=token, timeout=PATIENCE).status_code == 200

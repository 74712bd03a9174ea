"""The deployment of docs/deploy.md, typed as it is written: two processes from the systemd unit behind nginx with TLS, on Debian's PostgreSQL.

Every game is played through the proxy while a process is killed and replaced and the database falls and comes back; then a backup under
load, a restore and an upgrade. What systemd would do is done by the test, all else is real.
"""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]

from banca.house.store import Store, open_store
from crash_load import BETS, INSPECTOR, TABLES, Prepared, prepare
from support.deployment import DEPLOY, PORTS, Commands, Guest, Machine, at_play, nginx, variables
from support.houses import check_books
from support.lanes import PATIENCE
from support.paths import ROOT
from support.postgres import Postgres, debian
from support.server import frames

pytestmark = [pytest.mark.server, pytest.mark.slow]

PAGE = ROOT / "docs" / "deploy.md"
BLOCK = re.compile(r"(?<=```sh\n)(.*?)(?=```)", re.DOTALL)
STEPS = ("Files", "Database", "Start", "Proxy", "Commands", "Back up", "Restore", "Upgrade", "One process on SQLite")
UNITS = tuple(f"banca@{port}" for port in PORTS)
PLAYERS = 3
UNHURRIED = [
    *(f"{name}={PATIENCE}" for name in ("stalled_seconds",)),
    *(f"{name}=1000000" for name in ("commands_of_person_minute", "replays_of_person_minute")),
]
"""So that nothing is cut short because a machine is slow, or refused because a test is quick."""
SETTINGS = {"BANCA_PACE": "0.05", "BANCA_BETTING": "0.05", "BANCA_LIMIT": " ".join(UNHURRIED)}


def step(heading: str) -> str:
    """What a section of the page says is to be typed."""
    _, _, behind = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")
    (block,) = BLOCK.findall(behind.partition("\n## ")[0])
    return str(block)


def test_every_block_of_the_page_is_typed_here() -> None:
    assert [step(heading) for heading in STEPS] == BLOCK.findall(PAGE.read_text("utf-8"))


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """Debian's PostgreSQL, in a cluster of the test's own."""
    programs = debian()
    if programs is None:
        pytest.skip("Debian's postgresql is not installed (apt-get install postgresql)")
    server = Postgres(programs, owner="postgres")
    yield server
    server.end()


def has_all(store: Store, acknowledged: dict[tuple[str, str, str], int]) -> bool:
    """Whether a store has what was acknowledged, where it was said."""
    return all(
        [(row.by, row.command_id) for row in store.rows(table, after=seq - 1, most=1)] == [(who, name)]
        for (table, who, name), seq in acknowledged.items()
    )


class House:
    """A machine that runs, with everybody who plays there."""

    def __init__(self, machine: Machine, there: Prepared, client: Callable[[], httpx.Client]) -> None:
        self.machine, self.there, self.client = machine, there, client

    def guests(self, commands: Commands) -> list[Guest]:
        """Every second one as a browser, with a session; the others as a program, with a token."""
        guests = [Guest(self.client(), name, commands) for name in self.there.players]
        for number, guest in enumerate(guests):
            if number % 2:
                guest.log_in()
            else:
                guest.client.headers["Authorization"] = f"Bearer {self.there.tokens[guest.name]}"
        return guests

    def play(self, commands: Commands, typed: str = "", most: int = 0) -> None:
        """Everybody bets while something is typed, and on until so many more are acknowledged than before it."""
        with at_play(self.guests(commands)) as wait_until:
            before = len(commands.acknowledged)
            wait_until(lambda: len(commands.acknowledged) > before)
            self.machine.type(typed)
            after = len(commands.acknowledged)
            wait_until(lambda: len(commands.acknowledged) >= after + most)

    def back_up_and_restore(self, url: str, restore: str) -> None:
        """A backup under load, more bets, a restore: what was there before the backup is there again, and what came after is not."""
        commands = Commands("backup")
        self.play(commands, most=20)
        before = dict(commands.acknowledged)
        self.play(commands, step("Back up"), most=20)
        self.machine.type(restore)
        self.play(Commands("restored"), most=5)
        store = Store(url)
        assert has_all(store, before)
        assert not has_all(store, commands.acknowledged)
        store.close()

    def play_through_trouble(self, *troubles: Callable[[], object]) -> Commands:
        """Before and after each trouble every table takes a bet."""
        commands = Commands()
        with at_play(self.guests(commands)) as wait_until:

            def go_on() -> None:
                bets = commands.by_table()
                wait_until(lambda: all(commands.by_table()[TABLES[game]] > bets[TABLES[game]] for game in BETS))

            go_on()
            for trouble in troubles:
                trouble()
                go_on()
        return commands


@pytest.mark.postgres
def test_two_processes_behind_nginx_on_postgresql(own_postgres: Postgres, tmp_path: Path) -> None:
    if nginx() is None or shutil.which("curl") is None:
        pytest.skip("nginx or curl is not installed (apt-get install nginx-light curl)")
    machine = Machine(tmp_path, own_postgres.home, programs=own_postgres.programs)
    url = variables(tmp_path / "etc/banca/banca.env")["BANCA_DB"].replace("///", "//banca@/")
    first, second = UNITS

    def fall_and_come_back() -> None:
        """The process that was killed is replaced; then the database falls, as in a crash."""
        machine.start(first)
        own_postgres.stop()
        own_postgres.start()

    with machine:
        machine.type(step("Files"))
        machine.set(**SETTINGS)
        machine.type(step("Database"))
        there = prepare(url, PLAYERS, tmp_path / "var/lib/banca/house.key")
        machine.type(step("Start"))
        machine.certify()
        machine.type(step("Proxy"))
        with machine.proxy():
            check_entrances(machine, there)
            house = House(machine, there, machine.client)
            commands = house.play_through_trouble(
                partial(machine.stop, first, signal.SIGKILL),
                fall_and_come_back,
                partial(machine.stop, second),  # what was replaced does all the work
            )
            machine.start(second)
            for unit in UNITS:
                assert '"path"' in (tmp_path / f"{unit}.log").read_text("utf-8")  # both have answered
            house.back_up_and_restore(url, step("Restore"))
            upgraded = Commands("upgrade")
            house.play(upgraded, step("Upgrade"), most=5)
        assert "player-0" in machine.type(step("Commands"))
        machine.end(signal.SIGTERM)
        assert "intact" in machine.type(step("Commands").replace("users list", "audit verify"))
    store = open_store(url)
    written = [(table, row.by, row.command_id) for table in store.tables() for row in store.rows(table)]
    assert len(set(written)) == len(written)
    assert not commands.refused & set(written)
    assert has_all(store, commands.acknowledged | upgraded.acknowledged)
    check_books(store)
    store.close()


def check_entrances(machine: Machine, there: Prepared) -> None:
    """Browsers come by HTTPS, and nobody reads the metrics from outside."""
    plain = httpx.get(f"http://127.0.0.1:{machine.ports['80']}/tables?x=1", timeout=PATIENCE)
    assert (plain.status_code, plain.headers["location"]) == (301, "https://127.0.0.1/tables?x=1")
    token = {"Authorization": f"Bearer {there.tokens[INSPECTOR]}"}
    with machine.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        assert client.get("/metrics", headers=token).status_code == 404
        with client.stream("GET", "/api/v1/tables/demo-roulette/events?after=1", headers=token) as stream:
            assert next(frames(stream))[0] == 2  # entries flow, and are not kept back
    for port in PORTS:
        address = f"http://127.0.0.1:{machine.ports[port]}/metrics"
        assert httpx.get(address, timeout=PATIENCE).status_code == 401
        assert httpx.get(address, headers=token, timeout=PATIENCE).status_code == 200


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    machine = Machine(tmp_path, tmp_path)
    url = f"sqlite:///{tmp_path}/var/lib/banca/house.db"
    machine.set(**SETTINGS, BANCA_DB=url, BANCA_BEHIND_PROXY="0")
    with machine:
        there = prepare(url, PLAYERS, tmp_path / "var/lib/banca/house.key")
        machine.start(UNITS[0])
        House(machine, there, machine.direct).back_up_and_restore(url, step("One process on SQLite"))
        machine.end(signal.SIGTERM)
    store = open_store(url)
    check_books(store)
    store.close()


# The files of deploy/


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = tmp_path / "banca"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    units = sorted(file for file in DEPLOY.iterdir() if file.suffix in (".service", ".timer"))
    for unit in units:
        text = unit.read_text("utf-8").replace("/opt/banca/bin/banca", str(program))
        (tmp_path / unit.name).write_text(text)
    words = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    ours = [line for line in done.stderr.splitlines() if "banca" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


def test_a_process_has_no_more_rights_than_it_needs_and_prometheus_asks_it_directly() -> None:
    unit = (DEPLOY / "banca@.service").read_text("utf-8")
    for line in ("User=banca", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "UMask=0077"):
        assert f"\n{line}\n" in unit
    assert "--db" not in unit  # a password on a command line is seen by everybody on the machine
    prometheus = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    (job,) = prometheus["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [f"127.0.0.1:{port}" for port in PORTS]


def test_the_image_copies_what_there_is_runs_without_root_and_says_whether_it_is_healthy() -> None:
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line.partition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    for name, _, words in lines:
        if name == "COPY" and not words.startswith("--from"):
            *sources, _ = words.split()
            assert all((ROOT / source).exists() for source in sources), words
    last, order = {name: words for name, _, words in lines}, [name for name, _, _ in lines]
    assert last["USER"] == "banca"
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert json.loads(last["ENTRYPOINT"]) == ["banca", "serve"]
    assert "/health/ready" in last["HEALTHCHECK"]

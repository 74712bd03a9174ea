"""docs/deploy.md, typed as it is written: files, database, start, proxy, backup, restore and upgrade, on a machine of the test's own."""

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command as alembic
from alembic.config import Config

from banca.house.schema import USERS
from banca.house.store import Store, open_store
from crash_load import Prepared, prepare
from deployed import Machine, nginx
from house_drive import check_books
from paths import ROOT
from postgres import Postgres, debian, missing
from terminal import Terminal, terminal
from visitors import Commands, Guest, Visitor, until_all

pytestmark = [pytest.mark.server, pytest.mark.slow]

PAGE = ROOT / "docs" / "deploy.md"
BLOCK = re.compile(r"(?<=```sh\n)(.*?)(?=```)", re.DOTALL)
STEPS = ("Files", "Database", "Start", "Proxy", "Commands", "Back up", "Restore", "Upgrade", "One process on SQLite")
PLAYERS = 2
HURRIED = {
    "BANCA_PACE": "0.05",
    "BANCA_BETTING": "0.05",
    "BANCA_LIMIT": "commands_of_person_minute=1000000",
}


def step(heading: str) -> str:
    """What a section of the page says is to be typed."""
    _, _, behind = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")
    (block,) = BLOCK.findall(behind.partition("\n## ")[0])
    return str(block)


def test_every_block_of_the_page_is_typed() -> None:
    assert [step(heading) for heading in STEPS] == BLOCK.findall(PAGE.read_text("utf-8"))


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """Debian's PostgreSQL where it is installed, else the wheel's."""
    found = debian()
    if found is None and (why := missing()):
        pytest.skip(f"no PostgreSQL: {why}")
    server = Postgres(found, owner="postgres")
    yield server
    server.end()


@pytest.fixture(autouse=True)
def _curl() -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed, with which the page asks whether a process is ready")


class Direct(Guest):
    """A player who goes to a process without a proxy before it."""

    def __init__(self, machine: Machine, name: str, commands: Commands, token: str) -> None:
        super().__init__(machine.direct(), name, commands)
        self.bear(token)


def guests(machine: Machine, there: Prepared, commands: Commands) -> list[Visitor]:
    return [Direct(machine, name, commands, there.tokens[name]) for name in there.players]


def has_all(store: Store, acknowledged: dict[tuple[str, str, str], int]) -> bool:
    """Whether a store has what was acknowledged, where it was said."""
    return all(
        [(row.by, row.command_id) for row in store.rows(table, after=seq - 1, most=1)] == [(who, name)]
        for (table, who, name), seq in acknowledged.items()
    )


def go_on(at: Terminal, there: Prepared, commands: Commands, typed: str = "", most: int = 0) -> None:
    """Everybody bets while something is typed, and on until so many more are acknowledged than before it."""
    everybody = guests(at.machine, there, commands)
    with ExitStack() as stack:
        for one in everybody:
            stack.enter_context(one)
        before = len(commands.acknowledged)
        until_all(everybody, lambda: len(commands.acknowledged) > before)
        at.type(typed)
        after = len(commands.acknowledged)
        until_all(everybody, lambda: len(commands.acknowledged) >= after + most)


def backed_up_and_restored(at: Terminal, there: Prepared, url: str, restore: str) -> None:
    """A backup under load; more bets; a restore; what was there before the backup is there again, and what came after is not."""
    commands = Commands()
    go_on(at, there, commands, most=20)
    before = dict(commands.acknowledged)
    go_on(at, there, commands, step("Back up"), most=20)
    at.type(restore)
    go_on(at, there, Commands("restored"), most=5)
    store = Store(url)
    assert has_all(store, before)
    assert not has_all(store, commands.acknowledged)
    store.close()


@pytest.mark.postgres
def test_two_processes_on_postgresql(own_postgres: Postgres, tmp_path: Path) -> None:
    machine = Machine(tmp_path, own_postgres.home, programs=own_postgres.programs)
    url = machine.settings()["BANCA_DB"].replace("///", "//banca@/")
    with terminal(machine) as at:
        at.type(step("Files"))
        machine.set(**HURRIED)
        at.type(step("Database"))
        there = prepare(url, PLAYERS, tmp_path / "var/lib/banca/house.key")
        at.type(step("Start"))
        if nginx():
            machine.certify()
            at.type(step("Proxy"))
        backed_up_and_restored(at, there, url, step("Restore"))
        commands = Commands("upgrade")
        go_on(at, there, commands, step("Upgrade"), most=5)
        assert "player-0" in at.type(step("Commands"))
        machine.end(signal.SIGTERM)
    store = open_store(url)
    assert has_all(store, commands.acknowledged)
    check_books(store)
    store.close()


def on_sqlite(root: Path) -> Machine:
    machine = Machine(root, root)
    machine.set(**HURRIED, BANCA_DB=f"sqlite:///{root}/var/lib/banca/house.db")
    return machine


def test_one_process_on_sqlite(tmp_path: Path) -> None:
    machine = on_sqlite(tmp_path)
    url = machine.settings()["BANCA_DB"]
    with terminal(machine) as at:
        there = prepare(url, PLAYERS, tmp_path / "var/lib/banca/house.key")
        machine.start("banca@8470")
        backed_up_and_restored(at, there, url, step("One process on SQLite"))
        machine.end(signal.SIGTERM)
    store = open_store(url)
    check_books(store)
    store.close()


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    machine = on_sqlite(tmp_path)
    older = Store(machine.settings()["BANCA_DB"])
    assert older.file
    older.file.check_private()
    config = Config()
    config.set_main_option("script_location", str(files("banca.house").joinpath("migrations")))
    with older.engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "0001")
        row = {"name": "ana", "role": "player", "password": "x", "must_change": False, "is_disabled": False}
        connection.execute(USERS.insert().values(**row))
    older.close()
    with terminal(machine) as at:
        at.type("systemctl start banca@8470\n")
        assert "ana" in at.type(step("Commands"))
        assert "intact" in at.type(step("Commands").replace("users list", "audit verify"))

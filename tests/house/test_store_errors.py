"""Faults of a store that do not pass by waiting: told as such, at the start in one line, later without "again"."""

import re
from pathlib import Path
from typing import Any

import pytest

from banca.house.database import LASTING, StoreDownError, Trouble, trouble_of
from banca.house.store import open_store
from banca.law import Language
from banca.server.problems import refusal_of, write_problem
from support.commands import run
from support.postgres import Postgres
from support.server import Service, until


@pytest.fixture
def file(db: str) -> Path:
    return Path(db.removeprefix("sqlite:///"))


def started(url: str, tmp_path: Path) -> str:
    """The one line with which a start ends."""
    result = run("serve", "--db", url, "--port", "0", "--key", str(tmp_path / "house.key"))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.output
    assert "again" not in result.stderr
    return str(result.stderr)


# At the start


def test_a_step_of_the_schema_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    def fails(*_: object) -> None:
        raise KeyError("year")

    monkeypatch.setattr("banca.house.store.alembic.upgrade", fails)
    assert "its schema could not be brought up to date ('year'); nothing was changed" in started(url, tmp_path)
    with pytest.raises(StoreDownError) as caught:
        open_store(url)
    assert caught.value.trouble is Trouble.NOT_MIGRATED
    monkeypatch.undo()
    open_store(url).close()


def test_a_file_that_can_only_be_read_or_is_no_database(file: Path, tmp_path: Path) -> None:
    assert started(f"sqlite:///file:{file}?mode=ro&uri=true", tmp_path).endswith(": it is read-only\n")
    file.write_text("a letter to my aunt, and nothing that was ever a database at all\n" * 100)
    assert "its file is damaged, or is not a database" in started(f"sqlite:///{file}", tmp_path)


def test_a_host_that_there_is_not(tmp_path: Path) -> None:
    said = started("postgresql://house:hidden@nowhere.invalid/banca", tmp_path)
    assert re.search(
        r"postgresql://house:\*\*\*@nowhere.invalid/banca: (there is no host with this name|.*resolve)", said
    )


def test_a_database_and_a_user_that_postgresql_does_not_know(postgres: Postgres, tmp_path: Path) -> None:
    home = postgres.home
    said = started(f"postgresql://banca:hidden@/none?host={home}", tmp_path)
    assert said.endswith("banca:***@/none: its server has no database with this name\n")
    said = started(f"postgresql://eve:hidden@/postgres?host={home}", tmp_path)
    assert said.endswith("eve:***@/postgres: it refuses this user or password\n")


# While a server runs


def test_what_lasts_is_told_without_again_and_what_passes_with_it() -> None:
    for trouble in sorted(LASTING):
        answer, headers = write_problem(refusal_of(StoreDownError("what the database says", trouble), "/"), Language.EN)
        assert (answer.status, answer.code, "again" in answer.detail) == (500, "store_broken", False)
        assert "Retry-After" not in headers
    answer, headers = write_problem(refusal_of(StoreDownError("connection refused"), "/"), Language.EN)
    assert (answer.status, answer.code, headers["Retry-After"]) == (503, "store_down", "1")


class Said(Exception):  # noqa: N818 - what a driver raises
    """An error of a driver."""

    def __init__(self, said: str, **codes: Any) -> None:
        super().__init__(said)
        self.__dict__.update(codes)


DRIVERS = [
    (Said("", sqlite_errorcode=13), Trouble.FULL),
    (Said("", sqlite_errorcode=8 | 1 << 8), Trouble.READ_ONLY),
    (Said("", sqlite_errorcode=5), Trouble.NO_ANSWER),  # SQLITE_BUSY
    (Said("", sqlstate="53100"), Trouble.FULL),
    (Said("", sqlstate="42501"), Trouble.NO_ACCESS),
    (Said("", sqlstate="57P03"), Trouble.NO_ANSWER),  # cannot_connect_now
    (Said('failed: FATAL:  password authentication failed for user "banca"'), Trouble.NO_ACCESS),
    (Said("failed: fe_sendauth: no password supplied"), Trouble.NO_ACCESS),
    (Said('failed: FATAL:  no pg_hba.conf entry for host "[local]", user "banca"'), Trouble.NO_ACCESS),
    (Said('connection failed: FATAL:  database "x" does not exist'), Trouble.NO_DATABASE),
    (Said("failed to resolve host 'x': [Errno -2] Name or service not known"), Trouble.NO_HOST),
    (Said("failed to resolve host 'x': [Errno -3] Temporary failure in name resolution"), Trouble.NO_ANSWER),
    (Said("connection failed: Connection refused"), Trouble.NO_ANSWER),
    (Said("FATAL:  the database system is starting up"), Trouble.NO_ANSWER),
]
"""SQLite's result codes and PostgreSQL's SQLSTATEs as their manuals list them."""


def test_a_drivers_error_is_recognised() -> None:
    for fault, trouble in DRIVERS:
        assert trouble_of(fault) is trouble, fault.__dict__ or fault


@pytest.mark.slow
def test_a_file_that_went_is_told_and_the_server_goes_on_when_it_is_back(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.open("craps-1", "craps")
        (tmp_path / "house.db").rename(tmp_path / "away.db")
        sit = {"id": "s1", "command": {"do": "sit"}}
        refused = service.post("ana", "/tables/craps-1/commands", **sit)
        assert (refused.status_code, refused.json()["code"]) == (500, "store_broken")
        assert "retry-after" not in refused.headers
        # A write of the health check that began before the file went may end after the refusal: the next one tells.
        until(lambda: service.client.get("/health/ready").status_code == 503)
        (tmp_path / "away.db").rename(tmp_path / "house.db")
        assert service.post("ana", "/tables/craps-1/commands", **sit).status_code == 201

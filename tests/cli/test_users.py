"""`banca users`: who may log in, somebody new, a lost password; and the first password from a file."""

from pathlib import Path

import pytest

from banca.house.audit import verify
from banca.house.house import House
from banca.house.people import People
from banca.house.register import REGISTER
from banca.house.store import Store, open_store
from banca.tables.commands import Role
from support.commands import answer, run
from support.forgery import entries
from support.houses import bare_store
from support.server import CHEAP, Process

pytestmark = pytest.mark.slow

GIVEN = "seven wise words of mine"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords need not withstand anybody here."""
    monkeypatch.setattr("banca.house.people.PasswordHasher", lambda: CHEAP)


@pytest.fixture
def db(tmp_path: Path) -> str:
    url = bare_store(tmp_path / "house.db")
    store = open_store(url)
    People(House(store), hasher=CHEAP).add("sofia", Role.SUPERVISOR, GIVEN)
    store.close()
    return url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "password"
    written.write_text(f"{GIVEN}\n")
    written.chmod(0o600)
    return written


def people(store: Store) -> People:
    return People(House(store), hasher=CHEAP)


def refused(*words: str) -> str:
    """The one line that says no."""
    result = run(*words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    return str(result.stderr)


def test_somebody_is_added_with_a_one_time_password_shown_once(db: str, tmp_path: Path) -> None:
    added = answer("users", "add", "rui", "--role", "inspector", "--db", db)
    assert added["name"] == "rui"
    store = open_store(db)
    key = people(store).log_in("rui", added["password"])
    assert (key.person.role, key.person.must_change) == (Role.INSPECTOR, True)
    last = entries(tmp_path / "house.db", REGISTER)[-2]  # behind it the session
    assert (last.by, last.command.do) == ("house", "add_person")
    assert verify(store).is_whole
    store.close()
    assert added["password"] not in run("users", "list", "--db", db).stdout


def test_somebody_is_added_with_the_password_in_a_file_which_is_never_printed(db: str, file: Path) -> None:
    added = answer("users", "add", "rui", "--role", "player", "--password-file", str(file), "--db", db)
    assert added == {"name": "rui", "password": None}
    store = open_store(db)
    assert people(store).log_in("rui", GIVEN).person.must_change
    store.close()


def test_what_cannot_be_added_is_refused_in_one_line(db: str) -> None:
    add = ("users", "add", "--db", db)
    assert "name sofia is already taken" in refused(*add, "sofia", "--role", "player")
    assert "Rui is not a valid user name" in refused(*add, "Rui", "--role", "player")
    assert "is not a valid user name" in refused(*add, "r" * 41, "--role", "player")
    assert "king" in refused(*add, "rui", "--role", "king")
    assert [one["name"] for one in answer("users", "list", "--db", db)["users"]] == ["sofia"]


def test_a_file_without_a_password_or_that_others_may_read_is_refused(db: str, file: Path) -> None:
    add = ("users", "add", "rui", "--role", "player", "--db", db, "--password-file")
    for written in ("short\n", "two lines\nof words\n", "x" * 201, "a bell \x07 in it", ""):
        file.write_text(written)
        assert "must hold a password of 10-200 characters on one line\n" in refused(*add, str(file))
    file.chmod(0o644)
    assert f"chmod 600 {file}" in refused(*add, str(file))
    assert "No such file" in refused(*add, f"{file}.none")


def test_users_are_listed_page_by_page_and_found_by_role_and_name(db: str) -> None:
    store = open_store(db)
    own = people(store)
    for name in ("ana", "bento"):
        own.add(name, Role.PLAYER, GIVEN)
    own.disable("bento")
    store.close()
    page = answer("users", "list", "--count", "2", "--db", db)
    rest = answer("users", "list", "--after", page["next"], "--db", db)
    assert [one["name"] for one in page["users"] + rest["users"]] == ["sofia", "ana", "bento"]
    only = answer("users", "list", "--role", "player", "--find", "en", "--db", db)
    assert only == {"users": [{"name": "bento", "role": "player", "is_disabled": True}], "next": None}


def test_a_lost_password_is_reset_by_who_runs_the_machine(db: str, tmp_path: Path) -> None:
    password = answer("users", "reset", "sofia", "--db", db)["password"]
    store = open_store(db)
    assert people(store).log_in("sofia", password).person.must_change
    last = entries(tmp_path / "house.db", REGISTER)[-2]  # behind it the session
    assert (last.by, last.command.do) == ("house", "reset_password")
    assert verify(store).is_whole
    store.close()
    assert "eve" in refused("users", "reset", "eve", "--db", db)


@pytest.mark.server
def test_the_first_password_comes_from_a_file_and_is_printed_nowhere(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANCA_FIRST_PASSWORD_FILE", str(file))  # the option's other name
    house = tmp_path / "house"
    house.mkdir(mode=0o700)
    process = Process(house)
    try:
        come = process.post(None, "/login", name="supervisor", password=GIVEN)
        assert (come.status_code, come.json()["must_change"]) == (200, True)
    finally:
        assert process.end() == 0
    assert f"log in as supervisor with the one-time password in {file}" in " ".join(process.said.split())
    assert GIVEN not in process.said + (house / "errors").read_text()

"""A witness and a house as programs: handed in, looked at, restarted; and a log that was shortened or split meanwhile."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.log_key import open_log_key
from banca.house.store import open_store
from banca.witness.client import AwayError, ask
from lanes import need
from patience import PATIENCE
from service import BIN, Process, until

pytestmark = pytest.mark.server

NAME = "dicj.example/w"


class WitnessProcess:
    """`banca witness serve`."""

    def __init__(self, folder: Path, trusted: str) -> None:
        need("server")
        self.files = ("--key", str(folder / "witness.key"), "--state", str(folder / "witness.db"))
        line = (str(BIN / "banca"), "witness", "serve", "--name", NAME, *self.files, "--trust", trusted, "--port", "0")
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        said = ""
        for line_said in self.process.stdout:
            said += line_said
            if found := re.search(r"witness at (http://\S+) ; its public key:\s+(\S+)", said):
                self.url, self.key = found[1], found[2]
                break
        until(self.answers)

    def answers(self) -> bool:
        try:
            return ask(self.url).status == 200
        except AwayError:
            return False

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where everything is kept; the keys too."""
    monkeypatch.setenv("BANCA_KEY", str(tmp_path / "house.key"))
    monkeypatch.setenv("BANCA_LOG_KEY", str(tmp_path / "log.key"))
    monkeypatch.setenv("BANCA_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def banca(*words: str) -> tuple[int, str, str]:
    done = subprocess.run([str(BIN / "banca"), *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def grow(db: str, key: Path, count: int) -> HouseLog:
    """Entries of the register, written beside the server."""
    store = open_store(db)
    log = HouseLog(store, open_log_key(store, key))
    house = House(store, log=log)
    for _ in range(count):
        house.ask_of_staff(cash_out=1000 + store.log_head().size)
    store.close()
    return log


def test_handed_in_looked_at_and_restarted(folder: Path) -> None:
    db = f"sqlite:///{folder / 'house.db'}"
    log = grow(db, folder / "log.key", 3)
    witness = WitnessProcess(folder, log.keys[0])
    house = Process(folder, "--witness", f"{witness.key}@{witness.url}")
    try:
        signed = until(lambda: [one for one in told(house) if one["size"]])
        assert (signed[0]["name"], signed[0]["trouble"]) == (NAME, "")
        assert signed[0]["note"] == house.client.get("/api/v1/log/cosigned").text
        witness.end()
        files = ("--name", NAME, *witness.files, "--trust", log.keys[0])
        grow(db, folder / "log.key", 2)
        code, said, errors = banca("witness", "look", house.base, *files, "--json")
        assert code == 0, errors
        seen = json.loads(said)
        assert (seen["size"] >= signed[0]["size"] + 2, seen["is_told"]) == (True, True)
        until(lambda: told(house)[0]["size"] >= seen["size"])
        again = WitnessProcess(folder, log.keys[0])
        assert again.key == witness.key
        (remembered,) = json.loads(ask(again.url).text)["logs"]
        assert remembered["size"] >= seen["size"]
        again.end()
    finally:
        assert house.end() == 0


def told(house: Process) -> list[dict[str, str]]:
    found: list[dict[str, str]] = house.client.get("/api/v1/log/witnesses").json()["witnesses"]
    return found


def test_a_shortened_and_a_split_log_are_found_by_looking(folder: Path) -> None:
    """The store is put back as it was before; then it is played on, differently."""
    db = f"sqlite:///{folder / 'house.db'}"
    log = grow(db, folder / "log.key", 2)
    kept = (folder / "house.db").read_bytes()
    grow(db, folder / "log.key", 3)
    files = ("--key", str(folder / "witness.key"), "--state", str(folder / "witness.db"))
    look = ("--name", NAME, *files, "--trust", log.keys[0])
    house = Process(folder)
    assert banca("witness", "look", house.base, *look)[0] == 0
    house.end()
    for left in folder.glob("house.db*"):
        left.unlink()
    (folder / "house.db").write_bytes(kept)
    (folder / "house.db").chmod(0o600)
    (remembered,) = folder.glob("*.signed")
    remembered.unlink()  # the house wants to forget what it signed
    house = Process(folder)
    try:
        code, _, errors = banca("witness", "look", house.base, *look)
        assert (code, "contradicts what this witness has seen" in errors) == (1, True)
        grow(db, folder / "log.key", 9)
        assert banca("witness", "look", house.base, *look)[0] == 1
    finally:
        house.end()
    _, said, _ = banca("witness", "show", "--state", files[-1], "--json")
    assert [one["kind"] for one in json.loads(said)["evidence"]] == ["shortened", "unproved"]
    _, said, _ = banca("witness", "show", "--state", files[-1])
    assert "showed a smaller log than it had signed before" in said
    assert "The house owes the proof" in said
    assert said.count(f"— {log.origin} ") == 4


def test_what_cannot_be_looked_at_is_said_in_one_line(folder: Path) -> None:
    log = grow(f"sqlite:///{folder / 'house.db'}", folder / "log.key", 1)
    files = ("--key", str(folder / "witness.key"), "--state", str(folder / "witness.db"), "--name", NAME)
    code, _, errors = banca("witness", "look", "http://127.0.0.1:9", *files, "--trust", log.keys[0])
    assert (code, errors.count("\n"), "does not show its log" in errors) == (1, 1, True)
    assert banca("witness", "look", "http://127.0.0.1:9", *files)[0] == 2
    assert banca("witness", "serve", *files)[0] == 2
    code, said, _ = banca("witness", "key", *files)
    assert (code, said.startswith(f"{NAME}+")) == (0, True)
    assert banca("witness", "show", "--state", str(folder / "nowhere"))[0] == 1

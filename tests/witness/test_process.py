"""A witness and a house as programs: handed in, looked at, restarted."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from banca.house.house import House
from banca.house.log import HouseLog, open_log_key
from banca.house.store import open_store
from banca.transparency.client import AwayError, ask
from support.commands import run
from support.lanes import PATIENCE, need
from support.server import BIN, Process, until

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


def grow(db: str, key: Path, count: int) -> HouseLog:
    """Entries of the register, written beside the server."""
    store = open_store(db)
    log = HouseLog(store, open_log_key(store, key))
    house = House(store, log=log)
    for _ in range(count):
        house.set_safeguards(cash_out=1000 + store.log_head().size)
    store.close()
    return log


def test_handed_in_looked_at_and_restarted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, db = tmp_path, f"sqlite:///{tmp_path / 'house.db'}"
    monkeypatch.setenv("BANCA_KEY", str(folder / "house.key"))
    monkeypatch.setenv("BANCA_LOG_KEY", str(folder / "log.key"))
    monkeypatch.setenv("BANCA_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
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
        looked = run("witness", "look", house.base, *files, "--json")
        assert looked.exit_code == 0, looked.stderr
        seen = json.loads(looked.stdout)
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

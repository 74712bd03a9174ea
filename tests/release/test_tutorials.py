"""The programs that the tutorials show do what the tutorials say, at a server of their own; the notebooks run from their first cell to their last, offline."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbclient
import pytest
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook

from shown import ROOT, lay_out
from support.lanes import PATIENCE
from support.server import BIN, Process

pytestmark = [pytest.mark.server, pytest.mark.compiled, pytest.mark.slow]

NOTEBOOKS = ROOT / "docs" / "notebooks"


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[Process]:
    keys = ("--key", str(folder / "house.key"), "--log-key", str(folder / "log.key"))
    process = Process(folder, *keys, *more)
    try:
        yield process
    finally:
        process.end()


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def verified(folder: Path, key: str) -> bool:
    said = run(folder, str(BIN / "banca-verify"), "receipt", "--key", key, "receipt.json")
    return said.startswith("verified receipt.json")


def test_the_programmers_player_plays_a_round_and_keeps_the_receipt(tmp_path: Path) -> None:
    lay_out("docs/tutorials/programmer.md", tmp_path)
    with serving(tmp_path, "--demo", "--pace", "0.05", "--betting", "0.05") as house:
        said = run(tmp_path, sys.executable, "player.py", house.base)
        key = house.client.get("/api/v1/log/key").text.strip()
    first, second, third = said.splitlines()
    assert first == "lowest house edge: symbol 1 1/13 by wheel 3.1"
    assert re.fullmatch(
        r"win - received 20.0 patacas by wheel 5, wheel 6.1|lose - received 0.0 patacas by wheel 5", second
    )
    receipt: dict[str, Any] = json.loads((tmp_path / "receipt.json").read_text())
    assert third == f"receipt.json: entry {receipt['seq']} of /tables/demo-wheel"
    assert verified(tmp_path, key)


def test_the_operators_evening_is_audited_with_the_players_receipt(tmp_path: Path) -> None:
    lay_out("docs/tutorials/operator.md", tmp_path)
    with serving(tmp_path) as house:
        (password,) = re.findall(r"one-time password\s+(\S+)", house.said)
        said = run(tmp_path, sys.executable, "evening.py", house.base, password)
        key = house.client.get("/api/v1/log/key").text.strip()
    assert re.fullmatch(r"fan:3: (win, received 77\.00|lose, received 0\.00), by \[.*'fantan F-3'.*\]\n", said)
    store = ("--db", house.db)
    assert "Round 1" in run(tmp_path, str(BIN / "banca"), "audit", "show", "fantan-1", *store)
    audit = json.loads(run(tmp_path, str(BIN / "banca"), "audit", "verify", *store, "--receipts", ".", "--json"))
    assert audit["whole"], audit
    assert verified(tmp_path, key)


def notebooks() -> list[str]:
    files = (file for file in NOTEBOOKS.glob("*.md") if is_myst_markdown_notebook(file.read_text("utf-8")))
    return sorted(file.name for file in files)


@pytest.mark.parametrize("name", notebooks())
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    notebook = read_myst_markdown_notebook((NOTEBOOKS / name).read_text("utf-8"))
    where = {"metadata": {"path": tmp_path}}
    nbclient.NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources=where).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells[-1].outputs
    shown = {kind for cell in cells for output in cell.outputs for kind in output.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= shown

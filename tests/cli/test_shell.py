"""The program in a real shell: completion, encodings, full disks, closed pipes, what it imports."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from banca.cli import app
from support.commands import RUNNER

BANCA = str(Path(sys.executable).with_name("banca"))


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("banca se", "settle"),
        ("banca settle craps --bet dont_p", "dont_pass"),
        ("banca rules craps --clause 5.2.", "5.2.3"),
        ("banca settle craps --outcome nu", "null:short"),
        ("banca pai-kao se", "set"),
    ],
)
def test_words_are_completed(line: str, offered: str) -> None:
    asked = {"_BANCA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    assert offered in RUNNER.invoke(app, [], prog_name="banca", env=asked).stdout.split()


@pytest.mark.server
@pytest.mark.parametrize(
    ("encoding", "words"), [("ascii", ["games", "--lang", "zh", "--json"]), ("cp1252", ["odds", "fantan"])]
)
def test_no_encoding_stops_the_program(encoding: str, words: list[str]) -> None:
    env = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run([BANCA, *words], env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    if "--json" in words:
        assert json.loads(done.stdout)["games"][0]["title"] == "花旗骰"


@pytest.mark.server
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([BANCA, "odds", "craps"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"[^\n]*No space left on device[^\n]*\n", done.stderr)


HEAVY = {
    *("numba", "numpy", "scipy", "flint", "altair", "babel", "pydantic", "dask", "typst", "rich.console"),
    *("litestar", "uvicorn", "asyncio", "sqlalchemy", "cryptography", "importlib.metadata"),
}
MOST_MODULES = 120
"""Of ours, for the odds of one game: the law and the rules of that game, exact figures, and how they are printed."""


@pytest.mark.server
@pytest.mark.parametrize("words", [["odds", "craps"], ["odds", "craps", "--json"]])
def test_odds_imports_only_what_the_odds_of_one_game_need(words: list[str]) -> None:
    """A count that no machine's speed changes: the program was slow to start because it imported every command and every game."""
    code = (
        f"import sys; from banca.cli import app; app({words!r}, standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert loaded & HEAVY == set()
    assert {name.split(".")[2] for name in loaded if name.startswith("banca.games.")} == {"craps"}
    assert len([name for name in loaded if name.partition(".")[0] == "banca"]) <= MOST_MODULES


CORE_ALONE = "import sys; sys.modules.update(dict.fromkeys(('numba', 'numpy', 'scipy', 'litestar', 'sqlalchemy', 'cryptography')))"
"""As where no extra is installed: these cannot be imported."""


@pytest.mark.server
def test_help_lists_every_command_without_what_extras_install() -> None:
    """A command that needs an extra says so when it is called."""
    code = f"{CORE_ALONE}; from banca.cli import app; app(['--help'], standalone_mode=False)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "watch " in done.stdout
    assert "ModuleNotFoundError" not in done.stdout


@pytest.mark.server
def test_what_a_witness_has_seen_is_read_without_what_extras_install() -> None:
    code = (
        f"{CORE_ALONE}; from banca.cli import run; sys.argv = ['banca', 'witness', 'show', '--state', 'none.db']; run()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "banca: cannot read none.db: the file does not exist\n"


@pytest.mark.server
def test_a_public_name_of_the_package_stays_although_a_module_has_it_too() -> None:
    code = (
        "import banca, banca.game, banca.games, banca.interface.best, banca.interface.evening as e; "
        "from banca.interface import best; "
        "print([callable(one) for one in (banca.game, banca.games, best, e)], "
        "all(callable(getattr(banca, name)) for name in banca.__all__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("] ") == ["[True, True, True, True", "True\n"]


@pytest.mark.server
def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(f"{BANCA} odds | head -1", shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert "Traceback" not in done.stderr

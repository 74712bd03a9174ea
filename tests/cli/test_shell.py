"""The program in a real shell: completion, encodings, full disks, closed pipes, what it imports."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from asked import RUNNER
from banca.cli import app

BANCA = str(Path(sys.executable).with_name("banca"))


@cache
def completion() -> str:
    """What bash is told once: by a program that it runs itself, for it goes by the nearest shell that has started it."""
    script = f"told=$({BANCA} --show-completion) && printf '%s' \"$told\""
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout


def completed(line: str) -> list[str]:
    """What bash offers for a line, its words broken as bash breaks them: at blanks, and at `:` and `=`."""
    words = re.findall(r"[:=]|[^\s:=]+", line) + ([""] if line.endswith(" ") else [])
    quoted = " ".join(f"'{word}'" for word in words)
    script = (
        f"{completion()}\n"
        f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
        f'COMP_LINE="{line}"; COMP_POINT={len(line)}; _banca_completion {BANCA}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.server
@pytest.mark.parametrize(
    ("line", "offered"),
    [("banca settle craps --bet hard_way:1", "10"), ("banca odds craps --option field_12=", "3")],
)
def test_bash_completes_where_it_breaks_words(line: str, offered: str) -> None:
    assert offered in completed(line)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("banca se", "settle"),
        ("banca odds fi", "fish_prawn_crab"),
        ("banca odds craps pass_l", "pass_line"),
        ("banca settle craps --bet dont_p", "dont_pass"),
        ("banca rules craps --clause 5.2.", "5.2.3"),
        ("banca rules craps --clause R-m", "R-money-1"),
        ("banca settle craps --outcome nu", "null:short"),
        ("banca odds craps --lang ", "zh"),
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


@pytest.mark.server
def test_odds_imports_nothing_heavy() -> None:
    code = (
        "import sys; from banca.cli import app; app(['odds', 'craps'], standalone_mode=False); "
        "print(sorted(m for m in sys.modules if '.' not in m or m.endswith('commands')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ".commands" not in done.stderr  # those of other games
    loaded = set(re.findall(r"'(\w+)'", done.stderr))
    assert "flint" in loaded
    heavy = {"numba", "numpy", "scipy", "litestar", "uvicorn", "sqlalchemy", "altair", "babel", "pydantic", "asyncio"}
    assert loaded & heavy == set()


@pytest.mark.server
def test_a_closed_pipe_is_no_traceback() -> None:
    done = subprocess.run(f"{BANCA} odds | head -1", shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert "Traceback" not in done.stderr

"""Where the project's files are, wherever a test stands, and which of them git knows."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = TESTS / "data"


PROGRAM = ROOT / "src" / "banca"
PLUGINS = sorted({*PROGRAM.parent.glob("banca_*")} - {PROGRAM.parent / "banca_verify"})


def program_files(pattern: str) -> list[Path]:
    """Files of the program and its plug-ins, without the documents where `make docs` has put them."""
    files = [file for folder in (PROGRAM, *PLUGINS) for file in folder.rglob(pattern)]
    return sorted(file for file in files if PROGRAM / "site" not in file.parents)


def tracked(*folders: str) -> list[Path]:
    """All, or those of some folders; in an unpacked source archive the test is skipped."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: there is no git that says what belongs to the project")
    line = ["git", "ls-files", "-z", *folders]
    listed = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]

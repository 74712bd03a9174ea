"""Other people's packages: games from outside, and documents followed to the letter."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shown import commands, stripped
from support.lanes import need

BLOCK = re.compile(
    r"(?:^\*\*`(?P<file>[^`]+)`\*\*\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
BANCA = "#!{python}\nfrom banca.cli import run\nrun()\n"


@dataclass(frozen=True, slots=True)
class DocumentBlock:
    """A block of a document, and the file that it is about, if any."""

    file: str
    language: str
    text: str


def blocks_of(page: str) -> Iterator[DocumentBlock]:
    """The blocks of a document in their order."""
    for found in BLOCK.finditer(page):
        yield DocumentBlock(found["file"] or "", found["language"], found["text"])


def edited(text: str, diff: str) -> str:
    """A text after an edit: what the diff shows as old is there exactly once, wherever it is."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = [(line[:1], line[1:] or line) for line in hunk.splitlines(keepends=True)]
        old = "".join(rest for sign, rest in lines if sign != "+")
        new = "".join(rest for sign, rest in lines if sign != "-")
        if old or new:
            assert text.count(old) == 1, f"found {text.count(old)} times:\n{old}"
            text = text.replace(old, new)
    return text


@dataclass(frozen=True, kw_only=True, slots=True)
class Follower:
    """Somebody at a terminal who does what a document says."""

    folder: Path
    """Where they are, and where the commands are typed."""
    files: Path
    """Where the files belong that it names."""
    surroundings: Mapping[str, str]
    instead: Mapping[str, Callable[[], None]]
    """What is done instead of a command that would not end by itself."""

    def follow(self, page: str) -> None:
        """Every block in its order; blocks about no file that are not typed are there to be read."""
        for block in blocks_of(page):
            file = self.files / block.file
            if block.language == "shell":
                self._type(block.text)
            elif block.file and block.language == "diff":
                file.write_text(edited(file.read_text("utf-8"), block.text), encoding="utf-8")
            elif block.file:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")

    def _type(self, text: str) -> None:
        for command, shown in commands(text):
            if command in self.instead:
                self.instead[command]()
                continue
            done = self.run(command)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            if shown:
                assert stripped(done.stdout + done.stderr) == shown, command

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """A command, as a shell does it."""
        need("server")
        return subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=self.surroundings, capture_output=True, text=True, check=False
        )


def with_environment(folder: Path, **more: str) -> dict[str, str]:
    """The surroundings of a terminal in which an environment is active that has Banca and all its parts: a new one, beside ours.

    `pip` finds everything there and asks nobody else.
    """
    need("server")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    ours = sysconfig.get_paths()["purelib"]
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    python = folder / "bin" / "python"
    for name, text in {"banca": BANCA, "pip": '#!/bin/sh\nexec {python} -m pip "$@"\n'}.items():
        script = folder / "bin" / name
        script.write_text(text.format(python=python))
        script.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name not in ("BANCA_LANG", "COLUMNS", "PYTHONPATH")}
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**kept, **offline, "PATH": path, "VIRTUAL_ENV": str(folder), **more}

"""Write anew what the documents show under their commands.

    make shown

A command without lines under it stays without; tests/release/test_documents.py compares the rest. The commands of a document run one after
another in one folder, in which the files that it shows, each under its name, are there from the beginning.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.DOTALL)
FILE = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```", re.DOTALL | re.MULTILINE)
MODULES = {"banca": ("-m", "banca"), "banca-verify": ("-m", "banca_verify")}
"""How Python runs the programs; any other is Python itself."""
COMMAND = re.compile(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def documents() -> list[Path]:
    """The README and the documents."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks() -> dict[str, list[str]]:
    """The console blocks of every document that has any."""
    found = {str(file.relative_to(ROOT)): BLOCK.findall(file.read_text("utf-8")) for file in documents()}
    return {file: each for file, each in found.items() if each}


def lay_out(file: str | Path, folder: Path) -> None:
    """Write the files that a document shows into a folder."""
    for name, text in FILE.findall((ROOT / file).read_text("utf-8")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def commands(block: str) -> list[tuple[str, list[str]]]:
    """Each command of a block with the lines printed under it, if any."""
    return [(command, stripped(output)) for command, output in COMMAND.findall(block)]


def stripped(text: str) -> list[str]:
    """The lines without spaces at their ends, and without empty lines around them."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n").splitlines()


def arguments(command: str) -> list[str]:
    """A command's program and words; files of the checkout by where they are."""
    return [str(ROOT / word) if word.startswith(("tools/", "docs/")) else word for word in shlex.split(command)]


def shown_anew(block: str, folder: str) -> str:
    """A block with what its commands print now."""

    def shown(found: re.Match[str]) -> str:
        program, *words = arguments(found[1])
        surroundings = os.environ | {"COLUMNS": "80", "NO_COLOR": "1"}
        done = subprocess.run(
            [sys.executable, *MODULES.get(program, ()), *words],
            cwd=folder,
            env=surroundings,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = stripped(done.stdout + done.stderr)
        gap = "\n" * (len(found[2]) - len(found[2].rstrip("\n")) - 1)
        return f"$ {found[1]}\n" + ("\n".join(lines) + "\n" + gap if found[2].strip() else found[2])

    return COMMAND.sub(shown, block)


def main() -> None:
    """Rewrite every block that shows something: of the documents named, or of all."""
    for file in [Path(name).resolve() for name in sys.argv[1:]] or documents():
        before = file.read_text()
        with TemporaryDirectory() as folder:
            lay_out(file, Path(folder))
            parts = BLOCK.split(before)  # texts and blocks by turns
            parts[1::2] = [shown_anew(block, folder) for block in parts[1::2]]
        after = "".join(parts)
        if after != before:
            file.write_text(after)
            print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()

"""The program `banca-verify`: runs one of the checkers as if its file had been started alone."""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent
CHECKERS = {
    "certificate": "exact odds: a certificate written by `banca odds --certificate`, or one in a dossier as JSON",
    "receipt": "receipts of a house's log, under a key obtained independently of the house (needs the package cryptography)",
    "results": "every drawn result of a journal written by `banca audit export`",
}


def help_text() -> str:
    """What there is, and which file to read, or to copy and run alone."""
    lines = [f"  {name:<12} {what}\n{'':<14} {HERE / name}.py" for name, what in CHECKERS.items()]
    return "\n".join(
        (
            "usage: banca-verify CHECKER FILE",
            "",
            *lines,
            "",
            "Each checker is one file that imports nothing of Banca: read it, copy it, run it with `python3 FILE.py`.",
        )
    )


def run() -> None:
    """The named checker with the words after its name; it says itself what it takes."""
    match sys.argv[1:]:
        case [name, *rest] if name in CHECKERS:
            sys.argv = [f"banca-verify {name}", *rest]
            runpy.run_module(f"banca_verify.{name}", run_name="__main__")
        case ["--help" | "-h"]:
            print(help_text())  # it is a program
        case _:
            sys.exit(help_text())


if __name__ == "__main__":
    run()

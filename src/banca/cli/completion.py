"""Completion in bash, which breaks words at `:` and `=` and wants only the last piece back."""

import contextlib
import io
import os
import sys

from banca.cli.app import app

ASKED_BY_BASH = "complete_bash"
BREAKS = (":", "=")


def run() -> None:
    """The program `banca`."""
    if os.environ.get("_BANCA_COMPLETE") == ASKED_BY_BASH:
        answer_bash()
    else:
        app()


def answer_bash() -> None:
    """Put the words together as they were typed, let typer answer, and cut the answers to what bash still lacks."""
    pieces = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
    words = rejoined(pieces)
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    had = max((words[-1].rfind(mark) for mark in BREAKS), default=-1) + 1
    with contextlib.redirect_stdout(io.StringIO()) as answers, contextlib.suppress(SystemExit):
        app()
    sys.stdout.writelines(f"{answer[had:]}\n" for answer in answers.getvalue().split("\n") if answer)


def rejoined(pieces: list[str]) -> list[str]:
    """Words as typed: a break belongs to the piece before it and to the piece after it.

    >>> rejoined(["banca", "settle", "GAME", "--bet", "hard_way", ":", "6", "=", "10"])
    ['banca', 'settle', 'GAME', '--bet', 'hard_way:6=10']
    """
    words: list[str] = []
    for piece in pieces:
        if words and (piece in BREAKS or words[-1].endswith(BREAKS)):
            words[-1] += piece
        else:
            words.append(piece)
    return words

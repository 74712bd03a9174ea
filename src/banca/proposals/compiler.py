"""From a proposal file to a Proposal: the file runs in a process of its own, and what comes back is checked piece by piece."""

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import category

from banca.games import UNKNOWN_GAME, of_chance, rulebook
from banca.proposals.bets import Reading, read_bet, read_change, read_given
from banca.proposals.refusals import (
    BAD_STATE,
    NO_SUCH_FACT,
    NOT_A_FUNCTION,
    NOT_CALLED,
    PROPOSAL_CALLS,
    PROPOSAL_ONCE,
    PROPOSAL_STATES,
    PROPOSAL_TOO_LARGE,
    PROPOSAL_TOO_LONG,
    PROPOSAL_VALUE,
    STARLARK,
    STEP_NONSENSE,
    UNKNOWN_FACT,
    WINS_AND_TIES,
    WINS_OR_STEP,
)
from banca.rules import Code, Message, Proposal, ProposedBet, Refusal, Rulebook, _
from banca.rules.refusal import NEEDS_EXTRA

SANDBOX = Path(__file__).with_name("sandbox.py")
BYTE_ORDER_MARK = "\ufeff"
"""What some editors begin a file with."""
MOST_LETTERS = 200_000
"""Of a file."""
MOST_CALLS = 60
"""Bets of a file, and changes."""
MOST_CELLS = 2_000_000
"""Of all its tables together."""
KEPT = 16
"""Proposals at hand that have been read."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Kinds of letters that a file may not have, but for the ends of its lines and tabs."""
SLOWER = 10
"""A process that has not ended after so many times its limit, by the clock on the wall, is ended from outside."""
GRACE = 10.0
"""Seconds that it may take beyond that to start, however busy the machine is."""
TRACED = 0.9
"""Seconds of the processor's time to find the line at which a process died."""

FAULTS: Mapping[str, Code] = {
    "starlark": STARLARK,
    "too_long": PROPOSAL_TOO_LONG,
    "proposal_once": PROPOSAL_ONCE,
    "game": UNKNOWN_GAME,
    "wins_or_step": WINS_OR_STEP,
    "sees": UNKNOWN_FACT,
    "nonsense": STEP_NONSENSE,
    "both": WINS_AND_TIES,
    "not_called": NOT_CALLED,
    "fact": NO_SUCH_FACT,
    "function": NOT_A_FUNCTION,
    "state": BAD_STATE,
    "value": PROPOSAL_VALUE,
    "calls": PROPOSAL_CALLS,
    "states": PROPOSAL_STATES,
}
"""What the sandbox finds, and what is said of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxLimits:
    """The resources that a file may use."""

    seconds: float = 10.0
    """Processor time."""
    steps: int = 200_000
    """Steps of Starlark, in thousands."""
    states: int = 20_000
    """The states of one bet."""
    megabytes: int = 1000
    """Memory of the process, including the interpreter."""


@lru_cache(KEPT)
def read_proposal(source: str, name: str = "proposal.star", limits: SandboxLimits = SandboxLimits()) -> Proposal:  # noqa: B008 - frozen
    """Read a proposal from the text of a file; a mistake is refused at its line, with what to do.

    Args:
        source: The text of the file.
        name: What messages call it.
        limits: How much time and memory it may take.

    Raises:
        Refusal: The text describes no valid bet, or exceeds the limits.
    """
    if find_spec("starlark") is None:
        raise Refusal(NEEDS_EXTRA, asked=name, allowed="propose")
    reading = Reading(name)
    if len(source) > MOST_LETTERS:
        reading.refuse(
            1,
            Message(
                "file_too_long",
                _("a proposal has at most {allowed} characters, and this one has more"),
                allowed=MOST_LETTERS,
            ),
        )
    text = source.removeprefix(BYTE_ORDER_MARK)
    _check_letters(text, reading)
    found = _run(text, limits, reading)
    game = found["about"]["game"]
    book = rulebook(game)
    title = read_given(reading, found["line"], "title", found["about"]["title"])
    bets: list[ProposedBet] = []
    for one in found["bets"]:
        bets.append(read_bet(reading, book, one, taken=[new.bet.key for new in bets]))
    changes = tuple(read_change(reading, book, one) for one in found["changes"])
    if not bets and not changes:
        reading.refuse(
            found["line"],
            Message("nothing_proposed", _("the file proposes nothing; call bet(...) or change(...)")),
        )
    return Proposal(
        file=name,
        source=source,
        digest=hashlib.sha256(source.encode()).hexdigest(),
        game=game,
        title=title,
        bets=tuple(bets),
        changes=changes,
    )


def _check_letters(text: str, reading: Reading) -> None:
    """Refuse what would make the file look other than it is: letters that turn the writing round, or that nobody sees."""
    for place, letter in enumerate(text):
        if category(letter) in UNSEEN and letter not in "\n\r\t":
            line = text.count("\n", 0, place) + 1
            reading.refuse(
                line,
                Message(
                    "unseen_letter",
                    _("there is an invisible character, {asked}; remove it"),
                    asked=f"U+{ord(letter):04X}",
                ),
            )


def _run(source: str, limits: SandboxLimits, reading: Reading) -> Any:  # JSON
    """Let the sandbox run the file; a death of its process is told at the line where it was."""
    asked = {
        "source": source,
        "outcomes": outcomes(),
        "seconds": limits.seconds,
        "steps": limits.steps,
        "states": limits.states,
        "cells": MOST_CELLS,
        "calls": MOST_CALLS,
        "memory": limits.megabytes << 20,
    }
    answer, line, is_late = _ask({**asked, "trace": False})
    if answer is None:
        if not line:
            line = _ask({**asked, "trace": True, "seconds": TRACED})[1]
        code = PROPOSAL_TOO_LONG if is_late else PROPOSAL_TOO_LARGE
        reading.refuse(line or 1, Message(code, allowed=f"{limits.seconds:g}" if is_late else limits.megabytes))
    if "fault" in answer:
        _refuse(reading, limits, **answer["fault"])
    return answer


def _ask(asked: Mapping[str, Any]) -> tuple[Any, int, bool]:
    """What the process answers, or nothing; the line it was at; whether it had to be stopped."""
    try:
        done = subprocess.run(  # our own program, isolated from everything around it
            [sys.executable, "-I", str(SANDBOX)],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            timeout=asked["seconds"] * SLOWER + GRACE,
            check=False,
            cwd="/",
            env={"PATH": os.defpath},
        )
    except subprocess.TimeoutExpired as late:
        return None, _last_line(late.stderr), True
    is_late = done.returncode == -signal.SIGXCPU
    return json.loads(done.stdout) if done.returncode == 0 else None, _last_line(done.stderr), is_late


def _last_line(told: str | bytes | None) -> int:
    text = told.decode(errors="replace") if isinstance(told, bytes) else told or ""
    found = re.findall(r"^at (\d+)$", text, re.MULTILINE)
    return int(found[-1]) if found else 0


def _refuse(reading: Reading, limits: SandboxLimits, line: int, kind: str, **about: Any) -> NoReturn:  # JSON
    if kind == "too_long":
        about = {"allowed": f"{limits.seconds:g}"}
    if kind == "game":
        try:
            rulebook(about["asked"])
        except Refusal as refusal:
            reading.refuse(line, refusal.message)
    reading.refuse(line or 1, Message(FAULTS[kind], None, **about))


@cache
def outcomes() -> Mapping[str, list[dict[str, Any]]]:
    """What there is to see in every outcome of every game, in the order of its space."""
    return {game: _facts(rulebook(game)) for game in of_chance()}


def _facts(book: Rulebook) -> list[dict[str, Any]]:
    return [dict(book.facts(outcome)) for outcome, _ in book.under().space]

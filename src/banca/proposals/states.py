"""The states of a proposed bet: what each is called in a journal, and what it is made of."""

import ast
import re
from collections.abc import Mapping, Sequence

from banca.rules import PLACED, State

MOST_LABEL = 80
"""Letters of a state, as a table's journal takes them."""
StateValue = object
"""Text, a whole number, a truth value, nothing, or a tuple of them, as the sandbox allows."""


def labels(states: Sequence[str]) -> list[str]:
    """What each state is called: as the file writes it, without quotes and brackets; the first is the bet just placed."""
    plain = [_label(state) for state in states]
    clashes = len(set(plain[1:]) | {PLACED}) < len(plain)
    found: list[str] = [PLACED]
    for number, (state, label) in enumerate(zip(states[1:], plain[1:], strict=True), start=1):
        written = state if clashes else label
        is_good = 0 < len(written) <= MOST_LABEL and written.isprintable() and "#" not in written
        found.append(written if is_good else f"#{number}")
    return found


def _label(state: str) -> str:
    return re.sub(r"[()\"]", "", state).replace(" ", "").strip(",")


def values(states: Sequence[str]) -> Mapping[State, StateValue]:
    """What each state is made of, by its label; the first is the bet just placed and says nothing more.

    >>> values(["((), 0)", "((4,), 0)"])
    {'4,,0': ((4,), 0)}
    """
    return {label: _value(state) for state, label in zip(states[1:], labels(states)[1:], strict=True)}


def _value(state: str) -> StateValue:
    """A state as Starlark writes it, which Python reads; one that was cut short stays a text."""
    try:
        return ast.literal_eval(state)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return state

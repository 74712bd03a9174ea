"""Table talk: what people call a game's bets, results and options beyond their ids and names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from banca.rulebook.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Likened:
    """Names of a bet that the regulation does not have, under which one of its own is meant."""

    names: tuple[str, ...]
    """`{}` stands for the selection."""
    remark: Text
    """In what the two differ; {asked}, {name}, {bet} and {cite} are what was typed, and the bet's name, key and clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Of one game. What is typed is compared without case, accents, blanks and dashes."""

    bets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By a bet's id or key, what else it is called; `{}` stands for the selection."""
    likened: Mapping[str, Likened] = field(default_factory=dict)
    """By a bet's id or key, names of another bet, under which it is found with a remark."""
    outcomes: Mapping[str, str] = field(default_factory=dict)
    """What a result, or a part of one, is called, and how it is written."""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By an option's name, or NAME=VALUE, what else it is called."""

"""Table talk: what people call a game, its bets, results and options beyond their ids and names.

It stands in `talk.toml` of the game's folder. What is typed is compared without case, accents, blanks and dashes.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from banca.game import Game
from banca.game_data import read_data
from banca.games import find
from banca.rules import Text

FILE = "talk"
MARK = re.compile(r"\{(\w+)\}")

Names = Mapping[str, tuple[str, ...]]


class Likened(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of a bet that the regulation does not have, under which one of its own is meant."""

    names: tuple[str, ...]
    """`{}` stands for the selection."""
    remark: Text
    """In what the two differ; {asked}, {name}, {bet} and {cite} are what was typed, and the bet's name, key and clause."""


class Talk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of one game: what its file says."""

    also: tuple[str, ...] = ()
    """What the game is called beside its id and the title of its regulation."""
    words: Mapping[str, Names] = {}
    """By a mark, what it stands for in the bets and outcomes: in a key for each key here, behind it for each name of that key."""
    bets: Names = {}
    """By a bet's id or key, what else it is called; `{}` stands for the selection."""
    likened: Mapping[str, Likened] = {}
    """By a bet's id or key, names of another bet, under which it is found with a remark."""
    outcomes: Names = {}
    """By a result, or a part of one, as it is written: what it is called; `{}` stands for a number."""
    options: Names = {}
    """By an option's name, or NAME=VALUE, what else it is called."""


def read_talk(game: str) -> Talk:
    """Return a game's table talk, its words put in for their marks.

    Raises:
        Refusal: The file is wrong.
    """
    return _read(find(game))


@cache
def _read(game: Game) -> Talk:
    talk = read_data(game, FILE, Talk) or Talk()
    with game.blamed(f"{FILE}.toml"):
        return replace(talk, bets=_in_full(talk.bets, talk.words), outcomes=_in_full(talk.outcomes, talk.words))


def _in_full(rows: Names, words: Mapping[str, Names]) -> Names:
    found: dict[str, tuple[str, ...]] = {}
    for key, names in _put_in(rows, words):
        found[key] = (*found.get(key, ()), *names)
    return found


def _put_in(rows: Names, words: Mapping[str, Names]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, patterns in rows.items():
        mark = MARK.search(key)
        if mark is None:
            yield key, patterns
            continue
        if mark[1] not in words:
            because = f"there is no table words.{mark[1]} for the key {key}"
            raise ValueError(because)
        for word, names in words[mark[1]].items():
            yield (
                key.replace(mark[0], word),
                tuple(pattern.replace(mark[0], name) for pattern in patterns for name in names),
            )

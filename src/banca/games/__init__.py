"""The games that are installed, each a folder that exports one `Game`: found through the entry points `banca.games`.

A folder is read only when its game is asked for. One that cannot be read is refused by its name, and the others stay.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from banca.game import ID, Game, game_fault
from banca.rules import Message, Refusal, Rulebook, Rules, _, near, refusal, suggestions, under

UNKNOWN_GAME = refusal("unknown_game", _("there is no game {asked}; {allowed}"))

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "banca.games"
MOST_RULES = 200
"""Games under options whose rules are kept in memory."""


@cache
def _entry_points() -> dict[str, "EntryPoint"]:
    """Ours by name, then the others by name. Of two under one name, none but ours counts."""
    from importlib.metadata import entry_points  # a game of ours is found without it

    points: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (not is_ours(point.name), point.name)):
        points.setdefault(point.name, point)
    return points


@cache
def is_ours(name: str) -> bool:
    """Whether a game is a folder of this package."""
    return bool(ID.fullmatch(name)) and find_spec(f"{__name__}.{name}") is not None


def names() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(_entry_points())


@cache
def find(name: str) -> Game:
    """One game; refused where there is none of that name, or its package is faulty. Ours are checked by their tests."""
    game = load(name)
    if not is_ours(name) and name not in _unchecked:
        from banca.check import check_game  # only a package from outside needs it

        check_game(game)
    return game


_unchecked: set[str] = set()


def leave_unchecked(name: str) -> None:
    """Let `find` find a game although it has mistakes: `banca check` tells them all and not only the first."""
    _unchecked.add(name)


def load(name: str) -> Game:
    """One game as its package exports it, unchecked; refused where there is none of that name, or it cannot be read."""
    if not is_ours(name) and name not in names():
        raise unknown_game(name, near(name, {known: [known] for known in names()}))
    module = f"{__name__}.{name}" if is_ours(name) else _entry_points()[name].module
    try:
        return import_module(module).GAME if is_ours(name) else _load(_entry_points()[name])
    except Exception as fault:  # a package of others' may fail in any way
        raise game_fault(name, fault, package=module) from fault


def unknown_game(asked: str, meant: Sequence[str]) -> Refusal:
    """There is no such game, but these are near."""
    return Refusal(UNKNOWN_GAME, asked=asked, allowed=suggestions(meant, names(), "banca games"))


def _load(point: "EntryPoint") -> Game:
    game = point.load()
    if not isinstance(game, Game) or game.id != point.name:
        because = f"{point.value} is not the game {point.name}"
        raise TypeError(because)
    return game


def faulty() -> dict[str, Message]:
    """The games that are installed and cannot be played, and why."""
    faults = {}
    for name in names():
        try:
            find(name)
        except Refusal as refusal:
            faults[name] = refusal.message
    return faults


@cache
def playable() -> tuple[str, ...]:
    """The ids of the games that can be played."""
    return tuple(name for name in names() if name not in faulty())


@cache
def of_chance() -> tuple[str, ...]:
    """The ids of the games of chance: a device, and bets against the house."""
    return tuple(name for name in playable() if find(name).rulebook)


def rulebook(name: str) -> Rulebook:
    """The rulebook of a game of chance as its regulation has it."""
    book = find(name).rulebook
    if book is None:
        command = name.replace("_", "-")
        raise Refusal(
            "not_a_game_of_chance",
            _(
                "{asked} has no bets against the house; use 'banca {command}' and 'banca rules {asked}'. Games against the house: {allowed}"
            ),
            asked=name,
            command=command,
            allowed=of_chance(),
        )
    return book


@lru_cache(MOST_RULES)
def rules_of(game: str, options: tuple[tuple[str, object], ...] = ()) -> Rules:
    """The rules of a game of chance under options, made once; a proposal is given as the value of its option."""
    return under(rulebook(game), dict(options))

"""A game by its id, its title in any language, or what people call it; and a choice that its rules leave to the house."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from banca.finder.found import Found, ambiguous
from banca.finder.talk import read_talk
from banca.game import Game
from banca.games import find, is_ours, names, unknown_game
from banca.law import law, readable
from banca.rules import Option, Refusal, near, plain, unknown_option
from banca.rules.spelling import said_in
from banca.rules.text import LANGUAGES


def find_game(text: str) -> Found[Game]:
    """Find the game that the user means.

    Args:
        text: What the user typed.

    Raises:
        Refusal: No game has this name.
    """
    if is_ours(text) or text in names():
        return Found(find(text))
    wanted = plain(text)
    ids = [game for game, called in _games().items() if wanted in map(plain, called)]
    if len(ids) > 1:
        raise ambiguous(text, ids)
    if not ids:
        raise unknown_game(text, near(text, _games()))
    return Found(find(ids[0]))


@cache
def _games() -> Mapping[str, tuple[str, ...]]:
    """Every game that can be read, with its names."""
    return {game: (game, *law(game).instrument.title.values(), *_also(game)) for game in readable()}


def _also(game: str) -> Iterable[str]:
    """What people call a game; one whose table talk cannot be read is found by its id and title."""
    try:
        return read_talk(game).also
    except Refusal:
        return ()


def find_option(game: Game, name: str, value: object) -> Found[tuple[str, object]]:
    """Find an option's name and value as the rules write them; a value that is not a text is left as it is.

    Args:
        game: The game that has the option.
        name: The name of the option.
        value: The value as typed.

    Raises:
        Refusal: There is no such option or value.
    """
    options = {one.name: one for one in game.options}
    if name not in options:
        talk = read_talk(game.id).options
        named = {one.name: [one.name, *_in_all(one.says), *talk.get(one.name, ())] for one in game.options}
        name, asked = _one(name, named), name
        if not name:
            raise unknown_option(asked, game.options)
    return Found((name, _value(game.id, options[name], value) if isinstance(value, str) else value))


def _value(game: str, option: Option[Any], asked: str) -> object:
    """The value that somebody means, where the option has one that is called so; otherwise what was typed, for the rules to refuse."""
    written = {str(value): value for value in option.values}
    if asked in written:
        return written[asked]
    talk = read_talk(game).options
    named = {
        one: [one, *_in_all(option.says_value.get(one, one)), *talk.get(f"{option.name}={one}", ())] for one in written
    }
    return written.get(_one(asked, named), asked)


def _one(asked: str, named: Mapping[str, Iterable[str]]) -> str:
    """What goes by this name; empty where nothing does."""
    wanted = plain(asked)
    found = [one for one, called in named.items() if wanted and wanted in map(plain, called)]
    if len(found) > 1:
        raise ambiguous(asked, found)
    return found[0] if found else ""


def _in_all(text: str) -> Iterator[str]:
    return (said_in(text, language) for language in LANGUAGES)

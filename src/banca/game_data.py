"""Reads the data files of a game's folder: what is wrong in one is refused in one line, with the file and the entry."""

from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from banca.game import Game
from banca.rules import Text, given_text
from banca.rules.text import LANGUAGES

T = TypeVar("T")


def read_data(game: Game, name: str, kind: type[T]) -> T | None:
    """Return what `NAME.toml` in a game's folder says; None where the game has no such file.

    A text stands there as a table with `en`, `pt` and `zh`.

    Args:
        game: Whose folder it is.
        name: Of the file, without `.toml`.
        kind: What the file says, as a `Struct` that forbids unknown fields.

    Raises:
        Refusal: The file cannot be read, or an entry of it is unknown, missing or of another kind.
    """
    with game.faults_in(f"{name}.toml"):
        file = files(game.package).joinpath(f"{name}.toml")
        return _convert(msgspec.toml.decode(file.read_bytes()), kind) if file.is_file() else None


def _convert(entries: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(entries, kind, dec_hook=_read_text)
    except msgspec.ValidationError as fault:
        raise ValueError(_with_key(entries, kind, str(fault))) from None


def _with_key(entries: dict[str, Any], kind: type, fault: str) -> str:
    """Return what msgspec says is wrong with the key of the row for its `[...]`: the first row that is as wrong alone."""
    tables = ((name, table) for name, table in entries.items() if isinstance(table, dict))
    for name, key, row in ((name, key, row) for name, table in tables for key, row in table.items()):
        try:
            msgspec.convert({name: {key: row}}, kind, dec_hook=_read_text)
        except msgspec.ValidationError as alone:
            if str(alone) == fault:
                return fault.replace("[...]", f".{key}", 1)
    return fault


def _read_text(_kind: type, entry: object) -> Text:
    """Read a text; it is the one kind of value in these files that msgspec does not know."""
    if isinstance(entry, dict) and set(entry) == {*LANGUAGES} and all(isinstance(text, str) for text in entry.values()):
        return given_text(entry)
    because = f"Expected a text in {', '.join(LANGUAGES)}"
    raise ValueError(because)

"""Files that people give and ask for: TOML read key by key, what is unknown, missing or of another kind refused by name; and written whole."""

import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from banca.rules import Citation, Limits, Refusal, _, parse_patacas, refusal

CANNOT_READ = refusal("cannot_read", _("cannot read {asked}: {because}"))
BAD_ENTRY = refusal("bad_entry", _("cannot use {asked} in {where}: {because}"))
UNKNOWN_KEY = refusal("unknown_key", _("{where} has no key {asked}; its keys: {allowed}"))

T = TypeVar("T")

MUST_BE: dict[type, str] = {
    dict: _("it must be a table"),
    list: _("it must be a list"),
    str: _("it must be text"),
    int: _("it must be a whole number"),
    bool: _("it must be true or false"),
}
MISSING = _("it is missing")
NOT_A_FILE = _("it is not a regular file")
LIMITS = ("minimum", "maximum", "chip")


def read_toml(file: Path) -> dict[str, Any]:
    """What a file says; refused where it cannot be read."""
    if is_special(file) and not file.is_dir():
        raise Refusal(CANNOT_READ, asked=file, because=NOT_A_FILE)
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise Refusal(CANNOT_READ, asked=file, because=str(error)) from None


class Entries:
    """One table of the file, with the keys it may have."""

    def __init__(self, where: str, entries: object, known: Iterable[str]) -> None:
        self.where = where
        if not isinstance(entries, Mapping):
            raise Refusal(BAD_ENTRY, where=where, asked=where, because=MUST_BE[dict])
        self.entries: Mapping[str, Any] = entries
        allowed = sorted(known)
        for key in entries:
            if key not in allowed:
                raise Refusal(UNKNOWN_KEY, where=where, asked=key, allowed=allowed)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def refuse(self, key: str, because: str, cite: Citation | None = None) -> NoReturn:
        """Say no to the value of a key."""
        raise Refusal(BAD_ENTRY, cite, where=self.where, asked=key, because=because)

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of a key, of the right kind."""
        value = self.entries.get(key, default)
        if value is None:
            self.refuse(key, MISSING)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.refuse(key, MUST_BE[kind])
        return value

    def name(self, key: str) -> str:
        """Somebody's name: printable, and not empty."""
        text = self.take(key, str).strip()
        if not text or not text.isprintable():
            self.refuse(key, _("it must be a name on one line"))
        return text

    def money(self, key: str) -> int:
        """An amount in patacas: a whole number, or text such as "12.50"; in avos."""
        if key not in self.entries:
            self.refuse(key, MISSING)
        return parse_patacas(str(self.entries[key]))

    def limits(self, key: str, own: Limits) -> Limits:
        """The table's limits in patacas, with the game's own where none are said."""
        entries = Entries(key, self.take(key, dict, {}), LIMITS)
        given: dict[str, Any] = {name: entries.money(name) for name in LIMITS if name in entries}
        return replace(own, **given)

    def texts(self, key: str) -> tuple[str, ...]:
        """One text or a list of them."""
        value = self.entries.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            self.refuse(
                key,
                _("it must be text, or a list of texts"),
            )
        return tuple(listed)


CANNOT_WRITE = refusal("cannot_write", _("cannot write {asked}: {because}"))
BAD_CHART = refusal("bad_chart", _("cannot write {asked}; its name must end in {allowed}"))


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before the work for it begins."""
    if is_special(file):
        return
    # In the file's own folder: a rename within one file system is all or nothing.
    unfinished = _unfinished(file)
    try:
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None


def write_whole(file: Path, content: str | bytes | Iterable[bytes]) -> None:
    """The whole content or, where it cannot be written, nothing; a pipe or device is written to as it is."""
    if isinstance(content, str):
        content = content.encode()
    target = file if is_special(file) else _unfinished(file)
    try:
        with target.open("wb") as out:
            out.writelines([content] if isinstance(content, bytes) else content)
        if target is not file:
            target.replace(file)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None
    finally:
        if target is not file:
            with suppress(OSError):  # it has its name by now, or was never there
                target.unlink()


def is_special(file: Path) -> bool:
    """Something there that is no ordinary file."""
    return file.exists() and not file.is_file()


def _unfinished(file: Path) -> Path:
    return file.with_name(f"{file.name}.unfinished")

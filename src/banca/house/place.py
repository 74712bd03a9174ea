"""Where the house keeps its store, and how that place may be shown."""

import os
from pathlib import Path

from banca.rulebook import Code, Refusal, term

VARIABLE = "BANCA_DB"
"""The environment's word for another place."""


def default_db(file: str = "house.db") -> str:
    """The store's URL unless another is given: from the environment, or a file among the user's data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return os.environ.get(VARIABLE) or f"sqlite:///{Path(data) / 'banca' / file}"


def shown_place(url: str) -> str:
    """A URL that may be printed: without its password, and without parameters, which may hold one.

    >>> shown_place("postgresql://house:hidden@db.example/banca?sslpassword=hidden")
    'postgresql://house:***@db.example/banca'
    """
    from sqlalchemy import make_url  # noqa: PLC0415 - only where a store is used
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        return make_url(url).set(query={}).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "…"


def check_there(url: str) -> None:
    """Refuse a file that does not exist, so that nobody who only looks makes an empty one."""
    file = _file(url)
    if file is not None and not file.is_file():
        raise Refusal(Code.CANNOT_READ, asked=shown_place(url), because=term("there is no such file"))


def make_room(url: str) -> None:
    """Make the folder of a file that is to be."""
    file = _file(url)
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(Code.CANNOT_WRITE, asked=file.parent, because=error.strerror) from None


def _file(url: str) -> Path | None:
    """The file behind a URL of SQLite; none for another database, one in memory, or one that SQLite itself reads as a URI."""
    from sqlalchemy import make_url  # noqa: PLC0415
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        return None  # the store says so
    name = parsed.database or ":memory:"
    is_file = parsed.get_backend_name() == "sqlite" and name != ":memory:" and not name.startswith("file:")
    return Path(name) if is_file else None

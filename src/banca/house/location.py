"""Where the house keeps its store, and how that place may be shown."""

import os
from pathlib import Path
from urllib.parse import unquote

from banca.files import CANNOT_READ
from banca.rules import Refusal, _

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
    from sqlalchemy import make_url  # only where a store is used
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).set(query={}).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "…"


def check_there(url: str) -> None:
    """Refuse a file that does not exist, so that nobody who only looks makes an empty one."""
    file = store_file(url)
    if file is not None and not file.is_file():
        raise Refusal(CANNOT_READ, asked=shown_place(url), because=_("there is no such file"))


def store_file(url: str) -> Path | None:
    """The file behind a URL of SQLite; none for another database, or one in memory.

    >>> str(store_file("sqlite:///file:a%20house.db?uri=true"))
    'a house.db'
    """
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        return None  # the store says so
    name = parsed.database or ":memory:"
    if parsed.query.get("uri") == "true" and name.startswith("file:"):
        name = ":memory:" if parsed.query.get("mode") == "memory" else unquote(name.removeprefix("file:"))
    is_file = parsed.get_backend_name() == "sqlite" and name != ":memory:"
    return Path(name) if is_file else None

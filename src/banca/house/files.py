"""The files of a house: where its store is, and private files with keys and passwords, which other users may not access."""

import os
import re
import shlex
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import unquote

from banca.files import CANNOT_READ, CANNOT_WRITE
from banca.rules import Code, Refusal, _

STORE_VARIABLE = "BANCA_DB"
"""The environment variable that names another store."""


def default_db(file: str = "house.db") -> str:
    """Return the store's URL unless another is given: from the environment, or a file among the user's data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return os.environ.get(STORE_VARIABLE) or f"sqlite:///{Path(data) / 'banca' / file}"


def show_url(url: str) -> str:
    """Return a URL that may be printed: without its password, and without parameters, which may hold one.

    >>> show_url("postgresql://house:hidden@db.example/banca?sslpassword=hidden")
    'postgresql://house:***@db.example/banca'
    """
    from sqlalchemy import make_url  # only where a store is used
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(url).set(query={}).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "…"


def check_exists(url: str) -> None:
    """Refuse a file that does not exist: only to look must not create an empty one."""
    file = store_file(url)
    if file is not None and not file.is_file():
        raise Refusal(CANNOT_READ, asked=show_url(url), because=_("there is no such file"))


def store_file(url: str) -> Path | None:
    """Return the file behind a URL of SQLite; None for another database, or one in memory.

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


IS_KNOWN = os.name == "posix"
"""Whether file modes say who may do what."""
ANYTHING_OF_OTHERS, WRITING_OF_OTHERS = 0o077, 0o022


def check_private(path: Path) -> None:
    """Refuse a file or folder that other users of this machine can access, and say what to type."""
    mode = path.stat().st_mode & 0o777
    if IS_KNOWN and mode & ANYTHING_OF_OTHERS:
        narrow = "chmod 700" if path.is_dir() else "chmod 600"
        raise Refusal(
            "not_private",
            _("other users of this machine can access {asked} (mode {found}); run: {allowed}"),
            asked=path,
            found=f"{mode:o}",
            allowed=typed(narrow, path),
        )


def typed(command: str, *files: Path) -> str:
    """Return a line for the shell."""
    return f"{command} {shlex.join(map(str, files))}"


KEY_BYTES = 32
ONE = re.compile(rb"[0-9a-f]{64}\n?")
"""A file of one key: 64 hexadecimal digits."""


def read_or_make_key(file: Path, bad: Code, form: re.Pattern[bytes] = ONE) -> list[bytes]:
    """Read the keys in a file, one on each line; create it with a first key if it does not exist. Refused as `bad` in another form."""
    try:
        if not file.exists():
            make_key(file)
        check_private(file)
        written = file.read_bytes()
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    if not form.fullmatch(written):
        raise Refusal(bad, asked=file)
    return [bytes.fromhex(line.decode()) for line in written.split()]


def make_key(file: Path) -> None:
    """Write a new key."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", dir=file.parent, prefix=f"{file.name}."
        ) as unfinished:  # nobody else's from the start
            unfinished.write(f"{os.urandom(KEY_BYTES).hex()}\n")
            unfinished.flush()
            os.fsync(unfinished.fileno())
            # A link is made whole or not at all, and not over another: where two servers start at once, the first one's key stays.
            with suppress(FileExistsError):
                file.hardlink_to(unfinished.name)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None


SHORTEST, LONGEST = 10, 200
"""The limits of any password."""


def read_password(file: Path) -> str:
    """Read a password from a private file; a line feed at its end is not part of it."""
    try:
        check_private(file)
        written = file.read_bytes()
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    try:
        password = written.decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        password = ""
    if not password.isprintable() or not SHORTEST <= len(password) <= LONGEST:
        raise Refusal(
            "bad_password_file",
            _("{asked} must hold a password of {allowed} characters on one line"),
            asked=file,
            allowed=f"{SHORTEST}-{LONGEST}",
        )
    return password

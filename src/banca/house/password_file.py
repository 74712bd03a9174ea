"""A password that somebody has written into a file, for a house that is set up by a program."""

from pathlib import Path

from banca.files import CANNOT_READ
from banca.house.file_modes import check_private
from banca.rules import Refusal, _

SHORTEST, LONGEST = 10, 200
"""As where somebody chooses one themselves."""


def read_password(file: Path) -> str:
    """The password in a file that is nobody else's to read; a line feed at its end is not part of it."""
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

"""Files of keys: 64 hexadecimal digits on each line, nobody else's from the start."""

import os
import re
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from banca.files import CANNOT_READ, CANNOT_WRITE
from banca.house.file_modes import check_private
from banca.rules import Code, Refusal

KEY_BYTES = 32
ONE = re.compile(rb"[0-9a-f]{64}\n?")
"""A file of one key."""


def read_or_make_key(file: Path, bad: Code, form: re.Pattern[bytes] = ONE) -> list[bytes]:
    """The keys in a file, which gets a first one where it is not there; refused as `bad` where it has another form."""
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
    """A new key: whole, or not there; where two servers start at once, the first one's."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", dir=file.parent, prefix=f"{file.name}."
        ) as unfinished:  # nobody else's from the start
            unfinished.write(f"{os.urandom(KEY_BYTES).hex()}\n")
            unfinished.flush()
            os.fsync(unfinished.fileno())
            with suppress(FileExistsError):
                file.hardlink_to(unfinished.name)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None

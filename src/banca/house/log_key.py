"""The key that signs the log: in a file of its own, away from the store, so that whoever writes the store signs nothing.

The file holds 64 hexadecimal digits on each line: the newest key first, then those that still sign beside it. It is made at the first
start; servers that share a store share it. The store has a mark with the public half of the newest.
"""

import os
import re
from pathlib import Path
from tempfile import NamedTemporaryFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from banca.files import CANNOT_WRITE
from banca.house.key import default_key
from banca.house.key_file import KEY_BYTES, read_or_make_key
from banca.house.store import Store
from banca.rules import Refusal, _, refusal
from banca.transparency.note import BadNoteError, Signer, Verifier

LOG_KEY_DIFFERS = refusal(
    "log_key_differs",
    _(
        "{asked} is not the key that signs this store's log; name the right one with --log-key; if it is lost for good, start with --log-key-lost: players and witnesses must then be told the new key"
    ),
)
BAD_LOG_KEY = refusal("bad_log_key", _("{asked} is not the key of a log: each line has 64 hexadecimal digits"))

VARIABLE = "BANCA_LOG_KEY"
"""The environment's word for another file."""
MARK = "log"
DIGITS = re.compile(rb"(?:[0-9a-f]{64}\n)+")
ORIGIN = re.compile(r"[^\s+]{1,100}")


def default_log_key(key: Path | None = None) -> Path:
    """The log key's file unless another is given: from the environment, or beside the key of the house."""
    return Path(os.environ.get(VARIABLE) or (key or default_key()).with_name("log.key"))


def open_log_key(store: Store, file: Path, origin: str | None = None, *, is_lost: bool = False) -> list[Signer]:
    """Who signs the log of a store, the newest key first; made where the store has none yet.

    Another key than the store's is refused, unless that one is lost; so is another name.
    """
    mark = store.mark(MARK)
    known = _verifier(mark)
    if origin is not None and not ORIGIN.fullmatch(origin):
        raise Refusal(
            "bad_log_origin",
            _(
                "{asked} cannot be the name of a log: 1 to 100 characters without spaces and plus signs, such as casino.example/log"
            ),
            asked=origin,
        )
    if known and origin not in (None, known.name):
        raise Refusal(
            "log_origin_differs",
            _("this store's log is called {allowed}, and a log keeps its name; start without --log-origin {asked}"),
            asked=origin,
            allowed=known.name,
        )
    if known and not file.exists() and not is_lost:
        raise Refusal(
            "log_key_missing",
            _(
                "{asked}, the key that signs this store's log, is missing; put it back or name it with --log-key; if it is lost for good, start with --log-key-lost: players and witnesses must then be told the new key"
            ),
            asked=file,
        )
    name = known.name if known else origin or f"banca.local/{os.urandom(8).hex()}"
    signers = [Signer(name, Ed25519PrivateKey.from_private_bytes(key)) for key in _read_or_make(file)]
    if known and not is_lost and known not in [one.verifier for one in signers]:
        raise Refusal(LOG_KEY_DIFFERS, asked=file)
    newest = str(signers[0].verifier)
    if mark and mark != newest:
        store.drop_mark(MARK, mark)
    kept = store.keep_mark(MARK, newest)
    return signers if kept == newest else open_log_key(store, file)  # another process named it first


def rotate(file: Path) -> None:
    """A new key before those that there are: all of them sign from the next start on."""
    _write(file, [os.urandom(KEY_BYTES), *_read_or_make(file)])


def retire(file: Path) -> None:
    """The newest key alone signs from the next start on."""
    _write(file, _read_or_make(file)[:1])


def _verifier(mark: str | None) -> Verifier | None:
    try:
        return Verifier.read(mark) if mark else None
    except BadNoteError:
        return None


def _read_or_make(file: Path) -> list[bytes]:
    return read_or_make_key(file, BAD_LOG_KEY, DIGITS)


def _write(file: Path, keys: list[bytes]) -> None:
    """Other keys in the place of those that there are: all of them, or none."""
    try:
        with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}.", delete=False) as unfinished:
            try:
                unfinished.writelines(f"{key.hex()}\n" for key in keys)
                unfinished.flush()
                os.fsync(unfinished.fileno())
                Path(unfinished.name).replace(file)
            finally:
                Path(unfinished.name).unlink(missing_ok=True)
    except OSError as error:
        raise Refusal(CANNOT_WRITE, asked=file, because=error.strerror) from None

"""What must not be read in the store: encrypted under the key of the house, which is kept in a file of its own (AES-256-GCM).

    "1." base64url(96-bit nonce, then ciphertext and tag)

What a text is about (its table and commitment, or its owner) is authenticated with it: a sealed text moved elsewhere does not open.

The key's file holds 64 hexadecimal digits. It is made at the first start; servers that share a store share it. The store has a mark sealed
under it, so that another key is noticed at the start and not in the middle of a round.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from banca.house.files import read_or_make_key
from banca.house.store import Store
from banca.rules import Refusal, _, refusal

KEY_BYTES = 32
NONCE_BYTES = 12
SEALED_PREFIX = "1."


class CannotUnsealError(Exception):
    """It was sealed under another key or about something else, or was changed."""


class Seal:
    """Encrypts and decrypts texts with one key.

    >>> seal = Seal(bytes(KEY_BYTES))
    >>> seal.open(seal.close("4-4-2", about="table 7"), about="table 7")
    '4-4-2'
    """

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    @classmethod
    def fresh(cls) -> "Seal":
        """Return a seal with a new key."""
        return cls(AESGCM.generate_key(KEY_BYTES * 8))

    @classmethod
    @cache
    def of_process(cls) -> "Seal":
        """Return the seal of this process, for a house without a key: no other process opens what it sealed."""
        return cls.fresh()

    def close(self, text: str, *, about: str) -> str:
        """Encrypt a text."""
        nonce = os.urandom(NONCE_BYTES)
        return (
            SEALED_PREFIX
            + urlsafe_b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), about.encode())).decode()
        )

    def open(self, sealed: str, *, about: str) -> str:
        """Decrypt a text; raises `CannotUnsealError`."""
        try:
            raw = urlsafe_b64decode(sealed.removeprefix(SEALED_PREFIX))
            return self._cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], about.encode()).decode()
        except (InvalidTag, ValueError):
            raise CannotUnsealError from None


Secret = tuple[str, str]
"""Outcome and nonce; sealed, both are in the first."""


def close_hidden(seal: Seal, table: str, commitment: str, secret: Secret) -> Secret:
    """Return a result and its nonce as the store gets them."""
    outcome, nonce = secret
    return seal.close(f"{nonce}\n{outcome}", about=_about(table, commitment)), ""


def open_hidden(seal: Seal, table: str, commitment: str, kept: Secret) -> Secret | None:
    """Return a result and its nonce; None if they were sealed under another key or for another commitment.

    >>> seal = Seal.fresh()
    >>> kept = close_hidden(seal, "fish-1", "c0ffee", ("fish-crab-crab", "2a"))
    >>> open_hidden(seal, "fish-1", "c0ffee", kept), open_hidden(seal, "fish-2", "c0ffee", kept)
    (('fish-crab-crab', '2a'), None)
    """
    try:
        nonce, _, outcome = seal.open(kept[0], about=_about(table, commitment)).partition("\n")
    except CannotUnsealError:
        return None
    return outcome, nonce


def is_sealed(kept: Secret) -> bool:
    """Tell whether a stored secret is encrypted. Those of early stores are not, and run out with their rounds."""
    return kept[0].startswith(SEALED_PREFIX) and not kept[1]


def _about(table: str, commitment: str) -> str:
    return f"{table}\n{commitment}"


BAD_KEY = refusal("bad_key", _("{asked} is not the key of a house: a key has 64 hexadecimal digits"))

KEY_VARIABLE = "BANCA_KEY"
"""The environment variable that names another file."""
KEY_MARK = "key"


def default_key() -> Path:
    """Return the key's file unless another is given: from the environment, or among the user's settings."""
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(os.environ.get(KEY_VARIABLE) or Path(settings) / "banca" / "house.key")


def open_seal(store: Store, file: Path, *, is_lost: bool = False) -> Seal:
    """Return the seal of a store; make its key if the store has none yet.

    Another key than the store's is refused, unless that one is lost: what it sealed is then never opened.
    """
    mark = store.mark(KEY_MARK)
    if mark is not None and not file.exists() and not is_lost:
        raise Refusal(
            "key_missing",
            _(
                "{asked}, the key of this store, is missing; put it back or name it with --key; if it is lost for good, start with --key-lost: results hidden with it can never be revealed, and their rounds must be voided"
            ),
            asked=file,
        )
    seal = Seal(read_or_make_key(file, BAD_KEY)[0])
    mark = mark or store.keep_mark(KEY_MARK, seal.close(KEY_MARK, about=KEY_MARK))
    try:
        seal.open(mark, about=KEY_MARK)
    except CannotUnsealError:
        if not is_lost:
            raise Refusal(
                "key_differs",
                _(
                    "{asked} is not the key of this store; name the right one with --key; if it is lost for good, start with --key-lost: results hidden with it can never be revealed, and their rounds must be voided"
                ),
                asked=file,
            ) from None
        store.drop_mark(KEY_MARK, mark)
        return open_seal(store, file)
    return seal

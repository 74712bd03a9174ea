"""What stands in the store and must not be read there: sealed under a key that is kept elsewhere (AES-256-GCM).

    "1." base64url(96-bit nonce, then ciphertext and tag)

What a text is about (its table and round, or its owner) is bound in: a sealed text moved to another place does not open.
"""

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
NONCE_BYTES = 12
FORM = "1."


class CannotUnsealError(Exception):
    """Sealed under another key, about something else, or no longer as it was."""


class Seal:
    """Closes and opens texts with one key.

    >>> seal = Seal(bytes(KEY_BYTES))
    >>> seal.open(seal.close("4-4-2", about="table 7"), about="table 7")
    '4-4-2'
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._cipher = AESGCM(key)

    @classmethod
    def fresh(cls) -> "Seal":
        """With a key that is nowhere else: for a house that ends with its process."""
        return cls(AESGCM.generate_key(KEY_BYTES * 8))

    @classmethod
    @cache
    def passing(cls) -> "Seal":
        """The one of this process, for a house that was given none: what it sealed is not opened in another process."""
        return cls.fresh()

    def key_for(self, about: bytes) -> bytes:
        """Another key, made of this one, which it does not tell."""
        return hmac.digest(self._key, about, "sha256")

    def close(self, text: str, *, about: str) -> str:
        """The text, sealed; each time another row of letters."""
        nonce = os.urandom(NONCE_BYTES)
        return FORM + urlsafe_b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), about.encode())).decode()

    def open(self, sealed: str, *, about: str) -> str:
        """The text as it was."""
        try:
            raw = urlsafe_b64decode(sealed.removeprefix(FORM))
            return self._cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], about.encode()).decode()
        except (InvalidTag, ValueError):
            raise CannotUnsealError from None

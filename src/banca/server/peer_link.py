"""A connection between two processes of one house: nobody reads or writes on it who does not have the house's key.

    hello   32 random bytes from each side
    frame   its length in 4 bytes; then the text under AES-256-GCM, its nonce the number of the frame

Each direction has a key of its own, made of the house's key, both hellos and the number of the process that was called: nothing that was
recorded opens again, and no process answers in the place of another. The first frame of each side is empty, and shows that it has the key.
"""

import asyncio
import os
from collections.abc import Callable
from typing import cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from banca.house.seal import NONCE_BYTES, Seal

HELLO_BYTES, LENGTH_BYTES, TAG_BYTES = 32, 4, 16
MOST_BYTES = 1 << 26
"""Of one frame: the answers to 512 commands have 2 MB, unless very much happened by them."""
PROOF_SECONDS = 5.0
"""For so long a connection may stay open to whoever has not shown that they have the key."""


class _Direction:
    """Frames one way, each under the next number."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._count = 0

    def _nonce(self) -> bytes:
        self._count += 1
        return self._count.to_bytes(NONCE_BYTES)

    def close(self, text: bytes) -> bytes:
        return self._cipher.encrypt(self._nonce(), text, None)

    def open(self, sealed: bytes) -> bytes:
        return self._cipher.decrypt(self._nonce(), sealed, None)


class PeerLink(asyncio.Protocol):
    """One end of a connection."""

    def __init__(
        self,
        seal: Seal,
        number: int,
        *,
        is_caller: bool,
        opened: Callable[["PeerLink"], object],
        receive: Callable[["PeerLink", bytes], object],
        lost: Callable[["PeerLink"], object],
    ) -> None:
        self._seal, self._number, self._is_caller = seal, number, is_caller
        self._opened, self._receive, self._lost = opened, receive, lost
        self._hello = os.urandom(HELLO_BYTES)
        self._buffer = bytearray()
        self._ways: tuple[_Direction, _Direction] | None = None
        """In and out, from when both have said hello."""
        self._is_proven = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say hello."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._hello)
        self._patience = asyncio.get_running_loop().call_later(PROOF_SECONDS, self.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits for something is told."""
        del exc
        self._patience.cancel()
        self._lost(self)

    def data_received(self, data: bytes) -> None:
        """Take every frame that is whole; end the connection where one is not the house's."""
        self._buffer += data
        if self._ways is None and len(self._buffer) >= HELLO_BYTES:
            self._ways = self._agree(self._cut(HELLO_BYTES))
            self.send(b"")
        if self._ways is None:
            return
        try:
            while (sealed := self._frame()) is not None:
                self._take(self._ways[0].open(sealed))
        except (InvalidTag, OverflowError):
            self.close()

    def send(self, text: bytes) -> None:
        """A frame; nobody gets it where the connection is lost."""
        if self._transport and self._ways and not self._transport.is_closing():
            sealed = self._ways[1].close(text)
            self._transport.write(len(sealed).to_bytes(LENGTH_BYTES) + sealed)

    def close(self) -> None:
        """End the connection, if there is one, behind what has been sent."""
        if self._transport is not None:
            self._transport.close()

    def _agree(self, theirs: bytes) -> tuple[_Direction, _Direction]:
        hellos = self._hello + theirs if self._is_caller else theirs + self._hello
        asks, answers = (
            _Direction(self._seal.key_for(f"link to {self._number}, {way}: ".encode() + hellos))
            for way in ("asks", "answers")
        )
        return (answers, asks) if self._is_caller else (asks, answers)

    def _frame(self) -> bytes | None:
        """The next one, if it is whole."""
        if len(self._buffer) < LENGTH_BYTES:
            return None
        length = int.from_bytes(self._buffer[:LENGTH_BYTES])
        if length > (MOST_BYTES if self._is_proven else TAG_BYTES):
            raise OverflowError
        if len(self._buffer) < LENGTH_BYTES + length:
            return None
        self._cut(LENGTH_BYTES)
        return self._cut(length)

    def _take(self, text: bytes) -> None:
        if self._is_proven:
            self._receive(self, text)
        else:
            self._is_proven = True
            self._patience.cancel()
            self._opened(self)

    def _cut(self, length: int) -> bytes:
        piece = bytes(self._buffer[:length])
        del self._buffer[:length]
        return piece

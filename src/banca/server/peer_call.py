"""A connection from this process to another of the house: what is asked there, and what has not been answered yet."""

import asyncio

import msgspec
from msgspec import Struct

from banca.house.seal import Seal
from banca.law import Language
from banca.server.commands import Answered, SentAt
from banca.server.peer_link import PROOF_SECONDS, PeerLink
from banca.tables.commands import Actor, Role


class ForwardedCommands(Struct, frozen=True, array_like=True):
    """Somebody's commands on their way to the home of their tables."""

    number: int
    by: str
    role: Role
    language: Language
    commands: list[SentAt]


class ForwardedAnswers(Struct, frozen=True, array_like=True):
    """What came of them; nothing where whoever asks should decide."""

    number: int
    answers: list[Answered]


_read_told = msgspec.json.Decoder(ForwardedAnswers).decode
_encode = msgspec.json.Encoder().encode


class PeerCall:
    """Connects when it is made. Where that fails, or the other end goes, everybody who waits is told at once."""

    def __init__(self, seal: Seal, number: int, address: str) -> None:
        self.is_open = False
        """Whether the other end has shown that it is who it should be, and is still there."""
        self.is_over = False
        self._link = PeerLink(
            seal, number, is_caller=True, opened=self._opened, receive=self._receive, lost=lambda _: self._lose()
        )
        self._waiting: dict[int, asyncio.Future[list[Answered]]] = {}
        self._count = 0
        self._connecting = asyncio.create_task(self._connect(address))

    async def ask(self, actor: Actor, language: Language, commands: list[SentAt]) -> list[Answered]:
        """What comes of commands at the other end; an error where that end is gone."""
        if not self.is_open:
            raise ConnectionResetError
        self._count += 1
        number = self._count
        answer: asyncio.Future[list[Answered]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._link.send(_encode(ForwardedCommands(number, actor.name, actor.role, language, commands)))
            return await answer
        finally:
            del self._waiting[number]

    def close(self) -> None:
        """End it."""
        self._connecting.cancel()
        self._link.close()
        self._lose()

    async def _connect(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                await asyncio.get_running_loop().create_connection(lambda: self._link, host.strip("[]"), int(port))
        except (OSError, ValueError, OverflowError):  # nobody is there, or it is no address
            self._lose()

    def _opened(self, _: PeerLink) -> None:
        self.is_open = True

    def _receive(self, _: PeerLink, text: bytes) -> None:
        """An answer, for whoever still waits for it."""
        told = _read_told(text)
        answer = self._waiting.get(told.number)
        if answer is not None and not answer.done():
            answer.set_result(told.answers)

    def _lose(self) -> None:
        self.is_open, self.is_over = False, True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError())

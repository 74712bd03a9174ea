"""Commands that come in at another process than their table's home are forwarded to the home, which decides them; see decision 35.

Who gives them, and whether they may so often, is decided where they come in. A home that is gone, or does not answer in time, is done without:
they are decided where they came in, and their ids keep them from being done twice. What was forwarded is never forwarded again.
"""

import asyncio
import logging
import socket
from collections.abc import Sequence

import msgspec
from litestar.datastructures import State
from msgspec import Raw

from banca.house.processes import Peers
from banca.law import Language
from banca.rules import Refusal
from banca.server.commands import Answered, DoAt, SentAt, decide_all, refused
from banca.server.group_commit import Batches
from banca.server.metrics import FORWARDED
from banca.server.peer_call import ForwardedAnswers, ForwardedCommands, PeerCall
from banca.server.peer_link import MOST_BYTES, PeerLink
from banca.tables.commands import Actor

LOG = logging.getLogger("banca")
AGAIN_SECONDS = 2.0
"""How long after a process was called it is called again."""

_read_asked = msgspec.json.Decoder(ForwardedCommands).decode
_encode = msgspec.json.Encoder().encode


class Forwarder:
    """Asks other processes, and answers them at a socket of its own, where it has one."""

    def __init__(self, state: State) -> None:
        self._state, self._clock = state, state.clock
        self._peers: Peers = state.peers
        self._batches: Batches = state.batches
        self._seconds: float = state.limits.forwarded_seconds
        self._calls: dict[int, PeerCall] = {}
        self._again_at: dict[int, float] = {}
        """When a process may be called again."""
        self._server: asyncio.Server | None = None
        self._links: set[PeerLink] = set()
        self._answering: set[asyncio.Task[None]] = set()

    # Asking

    def elsewhere(self, table_id: str) -> int | None:
        """The process that decides at a table, where that is another which can be asked: nobody waits for a connection."""
        peers = self._peers
        home = peers.home(table_id) if table_id in peers.house.games else None
        if home is None or home == peers.number:
            return None
        call = self._calls.get(home)
        if call is not None and call.is_open:
            return home
        self._meet(home)
        return None

    def share(self) -> None:
        """Connect to other processes as they come."""
        loop = asyncio.get_running_loop()
        self._peers.changed.append(lambda: loop.call_soon_threadsafe(self._meet_all))

    def _meet_all(self) -> None:
        for number in self._calls.keys() - self._peers.live.keys():
            self._calls.pop(number).close()
        for number in self._peers.live:
            if number != self._peers.number:
                self._meet(number)

    def _meet(self, number: int) -> None:
        """Connect to a process, unless that was tried a moment ago."""
        address, found, now = self._peers.live.get(number), self._calls.get(number), self._clock()
        if address and (found is None or found.is_over) and now >= self._again_at.get(number, now):
            self._again_at[number] = now + AGAIN_SECONDS
            self._calls[number] = PeerCall(self._peers.house.seal, number, address)

    async def ask(self, home: int, actor: Actor, given: Sequence[DoAt | SentAt], language: Language) -> list[Answered]:
        """What comes of commands at their home; nothing where it does not say. Who does not answer must show anew that they are there."""
        told: list[Answered] = []
        call = self._calls.get(home)
        if call is None:  # it has gone in between
            return told
        self._batches.elsewhere += len(given)
        try:
            async with asyncio.timeout(self._seconds):
                told = await call.ask(actor, language, [_as_sent(one) for one in given])
        except OSError as fault:
            if call.is_open:
                LOG.warning("not answered", extra={"about": {"process": home, "because": repr(fault)}})
            call.close()
        finally:
            self._batches.elsewhere -= len(given)
        FORWARDED.labels("answered" if told else "unanswered").inc(len(given))
        return told

    # Answering

    async def listen(self, sock: socket.socket) -> None:
        """Let other processes ask."""
        self._server = await asyncio.get_running_loop().create_server(self._be_asked, sock=sock)

    def _be_asked(self) -> PeerLink:
        return PeerLink(
            self._peers.house.seal,
            self._peers.number,
            is_caller=False,
            opened=self._links.add,
            receive=self._take,
            lost=self._links.discard,
        )

    def _take(self, link: PeerLink, text: bytes) -> None:
        try:
            asked = _read_asked(text)
        except msgspec.MsgspecError:  # of another version of the program
            link.close()
            return
        task = asyncio.create_task(self._answer(link, asked))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, link: PeerLink, asked: ForwardedCommands) -> None:
        text = _encode(ForwardedAnswers(asked.number, await self._decide(asked)))
        link.send(text if len(text) < MOST_BYTES else _encode(ForwardedAnswers(asked.number, [])))

    async def _decide(self, asked: ForwardedCommands) -> list[Answered]:
        """Here, whichever process is the home by now; nothing where this one stops, or cannot read a command."""
        if self._batches.is_draining:
            return []
        try:
            self._batches.check_room()
            return await decide_all(self._state, Actor(asked.by, asked.role), asked.commands, asked.language)
        except Refusal as refusal:
            return [refused(refusal, asked.language)] * len(asked.commands)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return []
        except Exception:
            LOG.exception("forwarded", extra={"about": {"by": asked.by}})
            return []

    async def drain(self) -> None:
        """Answer what has been asked, and part."""
        if self._server:
            self._server.close()
        await asyncio.gather(*self._answering)
        for link in self._links:
            link.close()
        for call in self._calls.values():
            call.close()


def reached_at(sock: socket.socket | None) -> str:
    """Where other processes ask this one; nothing where they cannot."""
    if sock is None:
        return ""
    host, port, *_ = sock.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _as_sent(given: DoAt | SentAt) -> SentAt:
    """A command as it goes to another process."""
    if isinstance(given, SentAt):
        return given
    return SentAt(id=given.id, command=Raw(_encode(given.command)), seq=given.seq, table=given.table)

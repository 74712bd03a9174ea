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
from banca.live.command import Actor
from banca.rulebook import Refusal
from banca.service.commands import Answered, DoAt, SentAt, decide_all, refused
from banca.service.group_commit import Batches
from banca.service.metrics import FORWARDED
from banca.service.peer_call import Asked, PeerCall, Told
from banca.service.peer_link import MOST_BYTES, PeerLink

LOG = logging.getLogger("banca")
SHUNNED_SECONDS = 2.0
"""For so long nothing is forwarded to a process that did not answer."""

_read_asked = msgspec.json.Decoder(Asked).decode
_encode = msgspec.json.Encoder().encode


class Forwarder:
    """Asks other processes, and answers them at a socket of its own, where it has one."""

    def __init__(self, state: State) -> None:
        self._state, self._clock = state, state.clock
        self._peers: Peers = state.peers
        self._batches: Batches = state.batches
        self._seconds: float = state.limits.forwarded_seconds
        self._calls: dict[int, PeerCall] = {}
        self._shunned: dict[int, float] = {}
        """Until when."""
        self._server: asyncio.Server | None = None
        self._links: set[PeerLink] = set()
        self._answering: set[asyncio.Task[None]] = set()

    # Asking

    def elsewhere(self, table_id: str) -> int | None:
        """The process that decides at a table, where that is another which can be asked."""
        peers = self._peers
        home = peers.home(table_id) if table_id in peers.house.games else None
        if home is None or home == peers.number or not peers.live.get(home):
            return None
        return None if self._clock() < self._shunned.get(home, 0.0) else home

    async def ask(self, home: int, actor: Actor, given: Sequence[DoAt | SentAt], language: Language) -> list[Answered]:
        """What comes of commands at their home; nothing where it does not say."""
        told: list[Answered] = []
        self._batches.elsewhere += len(given)
        try:
            async with asyncio.timeout(self._seconds):
                told = await self._call(home).ask(actor, language, [_as_sent(one) for one in given])
        except OSError as fault:
            self._shunned[home] = self._clock() + SHUNNED_SECONDS
            LOG.warning("not answered", extra={"about": {"process": home, "because": repr(fault)}})
        finally:
            self._batches.elsewhere -= len(given)
        FORWARDED.labels("answered" if told else "unanswered").inc(len(given))
        return told

    def _call(self, home: int) -> PeerCall:
        found = self._calls.get(home)
        if found is None or found.is_lost:
            found = self._calls[home] = PeerCall(self._peers.house.seal, home, self._peers.live.get(home, ""))
        return found

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

    async def _answer(self, link: PeerLink, asked: Asked) -> None:
        text = _encode(Told(asked.number, await self._decide(asked)))
        link.send(text if len(text) < MOST_BYTES else _encode(Told(asked.number, [])))

    async def _decide(self, asked: Asked) -> list[Answered]:
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

"""The connection between processes of one house: nobody else reads it, speaks on it, repeats it, or answers in another's place."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

from litestar.datastructures import State

from banca.house.seal import Seal
from banca.law import Language
from banca.server.commands import SentAt
from banca.server.forwarding import AGAIN_SECONDS, Forwarder, reached_at
from banca.server.peer_link import LENGTH_BYTES, MOST_BYTES, PeerLink
from banca.server.process import listen
from banca.tables.commands import Actor, Role
from support.lanes import Clock
from support.server import UNHURRIED

SEAL = Seal.fresh()


class End:
    """One end on a wire, and what it has heard."""

    def __init__(self, *, is_caller: bool, number: int = 7, seal: Seal = SEAL) -> None:
        self.heard: list[bytes] = []
        self.is_open = False
        self.sent: list[bytes] = []
        self.wire = Mock()
        self.wire.write.side_effect = self.sent.append
        self.wire.is_closing.return_value = False
        self.link = PeerLink(
            seal,
            number,
            is_caller=is_caller,
            opened=lambda _: setattr(self, "is_open", True),
            receive=lambda _, text: self.heard.append(text),
            lost=lambda _: None,
        )
        self.link.connection_made(self.wire)

    @property
    def is_closed(self) -> bool:
        return bool(self.wire.close.called)

    def take(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.link.data_received(piece)


def pair(**other: Any) -> tuple[End, End]:
    """Two ends that have said hello and shown their keys; the home may have another number or seal."""
    caller, home = End(is_caller=True), End(is_caller=False, **other)
    caller.take(*home.sent)
    home.take(*caller.sent)
    caller.take(*home.sent[1:])
    return caller, home


def test_nobody_else_reads_forges_or_repeats_what_is_said() -> None:
    async def said() -> None:  # links look at their loop for the time
        caller, home = pair()
        assert caller.is_open
        assert home.is_open
        texts = [b"a bet of ana's", b"a bet of ana's", b"", b"x" * 100_000]
        for text in texts:
            caller.link.send(text)
        sent = b"".join(caller.sent[2:])
        assert b"a bet of" not in sent
        assert caller.sent[2] != caller.sent[3]  # not even that it was the same
        home.take(*(sent[at : at + 7001] for at in range(0, len(sent), 7001)))
        assert home.heard == texts
        later = End(is_caller=False)  # recorded, and sent to another connection
        later.take(*caller.sent)
        assert (later.is_closed, later.heard) == (True, [])
        home.take(caller.sent[-1])  # the same again
        assert (home.is_closed, home.heard) == (True, texts)
        caller.take(caller.sent[-1])  # back to where it came from
        assert (caller.is_closed, caller.heard) == (True, [])
        caller, home = pair(seal=Seal.fresh())
        assert (caller.is_open, home.is_open, home.is_closed) == (False, False, True)
        caller, home = pair(number=8)  # in the place of another
        assert (caller.is_open, caller.is_closed) == (False, True)
        _, home = pair()
        home.take((MOST_BYTES + 1).to_bytes(LENGTH_BYTES))
        assert home.is_closed

    asyncio.run(said())


def test_a_lost_link_is_done_without_and_tried_again_after_a_while() -> None:
    async def hung_up() -> None:
        calls: asyncio.Queue[int] = asyncio.Queue()

        async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()
            await writer.wait_closed()
            calls.put_nowait(1)

        with listen("127.0.0.1", 0) as sock:
            server = await asyncio.start_server(hang_up, sock=sock)
            clock, address = Clock(), reached_at(sock)
            house = SimpleNamespace(seal=SEAL, games={"table": "craps"})
            peers = SimpleNamespace(house=house, number=1, live={1: "", 2: address}, home=lambda _: 2)
            batches = SimpleNamespace(elsewhere=0)
            state = State({"peers": peers, "batches": batches, "limits": UNHURRIED, "clock": clock})
            forwarder = Forwarder(state)
            command = SentAt(id="x", command=cast("Any", b"{}"), table="table")
            for _ in range(3):
                assert forwarder.elsewhere("table") is None
                await calls.get()
                assert forwarder.elsewhere("table") is None
                assert calls.empty()
                assert await forwarder.ask(2, Actor("ana", Role.PLAYER), [command], Language.EN) == []
                clock.move(AGAIN_SECONDS)
            await forwarder.drain()
            server.close()

    asyncio.run(hung_up())

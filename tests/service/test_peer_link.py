"""The connection between processes of one house: nobody else reads it, speaks on it, repeats it, or answers in another's place."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar.datastructures import State

from banca.house.seal import Seal
from banca.law import Language
from banca.live.command import Actor, Role
from banca.service import peer_link
from banca.service.commands import SentAt
from banca.service.forwarding import AGAIN_SECONDS, Forwarder, reached_at
from banca.service.limits import ServiceLimits
from banca.service.peer_link import HELLO_BYTES, LENGTH_BYTES, MOST_BYTES, TAG_BYTES, PeerLink
from banca.service.server import listen
from clock import Clock
from service import UNHURRIED

SEAL = Seal.fresh()
ANA = Actor("ana", Role.PLAYER)


class Wire:
    """What one end sends, in order, and whether it has ended the connection."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


class End:
    """One end on a wire, and what it has heard."""

    def __init__(self, *, is_caller: bool, number: int = 7, seal: Seal = SEAL) -> None:
        self.heard: list[bytes] = []
        self.is_open = False
        self.wire = Wire()
        self.link = PeerLink(
            seal,
            number,
            is_caller=is_caller,
            opened=lambda _: setattr(self, "is_open", True),
            receive=lambda _, text: self.heard.append(text),
            lost=lambda _: None,
        )
        self.link.connection_made(cast("asyncio.BaseTransport", self.wire))

    def take(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.link.data_received(piece)


def pair(**other: Any) -> tuple[End, End]:
    """Two ends that have said hello and shown their keys; the home may have another number or seal."""
    caller, home = End(is_caller=True), End(is_caller=False, **other)
    caller.take(*home.wire.sent)
    home.take(*caller.wire.sent)
    caller.take(*home.wire.sent[1:])
    return caller, home


def in_loop(test: Callable[[], None]) -> Callable[[], None]:
    """Within an event loop, which the links look at for the time."""

    async def within() -> None:
        test()

    return lambda: asyncio.run(within())


@in_loop
def test_each_end_reads_what_the_other_writes_and_nobody_else() -> None:
    caller, home = pair()
    assert caller.is_open
    assert home.is_open
    texts = [b"a bet of ana's", b"a bet of ana's", b"", b"x" * 100_000]
    for text in texts:
        caller.link.send(text)
        home.link.send(text)
    for end, other in ((home, caller), (caller, home)):
        sent = b"".join(other.wire.sent[2:])
        assert b"ana" not in sent
        assert other.wire.sent[2] != other.wire.sent[3]  # not even that it was the same
        end.take(*(sent[at : at + 7001] for at in range(0, len(sent), 7001)))
        assert end.heard == texts


@in_loop
def test_nothing_is_sent_on_a_connection_that_has_ended() -> None:
    _, home = pair()
    home.link.close()
    sent = len(home.wire.sent)
    home.link.send(b"late")
    assert len(home.wire.sent) == sent


@in_loop
def test_who_has_another_key_or_answers_in_the_place_of_another_is_disconnected() -> None:
    caller, home = pair(seal=Seal.fresh())
    assert (caller.is_open, home.is_open) == (False, False)
    assert home.wire.is_closed
    caller, home = pair(number=8)
    assert caller.wire.is_closed
    assert not caller.is_open


@in_loop
def test_what_was_recorded_is_not_heard_again() -> None:
    caller, home = pair()
    caller.link.send(b"a bet")
    later = End(is_caller=False)  # another connection
    later.take(*caller.wire.sent)
    assert (later.wire.is_closed, later.heard) == (True, [])
    home.take(caller.wire.sent[-1], caller.wire.sent[-1])  # the same one, twice
    assert (home.wire.is_closed, home.heard) == (True, [b"a bet"])
    caller.take(caller.wire.sent[-1])  # back to where it came from
    assert (caller.wire.is_closed, caller.heard) == (True, [])


@in_loop
def test_nobody_may_say_too_much_and_strangers_very_little() -> None:
    stranger = End(is_caller=False)
    stranger.take(bytes(HELLO_BYTES), (TAG_BYTES + 1).to_bytes(LENGTH_BYTES))
    assert stranger.wire.is_closed
    _, home = pair()
    home.take((MOST_BYTES + 1).to_bytes(LENGTH_BYTES))
    assert home.wire.is_closed


def test_who_says_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_link, "PROOF_SECONDS", 0.0)

    async def silent() -> None:
        home = End(is_caller=False)
        await asyncio.sleep(0)  # until the loop has done what is due
        await asyncio.sleep(0)
        assert home.wire.is_closed

    asyncio.run(silent())


class TestHomesThatDoNotAnswer:
    """They are done without, and nobody waits for them twice."""

    def forwarder(self, clock: Clock, address: str, limits: ServiceLimits = UNHURRIED) -> Forwarder:
        house = SimpleNamespace(seal=SEAL, games={"table": "craps"})
        peers = SimpleNamespace(house=house, number=1, live={1: "", 2: address}, home=lambda _: 2)
        batches = SimpleNamespace(elsewhere=0)
        return Forwarder(State({"peers": peers, "batches": batches, "limits": limits, "clock": clock}))

    async def ask(self, forwarder: Forwarder) -> Any:
        command = SentAt(id="x", command=cast("Any", b"{}"), table="table")
        return await forwarder.ask(2, ANA, [command], Language.EN)

    @pytest.mark.parametrize("address", ["", "nowhere", "127.0.0.1:99999", "[::1]:no"])
    def test_there_is_no_such_address(self, address: str) -> None:
        async def wrong() -> None:
            forwarder = self.forwarder(Clock(), address)
            assert forwarder.elsewhere("table") is None
            assert await self.ask(forwarder) == []
            await forwarder.drain()

        asyncio.run(wrong())

    def test_it_hangs_up_and_is_called_again_after_a_while(self) -> None:
        async def hung_up() -> None:
            calls: asyncio.Queue[int] = asyncio.Queue()

            async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                writer.close()
                await writer.wait_closed()
                calls.put_nowait(1)

            with listen("127.0.0.1", 0) as sock:
                server = await asyncio.start_server(hang_up, sock=sock)
                clock = Clock()
                forwarder = self.forwarder(clock, reached_at(sock))
                for _ in range(3):
                    assert forwarder.elsewhere("table") is None
                    await calls.get()
                    assert forwarder.elsewhere("table") is None
                    assert calls.empty()
                    assert await self.ask(forwarder) == []
                    clock.move(AGAIN_SECONDS)
                await forwarder.drain()
                server.close()

        asyncio.run(hung_up())

    def test_it_shows_that_it_is_there_and_says_no_more(self) -> None:
        async def silent() -> None:
            opened, asked = asyncio.Event(), asyncio.Event()

            def home() -> PeerLink:
                return PeerLink(
                    SEAL,
                    2,
                    is_caller=False,
                    opened=lambda _: opened.set(),
                    receive=lambda _, __: asked.set(),
                    lost=lambda _: None,
                )

            with listen("127.0.0.1", 0) as sock:
                server = await asyncio.get_running_loop().create_server(home, sock=sock)
                forwarder = self.forwarder(Clock(), reached_at(sock), replace(UNHURRIED, forwarded_seconds=0.01))
                assert forwarder.elsewhere("table") is None  # nobody waits for a connection
                await opened.wait()
                while forwarder.elsewhere("table") is None:  # noqa: ASYNC110 - its proof is on the way
                    await asyncio.sleep(0)
                assert await self.ask(forwarder) == []
                assert forwarder.elsewhere("table") is None
                await asked.wait()
                await forwarder.drain()
                server.close()

        asyncio.run(silent())

"""The attacks of the siege, each as somebody could make it: with a player's or an inspector's key, or with none.

Run by siege.py, each in a process of its own, so that what an attacker works nobody else waits for. Every loop ends: after so many
times, after so many seconds, or when siege.py closes what it writes to.
"""

import asyncio
import resource
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from crash_load import API, Line, LostError

MOST_SECONDS, MOST_TIMES = 120.0, 100_000
USUAL_ENTRIES, MANY_ENTRIES = 30_000, 200_000
"""In the journal of the table that is attacked; many make 80 MB, more than fits into any socket's buffers."""
BUFFER = 1 << 16
PAUSE = 0.1
"""Seconds after which a client asks again: what is refused at once is not asked more often than what is not."""
BEGUN = "begun"
"""What an attack says when bystanders should come."""

Work = Callable[["Besieged"], Coroutine[None, None, str]]


@dataclass(slots=True)
class Besieged:
    """The house that is attacked, whose keys there are, and when it is over."""

    port: int
    table: str
    tokens: dict[str, str]
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self) -> None:
        """Let the bystanders come; an attack that does not say so has begun when it is started."""
        print(BEGUN, flush=True)


@dataclass(frozen=True, slots=True)
class Attack:
    """One row of the table."""

    work: Work
    entries: int
    begins: bool
    """Whether it says itself when bystanders should come."""

    @property
    def about(self) -> str:
        """Which finding it is, and what is done."""
        return (self.work.__doc__ or "").strip()


ATTACKS: dict[str, Attack] = {}


def attack(*, entries: int = USUAL_ENTRIES, begins: bool = False) -> Callable[[Work], Work]:
    """An attack, under the name of its function."""

    def known(work: Work) -> Work:
        ATTACKS[work.__name__] = Attack(work, entries, begins)
        return work

    return known


async def opened(house: Besieged, head: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which something has been sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=BUFFER)
    writer.write(head.encode())
    with suppress(OSError):
        await writer.drain()
    return reader, writer


def asking(path: str, token: str) -> str:
    """A request with somebody's key, and the only one on its connection."""
    return f"GET {API}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"


async def status_of(reader: asyncio.StreamReader) -> int:
    """What the answer begins with; 0 where there is none."""
    with suppress(OSError, EOFError, ValueError, IndexError, TimeoutError):
        async with asyncio.timeout(5):
            return int((await reader.readline()).split()[1])
    return 0


async def is_held(reader: asyncio.StreamReader) -> bool:
    """Whether the connection is still waited on: neither answered nor ended."""
    try:
        async with asyncio.timeout(1):
            await reader.read(1)
    except TimeoutError:
        return True
    except OSError:
        return False
    return False


def told(answers: "Counter[int]") -> str:
    """How often each status was the answer."""
    return ", ".join(f"{status or 'none'}: {many:,}" for status, many in sorted(answers.items()))


@attack(entries=MANY_ENTRIES, begins=True)
async def exports(house: Besieged) -> str:
    """Finding 2: an inspector's exports of a long journal, broken off before anybody bets."""
    answers: Counter[int] = Counter()
    for _ in range(30):
        reader, writer = await opened(house, asking("/journal", house.tokens["inspector"]))
        answers[await status_of(reader)] += 1
        if answers[0]:  # nobody is answered any more
            break
        with suppress(OSError, EOFError):
            await reader.readexactly(BUFFER)  # so its pieces are on their way
        await asyncio.sleep(0.1)
        writer.transport.abort()
    house.begin()
    await house.over.wait()
    return told(answers)


async def held_open(house: Besieged, head: str, count: int) -> str:
    """So many connections on which something is asked and never read."""
    lines = [await opened(house, head) for _ in range(count)]
    answers = Counter([await status_of(reader) for reader, _ in lines])
    await house.over.wait()
    for _, writer in lines:
        writer.close()
    return told(answers)


async def read_again(house: Besieged, head: str, clients: int, pieces: int = 200) -> str:
    """So many clients who ask and read, up to so many pieces, again and again."""
    answers: Counter[int] = Counter()

    async def go_on() -> None:
        for _ in range(MOST_TIMES):
            if house.over.is_set():
                return
            with suppress(OSError):
                reader, writer = await opened(house, head)
                answers[await status_of(reader)] += 1
                for _ in range(pieces):
                    if not await reader.read(BUFFER) or house.over.is_set():
                        break
                writer.close()
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(go_on() for _ in range(clients)))
    return told(answers)


@attack()
async def stalled(house: Besieged) -> str:
    """Finding 18: exports that are never read."""
    return await held_open(house, asking("/journal", house.tokens["inspector"]), 16)


@attack()
async def bearers(house: Besieged) -> str:
    """Finding 3: long strings in place of a key, from nobody."""
    answers: Counter[int] = Counter()
    for place in range(MOST_TIMES):
        if house.over.is_set():
            break
        head = f"GET /health/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {place}{'x' * 500_000}\r\n\r\n"
        with suppress(OSError):
            reader, writer = await opened(house, head)
            answers[await status_of(reader)] += 1
            writer.close()
    return told(answers)


@attack()
async def streams(house: Besieged) -> str:
    """Finding 8: three hundred streams of one player, from the first entry on, never read."""
    return await held_open(house, asking(f"/tables/{house.table}/events?after=0", house.tokens["mallory"]), 300)


@attack()
async def replays(house: Besieged) -> str:
    """Finding 8: four streams of one player that read everything again and again."""
    return await read_again(house, asking(f"/tables/{house.table}/events?after=0", house.tokens["mallory"]), 4)


@attack(begins=True)
async def half_open(house: Besieged) -> str:
    """Finding 10: 1,100 connections that send half a head, at a server that may open 1,024 files."""
    lines = []
    for _ in range(1100):
        with suppress(OSError):
            lines.append(await opened(house, "GET / HTTP/1.1\r\nHost: x\r\nX-Half: "))
    house.begin()
    await house.over.wait()
    held = sum(await asyncio.gather(*(is_held(reader) for reader, _ in lines)))
    for _, writer in lines:
        writer.close()
    return f"held: {held:,}, sent away: {len(lines) - held:,}"


@attack()
async def log_ins(house: Besieged) -> str:
    """Finding 11: twenty-four wrong log-ins at once, again and again, each from another address."""
    answers: Counter[int] = Counter()

    async def guess(number: int) -> None:
        for place in range(MOST_TIMES):
            if house.over.is_set():
                return
            body = msgspec.json.encode({"name": f"nobody-{number}-{place}", "password": "wrong"})
            with suppress(LostError), Line(house.port, "", f"127.9.{number}.{place % 250 + 1}") as line:
                status, _ = await line.ask("POST", f"{API}/login", body)
                answers[status] += 1
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(guess(number) for number in range(24)))
    return told(answers)


@attack()
async def old_ids(house: Besieged) -> str:
    """Finding 9: one command sent again and again on three connections, with many accounts in the house."""
    body = msgspec.json.encode({"id": "again", "command": {"do": "place_bet", "bet": "black", "stake": 1000}})
    return await _repeated(house, 3, lambda _: body)


@attack()
async def flood(house: Besieged) -> str:
    """Finding 15: one player who writes journal for ever."""

    def body(place: int) -> bytes:
        command: dict[str, object] = {"do": "withdraw_bet", "bet": "black"}
        if place % 2 == 0:
            command = {"do": "place_bet", "bet": "black", "stake": 1000}
        return msgspec.json.encode({"id": f"f{place}", "command": command})

    return await _repeated(house, 1, body)


async def _repeated(house: Besieged, lines: int, body: Callable[[int], bytes]) -> str:
    answers: Counter[int] = Counter()

    async def go_on() -> None:
        line = Line(house.port, house.tokens["mallory"])
        for place in range(MOST_TIMES):
            if house.over.is_set():
                break
            with suppress(LostError):
                status, _ = await line.ask("POST", f"{API}/tables/{house.table}/commands", body(place))
                answers[status] += 1
        line.hang_up()

    await asyncio.gather(*(go_on() for _ in range(lines)))
    return told(answers)


@attack()
async def schema(house: Besieged) -> str:
    """Finding 23: thirty clients who read the description of the interface."""
    return await read_again(house, "GET /schema HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 30)


async def main(name: str) -> None:
    """One attack on what the first line of the input says, until the input ends."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    given = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(given), sys.stdin)
    house = Besieged(**msgspec.json.decode(await given.readline()))
    ending = asyncio.create_task(given.read())
    ending.add_done_callback(lambda _: house.over.set())
    chosen = ATTACKS[name]
    if not chosen.begins:
        house.begin()
    async with asyncio.timeout(MOST_SECONDS):
        print(await chosen.work(house))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""A server under load, killed at random instants and started again: nothing is lost and nothing is done twice.

Players bet at all seven games over HTTP, croupiers act and a supervisor moves money, each command with an id of its own. What
was not answered is sent again with the same id. Every receipt is kept. In the end the store is asked what it holds, and whether each
receipt is good: its signature, its proof, and the entry where and as it says.

    python bench/crash.py 200
    python bench/crash.py 20 --db postgresql://banca@/empty?host=/run/postgresql
"""

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_server
from statistics import median
from time import perf_counter
from typing import Any

from banca.house import audit, journal
from banca.house.commands import engine_of
from banca.house.register import REGISTER
from banca.house.store import Store, open_store
from crash_beside import Beside
from crash_load import IN_PLAY, Line, Load, LostError, Prepared, Sent, prepare

BANCA = (sys.executable, "-c", "from banca.cli import run; run()")
READY_SECONDS = 300.0
"""After so long a server that does not answer is taken to hang."""
TAKEN = "cannot listen"
"""What a server says where somebody else has got its port in between."""
PACE = 0.05
"""Seconds that an automatic croupier takes for an act: as little as may be."""
UNLIMITED = (
    *("--limit", "commands_of_person_minute=1000000"),
    *("--cash-out", "1000000000"),  # so much is paid out in a thousand kills that a second person would be asked
)
"""The load comes from one machine, and its players are quicker than people."""
FEWEST, MOST = 1, 160
"""A kill comes after so many answers since the start, at random: however fast the machine is, there are some."""
TAIL = 300
"""Answers for which the load goes on behind the last start."""


@dataclass(slots=True)
class Figures:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    refused: int = 0
    repeated: int = 0
    """Commands that were sent more than once."""
    found: int = 0
    """Of these, carried out before the server was killed, and answered when asked again."""
    lost: int = 0
    twice: int = 0
    wrong: int = 0
    """Carried out though refused, at another sequence than was said, or as another command."""
    interrupted: int = 0
    """Rounds with bets on the table when the server was killed."""
    finished: int = 0
    receipts: int = 0
    """Given with answers, and good in the end; any other is among the faults."""
    entries: int = 0
    faults: list[str] = field(default_factory=list)
    """What the audit says, and what the store holds that nobody sent."""
    beside: str = ""
    """What went on meanwhile."""
    start: float = 0.0
    """Seconds from the start to the first answer, in the middle."""

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost, nothing was done twice, and the books are whole."""
        return not (self.lost or self.twice or self.wrong or self.faults) and self.finished == self.interrupted

    def __str__(self) -> str:
        return (
            f"kills {self.kills} · commands acknowledged {self.acknowledged:,} · refused {self.refused:,} · repeated "
            f"{self.repeated:,} (done before {self.found:,}) · lost {self.lost} · twice {self.twice} · wrong {self.wrong} · "
            f"rounds interrupted {self.interrupted}, finished {self.finished} · receipts good {self.receipts:,} · entries {self.entries:,} · audit "
            f"{'whole' if not self.faults else self.faults} · start {self.start:.2f} s · meanwhile {self.beside}"
        )


class Server:
    """`banca serve` as a process of its own."""

    def __init__(self, url: str, folder: Path) -> None:
        with create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._url = url
        self._said = folder / "said"
        self._process: subprocess.Popen[bytes] | None = None
        self.starts: list[float] = []

    async def start(self) -> None:
        """Returns when commands can be carried out."""
        began = perf_counter()
        while not await self._starts(began):
            pass
        self.starts.append(perf_counter() - began)

    async def _starts(self, began: float) -> bool:
        """Whether it answers; not where its port is taken, which is then waited for."""
        key = str(self._said.with_name("house.key"))
        settings = (
            "--db",
            self._url,
            "--key",
            key,
            "--port",
            str(self.port),
            "--pace",
            str(PACE),
            "--betting",
            str(PACE),
            "--log",
            "ERROR",
            *UNLIMITED,
        )
        with self._said.open("ab") as said:
            self._process = subprocess.Popen([*BANCA, "serve", *settings], stdout=said, stderr=said)  # noqa: ASYNC220
        while not await self._answers():
            is_over = self._process.poll() is not None
            if is_over and perf_counter() - began < READY_SECONDS and TAKEN in self.said().splitlines()[-1]:
                return False
            if is_over or perf_counter() - began > READY_SECONDS:
                self.kill()
                raise RuntimeError(self.said())
            await asyncio.sleep(0.02)
        return True

    async def _answers(self) -> bool:
        with Line(self.port, "") as line:
            try:
                status, _ = await line.ask("GET", "/health/ready")
            except LostError:
                return False
        return status == 200

    def kill(self) -> None:
        """Without a word: SIGKILL."""
        self._end("kill")

    def stop(self) -> None:
        """As it should be: SIGTERM, and everything that was taken is finished."""
        self._end("terminate")

    def _end(self, how: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            getattr(process, how)()
            process.wait(READY_SECONDS)

    def said(self) -> str:
        """The last that it had to say."""
        return self._said.read_text()[-4000:] if self._said.exists() else ""


def heads(url: str) -> dict[str, int]:
    """How far each table's journal goes."""
    store = open_store(url)
    try:
        return {table: row.seq for table, row in store.tables().items()}
    finally:
        store.close()


async def crash(url: str, folder: Path, prepared: Prepared, *, kills: int, seed: int) -> Figures:
    """Kill the server so many times under load; then look at what the store holds."""
    rng = random.Random(seed)  # a load
    server = Server(url, folder)
    load = Load(server.port, prepared, rng)
    beside = Beside(server.port, prepared, rng, load.is_up)
    stood: list[dict[str, int]] = []
    try:
        await server.start()
        load.begin()
        beside.begin()
        for _ in range(kills):
            await load.answers(rng.randint(FEWEST, MOST))
            server.kill()
            load.is_up.clear()
            stood.append(heads(url))
            await server.start()
            load.is_up.set()
        await load.answers(TAIL)
        await beside.end()
        await load.finish()
        await load.see_out()
    except BaseException:
        sys.stderr.write(server.said())
        raise
    finally:
        server.stop()
    figures = look(url, load.sent, stood)
    figures.start = median(server.starts)
    figures.beside = f"{beside.frames:,} frames, {beside.resumed} streams resumed, {beside.exports} exports, {beside.log_ins} log-ins"
    figures.faults += beside.wrong
    return figures


def look(url: str, sent: Sequence[Sent], stood: Sequence[dict[str, int]]) -> Figures:
    """What the store holds beside what was said."""
    store = open_store(url)
    figures = Figures(kills=len(stood), repeated=sum(one.tries > 1 for one in sent))
    try:
        _compare(store, sent, figures)
        for table in store.tables():
            seqs = {one[table] for one in stood if table in one}
            for was_finished in _interrupted(store, table, seqs):
                figures.interrupted += 1
                figures.finished += was_finished
        _verify(store, sent, figures)
        if total := sum(store.balances().values()):
            figures.faults.append(f"the ledger sums to {total}")
        figures.entries = store.counts()["journal"]
    finally:
        store.close()
    return figures


def _verify(store: Store, sent: Sequence[Sent], figures: Figures) -> None:
    """The whole store, and every receipt that an answer gave: each acknowledged command has one."""
    given = [(f"{one.id} {n}", receipt) for one in sent for n, receipt in enumerate(one.receipts)]
    found = audit.verify(store, held=audit.HeldEvidence(receipts=given))
    figures.receipts = found.evidence.receipts
    figures.faults += [str(one.why) for one in found.faults]
    if figures.receipts != len(given) or not all(one.receipts for one in sent if one.is_done):
        figures.faults.append(f"{figures.receipts} of {len(given)} receipts are good")


def _compare(store: Store, sent: Sequence[Sent], figures: Figures) -> None:
    """Every acknowledged command is there once, as it was sent and where it was said; a refused one is not."""
    written: dict[tuple[str, str, str], list[journal.Entry]] = {}
    for table in store.tables():
        for entry in audit.entries(store, table):
            written.setdefault((table, entry.by, entry.id), []).append(entry)
    for one in sent:
        found = written.get((one.table, one.by, one.id), [])
        figures.twice += len(found) > 1
        if not one.is_done:
            figures.refused += 1
            figures.wrong += bool(found)
            continue
        figures.acknowledged += 1
        figures.lost += not found
        for entry in found:
            figures.wrong += entry.command != one.command or one.seq not in (None, entry.seq)
            figures.found += one.was_lost and entry.at < one.asked_again
    mine = {one.by for one in sent}
    known = {(one.table, one.by, one.id) for one in sent}
    written = {key: one for key, one in written.items() if key[0] != REGISTER}  # log-ins have no ids of ours
    strays = [key for key in written if key[1] in mine and key not in known and not key[2].startswith("first-")]
    figures.faults += [f"nobody sent {key}" for key in strays]


def _interrupted(store: Store, table: str, seqs: set[int]) -> Iterator[bool]:
    """The rounds that had bets on the table at one of these entries; whether each came to its end."""
    entries = list(audit.entries(store, table))
    engine = engine_of(entries[0].events[0])
    state: Any = engine.start
    rounds: set[int] = set()
    for entry in entries:
        for event in entry.events:
            state = engine.evolve(state, event)
        if entry.seq in seqs and any(getattr(state, name, None) for name in IN_PLAY):
            rounds.add(state.round)
    for number in rounds:
        yield state.round > number


def main(given: Sequence[str] | None = None) -> int:
    """One line of figures; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kills", type=int, nargs="?", default=20)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--db", help="an empty store; a file of SQLite in a folder of its own unless given")
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as folder:
        url = asked.db or f"sqlite:///{Path(folder) / 'house.db'}"
        prepared = prepare(url, asked.players, Path(folder) / "house.key")
        figures = asyncio.run(crash(url, Path(folder), prepared, kills=asked.kills, seed=asked.seed))
    print(f"{figures} · seed {asked.seed}")
    return 0 if figures.is_right else 1


if __name__ == "__main__":
    sys.exit(main())

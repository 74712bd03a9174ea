"""Work that no live table may wait behind: in processes of their own, a few at a time, ended where it takes too long."""

import asyncio
import os
import resource
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from banca.proposals.compiler import PROPOSAL_TOO_LARGE, PROPOSAL_TOO_LONG
from banca.rules import Refusal
from banca.server.problems import DRAINING
from banca.server.simulations import NICENESS

P = ParamSpec("P")
T = TypeVar("T")

MEMORY = 3 << 30
"""What a process may take, compiled code included."""
MOST_WORKS = 100
"""After so many a process is replaced by a new one, which has forgotten what it kept at hand."""

# Not forked: a fork would copy threads' locks in whatever state they are.
_processes = get_context("spawn")


# Not concurrent.futures.ProcessPoolExecutor: it cannot end one work that takes too long, and a worker that dies breaks the whole pool.
class Workers:
    """So many processes, each started when it is first needed and whenever the one before had to be ended."""

    def __init__(self, count: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(count, name)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._is_drained = False

    async def do(self, seconds: float, work: Callable[P, T], *args: P.args, **about: P.kwargs) -> T:
        """The work's result, in its turn; refused where it takes longer than so many seconds, or too much memory."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self._do(seconds, work, args, about))

    def _do(self, seconds: float, work: Callable[..., T], args: tuple[Any, ...], about: dict[str, Any]) -> T:
        with self._lock:
            if self._is_drained:
                raise Refusal(DRAINING)
            worker = self._idle.pop() if self._idle else _Worker()
            self._busy.add(worker)
        try:
            return worker.ask(seconds, work, args, about)
        finally:
            with self._lock:
                self._busy.discard(worker)
                if worker.is_fit and not self._is_drained:
                    self._idle.append(worker)
                else:
                    worker.end()

    def drain(self) -> None:
        """End every process, whatever it is doing."""
        with self._lock:
            self._is_drained = True
            for worker in (*self._idle, *self._busy):
                worker.end()
        self._threads.shutdown()


class _Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._works = 0
        self.is_fit = True

    def ask(self, seconds: float, work: Callable[..., T], args: tuple[Any, ...], about: dict[str, Any]) -> T:
        """What the work comes to there."""
        self._works += 1
        self.is_fit = False
        try:
            self._pipe.recv()  # it is ready
            self._pipe.send((work, args, about))
            if not self._pipe.poll(seconds):
                raise Refusal(PROPOSAL_TOO_LONG, allowed=f"{seconds:g}")
            result, fault = self._pipe.recv()
        except (EOFError, OSError):
            raise Refusal(PROPOSAL_TOO_LARGE, allowed=MEMORY >> 20) from None
        self.is_fit = self._works < MOST_WORKS
        if fault is not None:
            raise fault
        done: T = result
        return done

    def end(self) -> None:
        """Kill it and whatever it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """Do what is asked until nobody asks any more."""
    # A group of its own, so that whatever it starts dies with it.
    os.setsid()
    os.nice(NICENESS)
    # A proposal is somebody's program: it gets memory and time by measure.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(EOFError, OSError):
        while True:
            pipe.send(None)
            work, args, about = pipe.recv()
            pipe.send(_answer(work, args, about))


def _answer(
    work: Callable[..., object], args: tuple[Any, ...], about: dict[str, Any]
) -> tuple[object, Exception | None]:
    try:
        return work(*args, **about), None
    except Refusal as refusal:
        return None, refusal
    except MemoryError:
        return None, Refusal(PROPOSAL_TOO_LARGE, allowed=MEMORY >> 20)
    except Exception:  # a fault of ours: told to the process that writes the log
        return None, RuntimeError(traceback.format_exc())

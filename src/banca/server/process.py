"""The server process: starts, drains when it is told to stop, and never leaves a command half done."""

import asyncio
import gc
import logging
import os
import platform
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn
from litestar import Litestar

from banca.rules import Refusal, _
from banca.server.addresses import NO_PROXIES, Proxies
from banca.server.limits import ServiceLimits
from banca.server.streams import AbortableConnections
from banca.version import VERSION

LOG = logging.getLogger("banca")


DRAIN_SECONDS = 20
COLLECTED_AFTER = (100_000, 20, 50)
"""How seldom Python looks for objects that hold each other; with its own figures that took a third of the time."""
SWITCH_SECONDS = 0.0005
"""How soon the writer's thread gets its turn beside the loop; Python's own 5 ms would make every batch wait."""
OTHER_FILES = 200
"""Files that a process needs beside its connections: the store, the program, pipes."""


class DrainingServer(uvicorn.Server):
    """On SIGTERM or SIGINT: take no more commands, end the streams, finish what was taken, then stop."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.at_second_signal: Callable[[int], object] = self._stop_waiting

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; a second signal stops at once."""
        if self.should_exit:
            self.at_second_signal(sig)
            return
        state = self._app.state
        if hasattr(state, "streams"):
            # At once and here, before the loop comes to it: no command is taken that would not be carried out.
            state.batches.is_draining = True
            self._loop.call_soon_threadsafe(self._drain, sig)
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # uvicorn would raise them again at the end, and a clean stop would look like a crash

    def _drain(self, sig: int) -> None:
        LOG.info("stopping", extra={"about": {"signal": signal.Signals(sig).name}})
        self._app.state.streams.drain()

    def _stop_waiting(self, _: int) -> None:
        self.force_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Remember the loop that the streams live in."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; refused where it is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=4096)
    except (OSError, OverflowError) as error:
        because = getattr(error, "strerror", None) or str(error)
        raise Refusal(
            "cannot_listen", _("cannot listen at {asked}: {because}"), asked=f"{host}:{port}", because=because
        ) from None


def most_connections(limits: ServiceLimits) -> int:
    """Return how many connections the process may hold: it asks for enough open files first, as one that cannot be taken cannot be refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        wanted = limits.connections + OTHER_FILES
        soft = max(soft, wanted if hard == resource.RLIM_INFINITY else min(wanted, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(min(limits.connections, soft - OTHER_FILES), 1)
    return limits.connections


def server_of(app: Litestar, *, proxies: Proxies = NO_PROXIES) -> DrainingServer:
    """A server for the application."""
    limits: ServiceLimits = app.state.limits
    config = uvicorn.Config(
        AbortableConnections(app),
        loop="uvloop",
        # httptools is faster and bounds no head, nor the time that one takes; the proxy does (deploy/nginx.conf). Where there
        # is none, h11 reads: it keeps no more of a head than this.
        http="httptools" if proxies else "h11",
        h11_max_incomplete_event_size=limits.head_bytes,
        limit_concurrency=most_connections(limits) + 1,  # uvicorn refuses the one that reaches it
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies.names,  # and not what uvicorn's own variable says
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=round(limits.keep_alive_seconds),
    )
    return DrainingServer(config, app)


def serve(app: Litestar, sock: socket.socket, *, proxies: Proxies = NO_PROXIES) -> None:
    """Serve until told to stop, in a process that does nothing else."""
    # The loop and the writer share one lock of Python.
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()  # what is there now stays: it need not be looked through again and again
    gc.set_threshold(*COLLECTED_AFTER)
    server = server_of(app, proxies=proxies)
    server.at_second_signal = _die_of
    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # before the server takes signals and after: nobody is shown where it was
    about = {"version": VERSION, "python": platform.python_version(), "pid": os.getpid()}
    store = app.state.house.store.engine.dialect.name
    LOG.info("starting", extra={"about": {**about, "address": _shown(sock), "store": store}})
    server.run(sockets=[sock])
    LOG.info("stopped", extra={"about": {"pid": os.getpid()}})


def _die_of(sig: int) -> None:
    """End now, of the signal: what was acknowledged is on the disk, and whoever waits sees that nothing was wound up."""
    with suppress(RuntimeError):  # the signal may have come in the middle of another line
        LOG.warning("stopped at once", extra={"about": {"signal": signal.Signals(sig).name, "pid": os.getpid()}})
    signal.signal(sig, signal.SIG_DFL)
    signal.raise_signal(sig)


def _shown(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

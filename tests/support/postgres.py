"""A real PostgreSQL for the tests, out of the `pgserver` wheel or of Debian's packages; it needs no set-up and leaves nothing behind.

The wheel's own way to start a server adds a user to the machine where it runs as root, and opens folders up to everybody. Here
its programs are run by themselves: as root, in the name of `nobody`, in a folder that is nobody's.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from support.lanes import PATIENCE, need

SETTINGS = {
    "fsync": "off",  # a process may be killed, the machine not
    "full_page_writes": "off",
    "listen_addresses": "''",
    "max_connections": "200",
    "log_min_messages": "fatal",
}
"""For speed; what they give up is safety against a loss of power alone."""


def missing() -> str:
    """Why there can be no server here; nothing where there can."""
    return "" if find_spec("pgserver") else "the pgserver wheel is not installed"


DEBIAN = Path("/usr/lib/postgresql")


def debian() -> Path | None:
    """Where Debian's newest PostgreSQL is, if there is one."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda one: int(one.parent.parent.name))
    return found[-1].parent if found else None


def programs() -> Path:
    spec = find_spec("pgserver")
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


class Postgres:
    """One server with as many stores as are asked for."""

    def __init__(self, programs_in: Path | None = None, owner: str = "banca", *, home: Path | None = None) -> None:
        """Start a server; or use the one whose home another worker of this run has made."""
        need("postgres")
        self.programs = programs_in or programs()
        self.home = home or Path(tempfile.mkdtemp(prefix="banca-pg-"))
        self._as: dict[str, Any] = {"cwd": self.home}
        self._is_root = os.geteuid() == 0
        if self._is_root:
            nobody = pwd.getpwnam("nobody")
            self._as |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._numbers = count(1)
        self._data = f"--pgdata={self.home / 'data'}"
        if home is None:
            self._create(owner)

    def _create(self, owner: str) -> None:
        if self._is_root:
            os.chown(self.home, self._as["user"], self._as["group"])
        self.run(
            "initdb", self._data, f"--username={owner}", "--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync"
        )
        with (self.home / "data" / "postgresql.conf").open("a") as settings:
            settings.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
            settings.write(f"unix_socket_directories = '{self.home}'\n")
        self.start()

    def run(self, program: str, *given: str) -> None:
        called = [str(self.programs / program), *given]
        with (self.home / "said").open("a+") as said:
            done = subprocess.run(called, stdout=said, stderr=said, check=False, timeout=PATIENCE, **self._as)
        assert done.returncode == 0, (self.home / "said").read_text()

    def start(self) -> None:
        self.run("pg_ctl", self._data, f"--log={self.home / 'log'}", "--wait", "start")

    def stop(self, how: str = "immediate") -> None:
        """As a crash does, unless told otherwise."""
        self.run("pg_ctl", self._data, f"--mode={how}", "--wait", "stop")

    def database(self) -> str:
        """The URL of a store of its own, still empty: a schema, which is much faster than a database."""
        import psycopg  # only where it is used

        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        name = f"house_{worker}_{next(self._numbers)}"
        url = f"postgresql://banca@/postgres?host={self.home}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{url}&options=-csearch_path%3D{name}"

    def end(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.home, ignore_errors=True)


@contextmanager
def shared_server(folder: Path) -> Iterator[Postgres]:
    """The server of a run: the first worker that needs it starts it, the last one that leaves stops it.

    `folder` is the same for all workers and holds a file with the server's home and the workers that use it. Who comes when all others
    have left starts another server, which costs a second and is otherwise the same.
    """
    me = str(os.getpid())
    with _shared_lines(folder) as lines:
        server = Postgres(home=Path(lines[0])) if lines else Postgres()
        lines[:] = [*(lines or [str(server.home)]), me]
    yield server
    with _shared_lines(folder) as lines:
        lines.remove(me)
        if len(lines) == 1:
            lines.clear()
            server.end()


@contextmanager
def _shared_lines(folder: Path) -> Iterator[list[str]]:
    """The lines of the file, to be changed while no other worker reads them."""
    with (folder / "postgres").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        lines = file.read().splitlines()
        yield lines
        file.truncate(0)
        file.writelines(f"{line}\n" for line in lines)

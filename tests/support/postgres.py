"""A real PostgreSQL for the tests, out of the `pgserver` wheel or of Debian's packages; it needs no set-up and leaves nothing behind.

The wheel's own way to start a server adds a user to the machine where it runs as root, and opens folders up to everybody. Here
its programs are run by themselves: as root, in the name of `nobody`, in a folder that is nobody's.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

from lanes import need
from patience import PATIENCE

SETTINGS = {
    "fsync": "off",  # a process may be killed, the machine not
    "full_page_writes": "off",
    "listen_addresses": "''",
    "max_connections": "60",
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

    def __init__(self, programs_in: Path | None = None, owner: str = "banca") -> None:
        need("postgres")
        self.programs = programs_in or programs()
        self.home = Path(tempfile.mkdtemp(prefix="banca-pg-"))
        self._as: dict[str, Any] = {"cwd": self.home}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.home, nobody.pw_uid, nobody.pw_gid)
            self._as |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._numbers = count(1)
        self._data = f"--pgdata={self.home / 'data'}"
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
        import psycopg  # noqa: PLC0415 - only where it is used

        name = f"house_{next(self._numbers)}"
        url = f"postgresql://banca@/postgres?host={self.home}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{url}&options=-csearch_path%3D{name}"

    def end(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.home, ignore_errors=True)

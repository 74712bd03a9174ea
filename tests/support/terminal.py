"""Somebody who types as root what docs/deploy.md says, on a `Machine`: what systemd would do is done by the test, all else is real."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from deployed import PORTS, Machine, bare, nginx
from patience import PATIENCE

AS = """#!/bin/sh
# runuser -u NAME -- COMMAND: PostgreSQL believes the name, as it does over its socket.
PGUSER=$2
export PGUSER
shift 3
exec "$@"
"""
RUN = """#!{python}
import os, sys
at = next(place for place, word in enumerate(sys.argv[1:], 1) if not word.startswith("--"))
told = dict(word[2:].split("=", 1) for word in sys.argv[1:at] if "=" in word)
with open(told["property"].removeprefix("EnvironmentFile=")) as file:
    os.environ |= dict(line.rstrip("\\n").split("=", 1) for line in file if line.strip() and line[0] != "#")
os.environ["PGUSER"] = told["uid"]
os.execv(sys.argv[at], sys.argv[at:])
"""
ASK = """#!/bin/sh
# systemctl: the test does it, and says how it went.
echo "$@" > {folder}/asked
read code < {folder}/done
exit "$code"
"""
NOTHING = "#!/bin/sh\nexit 0\n"


class Terminal:
    """What is typed, and what `systemctl` makes of it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.folder = machine.root / "bin"

    def type(self, script: str) -> str:
        """Run a block as it is written, but for folders and ports; what it said."""
        machine = self.machine
        around = [str(self.folder), *([str(machine.programs)] if machine.programs else []), os.environ["PATH"]]
        done = subprocess.run(
            ["/bin/sh", "-eu"],
            input=machine.put(script),
            env=bare() | {"PATH": ":".join(around), "PGHOST": machine.put("/run/postgresql")},
            cwd=machine.root,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, (script, done.stdout, done.stderr)
        return done.stdout

    def serve(self) -> None:
        """Do what `systemctl` is told to, until it is told to exit."""
        while (words := (self.folder / "asked").read_text().split()) != ["exit"]:
            try:
                self.control(*words)
                code = 0
            except BaseException as fault:  # noqa: BLE001 - the script that waits is told
                sys.stderr.write(repr(fault))
                code = 1
            (self.folder / "done").write_text(f"{code}\n")

    def control(self, verb: str, *words: str) -> None:
        """What `systemctl` does."""
        machine = self.machine
        for unit in (word for word in words if word.startswith("banca")):
            if unit == "banca-backup":
                assert verb == "start"
                command, environment = machine.unit(unit)
                subprocess.run(command, env=environment, check=True, timeout=PATIENCE)
            elif unit.startswith("banca@"):
                assert unit.partition("@")[2] in PORTS
                if verb in ("stop", "restart"):
                    machine.stop(unit)
                if verb in ("start", "restart", "enable"):
                    machine.start(unit)


@contextmanager
def terminal(machine: Machine) -> Iterator[Terminal]:
    """Programs that a test cannot have, or must not use, are others here: first in the path, and these alone."""
    found = Terminal(machine)
    found.folder.mkdir()
    for pipe in ("asked", "done"):
        os.mkfifo(found.folder / pipe)
    scripts = {
        "runuser": AS,
        "systemd-run": RUN.format(python=sys.executable),
        "systemctl": ASK.format(folder=found.folder),
        "systemd-sysusers": NOTHING,
        "chown": NOTHING,
    }
    if nginx():
        scripts["nginx"] = f'#!/bin/sh\nexec {shlex.join(machine.nginx_command())} "$@"\n'
    for name, text in scripts.items():
        file = found.folder / name
        file.write_text(text)
        file.chmod(0o755)
    systemd = Thread(target=found.serve, daemon=True)
    systemd.start()
    try:
        yield found
    finally:
        (found.folder / "asked").write_text("exit\n")
        systemd.join(PATIENCE)
        machine.end()

"""A machine as docs/deploy.md sets it up, for tests: the files of deploy/ as they are, with folders and ports of the test's own; and players.

What systemd would do is done by the test, all else is real.
"""

import os
import random
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from socket import create_server
from threading import Event, Thread
from typing import Any, Self

import httpx
import msgspec

from banca.tables.commands import PlaceBet
from crash_load import BETS, PASSWORD, STAKE, TABLES
from support.lanes import PATIENCE, need
from support.paths import ROOT
from support.server import BIN, until

DEPLOY = ROOT / "deploy"
PORTS = ("8470", "8480")
"""Of the two processes, in the files."""
NGINX = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/etc/nginx/conf.d/*.conf;
}}
"""
"""Around the site's own file, as Debian's nginx.conf is: the rest of it is for a machine that has one."""
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


def nginx() -> str | None:
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


class Machine:
    """Its files, a terminal of root, and the processes that run of its units.

    Programs that a test cannot have, or must not use, are others here: first in the path, and these alone.
    """

    def __init__(self, root: Path, sockets: Path, programs: Path | None = None) -> None:
        need("server")
        self.root = root
        self.programs = programs
        self.ports = {name: str(free_port()) for name in (*PORTS, "443", "80")}
        folders = ("/etc", "/var/lib/banca", "/var/cache/banca", "/var/backups/banca")
        self._paths = {name: str(root / name[1:]) for name in folders}
        self._paths |= {"/opt/banca/bin": str(BIN), "/run/postgresql": str(sockets)}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("deploy", "etc/banca", "etc/ssl/banca", "etc/nginx/conf.d", "var/lib/banca", "var/backups/banca"):
            (root / name).mkdir(parents=True, mode=0o700)
        self._place_files()
        shutil.copy(root / "deploy/banca.env", root / "etc/banca/banca.env")
        shutil.copy(root / "deploy/backup.sh", root / "etc/banca/backup.sh")
        self._bin = root / "bin"
        self._bin.mkdir()
        for pipe in ("asked", "done"):
            os.mkfifo(self._bin / pipe)
        scripts = {
            "runuser": AS,
            "systemd-run": RUN.format(python=sys.executable),
            "systemctl": ASK.format(folder=self._bin),
            "systemd-sysusers": "#!/bin/sh\nexit 0\n",
            "chown": "#!/bin/sh\nexit 0\n",
            "nginx": f'#!/bin/sh\nexec {shlex.join(self._nginx_command())} "$@"\n',
        }
        for name, text in scripts.items():
            (self._bin / name).write_text(text)
            (self._bin / name).chmod(0o755)
        self._systemd = Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._systemd.start()
        return self

    def __exit__(self, *_: object) -> None:
        (self._bin / "asked").write_text("exit\n")
        self._systemd.join(PATIENCE)
        self.end()

    def _place_files(self) -> None:
        for file in DEPLOY.iterdir():
            (self.root / "deploy" / file.name).write_text(self.localize(file.read_text("utf-8")), "utf-8")

    def localize(self, text: str) -> str:
        """Return a text with this machine's folders and ports."""
        pattern = "|".join(sorted(map(re.escape, self._paths), key=len, reverse=True))
        text = re.sub(rf"(?<![\w.])(?:{pattern})(?=[/\s;:\"']|$)", lambda found: self._paths[found[0]], text)
        ports = f"(?:{'|'.join(self.ports)})"
        return re.sub(rf"(?<=listen ){ports}\b|(?<=127\.0\.0\.1:){ports}\b", lambda found: self.ports[found[0]], text)

    # What is typed, and what `systemctl` makes of it

    def type(self, script: str) -> str:
        """Run a block as it is written, but for folders and ports, and return what it prints."""
        path = ":".join([str(self._bin), *([str(self.programs)] if self.programs else []), os.environ["PATH"]])
        done = subprocess.run(
            ["/bin/sh", "-eu"],
            input=self.localize(script),
            env=bare() | {"PATH": path, "PGHOST": self.localize("/run/postgresql")},
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, (script, done.stdout, done.stderr)
        return done.stdout

    def _serve(self) -> None:
        """Do what `systemctl` is told to, until it is told to exit."""
        while (words := (self._bin / "asked").read_text().split()) != ["exit"]:
            try:
                self._control(*words)
                code = 0
            except BaseException as fault:  # the script that waits is told
                sys.stderr.write(repr(fault))
                code = 1
            (self._bin / "done").write_text(f"{code}\n")

    def _control(self, verb: str, *words: str) -> None:
        for unit in words:
            if unit == "banca-backup":
                assert verb == "start"
                command, environment = self.unit(unit)
                subprocess.run(command, env=environment, check=True, timeout=PATIENCE)
            elif unit.startswith("banca@"):
                assert unit.partition("@")[2] in PORTS
                if verb in ("stop", "restart"):
                    self.stop(unit)
                if verb in ("start", "restart", "enable"):
                    self.start(unit)

    # Units

    def set(self, **settings: str) -> None:
        with (self.root / "etc/banca/banca.env").open("a", encoding="utf-8") as file:
            file.writelines(f"{name}={value}\n" for name, value in settings.items())

    def unit(self, name: str) -> tuple[list[str], dict[str, str]]:
        """Return the command of a unit and its environment, as it is in its file; of an instance by its port."""
        file, _, port = name.partition("@")
        text = (self.root / "deploy" / f"{file}{'@' if port else ''}.service").read_text("utf-8")
        lines = [line.partition("=") for line in text.replace("%i", self.ports.get(port, port)).splitlines()]
        told = {key: value for key, _, value in lines}
        own = dict(value.split("=", 1) for key, _, value in lines if key == "Environment")
        if "PATH" in own and self.programs:
            own["PATH"] += f":{self.programs}"
        environment = bare() | variables(Path(told["EnvironmentFile"])) | own | {"PGUSER": told["User"]}
        return shlex.split(told["ExecStart"]), environment

    def start(self, name: str) -> None:
        """Start a process; where its port was taken in between it is started again, as systemd does."""
        command, environment = self.unit(name)

        def is_ready() -> bool:
            if name not in self._running or self._running[name].poll() is not None:
                with (self.root / f"{name}.log").open("ab") as log:
                    self._running[name] = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
            with self.direct(name.partition("@")[2]) as client:
                return answers(client, "/health/ready", 200)

        until(is_ready)

    def stop(self, name: str, sig: signal.Signals = signal.SIGTERM) -> None:
        process = self._running.pop(name, None)
        if process is not None:
            process.send_signal(sig)
            process.wait(PATIENCE)

    def end(self, sig: signal.Signals = signal.SIGKILL) -> None:
        for name in list(self._running):
            self.stop(name, sig)

    # The proxy

    @contextmanager
    def proxy(self) -> Iterator[None]:
        """Nginx with the file of deploy/; where a port was taken in between, it is started again on others."""
        process: list[subprocess.Popen[bytes]] = []

        def starts() -> bool:
            if not process or process[-1].poll() is not None:
                self.ports |= {name: str(free_port()) for name in ("443", "80")}
                self._place_files()
                shutil.copy(self.root / "deploy/nginx.conf", self.root / "etc/nginx/conf.d/banca.conf")
                process.append(subprocess.Popen(self._nginx_command(), stderr=subprocess.DEVNULL))
            with self.client() as client:
                return answers(client, "/health/live", 200, 502)

        until(starts)
        try:
            yield
        finally:
            process[-1].terminate()
            process[-1].wait(PATIENCE)

    def _nginx_command(self) -> list[str]:
        main = self.root / "nginx.conf"
        main.write_text(NGINX.format(user="user root;" if os.geteuid() == 0 else "", folder=self.root))
        return [str(nginx()), "-p", str(self.root), "-c", str(main)]

    def certify(self) -> None:
        """Write a certificate that signs itself: for this machine alone."""
        folder = self.root / "etc/ssl/banca"
        words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        words += ["-days", "3650", "-subj", "/CN=casino.example", "-addext", "subjectAltName=IP:127.0.0.1"]
        words += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
        subprocess.run(words, capture_output=True, check=True, timeout=PATIENCE)

    def client(self) -> httpx.Client:
        """Come from outside by HTTPS, and believe the certificate of the test alone."""
        trust = ssl.create_default_context(cafile=str(self.root / "etc/ssl/banca/fullchain.pem"))
        return httpx.Client(base_url=f"https://127.0.0.1:{self.ports['443']}", verify=trust, timeout=PATIENCE)

    def direct(self, port: str = PORTS[0]) -> httpx.Client:
        """Come to a process itself, as a program on this machine."""
        return httpx.Client(base_url=f"http://127.0.0.1:{self.ports[port]}", timeout=PATIENCE)


def answers(client: httpx.Client, path: str, *statuses: int) -> bool:
    try:
        return client.get(path).status_code in statuses
    except httpx.TransportError:
        return False


def bare() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("BANCA_")}


def variables(file: Path) -> dict[str, str]:
    """Read a file of settings as systemd does."""
    lines = file.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


# Those who come to the house


@dataclass
class Commands:
    """What was sent: by table, person and id, which begin with a name."""

    name: str = "c"
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    refused: set[tuple[str, str, str]] = field(default_factory=set)

    def by_table(self) -> Counter[str]:
        return Counter(table for table, _, _ in list(self.acknowledged))


class Guest:
    """A player who bets at every table in turn, and sends again under the same id what was not answered."""

    def __init__(self, client: httpx.Client, name: str, commands: Commands) -> None:
        self.name = name
        self.client = client
        self._commands = commands

    def log_in(self) -> None:
        """Log in as a browser does: by a cookie, and the token that goes with it."""
        answer = self._post("/login", {"name": self.name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        self.client.headers["X-CSRF-Token"] = answer.json()["csrf"]

    def bet_until(self, is_over: Event) -> None:
        rng = random.Random(self.name)  # a load
        games = cycle(BETS)
        while not is_over.is_set():
            game = next(games)
            key = (TABLES[game], self.name, f"{self._commands.name}-{next(self._commands.numbers)}")
            bet = msgspec.to_builtins(PlaceBet(bet=rng.choice(BETS[game]), stake=STAKE))
            answer = self._post(f"/tables/{key[0]}/commands", {"id": key[2], "command": bet})
            if answer.status_code == 201:
                self._commands.acknowledged[key] = answer.json()["seq"]
            else:  # bets were closed, or the money does not allow it
                assert answer.status_code in (409, 422), answer.text
                self._commands.refused.add(key)
        self.client.close()

    def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """Post, again while a process, the database or the proxy between them is away."""

        def answer() -> httpx.Response | None:
            with suppress(httpx.TransportError):
                response = self.client.post(f"/api/v1{path}", json=body)
                return None if response.status_code in (502, 503, 504) else response
            return None

        found: httpx.Response = until(answer)
        return found


@contextmanager
def at_play(guests: Sequence[Guest]) -> Iterator[Callable[[Callable[[], bool]], None]]:
    """Let everybody bet, each in a thread; the function given waits, and raises what went wrong for one of them."""
    is_over = Event()
    with ThreadPoolExecutor(len(guests)) as pool:
        playing = [pool.submit(guest.bet_until, is_over) for guest in guests]

        def wait_until(is_done: Callable[[], bool]) -> None:
            until(lambda: [future.result() for future in playing if future.done()] or is_done())

        try:
            yield wait_until
        finally:
            is_over.set()
    for future in playing:
        future.result()

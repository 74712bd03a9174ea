"""A machine as docs/deploy.md sets it up, for tests: the files of deploy/ as they are, with folders and ports of the test's own; somebody who
types what the page says; and people who play there through the proxy, each in a thread.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from socket import create_server
from threading import Event, Thread
from typing import Any, Self

import httpx
import msgspec

from banca.games import find, playable
from banca.games.pai_kao.acts import StakeOnGate
from banca.games.pai_kao.practice import DEMO_SEATS
from banca.live.act import Does
from banca.live.command import Command, PlaceBet
from crash_load import BETS, PAI_KAO, PASSWORD, STAKE, TABLES, setting_owed
from lanes import need
from paths import ROOT
from patience import PATIENCE
from service import BIN, events, frames, until

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
    include {site};
}}
"""
"""Around the site's own file, as Debian's nginx.conf is: the rest of it is for a machine that has one."""


def nginx() -> str | None:
    """The program."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


class Machine:
    """Its files, and the processes that run of its units."""

    def __init__(self, root: Path, sockets: Path, programs: Path | None = None) -> None:
        need("server")
        self.root = root
        self.programs = programs
        self.ports = {name: str(free_port()) for name in (*PORTS, "443", "80")}
        self._paths = {
            "/opt/banca/bin": str(BIN),
            "/run/postgresql": str(sockets),
            **{
                name: str(root / name[1:])
                for name in ("/etc", "/var/lib/banca", "/var/cache/banca", "/var/backups/banca")
            },
        }
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("deploy", "etc/banca", "etc/ssl/banca", "etc/nginx/conf.d", "var/lib/banca", "var/backups/banca"):
            (root / name).mkdir(parents=True, mode=0o700)
        self.place()
        shutil.copy(root / "deploy/banca.env", root / "etc/banca/banca.env")
        shutil.copy(root / "deploy/backup.sh", root / "etc/banca/backup.sh")

    def place(self) -> None:
        """The files of deploy/ with this machine's folders and ports."""
        for file in DEPLOY.iterdir():
            (self.root / "deploy" / file.name).write_text(self.put(file.read_text("utf-8")), "utf-8")

    def put(self, text: str) -> str:
        """A text with this machine's folders and ports."""
        pattern = "|".join(sorted(map(re.escape, self._paths), key=len, reverse=True))
        text = re.sub(rf"(?<![\w.])(?:{pattern})(?=[/\s;:\"']|$)", lambda found: self._paths[found[0]], text)
        ports = "|".join(self.ports)
        return re.sub(
            rf"(?<=listen )(?:{ports})\b|(?<=127\.0\.0\.1:)(?:{ports})\b", lambda one: self.ports[one[0]], text
        )

    # Units

    def set(self, **settings: str) -> None:
        """Change the file of settings, as an operator does."""
        file = self.root / "etc/banca/banca.env"
        kept = [line for line in file.read_text("utf-8").splitlines() if line.partition("=")[0] not in settings]
        file.write_text("\n".join([*kept, *(f"{name}={value}" for name, value in settings.items()), ""]), "utf-8")

    def settings(self) -> dict[str, str]:
        """What the file of settings says."""
        return variables(self.root / "etc/banca/banca.env")

    def unit(self, name: str) -> tuple[list[str], dict[str, str]]:
        """The command of a unit and its environment, as it is in its file; of an instance by its port."""
        file, _, port = name.partition("@")
        text = (self.root / "deploy" / f"{file}{'@' if port else ''}.service").read_text("utf-8")
        lines = [line.partition("=") for line in text.replace("%i", self.ports.get(port, port)).splitlines()]
        told = {key: value for key, _, value in lines}
        own = dict(value.split("=", 1) for key, _, value in lines if key == "Environment")
        if "PATH" in own and self.programs:
            own["PATH"] += f":{self.programs}"
        return shlex.split(told["ExecStart"]), bare() | variables(Path(told["EnvironmentFile"])) | own | {
            "PGUSER": told["User"]
        }

    def start(self, *names: str) -> None:
        """Start processes; one that somebody has taken the port of in between is started again, as systemd does."""
        until(lambda: not [name for name in names if not self._starts(name)])

    def _starts(self, name: str) -> bool:
        if name not in self._running or self._running[name].poll() is not None:
            command, environment = self.unit(name)
            with (self.root / f"{name}.log").open("ab") as log:
                self._running[name] = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        return self.is_ready(name)

    def is_ready(self, name: str) -> bool:
        try:
            address = f"http://127.0.0.1:{self.ports[name.partition('@')[2]]}/health/ready"
            return httpx.get(address, timeout=PATIENCE).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, name: str, sig: signal.Signals = signal.SIGTERM) -> None:
        process = self._running.pop(name, None)
        if process is not None:
            process.send_signal(sig)
            process.wait(PATIENCE)

    def said(self, name: str) -> str:
        """What a unit has said so far."""
        return (self.root / f"{name}.log").read_text("utf-8")

    # The proxy

    @contextmanager
    def proxy(self) -> Iterator[str]:
        """nginx with the file of deploy/; the address to which browsers go."""
        self.certify()
        process: list[subprocess.Popen[bytes]] = []

        def starts() -> bool:
            if not process or process[-1].poll() is not None:
                process.append(self._nginx())
            return self._answers()

        until(starts)
        try:
            yield self.https
        finally:
            process[-1].terminate()
            process[-1].wait(PATIENCE)

    def _nginx(self) -> subprocess.Popen[bytes]:
        for name in ("443", "80"):
            self.ports[name] = str(free_port())
        self.place()
        shutil.copy(self.root / "deploy/nginx.conf", self.root / "etc/nginx/conf.d/banca.conf")
        with (self.root / "nginx.log").open("ab") as log:
            return subprocess.Popen(self.nginx_command(), stdout=log, stderr=log)

    def nginx_command(self) -> list[str]:
        """With a file around the site's own."""
        main = self.root / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        main.write_text(NGINX.format(user=user, folder=self.root, site=self.root / "etc/nginx/conf.d/*.conf"))
        return [str(nginx()), "-p", str(self.root), "-c", str(main)]

    def certify(self) -> None:
        certificate(self.root / "etc/ssl/banca")

    @property
    def https(self) -> str:
        return f"https://127.0.0.1:{self.ports['443']}"

    def client(self) -> httpx.Client:
        """Whoever comes from outside, and believes the certificate of the test alone."""
        trust = ssl.create_default_context(cafile=str(self.root / "etc/ssl/banca/fullchain.pem"))
        return httpx.Client(base_url=self.https, verify=trust, timeout=PATIENCE)

    def direct(self) -> httpx.Client:
        """A program on this machine, at the first process."""
        return httpx.Client(base_url=f"http://127.0.0.1:{self.ports[PORTS[0]]}", timeout=PATIENCE)

    def _answers(self) -> bool:
        with self.client() as client:
            try:
                return client.get("/health/live").status_code in (200, 502)
            except httpx.TransportError:
                return False

    def end(self, sig: signal.Signals = signal.SIGKILL) -> None:
        for name in list(self._running):
            self.stop(name, sig)


def bare() -> dict[str, str]:
    """The environment without any setting of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("BANCA_")}


def variables(file: Path) -> dict[str, str]:
    """A file of settings, as systemd reads it."""
    lines = file.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def certificate(folder: Path) -> None:
    """A certificate that signs itself: for this machine alone. Debian's postgresql brings the program."""
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += ["-days", "3650", "-subj", "/CN=casino.example", "-addext", "subjectAltName=IP:127.0.0.1"]
    words += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(words, capture_output=True, check=True, timeout=PATIENCE)


def again(done: Callable[[], httpx.Response]) -> httpx.Response:
    """An answer that is one: asked again while a process, the database or the proxy between them is away."""

    def asked() -> httpx.Response | None:
        try:
            answer = done()
        except httpx.TransportError:
            return None
        return None if answer.status_code in (502, 503, 504) else answer

    found: httpx.Response = until(asked)
    return found


# Somebody who types as root what the page says: what systemd would do is done by the test, all else is real

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


# Whoever comes to the house

API = "/api/v1"
PAYS = {act.name for game in playable() for act in find(game).acts if act.does is Does.PAY}
"""The acts by which a round is paid."""


class Visitor:
    """Somebody at a browser or a program, who goes on until everybody leaves; what went wrong is raised then."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.name = name
        self.client = client
        self._is_over = Event()
        self._fault: list[BaseException] = []
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join(PATIENCE)
        self.client.close()
        self.check()
        assert not self._thread.is_alive(), self.name

    def check(self) -> None:
        """Raise what went wrong."""
        if self._fault:
            raise AssertionError(self.name) from self._fault[0]

    def _run(self) -> None:
        try:
            while not self._is_over.is_set():
                self.go_on()
        except BaseException as fault:  # noqa: BLE001 - told to whoever waits
            self._fault.append(fault)

    def go_on(self) -> None:
        """What they do next."""
        raise NotImplementedError

    def log_in(self) -> None:
        """With a name and a password; from now on by a cookie, and by the token that goes with it."""
        told = again(lambda: self.client.post(f"{API}/login", json={"name": self.name, "password": PASSWORD}))
        assert told.status_code == 200, told.text
        self.client.headers["X-CSRF-Token"] = told.json()["csrf"]

    def bear(self, token: str) -> None:
        """By a program's token."""
        self.client.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        return again(lambda: self.client.request(method, API + path, **how))


@dataclass
class Commands:
    """What was sent: by table, person and id, which begin with a name."""

    name: str = "c"
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    refused: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """With the code."""

    def by_game(self) -> Counter[str]:
        return Counter(table for table, _, _ in list(self.acknowledged))


class Guest(Visitor):
    """A player who bets at every table in turn, and sends again under the same id what was not answered."""

    def __init__(self, client: httpx.Client, name: str, commands: Commands) -> None:
        super().__init__(client, name)
        self._commands = commands
        self._rng = random.Random(name)  # noqa: S311 - a load
        self._games = cycle(TABLES)

    def go_on(self) -> None:
        game = next(self._games)
        key = (TABLES[game], self.name, f"{self._commands.name}-{next(self._commands.numbers)}")
        body = {"id": key[2], "command": msgspec.to_builtins(self._wish(game))}
        answer = self.ask("POST", f"/tables/{key[0]}/commands", json=body)
        if answer.status_code == 201:
            self._commands.acknowledged[key] = answer.json()["seq"]
        else:  # bets were closed, or the money does not allow it
            assert answer.status_code in (409, 422), answer.text
            self._commands.refused[key] = answer.json()["code"]

    def _wish(self, game: str) -> Command:
        if game != PAI_KAO:
            return PlaceBet(bet=self._rng.choice(BETS[game]), stake=STAKE)
        view = self.ask("GET", f"/tables/{TABLES[game]}").json()["view"]
        sit = next((act for act in view["can"] if act["do"] == "sit"), None)
        if sit:  # whoever was too slow has lost their gate, and the program does not play alone
            return find(game).forms.read({"do": "sit", **sit.get("usual", {})})
        return setting_owed(self.name, view) or StakeOnGate(gate=self._rng.choice(DEMO_SEATS).gate, stake=STAKE)


class Follower(Visitor):
    """Somebody who follows a table: every entry once and in order, through whatever end of the stream."""

    def __init__(self, client: httpx.Client, name: str, table: str) -> None:
        super().__init__(client, name)
        self._table = table
        self.last = 0
        self.paid = 0
        """Rounds that were seen to be paid."""

    def go_on(self) -> None:
        after = f"?after={self.last}" if self.last else ""
        try:
            with self.client.stream("GET", f"{API}/tables/{self._table}/events{after}") as answer:
                if answer.status_code in (502, 503, 504):
                    return
                assert answer.status_code == 200, answer.read()
                for number, data in frames(answer):
                    self._see(number, data)
                    if self._is_over.is_set():
                        return
        except httpx.TransportError:
            return

    def _see(self, number: int, data: bytes) -> None:
        if number < 0:
            return
        assert not self.last or number == self.last + 1, (self._table, self.last, number)
        self.last = number
        self.paid += any(one.get("act") in PAYS for one in events(data))


def until_all(visitors: list[Visitor], done: Callable[[], bool]) -> None:
    """Wait for it; not where something has gone wrong for one of them."""

    def looked() -> bool:
        for one in visitors:
            one.check()
        return done()

    until(looked)

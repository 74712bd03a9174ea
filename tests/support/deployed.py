"""A machine as docs/deploy.md sets it up, for tests: the files of deploy/ as they are, with folders and ports of the test's own."""

import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from socket import create_server

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from lanes import need
from paths import ROOT
from patience import PATIENCE
from service import BIN, until

DEPLOY = ROOT / "deploy"
PORTS = ("8470", "8480")
"""Of the two processes, in the files."""
DECADE = timedelta(days=3650)
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

    @property
    def units(self) -> list[str]:
        """Those that run."""
        return list(self._running)

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
    """A certificate that signs itself, good for a decade either way: for this machine alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "casino.example")])
    middle = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("casino.example"), x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(middle - DECADE)
        .not_valid_after(middle + DECADE)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


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

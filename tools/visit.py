"""One visit of the tour: an installed program, an empty directory, and every command, page and part of Python tried there."""

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tour_stops import ALONE, EXTRAS, HOUSE, SERVERS, Stop

INSIDE = Path(__file__).with_name("tour_inside.py")
NUMBERED = {"number": "1", "place": "1"}
EXAM = {"id": "tour", "terms": {"games": ["wheel"], "kinds": ["null"], "levels": [1], "questions": 1, "minutes": 5}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """An installed program: its scripts, the Python that runs it, how it is found, and the directory it is started in."""

    scripts: Path
    python: Path
    folder: Path
    brings: frozenset[str]
    path: str = ""
    compiles: bool = True
    """Where not, only what cannot run otherwise is compiled: that takes half a minute."""

    @property
    def surroundings(self) -> Mapping[str, str]:
        """What the program's environment says: nothing of whoever makes the tour."""
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
        files = {f"BANCA_{name}": str(self.folder / f"{name.lower()}.key") for name in ("KEY", "LOG_KEY")}
        database = {"BANCA_DB": f"sqlite:///{self.folder / 'house.db'}", "HOME": str(self.folder)}
        found = {"PYTHONPATH": self.path} if self.path else {}
        return {**kept, **files, **database, **found, "PYTHONSAFEPATH": "1", "COLUMNS": "200"}

    def run(self, *words: str, is_compiled: bool = True) -> subprocess.CompletedProcess[str]:
        """One of the program's scripts, in the directory."""
        program, *rest = words
        return self._done([str(self.scripts / program), *rest], is_compiled=is_compiled)

    def inside(self, part: str) -> Any:  # JSON
        """A part of tour_inside.py, in the program's own Python."""
        copied = self.folder / INSIDE.name
        shutil.copy(INSIDE, copied)
        done = self._done([str(self.python), str(copied), part])
        if done.returncode:
            raise AssertionError(part, done.stderr)
        return json.loads(done.stdout)

    def _done(self, line: list[str], *, is_compiled: bool = True) -> subprocess.CompletedProcess[str]:
        surroundings = {**self.surroundings, **({} if is_compiled else {"NUMBA_DISABLE_JIT": "1"})}
        return subprocess.run(line, cwd=self.folder, env=surroundings, capture_output=True, text=True, check=False)

    def check(self, stop: Stop) -> None:
        """It does what it should; where its extra is missing, it says which one in one line."""
        done = self.run(*stop.words, is_compiled=self.compiles or stop.is_compiled)
        if stop.needs <= self.brings:
            is_right = done.returncode == 0
        else:
            is_right = (
                done.returncode == 1
                and re.search(r"requires the extra|cannot read|no certificate", done.stderr) is not None
            )
        if not is_right or "Traceback" in done.stderr:
            raise AssertionError(stop.line, done.returncode, done.stdout[-500:], done.stderr[-2000:])

    @contextmanager
    def serving(self, *words: str) -> Iterator[str]:
        """A server of the program, for as long as it is needed; its address."""
        line = [str(self.scripts / "banca"), *words, "--port", "0"]
        with (self.folder / "served").open("w") as said:
            process = subprocess.Popen(
                line, cwd=self.folder, env=self.surroundings, stdout=subprocess.PIPE, stderr=said, text=True
            )
        if process.stdout is None:
            raise AssertionError(line)
        try:
            found = next(filter(None, (re.search(r"http://[\d.]+:\d+", printed) for printed in process.stdout)), None)
            if found is None:
                raise AssertionError(line, (self.folder / "served").read_text())
            yield found[0]
        finally:
            process.terminate()
            process.communicate()


def whole(visit: Visit) -> dict[str, int]:
    """The whole tour; how many commands were tried, how many refused for want of an extra, how many pages answered."""
    missing = set(visit.inside("commands")) - {" ".join(path) for path in _tried()}
    if missing:
        raise AssertionError(sorted(missing), "is not in tour_stops.py")
    tried = [*ALONE] if "house" in visit.brings else [*ALONE, *(one for one in HOUSE if one.words[0] == "banca")]
    for stop in tried:
        visit.check(stop)
    visit.inside("python")
    for part in sorted({"fast", "frames", "gym"} & visit.brings):
        visit.inside(part)
    pages = at_home(visit) if "house" in visit.brings else 0
    refused = sum(not stop.needs <= visit.brings for stop in tried)
    done = len(tried) - refused + (len(HOUSE) + len(SERVERS) if "house" in visit.brings else 0)
    return {"commands": done, "refused": refused, "pages": pages}


def _tried() -> Iterator[list[str]]:
    """The names of the commands that the tour runs: words until the first that is no part of a name, and all shorter ones."""
    for line in (*(stop.line for stop in (*ALONE, *HOUSE)), *(f"banca {one}" for one in SERVERS)):
        words = line.split()[1:]
        yield from (words[:count] for count in (1, 2))


def at_home(visit: Visit) -> int:
    """A house: its pages while it is served, a witness beside it, and what reads its store afterwards."""
    keys = visit.inside("house")
    with visit.serving("serve", "--demo") as address:
        _prepare(address, keys["tokens"])
        games = json.loads(fetched(f"{address}/api/v1/games"))["games"]
        known = {
            "game": [one["game"] for one in games],
            "table": [f"demo-{one['game'].replace('_', '-')}" for one in games],
        }
        count = sum(_answers(address, path, keys["sessions"]) for path in addresses(visit.inside("pages"), known))
        count += sum(_answers(address, f"/docs/{name}", keys["sessions"]) for name in visit.inside("site"))
        receipt = fetched(f"{address}/api/v1/tables/tour/receipts/1", token=keys["tokens"]["ines"])
        (visit.folder / "receipt.json").write_bytes(receipt)
        key = fetched(f"{address}/api/v1/log/key").decode().splitlines()[0]
        _witness(visit, address, key)
    visit.check(Stop(line=f"banca-verify receipt --key {key} receipt.json"))
    for stop in HOUSE:
        visit.check(stop)
    return count


def _prepare(address: str, keys: Mapping[str, str]) -> None:
    """A class and an exam, so that their pages are there."""
    for who, path, body in (("sofia", "classes", {"name": "tour"}), ("chan", "exams", EXAM)):
        fetched(f"{address}/api/v1/{path}", token=keys[who], body=json.dumps(body).encode())


def _witness(visit: Visit, address: str, key: str) -> None:
    """A witness is made, looks at the house, shows what it saw, and serves."""
    state = "--state witness.db"
    own = f"--name tour.example/witness --key witness.key {state} --trust {key}"
    for line in (f"key {own}", f"look {own} {address}", f"show {state}"):
        visit.check(Stop(line=f"banca witness {line}"))
    with visit.serving("witness", "serve", *own.split()) as witness:
        try:
            fetched(witness)
        except urllib.error.HTTPError as answer:  # it has no page, and says so
            if answer.code != 404:
                raise


def addresses(pages: list[str], known: Mapping[str, list[str]]) -> Iterator[str]:
    """Every page of every game and table; of rounds, exams and classes the first."""
    for page in pages:
        path = re.sub(r"\{(\w+)(?::\w+)?\}", r"{\1}", page)
        if path.startswith(("/static", "/felts", "/watch/report", "/docs")):
            continue  # pages ask for the first two; a report is of a series, which takes many rounds; documents go by name
        if "/rounds/" in path:
            yield path.format(table="tour", **NUMBERED)
            continue
        name = next((name for name in known if f"{{{name}}}" in path), None)
        yield from (
            (path.format(**{name: one}, **NUMBERED) for one in known[name]) if name else [path.format(**NUMBERED)]
        )


def _answers(address: str, path: str, keys: Mapping[str, str]) -> int:
    """A page is there for one of those who may read it, and all that it loads."""
    for session in keys.values():
        try:
            page = fetched(address + path, session=session).decode()
        except urllib.error.HTTPError as refused:
            if refused.code in (403, 404, 409):
                continue
            raise AssertionError(path, refused.code, refused.read()[:500]) from None
        for part in set(re.findall(r'(?:src|href)="(/(?:static|felts)/[^"#]+)"', page)):
            fetched(address + part.replace("&amp;", "&"))
        return 1
    raise AssertionError(path, "answers nobody")


def fetched(url: str, *, session: str = "", token: str = "", body: bytes | None = None) -> bytes:
    """What an address answers to somebody by their session or token; anything but 2xx is raised."""
    sent = {"Accept": session and "text/html", "Cookie": session and f"banca_session={session}"}
    sent |= {"Authorization": token and f"Bearer {token}", "Content-Type": "application/json" if body else ""}
    headers = {name: value for name, value in sent.items() if value}
    asked = urllib.request.Request(url, body, headers)  # noqa: S310 - a server that the tour has started
    with urllib.request.urlopen(asked) as answer:  # noqa: S310
        read: bytes = answer.read()
        return read


def extras_of(name: str) -> frozenset[str]:
    """What an extra brings."""
    return frozenset(EXTRAS[name].split())

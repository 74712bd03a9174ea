"""The house over HTTP: an application with people of every role, in this process, in a thread or as a process."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import TracebackType
from typing import Any, Literal, Self
from unittest import mock

import httpx
import msgspec
from argon2 import Parameters, PasswordHasher, extract_parameters
from litestar.testing import TestClient
from pytest import MonkeyPatch  # noqa: PT013 - a type alone

from banca.games import find, playable
from banca.house.demo import open_demo
from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.people import People
from banca.house.seal import Seal
from banca.house.store import Store, open_store
from banca.i18n import translator
from banca.rules.money import cut
from banca.server import app as web_app
from banca.server.addresses import NO_PROXIES, THIS_MACHINE, Proxies
from banca.server.app import App, create_app
from banca.server.auto_dealer import AutoDealer, Tempo
from banca.server.limits import ServiceLimits
from banca.server.plugins import pages_of
from banca.server.process import listen, server_of
from banca.server.workers import Workers
from banca.tables.commands import Role
from banca.training.drills import OVER, RIGHT, SHORT, make_exercise, worst_results
from banca.training.exercise import ExerciseKind, WantedExercise
from banca.training.questions import dues, exercises_of
from banca_school.report import questions_of
from support.lanes import PATIENCE, Clock, need

BIN = Path(sys.executable).parent
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "a password of many words"  # noqa: S105
STAFF = {"sofia": Role.SUPERVISOR, "carlos": Role.CROUPIER, "ines": Role.INSPECTOR}
PLAYERS = ("ana", "bento", "chan")
MONEY = 1_000_000
SQLITE = "sqlite:///"
UNHURRIED = ServiceLimits(
    run_seconds=PATIENCE,
    file_seconds=PATIENCE,
    check_seconds=PATIENCE,
    dossier_seconds=PATIENCE,
    stalled_seconds=PATIENCE,
    commands_of_person_minute=1_000_000,
    drafts_of_person_minute=1_000_000,
    exercises_of_person_minute=1_000_000,
)
"""So that nothing is cut short because a machine is slow, or refused because a test is quick."""


TEMPO = Tempo(pace=1.0, betting=5.0, looks_round=False)
"""Of croupiers that look round when they are told to."""


class Counting(PasswordHasher):
    """Notes what each password is compared with: that is what takes the time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.costs: list[Parameters] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - the library's name
        self.costs.append(extract_parameters(str(hash)))
        return super().verify(hash, password)


class Api:
    """Whoever asks, by their tokens; every answer that refuses is checked for its form."""

    tokens: dict[str, str]
    client: httpx.Client
    _ids = count(1)

    def ask(self, who: str | None, method: str, path: str, **how: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
        how["headers"] = headers | how.pop("headers", {})
        answer = self.client.request(method, path if path.startswith("/health") else f"/api/v1{path}", **how)
        if answer.status_code >= 400:
            check_problem(answer)
        return answer

    def get(self, who: str, path: str) -> Any:
        answer = self.ask(who, "GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, who: str | None, path: str, **body: Any) -> httpx.Response:
        return self.ask(who, "POST", path, json=body)

    def command(self, who: str, table: str, do: str, **fields: Any) -> httpx.Response:
        return self.post(who, f"/tables/{table}/commands", id=f"c{next(self._ids)}", command={"do": do, **fields})

    def do(self, who: str, table: str, do: str, **fields: Any) -> Any:
        answer = self.command(who, table, do, **fields)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def open(self, table: str, game: str, **terms: Any) -> Any:
        terms = {"bank": 100_000_000, "minimum": 1000, "chance": "drawn"} | terms
        body = {"id": table, "game": game, **terms}
        answer = self.post("sofia", "/tables", id=f"open-{table}", table=body)
        assert answer.status_code == 201, answer.text
        return answer.json()


# What costs most of a service is made once in a process: its people (a schema, passwords, tokens) and its routes.


@dataclass(frozen=True)
class Template:
    """A house as it is before a test begins, in a file to copy."""

    file: Path
    tokens: dict[str, str]
    seal: Seal
    """What is sealed in the file is sealed with this."""
    folder: TemporaryDirectory[str]
    """It stands as long as this is referred to."""

    def copy(self, to: Path) -> Store:
        """Open a copy, without asking alembic what is known: that its schema is up to date."""
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.file, to)
        store = Store(f"{SQLITE}{to}")
        assert store.file is not None
        store.file.check_private()
        store.file.remember()
        return store


def _stands_still(clock: Callable[[], object] | None) -> bool:
    """Whether a house may have been furnished before, at the time that this clock shows."""
    return clock in {None, time.time} or hasattr(clock, "move")


@cache
def _template(*, demo: bool, two_persons: bool, now: float | None, today: datetime | None) -> Template:
    folder = TemporaryDirectory(prefix="banca-template-")
    file, seal = Path(folder.name) / "house.db", Seal.of_process()
    store = open_store(f"{SQLITE}{file}")
    clock = time.time if now is None else lambda: now
    house, people = _open_house(
        store, seal, demo=demo, clock=clock, time_of_day=None if today is None else lambda: today
    )
    tokens = _furnish(house, people, demo=demo, two_persons=two_persons)
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return Template(file, tokens, seal, folder)


def _open_house(
    store: Store,
    seal: Seal,
    *,
    demo: bool,
    clock: Callable[[], float],
    time_of_day: Callable[[], datetime] | None,
) -> tuple[House, People]:
    house = House(store, seal=seal, log=HouseLog.fresh(store), is_play_money=demo, clock=time_of_day)
    return house, People(house, hasher=CHEAP, clock=clock)


def _furnish(house: House, people: People, *, demo: bool, two_persons: bool) -> dict[str, str]:
    """Let everybody in, and open the demo's tables; the token of each person."""
    house.set_safeguards(two_persons=two_persons)
    tokens = {}
    for name, role in {**STAFF, **dict.fromkeys(PLAYERS, Role.PLAYER)}.items():
        people.add(name, role, PASSWORD)
        tokens[name] = people.issue(name, "test").token
    if demo:
        open_demo(house)
    return tokens


_IDLE: dict[object, list[App]] = {}
"""Applications that no service uses now, by what their routes are made from."""


def _application(house: House, people: People, *, limits: ServiceLimits, **settings: Any) -> App:
    """Return what `create_app` returns; the routes are an idle application's where there is one.

    All that differs between two houses is in the application's state, which is always made anew.
    """
    plugins = tuple((name, pages_of(find(name)).api) for name in playable())
    routes = (limits.body_bytes, limits.file_bytes, plugins)
    if idle := _IDLE.get(routes):
        app = idle.pop()
        with mock.patch.object(web_app, "_api"), mock.patch.object(web_app, "App", dict):
            described: Any = web_app.create_app(house, people, limits=limits, **settings)
        app.state = described["state"]
        app.state.test_routes = routes
        return app
    made = web_app.create_app(house, people, limits=limits, **settings)
    assert isinstance(made, App)
    made.state.test_routes = routes
    return made


def _reuse(app: App) -> None:
    idle = _IDLE.setdefault(app.state.test_routes, [])
    if app not in idle:
        idle.append(app)


class Service(Api):
    """One house in this process: sofia supervises, carlos is a croupier, ines inspects; ana, bento and chan play."""

    def __init__(
        self,
        folder: Path,
        *,
        url: str = "",
        demo: bool = False,
        clock: Callable[[], float] = time.time,
        two_persons: bool = False,
        time_of_day: Callable[[], datetime] | None = None,
        **settings: Any,
    ) -> None:
        self.ticks = Clock()
        """What the service's own waits and limits look at."""
        file = Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else folder / "house.db"
        is_plain = not url or url.startswith(SQLITE)
        if is_plain and not file.exists() and _stands_still(clock) and _stands_still(time_of_day):
            now = None if clock is time.time else clock()
            template = _template(demo=demo, two_persons=two_persons, now=now, today=time_of_day and time_of_day())
            self.store = template.copy(file)
            self.house, self.people = _open_house(
                self.store, template.seal, demo=demo, clock=clock, time_of_day=time_of_day
            )
            self.tokens = dict(template.tokens)
        else:
            self.store, seal = open_store(url or f"{SQLITE}{file}"), Seal.of_process()
            self.house, self.people = _open_house(self.store, seal, demo=demo, clock=clock, time_of_day=time_of_day)
            self.tokens = _furnish(self.house, self.people, demo=demo, two_persons=two_persons)
        chosen: dict[str, Any] = {"clock": self.ticks, "limits": UNHURRIED, "tempo": TEMPO} | settings
        self.app = _application(self.house, self.people, is_demo=demo, **chosen)

    def __enter__(self) -> Self:
        self.client = TestClient(self.app, raise_server_exceptions=False)
        self.client.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.__exit__(kind, fault, trace)
        self.store.close()
        _reuse(self.app)

    def fund(self, *players: str, amount: int = MONEY) -> None:
        for player in players or PLAYERS:
            answer = self.post("sofia", "/cage/in", id=f"fund-{player}", player=player, amount=amount)
            assert answer.status_code == 201, answer.text


def work_here(patch: MonkeyPatch) -> None:
    """Check proposals and write dossiers in this process: one of its own takes a second to start."""

    async def do(_: Workers, __: float, work: Callable[..., Any], *args: Any, **about: Any) -> Any:
        return await asyncio.to_thread(work, *args, **about)

    patch.setattr(Workers, "do", do)


class LiveService(Service):
    """The same behind a real server in a thread."""

    def __init__(self, folder: Path, *, behind_proxy: bool = False, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.proxies = Proxies(THIS_MACHINE) if behind_proxy else NO_PROXIES

    def __enter__(self) -> Self:
        need("server")
        self.sock = listen("127.0.0.1", 0)
        self.server = server_of(self.app, proxies=self.proxies)
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [self.sock]}, daemon=True)
        self.thread.start()
        until(lambda: self.server.started)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.sock.getsockname()[1]}", timeout=PATIENCE)
        return self

    def stop(self) -> None:
        self.server.handle_exit(signal.SIGTERM, None)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        del kind, fault, trace
        self.stop()
        self.client.close()
        self.sock.close()
        self.store.close()
        _reuse(self.app)


class Process(Api):
    """`banca serve` as a process of its own."""

    def __init__(self, folder: Path, *more: str, port: str = "0") -> None:
        need("server")
        self.folder = folder
        self.db = f"sqlite:///{folder / 'house.db'}"
        self.errors = (folder / "errors").open("wb")
        self.said = ""
        self.tokens = {}
        until(lambda: self._starts(*self.program(port, *more)))
        until(self._answers)

    def program(self, port: str, *more: str) -> tuple[str, ...]:
        return (str(BIN / "banca"), "serve", "--db", self.db, "--port", port, *more)

    def _starts(self, *command: str) -> bool:
        """Whether it serves; not where somebody has got the port of the one before in between, which is then waited for."""
        environment = os.environ | {"COLUMNS": "200", "BANCA_LANG": "en"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=self.errors, env=environment, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"serving at (http://\S+)", line):
                self.client = httpx.Client(base_url=found[1], timeout=PATIENCE)
                return True
        self.process.wait(PATIENCE)
        said = (self.folder / "errors").read_text()
        assert re.search("cannot.listen", said), said
        return False

    @property
    def base(self) -> str:
        return str(self.client.base_url).rstrip("/")

    @property
    def port(self) -> str:
        return self.base.rpartition(":")[2]

    def _answers(self) -> bool:
        try:
            return self.client.get("/health/ready").status_code == 200
        except httpx.TransportError:
            return False

    def end(self, sig: signal.Signals = signal.SIGTERM) -> int:
        """Stop it; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sig)
        code = self.process.wait(PATIENCE)
        self.client.close()
        self.errors.close()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        self.process.stdin.close()
        self.process.stdout.close()
        return code


class Steered(Process):
    """A demo server whose croupiers act when they are told to (demo_server.py)."""

    def program(self, port: str, *more: str) -> tuple[str, ...]:
        return (sys.executable, str(Path(__file__).with_name("demo_server.py")), self.db, port, *more)

    def look_round(self) -> None:
        """The croupiers look at every table once, a quiet time after they did so before."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("look\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "looked round\n"

    def look_until(self, done: Callable[[], bool]) -> None:
        """They look round again and again until it is so."""

        def look() -> bool:
            self.look_round()
            return done()

        until(look)


def check_problem(answer: httpx.Response) -> None:
    """Every refusal has the same form, and tells nothing of the program."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    problem = answer.json()
    at = {"strategy", "line"}  # of a strategy's text, where it is one
    assert set(problem) - at == {"type", "title", "status", "code", "cite", "detail"}
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"urn:banca:refusal:{problem['code']}"
    assert problem["detail"]
    assert "Traceback" not in answer.text
    assert ".py" not in answer.text


def check_events(answer: httpx.Response) -> None:
    """A stream of events, which no proxy keeps back: nginx gathers what it is not told to pass on."""
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers.get_list("cache-control") == ["no-store, no-transform"]
    assert answer.headers["x-accel-buffering"] == "no"


def until(done: Callable[..., Any]) -> Any:
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := done():
            return found
        time.sleep(0.01)
    raise AssertionError(done)


@contextmanager
def following(api: Api, who: str, table: str, query: str = "", **headers: str) -> Iterator[Iterator[tuple[int, bytes]]]:
    """A stream of events: their ids and raw data; heartbeats have the id -1."""
    sent = {"Authorization": f"Bearer {api.tokens[who]}", **headers}
    path = f"/api/v1/tables/{table}/events{query}"
    client = httpx.Client(base_url=api.client.base_url, timeout=PATIENCE)
    with client, client.stream("GET", path, headers=sent) as answer:
        check_events(answer)
        yield frames(answer)


def frames(answer: httpx.Response) -> Iterator[tuple[int, bytes]]:
    """Each frame of a stream."""
    waiting = b""
    for chunk in answer.iter_raw():
        *whole, waiting = (waiting + chunk).split(b"\n\n")
        for frame in whole:
            if frame == b": alive":
                yield -1, b""
            elif not frame.startswith((b"retry:", b"event: due")):
                first, kind, data = frame.split(b"\n")
                assert kind == b"event: entry"
                yield int(first.removeprefix(b"id: ")), data.removeprefix(b"data: ")


def events(data: bytes) -> list[Any]:
    """What happened, of one frame."""
    found: list[Any] = msgspec.json.decode(data)["events"]
    return found


PAI_KAO = "demo-pai-kao"
PACE = TEMPO.pace
MOST_LOOKS = 5000
"""More looks round the tables than any round here takes, however long the dice make it."""


class Attended:
    """A service whose croupiers look round when they are told to."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.attendants: AutoDealer = service.app.state.auto_dealer

    def look(self, times: int = 1) -> None:
        """Look round after a quiet time, so often."""
        for _ in range(times):
            self.service.ticks.move(PACE)
            self.attendants.go_round()

    def look_until(self, done: Callable[..., Any]) -> Any:
        for _ in range(MOST_LOOKS):
            if found := done():
                return found
            self.look()
        raise AssertionError(done)

    def view(self, table: str, who: str = "ana") -> Any:
        return self.service.get(who, f"/tables/{table}")["view"]


@contextmanager
def at_pai_kao(folder: Path) -> Iterator[Attended]:
    """The demo, with ana at gate 1."""
    with Service(folder, demo=True) as service:
        service.fund("ana")
        service.do("ana", PAI_KAO, "sit", gate=1)
        yield Attended(service)


class Another(Api):
    """Its own clock and its own key of the log, the same people."""

    def __init__(self, url: str, tokens: dict[str, str], **settings: Any) -> None:
        self.store = open_store(url)
        house = House(self.store, log=HouseLog.fresh(self.store))
        people = People(house, hasher=CHEAP)
        self.ticks = Clock()
        self.house = house
        chosen: dict[str, Any] = {"clock": self.ticks, "limits": UNHURRIED, "tempo": TEMPO} | settings
        self.app = create_app(house, people, **chosen)
        self.tokens = tokens


@contextmanager
def beside(url: str, tokens: dict[str, str], **settings: Any) -> Iterator[Another]:
    found = Another(url, tokens, **settings)
    with TestClient(found.app, raise_server_exceptions=False) as found.client:
        yield found
    found.store.close()


TERMS: dict[str, Any] = {
    "games": ["craps", "roulette"],
    "kinds": ["bets", "null"],
    "levels": [1],
    "questions": 4,
    "minutes": 10,
    "pass_mark": 75,
}


class TimeOfDay:
    """Stands still until it is told otherwise."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def right_reply(wanted: WantedExercise) -> dict[str, Any]:
    """What is right, found beside the marking: from the exercise itself."""
    exercise = make_exercise(wanted)
    content = exercise.content
    match wanted.kind:
        case ExerciseKind.BETS:
            found = exercises_of(wanted.game).dues(content, translator())
            return {"answers": [{"result": due.result, "paid": due.paid} for due in found]}
        case ExerciseKind.PICTURE:
            return {"amount": sum(due.paid for due in dues(content, translator()))}
        case ExerciseKind.EXPOSURE:
            return {"amount": worst_results(content)[0]}
        case ExerciseKind.CUTTING:
            taken = dict(cut(content.amount, content.chip))
            return {"counts": [taken.get(worth, 0) for worth in exercise.question(translator()).denominations]}
        case ExerciseKind.PAYOUT:
            amount = sum(worth * count for worth, count in content.handed)
            return {"choice": RIGHT if amount == content.due else SHORT if amount < content.due else OVER}
        case ExerciseKind.NULL:
            return {"choice": min(right_choices(wanted) & {"counts", *map(str, content.offered)})}


def right_choices(wanted: WantedExercise) -> set[str]:
    """The choices that are right of a throw: that it counts, or any article that says it does not."""
    seen = make_exercise(wanted).content.seen
    return set(map(str, seen.by(find(wanted.game)))) if seen.null else {"counts"}


def wrong_choice(wanted: WantedExercise, choices: list[dict[str, str]]) -> str:
    """What is offered of a throw and not right, whichever was drawn."""
    right = right_choices(wanted)
    return next(choice["id"] for choice in choices if choice["id"] not in right)


def drawn(service: Service, sitting: int) -> list[WantedExercise]:
    """The questions of an exam, which only the store knows."""
    return questions_of(service.app.state.school.sitting(sitting))


def begin(api: Api, who: str, name: str = "", id: str = "one", **terms: Any) -> Any:  # noqa: A002 - as requests have it
    answer = api.post(who, "/exams", id=id, name=name, terms=TERMS | terms)
    assert answer.status_code == 201, answer.text
    return answer.json()


def answer_all(service: Service, who: str, sitting: int, wrong: int = 0) -> None:
    """Right answers to all questions but the last so many, which are left out."""
    questions = drawn(service, sitting)
    for place, one in enumerate(questions[: len(questions) - wrong], start=1):
        kept = service.post(who, f"/exams/{sitting}/answers/{place}", **right_reply(one))
        assert kept.status_code == 200, kept.text


def make_class(api: Api, by: str = "sofia", *names: str) -> int:
    made = api.post(by, "/classes", name="Evening class")
    assert made.status_code == 201, made.text
    number = int(made.json()["number"])
    if names:
        assert api.post(by, f"/classes/{number}/members", names=list(names)).status_code == 204
    return number


def set_exam(api: Api, number: int, by: str = "sofia", **terms: Any) -> int:
    made = api.post(by, f"/classes/{number}/exams", title="First exam", terms=TERMS | terms)
    assert made.status_code == 201, made.text
    return int(made.json()["exams"][0]["number"])

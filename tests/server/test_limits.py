"""Limits of what comes in: how often, how many at once, whose password is looked at; and what a refusal says."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from threading import Event
from typing import Any, Literal

import httpx
import pytest
from argon2 import PasswordHasher

from banca.house.messages import LimitCounted, PasswordTried
from banca.house.seal import Seal
from banca.rules import Refusal
from banca.server import simulations as runs
from banca.server.api import games, lab
from banca.server.limits import MOST_COUNTED, LoginThrottle, Rate, ServiceLimits, with_settings
from banca.server.problems import TOO_OFTEN, UNKNOWN_RUN
from limits import text as page_of_limits
from support.commands import run
from support.lanes import PATIENCE, Clock
from support.paths import ROOT
from support.readers import counted
from support.server import PASSWORD, PLAYERS, UNHURRIED, LiveService, Service, until

LINE = "2001:db8:0:1::"
WRONG = "wrong"


class Held(PasswordHasher):
    """Looks at a password only when it is told to."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go_on = Event()
        self.looked_at = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - the library's name
        self.looked_at += 1
        self.go_on.wait(PATIENCE)
        return super().verify(hash, password)


def limited(answer: httpx.Response, code: str, limit: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (429, code), answer.text
    assert int(answer.headers["retry-after"]) > 0
    assert counted(limit) > 0


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house"), behind_proxy=True) as service:
        yield service


def test_a_key_longer_than_any_of_ours_is_not_looked_up(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(service.people, "check", looked_up.append)
    before = counted("token_letters")
    for length in (100, 101, 10_000):
        for headers in ({"Authorization": "Bearer " + "x" * length}, {"Cookie": "banca_session=" + "x" * length}):
            assert service.ask(None, "GET", "/me", headers=headers).status_code == 401
    assert [len(key) for key in looked_up] == [100, 100]
    assert counted("token_letters") == before + 4


@pytest.mark.server
@pytest.mark.slow
def test_a_body_that_is_too_long_is_refused_and_counted(tmp_path: Path) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, body_bytes=1000, file_bytes=2000)) as service:
        before = counted("body_bytes")
        assert service.post(None, "/login", name="ana", password="x" * 1000).status_code == 413
        assert service.post("ana", "/proposals/check", source="#" * 1500).status_code == 200
        assert service.post("ana", "/proposals/check", source="#" * 2000).status_code == 413
        assert counted("body_bytes") == before + 2


def from_address(service: LiveService, address: str, name: str, password: str, **cookies: str) -> httpx.Response:
    headers = {"X-Forwarded-For": address} | ({"Cookie": "; ".join(f"{a}={b}" for a, b in cookies.items())})
    return httpx.post(
        f"{service.client.base_url}/api/v1/login",
        json={"name": name, "password": password},
        headers=headers,
        timeout=PATIENCE,
    )


@pytest.mark.server
def test_all_addresses_of_a_line_are_counted_as_one(proxied: LiveService) -> None:
    answers = [from_address(proxied, f"{LINE}{place + 1:x}", f"name-{place}", "wrong") for place in range(25)]
    assert [one.status_code for one in answers].count(401) == ServiceLimits().wrong_passwords_of_address
    limited(answers[-1], "too_many_tries", "wrong_passwords_of_address")
    assert from_address(proxied, "2001:db8:0:2::1", "ana", PASSWORD).status_code == 200


@pytest.mark.server
def test_strangers_do_not_lock_out_a_browser_that_has_logged_in_well_before(proxied: LiveService) -> None:
    known = dict(from_address(proxied, "192.0.2.1", "sofia", PASSWORD).cookies)
    stranger = dict(from_address(proxied, "192.0.2.2", "ana", PASSWORD).cookies)
    assert set(known) == {"banca_session", "banca_browser"}
    del known["banca_session"]
    for place in range(12):
        from_address(proxied, f"198.51.100.{place}", "sofia", "wrong")
    limited(from_address(proxied, "192.0.2.3", "sofia", PASSWORD), "too_many_tries", "wrong_passwords_of_name")
    for cookie in (stranger, {"banca_browser": known["banca_browser"][:-4] + "AAAA"}, {"banca_browser": "x" * 3000}):
        assert from_address(proxied, "192.0.2.3", "sofia", PASSWORD, **cookie).status_code == 429
    assert from_address(proxied, "198.51.100.1", "sofia", PASSWORD, **known).status_code == 200


def test_a_known_browser_or_a_thief_of_a_session_that_guesses_waits_and_keeps_nobody_else_out(service: Service) -> None:
    def log_in(name: str, password: str) -> int:
        return service.post(None, "/login", name=name, password=password).status_code

    assert log_in("bento", PASSWORD) == 200
    guesses = [log_in("bento", WRONG) for _ in range(7)]
    thefts = [service.post("chan", "/password", old=f"guess {n}", new="x" * 20).status_code for n in range(7)]
    assert guesses == thefts == [401] * 5 + [429] * 2
    for name in ("bento", "chan"):
        service.client.cookies.clear()
        assert log_in(name, PASSWORD) == 200
    service.client.cookies.clear()


@pytest.mark.server
def test_a_flood_of_log_ins_leaves_the_house_to_others(tmp_path: Path) -> None:
    limits = replace(UNHURRIED, wrong_passwords_of_address=1000, passwords_waiting=3)
    hasher = Held()
    with LiveService(tmp_path, limits=limits) as service:
        known = service.post(None, "/login", name="sofia", password=PASSWORD)
        service.people._hasher = hasher  # from now on it takes as long as the test wants

        def log_in(name: str, **headers: str) -> httpx.Response:
            url = f"{service.client.base_url}/api/v1/login"
            return httpx.post(url, json={"name": name, "password": PASSWORD}, headers=headers, timeout=PATIENCE)

        with ThreadPoolExecutor(30) as pool:
            flood = [pool.submit(log_in, f"name-{place}") for place in range(24)]
            until(lambda: sum(one.done() for one in flood) == 19)  # two are looked at, three wait
            browser = pool.submit(log_in, "sofia", Cookie=f"banca_browser={known.cookies['banca_browser']}")
            assert service.get("ana", "/me")["name"] == "ana"
            assert service.ask("bento", "GET", "/tables").status_code == 200
            assert {log_in("ana").json()["code"] for _ in range(6)} == {"too_busy"}
            assert hasher.looked_at == 2
            hasher.go_on.set()
            answers = [one.result() for one in flood]
            assert browser.result().status_code == 200  # a known browser waits for its turn, however many do
        assert sorted(one.status_code for one in answers) == [401] * 5 + [429] * 19
        assert log_in("ana").status_code == 200  # what was not looked at is no wrong try
        limited(next(one for one in answers if one.status_code == 429), "too_busy", "passwords_waiting")


@pytest.mark.server
def test_the_known_browsers_of_one_person_leave_the_queue_for_passwords_to_others(tmp_path: Path) -> None:
    limits = replace(UNHURRIED, passwords_waiting=3)
    hasher = Held()
    with LiveService(tmp_path, limits=limits) as service:
        url = f"{service.client.base_url}/api/v1/login"

        def log_in(name: str, **headers: str) -> httpx.Response:
            return httpx.post(url, json={"name": name, "password": PASSWORD}, headers=headers, timeout=PATIENCE)

        cookies = [log_in("bento").cookies["banca_browser"] for _ in range(8)]
        service.people._hasher = hasher  # from now on it takes as long as the test wants
        with ThreadPoolExecutor(10) as pool:
            flood = [pool.submit(log_in, "bento", Cookie=f"banca_browser={one}") for one in cookies]
            until(lambda: sum(one.done() for one in flood) == len(cookies) - limits.passwords_of_person)
            stranger = pool.submit(log_in, "ana")
            assert service.get("ana", "/me")["name"] == "ana"
            hasher.go_on.set()
            assert stranger.result().status_code == 200
        codes = sorted(one.result().status_code for one in flood)
        assert codes == [200] * limits.passwords_of_person + [429] * (len(cookies) - limits.passwords_of_person)


def refused(rate: Rate, who: str) -> Refusal | None:
    try:
        rate.check(who)
    except Refusal as refusal:
        return refusal
    return None


def test_a_rate_lets_so_many_through_at_once_and_then_as_they_grow_back() -> None:
    clock = Clock()
    rate = Rate(replace(ServiceLimits(), commands_of_person_minute=600), "commands_of_person_minute", clock)

    def through(who: str = "ana") -> int:
        codes = [refused(rate, who) for _ in range(700)]
        return codes.count(None)

    assert (through(), through("bento"), through()) == (600, 600, 0)
    clock.move(1.0)
    assert through() == 10
    clock.move(0.05)
    assert through() == 0
    told = refused(rate, "ana")
    assert told
    assert (told.code, told.about["seconds"], told.about["allowed"]) == (TOO_OFTEN, 1, 600)
    clock.move(3600)
    assert through() == 600


def test_those_who_asked_longest_ago_are_forgotten_first() -> None:
    rate = Rate(replace(ServiceLimits(), commands_of_person_minute=1), "commands_of_person_minute", Clock())
    for place in range(MOST_COUNTED + 1):
        rate.check(str(place))
    assert refused(rate, "0") is None
    assert refused(rate, str(MOST_COUNTED))


def test_nobody_writes_journal_without_end(tmp_path: Path) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, commands_of_person_minute=20)) as service:
        service.fund("ana", "bento")
        service.open("fantan-1", "fantan")
        service.do("ana", "fantan-1", "sit")
        answers = [service.command("ana", "fantan-1", do) for _ in range(11) for do in ("leave", "sit")]
        assert [answer.status_code for answer in answers] == [201] * 19 + [429] * 3
        limited(answers[-1], "too_often", "commands_of_person_minute")
        assert service.house.table("fantan-1").seq == 21
        service.do("bento", "fantan-1", "sit")
        service.ticks.move(3)
        service.do("ana", "fantan-1", "sit")
        service.ticks.move(60)  # many in one request count each
        many = [{"table": "fantan-1", "id": f"m{n}", "command": {"do": "dance"}} for n in range(22)]
        codes = [each["problem"]["code"] for each in service.post("ana", "/commands", commands=many).json()["answers"]]
        assert codes == ["unknown_act"] * 20 + ["too_often"] * 2


@pytest.mark.slow
def test_guests_of_one_line_are_limited_and_so_are_exercises(tmp_path: Path) -> None:
    limits = replace(UNHURRIED, guests_of_address_minute=2, exercises_of_person_minute=3)
    with Service(tmp_path, demo=True, limits=limits) as service:
        assert [service.post(None, "/demo/players").status_code for _ in range(3)] == [201, 201, 429]
        limited(service.post(None, "/demo/players"), "too_often", "guests_of_address_minute")
        ask = {"level": 1, "seed": 1}
        answers = [service.post(None, "/trainer/craps/exercises", **ask) for _ in range(4)]
        assert [one.status_code for one in answers] == [200] * 3 + [429]
        limited(answers[-1], "too_often", "exercises_of_person_minute")
        assert service.post("ana", "/trainer/craps/exercises", **ask).status_code == 200


@pytest.mark.server
def test_nobody_fills_the_line_of_what_is_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def slow(*_: object) -> dict[str, Any]:
        go_on.wait(PATIENCE)
        return {}

    monkeypatch.setattr(games, "odds_of", slow)
    limits = replace(UNHURRIED, computed_of_person=2, computed_waiting=4)
    with LiveService(tmp_path, limits=limits) as service, ThreadPoolExecutor(20) as pool:

        def ask(who: str | None) -> httpx.Response:
            headers = {"Authorization": f"Bearer {service.tokens[who]}"} if who else {}
            url = f"{service.client.base_url}/api/v1/games/craps/odds"
            return httpx.get(url, headers=headers, timeout=PATIENCE)

        strangers = [pool.submit(ask, None) for _ in range(6)]
        until(lambda: sum(one.done() for one in strangers) == 4)
        players = [pool.submit(ask, name) for name in PLAYERS]
        until(lambda: service.app.state.aside._here.total() == 5)  # who waits is to be seen nowhere else
        limited(ask("sofia"), "too_busy", "computed_waiting")
        go_on.set()
        assert sorted(one.result().status_code for one in strangers) == [200] * 2 + [429] * 4
        assert {one.result().status_code for one in players} == {200}


@pytest.mark.server
def test_nobody_keeps_the_others_out_of_the_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def slow(*_: object) -> None:
        go_on.wait(PATIENCE)
        raise Refusal(UNKNOWN_RUN, asked="none")

    monkeypatch.setattr(lab, "prepare", slow)
    monkeypatch.setattr(runs, "MOST_MADE_OF_ONE", 2)
    with LiveService(tmp_path) as service, ThreadPoolExecutor(6) as pool:

        def ask(who: str) -> httpx.Response:
            headers = {"Authorization": f"Bearer {service.tokens[who]}"}
            body = {"strategies": [{"text": 'game = "craps"'}], "sessions": 1}
            return httpx.post(
                f"{service.client.base_url}/api/v1/lab/runs", json=body, headers=headers, timeout=PATIENCE
            )

        of_one = [pool.submit(ask, "ana") for _ in range(3)]
        until(lambda: any(one.done() for one in of_one))
        other = pool.submit(ask, "bento")
        until(lambda: service.app.state.runs.making._here.total() == 3)  # who waits is to be seen nowhere else
        go_on.set()
        assert sorted(one.result().status_code for one in of_one) == [404, 404, 429]
        assert other.result().status_code == 404


def test_every_limit_can_be_set_and_what_is_none_is_refused_in_one_line() -> None:
    names = [one.name for one in fields(ServiceLimits)]
    chosen = with_settings(ServiceLimits(), [f"{name}=7" for name in names])
    assert {getattr(chosen, name) for name in names} == {7}
    for setting in ("connection=5", "connections", "connections=0", "connections=2.5", "request_seconds=nan"):
        refused = run("serve", "--limit", setting)
        assert refused.exit_code == 1
        assert refused.stderr.startswith("banca: ")
        assert setting.partition("=")[0] in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_the_page_of_limits_is_up_to_date() -> None:
    assert (ROOT / "docs" / "limits.md").read_text("utf-8") == page_of_limits()


def test_people_who_share_a_browser_are_all_known_by_it() -> None:
    guessing = LoginThrottle(ServiceLimits(), Seal.fresh(), Clock())
    cookie = ""
    for name in ("ana", "bento", "chan", "ana"):
        cookie = guessing.cookie_for(name, cookie)
    assert [guessing.is_known(name, cookie) for name in ("ana", "bento", "chan", "dora", "")] == [True] * 3 + [
        False
    ] * 2
    for place in range(5):
        cookie = guessing.cookie_for(f"other-{place}", cookie)
    assert not guessing.is_known("ana", cookie)
    assert not LoginThrottle(ServiceLimits(), Seal.fresh(), Clock()).is_known("other-1", cookie)


def test_what_another_process_counts_is_held_against_people_here() -> None:
    limits, clock = replace(ServiceLimits(), commands_of_person_minute=10), Clock()
    one, other = (Rate(limits, "commands_of_person_minute", clock) for _ in range(2))
    for _ in range(6):
        one.check("ana")
    counted = one.untold()
    assert counted == LimitCounted(limit="commands_of_person_minute", each={"ana": 6})
    assert one.untold() is None
    other.learn(counted)
    for _ in range(4):
        other.check("ana")
    with pytest.raises(Refusal):
        other.check("ana")
    other.check("rui")
    assert other.untold() == LimitCounted(limit="commands_of_person_minute", each={"ana": 4, "rui": 1})


def test_tries_at_a_password_count_everywhere() -> None:
    limits, clock = replace(ServiceLimits(), wrong_passwords_of_name=2), Clock()
    one, other = (LoginThrottle(limits, Seal.fresh(), clock) for _ in range(2))
    messages: list[PasswordTried] = []
    one.tell = lambda message: (messages.append(message), other.learn(message))  # type: ignore[func-returns-value]
    tries = one.of_person("ana")
    one.count(tries)
    one.count(tries)
    with pytest.raises(Refusal):
        other.count(tries)
    one.forgive(tries)
    other.count(tries)
    assert messages == [PasswordTried(counted=tries)] * 2 + [PasswordTried(counted=tries, is_right=True)]


def test_who_has_to_wait_is_not_forgotten_because_others_try() -> None:
    limits, clock = replace(ServiceLimits(), wrong_passwords_of_name=1), Clock()
    throttle = LoginThrottle(limits, Seal.fresh(), clock)
    throttle.count(throttle.of_person("ana"))
    for number in range(100):
        throttle.count(throttle.of_person(f"somebody-{number}"))
    with pytest.raises(Refusal):
        throttle.count(throttle.of_person("ana"))

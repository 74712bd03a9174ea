"""Who may come in: passwords, one-time passwords, sessions, tokens that end with what made them, second factors."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest
from argon2 import extract_parameters

from banca.house.house import House
from banca.house.people import SESSION, STEP_SECONDS, People
from banca.house.refusals import CODE_NEEDED, NO_SUCH_KEY, TOO_MANY_TOKENS, WRONG_CODE, WRONG_PASSWORD
from banca.house.store import open_store
from banca.rules import Refusal
from banca.server.limits import ServiceLimits
from banca.server.problems import FACTOR_MUST_BE_SET, SESSION_NEEDED
from banca.tables.commands import Role
from support.lanes import Clock
from support.server import CHEAP, PASSWORD, Counting, Process, Service

OTHER = "another password, longer"


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture
def service(tmp_path: Path, clock: Clock) -> Iterator[Service]:
    with Service(tmp_path, clock=clock) as found:
        yield found


def log_in(service: Service, name: str, password: str = PASSWORD) -> httpx.Response:
    return service.post(None, "/login", name=name, password=password)


# The first start


@pytest.mark.server
def test_the_first_supervisor_gets_a_one_time_password_once_and_must_change_it(tmp_path: Path) -> None:
    first = Process(tmp_path)
    try:
        (password,) = [line.split()[-4] for line in first.said.splitlines() if "one-time password" in line]
        come = first.post(None, "/login", name="supervisor", password=password)
        assert come.status_code == 200, come.text
        csrf = {"X-CSRF-Token": come.json()["csrf"]}
        assert come.json()["must_change"] is True
        for method, path, body in (
            ("GET", "/tables", None),
            ("POST", "/tokens", {"label": "mine"}),
            ("POST", "/users", {"name": "ana", "role": "player"}),
            ("GET", "/users", None),
            ("POST", "/cage/in", {"id": "1", "player": "ana", "amount": 1}),
        ):
            refused = first.ask(None, method, path, json=body, headers=csrf)
            assert (refused.status_code, refused.json()["code"]) == (403, "password_must_change"), path
        assert first.ask(None, "GET", "/me").status_code == 200
        changed = first.ask(None, "POST", "/password", json={"old": password, "new": OTHER}, headers=csrf)
        assert changed.status_code == 200, changed.text
        assert first.ask(None, "GET", "/users").json() == [
            {"name": "supervisor", "role": "supervisor", "is_disabled": False}
        ]
        session = first.client.cookies["banca_session"]
    finally:
        assert first.end(signal.SIGINT) == 0
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    people = People(House(store), hasher=CHEAP)
    assert people.first_start() is None  # a second start shows no password
    assert people.log_in("supervisor", OTHER)
    with pytest.raises(Refusal):
        people.log_in("supervisor", password)
    store.close()
    logged = (tmp_path / "errors").read_text()
    assert '"path":"/api/v1/login"' in logged
    assert not any(secret in logged for secret in (password, OTHER, session))


def test_a_first_start_that_two_processes_make_at_once_has_one_password(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'house.db'}")
    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda _: People(House(store), hasher=CHEAP).first_start(), range(4)))
    store.close()
    assert len([one for one in given if one]) == 1


def test_a_register_that_another_process_began_meanwhile_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    store, other = open_store(url), open_store(url)
    read_staff = store.users

    def staff_after_the_other_process(**about: Any) -> list[Any]:
        monkeypatch.undo()
        assert People(House(other), hasher=CHEAP).first_start()
        return read_staff(**about)

    monkeypatch.setattr(store, "users", staff_after_the_other_process)
    house = House(store)
    assert list(house.register.staff) == ["supervisor"]
    store.close()
    other.close()


# Passwords


def test_wrong_passwords_make_the_next_try_wait_longer_and_longer(service: Service) -> None:
    for _ in range(ServiceLimits().wrong_passwords_of_name):
        wrong = log_in(service, "ana", "wrong")
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
    waits = []
    for _ in range(5):
        slow = log_in(service, "ana")  # even the right one waits
        assert (slow.status_code, slow.json()["code"]) == (429, "too_many_tries")
        waits.append(int(slow.headers["retry-after"]))
        service.ticks.move(waits[-1])
        assert log_in(service, "ana", "wrong").status_code == 401
    assert waits == [1, 2, 4, 8, 16]
    service.ticks.move(40)
    assert log_in(service, "ana").status_code == 200
    assert log_in(service, "ana", "wrong").status_code == 401
    well = {log_in(service, name).status_code for _ in range(12) for name in ("ana", "bento")}
    assert well == {200}  # who logs in well does not use up the tries of the address


def test_an_unknown_name_gets_the_same_answer_as_a_wrong_password(service: Service) -> None:
    service.people.add("disabled", Role.PLAYER, PASSWORD)
    service.people.disable("disabled")
    known = log_in(service, "ana", "wrong")
    for name in ("nobody", "", "Ana", "ana\n", "a\0na", "x" * 200, "澳門", "disabled"):
        service.ticks.move(1000)
        unknown = log_in(service, name)
        assert (known.status_code, known.content) == (unknown.status_code, unknown.content), name


def test_an_unknown_name_takes_as_much_work_as_a_wrong_password(service: Service, clock: Clock) -> None:
    hasher = Counting()
    people = People(service.house, hasher=hasher, clock=clock)
    people.add("slow", Role.PLAYER, PASSWORD)
    people.add("gone", Role.PLAYER, PASSWORD)
    people.disable("gone")
    for name in ("slow", "nobody", "gone", "no name at all\n"):
        hasher.costs.clear()
        with pytest.raises(Refusal):
            people.log_in(name, "wrong")
        assert hasher.costs == [extract_parameters(hasher.hash("any"))], name


def test_a_new_password_ends_every_key_and_needs_the_old_one(service: Service) -> None:
    for new in ("short", PASSWORD, "x" * 201):
        assert service.post("ana", "/password", old=PASSWORD, new=new).status_code in {400, 422}
    assert service.post("ana", "/password", old="wrong", new=OTHER).status_code == 401
    assert service.get("ana", "/me")["name"] == "ana"
    changed = service.post("ana", "/password", old=PASSWORD, new=OTHER)
    assert changed.status_code == 200
    service.client.cookies.clear()
    assert service.ask("ana", "GET", "/me").status_code == 401
    assert log_in(service, "ana").status_code == 401
    assert log_in(service, "ana", OTHER).status_code == 200


# Sessions and tokens


def test_a_browser_needs_the_csrf_token_for_changes_and_a_program_does_not(service: Service) -> None:
    csrf = log_in(service, "ana").json()["csrf"]
    body = {"json": {"label": "mine"}}
    assert service.ask(None, "GET", "/me").json()["csrf"] == csrf
    for headers in ({}, {"X-CSRF-Token": "x"}, {"X-CSRF-Token": b"\xe9"}, {"Authorization": "Basic YW5hOng="}):
        refused = service.ask(None, "POST", "/tokens", headers=headers, **body)
        assert (refused.status_code, refused.json()["code"]) == (403, "no_csrf_token"), headers
    assert service.ask(None, "POST", "/tokens", headers={"X-CSRF-Token": csrf}, **body).status_code == 201
    assert service.ask("ana", "POST", "/tokens", **body).status_code == 201
    assert service.get("ana", "/me")["csrf"] == ""


def test_another_sites_form_cannot_log_somebody_in(service: Service) -> None:
    body = b'{"name": "ana", "password": "%b"}' % PASSWORD.encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        refused = service.ask(None, "POST", "/login", content=body, headers={"Content-Type": kind})
        assert refused.status_code == 415, kind


def test_a_session_lives_in_a_cookie_that_scripts_and_other_sites_do_not_get_until_it_is_ended(
    service: Service,
) -> None:
    login = log_in(service, "ana")
    parts = {part.strip() for part in login.headers["set-cookie"].lower().split(";")}
    assert {"httponly", "samesite=strict", "path=/", "max-age=43200"} <= parts
    csrf = login.json()["csrf"]
    session = service.client.cookies["banca_session"]
    among_others = {"Cookie": f"a[b]=1; x={{}}; banca_session={session}; last"}
    assert service.ask(None, "GET", "/me", headers=among_others).status_code == 200
    assert service.ask(None, "POST", "/logout").status_code == 403
    assert service.ask(None, "POST", "/logout", headers={"X-CSRF-Token": csrf}).status_code == 204
    assert "banca_session" not in service.client.cookies
    assert service.ask(None, "GET", "/me", headers={"Cookie": f"banca_session={session}"}).status_code == 401


def test_sessions_and_tokens_run_out(service: Service, clock: Clock) -> None:
    service.tokens["day"] = service.post("bento", "/tokens", label="a day", days=1).json()["token"]
    for who, seconds in (("sofia", 1800), ("ana", 4 * 3600)):  # idle
        log_in(service, who)
        for _ in range(2):
            clock.now += seconds - 1
            assert service.ask(None, "GET", "/me").status_code == 200
        clock.now += seconds + 1
        assert service.ask(None, "GET", "/me").status_code == 401
    assert service.get("day", "/me") == {
        "name": "bento", "role": "player", "must_change": False, "has_factor": False, "csrf": "", "wallet": 0
    }  # fmt: skip
    log_in(service, "ana")
    for _ in range(3):  # whoever is there now and then stays for the whole shift
        clock.now += 4 * 3600 - 1
        assert service.ask(None, "GET", "/me").status_code == 200
    clock.now += 3
    assert service.ask(None, "GET", "/me").status_code == 401
    assert service.ask("day", "GET", "/me").status_code == 401
    clock.now += 90 * 24 * 3600
    assert service.ask("bento", "GET", "/me").status_code == 401
    service.people.issue("bento", "new")
    with service.store.engine.connect() as connection:  # what has run out is thrown away
        assert connection.exec_driver_sql("SELECT count(*) FROM keys").scalar() == 1


def test_a_key_that_is_none_is_nobodys(service: Service) -> None:
    for value in (b"Bearer ", b"Bearer x", b"Bearer \xe9", b"Basic x", b"bearer", b"Bearer " + b"x" * 5000):
        refused = service.ask(None, "GET", "/me", headers={"Authorization": value})
        assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")


def test_who_is_shut_out_is_out_at_once_and_a_new_password_lets_them_in_again(service: Service) -> None:
    assert service.get("ana", "/me")["name"] == "ana"
    own = service.ask("sofia", "DELETE", "/users/sofia")  # a supervisor is always left
    assert (own.status_code, own.json()["code"]) == (422, "not_yourself")
    assert service.ask("sofia", "DELETE", "/users/ana").status_code == 204
    assert service.ask("ana", "GET", "/me").status_code == 401
    assert log_in(service, "ana").status_code == 401
    assert {"name": "ana", "role": "player", "is_disabled": True} in service.get("ines", "/users")
    given = service.ask("sofia", "POST", "/users/ana/password").json()
    assert log_in(service, "ana", given["password"]).json()["must_change"] is True
    assert service.ask(None, "GET", "/me").json()["name"] == "ana"
    assert service.ask("ana", "GET", "/me").status_code == 401  # the old token is still dead


def test_nobody_is_called_as_another_is_or_as_the_program_is(service: Service) -> None:
    answers = {"dora": 201, "ana": 409, "house": 409, "automatic": 409, "d\n": 400, "Dora": 400, "practice:x": 400}
    for name, status in answers.items():
        assert service.post("sofia", "/users", name=name, role="player").status_code == status, name


# Keys of one's own


def minted(service: Service, who: str, name: str, days: int = 1) -> str:
    """A token of somebody's, kept under a name; its key."""
    answer = service.post(who, "/tokens", label=name, days=days)
    assert answer.status_code == 201, answer.text
    service.tokens[name] = answer.json()["token"]
    return str(next(one["key"] for one in service.get(name, "/tokens") if one["label"] == name))


def test_what_a_token_made_ends_with_it_and_is_listed(service: Service, clock: Clock) -> None:
    parent = minted(service, "ana", "parent")
    child = minted(service, "parent", "child", days=365)
    minted(service, "child", "grandchild")
    minted(service, "ana", "other", days=2)
    held = {one["label"]: one for one in service.get("ana", "/tokens")}
    assert (held["child"]["key"], held["child"]["minted_by"]) == (child, parent)
    assert not any(token in str(held) for token in service.tokens.values())
    assert service.ask("bento", "DELETE", f"/tokens/{parent}").json()["code"] == NO_SUCH_KEY
    minted(service, "ana", "day")
    minted(service, "day", "year", days=365)
    assert service.ask("ana", "DELETE", f"/tokens/{parent}").status_code == 204
    for name in ("parent", "child", "grandchild"):
        assert service.ask(name, "GET", "/me").status_code == 401, name
    clock.now += 86400 + 1
    assert service.ask("year", "GET", "/me").status_code == 401  # finding 16: no token makes one that outlives it
    assert service.get("other", "/me")["name"] == "ana"
    assert {one["label"] for one in service.get("ana", "/tokens")} == {"test", "other"}


def test_nobody_has_more_tokens_than_they_may(service: Service) -> None:
    for number in range(service.people.stay.tokens - 1):  # one is there
        assert service.post("ana", "/tokens", label=f"{number}").status_code == 201
    assert service.post("ana", "/tokens", label="more").json()["code"] == TOO_MANY_TOKENS


# A second factor


def with_factor(service: Service, clock: Clock, who: str) -> pyotp.TOTP:
    service.tokens[who] = service.people.issue(who, SESSION).token
    new = service.post(who, "/factor").json()
    assert not new["is_set"]
    assert new["address"].startswith("otpauth://totp/Banca:")
    assert "<svg" in new["picture"]
    codes = pyotp.TOTP(new["secret"])
    set_ = service.post(who, "/factor", secret=new["secret"], code=codes.at(int(clock.now)))
    assert set_.json()["is_set"]
    clock.now += STEP_SECONDS
    return codes


def test_who_has_a_second_factor_comes_in_by_it_and_changes_it_by_it_alone(service: Service, clock: Clock) -> None:
    codes = with_factor(service, clock, "sofia")
    assert service.get("sofia", "/me")["has_factor"]
    row = service.store.user("sofia")
    assert row is not None
    assert row.factor.startswith("1.")  # sealed
    assert codes.secret not in row.factor
    who = {"name": "sofia", "password": PASSWORD}
    code = codes.at(int(clock.now))
    for body, answer in (
        (who, CODE_NEEDED),
        (who | {"code": "000000"}, WRONG_CODE),
        (who | {"password": "wrong"}, WRONG_PASSWORD),
        (who | {"code": code}, None),
        (who | {"code": code}, WRONG_CODE),  # good once
    ):
        assert service.post(None, "/login", **body).json().get("code") == answer
    clock.now += STEP_SECONDS
    other = service.post("sofia", "/factor").json()["secret"]
    shown = pyotp.TOTP(other).at(int(clock.now))
    assert service.post("sofia", "/factor", secret=other, code=shown).json()["code"] == WRONG_CODE
    old = codes.at(int(clock.now))
    assert service.post("sofia", "/factor", secret=other, code=shown, old=old).json()["is_set"]
    guesses = [service.post(None, "/login", **who, code=code).status_code for code in ("", "1", "", "2", "", "3", "")]
    assert guesses[-1] == 429


def test_a_wrong_code_sets_no_factor_and_a_reset_takes_it_away(service: Service, clock: Clock) -> None:
    service.tokens["robot"] = service.people.issue("sofia", "robot").token
    assert service.post("robot", "/factor").json()["code"] == SESSION_NEEDED
    service.tokens["sofia"] = service.people.issue("sofia", SESSION).token
    secret = service.post("sofia", "/factor").json()["secret"]
    for bad in (secret, "not base 32", "é", "AA"):
        answer = service.post("sofia", "/factor", secret=bad, code="123")
        assert answer.json()["code"] == WRONG_CODE, bad
    assert not service.get("sofia", "/me")["has_factor"]
    with_factor(service, clock, "carlos")
    password = service.ask("sofia", "POST", "/users/carlos/password").json()["password"]
    assert service.post(None, "/login", name="carlos", password=password).json()["has_factor"] is False


def test_a_house_may_ask_all_staff_for_it(service: Service, clock: Clock) -> None:
    service.house.set_safeguards(second_factor=True)
    assert service.ask("sofia", "GET", "/users").json()["code"] == FACTOR_MUST_BE_SET
    assert service.get("ana", "/tables") == []
    with_factor(service, clock, "sofia")
    assert service.ask("sofia", "GET", "/users").status_code == 200

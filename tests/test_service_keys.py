"""Keys and second factors: tokens listed, ended, never outliving what made them; idle sessions; codes that are good once."""

from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest

from banca.house.keys import SESSION
from banca.house.refusals import CODE_NEEDED, NO_SUCH_KEY, TOO_MANY_TOKENS, WRONG_CODE, WRONG_PASSWORD
from banca.house.totp import STEP_SECONDS
from banca.service.refusals import FACTOR_MUST_BE_SET, SESSION_NEEDED
from clock import Clock
from service import PASSWORD, Service


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture
def service(tmp_path: Path, clock: Clock) -> Iterator[Service]:
    with Service(tmp_path, clock=clock) as service:
        yield service


def minted(service: Service, who: str, name: str, days: int = 1) -> str:
    """A token of somebody's, kept under a name; its key."""
    answer = service.post(who, "/tokens", label=name, days=days)
    assert answer.status_code == 201, answer.text
    service.tokens[name] = answer.json()["token"]
    return str(next(one["key"] for one in service.get(name, "/tokens") if one["label"] == name))


def test_a_token_makes_none_that_outlives_it(service: Service, clock: Clock) -> None:
    """Finding 16: a token of one day made one of 365, and went on when its maker had ended."""
    minted(service, "ana", "day")
    minted(service, "day", "year", days=365)
    clock.now += 86400 + 1
    assert service.ask("year", "GET", "/me").status_code == 401


def test_what_a_token_made_ends_with_it(service: Service) -> None:
    parent = minted(service, "ana", "parent")
    minted(service, "parent", "child")
    minted(service, "child", "grandchild")
    minted(service, "ana", "other")
    assert service.ask("ana", "DELETE", f"/tokens/{parent}").status_code == 204
    for name in ("parent", "child", "grandchild"):
        assert service.ask(name, "GET", "/me").status_code == 401, name
    assert service.get("other", "/me")["name"] == "ana"
    assert {one["label"] for one in service.get("ana", "/tokens")} == {"test", "other"}


def test_keys_are_listed_with_what_they_are(service: Service, clock: Clock) -> None:
    service.post(None, "/login", name="ana", password=PASSWORD)
    key = minted(service, "ana", "robot")
    child = minted(service, "robot", "child")
    clock.now += 3600
    service.get("robot", "/me")
    held = {one["label"]: one for one in service.get("ana", "/tokens")}
    assert set(held) == {"", "test", "robot", "child"}
    assert held["robot"]["key"] == key
    assert held["robot"]["used"] == "2023-11-14T23:13:20+00:00"
    assert (held["child"]["key"], held["child"]["minted_by"]) == (child, key)
    for one in held.values():
        assert service.tokens["ana"] not in str(one)


def test_nobody_ends_anothers_key(service: Service) -> None:
    key = minted(service, "ana", "robot")
    assert service.ask("bento", "DELETE", f"/tokens/{key}").json()["code"] == NO_SUCH_KEY
    assert service.get("robot", "/me")["name"] == "ana"


def test_tokens_are_numbered(service: Service) -> None:
    for number in range(service.people.stay.tokens - 1):  # one is there
        assert service.post("ana", "/tokens", label=f"{number}").status_code == 201
    assert service.post("ana", "/tokens", label="more").json()["code"] == TOO_MANY_TOKENS


@pytest.mark.parametrize(("who", "seconds"), [("sofia", 1800), ("ana", 4 * 3600)])
def test_a_session_ends_when_it_is_idle(service: Service, clock: Clock, who: str, seconds: int) -> None:
    service.post(None, "/login", name=who, password=PASSWORD)
    for _ in range(3):
        clock.now += seconds * 0.9
        assert service.ask(None, "GET", "/me").status_code == 200
    clock.now += seconds + 1
    assert service.ask(None, "GET", "/me").status_code == 401
    assert service.get(who, "/me")["name"] == who  # a program's token is never idle


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


def test_who_has_a_second_factor_comes_in_by_it(service: Service, clock: Clock) -> None:
    codes = with_factor(service, clock, "sofia")
    assert service.get("sofia", "/me")["has_factor"]
    who = {"name": "sofia", "password": PASSWORD}
    assert service.post(None, "/login", **who).json()["code"] == CODE_NEEDED
    assert service.post(None, "/login", **who, code="000000").json()["code"] == WRONG_CODE
    assert service.post(None, "/login", **(who | {"password": "wrong"})).json()["code"] == WRONG_PASSWORD
    code = codes.at(int(clock.now))
    assert service.post(None, "/login", **who, code=code).status_code == 200
    assert service.post(None, "/login", **who, code=code).json()["code"] == WRONG_CODE  # good once
    clock.now += STEP_SECONDS
    assert service.post(None, "/login", **who, code=codes.at(int(clock.now))).status_code == 200


def test_codes_are_not_guessed(service: Service, clock: Clock) -> None:
    with_factor(service, clock, "sofia")
    who = {"name": "sofia", "password": PASSWORD}
    answers = [service.post(None, "/login", **who, code=code).status_code for code in ("", "1", "", "2", "", "3", "")]
    assert answers[-1] == 429


def test_another_factor_needs_a_code_of_the_one_before(service: Service, clock: Clock) -> None:
    codes = with_factor(service, clock, "sofia")
    other = service.post("sofia", "/factor").json()["secret"]
    shown = pyotp.TOTP(other).at(int(clock.now))
    assert service.post("sofia", "/factor", secret=other, code=shown).json()["code"] == WRONG_CODE
    old = codes.at(int(clock.now))
    assert service.post("sofia", "/factor", secret=other, code=shown, old=old).json()["is_set"]


def test_a_wrong_code_sets_nothing(service: Service) -> None:
    service.tokens["robot"] = service.people.issue("sofia", "robot").token
    assert service.post("robot", "/factor").json()["code"] == SESSION_NEEDED
    service.tokens["sofia"] = service.people.issue("sofia", SESSION).token
    secret = service.post("sofia", "/factor").json()["secret"]
    for bad in (secret, "not base 32", "é", "AA"):
        answer = service.post("sofia", "/factor", secret=bad, code="123")
        assert answer.json()["code"] == WRONG_CODE, bad
    assert not service.get("sofia", "/me")["has_factor"]


def test_a_reset_takes_the_factor_away(service: Service, clock: Clock) -> None:
    with_factor(service, clock, "carlos")
    password = service.ask("sofia", "POST", "/users/carlos/password").json()["password"]
    assert service.post(None, "/login", name="carlos", password=password).json()["has_factor"] is False


def test_a_house_may_ask_all_staff_for_it(service: Service, clock: Clock) -> None:
    service.house.ask_of_staff(second_factor=True)
    assert service.ask("sofia", "GET", "/users").json()["code"] == FACTOR_MUST_BE_SET
    assert service.get("ana", "/tables") == []
    with_factor(service, clock, "sofia")
    assert service.ask("sofia", "GET", "/users").status_code == 200


def test_a_factor_stands_sealed_in_the_store(service: Service, clock: Clock) -> None:
    codes = with_factor(service, clock, "sofia")
    row = service.store.user("sofia")
    assert row is not None
    assert row.factor.startswith("1.")
    assert codes.secret not in row.factor

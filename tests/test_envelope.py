"""What goes with every answer: headers, cookies, a number; what the log says; and what strangers are told."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service import PASSWORD, LiveService, Service, until

pytestmark = pytest.mark.slow

WRONG = "wrong"


@pytest.mark.server
@pytest.mark.parametrize("secure", [False, True])
def test_every_answer_keeps_browsers_strict(tmp_path: Path, secure: bool) -> None:  # noqa: FBT001
    with LiveService(tmp_path, is_secure=secure) as service:
        service.open("craps-1", "craps")
        service.get("ana", "/me")
        answers = [
            service.command("ana", "craps-1", "sit"),  # the quick lane
            service.command("ana", "craps-1", "sit"),
            service.ask("ana", "GET", "/me"),
            service.ask(None, "GET", "/me"),
            service.client.get("/"),
            service.client.get("/nothing/here"),
            service.client.get("/health/live"),
            service.client.get("/static/x/site.css"),
        ]
    assert {one.headers["x-content-type-options"] for one in answers} == {"nosniff"}
    assert {one.headers["referrer-policy"] for one in answers} == {"same-origin"}
    assert {one.headers["cross-origin-resource-policy"] for one in answers} == {"same-origin"}
    only_https = "max-age=31536000" if secure else None
    assert {one.headers.get("strict-transport-security") for one in answers} == {only_https}
    assert len({one.headers["x-request-id"] for one in answers}) == len(answers)


@pytest.mark.server
@pytest.mark.parametrize(("said", "is_told"), [("https", True), ("http", False)])
def test_browsers_that_came_to_the_proxy_without_https_are_not_told_to_stay(
    tmp_path: Path,
    said: str,
    is_told: bool,  # noqa: FBT001
) -> None:
    """RFC 6797, 7.2: the header is not sent over a connection that is not secure."""
    with LiveService(tmp_path, is_secure=True, behind_proxy=True) as service:
        service.open("craps-1", "craps")
        service.get("ana", "/me")
        sent = {"X-Forwarded-Proto": said}
        sit = {"id": "s", "command": {"do": "sit"}}
        answers = [
            service.client.get("/", headers=sent),
            service.ask("ana", "POST", "/tables/craps-1/commands", json=sit, headers=sent),  # the quick lane
        ]
    assert [("strict-transport-security" in one.headers) for one in answers] == [is_told] * 2


def test_over_https_the_session_is_this_very_hosts(tmp_path: Path) -> None:
    with Service(tmp_path, is_secure=True) as service:
        service.client.base_url = httpx.URL("https://house.example")
        come = service.post(None, "/login", name="ana", password=PASSWORD)
        cookies = come.headers.get_list("set-cookie")
        assert [one.partition("=")[0] for one in cookies] == ["__Host-banca_session", "__Host-banca_browser"]
        for one in cookies:
            assert {"httponly", "secure", "path=/", "samesite=strict"} <= set(one.lower().split("; "))
            assert "domain" not in one.lower()
        session = cookies[0].partition("=")[2].partition(";")[0].strip('"')
        service.client.cookies.clear()
        for name, status in (("__Host-banca_session", 200), ("banca_session", 401)):
            sent = {"Cookie": f"{name}={session}"}
            assert service.ask(None, "GET", "/me", headers=sent).status_code == status
        sent = {"Cookie": f"__Host-banca_session={session}", "X-CSRF-Token": come.json()["csrf"]}
        out = service.ask(None, "POST", "/logout", headers=sent).headers["set-cookie"].lower()
        assert out.startswith("__host-banca_session=")
        assert {"secure", "max-age=0", "path=/"} <= set(out.split("; "))


@pytest.mark.parametrize(
    ("who", "headers", "is_told"),
    [
        (None, {}, False),
        ("ana", {}, False),
        ("carlos", {}, True),
        ("ines", {}, True),
    ],
)
def test_strangers_learn_of_the_house_only_whether_it_is_ready(
    tmp_path: Path,
    who: str | None,
    headers: dict[str, str],
    is_told: bool,  # noqa: FBT001
) -> None:
    with Service(tmp_path) as service:
        service.open("craps-1", "craps")
        sent = headers | ({"Authorization": f"Bearer {service.tokens[who]}"} if who else {})
        ready = service.client.get("/health/ready", headers=sent).json()
        assert ready == {"status": "ready"} | ({"troubles": [], "tables": 1, "stopped": []} if is_told else {})
        assert service.client.get("/metrics", headers=sent).status_code == (200 if is_told else 403 if who else 401)


@pytest.mark.server
@pytest.mark.parametrize(
    ("secure", "headers", "status"),
    [(False, {}, 200), (False, {"X-Forwarded-For": "192.0.2.1"}, 401), (False, {"Via": "1.1 x"}, 401), (True, {}, 401)],
)
def test_a_program_on_this_machine_reads_the_metrics_unless_there_is_a_proxy(
    tmp_path: Path,
    secure: bool,  # noqa: FBT001
    headers: dict[str, str],
    status: int,
) -> None:
    with LiveService(tmp_path, is_secure=secure) as service:
        assert service.client.get("/metrics", headers=headers).status_code == status


class Lines(logging.Handler):
    """What is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append({"what": record.getMessage(), **getattr(record, "about", {})})

    def of(self, path: str) -> list[dict[str, Any]]:
        return [one for one in self.found if one.get("path") == path]


@pytest.fixture
def lines() -> Iterator[Lines]:
    logger, handler = logging.getLogger("banca"), Lines()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.mark.server
def test_the_log_says_who_tried_what_from_where(tmp_path: Path, lines: Lines) -> None:
    with LiveService(tmp_path) as service:
        wrong = service.post(None, "/login", name="ana", password=WRONG)
        service.post(None, "/login", name="My Password 1!", password=WRONG)
        service.post("sofia", "/users", name="ghost-insp", role="inspector")
        service.ask("sofia", "POST", "/users/bento/password")
        service.ask("sofia", "DELETE", "/users/chan")
        service.client.get("/nothing/here")
        service.open("craps-1", "craps")
        service.get("ana", "/me")
        sat = service.command("ana", "craps-1", "sit")
        until(lambda: lines.of("/api/v1/tables/craps-1/commands"))
    first, second = lines.of("/api/v1/login")
    assert (first["name"], first["status"], first["by"], first["address"]) == ("ana", 401, None, "127.0.0.1")
    assert first["id"] == wrong.headers["x-request-id"]
    assert second["name"] is None  # it may be a password
    failed = [one for one in lines.found if one["what"] == "login failed"]
    assert failed[0] == {
        "what": "login failed",
        "id": first["id"],
        "name": "ana",
        "address": "127.0.0.1",
        "because": "wrong_password",
    }
    assert [one["name"] for one in failed] == ["ana", None]
    (made,) = lines.of("/api/v1/users")
    assert (made["name"], made["role"], made["by"]) == ("ghost-insp", "inspector", "sofia")
    assert lines.of("/api/v1/users/bento/password")[0]["name"] == "bento"
    assert lines.of("/api/v1/users/chan")[0]["name"] == "chan"
    assert lines.of("/nothing/here")[0]["status"] == 404
    quick = lines.of("/api/v1/tables/craps-1/commands")[0]
    assert (quick["by"], quick["id"], quick["address"]) == ("ana", sat.headers["x-request-id"], "127.0.0.1")
    assert "My Password" not in json.dumps(lines.found, default=str)


@pytest.mark.parametrize(
    ("secure", "given", "is_taken"),
    [(False, "abc-1", False), (True, "abc-1", True), (True, "a b", False), (True, "x" * 65, False), (True, "", False)],
)
def test_a_requests_number_is_ours_or_the_proxys(
    tmp_path: Path,
    secure: bool,  # noqa: FBT001
    given: str,
    is_taken: bool,  # noqa: FBT001
) -> None:
    with Service(tmp_path, is_secure=secure) as service:
        number = service.client.get("/health/live", headers={"X-Request-ID": given}).headers["x-request-id"]
        assert (number == given) is is_taken
        assert len(number) == (len(given) if is_taken else 16)


def test_a_fault_of_ours_is_told_with_the_requests_id_under_which_it_is_logged(
    tmp_path: Path, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError(5)

    with Service(tmp_path, is_secure=True) as service:
        monkeypatch.setattr(type(service.app.state.watch), "health", broken)
        answer = service.client.get("/health/ready", headers={"X-Request-ID": "abc-1"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "abc-1")
    assert answer.json()["detail"] == "a fault of the program, not of your request; it was logged as abc-1"
    assert [one["id"] for one in lines.found if one["what"] == "defect"] == ["abc-1"]

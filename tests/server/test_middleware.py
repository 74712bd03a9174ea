"""What goes with every answer: headers, cookies, a request id; HEAD as GET; what the log says; and what strangers learn."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from support.server import PASSWORD, LiveService, Service, until

pytestmark = pytest.mark.slow

WRONG = "wrong"
SIT = {"id": "sit", "command": {"do": "sit"}}
COMMANDS = "/tables/craps-1/commands"


def opened(kind: type[Service], factory: pytest.TempPathFactory, **settings: Any) -> Iterator[Any]:
    with kind(factory.mktemp("house"), **settings) as service:
        service.open("craps-1", "craps")
        service.get("ana", "/me")  # her key is cached: the fast path takes her commands
        yield service


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    yield from opened(Service, tmp_path_factory)


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A house that is reached over HTTPS."""
    for service in opened(Service, tmp_path_factory, is_secure=True):
        service.client.base_url = httpx.URL("https://house.example")
        yield service


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    yield from opened(LiveService, tmp_path_factory)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A house that is reached over HTTPS, behind a proxy on this machine."""
    yield from opened(LiveService, tmp_path_factory, is_secure=True, behind_proxy=True)


class TestHeaders:
    @pytest.mark.server
    def test_every_answer_keeps_browsers_strict(self, live: LiveService) -> None:
        answers = [
            live.post("ana", COMMANDS, **SIT),  # the fast path
            live.command("ana", "craps-1", "dance"),
            live.ask("ana", "GET", "/me"),
            live.ask(None, "GET", "/me"),
            live.client.get("/"),
            live.client.get("/nothing/here"),
            live.client.get("/health/live"),
            live.client.get("/static/x/site.css"),
        ]
        assert {answer.headers["x-content-type-options"] for answer in answers} == {"nosniff"}
        assert {answer.headers["referrer-policy"] for answer in answers} == {"same-origin"}
        assert {answer.headers["cross-origin-resource-policy"] for answer in answers} == {"same-origin"}
        assert not any("strict-transport-security" in answer.headers for answer in answers)
        assert len({answer.headers["x-request-id"] for answer in answers}) == len(answers)

    @pytest.mark.server
    def test_over_https_browsers_are_told_to_stay_with_it_but_not_those_that_came_without(
        self, secure: Service, proxied: LiveService
    ) -> None:
        """RFC 6797, 7.2: the header is not sent over a connection that is not secure."""
        assert secure.client.get("/").headers["strict-transport-security"] == "max-age=31536000"
        for scheme in ("https", "http"):
            headers = {"X-Forwarded-Proto": scheme}
            page = proxied.client.get("/", headers=headers)
            command = proxied.ask("ana", "POST", COMMANDS, json=SIT, headers=headers)  # the fast path
            assert ["strict-transport-security" in each.headers for each in (page, command)] == [scheme == "https"] * 2

    def test_over_https_the_session_belongs_to_this_host_alone(self, secure: Service) -> None:
        login = secure.post(None, "/login", name="ana", password=PASSWORD)
        cookies = login.headers.get_list("set-cookie")
        assert [cookie.partition("=")[0] for cookie in cookies] == ["__Host-banca_session", "__Host-banca_browser"]
        for cookie in cookies:
            assert {"httponly", "secure", "path=/", "samesite=strict"} <= set(cookie.lower().split("; "))
            assert "domain" not in cookie.lower()
        session = cookies[0].partition("=")[2].partition(";")[0].strip('"')
        secure.client.cookies.clear()
        for name, status in (("__Host-banca_session", 200), ("banca_session", 401)):
            headers = {"Cookie": f"{name}={session}"}
            assert secure.ask(None, "GET", "/me", headers=headers).status_code == status
        headers = {"Cookie": f"__Host-banca_session={session}", "X-CSRF-Token": login.json()["csrf"]}
        logout = secure.ask(None, "POST", "/logout", headers=headers).headers["set-cookie"].lower()
        assert logout.startswith("__host-banca_session=")
        assert {"secure", "max-age=0", "path=/"} <= set(logout.split("; "))

    def test_a_request_id_is_ours_or_the_proxys(self, service: Service, secure: Service) -> None:
        for house, given, is_taken in (
            (service, "abc-1", False),
            (secure, "abc-1", True),
            (secure, "a b", False),
            (secure, "x" * 65, False),
            (secure, "", False),
        ):
            request_id = house.client.get("/health/live", headers={"X-Request-ID": given}).headers["x-request-id"]
            assert (request_id == given, len(request_id)) == (is_taken, len(given) if is_taken else 16)


class TestStrangers:
    """They learn of the house only whether it is ready."""

    @pytest.mark.server
    def test_only_staff_and_programs_on_this_machine_learn_more(
        self, service: Service, live: LiveService, proxied: LiveService
    ) -> None:
        for who, metrics in ((None, 401), ("ana", 403), ("carlos", 200), ("ines", 200)):
            headers = {"Authorization": f"Bearer {service.tokens[who]}"} if who else {}
            details = (
                {"troubles": [], "tables": 1, "stopped": [], "notices": ["no_checkpoint_outside"]}
                if metrics == 200
                else {}
            )
            assert service.client.get("/health/ready", headers=headers).json() == {"status": "ready"} | details
            assert service.client.get("/metrics", headers=headers).status_code == metrics
        assert live.client.get("/metrics").status_code == 200
        for headers in ({"X-Forwarded-For": "192.0.2.1"}, {"Via": "1.1 x"}):
            assert live.client.get("/metrics", headers=headers).status_code == 401
        assert proxied.client.get("/metrics").status_code == 401


# The log


class Lines(logging.Handler):
    """What is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.all.append({"what": record.getMessage(), **getattr(record, "about", {})})

    def of(self, path: str) -> list[dict[str, Any]]:
        return [line for line in self.all if line.get("path") == path]


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
def test_the_log_says_who_tried_what_from_where(live: LiveService, lines: Lines) -> None:
    wrong = live.post(None, "/login", name="ana", password=WRONG)
    live.post(None, "/login", name="My Password 1!", password=WRONG)
    live.post("sofia", "/users", name="ghost-insp", role="inspector")
    live.ask("sofia", "DELETE", "/users/chan")
    command = live.post("ana", COMMANDS, **SIT)
    until(lambda: lines.of(f"/api/v1{COMMANDS}"))
    first, second = lines.of("/api/v1/login")
    assert (first["name"], first["status"], first["by"], first["address"]) == ("ana", 401, None, "127.0.0.1")
    assert first["id"] == wrong.headers["x-request-id"]
    assert second["name"] is None  # it may be a password
    failed = [line for line in lines.all if line["what"] == "login failed"]
    about = {"id": first["id"], "name": "ana", "address": "127.0.0.1", "because": "wrong_password"}
    assert failed[0] == {"what": "login failed", **about}
    assert [line["name"] for line in failed] == ["ana", None]
    (made,) = lines.of("/api/v1/users")
    assert (made["name"], made["role"], made["by"]) == ("ghost-insp", "inspector", "sofia")
    assert lines.of("/api/v1/users/chan")[0]["name"] == "chan"
    quick = lines.of(f"/api/v1{COMMANDS}")[0]
    assert (quick["by"], quick["id"], quick["address"]) == ("ana", command.headers["x-request-id"], "127.0.0.1")
    assert "My Password" not in json.dumps(lines.all, default=str)


def test_a_fault_of_the_program_is_told_with_the_request_id_under_which_it_is_logged(
    secure: Service, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError(5)

    monkeypatch.setattr(type(secure.app.state.store_watch), "health", broken)
    answer = secure.client.get("/health/ready", headers={"X-Request-ID": "abc-1"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "abc-1")
    assert "abc-1" in answer.json()["detail"]
    assert "KeyError" not in answer.text
    assert [line["id"] for line in lines.all if line["what"] == "defect"] == ["abc-1"]

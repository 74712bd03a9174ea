"""Guests of the demo: more play money, a new session when the old one is over, and seats that ghosts do not hold."""

from pathlib import Path

import pytest

from banca.house.guests import free_seats
from banca.service.presence import GONE_SECONDS
from clock import Clock
from service import Service

pytestmark = pytest.mark.slow

CRAPS = "demo-craps"
GUEST_MONEY = 1_000_000


def guest(service: Service, name: str = "guest") -> str:
    made = service.post(None, "/demo/players").json()
    service.tokens[name] = made["token"]
    return str(made["name"])


def lose(service: Service, name: str, left: int) -> None:
    """Somebody has only so much left."""
    amount = service.house.balance(f"wallet:{name}") - left
    answer = service.post("sofia", "/cage/out", id=f"out-{left}-{amount}", player=name, amount=amount)
    assert answer.status_code == 201, answer.text


def test_a_guest_without_chips_gets_more_once_an_hour_and_nobody_else_does(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        name = guest(service)
        me = service.get("guest", "/me")
        assert (me["role"], me["wallet"], me["must_change"]) == ("player", GUEST_MONEY, False)
        assert service.post(None, "/login", name=name, password="").status_code == 401
        assert service.post("ana", "/demo/chips").json()["code"] == "not_a_guest"
        rich = service.post("guest", "/demo/chips")
        assert (rich.status_code, rich.json()["code"]) == (409, "enough_chips")
        lose(service, name, 500)
        more = service.post("guest", "/demo/chips")
        assert (more.status_code, more.json()) == (201, {"player": name, "balance": GUEST_MONEY + 500})
        lose(service, name, 0)
        often = service.post("guest", "/demo/chips")
        assert (often.status_code, often.json()["code"]) == (429, "too_often_an_hour")
        assert often.headers["retry-after"] == "3600"
        service.ticks.move(3600)
        assert service.post("guest", "/demo/chips").status_code == 201
        service.do("guest", CRAPS, "sit")
        service.do("guest", CRAPS, "place_bet", bet="pass_line", stake=200_000)
        lose(service, name, 0)
        assert service.post("guest", "/demo/chips").json()["code"] == "enough_chips"  # what lies on a table counts


def test_a_guest_whose_cookie_has_expired_comes_in_again_as_a_guest(tmp_path: Path) -> None:
    clock = Clock()
    with Service(tmp_path, demo=True, clock=clock) as service:
        first = service.post(None, "/demo/session").json()["name"]
        assert service.ask(None, "GET", "/me").json()["name"] == first
        clock.move(13 * 3600)
        assert service.ask(None, "GET", "/me").status_code == 401
        again = service.ask(None, "POST", "/demo/session", headers={"Sec-Fetch-Site": "same-origin"})
        assert again.status_code == 201
        assert again.json()["name"] != first
        assert service.ask(None, "GET", "/me").json()["wallet"] == GUEST_MONEY


def test_a_guest_who_has_gone_stands_up_as_soon_as_nothing_lies_on_the_table(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        here, gone, staked = (guest(service, who) for who in ("here", "gone", "staked"))
        for who in ("gone", "staked", "here"):
            service.do(who, CRAPS, "sit")
        service.do("staked", CRAPS, "place_bet", bet="field", stake=1000)

        def free() -> tuple[str, ...]:
            free_seats(service.house, service.people, service.app.state.presence.is_gone)
            return tuple(service.house.table(CRAPS).state.seats)

        service.ticks.move(GONE_SECONDS - 1)
        assert len(free()) == 3
        service.get("here", "/me")  # a request is enough
        service.ticks.move(1)
        assert free() == (staked, here)  # a bet stands: another time
        assert gone not in free()

"""Guests of the demo: no password, and more play money."""

from pathlib import Path

import pytest

from support.server import Service

pytestmark = pytest.mark.slow

CRAPS = "demo-craps"
GUEST_MONEY = 1_000_000


def lose(service: Service, name: str, left: int) -> None:
    """Somebody has only so much left."""
    amount = service.house.balance(f"wallet:{name}") - left
    answer = service.post("sofia", "/cage/out", id=f"out-{left}-{amount}", player=name, amount=amount)
    assert answer.status_code == 201, answer.text


def test_a_guest_without_chips_gets_more_once_an_hour_and_nobody_else_does(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        guest = service.post(None, "/demo/players").json()
        name, service.tokens["guest"] = guest["name"], guest["token"]
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

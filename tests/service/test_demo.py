"""Guests of the demo: more play money, a new session when the old one is over, and seats that ghosts do not hold."""

from dataclasses import replace
from pathlib import Path

import pytest

from attended import Attended
from banca.house.guests import free_seats
from banca.service.presence import GONE_SECONDS, Presence
from clock import Clock
from service import TEMPO, Service

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


def test_a_guest_without_chips_gets_more_once_an_hour(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        name = guest(service)
        rich = service.post("guest", "/demo/chips")
        assert (rich.status_code, rich.json()["code"]) == (409, "enough_chips")
        assert "10,000" in rich.json()["detail"]
        lose(service, name, 500)
        more = service.post("guest", "/demo/chips")
        assert (more.status_code, more.json()) == (201, {"player": name, "balance": GUEST_MONEY + 500})
        lose(service, name, 0)
        often = service.post("guest", "/demo/chips")
        assert (often.status_code, often.json()["code"]) == (429, "too_often_an_hour")
        assert "chips_of_guest_hour" in often.json()["detail"]
        assert often.headers["retry-after"] == "3600"
        service.ticks.move(3600)
        assert service.post("guest", "/demo/chips").status_code == 201


def test_what_lies_on_a_table_counts(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        name = guest(service)
        service.do("guest", CRAPS, "sit")
        service.do("guest", CRAPS, "place_bet", bet="pass_line", stake=200_000)
        lose(service, name, 0)
        assert service.post("guest", "/demo/chips").json()["code"] == "enough_chips"


def test_more_play_money_is_for_guests_alone(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        answer = service.post("ana", "/demo/chips")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_a_guest")


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


def test_somebody_is_there_who_asks_or_follows() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.move(GONE_SECONDS - 1)
    assert not presence.is_gone("ana")  # nobody has gone before the service has run for so long
    clock.move(1)
    assert presence.is_gone("ana")
    presence.note("ana")
    assert not presence.is_gone("ana")
    with presence.following("ana"), presence.following("ana"):
        clock.move(10 * GONE_SECONDS)
        assert not presence.is_gone("ana")
    clock.move(GONE_SECONDS - 1)
    assert not presence.is_gone("ana")
    clock.move(1)
    assert presence.is_gone("ana")
    other = Presence(clock)
    with other.following("ana"):
        presence.learn(other.untold())
    assert not presence.is_gone("ana")  # she is at another process


def test_a_guest_who_has_gone_stands_up_as_soon_as_nothing_lies_on_the_table(tmp_path: Path) -> None:
    """Guests who had gone kept their seats (bug 8)."""
    with Service(tmp_path, demo=True, tempo=replace(TEMPO, waits_for_lone=True)) as service:
        attended = Attended(service)
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

        def played() -> bool:
            service.get("here", "/me")
            return bool(service.house.table(CRAPS).state.round > 1)

        service.do("here", CRAPS, "place_bet", bet="field", stake=1000)
        service.post("here", f"/tables/{CRAPS}/ready", ready=True)
        attended.look_until(lambda: service.house.table(CRAPS).state.phase == "dice offered")
        due = service.get("here", f"/tables/{CRAPS}")["due"]
        assert due["whose"] == staked  # a ghost has the dice, but nobody waits for it
        service.post("here", f"/tables/{CRAPS}/ready", ready=True)
        attended.look_until(played)
        assert free() == (here,)


def test_the_croupier_throws_at_once_for_a_shooter_who_has_gone(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        attended = Attended(service)
        service.fund()
        for who in ("ana", "bento", "chan"):
            service.do(who, CRAPS, "sit")
            service.do(who, CRAPS, "place_bet", bet="field", stake=1000)
        service.ticks.move(GONE_SECONDS)
        for who in ("bento", "chan"):
            service.get(who, "/me")
        attended.attendants.go_round()
        due = service.get("bento", f"/tables/{CRAPS}")["due"]
        assert (due["act"], due["whose"], due["left"]) == ("throw", "ana", TEMPO.pace)


def test_guests_come_without_a_password(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        assert guest(service, "one") != guest(service)
        me = service.get("guest", "/me")
        assert (me["role"], me["wallet"], me["must_change"]) == ("player", GUEST_MONEY, False)
        assert service.post(None, "/login", name=me["name"], password="").status_code == 401
        assert service.ask("guest", "GET", "/users").status_code == 403

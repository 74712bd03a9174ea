"""The server says when: deadlines that no later bet moves, a table that waits for who is alone, and what its streams tell of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.server import TEMPO, Attended, Service

WAITING = replace(TEMPO, waits_for_lone=True)
WHEEL = "demo-wheel"


@contextmanager
def demo(folder: Path, *players: str) -> Iterator[Attended]:
    with Service(folder, demo=True, tempo=WAITING) as service:
        service.fund()
        for player in players:
            service.do(player, WHEEL, "sit")
        yield Attended(service)


def due(attended: Attended) -> Any:
    return attended.service.get("ana", f"/tables/{WHEEL}")["due"]


def bet(attended: Attended, who: str) -> None:
    attended.service.do(who, WHEEL, "place_bet", bet="symbol:1", stake=1000)


def say(attended: Attended, who: str, **what: bool) -> Any:
    answer = attended.service.post(who, f"/tables/{WHEEL}/ready", **what)
    assert answer.status_code == 200, answer.text
    return answer.json()


def move(attended: Attended, seconds: float) -> None:
    attended.service.ticks.move(seconds)
    attended.attendants.go_round()


def test_betting_lasts_so_long_from_the_first_bet_unless_all_with_a_stake_are_ready(tmp_path: Path) -> None:
    with demo(tmp_path, "ana", "bento", "chan") as attended:
        assert due(attended)["left"] is None  # nobody has bet
        bet(attended, "ana")
        attended.service.do("ana", WHEEL, "withdraw_bet", bet="symbol:1")
        move(attended, 10 * TEMPO.betting)
        assert (due(attended)["left"], attended.view(WHEEL)["phase"]) == (None, "bets open")  # nor now
        bet(attended, "ana")
        first = due(attended)
        assert (first["act"], first["left"], first["of"]) == ("call_no_more_bets", TEMPO.betting, TEMPO.betting)
        move(attended, 3)
        bet(attended, "bento")
        assert due(attended)["left"] == TEMPO.betting - 3  # no later bet moves it
        move(attended, TEMPO.betting - 3.5)
        assert attended.view(WHEEL)["phase"] == "bets open"
        move(attended, 0.5)
        assert attended.view(WHEEL)["phase"] == "bets closed"
        attended.look_until(lambda: attended.view(WHEEL)["round"] == 2)
        bet(attended, "ana")
        bet(attended, "bento")
        assert say(attended, "ana", ready=True)["ready"] == ["ana"]
        assert say(attended, "ana", ready=False)["ready"] == []
        say(attended, "ana", ready=True)
        assert attended.view(WHEEL)["phase"] == "bets open"
        assert say(attended, "bento", ready=True)["act"] == "turn"  # chan has no stake, and is not waited for


def test_who_is_alone_has_no_clock_but_a_button_and_is_not_waited_for_once_gone(tmp_path: Path) -> None:
    with demo(tmp_path, "ana") as attended:
        bet(attended, "ana")
        alone = due(attended)
        assert (alone["left"], alone["alone"], alone["auto"], alone["can_ready"]) == (None, True, False, True)
        attended.look(5 * int(TEMPO.away))
        assert attended.view(WHEEL)["phase"] == "bets open"
        say(attended, "ana", ready=True)
        assert attended.view(WHEEL)["phase"] == "bets closed"
        attended.look_until(lambda: attended.view(WHEEL)["round"] == 2)  # what ends no betting needs no button
        bet(attended, "ana")
        attended.look(3)
        on = say(attended, "ana", auto=True)  # she may want the clock all the same
        assert (on["auto"], on["left"]) == (True, TEMPO.betting - 3)
        assert say(attended, "ana", auto=False)["left"] is None
        move(attended, 121)  # no stream and no request of hers
        assert attended.view(WHEEL, "bento")["phase"] == "bets closed"


def test_ready_is_for_who_sits_at_a_table_that_the_program_conducts(tmp_path: Path) -> None:
    with demo(tmp_path, "ana") as attended:
        service = attended.service
        service.open("craps-1", "craps")
        service.do("ana", "craps-1", "sit")
        assert service.get("ana", "/tables/craps-1")["due"] is None
        for who, table, body, status, code in (
            ("bento", WHEEL, {"ready": True}, 422, "not_seated"),
            ("carlos", WHEEL, {"ready": True}, 403, "not_your_act"),
            ("ana", "craps-1", {"ready": True}, 409, "no_clock"),
            ("ana", WHEEL, {}, 400, "bad_request"),
        ):
            answer = service.post(who, f"/tables/{table}/ready", **body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        before = service.get("ana", f"/tables/{WHEEL}")["view"]["seq"]
        say(attended, "ana", ready=True)
        assert service.get("ana", f"/tables/{WHEEL}")["view"]["seq"] == before  # it is no entry

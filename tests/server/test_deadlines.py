"""The server says when: deadlines that no later bet moves, a table that waits for who is alone, and what its streams tell of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.games.pai_kao.hands import format_setting, settings
from support.server import MONEY, TEMPO, Attended, Service

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
        said = say(attended, "bento", ready=True)
        assert (said["act"], said["left"]) == ("call_no_more_bets", round(TEMPO.least, 3))  # chan could bet
        move(attended, TEMPO.least)
        assert attended.view(WHEEL)["phase"] == "bets closed"  # and has not
        attended.look_until(lambda: attended.view(WHEEL)["round"] == 3)
        bet(attended, "ana")
        for who in ("ana", "bento", "chan"):
            assert attended.view(WHEEL)["phase"] == "bets open"
            said = say(attended, who, ready=True)
        assert said["act"] == "turn"  # everybody is asked, and ready


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


def test_who_sits_down_and_leaves_again_and_again_does_not_hold_the_result_up(tmp_path: Path) -> None:
    with demo(tmp_path, "ana", "bento") as attended:
        bet(attended, "ana")
        attended.look_until(lambda: attended.view(WHEEL)["phase"] == "bets closed")
        for _ in range(6):
            attended.service.do("bento", WHEEL, "leave")
            move(attended, TEMPO.pace / 4)
            attended.service.do("bento", WHEEL, "sit")
            move(attended, TEMPO.pace / 4)
        assert attended.view(WHEEL)["phase"] != "bets closed"


PAI_KAO = "pk-1"


@pytest.mark.parametrize("busy", ["ana", "bento"])
def test_R_pk_11_who_sets_tiles_again_and_again_does_not_move_the_bankers_time(tmp_path: Path, busy: str) -> None:
    """All tiles are set; ana, who banks, does not turn hers. Found as a table that stood still for as long as somebody wished."""
    with Service(tmp_path) as service:
        attended = Attended(service)
        service.open(PAI_KAO, "pai_kao", conduct="automatic", chance="drawn", bank=MONEY)
        gates = {"ana": 1, "bento": 2}
        for who, gate in gates.items():
            service.fund(who)
            service.do(who, PAI_KAO, "sit", gate=gate)

        def phase() -> Any:
            return attended.view(PAI_KAO)["phase"]

        def lay(who: str, times: int) -> None:
            gate = gates[who]
            tiles = attended.view(PAI_KAO, who)["state"]["tiles"][str(gate)]
            ways = [format_setting(one) for one in settings(tuple(tiles))]
            service.do(who, PAI_KAO, "set_tiles", gate=gate, setting=ways[times % len(ways)])

        service.do("ana", PAI_KAO, "take_bank")
        attended.look_until(lambda: phase() == "stacked")
        service.do("ana", PAI_KAO, "put_down_principal", stake=100_000, dealt_from=1)
        service.do("bento", PAI_KAO, "stake", gate=2, stake=1000)
        service.do("ana", PAI_KAO, "shake")
        attended.look_until(lambda: phase() == "dealt")
        for who in gates:
            lay(who, 0)
        attended.attendants.go_round()
        for times in range(int(TEMPO.betting)):
            assert phase() == "dealt"
            lay(busy, times)
            move(attended, 1)
        assert phase() != "dealt"

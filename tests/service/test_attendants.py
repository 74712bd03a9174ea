"""What the program does by itself: automatic croupiers, practice seats, and the demo that anybody may play."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from attended import PACE, PAI_KAO, Attended, at_pai_kao
from banca.games import of_chance
from banca.games.pai_kao import settings
from banca.games.pai_kao.hands import format_setting, house_way
from banca.house.audit import Weight, verify
from banca.service.attendants import Attendants
from banca.service.deadlines import Tempo
from patience import PATIENCE
from service import MONEY, TEMPO, Service

pytestmark = pytest.mark.slow

STAKING, AWAY = int(TEMPO.betting / PACE), int(TEMPO.away / PACE)
A_BET = {"craps": "field", "fish_prawn_crab": "small", "wheel": "symbol:1", "fantan": "fan:1",
        "football_poker": "even", "roulette": "red"}  # fmt: skip


def journal(service: Service, table: str) -> list[str]:
    return service.ask("ines", "GET", f"/tables/{table}/journal").text.splitlines()


def test_a_demo_house_plays_a_round_of_every_game_when_somebody_bets(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        attended = Attended(service)
        guest = service.post(None, "/demo/players").json()
        service.tokens["guest"] = guest["token"]
        names = {game: f"demo-{game.replace('_', '-')}" for game in of_chance()}
        assert set(A_BET) == set(of_chance())
        for game, name in names.items():
            service.do("guest", name, "sit")
            bet = {"bet": A_BET[game], "stake": 1000}
            attended.look_until(
                lambda name=name, bet=bet: service.command("guest", name, "place_bet", **bet).status_code == 201
            )
        for name in names.values():
            attended.look_until(lambda name=name: attended.view(name, "guest")["round"] > 1)
            decided = [line for line in journal(service, name) if "bet_decided" in line]
            assert len(decided) == 1, name
            assert guest["name"] in decided[0]
        quiet = {line["table"]: line["seq"] for line in service.get("guest", "/tables")}
        assert quiet["demo-pai-kao"] < 10  # nobody is there: the program does not play with itself
        checked = verify(service.store)
        assert {finding.weight for finding in checked.findings} <= {Weight.NOTICE}, checked.findings


def test_the_service_looks_round_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other tests here tell it when; this one shows that somebody does."""
    looked = Event()
    monkeypatch.setattr(Attendants, "go_round", lambda _: looked.set())
    with Service(tmp_path, tempo=Tempo(pace=0.05)):
        assert looked.wait(PATIENCE)


def owed(view: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """What ana, at gate 1, does now: never bank, stake the minimum, set her tiles anyhow."""
    state, phase = view["state"], view["phase"]
    if phase in {"settled", "stacked"} and (
        state["banker"] == 1 or (not state["banker"] and 1 not in state["refusing"])
    ):
        yield "pass_bank", {}
    if phase == "bank open" and "1" not in state["stakes"]:
        yield "stake", {"gate": 1, "stake": view["minimum"]}
    if phase == "dealt" and "1" in state["tiles"] and 1 not in state["set"]:
        yield "set_tiles", {"gate": 1, "setting": any_setting(state["tiles"]["1"])}


def any_setting(tiles: list[str]) -> str:
    return format_setting(next(iter(settings(tuple(tiles)))))


def test_one_person_banks_against_practice_gates(tmp_path: Path) -> None:
    with at_pai_kao(tmp_path) as attended:
        service = attended.service

        def settled() -> list[str]:
            view = attended.view(PAI_KAO)
            state, phase = view["state"], view["phase"]
            if phase == "settled" and not state["banker"]:
                service.command("ana", PAI_KAO, "take_bank")
            elif phase == "stacked" and state["banker"] == 1:
                service.command("ana", PAI_KAO, "put_down_principal", stake=100_000)
            elif phase == "bank open" and len(state["stakes"]) == 3:
                service.command("ana", PAI_KAO, "shake")
            elif phase == "dealt" and 1 not in state["set"]:
                service.command("ana", PAI_KAO, "set_tiles", gate=1, setting=any_setting(state["tiles"]["1"]))
            elif phase == "dealt" and len(state["set"]) == 4:
                service.command("ana", PAI_KAO, "turn_banker")
            return [line for line in journal(service, PAI_KAO) if '"bank_settled"' in line]

        (line,) = attended.look_until(settled)
        happened = json.loads(line)["entry"]["events"]
        assert [one["who"] for one in happened if one["event"] == "bank_settled"] == ["ana"]
        assert sum(one["event"] == "stake_settled" for one in happened) == 3


def test_a_practice_banker_waits_for_the_stake_of_a_person_so_long_and_no_longer(tmp_path: Path) -> None:
    with at_pai_kao(tmp_path) as attended:
        service = attended.service
        service.do("ana", PAI_KAO, "pass_bank")
        attended.look_until(lambda: attended.view(PAI_KAO)["phase"] == "bank open")
        attended.look(STAKING - 1)
        assert attended.view(PAI_KAO)["phase"] == "bank open"
        attended.look()
        assert attended.view(PAI_KAO)["phase"] == "shaken"


def dealt(attended: Attended) -> bool:
    """Whether the tiles are dealt; ana does whatever else she owes."""
    for do, fields in owed(attended.view(PAI_KAO)):
        if do != "set_tiles":
            attended.service.command("ana", PAI_KAO, do, **fields)
    return bool(attended.view(PAI_KAO)["phase"] == "dealt")


def test_an_automatic_table_goes_on_without_somebody_who_has_gone(tmp_path: Path) -> None:
    with at_pai_kao(tmp_path) as attended:
        attended.look_until(lambda: dealt(attended))
        attended.look(AWAY)  # she never sets her tiles
        assert 1 not in attended.view(PAI_KAO)["state"]["set"]
        attended.look(2)
        tiles = attended.service.get("ines", f"/tables/{PAI_KAO}")["view"]["state"]["tiles"]["1"]
        (line,) = [line for line in journal(attended.service, PAI_KAO) if '"setter_away"' in line]
        laid, away = json.loads(line)["entry"]["events"]
        assert (laid["who"], laid["setting"]) == ("ana", format_setting(house_way(tuple(tiles))))
        assert (away["player"], away["cite"]) == ("ana", "R-pk-11")
        attended.look_until(lambda: "ana" not in attended.view(PAI_KAO)["seats"])
        ended = journal(attended.service, PAI_KAO)
        assert len([line for line in ended if '"stake_settled"' in line and '"player":"ana"' in line]) == 1
        assert not any('"round_voided"' in line for line in ended)


def test_R_pk_11_who_sets_tiles_again_and_again_does_not_hold_the_table_up(tmp_path: Path) -> None:  # noqa: N802
    with at_pai_kao(tmp_path) as attended:
        service = attended.service

        attended.look_until(lambda: dealt(attended))
        tiles = tuple(attended.view(PAI_KAO)["state"]["tiles"]["1"])
        laid = [format_setting(one) for one in settings(tiles)]
        times = 0
        while attended.view(PAI_KAO)["phase"] == "dealt":
            service.command("ana", PAI_KAO, "set_tiles", gate=1, setting=laid[times % len(laid)])
            service.ticks.move(PACE / 2)  # never quiet for long
            attended.attendants.go_round()
            times += 1
            assert times <= 2 * (AWAY + 2)
        assert times >= 2 * AWAY
        attended.look_until(lambda: attended.view(PAI_KAO)["phase"] == "settled")


def test_R_live_1_who_keeps_a_table_busy_does_not_keep_others_from_the_result(tmp_path: Path) -> None:  # noqa: N802
    with Service(tmp_path) as service:
        attended = Attended(service)
        service.open("wheel-1", "wheel", conduct="automatic", chance="drawn", bank=MONEY)
        for who in ("ana", "bento"):
            service.fund(who)
            service.do(who, "wheel-1", "sit")
        attended.look(2 * AWAY)  # as long as nobody bets it waits
        service.do("ana", "wheel-1", "place_bet", bet="symbol:1", stake=1000)
        times = 0
        while attended.view("wheel-1")["phase"] == "bets open":
            service.command("bento", "wheel-1", "place_bet", bet="symbol:1", stake=1000)
            service.command("bento", "wheel-1", "withdraw_bet", bet="symbol:1")
            service.ticks.move(PACE / 2)
            attended.attendants.go_round()
            times += 1
            assert times <= 2 * STAKING
        assert times == 2 * STAKING  # from the first bet on, whoever bets later


def test_R_live_1_a_shooter_who_stops_betting_does_not_hold_up_the_bets_of_others(tmp_path: Path) -> None:  # noqa: N802
    """Otherwise somebody whose point is bad would only need a friend with the dice, and a supervisor with pity."""
    with Service(tmp_path) as service:
        attended = Attended(service)
        service.open("craps-1", "craps", conduct="automatic", chance="drawn", bank=10 * MONEY)
        for who in ("bento", "ana"):
            service.fund(who)
            service.do(who, "craps-1", "sit")
        service.do("bento", "craps-1", "place_bet", bet="big_number:6", stake=1000)
        service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=1000)
        attended.look_until(lambda: attended.view("craps-1")["phase"] == "dice offered")
        assert attended.view("craps-1")["state"]["shooter"] == "bento"
        service.do("bento", "craps-1", "withdraw_bet", bet="big_number:6")
        service.do("bento", "craps-1", "leave")
        moved = '"bet_decided"', '"bet_moved"'
        attended.look_until(lambda: [one for one in journal(service, "craps-1") if any(kind in one for kind in moved)])


def test_R_live_1_who_logs_out_stays_in_the_round(tmp_path: Path) -> None:  # noqa: N802
    with Service(tmp_path, demo=True) as service:
        attended = Attended(service)
        guest = service.post(None, "/demo/players").json()
        service.tokens["guest"] = guest["token"]
        service.do("guest", "demo-craps", "sit")
        service.do("guest", "demo-craps", "place_bet", bet="pass_line", stake=1000)
        assert service.post("guest", "/logout").status_code < 300
        assert service.command("guest", "demo-craps", "leave").status_code == 401

        def decided() -> list[str]:
            return [line for line in journal(service, "demo-craps") if '"bet_decided"' in line]

        (line,) = attended.look_until(decided)
        assert guest["name"] in line
        assert not any('"bet_taken_down"' in line for line in journal(service, "demo-craps"))


def test_an_automatic_table_lets_a_banker_go_who_does_nothing_while_nobody_knows_a_tile(tmp_path: Path) -> None:
    with at_pai_kao(tmp_path) as attended:
        service = attended.service
        service.do("ana", PAI_KAO, "take_bank")
        attended.look_until(lambda: attended.view(PAI_KAO)["phase"] == "stacked")
        service.do("ana", PAI_KAO, "put_down_principal", stake=100_000)
        attended.look_until(lambda: "ana" not in attended.view(PAI_KAO)["seats"])
        assert any('"somebody is away"' in line for line in journal(service, PAI_KAO))
        assert service.get("ana", "/me")["wallet"] == MONEY


def test_practice_seats_bet_beside_a_person_and_wait_for_one(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        attended = Attended(service)
        service.fund("ana")
        service.open("wheel-1", "wheel", conduct="automatic")
        for number, bet in enumerate(("symbol:1", "symbol:2")):
            service.do("sofia", "wheel-1", "seat_practice", player=f"p{number}", policy=bet)
        attended.look(10)
        alone = attended.view("wheel-1")
        assert (alone["seq"], alone["round"]) == (3, 1)
        service.do("ana", "wheel-1", "sit")
        attended.look_until(lambda: attended.view("wheel-1")["round"] > 2)
        assert service.get("ana", "/me")["wallet"] == MONEY
        for player in ("practice:p0", "practice:p1"):
            assert any(player in line and "bet_decided" in line for line in journal(service, "wheel-1"))
        service.do("ana", "wheel-1", "leave")
        attended.look(20)  # the round is played to its end
        quiet = attended.view("wheel-1")["seq"]
        attended.look(20)
        assert attended.view("wheel-1")["seq"] == quiet

"""What the program does by itself: automatic croupiers, and the demo that anybody may play."""

import json
from pathlib import Path

import pytest

from banca.games import of_chance
from banca.games.pai_kao.hands import format_setting, house_way, settings
from banca.house.audit import Weight, verify
from support.server import MONEY, PACE, PAI_KAO, TEMPO, Attended, Service, at_pai_kao

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


def dealt(attended: Attended) -> bool:
    """Whether the tiles are dealt; ana, at gate 1, never banks and stakes the minimum."""
    view = attended.view(PAI_KAO)
    state, phase = view["state"], view["phase"]
    may_bank = state["banker"] == 1 or (not state["banker"] and 1 not in state["refusing"])
    if phase in {"settled", "stacked"} and may_bank:
        attended.service.command("ana", PAI_KAO, "pass_bank")
    if phase == "bank open" and "1" not in state["stakes"]:
        attended.service.command("ana", PAI_KAO, "stake", gate=1, stake=view["minimum"])
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


def test_R_pk_11_who_sets_tiles_again_and_again_does_not_hold_the_table_up(tmp_path: Path) -> None:
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


def test_R_live_1_who_keeps_a_table_busy_does_not_keep_others_from_the_result(tmp_path: Path) -> None:
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


def test_R_live_1_a_shooter_who_stops_betting_does_not_hold_up_the_bets_of_others(tmp_path: Path) -> None:
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


def test_R_live_1_who_logs_out_stays_in_the_round(tmp_path: Path) -> None:
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

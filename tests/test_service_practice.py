"""What the program does by itself: automatic croupiers, practice seats, and the demo that anybody may play."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from banca.games import GAMES
from banca.games.pai_kao import settings
from banca.games.pai_kao.hands import format_setting
from banca.house.audit import Weight, verify
from service import MONEY, Service, until

PAI_KAO = "demo-pai-kao"
BETS = {"craps": "field", "fish_prawn_crab": "small", "wheel": "symbol:1", "fantan": "fan:1",
        "football_poker": "even", "roulette": "red"}  # fmt: skip


def test_a_demo_house_plays_a_round_of_every_game_when_somebody_bets(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True, pace=0.05) as service:
        guest = service.post(None, "/demo/players").json()
        service.tokens["guest"] = guest["token"]
        names = {game: f"demo-{game.replace('_', '-')}" for game in GAMES}
        assert set(BETS) == set(GAMES)
        for game, name in names.items():
            service.do("guest", name, "sit")
            bet = {"bet": BETS[game], "stake": 1000}
            until(lambda name=name, bet=bet: service.command("guest", name, "place_bet", **bet).status_code == 201)
        for name in names.values():
            until(lambda name=name: service.get("guest", f"/tables/{name}")["view"]["round"] > 1)
            decided = [line for line in journal(service, name) if "bet_decided" in line]
            assert len(decided) == 1, name
            assert guest["name"] in decided[0]
        quiet = {line["table"]: line["seq"] for line in service.get("guest", "/tables")}
        assert quiet["demo-pai-kao"] < 10  # nobody is there: the program does not play with itself
        checked = verify(service.store)
        assert {finding.weight for finding in checked.findings} <= {Weight.NOTICE}, checked.findings


def journal(service: Service, table: str) -> list[str]:
    return service.ask("ines", "GET", f"/tables/{table}/journal").text.splitlines()


def test_one_person_plays_pai_kao_against_practice_gates(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True, pace=0.1) as service:
        service.fund("ana")
        service.do("ana", PAI_KAO, "sit", gate=1)

        def settled() -> list[str]:
            view = service.get("ana", f"/tables/{PAI_KAO}")["view"]
            for do, fields in owed(view):
                service.command("ana", PAI_KAO, do, **fields)
            return [
                line for line in journal(service, PAI_KAO) if '"stake_settled"' in line and '"player":"ana"' in line
            ]

        (line,) = until(settled)
        ((stake),) = [one for one in json.loads(line)["entry"]["events"] if one.get("player") == "ana"]
        assert stake["result"] in {"win", "lose", "tie"}
        assert stake["cites"]


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
    with Service(tmp_path, demo=True, pace=0.2) as service:
        service.fund("ana")
        service.do("ana", PAI_KAO, "sit", gate=1)

        def settled() -> list[str]:
            view = service.get("ana", f"/tables/{PAI_KAO}")["view"]
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

        (line,) = until(settled)
        happened = json.loads(line)["entry"]["events"]
        assert [one["who"] for one in happened if one["event"] == "bank_settled"] == ["ana"]
        assert sum(one["event"] == "stake_settled" for one in happened) == 3


def test_an_automatic_table_goes_on_without_somebody_who_has_gone(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True, pace=0.05) as service:
        service.fund("ana")
        service.do("ana", PAI_KAO, "sit", gate=1)

        def gone() -> bool:
            view = service.get("ana", f"/tables/{PAI_KAO}")["view"]
            if view["phase"] == "bank open" and "1" not in view["state"]["stakes"]:
                service.command("ana", PAI_KAO, "stake", gate=1, stake=view["minimum"])
            return "ana" not in view["seats"]  # she never sets her tiles

        until(gone)
        assert service.get("ana", "/me")["wallet"] == MONEY
        assert any('"somebody is away"' in line for line in journal(service, PAI_KAO))


def test_practice_seats_bet_beside_a_person_and_wait_for_one(tmp_path: Path) -> None:
    with Service(tmp_path, pace=0.05) as service:
        service.fund("ana")
        service.open("wheel-1", "wheel", conduct="automatic")
        for number, bet in enumerate(("symbol:1", "symbol:2")):
            service.do("sofia", "wheel-1", "seat_practice", player=f"p{number}", policy=bet)
        time.sleep(0.4)
        alone = service.get("ana", "/tables/wheel-1")["view"]
        assert (alone["seq"], alone["round"]) == (3, 1)
        service.do("ana", "wheel-1", "sit")
        until(lambda: service.get("ana", "/tables/wheel-1")["view"]["round"] > 2)
        assert service.get("ana", "/me")["wallet"] == MONEY
        for player in ("practice:p0", "practice:p1"):
            assert any(player in line and "bet_decided" in line for line in journal(service, "wheel-1"))
        service.do("ana", "wheel-1", "leave")
        until(lambda: is_quiet(service, "wheel-1"))


def is_quiet(service: Service, table: str) -> bool:
    before = service.get("ana", f"/tables/{table}")["view"]["seq"]
    time.sleep(0.5)
    return bool(service.get("ana", f"/tables/{table}")["view"]["seq"] == before)


def test_guests_come_without_a_password_and_not_without_end(tmp_path: Path) -> None:
    with Service(tmp_path, demo=True) as service:
        answers = [service.post(None, "/demo/players") for _ in range(21)]
        assert [one.status_code for one in answers] == [201] * 20 + [429]
        assert 0 < int(answers[-1].headers["retry-after"]) <= 60
        names = {one.json()["name"] for one in answers[:20]}
        assert len(names) == 20
        service.tokens["guest"] = answers[0].json()["token"]
        me = service.get("guest", "/me")
        assert (me["role"], me["wallet"], me["must_change"]) == ("player", 1_000_000, False)
        assert service.post(None, "/login", name=me["name"], password="").status_code == 401
        assert service.ask("guest", "GET", "/users").status_code == 403

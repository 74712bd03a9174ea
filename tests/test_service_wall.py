"""The screen on the wall over HTTP: results counted beside their exact chances, for staff, and in the demo for anybody."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from banca.games import playable
from service import Service

SPUN = ("17", "18", "0", "32")


def spin(service: Service, number: str) -> None:
    for do in ("throw_ball", "call_no_more_bets"):
        service.do("carlos", "roulette-1", do)
    service.do("carlos", "roulette-1", "read_number", outcome=number)
    service.do("carlos", "roulette-1", "pay")


@pytest.fixture
def spun(tmp_path: Path) -> Any:
    with Service(tmp_path) as service:
        service.fund("ana")
        service.open("roulette-1", "roulette", chance="observed")
        service.do("ana", "roulette-1", "sit")
        for number in SPUN:
            service.do("ana", "roulette-1", "place_bet", bet="red", stake=1000)
            spin(service, number)
        yield service


def test_results_are_counted_beside_the_ways_in_which_they_come(spun: Service) -> None:
    wall = spun.get("carlos", "/tables/roulette-1/wall")
    assert wall["results"] == [*reversed(SPUN)]
    assert wall["of"] == 37
    (bets,) = wall["statistics"]
    rows = {row["name"]: (row["count"], row["ways"]) for row in bets["rows"]}
    assert rows["Red"] == (2, 18)  # 18 and 32
    assert rows["Black"] == (1, 18)  # 17
    assert rows["Even"] == (2, 18)  # zero is neither
    assert rows["Dozen 2"] == (2, 12)
    assert not {"ana", "stake", "wallet"} & set(wall)


def test_totals_of_two_dice_come_in_so_many_of_36_ways(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund("ana")
        service.open("craps-1", "craps", chance="observed")
        service.do("ana", "craps-1", "sit")
        service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=1000)
        service.do("carlos", "craps-1", "offer_dice")
        service.do("ana", "craps-1", "throw")
        service.do("carlos", "craps-1", "call_result", outcome="2-4")
        wall = service.get("sofia", "/tables/craps-1/wall")
        totals, bets = wall["statistics"]
        assert {int(row["name"]): row["ways"] for row in totals["rows"]} == {n: 6 - abs(n - 7) for n in range(2, 13)}
        assert [row["name"] for row in totals["rows"] if row["count"]] == ["6"]
        field = next(row for row in bets["rows"] if row["name"] == "Field")
        assert (field["count"], Fraction(field["ways"], wall["of"])) == (0, Fraction(16, 36))
        assert "6" in wall["said"]


@pytest.mark.parametrize("game", playable())
def test_every_game_has_a_wall_that_fits(tmp_path: Path, game: str) -> None:
    with Service(tmp_path) as service:
        service.open("one", game)
        wall = service.get("ines", "/tables/one/wall")
        rows = [row for one in wall["statistics"] for row in one["rows"]]
        assert len(rows) <= 21
        assert all(0 < row["ways"] < wall["of"] for row in rows)
        page = service.client.get("/tables/one/wall", headers={"Authorization": f"Bearer {service.tokens['ines']}"})
        assert page.status_code == 200


def test_a_player_sees_the_wall_in_the_demo_only_and_there_nobody_need_log_in(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    with Service(tmp_path) as service:
        service.open("one", "wheel")
        assert service.ask("ana", "GET", "/tables/one/wall").status_code == 403
        assert service.ask(None, "GET", "/tables/one/wall").status_code == 401
        assert service.client.get("/tables/one/wall", follow_redirects=False).is_redirect
    with Service(tmp_path / "demo", demo=True) as service:
        assert service.ask(None, "GET", "/tables/demo-wheel/wall").status_code == 200
        assert service.client.get("/tables/demo-wheel/wall").status_code == 200

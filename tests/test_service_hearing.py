"""The audit for a hearing: sums that agree with the money, days and times of Macau, the cage as a book, a sheet of one round."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from banca.answers import cage_book
from banca.answers.cage_book import is_within
from banca.house.clock import read_time
from banca.house.schema import JOURNAL
from banca.service.audit import Shelf
from banca.words.dates import MACAU
from service import PASSWORD, PLAYERS, Service

pytestmark = pytest.mark.server

TABLE = "craps-1"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Two rounds: ana wins 50 in the first and both lose in the second, bento with 20."""
    with Service(tmp_path) as found:
        found.fund()
        found.open(TABLE, "craps", chance="observed")
        for player in ("ana", "bento"):
            found.do(player, TABLE, "sit")
        for outcome, stakes in (("5-6", {"ana": 50_00}), ("1-1", {"ana": 50_00, "bento": 20_00})):
            for player, stake in stakes.items():
                found.do(player, TABLE, "place_bet", bet="pass_line", stake=stake)
            found.do("carlos", TABLE, "offer_dice")
            found.do("ana", TABLE, "throw")
            found.do("carlos", TABLE, "call_result", outcome=outcome)
            found.do("carlos", TABLE, "settle")
        yield found


def story(service: Service, **query: Any) -> Any:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return service.get("ines", f"/tables/{TABLE}/story?{text}")


def sums(found: Any) -> dict[str, tuple[int, int, int]]:
    return {one["player"]: (one["staked"], one["received"], one["net"]) for one in found["players"]}


def test_each_players_sums_over_all_rounds_and_in_one(service: Service) -> None:
    whole = story(service)
    assert sums(whole) == {"ana": (100_00, 100_00, 0), "bento": (20_00, 0, -20_00)}
    assert (whole["staked"], whole["paid"], whole["house"]) == (120_00, 100_00, 20_00)
    assert sums(story(service, player="bento")) == {"bento": (20_00, 0, -20_00)}
    told = service.get("ines", f"/tables/{TABLE}/story/1")
    assert sums(told) == {"ana": (50_00, 100_00, 50_00)}
    assert {one["player"]: one["rounds"] for one in whole["players"]} == {"ana": 2, "bento": 1}


def test_what_players_won_is_what_their_wallets_say(service: Service) -> None:
    funded = {one: service.get("sofia", f"/users/{one}/wallet")["balance"] for one in ("ana", "bento")}
    cash = {one["player"]: one["net"] for one in service.get("ines", "/audit/cage")["players"]}
    won = {player: net for player, (_, _, net) in sums(story(service)).items()}
    assert {player: cash[player] + net for player, net in won.items()} == funded


def test_times_are_those_of_macau_in_the_readers_language(service: Service) -> None:
    (first, *_) = story(service)["rounds"]
    moment = read_time(first["at"])
    assert moment is not None
    there = moment.astimezone(MACAU)
    assert first["when"].endswith(f"{there.year}, {there:%H:%M:%S}")
    answer = service.ask("ines", "GET", f"/tables/{TABLE}/story/1", headers={"Accept-Language": "zh"}).json()
    assert f"{there.year}年{there.month}月{there.day}日 " in answer["round"]["when"]
    told = [line["text"] for line in answer["lines"] if not line["is_event"]]
    assert all("（澳門）" in line for line in told)
    assert not any("place_bet" in line or "T" in line.split("：")[0].split("（")[0] for line in told)


def test_days_are_days_of_macau() -> None:
    late, day = "2026-11-16T17:30:00.000+00:00", date(2026, 11, 17)  # half past one in the morning of the next day
    assert is_within(late, day, day)
    assert not is_within(late, None, day - timedelta(days=1))
    assert not is_within(late, day + timedelta(days=1), None)
    assert is_within("no time", day, day)


def test_rounds_and_cash_of_some_days(service: Service) -> None:
    moment = read_time(story(service)["rounds"][0]["at"])
    assert moment is not None
    today = moment.astimezone(MACAU).date()
    before, after = today - timedelta(days=2), today + timedelta(days=2)
    assert story(service, since=before, until=after)["total"] == 2
    assert story(service, until=before)["total"] == 0
    assert service.get("ines", f"/audit/cage?since={after}")["total"] == 0
    refused = service.ask("ines", "GET", f"/tables/{TABLE}/story?since=yesterday")
    assert refused.status_code == 400


def test_results_are_named_and_can_be_drawn(service: Service) -> None:
    newest, oldest = story(service)["rounds"]
    assert (newest["outcome"], oldest["outcome"]) == ("1-1", "5-6")
    assert oldest["result"]


@pytest.mark.parametrize("first_read", [1, 2, 3])
def test_a_long_cage_is_read_only_as_far_back_as_is_asked(
    service: Service, monkeypatch: pytest.MonkeyPatch, first_read: int
) -> None:
    """A first look read every entry since the house was opened: 16 seconds for 200,000."""
    for number in range(6):
        service.post("sofia", "/cage/out", id=f"o{number}", player="bento", amount=(number + 1) * 100)
    whole = service.get("ines", "/audit/cage")
    assert whole["summed_from"] == 1
    monkeypatch.setattr(cage_book, "FIRST_READ", first_read)
    service.app.state.shelf = Shelf()
    page = service.get("ines", "/audit/cage?count=2")
    assert page["summed_from"] > 1
    assert (page["lines"], page["total"], page["head"]) == (whole["lines"][:2], whole["total"], whole["head"])
    lines = page["lines"]
    while page["older"]:
        page = service.get("ines", f"/audit/cage?count=2&before={page['older']}")
        lines += page["lines"]
    assert lines == whole["lines"]
    service.app.state.shelf = Shelf()
    (of_bento,) = service.get("ines", "/audit/cage?count=2&player=bento")["players"]
    assert of_bento["taken_out"] == 21_00
    assert of_bento in whole["players"]
    service.app.state.shelf = Shelf()
    assert service.get("ines", "/audit/cage?since=2000-01-01")["players"] == whole["players"]


def test_a_cage_whose_older_part_was_changed_says_so_when_it_is_read(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        service.post("sofia", "/cage/out", id=f"o{number}", player="bento", amount=100)
    with service.app.state.house.store.changes() as connection:
        changed = update(JOURNAL).where(JOURNAL.c.table_id == "cage", JOURNAL.c.seq == 3)
        connection.execute(changed.values(body=b"{}"))
    monkeypatch.setattr(cage_book, "FIRST_READ", 2)
    service.app.state.shelf = Shelf()
    assert service.get("ines", "/audit/cage?count=1")["stops"] == ""
    assert "3" in service.get("ines", "/audit/cage?player=bento")["stops"]


def test_the_cage_is_read_page_by_page(service: Service) -> None:
    service.post("sofia", "/cage/out", id="o", player="ana", amount=10_00)
    book = service.get("ines", "/audit/cage?count=2")
    assert book["lines"][0]["amount"] == -10_00
    assert (book["lines"][0]["player"], book["lines"][0]["by"], book["lines"][0]["role"]) == (
        "ana",
        "sofia",
        "supervisor",
    )
    assert book["total"] == len(PLAYERS) + 1
    rest = service.get("ines", f"/audit/cage?count=50&before={book['older']}")
    assert len(rest["lines"]) == book["total"] - 2
    assert rest["older"] is None
    (ana,) = service.get("ines", "/audit/cage?player=ana")["players"]
    assert ana["taken_out"] == 10_00
    assert ana["net"] == ana["paid_in"] - 10_00


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_a_sheet_has_the_sums_the_articles_and_the_digests(service: Service, lang: str) -> None:
    client = service.client
    client.cookies.clear()
    assert client.post("/api/v1/login", json={"name": "ines", "password": PASSWORD}).status_code == 200
    client.cookies.set("banca_lang", lang)
    sheet = client.get(f"/audit/{TABLE}/rounds/2", headers={"Accept": "text/html"}).text
    told = service.get("ines", f"/tables/{TABLE}/story/2")
    first = service.get("ines", f"/tables/{TABLE}/story/1")
    assert told["before"] == first["head"]  # the chain goes on from the round before
    assert told["before"] in sheet
    assert told["head"] in sheet
    assert "craps 6.1" in sheet or "craps 5.2" in sheet
    assert "bento" in sheet
    client.cookies.clear()
    assert client.post("/api/v1/login", json={"name": "carlos", "password": PASSWORD}).status_code == 200
    assert client.get(f"/audit/{TABLE}/rounds/2", headers={"Accept": "text/html"}).status_code == 403

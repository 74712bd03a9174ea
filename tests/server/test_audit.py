"""The audit over HTTP: heads, verification, stories, the cage as a book, the register; for inspectors, and what supervisors read."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from banca.house.audit import export
from banca.house.clock import read_time
from banca.house.register import REGISTER
from banca.house.schema import JOURNAL
from banca.house.story import is_within
from banca.i18n.translator import MACAU
from banca.server.api.audit import StoryCache
from banca.server.lifespan import AuditPace
from support.forgery import run
from support.server import Service
from support.tables import DICE, MIDDLE, STRONG, in_stack_order

TABLE = "craps-1"
ROUNDS = (
    ("5-6", {"ana": 50_00}),
    ("1-1", {"ana": 50_00, "bento": 20_00}),
    ("5-6", {"bento": 10_00}),
)
"""Ana wins 50 in the first, both lose in the second, and bento wins 10 in the third."""


@contextmanager
def three_rounds(folder: Path) -> Iterator[Service]:
    with Service(folder) as service:
        service.fund()
        service.open(TABLE, "craps", chance="observed")
        for player in ("ana", "bento"):
            service.do(player, TABLE, "sit")
        for outcome, stakes in ROUNDS:
            for player, stake in stakes.items():
                service.do(player, TABLE, "place_bet", bet="pass_line", stake=stake)
            service.do("carlos", TABLE, "offer_dice")
            service.do(next(iter(stakes)), TABLE, "throw")
            service.do("carlos", TABLE, "call_result", outcome=outcome)
            service.do("carlos", TABLE, "settle")
        yield service


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with three_rounds(tmp_path_factory.mktemp("audit")) as service:
        yield service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with three_rounds(tmp_path) as service:
        yield service


def story(service: Service, **query: Any) -> Any:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return service.get("ines", f"/tables/{TABLE}/story?{text}")


def numbers(told: Any) -> list[int]:
    return [one["number"] for one in told["rounds"]]


def sums(told: Any) -> dict[str, tuple[int, int, int]]:
    return {one["player"]: (one["staked"], one["received"], one["net"]) for one in told["players"]}


def test_rounds_come_newest_first_page_by_page(read: Service) -> None:
    whole = story(read, count=200)
    assert (whole["total"], numbers(whole), whole["stops"]) == (3, [3, 2, 1], "")
    assert [one["outcome"] for one in whole["rounds"]] == ["5-6", "1-1", "5-6"]
    for query, expected in (
        ({"count": 2}, ([3, 2], None, 1)),
        ({"count": 2, "first": 1}, ([1], 3, None)),
        ({"count": 2, "oldest": "true", "first": 2}, ([2, 3], 1, None)),
    ):
        page = story(read, **query)
        assert (numbers(page), page["previous"], page["next"]) == expected


def test_each_players_sums_over_all_rounds_and_in_one_agree_with_the_wallets(read: Service) -> None:
    whole = story(read)
    assert sums(whole) == {"ana": (100_00, 100_00, 0), "bento": (30_00, 20_00, -10_00)}
    assert (whole["staked"], whole["paid"], whole["house"]) == (130_00, 120_00, 10_00)
    assert {one["player"]: one["rounds"] for one in whole["players"]} == {"ana": 2, "bento": 2}
    assert sums(read.get("ines", f"/tables/{TABLE}/story/1")) == {"ana": (50_00, 100_00, 50_00)}
    assert sums(story(read, player="bento")) == {"bento": (30_00, 20_00, -10_00)}
    assert story(read, player="chan")["total"] == 0
    cash = {one["player"]: one["net"] for one in read.get("ines", "/audit/cage")["players"]}
    for player, (_, _, net) in sums(whole).items():
        assert cash[player] + net == read.get("sofia", f"/users/{player}/wallet")["balance"]


def test_days_are_days_of_macau(read: Service) -> None:
    late, day = "2026-11-16T17:30:00.000+00:00", date(2026, 11, 17)  # half past one in the morning of the next day
    assert is_within(late, day, day)
    assert not is_within(late, None, day - timedelta(days=1))
    assert not is_within(late, day + timedelta(days=1), None)
    moment = read_time(story(read)["rounds"][0]["at"])
    assert moment is not None
    before, after = (moment.astimezone(MACAU).date() + timedelta(days=days) for days in (-2, 2))
    assert story(read, since=before, until=after)["total"] == 3
    assert story(read, until=before)["total"] == 0
    assert read.get("ines", f"/audit/cage?since={after}")["total"] == 0


def test_a_story_stops_where_the_chain_breaks(service: Service, tmp_path: Path) -> None:
    seq = service.get("ines", f"/tables/{TABLE}/story/2")["round"]["first"]
    run(tmp_path / "house.db", ("UPDATE journal SET body = body || ' ' WHERE table_id = ? AND seq = ?", (TABLE, seq)))
    answer = service.ask("ines", "GET", f"/tables/{TABLE}/story/2")  # it was read before it was changed
    assert (answer.status_code, answer.json()["code"]) == (422, "broken_at")
    service.app.state.story_cache = StoryCache()  # as after a restart
    told = story(service)
    assert (numbers(told), told["entries"]) == ([1], seq - 1)
    assert str(seq) in told["stops"]
    report = service.get("ines", "/audit/verify")
    assert not report["whole"]
    assert [one["seq"] for one in report["findings"] if one["code"] == "digest_differs"] == [seq]


def test_of_a_round_that_runs_a_supervisor_is_told_nothing(tmp_path: Path) -> None:
    table = "pai-kao-1"
    with Service(tmp_path) as house:
        house.fund()
        house.open(table, "pai_kao", chance="observed")
        house.do("bento", table, "sit", gate=1)
        house.do("ana", table, "sit", gate=3)
        house.do("bento", table, "take_bank")
        house.do("carlos", table, "mix_and_stack")
        house.do("bento", table, "put_down_principal", stake=200_00)
        house.do("ana", table, "stake", gate=3, stake=100_00)
        house.do("bento", table, "shake", dice=DICE)
        house.do("carlos", table, "deal", tiles=in_stack_order({1: MIDDLE, 3: STRONG}))
        refused = house.ask("sofia", "GET", f"/tables/{table}/story/1")
        assert (refused.status_code, refused.json()["code"]) == (409, "round_not_over")
        told = house.get("sofia", f"/tables/{table}/story")
        assert (told["total"], told["rounds"], told["players"], told["staked"]) == (0, [], [], 0)
        assert house.get("ines", f"/tables/{table}/story")["total"] == 1


def test_what_is_not_there_is_not_found(read: Service) -> None:
    for path in ("cage/story", "nothing/story", "cage/story/1", f"{TABLE}/story/0", f"{TABLE}/story/9999"):
        assert read.ask("ines", "GET", f"/tables/{path}").status_code == 404, path
    assert read.ask("ines", "GET", f"/tables/{TABLE}/story?since=yesterday").status_code == 400
    assert read.ask("ines", "GET", "/audit/verify?since=soon").status_code == 400


def test_heads_and_journals_are_those_of_the_store(read: Service) -> None:
    heads = {one["table"]: (one["entries"], one["head"]) for one in read.get("ines", "/audit")}
    assert heads == {name: (row.seq, row.head) for name, row in read.store.tables().items()}
    report = read.get("ines", "/audit/verify")
    assert report["whole"]
    assert {one["table"]: (one["entries"], one["head"]) for one in report["tables"]} == heads
    part = read.get("ines", "/audit/verify?since=2026-01-01")
    assert (part["whole"], part["since"]) == (True, "2025-12-31T16:00:00.000+00:00")  # midnight in Macau
    assert [one["code"] for one in part["findings"] if one["check"] == "store"] == ["only_since"]
    for path, tables in ((f"/tables/{TABLE}/journal", [TABLE]), ("/journal", None)):
        assert read.ask("ines", "GET", path).content == b"".join(export(read.store, tables))


def test_the_audit_in_the_background_says_how_far_it_is(service: Service, tmp_path: Path) -> None:
    entries = sum(one["entries"] for one in service.get("ines", "/audit"))
    seq = service.store.seq(TABLE)
    told = service.get("ines", "/audit/background")
    assert (told["entries"], told["findings"]) == (entries, [])
    run(tmp_path / "house.db", ("INSERT INTO snapshots VALUES (?, ?, ?)", (TABLE, seq, b"{}")))
    pace = AuditPace(service.app.state.background, lambda: False)
    while not (told := service.get("ines", "/audit/background"))["findings"]:
        pace.go_on()
    assert [(one["code"], one["table"], one["seq"]) for one in told["findings"]] == [("snapshot_differs", TABLE, seq)]
    health = service.ask("sofia", "GET", "/health/ready").json()
    assert "audit_fault" in health["troubles"]
    assert health["faults"] == [f"{TABLE} {seq}"]


def test_the_cage_is_read_page_by_page_and_says_where_an_older_part_was_changed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        service.post("sofia", "/cage/out", id=f"o{number}", player="bento", amount=(number + 1) * 100)
    whole = service.get("ines", "/audit/cage")
    newest = whole["lines"][0]
    assert [newest[name] for name in ("amount", "player", "by", "role")] == [-6_00, "bento", "sofia", "supervisor"]
    monkeypatch.setattr("banca.house.story.FIRST_READ", 2)
    service.app.state.story_cache = StoryCache()
    page = service.get("ines", "/audit/cage?count=2")
    assert page["summed_from"] > 1
    assert (page["total"], page["head"], page["stops"]) == (whole["total"], whole["head"], "")
    lines = page["lines"]
    while page["older"]:
        page = service.get("ines", f"/audit/cage?count=2&before={page['older']}")
        lines += page["lines"]
    assert lines == whole["lines"]
    service.app.state.story_cache = StoryCache()
    (of_bento,) = service.get("ines", "/audit/cage?count=2&player=bento")["players"]
    assert (of_bento["taken_out"], of_bento["net"]) == (21_00, of_bento["paid_in"] - 21_00)
    with service.store.transaction() as connection:
        changed = update(JOURNAL).where(JOURNAL.c.table_id == "cage", JOURNAL.c.seq == 3)
        connection.execute(changed.values(body=b"{}"))
    service.app.state.story_cache = StoryCache()
    assert "3" in service.get("ines", "/audit/cage?player=bento")["stops"]


def test_the_register_says_who_did_what_and_who_agreed_and_nothing_behind_a_broken_link(tmp_path: Path) -> None:
    with Service(tmp_path, two_persons=True) as service:
        service.post("sofia", "/users", name="dora", role="inspector")
        service.ask("ines", "POST", "/seconds/1")
        whole = service.get("ines", "/audit/register?count=200")
        assert [one["seq"] for one in whole["lines"]] == list(range(whole["entries"], 0, -1))
        assert (whole["older"], whole["head"]) == (None, service.house.table(REGISTER).head)
        first = service.get("ines", "/audit/register?count=3")
        then = service.get("ines", f"/audit/register?count=3&before={first['older']}")
        assert first["lines"] + then["lines"] == whole["lines"][:6]
        made = next(one for one in whole["lines"] if one["second"])
        assert (made["by"], made["role"], made["act"], made["second"]) == ("sofia", "supervisor", "add_person", "ines")
        assert made["lines"] == ["dora is added: inspector"]
        bad = made["seq"]
        change = "UPDATE journal SET body = replace(CAST(body AS TEXT), 'dora', 'nora') WHERE table_id = ? AND seq = ?"
        run(tmp_path / "house.db", (change, (REGISTER, bad)))
        broken = service.get("ines", "/audit/register?count=200")
        assert [one["seq"] for one in broken["lines"]] == list(range(bad - 1, 0, -1))
        assert f"entry {bad}" in broken["stops"]

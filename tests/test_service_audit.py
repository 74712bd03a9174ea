"""The audit over HTTP: heads and verification for inspectors alone, stories for supervisors too; their pages, the supervisor's, and the list of addresses."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from banca.answers import contents
from banca.answers.contents import Contents
from banca.answers.story import StoryLine, chapters
from banca.house.audit import BackgroundAudit, entries, export
from banca.house.audit.findings import TableVerified
from banca.house.register import OUTSIDE_TABLES
from banca.house.store import Store
from banca.law import Language, clauses_of
from banca.rulebook import Citation
from banca.service.audit import line_told
from banca.service.background_audit import AuditPace
from banca.words import speech
from forging import copied, run
from pai_kao_table import DICE, MIDDLE, STRONG, in_stack_order
from recorded import record
from service import PASSWORD, Service

pytestmark = pytest.mark.slow

INSPECTORS = ("/audit", "/audit/verify", "/audit/background", "/audit/cage", "/tables/{}/journal")
READERS = ("/tables/{}/story", "/tables/{}/story/1")
CRAPS, FANTAN = "craps-drawn", "fantan-drawn"


def test_a_line_is_told_apart_from_its_clauses() -> None:
    cites = (Citation("craps", "5.2.3"), Citation("craps", "R-craps-5"), Citation("rulebook", "R-money-1"))
    line = StoryLine(text="round 1 ends", is_event=True, cites=cites)
    assert line.said(speech()) == "    round 1 ends (craps 5.2.3, R-craps-5, R-money-1)"
    said = line_told(line, "craps", speech(Language.PT))
    assert (said.text, said.is_event) == ("round 1 ends", True)
    found = [(one.game, one.clause) for one in said.cites]
    assert found == [("craps", "5.2.3"), ("craps", "R-craps-5"), ("craps", "R-money-1")]
    assert [one.cited for one in said.cites] == [
        "artigo 5.º, n.º 2, alínea 3), do Regulamento Oficial do Craps",
        "interpretação R-craps-5",
        "interpretação R-money-1",
    ]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "house.db"
    record(file, rounds=4).store.close()
    return file


@pytest.fixture
def service(played: Path, tmp_path: Path) -> Iterator[Service]:
    copied(played, tmp_path / "house.db")
    with Service(tmp_path) as found:
        yield found


def browser(service: Service, who: str | None, path: str, **how: Any) -> httpx.Response:
    """A page as a browser asks for it."""
    client = service.client
    client.cookies.clear()
    if who:
        assert client.post("/api/v1/login", json={"name": who, "password": PASSWORD}).status_code == 200
    return client.get(path, headers={"Accept": "text/html"}, follow_redirects=False, **how)


def numbers(story: Any) -> list[int]:
    return [one["number"] for one in story["rounds"]]


# Stories


def test_every_round_is_told_as_the_whole_story_tells_it(service: Service) -> None:
    say = speech()
    for table in service.house.games:
        if table in OUTSIDE_TABLES:
            continue
        found = Contents(service.store, table)
        found.read_on()
        whole = list(chapters(entries(service.store, table), say))
        whole = whole if whole[-1].lines else whole[:-1]
        assert len(found.rounds) == len(whole)
        for round_, chapter in zip(found.rounds, whole, strict=True):
            assert found.lines(chapter.number, say) == (chapter.lines, 0)
            for name in ("number", "shown", "staked", "paid", "house", "is_over", "is_void"):
                assert getattr(round_.chapter, name) == getattr(chapter, name)


def test_too_long_a_round_says_how_much_is_left_out(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MOST_ENTRIES", 2)
    told = service.get("ines", f"/tables/{CRAPS}/story/2")
    entries_told = [line for line in told["lines"] if not line["is_event"]]
    assert len(entries_told) == 2
    assert told["left_out"] == told["round"]["last"] - told["round"]["first"] - 1


def test_rounds_come_newest_first_page_by_page(service: Service) -> None:
    path = f"/tables/{CRAPS}/story"
    whole = service.get("ines", f"{path}?count=200")
    total = whole["total"]
    assert numbers(whole) == list(range(total, 0, -1))
    assert (whole["previous"], whole["next"], whole["stops"]) == (None, None, "")
    page = service.get("ines", f"{path}?count=2")
    assert (numbers(page), page["previous"], page["next"]) == ([total, total - 1], None, total - 2)
    page = service.get("ines", f"{path}?count=2&first={page['next']}")
    assert numbers(page)[0] == total - 2
    assert page["previous"] == total
    oldest = service.get("ines", f"{path}?count=2&oldest=true&first=2")
    assert (numbers(oldest), oldest["previous"]) == ([2, 3], 1)
    assert numbers(service.get("ines", f"{path}?oldest=true&first=9999")) == []


def test_rounds_of_one_player(service: Service) -> None:
    path = f"/tables/{CRAPS}/story?count=200"
    everybody, ana = service.get("ines", path), service.get("ines", f"{path}&player=ana")
    assert 0 < ana["total"] <= everybody["total"]
    for number in numbers(ana):
        assert any("ana" in line["text"] for line in service.get("ines", f"/tables/{CRAPS}/story/{number}")["lines"])
    assert service.get("ines", f"{path}&player=nobody")["total"] == 0


def test_a_round_has_its_articles_where_the_rulebook_has_them(service: Service) -> None:
    told = service.get("ines", f"/tables/{CRAPS}/story/1")
    cites = [cite for line in told["lines"] for cite in line["cites"]]
    assert cites
    for cite in cites:
        assert cite["clause"] in clauses_of(cite["game"])
    assert not any(line["text"].endswith(")") and "craps " in line["text"].rpartition("(")[2] for line in told["lines"])


def test_a_story_grows_with_the_table(service: Service) -> None:
    before = service.get("ines", f"/tables/{CRAPS}/story")
    service.fund("chan")
    service.do("chan", CRAPS, "sit")
    after = service.get("ines", f"/tables/{CRAPS}/story")
    assert after["entries"] == before["entries"] + 1
    assert after["head"] == service.house.table(CRAPS).head != before["head"]


def test_a_story_stops_where_the_chain_breaks(service: Service, tmp_path: Path) -> None:
    seq = service.get("ines", f"/tables/{FANTAN}/story/2")["round"]["first"]
    service.app.state.shelf._kept.clear()  # noqa: SLF001 - as after a restart
    run(tmp_path / "house.db", ("UPDATE journal SET body = body || ' ' WHERE table_id = ? AND seq = ?", (FANTAN, seq)))
    story = service.get("ines", f"/tables/{FANTAN}/story")
    assert numbers(story) == [1]
    assert story["entries"] == seq - 1
    assert str(seq) in story["stops"]
    report = service.get("ines", "/audit/verify")
    assert not report["whole"]
    assert [one["seq"] for one in report["findings"] if one["code"] == "digest_differs"] == [seq]


def test_a_round_that_was_changed_after_it_was_read_is_refused(service: Service, tmp_path: Path) -> None:
    seq = service.get("ines", f"/tables/{FANTAN}/story/2")["round"]["first"]
    run(tmp_path / "house.db", ("UPDATE journal SET body = 'x' WHERE table_id = ? AND seq = ?", (FANTAN, seq)))
    answer = service.ask("ines", "GET", f"/tables/{FANTAN}/story/2")
    assert (answer.status_code, answer.json()["code"]) == (422, "broken_at")


# Who may ask


@pytest.mark.parametrize("path", INSPECTORS)
def test_only_inspectors_look_back(service: Service, path: str) -> None:
    for who, status in (("ines", 200), ("sofia", 403), ("carlos", 403), ("ana", 403), (None, 401)):
        assert service.ask(who, "GET", path.format(CRAPS)).status_code == status, who


@pytest.mark.parametrize("path", READERS)
def test_supervisors_read_stories_too(service: Service, path: str) -> None:
    for who, status in (("ines", 200), ("sofia", 200), ("carlos", 403), ("ana", 403), (None, 401)):
        assert service.ask(who, "GET", path.format(CRAPS)).status_code == status, who


def test_of_a_round_that_runs_a_supervisor_is_told_nothing(tmp_path: Path) -> None:
    """Who can void a round must not know more of it than the players do."""
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


@pytest.mark.parametrize(
    "path", ["cage/story", "nothing/story", "cage/story/1", f"{CRAPS}/story/0", f"{CRAPS}/story/9999"]
)
def test_what_is_not_there_is_not_found(service: Service, path: str) -> None:
    assert service.ask("ines", "GET", f"/tables/{path}").status_code == 404


def test_heads_are_those_of_the_store(service: Service) -> None:
    heads = {one["table"]: (one["entries"], one["head"]) for one in service.get("ines", "/audit")}
    assert heads == service.store.heads()
    report = service.get("ines", "/audit/verify")
    assert report["whole"]
    assert {one["table"]: (one["entries"], one["head"]) for one in report["tables"]} == heads


def test_a_journal_goes_out_whole_and_byte_by_byte(service: Service) -> None:
    for path, tables in ((f"/tables/{FANTAN}/journal", [FANTAN]), ("/journal", None)):
        assert service.ask("ines", "GET", path).content == b"".join(export(service.store, tables))


# Pages


@pytest.mark.parametrize(
    ("path", "readers"),
    [
        ("/audit", {"ines"}),
        (f"/audit/{CRAPS}", {"ines", "sofia"}),
        (f"/audit/{CRAPS}/rounds/1", {"ines", "sofia"}),
        ("/audit/cage", {"ines"}),
        ("/house", {"sofia"}),
    ],
)
def test_pages_of_a_role_are_for_that_role(service: Service, path: str, readers: set[str]) -> None:
    for who in readers:
        shown = browser(service, who, path)
        assert shown.status_code == 200
        assert not re.search(r"\sstyle=|<script(?![^>]*(src=|application/json))", shown.text)
    for other in {"ines", "sofia", "carlos", "ana"} - readers:
        assert browser(service, other, path).status_code == 403
    sent = browser(service, None, path)
    assert (sent.status_code // 100, sent.headers["location"]) == (3, f"/login?to={path}")


def test_whoever_has_a_one_time_password_chooses_their_own_first(service: Service) -> None:
    given = service.post("sofia", "/users", name="irene", role="inspector").json()["password"]
    service.client.cookies.clear()
    service.client.post("/api/v1/login", json={"name": "irene", "password": given})
    assert service.client.get("/audit", follow_redirects=False).headers["location"].startswith("/login")


def test_a_page_of_a_table_that_is_not_there(service: Service) -> None:
    assert browser(service, "ines", "/audit/nothing").status_code == 404
    assert browser(service, "ines", "/audit/cage").status_code == 200


def test_options_are_offered_as_the_rulebook_has_them(service: Service) -> None:
    text = browser(service, "sofia", "/house").text
    for option in service.get("ines", "/games/craps")["options"]:
        assert f'"option":"{option["option"]}"' in text


def test_every_address_is_listed_and_nothing_comes_from_other_hosts(service: Service) -> None:
    shown = browser(service, None, "/schema")
    assert shown.status_code == 200
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", shown.text)
    for path, item in service.client.get("/schema/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            assert f"<code>{method.upper()} {path}</code> <span>{operation['summary']}</span>" in shown.text.replace(
                "&#39;", "'"
            )
    assert service.client.get("/schema/openapi.yaml").status_code == 200
    for viewer in ("redoc", "swagger", "elements", "rapidoc"):
        assert service.client.get(f"/schema/{viewer}").status_code == 404


def test_a_part_is_verified_and_says_what_it_did_not_look_at(service: Service) -> None:
    report = service.get("ines", "/audit/verify?since=2026-01-01")
    assert report["whole"]
    assert report["since"] == "2025-12-31T16:00:00.000+00:00"  # midnight in Macau
    assert [one["code"] for one in report["findings"] if one["check"] == "store"] == ["only_since"]
    assert service.ask("ines", "GET", "/audit/verify?since=soon").status_code == 400


class Pieces(BackgroundAudit):
    """Counts the pieces it is asked for: there are always more."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.asked = 0

    def step(self) -> TableVerified | None:
        self.asked += 1
        return None


def test_the_audit_in_the_background_makes_way_for_commands(service: Service) -> None:
    is_under_load = False
    pieces = Pieces(service.store)
    pace = AuditPace(pieces, lambda: is_under_load)
    for _ in range(11):  # it rests where there was nothing more
        pace.go_on()
    assert pieces.asked == 2
    is_under_load = True
    for _ in range(120):  # seconds
        pace.go_on()
    assert pieces.asked == 4


def test_the_audit_in_the_background_says_how_far_it_is(service: Service, tmp_path: Path) -> None:
    entries = sum(one["entries"] for one in service.get("ines", "/audit"))
    seq = service.store.seq(FANTAN)
    told = service.get("ines", "/audit/background")
    assert (told["entries"], told["findings"]) == (entries, [])
    run(tmp_path / "house.db", ("INSERT INTO snapshots VALUES (?, ?, ?)", (FANTAN, seq, b"{}")))
    pace = AuditPace(service.app.state.background, lambda: False)
    while not (told := service.get("ines", "/audit/background"))["findings"]:
        pace.go_on()
    assert [(one["code"], one["table"], one["seq"]) for one in told["findings"]] == [("snapshot_differs", FANTAN, seq)]
    health = service.ask("sofia", "GET", "/health/ready").json()
    assert "audit_fault" in health["troubles"]
    assert health["faults"] == [f"{FANTAN} {seq}"]

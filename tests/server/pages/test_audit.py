"""The inspector's pages in a browser: rounds with their articles, sums, sheets to print, and journals that are verified there."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from banca.law import clauses_of
from banca.server.api.audit import StoryCache
from support.browser import Readers, place, printed_pages, reload
from support.forgery import rows, run
from support.server import LiveService

pytestmark = pytest.mark.browser
TABLE, HIDDEN = "craps-1", "fantan-1"
STAKE = 50_00


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[LiveService]:
    with LiveService(folder) as service:
        service.fund()
        service.open(TABLE, "craps", chance="observed")
        service.do("ana", TABLE, "sit")
        for null, outcome in (("short", "5-6"), (None, "3-4")):
            service.do("ana", TABLE, "place_bet", bet="pass_line", stake=STAKE)
            service.do("carlos", TABLE, "offer_dice")
            service.do("ana", TABLE, "throw")
            if null:
                service.do("carlos", TABLE, "declare_null", reason=null)
                service.do("ana", TABLE, "throw")
            service.do("carlos", TABLE, "call_result", outcome=outcome)
            service.do("carlos", TABLE, "settle")
        service.open(HIDDEN, "fantan")
        for act in ("cover", "close_bets", "count", "pay", "cover"):
            service.do("carlos", HIDDEN, act)
        service.do("sofia", HIDDEN, "void_round", reason="the lights went out")
        yield service


def verify(page: Page, *, is_whole: bool) -> None:
    page.click("#check-house")
    page.wait_for_selector(f"#verdict[data-whole={str(is_whole).lower()}]")


def test_journals_are_listed_verified_and_exported(service: LiveService, reader: Readers) -> None:
    page = reader("ines").go("/audit")
    for table in (TABLE, HIDDEN):
        expect(page.locator(f'#journals [data-table="{table}"] .digest')).to_have_text(service.house.table(table).head)
    verify(page, is_whole=True)
    expect(page.locator(f'#check-result [data-table="{HIDDEN}"]')).to_contain_text(
        "2 hidden results revealed as committed"
    )
    page.click("#verify")
    expect(page.locator("#findings .verdict.win")).to_contain_text("No errors")
    expect(page.locator(f'#findings [data-voids="{HIDDEN}"]')).to_contain_text("voided rounds: 1")
    with page.expect_download() as download:
        page.click("a[download]")
    lines = download.value.path().read_bytes().splitlines()
    tables = [json.loads(line)["entry"]["table"] for line in lines]
    assert tables.count(TABLE) == service.house.table(TABLE).seq
    page.set_input_files("#check-file", download.value.path())
    expect(page.locator("#verdict")).to_contain_text(f"Intact: {len(lines)} entries")
    page.fill("#written", "not a digest")
    expect(page.locator("#verdict")).to_have_count(0)  # the verdict on another is gone at once
    page.click("#check-house")
    expect(page.locator("#written-refused")).to_have_text("A digest has 64 characters: 0 to 9 and a to f.")
    expect(page.locator("#written")).to_be_focused()


def test_a_round_is_read_with_its_articles_sums_and_the_time_of_macau(reader: Readers) -> None:
    page = reader("ines", timezone_id="America/New_York").go(f"/audit/{TABLE}")
    expect(page.locator("#shown")).to_contain_text("Rounds shown: 2 of 2. Total: staked 100, paid 200, house −100.")
    page.click("#sums summary")
    expect(page.locator('#sums [data-player="ana"] td')).to_have_text(["2", "100", "200", "+100"])
    time = page.locator("#round-1 time")
    there = datetime.fromisoformat(time.get_attribute("title") or "").astimezone(timezone(timedelta(hours=8)))
    expect(time).to_contain_text(f"{there:%H:%M:%S}")
    page.locator("#round-1 summary").focus()
    page.keyboard.press("Enter")
    lines = page.locator("#round-1 .told li")
    expect(lines.filter(has_text=re.compile("null", re.IGNORECASE))).not_to_have_count(0)
    links = [link.get_attribute("href") or "" for link in page.locator("#round-1 .told a.cite").all()]
    assert {"6.1"} <= {link.rpartition("#")[2] for link in links} <= set(clauses_of("craps"))
    page.locator('#round-1 .told a[href$="#6.1"]').first.click()
    expect(page.locator('[id="6.1"]')).to_be_in_viewport()


def test_a_supervisor_reads_rounds_that_are_over_and_verifies_nothing(reader: Readers) -> None:
    page = reader("sofia").go(f"/audit/{TABLE}")
    expect(page.locator("#shown")).to_contain_text("Rounds shown: 2 of 2.")
    expect(page.locator("#check, [download]")).to_have_count(0)
    page.click("#round-1 summary")
    page.click("#round-1 a.button")
    expect(page.locator(".sign")).to_contain_text("supervisor sofia")
    assert printed_pages(page) == 1


def test_what_was_changed_behind_the_house_is_named(service: LiveService, folder: Path, reader: Readers) -> None:
    table = "forged-1"
    service.open(table, "craps", chance="observed")
    place(service, table, ["pass_line"], STAKE)
    service.do("carlos", table, "offer_dice")
    service.do("ana", table, "throw")
    service.do("carlos", table, "call_result", outcome="5-6")
    seq = service.do("carlos", table, "settle")["seq"]
    page = reader("ines").go(f"/audit/{table}")
    page.fill("#written", page.inner_text("#head"))
    verify(page, is_whole=True)
    expect(page.locator("#compared.win")).to_be_visible()
    ((body,),) = rows(folder / "house.db", "SELECT body FROM journal WHERE table_id = ? AND seq = ?", table, seq)
    change = "UPDATE journal SET body = ? WHERE table_id = ? AND seq = ?"
    run(folder / "house.db", (change, (body.replace(b"5000", b"9000"), table, seq)))
    try:
        verify(page, is_whole=False)
        bad = page.locator(f'#check-result [data-table="{table}"]')
        expect(bad).to_have_attribute("data-bad", str(seq))
        expect(bad).to_contain_text(f"Entry {seq}: this entry has been altered")
        expect(page.locator("#compared.lose")).to_be_visible()
        service.app.state.story_cache = StoryCache()  # as after a restart
        reload(page)
        expect(page.locator("#refused")).to_contain_text(str(seq))
        page.click("text=All journals")
        page.click("#verify")
        expect(page.locator("#findings")).to_contain_text(f"{table}, entry {seq}")
    finally:
        run(folder / "house.db", (change, (body, table, seq)))  # the other tests find it whole
        service.app.state.story_cache = StoryCache()

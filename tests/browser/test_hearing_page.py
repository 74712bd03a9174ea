"""The audit for a hearing in a browser: a verdict that goes with its digest, sums, days, pictures, the cage, a sheet to print."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from browser.browsing import Reader
from service import LiveService

TABLE = "craps-1"
STAKE = 50_00


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A table with two rounds, both of which ana wins."""
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        found.fund()
        found.open(TABLE, "craps", chance="observed")
        found.do("ana", TABLE, "sit")
        for outcome in ("5-6", "3-4"):
            found.do("ana", TABLE, "place_bet", bet="pass_line", stake=STAKE)
            found.do("carlos", TABLE, "offer_dice")
            found.do("ana", TABLE, "throw")
            found.do("carlos", TABLE, "call_result", outcome=outcome)
            found.do("carlos", TABLE, "settle")
        yield found


def test_a_wrong_digest_clears_the_verdict_on_another(reader: Callable[..., Reader]) -> None:
    page = reader("ines").go("/audit")
    page.click("#check-house")
    page.wait_for_selector("#verdict[data-whole=true]")
    page.fill("#written", "not a digest")
    expect(page.locator("#verdict")).to_have_count(0)  # what was said of another is gone at once
    page.click("#check-house")
    expect(page.locator("#written-refused")).to_have_text("A digest has 64 characters: 0 to 9 and a to f.")
    expect(page.locator("#verdict")).to_have_count(0)
    expect(page.locator("#written")).to_be_focused()


def test_sums_pictures_days_and_the_time_of_macau(reader: Callable[..., Reader]) -> None:
    page = reader("ines", timezone_id="America/New_York").go(f"/audit/{TABLE}")
    expect(page.locator("#shown")).to_contain_text(
        "Rounds shown: 2 of 2. All of them: staked 100, paid 200, house −100."
    )
    page.click("#sums summary")
    expect(page.locator('#sums [data-player="ana"] td')).to_have_text(["2", "100", "200", "+100"])
    time = page.locator("#round-1 time")
    at = time.get_attribute("title") or ""
    there = datetime.fromisoformat(at).astimezone(timezone(timedelta(hours=8)))
    expect(time).to_contain_text(f"{there:%H:%M:%S}")
    expect(page.locator("#round-1 .shown-result use")).to_have_count(2)
    expect(page.locator("#round-1 .shown-result use").first).to_have_attribute("href", "#face-5")
    page.click("#round-1 summary")
    expect(page.locator("#round-1 .told li.did").first).to_contain_text("(Macau)")
    expect(page.locator('#round-1 [data-player="ana"] td')).to_have_text(["50", "100", "+50"])
    page.fill("#ask [name=until]", "2001-01-01")
    page.click("#ask button")
    expect(page.locator("#shown")).to_have_text("No round matches.")
    assert "until=2001-01-01" in page.url


def test_a_supervisor_reads_rounds_that_are_over_and_verifies_nothing(reader: Callable[..., Reader]) -> None:
    """Who settles disputes on the floor reads what was played there (improvement of the audit for supervisors)."""
    page = reader("sofia").go(f"/audit/{TABLE}")
    expect(page.locator("#shown")).to_contain_text("Rounds shown: 2 of 2.")
    expect(page.locator("#check, [download]")).to_have_count(0)
    page.click("#round-1 summary")
    expect(page.locator("#round-1 .told li.did").first).to_contain_text("(Macau)")
    page.click("#round-1 a.button")
    expect(page.locator(".sign")).to_contain_text("supervisor sofia")


def is_one_page_of_a4(made: bytes) -> bool:
    (pages,) = {len(re.findall(rb"/Type\s*/Page\b", made))}
    sizes = {
        tuple(round(float(side)) for side in size)
        for size in re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", made)
    }
    return pages == 1 and sizes == {(595, 842)}


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_a_sheet_of_one_round_is_one_page_of_a4(reader: Callable[..., Reader], lang: str) -> None:
    page = reader("ines", lang=lang).go(f"/audit/{TABLE}/rounds/1")
    expect(page.locator("#shown-here use")).to_have_count(2)
    expect(page.locator("#print")).to_be_enabled()
    assert is_one_page_of_a4(page.pdf(prefer_css_page_size=True))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_crowded_round_is_one_page_too_and_says_what_is_left_out(
    service: LiveService, reader: Callable[..., Reader], lang: str
) -> None:
    table = f"crowded-{lang}"
    service.open(table, "craps", chance="observed")
    bets = ("field", "big", "small", "any_craps", "any_seven", "eleven", "ace_deuce", "aces", "boxcars", "horn")
    for player in ("ana", "bento", "chan"):
        service.do(player, table, "sit")
        for bet in ("pass_line", *bets):
            service.do(player, table, "place_bet", bet=bet, stake=20_00)
    service.do("carlos", table, "offer_dice")
    service.do("ana", table, "throw")
    service.do("carlos", table, "call_result", outcome="5-6")
    service.do("carlos", table, "settle")
    page = reader("ines", lang=lang).go(f"/audit/{table}/rounds/1")
    expect(page.locator(".sheet")).to_contain_text("more lines are in the journal" if lang == "en" else "載於日誌")
    expect(page.locator(".told li").last).to_contain_text("round 1 ends" if lang == "en" else "第 1 局結束")
    assert is_one_page_of_a4(page.pdf(prefer_css_page_size=True))


def test_the_cage_can_be_read(reader: Callable[..., Reader]) -> None:
    page = reader("ines").go("/audit")
    page.click('#journals [data-table="cage"] a')
    expect(page.locator("#cash tr")).to_have_count(3)
    page.fill("#ask [name=player]", "ana")
    page.click("#ask button")
    expect(page.locator("#cash tr")).to_have_count(1)
    expect(page.locator("#sums-table tbody tr")).to_have_count(1)
    expect(page.locator("#cash tr")).to_contain_text("sofia (supervisor)")

"""Receipts in the player's page, and the page of evidence, in a browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from banca.service.witnesses import NamedWitness
from banca.transparency.note import SignerKind
from banca.witness.memory import Memory
from banca.witness.witness import Witness
from banca_verify import receipt as checker
from browser.browsing import ELSEWHERE, PHONE, Reader, reload
from clock import Clock
from service import LiveService
from witnessed import signer

Readers = Callable[..., Reader]
PROGRAM: Any = checker
"""Plain on purpose: it has no types."""
WITNESS = signer("dicj.example/w", SignerKind.WITNESS, 9)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path, witnesses=[NamedWitness(WITNESS.verifier)]) as found:
        found.fund()
        found.open("roulette-1", "roulette")
        yield found


def witness_looks(service: LiveService, folder: Path) -> None:
    """The witness sees the log as it is now, and the house hears of it."""
    log = service.house.log
    assert log is not None
    witness = Witness(WITNESS, log.verifiers, Memory(folder / "witness.db"), Clock(1_790_000_000))
    seen = witness.add(f"old 0\n\n{log.newest().note}".encode())
    assert service.post(None, "/log/cosignatures", note=seen.note).status_code == 204


def seated(reader: Readers) -> tuple[Reader, Page]:
    """A player at the table, who looks at what happened."""
    ana = reader("ana", accept_downloads=True)
    page = ana.sit_down("roulette-1")
    page.click("#tab-happened")
    return ana, page


ACTS = 3


def bet(ana: Reader, page: Page) -> None:
    """Who has no seat yet takes one first, and the page pledges a number for the draw: three acts."""
    ana.press("red", page)


def saved(page: Page, button: str) -> Any:
    with page.expect_download() as download:
        page.click(button)
    return json.loads(Path(download.value.path()).read_text("utf-8"))


def checked_outside(service: LiveService, receipt: Any, *witnesses: str) -> str:
    assert service.house.log is not None
    key = PROGRAM.read_key(service.house.log.keys[0], PROGRAM.LOG)
    known = [PROGRAM.read_key(one, PROGRAM.WITNESS) for one in witnesses]
    said: str = PROGRAM.check(receipt, key, known, len(known))
    return said


def test_what_a_player_does_has_a_receipt_that_is_checked_and_kept(
    reader: Readers, service: LiveService, tmp_path: Path
) -> None:
    ana, page = seated(reader)
    expect(page.locator("#receipts-none")).to_be_visible()
    bet(ana, page)
    rows = page.locator("#receipts li")
    expect(rows).to_have_count(ACTS)
    expect(page.locator("#receipts li[data-standing=good]")).to_have_count(ACTS)
    expect(page.locator("#receipts-mark")).to_have_text("✓")
    everything = saved(page, "#receipts-save")
    assert [checked_outside(service, one).split(":")[0] for one in everything] == [
        f"roulette-1 {one['seq']}" for one in everything
    ]
    witness_looks(service, tmp_path)
    one = saved(page, "#receipts li >> nth=0 >> [data-do=save]")
    assert "cosigned by dicj.example/w" in checked_outside(service, one, str(WITNESS.verifier))
    reload(page)
    page.click("#tab-happened")
    expect(page.locator("#receipts li[data-standing=good]")).to_have_count(ACTS)
    page.click("#receipts-forget")
    expect(rows).to_have_count(ACTS)
    page.click("#receipts-forget")
    expect(rows).to_have_count(0)


def test_a_receipt_is_shown_as_a_picture(reader: Readers) -> None:
    ana, page = seated(reader)
    bet(ana, page)
    page.click("#receipts li >> nth=0 >> [data-do=picture]")
    expect(page.locator("#receipt-picture svg")).to_be_visible()
    page.click("#receipt-close")
    expect(page.locator("#receipt-dialog")).to_be_hidden()


def test_a_receipt_that_does_not_hold_is_said_aloud(reader: Readers) -> None:
    ana, page = seated(reader)
    page.route(
        "**/commands",
        lambda route: route.fulfill(response=(answer := route.fetch()), json=with_other_digest(answer.json())),
    )
    bet(ana, page)
    expect(page.locator("#receipts-refused")).to_contain_text("does NOT hold")
    expect(page.locator("#receipts-mark")).to_have_text("✗")
    page.unroute_all(behavior="wait")


def with_other_digest(answer: Any) -> Any:
    return {**answer, "receipt": {**answer["receipt"], "digest": "0" * 64, "body": ""}}


def test_another_key_than_before_is_said_aloud(reader: Readers, service: LiveService) -> None:
    assert service.house.log is not None
    ana, page = seated(reader)
    other = json.dumps([str(signer(service.house.log.origin).verifier)])
    page.evaluate(f"localStorage.setItem('banca.log-key.{service.house.log.origin}', {json.dumps(other)})")
    bet(ana, page)
    expect(page.locator("#receipts-refused")).to_contain_text("another key")


def test_where_the_browser_may_not_check_it_says_so(reader: Readers, service: LiveService) -> None:
    """Browsers let only pages over HTTPS, or of this machine, work out digests."""
    port = service.sock.getsockname()[1]
    ana = reader("ana", accept_downloads=True)
    token = next(one["value"] for one in ana.context.cookies() if one.get("name") == "banca_session")
    ana.base = f"http://{ELSEWHERE}:{port}"
    ana.context.add_cookies([{"name": "banca_session", "value": token, "url": ana.base}])
    page = ana.sit_down("roulette-1")
    page.click("#tab-happened")
    bet(ana, page)
    expect(page.locator("#receipts li[data-standing=unchecked]")).to_have_count(2)
    ana.faults = [
        one for one in ana.faults if "Cross-Origin-Opener-Policy" not in one
    ]  # which such a page may not have


# The page of evidence


def test_anybody_checks_a_receipt_in_the_page_of_evidence(
    reader: Readers, service: LiveService, tmp_path: Path
) -> None:
    service.do("ana", "roulette-1", "sit")
    receipt = service.get("ana", "/tables/roulette-1/receipts/1")
    witness_looks(service, tmp_path)
    seen = service.get("ana", "/tables/roulette-1/receipts/1?witnessed=true")
    page = reader().go("/evidence")
    expect(page.locator("[data-witness='dicj.example/w'] .badge")).to_have_text("agrees")
    expect(page.locator("#cosigned")).to_contain_text("dicj.example/w")
    files = {
        "good": [receipt],
        "seen": seen,
        "bad": {**receipt, "seq": 99},
        "other": {**receipt, "origin": "other.example/log"},
        "none": {"x": 1},
    }
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    (tmp_path / "text.json").write_text("nonsense", "utf-8")
    page.set_input_files("#file", [tmp_path / f"{name}.json" for name in (*files, "text")])
    lines = page.locator("#checked li")
    expect(lines).to_have_count(6)
    expect(lines.nth(0)).to_contain_text("it is in the log of")
    expect(lines.nth(1)).to_contain_text("Signed by dicj.example/w")
    expect(lines.nth(2)).to_contain_text("it is not in the log that was signed")
    expect(lines.nth(3)).to_contain_text("it is of another log")
    expect(lines.nth(4)).to_have_text("This is not a receipt.")
    expect(lines.nth(5)).to_have_text("This is not a receipt.")
    assert lines.evaluate_all("all => all.map((one) => one.dataset.standing)") == ["good"] * 2 + ["bad"] * 4


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
@pytest.mark.parametrize("size", [(1280, 900), PHONE])
def test_the_page_of_evidence_keeps_nobody_out(
    reader: Readers, service: LiveService, tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    witness_looks(service, tmp_path)
    page = reader(lang=lang, size=size).go("/evidence")
    page.click("summary")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_players_receipts_keep_nobody_out(reader: Readers) -> None:
    ana, page = seated(reader)
    bet(ana, page)
    expect(page.locator("#receipts li[data-standing=good]")).to_have_count(ACTS)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()

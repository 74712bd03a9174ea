"""Receipts in the player's page, and the page of evidence, in a browser."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from banca.server.api.witnesses import NamedWitness
from banca.transparency.note import SignerKind
from banca_verify import receipt as checker
from banca_witness.store import WitnessStore
from banca_witness.witness import Witness
from support.browser import ELSEWHERE, Reader, Readers, open_table, reload
from support.lanes import Clock
from support.server import LiveService
from support.witnesses import signer

pytestmark = pytest.mark.browser
PROGRAM: Any = checker
"""Plain on purpose: it has no types."""
WITNESS = signer("dicj.example/w", SignerKind.WITNESS, 9)
ACTS = 3
"""Whoever has no seat yet takes one first, and the page pledges a number for the draw: a first bet is three acts."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house"), witnesses=[NamedWitness(WITNESS.verifier)]) as service:
        service.fund()
        yield service


def cosign(service: LiveService, folder: Path) -> None:
    """The witness sees the log as it is now, and the house receives its signature."""
    log = service.house.log
    assert log is not None
    witness = Witness(WITNESS, log.verifiers, WitnessStore(folder / "witness.db"), Clock(1_790_000_000))
    answer = witness.add(f"old 0\n\n{log.newest().note}".encode())
    assert service.post(None, "/log/cosignatures", note=answer.note).status_code == 204


def sit(service: LiveService, reader: Readers) -> tuple[Reader, Page, str]:
    """Open a new table as a player who looks at what happened."""
    table = open_table(service, "roulette", chance="drawn")
    ana = reader("ana", accept_downloads=True)
    page = ana.sit_down(table)
    page.click("#tab-happened")
    return ana, page, table


def save(page: Page, button: str) -> Any:
    with page.expect_download() as download:
        page.click(button)
    return json.loads(Path(download.value.path()).read_text("utf-8"))


def check_outside(service: LiveService, receipt: Any, *witnesses: str) -> str:
    assert service.house.log is not None
    key = PROGRAM.read_key(service.house.log.keys[0], PROGRAM.LOG)
    known = [PROGRAM.read_key(witness, PROGRAM.WITNESS) for witness in witnesses]
    text: str = PROGRAM.check(receipt, key, known, len(known))
    return text


def test_what_a_player_does_has_a_receipt_that_is_checked_shown_and_kept(
    reader: Readers, service: LiveService, tmp_path: Path
) -> None:
    ana, page, table = sit(service, reader)
    expect(page.locator("#receipts-none")).to_be_visible()
    ana.press("red")
    expect(page.locator("#receipts li[data-standing=good]")).to_have_count(ACTS)
    expect(page.locator("#receipts-mark")).to_have_text("✓")
    receipts = save(page, "#receipts-save")
    assert [check_outside(service, receipt).split(":")[0] for receipt in receipts] == [
        f"{table} {receipt['seq']}" for receipt in receipts
    ]
    cosign(service, tmp_path)
    receipt = save(page, "#receipts li >> nth=0 >> [data-do=save]")
    assert "cosigned by dicj.example/w" in check_outside(service, receipt, str(WITNESS.verifier))
    reload(page)
    page.click("#tab-happened")
    expect(page.locator("#receipts li[data-standing=good]")).to_have_count(ACTS)


def test_a_receipt_that_does_not_hold_is_reported(reader: Readers, service: LiveService) -> None:
    ana, page, _ = sit(service, reader)

    def forge(route: Route) -> None:
        answer = (response := route.fetch()).json()
        receipt = {**answer["receipt"], "digest": "0" * 64, "body": ""}
        route.fulfill(response=response, json={**answer, "receipt": receipt})

    page.route("**/commands", forge)
    ana.press("red")
    expect(page.locator("#receipts-refused")).to_contain_text("NOT valid")
    expect(page.locator("#receipts-mark")).to_have_text("✗")
    page.unroute_all(behavior="wait")


def test_another_key_than_before_is_reported(reader: Readers, service: LiveService) -> None:
    assert service.house.log is not None
    ana, page, _ = sit(service, reader)
    other = json.dumps([str(signer(service.house.log.origin).verifier)])
    page.evaluate(f"localStorage.setItem('banca.log-key.{service.house.log.origin}', {json.dumps(other)})")
    ana.press("red")
    expect(page.locator("#receipts-refused")).to_contain_text("a different key")


def test_a_page_that_may_not_compute_digests_says_so(reader: Readers, service: LiveService) -> None:
    """Browsers let only pages over HTTPS, or of this machine, compute digests."""
    table = open_table(service, "roulette", chance="drawn")
    ana = reader("ana")
    token = next(cookie["value"] for cookie in ana.context.cookies() if cookie.get("name") == "banca_session")
    ana.base = f"http://{ELSEWHERE}:{service.sock.getsockname()[1]}"
    ana.context.add_cookies([{"name": "banca_session", "value": token, "url": ana.base}])
    page = ana.sit_down(table)
    page.click("#tab-happened")
    ana.press("red", page)
    expect(page.locator("#receipts li[data-standing=unchecked]")).to_have_count(2)
    ana.errors = [error for error in ana.errors if "Cross-Origin-Opener-Policy" not in error]  # such a page has none


def test_anybody_checks_receipts_in_the_page_of_evidence(reader: Readers, service: LiveService, tmp_path: Path) -> None:
    table = open_table(service, "roulette")
    service.do("ana", table, "sit")
    receipt = service.get("ana", f"/tables/{table}/receipts/1")
    cosign(service, tmp_path)
    cosigned = service.get("ana", f"/tables/{table}/receipts/1?witnessed=true")
    page = reader(lang="en").go("/evidence")
    expect(page.locator("[data-witness='dicj.example/w'] .badge")).to_have_text("agrees")
    expect(page.locator("#cosigned")).to_contain_text("dicj.example/w")
    files = {
        "good": [receipt],
        "seen": cosigned,
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
    expect(lines.nth(1)).to_contain_text("Signed by dicj.example/w")
    expect(lines.nth(2)).to_contain_text("not in the signed log")
    expect(lines.nth(3)).to_contain_text("belongs to another log")
    expect(lines.nth(4)).to_have_text("This is not a receipt.")
    assert lines.evaluate_all("all => all.map((one) => one.dataset.standing)") == ["good"] * 2 + ["bad"] * 4

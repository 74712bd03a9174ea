"""Proposals in a browser: the builder, the editor with faults where they are, and the text taken over and back."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from banca.proposals import read_proposal
from banca.proposals.files import example
from support.browser import Reader, Readers, reload

pytestmark = pytest.mark.browser
EDGE = "output[data-edge='0'] .exact"


def opened(reader: Reader) -> Page:
    """Open the form and make a bet of it: craps, 1-1 and 6-6 at 15 to 1."""
    page = reader.go("/proposals")
    for language in ("en", "pt", "zh"):
        page.fill(f'[data-path="bets.0.name.{language}"]', "Ends")
    pay(page, 15)
    tile(page, "1-1")
    tile(page, "6-6")
    expect(page.locator(EDGE)).to_have_text("1/9")
    return page


def pay(page: Page, prize: int) -> None:
    page.fill('[data-path="bets.0.rows.0.prize"]', str(prize))


def tile(page: Page, outcome: str) -> None:
    page.locator(f'[data-part="bets.0"] .tile[data-outcome="{outcome}"]').first.click()


def text_of(page: Page) -> str:
    page.click("#tab-write")
    return page.input_value("#text")


def test_clicks_change_the_exact_edge_and_the_file(reader: Readers) -> None:
    """craps: 1-1 and 6-6 at 15 to 1 leave 1/9; with 1-2, of which there are two, the house has lost 64/36 - 1."""
    page = opened(reader("ana"))
    tile(page, "1-2")
    expect(page.locator(EDGE)).to_have_text("-7/9")
    tile(page, "6-6")
    pay(page, 10)
    expect(page.locator(EDGE)).to_have_text("1/12")
    text = text_of(page)
    assert "wins 3, loses 33 of 36 ways" in text
    assert "if o.total in (2, 3):" in text
    assert read_proposal(text).keys == ("ends",)


def test_a_built_file_keeps_its_form_and_an_opened_one_is_edited_as_text(reader: Readers) -> None:
    page = opened(reader("chan"))
    page.wait_for_selector('#example option[value="world"]', state="attached")
    reload(page)  # what was built is still there, and its form
    expect(page.locator('[data-path="bets.0.rows.0.prize"]')).to_have_value("15")
    page.select_option("#example", "world")
    page.click("#load")
    expect(page.locator("#text")).to_have_value(example("world"))
    page.click("#tab-build")
    expect(page.locator("#beyond")).to_be_visible()
    page.click("#anew")
    expect(page.locator('[data-path="bets.0.rows.0.prize"]')).to_have_value("")
    page.click("#back")
    expect(page.locator("#text")).to_have_value(example("world"))


def in_editor(reader: Reader) -> Page:
    page = reader.go("/proposals")
    page.click("#load")  # the file that everybody begins with
    expect(page.locator("#problem-box")).to_have_class("problem good")
    return page


def test_a_wrong_text_is_marked_at_its_line_and_mended_there(reader: Readers) -> None:
    """Craps 7.2: two of 36 throws win, so 15 to 1 leaves the house 1/9, and 16 to 1 leaves it 1/18."""
    page = in_editor(reader("ana"))
    edge = page.locator("#found td.edge .exact")
    text = page.input_value("#text")
    bad = next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith("bet("))
    page.fill("#text", text.replace('pays = "15 to 1"', 'pays = "15 two 1"'))
    expect(page.locator("#problem")).to_contain_text(f"Line {bad}:")
    expect(page.locator("#editor .gutter > div").nth(bad - 1)).to_have_class("bad")
    expect(page.locator("#study")).to_have_class("study old")
    expect(edge).to_have_text(["1/9"])  # kept, greyed
    expect(page.locator("[data-format=pdf]")).to_be_disabled()
    page.fill("#text", text.replace('pays = "15 to 1"', 'pays = "16 to 1"'))
    expect(edge).to_have_text(["1/18"])
    expect(page.locator("#editor .gutter .bad")).to_have_count(0)
    reload(page)  # the draft is kept
    expect(edge).to_have_text(["1/18"])
    page.focus("#text")
    page.keyboard.press("Tab")  # leaves the editor
    expect(page.locator("#tab")).to_be_focused()


def test_files_are_opened_saved_and_the_dossier_downloaded(reader: Readers, tmp_path: Path) -> None:
    page = in_editor(reader("ana"))
    file = tmp_path / "mine.star"
    file.write_text(example("hops"), "utf-8")
    page.set_input_files("#file", file)
    expect(page.locator("#text")).to_have_value(example("hops"))
    expect(page.locator("#found .title")).to_contain_text("Hop bets")
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == "proposal.star"
    assert download.value.path().read_text("utf-8") == example("hops")
    with page.expect_download() as download:
        page.click("[data-format=pdf]")
    assert download.value.path().read_bytes().startswith(b"%PDF")

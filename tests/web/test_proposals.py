"""Proposals in a browser: the builder by mouse and keyboard, the editor, faults where they are, and the text taken over and back."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from banca.proposals import read_proposal
from banca.proposals.shelf import example
from browser import Reader, Readers, check_accessible, reload

pytestmark = pytest.mark.browser
EDGE = "output[data-edge='0'] .exact"


def opened(reader: Reader) -> Page:
    """The builder, with the bet of the file that everybody begins with."""
    page = reader.go("/proposals")
    expect(page.locator(EDGE)).to_have_text("1/9")
    return page


def begun(reader: Reader, game: str) -> Page:
    """An empty form of a game."""
    page = opened(reader)
    page.select_option("#field-game", game)
    expect(page.locator("#problem-box")).to_have_class("problem warn")
    return page


def name(page: Page, path: str = "bets-0-name", text: str = "Mine") -> None:
    for language in ("en", "pt", "zh"):
        page.fill(f"#field-{path}-{language}", f"{text} {language}")


def pay(page: Page, prize: int, path: str = "bets.0.rows.0") -> None:
    page.fill(f'[data-path="{path}.prize"]', str(prize))


def tile(page: Page, outcome: str, bet: int = 0) -> None:
    page.locator(f'[data-part="bets.{bet}"] .tile[data-outcome="{outcome}"]').first.click()


def text_of(page: Page) -> str:
    page.click("#tab-write")
    return page.input_value("#text")


def test_clicks_change_the_exact_edge_and_the_file(reader: Readers) -> None:
    """craps: 1-1 and 6-6 at 15 to 1 leave 1/9; with 1-2, of which there are two, the house has lost 64/36 - 1."""
    page = opened(reader("ana"))
    tile(page, "1-2")
    expect(page.locator(EDGE)).to_have_text("-7/9")
    expect(page.locator('.tile[data-outcome="1-2"][data-mark="0"]')).to_have_count(2)  # nobody can tell 1-2 from 2-1
    expect(page.locator("#problem-box")).to_have_class("problem warn")
    tile(page, "6-6")
    pay(page, 10)
    expect(page.locator(EDGE)).to_have_text("1/12")
    text = text_of(page)
    assert "wins 3, loses 33 of 36 ways" in text
    assert '**totals(2, 3, pays = "10 to 1")' in text
    assert read_proposal(text).keys == ("ends",)


def test_what_is_missing_is_said_at_its_field_and_goes_when_it_is_done(reader: Readers) -> None:
    page = begun(reader("bento"), "roulette")
    expect(page.locator('[data-fault="bets.0.name.pt"]')).to_have_text("Still to be written.")
    expect(page.locator('[data-fault="bets.0.rows.0"]')).to_have_text("Mark at least one outcome that wins this prize.")
    expect(page.locator("[data-format=pdf]")).to_be_disabled()
    page.click("#go")
    expect(page.locator("#field-bets-0-name-en")).to_be_focused()
    check_accessible(page)
    name(page)
    pay(page, 9_999_999)
    tile(page, "0")
    wrong = page.locator('[data-fault="bets.0.rows.0.prize"]')
    expect(wrong).to_contain_text("1000000 to 1")
    expect(page.locator('[data-path="bets.0.rows.0.prize"]')).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#problem-box")).to_have_class("problem bad")
    pay(page, 35)
    expect(wrong).to_have_text("")
    expect(page.locator(EDGE)).to_have_text("1/37")


def test_by_keyboard_alone(reader: Readers) -> None:
    page = begun(reader("bento"), "craps")
    page.focus("#field-bets-0-name-en")
    for language in ("en", "pt", "zh"):
        page.keyboard.type(f"Keys {language}")
        page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Tab")  # the stake
    page.keyboard.press("Tab")  # another prize
    page.keyboard.press("Tab")  # the marks
    expect(page.locator('[data-brush="0"] input')).to_be_focused()
    page.keyboard.press("Tab")  # the views
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(page.locator(".tile").first).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator('.tile[data-outcome="2-2"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator('[data-path="bets.0.rest"]')).to_be_focused()
    expect(page.locator(EDGE)).to_have_text("7/12")  # 3 of 36 at 4 to 1
    page.focus("#tab-build")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-write")).to_be_focused()
    assert "o.dice in ((1, 1), (2, 2), (6, 6))" in page.input_value(
        "#text"
    ) or "o.total in (2, 12)" in page.input_value("#text")


def test_a_text_is_taken_over_into_the_form_and_back_or_the_reason_is_said(reader: Readers) -> None:
    page = opened(reader("chan"))
    page.wait_for_selector('#example option[value="world"]', state="attached")
    page.select_option("#example", "world")
    page.click("#load")
    expect(page.locator('[data-part="bets.1"]')).to_be_visible()
    expect(page.locator("#rewrites")).to_be_visible()
    assert text_of(page) == example("world")  # looking changes nothing
    page.click("#tab-build")
    pay(page, 27)
    expect(page.locator("#rewrites")).to_be_hidden()
    built = text_of(page)
    assert '"2_or_12"' not in built
    assert "27 to 5" in built
    reload(page)  # what was built is still there, and its form
    page.click("#tab-build")
    expect(page.locator('[data-path="bets.0.rows.0.prize"]')).to_have_value("27")
    page.select_option("#example", "fire")
    page.click("#load")
    expect(page.locator("#beyond-why")).to_contain_text("remembers earlier outcomes")
    page.click("#anew")
    expect(page.locator("#field-bets-0-name-en")).to_be_focused()


# The editor


def in_editor(reader: Reader) -> Page:
    page = reader.go("/proposals")
    page.click("#tab-write")
    expect(page.locator("#problem-box")).to_have_class("problem good")
    return page


def edges(page: Page) -> list[str]:
    return page.locator("#found td.edge .exact").all_inner_texts()


def use(page: Page, example: str) -> None:
    page.wait_for_selector(f'#example option[value="{example}"]', state="attached")
    page.select_option("#example", example)
    page.click("#load")


def test_a_wrong_text_is_marked_at_its_line_and_mended_there(reader: Readers) -> None:
    """craps 7.2: two of 36 throws win, so 15 to 1 leaves the house 1/9, and 16 to 1 leaves it 1/18."""
    page = in_editor(reader("ana"))
    assert edges(page) == ["1/9"]
    text = page.input_value("#text")
    bad = next(place for place, line in enumerate(text.split("\n"), 1) if line.startswith("bet("))
    page.fill("#text", text.replace('pays = "15 to 1"', 'pays = "15 two 1"'))
    expect(page.locator("#problem")).to_contain_text(f"Line {bad}:")
    expect(page.locator("#editor .gutter > div").nth(bad - 1)).to_have_class("bad")
    expect(page.locator("#editor .gutter .bad")).to_have_count(1)
    expect(page.locator("#text")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#study")).to_have_class("study old")
    assert edges(page) == ["1/9"]  # kept, greyed
    expect(page.locator("[data-format=pdf]")).to_be_disabled()
    page.click("#go")
    expect(page.locator("#text")).to_be_focused()
    chosen = page.locator("#text").evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert chosen == "bet("
    page.fill("#text", text.replace('pays = "15 to 1"', 'pays = "16 to 1"'))
    expect(page.locator("#found td.edge .exact")).to_have_text(["1/18"])
    expect(page.locator("#problem-box")).to_have_class("problem good")
    expect(page.locator("#editor .gutter .bad")).to_have_count(0)
    reload(page)  # the draft is kept
    expect(page.locator("#found td.edge .exact")).to_have_text(["1/18"])


def test_an_example_is_loaded_shown_on_the_layout_and_ones_own_text_comes_back(reader: Readers) -> None:
    page = in_editor(reader("bento"))
    page.fill("#text", own := page.input_value("#text").replace('pays = "15 to 1"', 'pays = "18 to 1"'))
    expect(page.locator(".warnings li")).to_contain_text("Remark")
    expect(page.locator("#problem-box")).to_have_class("problem warn")  # and no green beside it
    use(page, "all_tall_small")
    expect(page.locator("#text")).to_have_value(example("all_tall_small"))
    expect(page.locator(".preview .region.proposed")).to_have_count(3)
    expect(page.locator('.preview .region.proposed[data-bet="make_em_all"]')).to_be_visible()
    expect(page.locator("#found .caution")).to_have_count(0)
    use(page, "first_pair")
    expect(page.locator("#found .caution")).to_contain_text("these articles were law until 28 June 2004.")
    page.click("#back")
    expect(page.locator("#text")).to_have_value(own)


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
    expect(page.locator("#told")).to_contain_text(download.value.suggested_filename)
    expect(page.locator("[data-format=pdf]")).to_be_focused()


def test_the_editor_grows_wraps_and_never_traps_the_keyboard(reader: Readers) -> None:
    page = in_editor(reader("ana"))
    text = page.input_value("#text")
    page.focus("#text")
    page.keyboard.press("Tab")
    expect(page.locator("#tab")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    expect(page.locator("#text")).to_have_value("    " + text)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator("#tab")).to_be_focused()
    box = "(one) => [one.scrollHeight <= one.clientHeight, one.scrollWidth <= one.clientWidth, one.clientHeight]"
    for long in ("# a line\n" * 200, "# " + "long " * 200):
        page.fill("#text", long)
        is_whole, is_wrapped, height = page.locator("#text").evaluate(box)
        assert (is_whole, is_wrapped) == (True, True), long[:9]
        assert height >= 20 * (long.count("\n") + 1)

"""The proposal editor in a browser: a fault at its line, the edge as one types, examples, the layout, the dossier, the keyboard."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from banca.proposals.shelf import example
from browser.browsing import Reader, reload
from service import LiveService


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        yield found


def opened(reader: Reader) -> Page:
    page = reader.go("/proposals")
    page.click("#tab-write")
    expect(page.locator("#problem-box")).to_have_class("problem good")
    return page


def edges(page: Page) -> list[str]:
    return page.locator("#found td.edge .exact").all_inner_texts()


def use(page: Page, name: str) -> None:
    page.wait_for_selector(f'#example option[value="{name}"]', state="attached")
    page.select_option("#example", name)
    page.click("#load")


def test_a_wrong_text_is_marked_at_its_line_and_mended_there(reader: Callable[..., Reader]) -> None:
    """craps 7.2: two of 36 throws win, so 15 to 1 leaves the house 1/9, and 16 to 1 leaves it 1/18."""
    page = opened(reader("ana"))
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


def test_an_example_is_loaded_shown_on_the_layout_and_ones_own_text_comes_back(reader: Callable[..., Reader]) -> None:
    page = opened(reader("bento"))
    page.fill("#text", own := page.input_value("#text") + "# mine\n")
    use(page, "other_prizes")
    expect(page.locator("#text")).to_have_value(example("other_prizes"))
    expect(page.locator("#found .title")).to_contain_text("Higher prizes in the centre")
    expect(page.locator("#found .comparison .proposed")).to_have_count(5)
    use(page, "all_tall_small")
    expect(page.locator(".preview .region.proposed")).to_have_count(3)
    expect(page.locator('.preview .region.proposed[data-bet="make_em_all"]')).to_be_visible()
    expect(page.locator("#found .bet")).to_have_count(3)
    page.click("#back")
    expect(page.locator("#text")).to_have_value(own)
    expect(page.locator("#found td.edge .exact")).to_have_text(["1/9"])


def test_a_warning_is_told_in_words(reader: Callable[..., Reader]) -> None:
    page = opened(reader("chan"))
    page.fill("#text", page.input_value("#text").replace('pays = "15 to 1"', 'pays = "18 to 1"'))
    expect(page.locator(".warnings li")).to_have_count(1)
    expect(page.locator(".warnings li")).to_contain_text("Remark")
    expect(page.locator("#problem-box")).to_have_class("problem warn")  # and no green beside it
    expect(page.locator("#problem")).to_have_text(
        "No errors, but 1 remark: Ends: the advantage is the player's, 5.556% of the stake"
    )


def test_the_editor_grows_with_its_text_and_wraps(reader: Callable[..., Reader]) -> None:
    page = opened(reader("bento"))
    box = "(one) => [one.scrollHeight <= one.clientHeight, one.scrollWidth <= one.clientWidth, one.clientHeight]"
    for text in ("# short\n", "# a line\n" * 200, "# " + "long " * 200):
        page.fill("#text", text)
        is_whole, is_wrapped, height = page.locator("#text").evaluate(box)
        assert (is_whole, is_wrapped) == (True, True), text[:9]
        assert height >= 20 * (text.count("\n") + 1)
    last = page.locator("#editor .gutter > div").first.evaluate("(one) => one.getBoundingClientRect().height")
    assert last > 200  # one line of the text in many of the screen, with one number


def test_files_are_opened_saved_and_the_dossier_taken_home(reader: Callable[..., Reader], tmp_path: Path) -> None:
    page = opened(reader("ana"))
    file = tmp_path / "mine.star"
    file.write_text(example("hops"), "utf-8")
    page.set_input_files("#file", file)
    expect(page.locator("#text")).to_have_value(example("hops"))
    expect(page.locator("#found .title")).to_contain_text("Hop bets")
    with page.expect_download() as begun:
        page.click("#save")
    assert begun.value.suggested_filename == "proposal.star"
    assert begun.value.path().read_text("utf-8") == example("hops")
    with page.expect_download() as begun:
        page.click("[data-format=pdf]")
    assert begun.value.suggested_filename.endswith(".pdf")
    assert begun.value.path().read_bytes().startswith(b"%PDF")
    expect(page.locator("#told")).to_contain_text(begun.value.suggested_filename)
    expect(page.locator("[data-format=pdf]")).to_be_focused()


def test_the_keyboard_is_never_caught(reader: Callable[..., Reader]) -> None:
    page = opened(reader("ana"))
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


def test_whoever_is_not_logged_in_is_told_to(reader: Callable[..., Reader]) -> None:
    page = reader().go("/proposals")
    expect(page.locator('#problem-box a[href="/login?to=/proposals"]')).to_be_visible()
    expect(page.locator("[data-format=pdf]")).to_be_disabled()
    use(page, "all_tall_small")
    expect(page.locator("#text")).to_have_value(example("all_tall_small"))


def test_a_text_that_is_not_the_last_is_said_to_be_that_above_the_figures(reader: Callable[..., Reader]) -> None:
    page = opened(reader("ana"))
    expect(page.locator("#found .caution")).to_have_count(0)
    use(page, "first_pair")
    expect(page.locator("#found .caution")).to_contain_text("these articles were law until 28 June 2004.")

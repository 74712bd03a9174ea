"""The lab in a browser: a run to its end with the library's figures, a fault at its line and a stop."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from banca.analysis.simulation.run import Engine, make_work, run
from banca.analysis.simulation.strategy_file import find_strategy, library
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from support.browser import Readers, reload

pytestmark = pytest.mark.browser
SEED, SESSIONS = 7, 2000


def begin(page: Page, **fields: object) -> None:
    for name, value in fields.items():
        page.fill(f"#ask [name={name}]", str(value))
    page.click("#run")


def is_over(page: Page, state: str = "done") -> None:
    expect(page.locator("#running")).to_have_attribute("data-state", state)


def test_two_strategies_are_run_to_their_end_with_the_librarys_figures(reader: Readers) -> None:
    page = reader("ana").go("/lab?game=craps&a=pass_line&b=field_martingale")
    begin(page, sessions=SESSIONS, seed=SEED)
    is_over(page)
    strategies = [find_strategy("craps", name) for name in ("pass_line", "field_martingale")]
    done = run(make_work(strategies, sessions=SESSIONS, seed=SEED), Engine(workers=1))
    assert done is not None
    known = plain(done.answer(strategies), translator(Language.EN))
    expect(page.locator("#ran")).to_contain_text(f"seed: {SEED}")
    cards = page.locator("#found .card")
    expect(cards).to_have_count(2)
    for card, strategy in zip(cards.all(), known["strategies"], strict=True):
        expect(card.locator("h3")).to_contain_text(strategy["title"])
        points = card.locator("polyline.median").get_attribute("points") or ""
        assert len(points.split()) == len(strategy["fan"])
        bars = [bar for bar in strategy["histogram"] if bar["sessions"]]
        expect(card.locator("svg.chart rect.bar")).to_have_count(len(bars))
    with page.expect_download() as download:
        page.click("#downloads [data-file$=json]")
    assert download.value.suggested_filename == f"banca-craps-{SEED}.json"
    saved = json.loads(download.value.path().read_bytes())
    for report in (saved, known):
        del report["seconds"], report["rounds_per_second"]
    assert saved == known
    reload(page)  # the address keeps the run
    expect(cards).to_have_count(2)


def test_a_fault_in_a_text_is_shown_at_its_line_and_mended_there(reader: Readers) -> None:
    page = reader("ana").go("/lab?game=craps&a=pass_line")
    page.click("#slot-a summary")
    text = library("craps")["pass_line"].read_text("utf-8")
    lines = text.splitlines()
    bad = next(place for place, line in enumerate(lines) if re.match(r"\s*stake\s*=", line))
    lines[bad] = "stake = 'much'"
    page.fill("#text-a", "\n".join(lines))
    expect(page.locator("#strategy-a")).to_have_value("own")
    page.click("#run")
    expect(page.locator("#refused-a")).to_contain_text(f"Line {bad + 1}:")
    expect(page.locator("#slot-a .gutter > div").nth(bad)).to_have_class("bad")
    page.fill("#text-a", text)
    expect(page.locator("#refused-a")).to_be_empty()
    begin(page, sessions=100, seed=SEED)
    is_over(page)
    expect(page.locator("#found .card")).to_have_count(1)


@pytest.mark.usefixtures("held")
def test_a_long_run_is_stopped_and_what_was_done_is_kept(reader: Readers) -> None:
    page = reader("bento").go("/lab?game=fish_prawn_crab")
    begin(page, sessions="1,000,000")
    expect(page.locator("#ran")).to_be_visible()
    page.click("#stop")
    is_over(page, "cancelled")
    expect(page.locator("#ran")).to_contain_text("stopped early")

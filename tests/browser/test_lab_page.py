"""The lab in a browser: a run to its end with the library's figures, two compared, a fault at its line, a stop, downloads."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banca.answers import plain
from banca.answers.evening import evening_answer
from banca.answers.simulation import simulation_answer
from banca.evenings import evening
from banca.law import Language
from banca.simulation.run import Engine, make_work, run
from banca.simulation.strategy_file import find_strategy, library
from banca.words import speech
from browser.browsing import Reader, reload
from service import LiveService

SEED, SESSIONS = 7, 2000


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        yield found


def report(*names: str) -> Any:
    """What the library comes to with the same seed."""
    strategies = [find_strategy("craps", name) for name in names]
    done = run(make_work(strategies, sessions=SESSIONS, seed=SEED), Engine(workers=1))
    assert done is not None
    return plain(simulation_answer(done, strategies), speech(Language.EN))


def begin(page: Page, **fields: object) -> None:
    for name, value in fields.items():
        page.fill(f"#ask [name={name}]", str(value))
    page.click("#run")


def over(page: Page, state: str = "done") -> None:
    expect(page.locator("#running")).to_have_attribute("data-state", state)


def signed(value: float, places: int) -> str:
    return f"{value:+,.{places}f}".replace("-", "−")


def test_every_column_of_one_strategy_is_in_view(reader: Callable[..., Reader]) -> None:
    """The column of luck was cut off in a window of 1280 pixels (bug 14)."""
    page = reader("ana", size=(1280, 800)).go("/lab?game=craps&a=pass_line")
    begin(page, sessions=SESSIONS, seed=SEED)
    over(page)
    expect(page.locator("#found table.means")).to_be_visible()
    cut = page.locator("#found table.means :is(th, td)").evaluate_all(
        """(all) => all.filter((cell) => {
            const card = cell.closest('.card').getBoundingClientRect();
            return cell.getBoundingClientRect().right > card.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
        }).map((cell) => cell.textContent)"""
    )
    assert cut == []


def test_the_exact_evening_stands_before_the_simulation(reader: Callable[..., Reader]) -> None:
    page = reader("ana").go("/lab?game=roulette&a=martingale&b=labouchere")
    begin(page, sessions=SESSIONS, seed=SEED, rounds=100)
    asked = find_strategy("roulette", "martingale")
    known = evening_answer(asked, evening(replace(asked, session=replace(asked.session, rounds=100))))
    card = page.locator("#exact .card").first
    expect(card.locator("svg.chart polyline.median")).to_have_count(1)
    points = card.locator("polyline.median").get_attribute("points") or ""
    assert len(points.split()) == len(known.fan)
    ahead = known.chances.ahead
    expect(card.locator(".figures td").first).to_have_text(f"{ahead.value:.{ahead.digits}f}")
    expect(page.locator("#exact p.card")).to_contain_text("states between rounds")
    over(page)
    expect(page.locator("#found .card").first.locator("table").nth(3)).to_contain_text(f"{ahead.value:.3%}")


def test_two_strategies_are_run_to_their_end_with_the_librarys_figures(reader: Callable[..., Reader]) -> None:
    page = reader("ana").go("/lab?game=craps&a=pass_line&b=field_martingale")
    begin(page, sessions=SESSIONS, seed=SEED)
    over(page)
    known = report("pass_line", "field_martingale")
    expect(page.locator("#ran")).to_contain_text(f"sessions: {SESSIONS:,}")
    expect(page.locator("#ran")).to_contain_text(f"seed: {SEED}")
    cards = page.locator("#found .card")
    expect(cards).to_have_count(2)
    for card, one in zip(cards.all(), known["strategies"], strict=True):
        expect(card.locator("h3")).to_contain_text(one["title"])
        session = one["per_session"]
        places = 2 if abs(session["measured"]) >= 10 else 4
        row = card.locator(".means tbody tr").nth(1)
        wanted = f"{signed(session['measured'], places)} ± {session['error']:,.{places}f}"
        expect(row.locator("td").first).to_have_text(wanted)
        chances = card.locator(".figures > table").first.locator("td").first
        expect(chances).to_contain_text(f"{one['chances']['ahead']['measured']:.2%}")
        expect(card.locator("svg.chart polygon")).to_have_count(2)
        expect(card.locator("svg.chart polyline.median")).to_have_count(1)
        points = card.locator("polyline.median").get_attribute("points") or ""
        assert len(points.split()) == len(one["fan"])
        bars = [bar for bar in one["histogram"] if bar["sessions"]]
        expect(card.locator("svg.chart rect.bar")).to_have_count(len(bars))
    difference = known["better_than_first"][0]
    words = "below" if difference["measured"] < 0 else "above"
    if abs(difference["measured"]) <= 2 * difference["error"]:
        words = "as much as"
    expect(page.locator("#better")).to_contain_text(words)
    check_downloads(page, known)
    reload(page)  # the address keeps the run
    expect(cards).to_have_count(2)
    expect(page.locator("#ask [name=seed]")).to_have_value(str(SEED))


def check_downloads(page: Page, known: Any) -> None:
    """What is taken home is what was shown."""
    found = {}
    for kind in ("json", "csv", "svg"):
        with page.expect_download() as begun:
            page.click(f"#downloads [data-file$={kind}]")
        assert begun.value.suggested_filename == f"banca-craps-{SEED}.{kind}"
        found[kind] = begun.value.path().read_bytes()
    taken = json.loads(found["json"])
    for one in (taken, known):
        del one["seconds"], one["rounds_per_second"]
    assert taken == known
    assert found["csv"].startswith(b"number,strategy,part,")
    assert found["svg"].startswith(b"<svg")


def test_a_fault_in_a_text_is_shown_at_its_line_and_mended_there(reader: Callable[..., Reader]) -> None:
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
    expect(page.locator("#text-a")).to_be_focused()
    chosen = page.locator("#text-a").evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert chosen == lines[bad]
    page.fill("#text-a", "stake = [")
    page.click("#run")
    expect(page.locator("#refused-a")).to_contain_text("Line 1:")
    page.fill("#text-a", text)
    expect(page.locator("#refused-a")).to_be_empty()
    begin(page, sessions="many")
    expect(page.locator("#refused")).to_contain_text("many is not a whole number")
    begin(page, sessions=100, seed=SEED)
    over(page)
    expect(page.locator("#found .card")).to_have_count(1)


@pytest.mark.usefixtures("held")
def test_a_long_run_is_stopped_and_what_was_done_is_kept(reader: Callable[..., Reader]) -> None:
    page = reader("bento").go("/lab?game=craps&a=pass_line")
    begin(page, sessions="1,000,000")
    expect(page.locator("#ran")).to_be_visible()
    page.click("#stop")
    over(page, "cancelled")
    expect(page.locator("#ran")).to_contain_text("stopped early")
    expect(page.locator("#run")).to_be_enabled()
    expect(page.locator("#stop")).to_be_disabled()
    expect(page.locator("#progress-state")).to_have_text("Stopped")


def test_whoever_is_not_logged_in_is_told_to(reader: Callable[..., Reader]) -> None:
    page = reader(lang="pt").go("/lab?game=roulette")
    expect(page.locator("#run")).to_have_count(0)
    expect(page.locator('.acts a[href="/login?to=/lab"]')).to_be_visible()


def test_a_report_says_that_the_text_is_not_the_last(reader: Callable[..., Reader]) -> None:
    page = reader("bento").go("/lab?game=fish_prawn_crab")
    expect(page.locator("#caution")).to_be_hidden()
    begin(page, sessions=10, seed=SEED)
    over(page)
    expect(page.locator("#caution")).to_contain_text("These rules are as first published.")

"""The trainer in a browser: right answers by keyboard, a mistake with its arithmetic and article, and more of its kind."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from banca.law import Language
from banca.training.exercises import exercises_of
from banca.training.marking import Due, articles
from banca.training.wanted import WantedExercise
from banca.words import speech
from banca.words.results import results_of
from browser import PHONE, WIDE, Readers

pytestmark = pytest.mark.browser
LEVELS = {"craps": 3, "pai_kao": 3}
SEED = 20
MISTAKE = 4
"""How much a family with one mistake weighs."""


def right(game: str, named: dict[str, Any]) -> list[Due]:
    """What the library would do with each bet of an exercise."""
    practice = exercises_of(game)
    return practice.dues(practice.make(WantedExercise(game=game, **named)), speech(Language.EN))


def answer(page: Page, game: str, due: Due) -> None:
    """Into the amount that has the focus: a winner by the amount alone, others by the first letter of the game's word."""
    if due.result != "win":
        page.keyboard.press(speech(Language.EN)(results_of(game)[due.result])[0])
    if due.paid or due.result == "win":  # a bank that has lost its principal pays a winner nothing
        page.keyboard.type(f"{due.paid / 100:.2f}")
    page.keyboard.press("Enter")


def weights_in(request: Request) -> Any:
    asked = request.post_data_json
    assert asked is not None
    return asked["weights"]


def marked(page: Page, place: int, due: Due, game: str) -> None:
    """The arithmetic and the articles of one bet, as the library has them."""
    mark = page.locator(f'.bet[data-number="{place}"] .mark')
    expect(mark.locator(".steps li")).to_have_text(list(due.steps))
    mark.locator("summary").click()
    known = articles(game, due.cites, speech(Language.EN))
    expect(mark.locator("dt")).to_have_text([one.cited for one in known])
    expect(mark.locator("dd")).to_have_text([one.text for one in known])


@pytest.mark.parametrize("game", LEVELS)
def test_right_answers_and_a_mistake_by_keyboard(reader: Readers, game: str) -> None:
    trainee = reader()
    page = trainee.page
    with page.expect_response("**/exercises") as first:
        trainee.go(f"/trainer/{game}?level={LEVELS[game]}&seed={SEED}")
    named = first.value.json()["exercise"]
    assert (named["level"], named["seed"], named["weights"]) == (LEVELS[game], SEED, {})
    page.focus("[name=paid-0]")
    found = right(game, named)
    for due in found:
        answer(page, game, due)
    expect(page.locator(".bet.is-right")).to_have_count(len(found))
    expect(page.locator("#session")).to_contain_text(f"{len(found)} of {len(found)} correct")
    expect(page.locator("#go")).to_be_focused()
    marked(page, 0, found[0], game)

    page.locator("#go").focus()
    with page.expect_response("**/exercises") as second:
        page.keyboard.press("Enter")
    assert weights_in(second.value.request) == {}
    expect(page.locator("[name=paid-0]")).to_be_focused()
    found = right(game, second.value.json()["exercise"])
    wrong = Due(family=found[0].family, result="win", paid=found[0].paid + 100, steps=(), cites=())
    for due in (wrong, *found[1:]):
        answer(page, game, due)
    expect(page.locator(".bet.is-wrong")).to_have_count(1)
    expect(page.locator('.bet[data-number="0"] .verdict')).to_contain_text("your answer: wins, paid")
    marked(page, 0, found[0], game)

    page.locator("#go").focus()
    with page.expect_request("**/exercises") as third:
        page.keyboard.press("Enter")
    after = sum(due.family == found[0].family for due in found[1:])
    weights = {found[0].family: MISTAKE - after} if MISTAKE - after > 1 else {}
    assert weights_in(third.value) == weights
    with page.expect_request("**/exercises") as plain:
        page.uncheck("#mistakes")
        page.check(f'[name=level][value="{1 if LEVELS[game] != 1 else 2}"]')
    assert weights_in(plain.value) == {}


def test_the_layout_of_the_width_that_the_window_has_now_is_shown(reader: Readers) -> None:
    page = reader().go(f"/trainer/craps?level=1&seed={SEED}")
    is_wide = "(one) => one.viewBox.baseVal.width > one.viewBox.baseVal.height"
    drawn = page.locator("#felt > svg")
    assert drawn.evaluate(is_wide)
    held: list[Route] = []
    page.route(re.compile("form=tall"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    with page.expect_request(re.compile("form=tall")):
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    with page.expect_response(re.compile("form=wide")):
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    with page.expect_response(re.compile("form=tall")):
        held[0].continue_()  # the narrow one comes last
    expect(page.locator("#felt")).to_have_attribute("aria-busy", "false")  # all that were asked for are there
    assert drawn.evaluate(is_wide)

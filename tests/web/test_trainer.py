"""The trainer in a browser: right answers by keyboard, a mistake with its arithmetic and article, and more of its kind."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banca.law import Language
from banca.training.exercises import exercises_of
from banca.training.marking import Due, articles
from banca.training.wanted import WantedExercise
from banca.words import speech
from banca.words.results import results_of
from browser import Readers

pytestmark = pytest.mark.browser
MISTAKE = 4
"""How much a family with one mistake weighs."""


def answer(page: Page, due: Due) -> None:
    """Into the amount that has the focus: a winner by the amount alone, others by the first letter of the game's word."""
    if due.result != "win":
        page.keyboard.press(speech(Language.EN)(results_of("craps")[due.result])[0])
    if due.paid or due.result == "win":
        page.keyboard.type(f"{due.paid / 100:.2f}")
    page.keyboard.press("Enter")


def test_right_answers_and_a_mistake_by_keyboard(reader: Readers) -> None:
    trainee, practice = reader(), exercises_of("craps")

    def expected(exercise: dict[str, Any]) -> list[Due]:
        return practice.dues(practice.make(WantedExercise(game="craps", **exercise)), speech(Language.EN))

    page = trainee.page
    with page.expect_response("**/exercises") as first:
        trainee.go("/trainer/craps?level=3&seed=20")
    exercise = first.value.json()["exercise"]
    assert (exercise["level"], exercise["seed"], exercise["weights"]) == (3, 20, {})
    page.focus("[name=paid-0]")
    dues = expected(exercise)
    for due in dues:
        answer(page, due)
    expect(page.locator("#session")).to_contain_text(f"{len(dues)} of {len(dues)} correct")

    page.locator("#go").focus()
    with page.expect_response("**/exercises") as second:
        page.keyboard.press("Enter")
    expect(page.locator("[name=paid-0]")).to_be_focused()
    dues = expected(second.value.json()["exercise"])
    wrong = Due(family=dues[0].family, result="win", paid=dues[0].paid + 100, steps=(), cites=())
    for due in (wrong, *dues[1:]):
        answer(page, due)
    expect(page.locator(".bet.is-wrong")).to_have_count(1)
    mark = page.locator('.bet[data-number="0"] .mark')
    expect(mark.locator(".steps li")).to_have_text(list(dues[0].steps))
    mark.locator("summary").click()
    known = articles("craps", dues[0].cites, speech(Language.EN))
    expect(mark.locator("dt")).to_have_text([article.cited for article in known])
    expect(mark.locator("dd")).to_have_text([article.text for article in known])

    page.locator("#go").focus()
    with page.expect_request("**/exercises") as third:
        page.keyboard.press("Enter")
    after = sum(due.family == dues[0].family for due in dues[1:])
    weights = {dues[0].family: MISTAKE - after} if MISTAKE - after > 1 else {}
    assert (third.value.post_data_json or {})["weights"] == weights

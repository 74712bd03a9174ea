"""The school in a browser: an exam by keyboard, resumed after a reload; classes; practice of every kind."""

import re

import pytest
from playwright.sync_api import Page, expect

from banca.training.exercise import ExerciseKind, WantedExercise
from support.browser import Readers, check_accessible, is_ready, reload
from support.server import LiveService, drawn, right_reply, wrong_choice

pytestmark = pytest.mark.browser
KEYS = {"win": "w", "lose": "l", "push": "t", "stands": "s"}
"""The first letters of what becomes of a bet."""
EVERY_KIND = [kind.value for kind in ExerciseKind]


def press_reply(page: Page, one: WantedExercise) -> None:
    """Answer by keyboard alone, from where the focus is, up to the last Enter."""
    reply = right_reply(one)
    keyboard = page.keyboard
    match reply:
        case {"answers": answers}:
            for answer in answers:
                if answer["result"] != "win":
                    keyboard.press(KEYS[answer["result"]])
                if answer["paid"] or answer["result"] == "win":
                    keyboard.type(f"{answer['paid'] / 100:.2f}")
                keyboard.press("Enter")
        case {"amount": amount}:
            keyboard.type(f"{amount / 100:.2f}")
            keyboard.press("Enter")
        case {"counts": counts}:
            for count in counts:
                keyboard.type(str(count))
                keyboard.press("Enter")
        case {"choice": choice}:
            values = page.locator("[name=choice]").evaluate_all("(all) => all.map((one) => one.value)")
            keyboard.press("Space")
            for _ in range(values.index(choice)):
                keyboard.press("ArrowDown")
            keyboard.press("Enter")


def hand_in(page: Page) -> None:
    page.locator("#hand-in").click()
    page.locator("#dialog-do").click()
    expect(page.locator("#over")).to_be_visible()


def test_an_exam_by_keyboard_resumed_after_a_reload(reader: Readers, service: LiveService) -> None:
    trainee = reader("chan")
    page = trainee.go("/trainer/exams")
    page.fill("#written-name", "Chan Mei")
    for kind in EVERY_KIND:
        page.check(f"#own [name=kinds][value={kind}]")
    page.fill("#own [name=questions]", "6")
    page.locator("#own [name=questions]").press("Enter")
    page.wait_for_url(re.compile(r"/trainer/exams/\d+$"))
    is_ready(page)
    number = int(page.url.rpartition("/")[2])
    questions = drawn(service, number)
    assert {question.kind for question in questions} == set(ExerciseKind)
    page.locator("a.primary").press("Enter")
    for place, question in enumerate(questions[:5], start=1):
        page.wait_for_url(f"**/trainer/exams/{number}/{place}")
        is_ready(page)
        expect(page.locator("#left")).to_contain_text("left")
        if place == 3:
            reload(page)  # nothing is lost
            expect(page.locator(".place.is-answered")).to_have_count(2)
        press_reply(page, question)
    page.wait_for_url(f"**/trainer/exams/{number}/6")
    check_accessible(is_ready(page))
    assert "is-right" not in page.content()
    trainee.go(f"/trainer/exams/{number}")
    expect(page.locator(".place.is-answered")).to_have_count(5)
    hand_in(page)
    expect(page.locator("#verdict")).to_contain_text("5 of 6 correct")
    expect(page.locator(".question.is-right")).to_have_count(5)


def test_a_class_is_made_and_its_results_are_read(reader: Readers, service: LiveService) -> None:
    page = reader("sofia").go("/trainer/classes")
    page.fill("#new [name=name]", "Evening class")
    page.click("#new .primary")
    page.wait_for_url(re.compile(r"/trainer/classes/\d+$"))
    is_ready(page)
    page.fill("#add [name=names]", "ana, carlos")
    page.click("#add .primary")
    expect(page.locator("#members tr")).to_have_count(2)
    page.fill("#new-exam [name=title]", "First exam")
    page.check("#new-exam [name=kinds][value=null]")
    page.uncheck("#new-exam [name=kinds][value=bets]")
    page.fill("#new-exam [name=questions]", "2")
    page.click("#new-exam .primary")
    expect(page.locator("#exams li")).to_contain_text("First exam")

    exams = reader("ana").go("/trainer/exams")
    exams.locator("#set li", has_text="First exam").locator("button").first.click()
    exams.wait_for_url(re.compile(r"/trainer/exams/\d+$"))
    is_ready(exams)
    number = int(exams.url.rpartition("/")[2])
    for place, question in enumerate(drawn(service, number), start=1):
        choices = service.get("ana", f"/exams/{number}/questions/{place}")["choices"]
        service.post("ana", f"/exams/{number}/answers/{place}", choice=wrong_choice(question, choices))
    hand_in(exams)
    reload(page)
    expect(page.locator("#results")).to_contain_text("not passed")
    expect(page.locator("#weak tr").first).to_contain_text(re.compile("Craps, article|reading R-craps"))
    inspector = reader("ines").go("/trainer/classes/" + page.url.rpartition("/")[2])
    expect(inspector.locator("#add, #new-exam, #close-class")).to_have_count(0)
    expect(inspector.locator("#results")).to_contain_text("ana")


def test_every_kind_is_practised_and_marked_at_once(reader: Readers) -> None:
    trainee = reader()
    page = trainee.page
    for kind in ExerciseKind:
        with page.expect_response("**/exercises") as first:
            trainee.go(f"/trainer/craps?kind={kind}&level=1&seed=3")
        exercise = first.value.json()["exercise"]
        assert (exercise["kind"], exercise["seed"]) == (kind, 3)
        page.locator("#bets input").nth(0 if kind is not ExerciseKind.BETS else -1).focus()
        press_reply(page, WantedExercise(game="craps", kind=kind, level=1, seed=3, options=exercise["options"]))
        expect(page.locator("#bets .is-right").first).to_be_visible()
        expect(page.locator("#totals .score")).to_contain_text("1 of 1 correct")

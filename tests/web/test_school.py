"""The school in a browser: an exam by keyboard and by touch, resumed after a reload, ended by the clock; classes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from banca.training.exam import DrawnQuestion
from banca.training.wanted import ExerciseKind, WantedExercise
from browser import Readers, check_accessible, fits_width, is_ready, reload
from school import TimeOfDay, answer_all, begin, drawn, make_class, right_reply, set_exam, wrong_choice
from service import LiveService

pytestmark = pytest.mark.browser
KEYS = {"win": "w", "lose": "l", "push": "t", "stands": "s"}
"""The first letters of what becomes of a bet."""
PHONE = (390, 844)
SMALL = """() => [...document.querySelectorAll("main button, .place, .offer, .choice span, .one input:not([type=radio])")]
    .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 44 && !one.closest("dialog"))
    .map((one) => one.outerHTML)"""
"""What is too small for a finger."""
EVERY_KIND = [kind.value for kind in ExerciseKind]


@pytest.fixture(scope="module")
def clock() -> TimeOfDay:
    return TimeOfDay()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, clock: TimeOfDay) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house"), time_of_day=clock) as service:
        yield service


def typed(avos: int) -> str:
    return f"{avos / 100:.2f}"


def press_reply(page: Page, one: DrawnQuestion | WantedExercise) -> None:
    """Answer by keyboard alone, from where the focus is, up to the last Enter."""
    reply = right_reply(one)
    keyboard = page.keyboard
    match reply:
        case {"answers": answers}:
            for answer in answers:
                if answer["result"] != "win":
                    keyboard.press(KEYS[answer["result"]])
                if answer["paid"] or answer["result"] == "win":
                    keyboard.type(typed(answer["paid"]))
                keyboard.press("Enter")
        case {"amount": amount}:
            keyboard.type(typed(amount))
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


def at(page: Page, number: int, place: int) -> Page:
    """The page of a question, once it can be used."""
    page.wait_for_url(f"**/trainer/exams/{number}/{place}")
    return is_ready(page)


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
        at(page, number, place)
        expect(page.locator("#left")).to_contain_text("left")
        if place == 3:
            reload(page)  # nothing is lost
            expect(page.locator(".place.is-answered")).to_have_count(2)
        press_reply(page, question)
    at(page, number, 6)
    assert "is-right" not in page.content()
    trainee.go(f"/trainer/exams/{number}")
    expect(page.locator(".place.is-answered")).to_have_count(5)
    hand_in(page)
    expect(page.locator("#verdict")).to_contain_text("5 of 6 correct")
    expect(page.locator(".question.is-right")).to_have_count(5)
    with page.expect_download() as download:
        page.get_by_role("link", name="Report as PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_an_answer_that_comes_too_late_is_refused(reader: Readers, service: LiveService, clock: TimeOfDay) -> None:
    number = begin(service, "ana", id="late", questions=2)["number"]
    page = reader("ana").go(f"/trainer/exams/{number}/1")
    clock.move(601)
    press_reply(page, drawn(service, number)[0])
    page.wait_for_url(f"**/trainer/exams/{number}?late=1")
    expect(page.locator(".note")).to_contain_text("too late")
    expect(page.locator("#verdict")).to_contain_text("0 of 2 correct")


def test_a_class_is_made_and_its_results_are_read(reader: Readers, service: LiveService) -> None:
    page = reader("sofia").go("/trainer/classes")
    page.fill("#new [name=name]", "Evening class")
    page.click("#new .primary")
    page.wait_for_url(re.compile(r"/trainer/classes/\d+$"))
    is_ready(page)
    page.fill("#add [name=names]", "ana, carlos")
    page.click("#add .primary")
    expect(page.locator("#members tr")).to_have_count(2)
    page.fill("#add [name=names]", "ines")
    page.click("#add .primary")
    expect(page.locator("#add-refused")).to_contain_text("ines")
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
    expect(page.locator("#weak tr").first).to_contain_text("Craps, article")
    page.get_by_role("button", name="carlos", exact=True).click()
    expect(page.locator("#weak-none")).to_contain_text("No mistakes")
    expect(page.locator("#weak-title")).to_be_focused()
    check_accessible(page)
    inspector = reader("ines").go("/trainer/classes/" + page.url.rpartition("/")[2])
    expect(inspector.locator("#add, #new-exam, #close-class")).to_have_count(0)
    expect(inspector.locator("#results")).to_contain_text("ana")


def test_an_exam_is_accessible_on_a_telephone(reader: Readers, service: LiveService) -> None:
    exam = set_exam(
        service, make_class(service, "sofia", "bento"), kinds=EVERY_KIND, levels=[3], games=["roulette"], questions=6
    )
    sitting = service.post("bento", f"/exams/set/{exam}").json()["number"]
    answer_all(service, "bento", sitting)
    trainee = reader("bento", size=PHONE, has_touch=True, is_mobile=True)
    for place, question in enumerate(drawn(service, sitting), start=1):
        page = trainee.go(f"/trainer/exams/{sitting}/{place}")
        assert fits_width(page)
        assert page.evaluate(SMALL) == []
        if choice := right_reply(question).get("choice"):  # what was answered stands there again
            expect(page.locator(f'[name=choice][value="{choice}"]')).to_be_checked()
        check_accessible(page)
    service.post("bento", f"/exams/{sitting}/end")
    check_accessible(trainee.go(f"/trainer/exams/{sitting}"))


def test_every_kind_is_practised_and_marked_at_once(reader: Readers) -> None:
    trainee = reader(size=(1280, 800))
    page = trainee.page
    for kind in ExerciseKind:
        with page.expect_response("**/exercises") as first:
            trainee.go(f"/trainer/craps?kind={kind}&level=1&seed=3")
        exercise = first.value.json()["exercise"]
        assert (exercise["kind"], exercise["seed"]) == (kind, 3)
        page.locator("#bets input").nth(0 if kind is not ExerciseKind.BETS else -1).focus()
        press_reply(page, WantedExercise(game="craps", kind=kind, level=1, seed=3, options=exercise["options"]))
        expect(page.locator("#go")).to_be_focused()
        expect(page.locator("#bets .is-right").first).to_be_visible()
        expect(page.locator("#totals .score")).to_contain_text("1 of 1 correct")

"""The school in a browser: an exam by keyboard and by touch, resumed after a reload, ended by the clock; classes; other kinds of exercise."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from banca.training.drills import kinds_of
from banca.training.exam import DrawnQuestion
from banca.training.wanted import ExerciseKind, WantedExercise
from browser.browsing import Reader, is_ready, reload
from browser.test_pages import SERIOUS, THEMES
from school import TimeOfDay, answer_all, begin, drawn, make_class, right_reply, set_exam
from service import LiveService

KEYS = {"win": "w", "lose": "l", "push": "t", "stands": "s"}
"""The first letters of what becomes of a bet."""
PHONE = (390, 844)
EVERY_KIND = [kind.value for kind in ExerciseKind]


@pytest.fixture
def clock() -> TimeOfDay:
    return TimeOfDay()


@pytest.fixture
def service(tmp_path: Path, clock: TimeOfDay) -> Iterator[LiveService]:
    with LiveService(tmp_path, time_of_day=clock) as found:
        yield found


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


def tap_reply(page: Page, one: DrawnQuestion) -> None:
    """Answer by touch; what is typed comes from the telephone's own keys."""
    match right_reply(one):
        case {"answers": answers}:
            for place, answer in enumerate(answers):
                page.locator(
                    f'.bet[data-number="{place}"] .choice', has=page.locator(f"[value={answer['result']}]")
                ).tap()
                if answer["paid"] or answer["result"] == "win":
                    box = page.locator(f"[name=paid-{place}]")
                    box.tap()
                    box.fill(typed(answer["paid"]))
        case {"amount": amount}:
            page.locator("#bets [name=amount]").tap()
            page.locator("#bets [name=amount]").fill(typed(amount))
        case {"counts": counts}:
            for box, count in zip(page.locator(".cutting input").all(), counts, strict=True):
                box.tap()
                box.fill(str(count))
        case {"choice": choice}:
            page.locator(".offer", has=page.locator(f'[value="{choice}"]')).tap()


def at(page: Page, number: int, place: int) -> Page:
    """The page of a question, once it can be used."""
    page.wait_for_url(f"**/trainer/exams/{number}/{place}")
    return is_ready(page)


def hand_in(page: Page) -> None:
    page.locator("#hand-in").click()
    page.locator("#dialog-do").click()
    expect(page.locator("#over")).to_be_visible()


def test_an_exam_by_keyboard_resumed_after_a_reload(reader: Callable[..., Reader], service: LiveService) -> None:
    trainee = reader("ana")
    page = trainee.go("/trainer/exams")
    page.fill("#written-name", "Ana Chan")
    for kind in EVERY_KIND:
        page.check(f"#own [name=kinds][value={kind}]")
    page.fill("#own [name=questions]", "6")
    page.locator("#own [name=questions]").press("Enter")
    page.wait_for_url("**/trainer/exams/1")
    is_ready(page)
    questions = drawn(service, 1)
    assert {one.kind for one in questions} == set(ExerciseKind)
    page.locator("a.primary").press("Enter")
    for place, one in enumerate(questions[:5], start=1):
        at(page, 1, place)
        expect(page.locator("#left")).to_contain_text("left")
        if place == 3:
            reload(page)  # nothing is lost
            expect(page.locator(".place.is-answered")).to_have_count(2)
        press_reply(page, one)
    at(page, 1, 6)
    assert "is-right" not in page.content()
    page.go_back()
    reload(at(page, 1, 5))
    assert service.get("ana", "/exams/1")["places"] == [1, 2, 3, 4, 5]
    trainee.go("/trainer/exams/1")
    expect(page.locator(".place.is-answered")).to_have_count(5)
    hand_in(page)
    expect(page.locator("#verdict")).to_contain_text("5 of 6 correct")
    expect(page.locator("#verdict")).to_contain_text("passed")
    expect(page.locator(".question.is-right")).to_have_count(5)
    with page.expect_download() as kept:
        page.get_by_role("link", name="Report as PDF").click()
    assert kept.value.path().read_bytes().startswith(b"%PDF")


def test_what_was_answered_stands_there_again(reader: Callable[..., Reader], service: LiveService) -> None:
    number = begin(service, "ana", kinds=EVERY_KIND, games=["craps"], levels=[3], questions=6)["number"]
    answer_all(service, "ana", number)
    trainee = reader("ana", lang="pt")
    for place, one in enumerate(drawn(service, number), start=1):
        page = trainee.go(f"/trainer/exams/{number}/{place}")
        match right_reply(one):
            case {"answers": answers}:
                assert page.locator(".bet input:checked").evaluate_all("(all) => all.map((one) => one.value)") == [
                    answer["result"] for answer in answers
                ]
            case {"amount": amount}:
                said = page.locator("#bets [name=amount]").input_value()
                assert round(float(said.replace(",", ".")) * 100) == amount
            case {"counts": counts}:
                values = page.locator(".cutting input").evaluate_all("(all) => all.map((one) => Number(one.value))")
                assert values == counts
            case {"choice": choice}:
                expect(page.locator(f'[name=choice][value="{choice}"]')).to_be_checked()


def test_an_exam_by_touch_on_a_telephone(reader: Callable[..., Reader], service: LiveService) -> None:
    number = begin(service, "ana", kinds=EVERY_KIND, games=["roulette"], questions=6)["number"]
    trainee = reader("ana", size=PHONE, has_touch=True, is_mobile=True)
    page = trainee.go(f"/trainer/exams/{number}")
    page.locator("a.primary").tap()
    for place, one in enumerate(drawn(service, number), start=1):
        at(page, number, place)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.evaluate(
            """() => [...document.querySelectorAll("main button, .place, .offer, .choice span, .one input:not([type=radio])")]
                .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 44 && !one.closest("dialog"))
                .map((one) => one.outerHTML)"""
        )
        assert small == []
        tap_reply(page, one)
        page.locator("#answers .primary").tap()
    page.wait_for_url(f"**/trainer/exams/{number}")
    is_ready(page)
    expect(page.locator(".place.is-answered")).to_have_count(6)
    page.locator("#hand-in").tap()
    page.locator("#dialog-do").tap()
    expect(page.locator("#verdict")).to_contain_text("6 of 6 correct")


def test_an_answer_that_comes_too_late_is_told_so(
    reader: Callable[..., Reader], service: LiveService, clock: TimeOfDay
) -> None:
    number = begin(service, "ana", questions=2)["number"]
    page = reader("ana").go(f"/trainer/exams/{number}/1")
    clock.move(601)
    press_reply(page, drawn(service, number)[0])
    page.wait_for_url(f"**/trainer/exams/{number}?late=1")
    expect(page.locator(".note")).to_contain_text("too late")
    expect(page.locator("#verdict")).to_contain_text("0 of 2 correct")
    assert service.get("ana", f"/exams/{number}")["answered"] == 0


def test_a_class_is_made_and_watched(reader: Callable[..., Reader], service: LiveService) -> None:
    teacher = reader("sofia")
    page = teacher.go("/trainer/classes")
    page.fill("#new [name=name]", "Evening class")
    page.click("#new .primary")
    page.wait_for_url("**/trainer/classes/1")
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

    trainee = reader("ana")
    exams = trainee.go("/trainer/exams")
    exams.locator("#set button").click()
    exams.wait_for_url("**/trainer/exams/1")
    is_ready(exams)
    for place in (1, 2):
        shown = service.get("ana", f"/exams/1/questions/{place}")
        wrong = next(
            one["id"] for one in shown["choices"] if one["id"] != right_reply(drawn(service, 1)[place - 1])["choice"]
        )
        service.post("ana", f"/exams/1/answers/{place}", choice=wrong)
    hand_in(exams)
    reload(page)
    expect(page.locator("#results")).to_contain_text("not passed")
    expect(page.locator("#weak tr").first).to_contain_text("Craps, article")
    page.get_by_role("button", name="carlos", exact=True).click()
    expect(page.locator("#weak-none")).to_contain_text("No mistakes")
    expect(page.locator("#weak-title")).to_be_focused()
    inspector = reader("ines").go("/trainer/classes/1")
    expect(inspector.locator("#add, #new-exam, #close-class")).to_have_count(0)
    expect(inspector.locator("#results")).to_contain_text("ana")


def test_axe_finds_nothing_in_the_school(reader: Callable[..., Reader], service: LiveService) -> None:
    number = make_class(service, "sofia", "ana")
    exam = set_exam(service, number, kinds=EVERY_KIND, levels=[3], games=["roulette"], questions=6)
    sitting = service.post("ana", f"/exams/set/{exam}").json()["number"]
    asked = [f"/trainer/exams/{sitting}/{place}" for place in range(1, 7)]
    look = [("ana", path) for path in ("/trainer", "/trainer/exams", f"/trainer/exams/{sitting}", *asked)]
    look += [("sofia", "/trainer/classes"), ("sofia", f"/trainer/classes/{number}")]
    _look(reader, look)
    service.post("ana", f"/exams/{sitting}/end")
    _look(reader, [("ana", f"/trainer/exams/{sitting}"), ("sofia", f"/trainer/classes/{number}")])


def _look(reader: Callable[..., Reader], pages: list[tuple[str, str]]) -> None:
    people = {name: reader(name) for name in dict(pages)}
    for name, path in pages:
        page = people[name].go(path)
        for theme, rules in THEMES.items():
            page.emulate_media(color_scheme=theme)
            found: list[Any] = Axe().run(page, options=rules).response["violations"]
            bad = [
                (one["id"], [node["html"][:200] for node in one["nodes"]][:3])
                for one in found
                if one["impact"] in SERIOUS
            ]
            assert not bad, (path, theme, bad)


@pytest.mark.parametrize("game", ["craps", "pai_kao", "wheel"])
def test_every_kind_is_practised_and_marked_at_once(reader: Callable[..., Reader], game: str) -> None:
    trainee = reader()
    for kind in kinds_of(game):
        page = trainee.page
        with page.expect_response("**/exercises") as first:
            trainee.go(f"/trainer/{game}?kind={kind}&level=1&seed=3")
        named = first.value.json()["exercise"]
        assert (named["kind"], named["seed"]) == (kind, 3)
        one = WantedExercise(game=game, kind=kind, level=1, seed=3, options=named["options"])
        page.locator("#bets input").nth(0 if kind is not ExerciseKind.BETS else -1).focus()
        press_reply(page, one)
        expect(page.locator("#go")).to_be_focused()
        expect(page.locator("#bets .is-right").first).to_be_visible()
        expect(page.locator("#totals .score")).to_contain_text("1 of 1 correct")


def test_the_result_stays_and_every_player_has_a_total(reader: Callable[..., Reader]) -> None:
    trainee = reader(size=(1280, 800))
    page = trainee.page
    with page.expect_response("**/exercises") as first:
        trainee.go("/trainer/roulette?kind=bets&level=3&seed=5")
    assert "the stake is returned" in page.inner_text("#asks")
    named = first.value.json()["exercise"]
    page.focus("[name=paid-0]")
    press_reply(page, WantedExercise(game="roulette", level=3, seed=named["seed"], options=named["options"]))
    expect(page.locator(".totals tbody tr")).to_have_count(len({bet["player"] for bet in first.value.json()["bets"]}))
    page.locator(".bet").last.scroll_into_view_if_needed()
    expect(page.locator("#outcome")).to_be_in_viewport()

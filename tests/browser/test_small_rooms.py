"""Where there is little room: 200 % zoom of a small window, a telephone that lies, a class and a pay sheet on a telephone; the header is one row."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader
from browser.one_screen import WINDOWS, Window, faults, measure
from browser.test_rounds import BETS, CLOSING, GAMES, conduct, opened
from school import answer_all, make_class, set_exam
from service import LiveService

Readers = Callable[..., Reader]
ZOOMED = Window(640, 400)
"""What 1280×800 has at 200 %."""
TELEPHONE, LYING = WINDOWS[4], WINDOWS[7]
ONE_ROW = 64
PARTED = """(places) => {
    const found = [];
    for (const place of document.querySelectorAll(places)) {
        const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode())
            for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
                if (lines.size > 1) found.push(word);
            }
    }
    return found;
}"""
"""Words that go on in another line."""
OVER_ONE_ANOTHER = """() => [...document.querySelectorAll('#felt .region')].flatMap((region) => {
    const boxes = [...region.querySelectorAll('text')].filter((one) => !one.closest('.puck') && one.textContent.trim()).map((one) => [one.textContent, one.getBoundingClientRect()]);
    return boxes.flatMap(([word, one], place) => boxes.slice(place + 1)
        .filter(([, other]) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height * .4)
        .map(([other]) => [region.dataset.bet, word, other]));
})"""
"""Words of a region that lie on others of it."""


@pytest.mark.parametrize("lang", ["pt", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_at_200_percent_is_whole(service: LiveService, reader: Readers, game: str, lang: str) -> None:
    table = opened(service, game)
    page = reader("ana", lang=lang, size=ZOOMED[:2]).sit_down(table)
    assert list(faults(measure(page), ZOOMED)) == []
    assert page.evaluate(OVER_ONE_ANOTHER) == []
    tabs = page.locator("#parts [role=tab]")
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("game", GAMES)
def test_a_croupier_sees_device_layout_and_act_on_a_telephone_that_lies(
    service: LiveService, reader: Readers, game: str
) -> None:
    """The device was cut off, and the prizes lay on the numbers."""
    table = opened(service, game)
    service.do("ana", table, "sit")
    for bet in BETS[game]:
        service.do("ana", table, "place_bet", bet=bet, stake=60_00)
    conduct(service, table, CLOSING[game][:-1])
    page = reader("carlos", lang="pt", size=LYING[:2], has_touch=True, is_mobile=True).sit_down(table)
    found = measure(page)
    assert found.hidden == []
    assert [one for one in faults(found, Window(*LYING[:2])) if "tab" not in one] == []
    assert page.evaluate(OVER_ONE_ANOTHER) == []
    expect(page.locator("#acts button.primary").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("window", [WINDOWS[0], TELEPHONE], ids=str)
def test_no_word_of_a_pay_sheet_is_parted(service: LiveService, reader: Readers, window: Window) -> None:
    """A chip of 5 000 was broken into 5 00 and 0."""
    table = opened(service, "roulette")
    for who in ("ana", "bento"):
        service.do(who, table, "sit")
        for bet in BETS["roulette"]:
            service.do(who, table, "place_bet", bet=bet, stake=150_00)
    conduct(service, table, CLOSING["roulette"][:-1])
    page = reader("carlos", lang="pt", size=window[:2]).sit_down(table)
    expect(page.locator("#sheet .cut").first).to_be_visible()
    assert page.evaluate(PARTED, "#sheet tbody, #sheet tfoot") == []


def test_no_word_of_a_class_is_parted_on_a_telephone(service: LiveService, reader: Readers) -> None:
    """The names of trainees were broken letter by letter."""
    number = make_class(service, "sofia", "ana", "bento")
    exam = set_exam(service, number, questions=4)
    sitting = service.post("ana", f"/exams/set/{exam}").json()["number"]
    answer_all(service, "ana", sitting, wrong=2)
    service.post("ana", f"/exams/{sitting}/end")
    page = reader("sofia", lang="pt", size=TELEPHONE[:2], has_touch=True, is_mobile=True).go(
        f"/trainer/classes/{number}"
    )
    expect(page.locator("#members tr")).to_have_count(2)
    assert page.evaluate(PARTED, "main tbody") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    places = reader("bento", size=TELEPHONE[:2], has_touch=True, is_mobile=True).go(begun(service, exam))
    for place in places.locator(".place").all():
        expect(place).to_be_in_viewport(ratio=0.99)


def begun(service: LiveService, exam: int) -> str:
    """The address of bento's exam."""
    return f"/trainer/exams/{service.post('bento', f'/exams/set/{exam}').json()['number']}"


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_the_header_is_one_row_at_every_width(reader: Readers, lang: str) -> None:
    """It was two rows on tablets, and for supervisors on desktops too."""
    page: Page = reader("sofia", lang=lang).go("/rules")
    for width in (360, 390, 640, 820, 1023, 1024, 1199, 1200, 1280, 1399, 1400, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".top").evaluate("(one) => one.offsetHeight") < ONE_ROW, width

"""Every game in windows of many sizes: nothing moves, nothing is cut, everything can be pressed. tests/web has a few of these rows."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import banca
from banca.games import find, of_chance, playable
from banca.law import Language
from banca.web.settle import examples
from banca.words import speech
from browser import (
    FIRST_LOAD,
    PHONE,
    Reader,
    Readers,
    Traffic,
    base_of,
    browser_fixture,
    check_accessible,
    fits_width,
    is_ready,
    printed_pages,
    reader_fixture,
    service_fixture,
    spot,
)
from pai_kao_table import DICE, in_stack_order
from rounds import BETS, CLOSING, GAMES, HANDS, PRINCIPAL, STAKE, conduct, open_bank, open_for_bets, open_table, place
from school import answer_all, make_class, set_exam
from service import LiveService
from windows import (
    CUT,
    DESKTOP,
    LYING,
    MANY_BETS,
    MOUSE,
    NARROW,
    SMALLEST,
    TABLET,
    TELEPHONE,
    TOUCH,
    Watched,
    Window,
    check_beside_words,
    check_tags,
    faults,
    measure,
    shifts,
    sit_at,
    watch_round,
)

__all__ = ["browser_fixture", "reader_fixture", "service_fixture"]
pytestmark = pytest.mark.browser
ALL = playable()
LANGUAGES = dict(zip(GAMES, ("en", "pt", "zh", "pt", "zh", "en"), strict=True))
"""One for each game: no language is left out, and each game has another neighbour."""
ZOOMED = Window(640, 400)
"""What 1280×800 has at 200 %."""


# A round


@pytest.mark.parametrize("game", GAMES)
def test_a_table_lies_still_and_whole_in_three_windows(service: LiveService, reader: Readers, game: str) -> None:
    watch_round(service, reader, game, LANGUAGES[game], (DESKTOP, TABLET, SMALLEST))


@pytest.mark.parametrize(("game", "windows"), [("roulette", MOUSE), ("craps", TOUCH), ("fantan", (NARROW, LYING))])
def test_a_table_lies_still_and_whole_in_the_other_windows(
    service: LiveService, reader: Readers, game: str, windows: tuple[Window, ...]
) -> None:
    watch_round(service, reader, game, "pt", windows)


@pytest.mark.parametrize(("game", "lang"), [("craps", "pt"), ("fish_prawn_crab", "zh"), ("roulette", "pt")])
def test_the_longest_words_are_whole(service: LiveService, reader: Readers, game: str, lang: str) -> None:
    watch_round(service, reader, game, lang, (DESKTOP, NARROW, TELEPHONE, TABLET, SMALLEST, LYING), stake=1_060_00)


@pytest.mark.parametrize("window", [DESKTOP, SMALLEST], ids=str)
def test_small_amounts_are_read_on_every_spot(service: LiveService, reader: Readers, window: Window) -> None:
    """Tags between the numbers had letters of 9 pixels, and a small telephone showed a sign alone."""
    table = open_for_bets(service, "roulette")
    page = sit_at(reader, table, window)
    place(service, table, MANY_BETS["roulette"].split(), 10_00)
    conduct(service, table, CLOSING["roulette"])
    expect(page.locator('.tag[data-for="straight:17"]')).to_contain_text("+350")
    check_tags(page)


@pytest.mark.parametrize(("game", "window"), [("craps", SMALLEST), ("fantan", DESKTOP), ("roulette", SMALLEST)])
def test_chips_of_two_players_lie_within_their_region(
    service: LiveService, reader: Readers, game: str, window: Window
) -> None:
    table = open_for_bets(service, game)
    page = sit_at(reader, table, window)
    bets = [bet for bet in MANY_BETS[game].split() if not bet.startswith(("split", "corner", "street", "six_line"))]
    for who in ("ana", "bento"):
        place(service, table, bets, who=who)
    expect(page.locator("#own tbody tr")).to_have_count(2 * len(bets))
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.chip')].filter((chip) => {
            const here = chip.getBoundingClientRect();
            const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
            return ![...document.querySelectorAll('.region > .cell')].map((one) => one.getBoundingClientRect())
                .some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom && here.left > box.left - 1 && here.right < box.right + 1);
        }).map((chip) => chip.textContent)"""
    )
    assert outside == []
    check_beside_words(page, ".chip.mine")


# A table before a round

FILLS = """() => {
    const things = [...document.querySelectorAll('#felt .region'), ...document.querySelectorAll('#felt .rim')];
    const boxes = things.map((one) => one.getBoundingClientRect());
    const { width, height } = document.getElementById('stage').getBoundingClientRect();
    const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])));
    return [(right - left) / width, (bottom - top) / height];
}"""
OUT_OF_VIEW = """() => [...document.querySelectorAll('.tabs [role=tab], #parts [role=tab]')].filter((tab) => {
    const [here, place] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()];
    return here.width && (here.right > place.right + 1 || here.left < place.left - 1 || tab.scrollWidth > tab.clientWidth + 1);
}).map((tab) => tab.textContent)"""
OVER_ONE_ANOTHER = """() => [...document.querySelectorAll('#felt .region')].flatMap((region) => {
    const boxes = [...region.querySelectorAll('text')].filter((one) => !one.closest('.puck') && one.textContent.trim()).map((one) => [one.textContent, one.getBoundingClientRect()]);
    return boxes.flatMap(([word, one], place) => boxes.slice(place + 1)
        .filter(([, other]) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height * .4)
        .map(([other]) => [region.dataset.bet, word, other]));
})"""
"""Words of a region that lie on others of it."""
ARROWS = """async () => {
    const { Felt } = await import(document.querySelector('script[src*="table.js"]').src.replace('table.js', 'felt.js'));
    const felt = new Felt({});
    felt.drawing = document.querySelector('#felt svg');
    const middle = (region) => {
        const { x, y, width, height } = (region.querySelector('text') ?? region).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const reached = new Set([felt.regions[0]]), wrong = [];
    for (const from of felt.regions)
        for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            const to = felt.nearest(from, [dx, dy]);
            const [[x, y], [ox, oy]] = [middle(from), to ? middle(to) : middle(from)];
            if (to && (ox - x) * dx + (oy - y) * dy <= 0) wrong.push([from.dataset.bet, dx, dy, to.dataset.bet]);
        }
    for (const from of reached)
        for (const step of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            const to = felt.nearest(from, step);
            if (to) reached.add(to);
        }
    return { wrong, left: felt.regions.filter((one) => !reached.has(one)).map((one) => one.dataset.bet) };
}"""
"""Steps by an arrow that do not go where the eye goes, and bets that no arrows reach."""


@pytest.mark.parametrize("game", ALL)
def test_a_layout_fills_a_tablet_and_its_letters_are_read_on_a_screen(
    service: LiveService, reader: Readers, game: str
) -> None:
    """Fantan and Pai Kao left a third of a tablet empty, and the wheel more than half; letters had 11 pixels."""
    table = open_table(service, game)
    page = sit_at(reader, table, TABLET)
    assert min(page.evaluate(FILLS)) > 0.65
    rows = page.locator("#dock > *, #dock .go > *").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2)"
    )
    assert max(rows) - min(rows) < 2  # one row
    assert min(measure(sit_at(reader, table, window)).letters for window in MOUSE) > 11.9


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_room_at_200_percent_and_every_tab_and_arrow_leads_somewhere(
    service: LiveService, reader: Readers, game: str
) -> None:
    table = open_for_bets(service, game)
    page = sit_at(reader, table, ZOOMED, "pt")
    assert list(faults(measure(page), ZOOMED)) == []
    assert page.evaluate(OVER_ONE_ANOTHER) == []
    for window in (DESKTOP, TELEPHONE, SMALLEST):
        page = sit_at(reader, table, window, "pt")
        assert page.evaluate(OUT_OF_VIEW) == [], window
        if window is DESKTOP:
            bets = {region.get_attribute("data-bet") for region in page.locator(".region").all()}
            assert bets == set(banca.game(game).rules.bets)
            assert page.evaluate(ARROWS) == {"wrong": [], "left": []}


@pytest.mark.parametrize("game", ALL)
def test_the_first_load_of_a_table_is_light_with_its_typeface(service: LiveService, reader: Readers, game: str) -> None:
    ana = reader("ana", lang="pt")
    traffic = Traffic(ana)
    page = ana.sit_down(open_table(service, game, chance="drawn"))
    page.evaluate("document.fonts.ready")
    assert sum(url.endswith("fonts/fraunces.woff2") for url in traffic.urls) == 1
    assert traffic.bytes < FIRST_LOAD


def test_every_figure_of_the_typeface_is_as_wide(reader: Readers) -> None:
    page = reader("ana").go("/rules/craps")
    assert page.evaluate("document.fonts.load('600 20px Fraunces').then((found) => found.length)") == 1
    assert page.locator("h1").evaluate("(title) => getComputedStyle(title).fontFamily").startswith("Fraunces")
    widths = page.evaluate(
        """() => {
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = "600 100px Fraunces";
            const texts = [...Array(100).keys()].map((number) => String(number).padStart(2, "0"));
            return texts.map((text) => Math.round(pen.measureText(text).width));
        }"""
    )
    assert len(set(widths)) == 1
    assert "tabular-nums" in page.locator("body").evaluate("(body) => getComputedStyle(body).fontVariantNumeric")


# Those who conduct


@pytest.mark.parametrize("game", GAMES)
def test_a_croupier_sees_device_layout_and_act_on_a_telephone_that_lies(
    service: LiveService, reader: Readers, game: str
) -> None:
    """The device was cut off, and the prizes lay on the numbers."""
    table = open_for_bets(service, game)
    place(service, table, BETS[game])
    conduct(service, table, CLOSING[game][:-1])
    page = sit_at(reader, table, LYING, "pt", who="carlos")
    assert [fault for fault in faults(measure(page), Window(*LYING[:2])) if "tab" not in fault] == []
    assert page.evaluate(OVER_ONE_ANOTHER) == []
    expect(page.locator("#acts button.primary").first).to_be_in_viewport(ratio=1)


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


def test_no_word_of_a_pay_sheet_or_a_class_is_parted_on_a_telephone(service: LiveService, reader: Readers) -> None:
    """A chip of 5 000 was broken into 5 00 and 0, and names letter by letter."""
    table = open_for_bets(service, "roulette")
    for who in ("ana", "bento"):
        place(service, table, BETS["roulette"], 150_00, who)
    conduct(service, table, CLOSING["roulette"][:-1])
    page = reader("carlos", lang="pt", size=TELEPHONE[:2]).sit_down(table)
    expect(page.locator("#sheet .cut").first).to_be_visible()
    assert page.evaluate(PARTED, "#sheet tbody, #sheet tfoot") == []
    number = make_class(service, "sofia", "ana", "bento")
    sitting = service.post("ana", f"/exams/set/{set_exam(service, number, questions=4)}").json()["number"]
    answer_all(service, "ana", sitting, wrong=2)
    service.post("ana", f"/exams/{sitting}/end")
    telephone = {"size": TELEPHONE[:2], "has_touch": True, "is_mobile": True}
    page = reader("sofia", lang="pt", **telephone).go(f"/trainer/classes/{number}")
    expect(page.locator("#members tr")).to_have_count(2)
    assert page.evaluate(PARTED, "main tbody") == []
    assert fits_width(page)


def test_dice_that_tumble_stay_within_their_place(service: LiveService, reader: Readers) -> None:
    """A corner of a die at the console was cut off."""
    table = open_for_bets(service, "craps")
    place(service, table, BETS["craps"][:1])
    page = reader("carlos", reduced_motion="no-preference").sit_down(table)
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})
    conduct(service, table, CLOSING["craps"][:2])
    expect(page.locator("#device")).to_have_attribute("data-stands", "moving")
    cut = page.evaluate(
        """() => [...Array(10).keys()].filter((tenth) => {
            const dice = [...document.querySelectorAll('#device g.shown use')];
            for (const one of dice.flatMap((die) => die.getAnimations())) one.currentTime = one.effect.getTiming().duration * tenth / 40;
            const place = document.querySelector('#device svg').getBoundingClientRect();
            return dice.map((die) => die.getBoundingClientRect()).some((one) => one.top < place.top - 1 || one.bottom > place.bottom + 1 || one.left < place.left - 1 || one.right > place.right + 1);
        })"""
    )
    assert cut == []


# Pai Kao

IN_HAND = """() => Object.fromEntries([...document.querySelectorAll('#hand button:not(.tile-button), #hand .pair')].map((one, place) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [`${place} ${one.id || one.className}`, [left, top, width, height].map((side) => Math.round(side * 10) / 10)];
}))"""
"""Where everything lies that is pressed in the hand, and the places of its pairs."""
OUTSIDE = """() => [...document.querySelectorAll("#hand .tile-button, #hand [data-setting] button, #set-tiles, #due, #wallet")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
        || !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((one) => one.id || one.outerHTML.slice(0, 60))"""
TOUCHING = """() => [...document.querySelectorAll('#felt .region')].flatMap((gate) => {
    const inside = ({ left, right, top, bottom }) => ({ left: left + 1, right: right - 1, top: top + 3, bottom: bottom - 3 });
    const isShown = (one) => getComputedStyle(one).visibility !== 'hidden' && getComputedStyle(one).opacity > 0 && one.getClientRects().length;
    const parts = [...gate.querySelectorAll(':scope > text, :scope > circle, .banker-mark.on > rect')].filter(isShown);
    const boxes = parts.map((one) => [one.textContent || one.tagName, inside(one.getBoundingClientRect())]);
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes.flatMap(([name, box], place) => boxes.slice(place + 1).filter(([, other]) => meet(box, other))
        .map(([other]) => `gate ${gate.dataset.gate}: ${name} on ${other}`));
})"""


@pytest.mark.parametrize("windows", [MOUSE, TOUCH], ids=["mouse", "touch"])
def test_pai_kaos_table_and_hand_lie_still_in_every_phase(
    service: LiveService, reader: Readers, windows: tuple[Window, ...]
) -> None:
    table = open_table(service, "pai_kao")
    for who, gate in (("bento", 1), ("chan", 5), ("ana", 3)):
        service.do(who, table, "sit", gate=gate)
    watched = Watched({window: sit_at(reader, table, window, "pt") for window in windows})

    def do(who: str, act: str, *, has_hand: bool = False, **fields: object) -> None:
        service.do(who, table, act, **fields)
        phase = service.get("ana", f"/tables/{table}")["view"]["phase"]
        watched.in_phase(speech(Language.PT)(find("pai_kao").phases[phase]))
        watched.check(act, has_hand=has_hand)

    service.do("bento", table, "take_bank")
    for page in watched.pages.values():
        expect(page.locator(".banker-mark.on")).to_have_count(1)
    watched.check("take_bank")
    do("carlos", "mix_and_stack")
    do("bento", "put_down_principal", stake=PRINCIPAL)
    service.do("ana", table, "stake", gate=3, stake=STAKE)
    for page in watched.pages.values():
        expect(page.locator(".chip.mine")).to_have_count(1)
    watched.check("stake")
    do("bento", "shake", dice=DICE)
    service.do("carlos", table, "deal", tiles=in_stack_order(HANDS))
    for window, page in watched.pages.items():
        expect(page.locator("#hand .tile-button")).to_have_count(4)
        check_hand(page, window)
    watched.check("hand", has_hand=True)
    service.do("ana", table, "set_tiles", gate=3, setting="6-6 6-6 / 1-1 1-1")
    for page in watched.pages.values():
        expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    watched.check("set_tiles", has_hand=True)
    service.do("bento", table, "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    do("bento", "turn_banker", has_hand=True)
    do("carlos", "turn_gates", has_hand=True)
    do("carlos", "settle")


def check_hand(page: Page, window: Window) -> None:
    """Choose each setting and show the chances: all of the hand can be pressed, and none of it moves."""
    assert page.evaluate(OUTSIDE) == [], window
    before = page.evaluate(IN_HAND)
    for setting in page.locator("#hand [data-setting] button").all():
        setting.click()
        expect(setting).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(IN_HAND) == before, window
    page.click("#advice")
    expect(page.locator("#hand .chances").first).to_be_visible()
    assert page.evaluate(IN_HAND) == before, window
    assert page.evaluate(CUT) == [], window
    assert shifts(page) == [], window


@pytest.mark.parametrize("who", ["ana", "carlos"])
def test_names_lie_beside_gate_numbers_marks_and_stakes(service: LiveService, reader: Readers, who: str) -> None:
    """At the console of a telephone a player's name lay on the number of the gate."""
    table = open_bank(service)
    service.do("ana", table, "sit", gate=3)
    for window in (DESKTOP, TELEPHONE, SMALLEST, LYING):
        page = sit_at(reader, table, window, "pt", who)
        expect(page.locator(".banker-mark.on")).to_have_count(1)
        assert page.evaluate(TOUCHING) == [], window


# Other pages


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_the_header_is_one_row_at_every_width(reader: Readers, lang: str) -> None:
    """It was two rows on tablets, and for supervisors on desktops too."""
    page = reader("sofia", lang=lang).go("/rules")
    for width in (360, 390, 640, 820, 1023, 1024, 1199, 1200, 1280, 1399, 1400, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator(".top").evaluate("(one) => one.offsetHeight") < 64, width


@pytest.mark.parametrize("game", ALL)
def test_the_pages_of_a_game_are_accessible_and_fit_at_200_percent(
    service: LiveService, reader: Readers, game: str
) -> None:
    table = open_table(service, game)
    paths = {"ana": (f"/tables/{table}",), "": tuple(f"/{page}/{game}" for page in ("rules", "trainer", "settle"))}
    for name, own in paths.items():
        for path in own:
            page = reader(name, size=ZOOMED[:2], device_scale_factor=2, lang="pt").go(path)
            assert fits_width(page), path
            check_accessible(page)


@pytest.mark.parametrize("game", of_chance())
def test_worked_disputes_open_in_three_languages_and_print_on_one_page(reader: Readers, game: str) -> None:
    for lang in ("en", "pt", "zh"):
        manager = reader(lang=lang)
        for example in examples(game):
            page = manager.go(example.link)
            page.wait_for_selector('#answer[aria-busy="false"]', state="attached")
            assert page.inner_text("#refused") == ""
            assert printed_pages(page) == 1


@pytest.mark.parametrize(
    ("lang", "rest", "end"), [("en", "more lines are in", "round 1 ends"), ("zh", "載於日誌", "第 1 局結束")]
)
def test_a_crowded_round_prints_on_one_page_and_says_what_is_left_out(
    service: LiveService, reader: Readers, lang: str, rest: str, end: str
) -> None:
    table = open_table(service, "craps")
    for player in ("ana", "bento", "chan"):
        place(service, table, [*MANY_BETS["craps"].split(), "ace_deuce", "aces", "boxcars"], 20_00, player)
    conduct(service, table, CLOSING["craps"])
    page = reader("ines", lang=lang).go(f"/audit/{table}/rounds/1")
    expect(page.locator(".sheet")).to_contain_text(rest)
    expect(page.locator(".told li").last).to_contain_text(end)
    assert printed_pages(page) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_at_one_spot_is_two_chips_on_one_bet(service: LiveService, reader: Readers, game: str) -> None:
    table = open_for_bets(service, game)
    page = reader("ana", size=DESKTOP[:2]).sit_down(table)
    bets = page.evaluate("[...document.querySelectorAll('.region:not(.shut)')].map((one) => one.dataset.bet)")[:20]
    for bet in bets:
        page.mouse.dblclick(*spot(page, bet))
    expect(page.locator("#own tbody tr")).to_have_count(len(bets))
    expect(page.locator("#own tbody tr.mine td.number").filter(has_not_text=re.compile(r"^20$"))).to_have_count(0)
    assert page.inner_text("#felt-refused") == ""


def test_a_card_that_lies_there_is_not_dealt_again(service: LiveService, reader: Readers) -> None:
    """Two cards were dealt twice (bug 13)."""
    table = open_table(service, "football_poker")
    page = reader("ana").sit_down(table)
    service.do("carlos", table, "deal_two_cards", outcome="K-9")
    expect(page.locator("#device g.shown use.fresh")).to_have_count(2)
    service.do("carlos", table, "deal_third_card", outcome="4")
    expect(page.locator("#device g.shown use")).to_have_count(3)
    expect(page.locator("#device g.shown use.fresh")).to_have_count(1)


def test_every_game_can_be_built_on_a_telephone(reader: Readers) -> None:
    page = reader("ana", size=PHONE).go("/proposals")
    expect(page.locator("output[data-edge='0'] .exact")).to_have_text("1/9")
    games = page.locator("#field-game option").evaluate_all("(all) => all.map((one) => one.value)")
    for game in (game for game in games if game != "craps"):
        page.select_option("#field-game", game)
        expect(page.locator("#built")).to_have_js_property("inert", value=False)
        expect(page.locator("#problem-box")).to_have_class("problem warn")
        assert fits_width(page), game
        small = page.locator(".tile").evaluate_all(
            "(all) => all.filter((one) => one.getBoundingClientRect().height < 44).length"
        )
        assert small == 0, game


# The demo


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("demo"), demo=True) as service:
        yield service


COVERED = """() => {
    const card = document.getElementById("coach").getBoundingClientRect();
    return [...document.querySelectorAll(".region, #tray, #due")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < card.right - 1 && box.right > card.left + 1 && box.top < card.bottom - 1 && box.bottom > card.top + 1;
    }).length;
}"""


@pytest.mark.parametrize("table", ["demo-craps", "demo-fantan", "demo-pai-kao"])
def test_the_first_explanation_lies_on_no_bet_and_moves_nothing(
    browser: Browser, demo: LiveService, table: str
) -> None:
    for window in (DESKTOP, NARROW, TABLET, TELEPHONE, LYING):
        reader = Reader(
            browser, base_of(demo), is_first_visit=True, size=window[:2], lang="pt", has_touch=window.is_touched
        )
        page = reader.go(f"/login?to=/tables/{table}")
        page.click("#guest")
        page.wait_for_url(re.compile(rf":\d+/tables/{table}$"))
        is_ready(page)
        expect(page.locator("#coach")).to_be_visible()
        before = page.locator("#felt").bounding_box()
        for _ in range(4):
            assert page.evaluate(COVERED) == 0, window
            box = page.locator("#coach").bounding_box()
            assert box
            assert min(box["x"], box["y"], window.width - box["x"] - box["width"]) >= 0, window
            page.click("#coach-next")
        expect(page.locator("#coach")).to_be_hidden()
        assert page.locator("#felt").bounding_box() == before, window
        reader.close()


def test_the_lobby_is_light_and_walls_fit(browser: Browser, demo: LiveService) -> None:
    visitor = Reader(browser, base_of(demo), size=TELEPHONE[:2], lang="zh")
    traffic = Traffic(visitor)
    page = visitor.go("/")
    for felt in page.locator("#tables img").all():  # all of them, as somebody who scrolls
        felt.scroll_into_view_if_needed()
        page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=felt.element_handle())
    assert traffic.bytes < FIRST_LOAD
    page.set_viewport_size({"width": 1920, "height": 1080})
    for game in ALL:
        visitor.go(f"/tables/demo-{game.replace('_', '-')}/wall")
        expect(page.locator("#phase")).not_to_be_empty()
        for table in page.locator("#statistics table").all():
            box = table.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 1080, game
    visitor.close()

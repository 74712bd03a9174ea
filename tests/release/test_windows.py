"""Every game in windows of many sizes: nothing moves, nothing is cut, everything can be pressed. tests/server/pages has a few of these rows."""

import pytest
from playwright.sync_api import Page, expect

import banca
from banca.games import find, of_chance, playable
from banca.i18n import translator
from banca.law import Language
from banca.server.pages.settle import examples
from support.browser import (
    CLOSING,
    CUT,
    DESKTOP,
    GAMES,
    HANDS,
    LYING,
    MANY_BETS,
    MOUSE,
    NARROW,
    PRINCIPAL,
    SMALLEST,
    STAKE,
    TABLET,
    TELEPHONE,
    TOUCH,
    Readers,
    Watched,
    Window,
    browser_fixture,
    check_accessible,
    conduct,
    fits_width,
    open_for_bets,
    open_table,
    place,
    printed_pages,
    reader_fixture,
    service_fixture,
    shifts,
    sit_at,
    watch_round,
)
from support.server import LiveService
from support.tables import DICE, in_stack_order

__all__ = ["browser_fixture", "reader_fixture", "service_fixture"]
pytestmark = pytest.mark.browser
LANGUAGES = dict(zip(GAMES, ("en", "pt", "zh", "pt", "zh", "en"), strict=True))
"""One for each game: no language is left out, and each game has another neighbour."""


@pytest.mark.parametrize("game", GAMES)
def test_a_table_lies_still_and_whole_in_three_windows(service: LiveService, reader: Readers, game: str) -> None:
    watch_round(service, reader, game, LANGUAGES[game], (DESKTOP, TABLET, SMALLEST))


@pytest.mark.parametrize(("game", "lang"), [("craps", "pt"), ("fish_prawn_crab", "zh"), ("roulette", "pt")])
def test_the_longest_words_are_whole(service: LiveService, reader: Readers, game: str, lang: str) -> None:
    watch_round(service, reader, game, lang, (DESKTOP, NARROW, TELEPHONE, LYING), stake=1_060_00)


REACHED = """async () => {
    const { Felt } = await import(document.querySelector('script[src*="table.js"]').src.replace('table.js', 'felt.js'));
    const felt = new Felt({});
    felt.drawing = document.querySelector('#felt svg');
    const reached = new Set([felt.regions[0]]);
    for (const from of reached)
        for (const step of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            const to = felt.nearest(from, step);
            if (to) reached.add(to);
        }
    return [...reached].map((one) => one.dataset.bet);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_arrow_keys_reach_every_bet(service: LiveService, reader: Readers, game: str) -> None:
    page = sit_at(reader, open_for_bets(service, game), DESKTOP)
    assert set(page.evaluate(REACHED)) == set(banca.game(game).rules.bets)


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
        watched.in_phase(translator(Language.PT)(find("pai_kao").phases[phase]))
        watched.check(act, has_hand=has_hand)

    service.do("bento", table, "take_bank")
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


# Other pages


@pytest.mark.parametrize("game", playable())
def test_the_pages_of_a_game_are_accessible_and_fit_at_200_percent(
    service: LiveService, reader: Readers, game: str
) -> None:
    """A window of 1280×800 has 640×400 at 200 %."""
    table = open_table(service, game)
    for path in (f"/tables/{table}", f"/rules/{game}", f"/trainer/{game}", f"/settle/{game}"):
        page = reader("ana", size=(640, 400), device_scale_factor=2, lang="pt").go(path)
        assert fits_width(page), path
        check_accessible(page)


@pytest.mark.parametrize("game", of_chance())
def test_worked_disputes_print_on_one_page(reader: Readers, game: str) -> None:
    manager = reader(lang="pt")
    for example in examples(game):
        page = manager.go(example.link)
        page.wait_for_selector('#answer[aria-busy="false"]', state="attached")
        assert page.inner_text("#refused") == ""
        assert printed_pages(page) == 1


def test_a_crowded_round_prints_on_one_page_and_says_what_is_left_out(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "craps")
    for player in ("ana", "bento", "chan"):
        place(service, table, [*MANY_BETS["craps"].split(), "ace_deuce", "aces", "boxcars"], 20_00, player)
    conduct(service, table, CLOSING["craps"])
    page = reader("ines").go(f"/audit/{table}/rounds/1")
    expect(page.locator(".sheet")).to_contain_text("more lines are in")
    expect(page.locator(".told li").last).to_contain_text("round 1 ends")
    assert printed_pages(page) == 1

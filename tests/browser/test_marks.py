"""What lies on a layout lies beside its words: chips while bets are open, tags and markers when they are paid; every tab and die is whole."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader
from browser.one_screen import WINDOWS, Window
from browser.test_rounds import CLOSING, GAMES, conduct, opened
from browser.test_table_faults import stop_time
from service import LiveService

Readers = Callable[..., Reader]
DESKTOP, TELEPHONE = WINDOWS[0], WINDOWS[4]
BETS = {
    "craps": "pass_line dont_pass field any_seven any_craps horn eleven hard_way:6 big_number:8 big small",
    "fish_prawn_crab": "figure:crab figure:fish big total:11 total:4 one_colour:red triple:fish two_colour:red any_triple",
    "wheel": "symbol:3 symbol:1 symbol:7",
    "fantan": "fan:3 nim:3-2 kuoc:1-2 nga:12-3 se_sam_hong:123",
    "football_poker": "upper odd post lower even",
    "roulette": (
        "straight:17 split:17-20 split:17-18 corner:16-17-19-20 corner:17-18-20-21 street:16-17-18"
        " six_line:16-17-18-19-20-21 red odd dozen:2 column:2 straight:0 split:0-1 low"
    ),
}
"""Neighbours, and the places where a tag was cut off or lay on a name."""
ON_WORDS = """(things) => {
    const felt = document.querySelector('#felt svg');
    const words = [...felt.querySelectorAll('.region text')].filter((one) => !one.closest('.puck') && one.textContent.trim());
    const letters = (word) => {  // a text's box has room over and under its letters
        const { left, right, top, bottom, height } = word.getBoundingClientRect();
        return { left, right, top: top + height * .2, bottom: bottom - height * .2 };
    };
    const common = (one, other) => [
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    ];
    const found = [];
    for (const thing of felt.querySelectorAll(things))
        for (const word of words) {
            const [wide, high] = common(thing.getBoundingClientRect(), letters(word));
            if (wide > 2 && high > 3) found.push([thing.textContent, word.textContent, Math.round(wide), Math.round(high)]);
        }
    return found;
}"""
TAGS = """() => {
    const found = [];
    const tags = [...document.querySelectorAll('.tag')];
    const box = (one) => one.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    tags.forEach((tag, number) => {
        const name = tag.dataset.for;
        const region = document.querySelector(`.region[data-bet="${CSS.escape(name)}"]`);
        const [here, within] = [box(tag), box(region.querySelector('.cell, .target'))];
        if (here.left < within.left - 1 || here.right > within.right + 1 || here.top < within.top - 1 || here.bottom > within.bottom + 1)
            found.push([name, 'outside its region']);
        if (box(tag.querySelector('text')).width > here.width + 1) found.push([name, 'wider than the tag']);
        for (const other of tags.slice(number + 1)) if (meet(here, box(other))) found.push([name, 'on', other.dataset.for]);
        for (const marker of document.querySelectorAll('.dolly')) if (meet(here, box(marker))) found.push([name, 'under a marker']);
    });
    return found;
}"""


READ = """() => [...document.querySelectorAll('.tag text')].map((text) => [
    text.textContent, Math.round(parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a * 10) / 10,
])"""
"""What each tag says, and its letters in pixels."""
LEAST_LETTERS = 11


@pytest.mark.parametrize("window", [DESKTOP, TELEPHONE], ids=["desktop", "telephone"])
@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_chips_tags_and_markers_lie_beside_the_words_and_on_no_neighbour(
    service: LiveService, reader: Readers, game: str, lang: str, window: Window
) -> None:
    """Tags were cut off, or lay on the neighbour and on names (bug 9)."""
    table = opened(service, game)
    touched: dict[str, Any] = {"has_touch": window.is_touched, "is_mobile": window.is_touched}
    page = reader("ana", lang=lang, size=window[:2], **touched).sit_down(table)
    service.do("ana", table, "sit")
    for bet in BETS[game].split():
        service.do("ana", table, "place_bet", bet=bet, stake=60_00)
    expect(page.locator("#own tbody tr")).to_have_count(len(BETS[game].split()))
    assert page.evaluate(ON_WORDS, ".chip") == []
    conduct(service, table, CLOSING[game])
    expect(page.locator("#sum")).not_to_be_empty()
    expect(page.locator(".tag").first).to_be_visible()
    assert page.evaluate(ON_WORDS, ".tag, .dolly") == []
    assert page.evaluate(TAGS) == []
    assert [one for one in page.evaluate(READ) if one[1] < LEAST_LETTERS] == []


@pytest.mark.parametrize("stake", [10_00, 60_00])
@pytest.mark.parametrize("window", [DESKTOP, WINDOWS[3], TELEPHONE, WINDOWS[6]], ids=str)
def test_on_every_spot_the_amount_can_be_read(
    service: LiveService, reader: Readers, window: Window, stake: int
) -> None:
    """Tags between the numbers had letters of 9 pixels, a small telephone showed a sign alone, and gains of a thousand did everywhere."""
    table = opened(service, "roulette")
    touched: dict[str, Any] = {"has_touch": window.is_touched, "is_mobile": window.is_touched}
    page = reader("ana", size=window[:2], **touched).sit_down(table)
    service.do("ana", table, "sit")
    for bet in BETS["roulette"].split():
        service.do("ana", table, "place_bet", bet=bet, stake=stake)
    expect(page.locator("#own tbody tr")).to_have_count(len(BETS["roulette"].split()))
    conduct(service, table, CLOSING["roulette"])
    expect(page.locator("#sum")).not_to_be_empty()
    expect(page.locator('.tag[data-for="straight:17"]')).to_contain_text(
        re.compile(r"\+350" if stake == 10_00 else r"[+≈]2")
    )
    read = page.evaluate(READ)
    assert [one for one in read if one[1] < LEAST_LETTERS or not any(map(str.isdigit, one[0]))] == []
    assert page.evaluate(TAGS) == []


LIT = """() => {
    const isDisc = (one) => !['none', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(one).fill);
    const keys = (regions) => [...regions].map((region) => region.dataset.bet);
    return {
        discs: keys([...document.querySelectorAll('.region > .target')].filter(isDisc).map((one) => one.parentElement)),
        full: keys(document.querySelectorAll('.region.won.full')),
        won: document.querySelectorAll('.region.won').length,
        markers: document.querySelectorAll('.dolly').length,
    };
}"""


def test_the_number_is_marked_and_a_spot_lights_up_only_where_chips_win(service: LiveService, reader: Readers) -> None:
    """Every spot that a number wins with was a yellow disc, and every winning field had a marker."""
    table = opened(service, "roulette")
    pages = [reader(name).sit_down(table) for name in ("ana", "chan")]
    service.do("ana", table, "sit")
    for bet in ("split:17-20", "corner:16-17-19-20", "split:1-2", "red"):
        service.do("ana", table, "place_bet", bet=bet, stake=10_00)
    conduct(service, table, CLOSING["roulette"])
    for page in pages:  # she who bet, and one who looks on
        expect(page.locator("#outcome")).to_contain_text("17")
        expect(page.locator("#history li")).to_have_count(1)
        expect(page.locator(".region.won").first).to_be_attached()
        lit = page.evaluate(LIT)
        assert sorted(lit["discs"]) == ["corner:16-17-19-20", "split:17-20"]
        assert sorted(lit["full"]) == ["corner:16-17-19-20", "split:17-20", "straight:17"]
        assert lit["won"] > 10  # its dozen, its column, its colour …
        assert lit["markers"] == 1


def test_with_the_next_bet_nothing_of_the_result_before_is_lit_or_faded(service: LiveService, reader: Readers) -> None:
    """One betted on a layout that was faded still."""
    table = opened(service, "roulette")
    ana = reader("ana")
    page = ana.sit_down(table)
    ana.press("red")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    conduct(service, table, CLOSING["roulette"])
    expect(page.locator(".tag")).to_have_count(1)
    ana.press("black")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    expect(page.locator(".won, .lost, .tag, .dolly")).to_have_count(0)
    expect(page.locator("#outcome")).to_contain_text("17")
    conduct(service, table, CLOSING["roulette"])
    expect(page.locator(".tag")).to_have_count(1)
    expect(page.locator('.region[data-bet="straight:17"]')).to_have_class(re.compile("full"))


@pytest.mark.parametrize("window", [DESKTOP, WINDOWS[6]], ids=str)
@pytest.mark.parametrize("game", ["craps", "fantan", "roulette"])
def test_chips_of_two_players_lie_within_their_region(
    service: LiveService, reader: Readers, game: str, window: Window
) -> None:
    """They lay on the neighbour, and on the words between them."""
    table = opened(service, game)
    page = reader("ana", size=window[:2], has_touch=window.is_touched, is_mobile=window.is_touched).sit_down(table)
    bets = [bet for bet in BETS[game].split() if not bet.startswith(("split", "corner", "street", "six_line"))]
    for who in ("ana", "bento"):
        service.do(who, table, "sit")
        for bet in bets:
            service.do(who, table, "place_bet", bet=bet, stake=60_00)
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
    assert page.evaluate(ON_WORDS, ".chip.mine") == []


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_every_tab_is_in_view(service: LiveService, reader: Readers, game: str, lang: str) -> None:
    """The fifth tab was out of view in Portuguese; so were parts of a telephone's board."""
    table = opened(service, game)
    for window in (DESKTOP, TELEPHONE, WINDOWS[6]):
        page = reader("ana", lang=lang, size=window[:2], has_touch=window.is_touched).sit_down(table)
        cut = page.evaluate(
            """() => [...document.querySelectorAll('.tabs [role=tab], #parts [role=tab]')].filter((tab) => {
                const [here, place] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()];
                return here.width && (here.right > place.right + 1 || here.left < place.left - 1 || tab.scrollWidth > tab.clientWidth + 1);
            }).map((tab) => tab.textContent)"""
        )
        assert cut == [], window


def test_the_puck_on_a_telephone_is_no_larger_than_a_chip_and_its_ring(service: LiveService, reader: Readers) -> None:
    table = opened(service, "craps")
    page = reader("ana", size=TELEPHONE[:2], has_touch=True, is_mobile=True).sit_down(table)
    box = page.locator(".puck.on .puck-side").bounding_box()
    assert box
    assert box["width"] <= 40


def test_dice_that_tumble_stay_within_their_place(service: LiveService, reader: Readers) -> None:
    """A corner of a die at the console was cut off."""
    table = opened(service, "craps")
    service.do("ana", table, "sit")
    service.do("ana", table, "place_bet", bet="pass_line", stake=60_00)
    page = reader("carlos", reduced_motion="no-preference").sit_down(table)
    stop_time(page)
    conduct(service, table, CLOSING["craps"][:2])
    expect(page.locator("#device")).to_have_attribute("data-stands", "moving")
    assert _cut_corners(page) == []


def _cut_corners(page: Page) -> list[int]:
    """The quarter turns, in tenths, at which a die reaches beyond its drawing."""
    found: list[int] = page.evaluate(
        """() => [...Array(10).keys()].filter((tenth) => {
            const dice = [...document.querySelectorAll('#device g.shown use')];
            for (const one of dice.flatMap((die) => die.getAnimations())) one.currentTime = one.effect.getTiming().duration * tenth / 40;
            const place = document.querySelector('#device svg').getBoundingClientRect();
            return dice.map((die) => die.getBoundingClientRect()).some((one) => one.top < place.top - 1 || one.bottom > place.bottom + 1 || one.left < place.left - 1 || one.right > place.right + 1);
        })"""
    )
    return found

"""What decides moves from the act on and comes to rest on the result; not at all for who wants it still. A long press shows a bet."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader
from browser.one_screen import WINDOWS
from browser.test_one_screen import spot
from browser.test_rounds import BETS, CLOSING, GAMES, OPENING, OUTCOME, Act, conduct, opened
from browser.test_table_faults import stop_time
from service import LiveService

Readers = Callable[..., Reader]
BEGINS = {
    "craps": ("throw", "moving"),
    "roulette": ("throw_ball", "moving"),
    "wheel": ("turn", "moving"),
    "fish_prawn_crab": ("shake", "hidden"),
    "fantan": ("cover", "hidden"),
    "football_poker": ("deal_two_cards", "shown"),
}
"""The act with which something begins to move, and how the device then stands."""
MOVING = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.target.closest('#device, .rotor')).length"
UNDER_THE_POINTER = """() => {
    const rotor = document.querySelector('#felt .rotor') ?? document.querySelector('#device .rotor');
    const order = rotor.dataset.order.split('|');
    const { a, b } = new DOMMatrix(getComputedStyle(rotor).transform);
    const turned = (360 - Math.atan2(b, a) * 180 / Math.PI) % 360;
    return order[Math.round(turned * order.length / 360) % order.length];
}"""
LIES = "[...document.querySelectorAll('#device g.shown use')].map((one) => one.getAttribute('href').replace(/^#(face|card)-/, '')).join('-')"


def acts_of(game: str) -> tuple[list[Act], list[Act]]:
    """The acts of a round up to the one with which something moves, and those after it."""
    acts = [*OPENING.get(game, []), *CLOSING[game]]
    names = [name for name, _ in acts]
    cut = names.index(BEGINS[game][0]) + 1
    return acts[:cut], acts[cut:]


def seated(service: LiveService, reader: Readers, game: str, motion: str) -> tuple[Page, str]:
    """Ana at a table at which nothing has begun, with a bet where one can lie already."""
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    service.do("ana", table, "sit")
    if game == "craps":  # who throws has a bet
        service.do("ana", table, "place_bet", bet=BETS[game][0], stake=60_00)
    return reader("ana", reduced_motion=motion).sit_down(table), table


def what_lies(page: Page, game: str) -> str:
    """The result as the device shows it."""
    if game in ("roulette", "wheel"):
        return str(page.evaluate(UNDER_THE_POINTER))
    if game == "fantan":
        return str(page.locator("#device g.shown use.left").count())
    return str(page.evaluate(LIES))


@pytest.mark.parametrize("game", GAMES)
def test_it_moves_from_the_act_on_and_rests_on_the_result(service: LiveService, reader: Readers, game: str) -> None:
    page, table = seated(service, reader, game, "no-preference")
    stop_time(page)
    before, after = acts_of(game)
    conduct(service, table, before)
    expect(page.locator("#device")).to_have_attribute("data-stands", BEGINS[game][1])
    page.wait_for_function(f"{MOVING} > 0")
    conduct(service, table, after)
    expect(page.locator("#history li")).to_have_count(1)
    page.keyboard.press("Shift")  # ends nothing
    page.mouse.click(5, 790)  # a press ends what moves
    expect(page.locator("#device")).to_have_attribute("data-stands", "shown")
    expect(page.locator("#outcome")).not_to_be_empty()
    page.wait_for_function(f"{MOVING} === 0")
    assert what_lies(page, game) == OUTCOME[game].removeprefix("symbol ") or what_lies(page, game) == OUTCOME[game]


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_to_rest_by_itself(service: LiveService, reader: Readers, game: str) -> None:
    page, table = seated(service, reader, game, "no-preference")
    for acts in acts_of(game):
        conduct(service, table, acts)
    expect(page.locator("#outcome")).not_to_be_empty()
    page.wait_for_function(f"{MOVING} === 0")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_who_wants_it_still(service: LiveService, reader: Readers, game: str) -> None:
    page, table = seated(service, reader, game, "reduce")
    moved: dict[str, Any] = {}
    before, after = acts_of(game)
    for act in (*before, *after):
        phase = page.inner_text("#phase")
        conduct(service, table, [act])
        expect(page.locator("#phase")).not_to_have_text(phase)
        moved[act[0]] = page.evaluate(MOVING)
    assert set(moved.values()) == {0}, moved
    expect(page.locator("#outcome")).not_to_be_empty()
    expect(page.locator(".flying")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_long_press_shows_the_bets_card_and_bets_nothing(service: LiveService, reader: Readers, game: str) -> None:
    table = opened(service, game)
    window = WINDOWS[4]
    page = reader("ana", size=window[:2], has_touch=True, is_mobile=True).sit_down(table)
    bet = page.locator(".region:not(.shut)").first.get_attribute("data-bet") or ""
    x, y = spot(page, bet)
    tools = page.context.new_cdp_session(page)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#bet-card")).to_have_class(re.compile("pinned"))
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#bet-card")).to_be_visible()
    expect(page.locator("#bet-card")).to_contain_text("House edge")
    expect(page.locator("#own tbody tr")).to_have_count(0)
    sizes = page.locator("#bet-card button").evaluate_all(
        "(all) => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight))"
    )
    assert min(sizes) >= 44
    page.tap('#bet-card [data-do="add"]')
    expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 10"))
    expect(page.locator('#bet-card [data-do="remove"]')).to_be_visible()
    page.tap('#bet-card [data-do="remove"]')
    expect(page.locator("#own tbody tr")).to_have_count(0)
    page.tap('#bet-card [data-do="close"]')
    expect(page.locator("#bet-card")).to_be_hidden()

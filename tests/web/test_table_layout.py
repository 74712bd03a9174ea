"""How a table lies and moves in a window: some chosen rows; tests/release has every game in three windows."""

import pytest
from playwright.sync_api import Page, expect

from browser import Readers
from rounds import BETS, CLOSING, OPENING, OUTCOME, Act, conduct, open_table, place
from service import LiveService
from windows import DESKTOP, LYING, NARROW, SMALLEST, TELEPHONE, Window, watch_round

pytestmark = pytest.mark.browser
BEGINS = {
    "craps": ("throw", "moving"),
    "roulette": ("throw_ball", "moving"),
    "fantan": ("cover", "hidden"),
    "football_poker": ("deal_two_cards", "shown"),
}
"""The act with which something begins to move, and how the device then stands."""


@pytest.mark.parametrize(
    ("game", "lang", "windows"),
    [
        ("craps", "pt", (DESKTOP, SMALLEST)),
        ("roulette", "pt", (NARROW, TELEPHONE)),
        ("fantan", "en", (DESKTOP, LYING)),
    ],
)
def test_a_table_lies_still_and_whole_in_each_phase(
    service: LiveService, reader: Readers, game: str, lang: str, windows: tuple[Window, ...]
) -> None:
    """The first press, the first result and a banner moved the felt; tags were cut off or lay on names (bugs 2 to 4 and 9)."""
    watch_round(service, reader, game, lang, windows)


def test_the_longest_words_of_a_round_are_whole(service: LiveService, reader: Readers) -> None:
    """The result of fish-prawn-crab ended in dots in Portuguese, the act that was due and the sum lost their last lines."""
    watch_round(service, reader, "fish_prawn_crab", "pt", (DESKTOP, SMALLEST), stake=1_060_00)


MOVING = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.target.closest('#device, .rotor')).length"
UNDER_THE_POINTER = """() => {
    const rotor = document.querySelector('#felt .rotor') ?? document.querySelector('#device .rotor');
    const order = rotor.dataset.order.split('|');
    const { a, b } = new DOMMatrix(getComputedStyle(rotor).transform);
    const turned = (360 - Math.atan2(b, a) * 180 / Math.PI) % 360;
    return order[Math.round(turned * order.length / 360) % order.length];
}"""
LIES = "[...document.querySelectorAll('#device g.shown use')].map((one) => one.getAttribute('href').replace(/^#(face|card)-/, '')).join('-')"


def result_on_device(page: Page, game: str) -> str:
    if game == "roulette":
        return str(page.evaluate(UNDER_THE_POINTER))
    if game == "fantan":
        return str(page.locator("#device g.shown use.left").count())
    return str(page.evaluate(LIES))


def acts_of(game: str) -> tuple[list[Act], list[Act]]:
    """Return the acts of a round up to the one with which something moves, and those after it."""
    acts = [*OPENING.get(game, []), *CLOSING[game]]
    cut = [name for name, _ in acts].index(BEGINS[game][0]) + 1
    return acts[:cut], acts[cut:]


@pytest.mark.parametrize("game", BEGINS)
def test_the_device_moves_from_the_act_on_and_rests_on_the_result(
    service: LiveService, reader: Readers, game: str
) -> None:
    table = open_table(service, game)
    if game == "craps":  # who throws has a bet
        place(service, table, BETS[game][:1])
    page = reader("ana", reduced_motion="no-preference").sit_down(table)
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})  # nothing comes to rest by itself
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
    assert result_on_device(page, game) == OUTCOME[game]


def test_the_device_comes_to_rest_by_itself(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "wheel")
    page = reader("ana", reduced_motion="no-preference").sit_down(table)
    conduct(service, table, CLOSING["wheel"])
    expect(page.locator("#outcome")).not_to_be_empty()
    page.wait_for_function(f"{MOVING} === 0")


def test_nothing_moves_for_readers_who_want_less_motion(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    place(service, table, BETS["roulette"][:1])
    page = reader("ana", reduced_motion="reduce").sit_down(table)
    for act in CLOSING["roulette"]:
        phase = page.inner_text("#phase")
        conduct(service, table, [act])
        expect(page.locator("#phase")).not_to_have_text(phase)
        assert page.evaluate(MOVING) == 0, act
    expect(page.locator("#outcome")).not_to_be_empty()
    expect(page.locator(".flying")).to_have_count(0)

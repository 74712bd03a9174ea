"""How a table lies and moves in a window: some chosen rows; tests/release has every game in three windows."""

import pytest
from playwright.sync_api import expect

from support.browser import (
    CLOSING,
    DESKTOP,
    LYING,
    NARROW,
    OUTCOME,
    SMALLEST,
    TELEPHONE,
    Readers,
    Window,
    conduct,
    open_table,
    watch_round,
)
from support.server import LiveService

pytestmark = pytest.mark.browser
MOVING = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.target.closest('#device, .rotor')).length"
UNDER_THE_POINTER = """() => {
    const rotor = document.querySelector('#felt .rotor') ?? document.querySelector('#device .rotor');
    const order = rotor.dataset.order.split('|');
    const { a, b } = new DOMMatrix(getComputedStyle(rotor).transform);
    const turned = (360 - Math.atan2(b, a) * 180 / Math.PI) % 360;
    return order[Math.round(turned * order.length / 360) % order.length];
}"""


@pytest.mark.parametrize(
    ("game", "windows"), [("craps", (DESKTOP, SMALLEST)), ("roulette", (NARROW, TELEPHONE)), ("fantan", (LYING,))]
)
def test_a_table_lies_still_and_whole_in_each_phase(
    service: LiveService, reader: Readers, game: str, windows: tuple[Window, ...]
) -> None:
    """The first press, the first result and a banner moved the felt; tags were cut off or lay on names (bugs 2 to 4 and 9)."""
    watch_round(service, reader, game, "pt", windows)


def test_the_wheel_moves_from_the_act_on_and_rests_on_the_result(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "roulette")
    page = reader("ana", reduced_motion="no-preference").sit_down(table)
    still = reader("bento", reduced_motion="reduce").sit_down(table)
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})  # nothing comes to rest by itself
    conduct(service, table, CLOSING["roulette"][:1])
    for each in (page, still):
        expect(each.locator("#device")).to_have_attribute("data-stands", "moving")
    page.wait_for_function(f"{MOVING} > 0")
    assert still.evaluate(MOVING) == 0  # its reader wants less motion
    conduct(service, table, CLOSING["roulette"][1:])
    expect(page.locator("#history li")).to_have_count(1)
    page.mouse.click(5, 790)  # a press ends what moves
    expect(page.locator("#device")).to_have_attribute("data-stands", "shown")
    page.wait_for_function(f"{MOVING} === 0")
    assert page.evaluate(UNDER_THE_POINTER) == OUTCOME["roulette"]

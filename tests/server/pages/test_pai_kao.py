"""Pai Kao in a browser: rounds as a gate's player, as banker and as croupier."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser import (
    HANDS,
    STAKE,
    Readers,
    check_accessible,
    deal_tiles,
    finish_tiles,
    open_bank,
    open_table,
    patacas,
    reload,
    wallet,
)
from support.server import LiveService
from support.tables import DICE

pytestmark = pytest.mark.browser
CHIP = 50_00


def press(page: Page, gate: int) -> None:
    """Click where the stakes of a gate lie."""
    place = page.locator(f'.region[data-gate="{gate}"] > circle')
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def drag(page: Page, tile: Locator, to: Locator) -> None:
    start, end = tile.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 50, steps=4)
    page.mouse.move(end["x"] + 20, end["y"] + 40)
    page.mouse.up()


def act(page: Page, name: str, **fields: str) -> None:
    form = page.locator(f'form:has([data-act="{name}"])')
    for field, value in fields.items():
        form.locator(f"[name={field}]").fill(value)
    form.locator("[data-act]").click()


def act_by_keys(page: Page, name: str) -> None:
    page.locator(f'[data-act="{name}"]').focus()
    page.keyboard.press("Enter")


def is_in(page: Page, phase: str) -> None:
    expect(page.locator("#phase")).to_have_text(phase)


def test_a_round_by_click_and_drag(service: LiveService, reader: Readers) -> None:
    table = open_bank(service)
    before = wallet(service)
    page, onlooker = reader("ana").sit_down(table), reader("chan").sit_down(table)
    press(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("Gate 1 is held by bento")
    press(page, 3)
    expect(page.locator('.region[data-gate="3"] .holder')).to_contain_text("you")
    page.check(f'[name=chip][value="{CHIP}"]')
    press(page, 3)
    press(page, 3)
    expect(page.locator(".chip.mine text")).to_have_text("100")
    expect(page.locator("#wallet")).to_have_text(patacas(before - STAKE))
    press(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("Pai Kao, article 4(4)")
    deal_tiles(service, table)
    is_in(page, "dealt")
    reload(page)  # what is in hand stays
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    check_accessible(page)
    expect(page.locator('.lying use[href="#tile-back"]')).to_have_count(28)
    expect(onlooker.locator('.lying use[href="#tile-back"]')).to_have_count(32)
    expect(onlooker.locator("#hand")).to_be_hidden()
    rear, front = (page.locator(f'#hand .pair[data-line="{line}"] .tile-button').first for line in ("rear", "front"))
    drag(page, rear, front)
    expect(page.locator('#hand [data-line="front"] strong')).to_have_text("4 points, Heaven high")
    page.click('#hand [data-setting="1"] button')
    page.click("#set-tiles")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    finish_tiles(service, table)
    is_in(page, "settled")
    expect(page.locator('.payment.win[data-player="ana"]').first).to_contain_text("received 196; commission 4")
    expect(page.locator("#wallet")).to_have_text(patacas(before + 96_00))
    for each in (page, onlooker):
        expect(each.locator('.lying use[href="#tile-back"]')).to_have_count(0)


def test_a_round_as_banker_by_keyboard_alone(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "pai_kao", chance="drawn")
    service.do("bento", table, "sit", gate=4)
    page = reader("ana").sit_down(table)
    page.locator('.region[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator('.region[data-gate="2"] .holder')).to_contain_text("you")
    act_by_keys(page, "take_bank")
    service.do("carlos", table, "mix_and_stack")
    expect(page.locator("#seal")).to_contain_text("commitment")
    page.locator("[name=stake]").focus()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    is_in(page, "bank open")
    service.do("bento", table, "stake", gate=4, stake=STAKE)
    expect(page.locator("#own")).to_contain_text("bento")
    act_by_keys(page, "shake")
    is_in(page, "shaken")
    service.do("carlos", table, "deal")
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    page.locator("#hand .tile-button").first.focus()
    page.keyboard.press("2")
    expect(page.locator('#hand [data-setting="2"] button')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("s")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    finish_tiles(service, table)
    expect(page.locator('.payment[data-bank="ana"]')).to_contain_text("principal of 200")
    expect(page.locator(".seal-check")).to_contain_text("✓")


def test_a_croupier_enters_dice_and_tiles_and_banks_for_the_casino(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "pai_kao")
    service.do("ana", table, "sit", gate=1)
    service.do("ana", table, "take_bank")
    service.do("chan", table, "sit", gate=3)
    page, player = reader("carlos").sit_down(table), reader("ana").sit_down(table)
    act(page, "mix_and_stack")
    is_in(player, "stacked")
    act(page, "co_bank", stake="300")
    expect(player.locator("#own")).to_contain_text("the casino")
    act(player, "put_down_principal", stake="200")
    is_in(page, "bank open")
    service.do("chan", table, "stake", gate=3, stake=STAKE)
    expect(player.locator("#own")).to_contain_text("chan")
    for die in DICE:
        player.locator(f'form:has([data-act="shake"]) [data-face="{die}"]').click()
    act(player, "shake")
    is_in(page, "shaken")
    page.locator('form:has([data-act="null_shake"]) select').select_option("cocked")
    act(page, "null_shake")
    expect(player.locator("#outcome")).to_contain_text("a die is cocked")
    act(player, "shake_again", dice="1 1 1 2")
    for tile in [tile for gate in (1, 3) for tile in HANDS[gate].split()]:
        page.click(f'form:has([data-act="deal"]) [data-tile="{tile}"]')
    act(page, "deal")
    is_in(player, "dealt")
    expect(page.locator("#hand")).to_be_hidden()
    player.click("#set-tiles")
    page.click('#hand [data-setting="2"] button')
    page.click("#set-tiles")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    assert page.locator('[data-act="turn_banker"]').count() == 0
    finish_tiles(service, table)
    expect(player.locator('.payment[data-bank="(casino)"]')).to_contain_text("300")


def test_mistyped_dice_and_tiles_are_corrected_and_a_gate_put_out_loses_its_stakes(
    service: LiveService, reader: Readers
) -> None:
    """R-live-2."""
    table = open_bank(service)
    service.do("chan", table, "stake", gate=5, stake=STAKE)
    page, player = reader("carlos").sit_down(table), reader("chan").sit_down(table)
    act(page, "shake", dice="1113")
    is_in(page, "shaken")
    expect(page.locator(".next-tile").first).to_contain_text("tile 1 of 8, for gate 1")
    page.locator('[data-act="deal"]').focus()
    page.keyboard.press("c")
    act(page, "correct_dice", dice="1112", reason="a die was misread")
    expect(page.locator("#log")).to_contain_text("the entry of the dice is corrected")
    expect(page.locator(".next-tile").first).to_contain_text("tile 1 of 8, for gate 5")
    act(page, "deal", tiles="66 66 11 11 44 56 55 36")
    is_in(page, "dealt")
    page.keyboard.press("c")
    act(page, "correct_tiles", tiles="55 46 13 16 44 56 55 36", reason="two hands were exchanged")
    expect(page.locator("#log")).to_contain_text("the entry of the tiles is corrected")
    expect(player.locator(".chip.mine")).to_have_count(1)
    page.select_option('form:has([data-act="expose"]) select', "5")
    page.fill("[name=exposed]", "2")
    page.click('[data-act="expose"]')
    for each in (page, player):
        expect(each.locator("#own tbody tr")).to_have_count(1)
    expect(player.locator(".chip.mine")).to_have_count(0)

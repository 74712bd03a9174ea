"""Pai Kao in a browser: rounds as a gate's player, as banker and as croupier."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser import PHONE, Readers, fits_width, reload
from pai_kao_table import DICE
from rounds import (
    HANDS,
    PRINCIPAL,
    STAKE,
    deal_tiles,
    finish_tiles,
    open_bank,
    open_table,
    patacas,
    wallet,
)
from service import LiveService

pytestmark = pytest.mark.browser
CHIP = 50_00


def press(page: Page, gate: int, button: Literal["left", "right"] = "left") -> None:
    """Click where the stakes of a gate lie."""
    place = page.locator(f'.region[data-gate="{gate}"] > circle')
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button=button)


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
    page = reader("ana").sit_down(table)
    onlooker = reader("chan", lang="zh", size=PHONE).sit_down(table)
    expect(page.locator("#hint")).to_contain_text("Press a free gate")
    press(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("Gate 1 is held by bento")
    press(page, 3)
    expect(page.locator('.region[data-gate="3"] .holder')).to_contain_text("you")
    expect(page.locator('.banker-mark.on[data-gate="1"]')).to_be_visible()
    page.check(f'[name=chip][value="{CHIP}"]')
    press(page, 3)
    press(page, 3)
    expect(page.locator("#own tr.mine")).to_have_count(2)
    expect(page.locator(".chip.mine text")).to_have_text("100")
    expect(page.locator("#wallet")).to_have_text(patacas(before - STAKE))
    press(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("Pai Kao, article 4(4)")
    felt = page.locator("#felt").bounding_box()
    deal_tiles(service, table)
    is_in(page, "dealt")
    reload(page)  # what is in hand stays
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    assert page.locator("#felt").bounding_box() == felt
    assert Axe().run(page).response["violations"] == []
    expect(page.locator('.lying use[href="#tile-back"]')).to_have_count(28)
    expect(onlooker.locator('.lying use[href="#tile-back"]')).to_have_count(32)
    expect(onlooker.locator("#hand")).to_be_hidden()
    assert fits_width(onlooker)
    expect(page.locator('#hand [data-line="rear"] strong')).to_have_text("pair of Heaven")
    rear, front = (page.locator(f'#hand .pair[data-line="{line}"] .tile-button').first for line in ("rear", "front"))
    drag(page, rear, front)
    expect(page.locator('#hand [data-line="front"] strong')).to_have_text("4 points, Heaven high")
    page.click('#hand [data-setting="1"] button')
    page.click("#advice")
    expect(page.locator('#hand [data-setting="1"]')).to_contain_text("best")
    page.click("#set-tiles")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    finish_tiles(service, table)
    is_in(page, "settled")
    expect(page.locator('.payment.win[data-player="ana"]').first).to_contain_text("100; less commission 4")
    expect(page.locator("#wallet")).to_have_text(patacas(before + 96_00))
    expect(page.locator("#outcome")).to_contain_text("You win 96 (100 staked)")
    for each in (page, onlooker):
        expect(each.locator('.lying use[href="#tile-back"]')).to_have_count(0)
    reload(page)
    expect(page.locator(".tag.win text")).to_have_text("✓ +96")


def test_a_round_as_banker_by_keyboard_alone(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "pai_kao", chance="drawn")
    service.do("bento", table, "sit", gate=4)
    page = reader("ana").sit_down(table)
    page.locator('.region[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.region[data-gate="2"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.region[data-gate="2"] .holder')).to_contain_text("you")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#felt-refused")).to_contain_text("To move to gate 3")
    act_by_keys(page, "take_bank")
    service.do("carlos", table, "mix_and_stack")
    expect(page.locator("#seal")).to_contain_text("commitment")
    expect(page.locator("#hint")).to_contain_text("You are the banker")
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
    first, other = page.locator("#hand .pairs .tile-button").nth(0), page.locator("#hand .pairs .tile-button").nth(3)
    faces = [first.get_attribute("data-tile"), other.get_attribute("data-tile")]
    first.focus()
    page.keyboard.press("Enter")
    other.focus()
    page.keyboard.press("Space")
    expect(first).to_have_attribute("data-tile", faces[1] or "")
    expect(other).to_have_attribute("data-tile", faces[0] or "")
    page.keyboard.press("2")
    expect(page.locator('#hand [data-setting="2"] button')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("s")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    finish_tiles(service, table)
    expect(page.locator('.payment[data-bank="ana"]')).to_contain_text("principal 200")
    expect(page.locator(".seal-check")).to_contain_text("✓")


def test_the_command_line_undo_and_repeat_in_two_tabs(service: LiveService, reader: Readers) -> None:
    table = open_bank(service)
    ana = reader("ana")
    page = ana.sit_down(table)

    def enter(text: str) -> None:
        page.fill("#line", text)
        page.press("#line", "Enter")

    enter("3 50")
    expect(page.locator(".chip.mine text")).to_have_text("50")
    enter("gate 3 20")
    expect(page.locator(".chip.mine text")).to_have_text("70")
    enter("undo")
    expect(page.locator(".chip.mine text")).to_have_text("50")
    enter("-3")
    expect(page.locator(".chip.mine")).to_have_count(0)
    enter("shake")
    expect(page.locator("#line-refused")).to_contain_text("Pai Kao, article 4(1)")
    enter("hello")
    expect(page.locator("#line-refused")).to_contain_text("hello")
    enter("cut 2")
    expect(page.locator("#log")).to_contain_text("gate 3, ana, cuts; stacks moved: 2")
    press(page, 3)
    expect(page.locator(".chip.mine")).to_have_count(1)
    other = ana.sit_down(table, ana.tab())
    deal_tiles(service, table)
    expect(other.locator("#hand .tile-button")).to_have_count(4)
    enter("set 2")
    expect(other.locator("#hand")).to_have_attribute("data-set", "true")
    expect(other.locator('#hand [data-setting="2"] button')).to_have_attribute("aria-pressed", "true")
    finish_tiles(service, table)
    service.do("carlos", table, "mix_and_stack")
    service.do("bento", table, "put_down_principal", stake=PRINCIPAL * 2)
    is_in(page, "bank open")
    expect(page.locator(".tag")).to_have_count(0)
    page.click("#repeat")
    expect(page.locator(".chip.mine text")).to_have_text("10")


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
    expect(page.locator('form:has([data-act="deal"])')).to_contain_text("tile 1 of 8")
    for tile in [tile for gate in (1, 3) for tile in HANDS[gate].split()]:
        page.click(f'form:has([data-act="deal"]) [data-tile="{tile}"]')
    expect(page.locator('form:has([data-act="deal"])')).to_contain_text("All 8 tiles are entered.")
    act(page, "deal")
    is_in(player, "dealt")
    expect(page.locator("#hand")).to_be_hidden()
    expect(player.locator("#hand-title")).to_have_text("Your tiles at gate 1")
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

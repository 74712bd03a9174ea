"""A Pai Kao table conducted from the page: dice and tiles are entered, corrected and counted."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.browsing import Reader
from browser.test_pai_kao import HANDS, PRINCIPAL, STAKE, TABLE, act, bank_of_bento, check_money, finish, is_in
from pai_kao_table import DICE
from service import LiveService


def test_a_croupier_enters_dice_and_tiles_and_objects_for_the_casino(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open(TABLE, "pai_kao", chance="observed")
    service.do("ana", TABLE, "sit", gate=1)
    service.do("ana", TABLE, "take_bank")
    service.do("chan", TABLE, "sit", gate=3)
    page, player = reader("carlos").sit_down(TABLE), reader("ana").sit_down(TABLE)
    act(page, "mix_and_stack")
    is_in(player, "stacked")
    act(page, "co_bank", stake="300")
    expect(player.locator("#own")).to_contain_text("the casino")
    act(player, "put_down_principal", stake="200")
    is_in(page, "bank open")
    service.do("chan", TABLE, "stake", gate=3, stake=STAKE)
    expect(player.locator("#own")).to_contain_text("the casino")
    expect(page.locator('[data-act="shake"]')).to_have_count(1)
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
    expect(page.locator("#hint")).to_contain_text("gate 3")
    assert page.locator('[data-act="turn_banker"]').count() == 0
    events, settled = finish(service)
    check_money(player, events, settled, "ana")
    expect(player.locator('.payment[data-bank="(casino)"]')).to_contain_text("300")


def test_an_observed_round_of_three_gates_takes_fourteen_inputs(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    """An input is a key or press that does something, or one thing that is read off the table and typed: the dice, or a gate's tiles."""
    service.open(TABLE, "pai_kao", chance="observed")
    for who, gate in (("bento", 1), ("ana", 3), ("chan", 5)):
        service.do(who, TABLE, "sit", gate=gate)
    service.do("bento", TABLE, "take_bank")
    page = reader("carlos").sit_down(TABLE)
    used = 0

    def enter(*typed: str, then: str) -> None:
        nonlocal used
        for one in typed:
            page.keyboard.type(one)
        page.keyboard.press("Enter")
        used += len(typed) + 1
        is_in(page, then)

    expect(page.locator('[data-act="mix_and_stack"]')).to_be_focused()
    enter(then="stacked")
    expect(page.locator("#hint")).to_have_text("Waiting for bento: Put down the principal")
    service.do("bento", TABLE, "put_down_principal", stake=PRINCIPAL)
    for who, gate in (("ana", 3), ("chan", 5)):
        service.do(who, TABLE, "stake", gate=gate, stake=STAKE)
    expect(page.locator("#own tr")).to_have_count(3)
    expect(page.locator("[name=dice]").first).to_be_focused()
    enter("1112", then="shaken")
    expect(page.locator("[name=tiles]").first).to_be_focused()
    order = [int(gate) for gate in service.get("carlos", f"/tables/{TABLE}")["view"]["state"]["dealt_to"]]
    assert sorted(order) == [1, 3, 5]
    page.keyboard.type("66")
    expect(page.locator(".lying use[href='#tile-6-6']")).to_have_count(1)
    expect(page.locator(".next-tile").first).to_contain_text(f"tile 2 of 12, for gate {order[0]}")
    page.locator("[name=tiles]").first.fill("")
    enter(*(HANDS[gate].replace("-", "") + " " for gate in order), then="dealt")
    expect(page.locator("#hint")).to_contain_text("Set the tiles")
    for who, gate in (("bento", 1), ("ana", 3), ("chan", 5)):
        one, two, three, four = HANDS[gate].split()
        service.do(who, TABLE, "set_tiles", gate=gate, setting=f"{one} {two} / {three} {four}")
    service.do("bento", TABLE, "turn_banker")
    expect(page.locator('[data-act="turn_gates"]')).to_be_focused()
    enter(then="turned")
    expect(page.locator("#sheet tbody tr")).to_have_count(3)
    expect(page.locator('[data-act="settle"]')).to_be_focused()
    enter(then="settled")
    assert used <= 14


def test_dice_and_tiles_that_were_mistyped_are_corrected(service: LiveService, reader: Callable[..., Reader]) -> None:
    """R-live-2."""
    bank_of_bento(service)
    service.do("chan", TABLE, "stake", gate=5, stake=STAKE)
    page = reader("carlos").sit_down(TABLE)
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

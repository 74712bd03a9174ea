"""Rounds of Pai Kao in a real browser, as a gate's player, as banker and as croupier; the money is the rulebook's."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from banca.games.pai_kao import Gate, Round, Settled, Stake, settle_round
from banca.games.pai_kao.hands import read_setting
from banca.rulebook import Limits
from browser.browsing import PHONE, Reader, is_ready, reload
from pai_kao_table import DICE, MIDDLE, STRONG, WEAK, in_stack_order
from service import MONEY, LiveService, Steered

TABLE = "pai-kao-1"
CHIP, STAKE, PRINCIPAL = 50_00, 100_00, 200_00
WINDOWS = ((1280, 800), (1440, 900), (1920, 1080), (1024, 768), (820, 1180), (390, 844), (360, 640), (844, 390))
HANDS = {1: MIDDLE, 3: STRONG, 5: WEAK}


def press(page: Page, gate: int, button: Literal["left", "right"] = "left") -> None:
    """Click where the stakes of a gate lie."""
    place = page.locator(f'.region[data-gate="{gate}"] > circle')
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button=button)


def act(page: Page, name: str, **fields: str) -> None:
    form = page.locator(f'form:has([data-act="{name}"])')
    for field, value in fields.items():
        form.locator(f"[name={field}]").fill(value)
    form.locator("[data-act]").click()


def is_in(page: Page, phase: str) -> None:
    expect(page.locator("#phase")).to_have_text(phase)


def patacas(avos: int) -> str:
    return f"{avos / 100:,.0f}" if avos % 100 == 0 else f"{avos / 100:,.2f}"


def bank_of_bento(service: LiveService, chance: str = "observed", principal: int = PRINCIPAL) -> None:
    """Bento banks at gate 1, and chan sits at gate 5."""
    service.open(TABLE, "pai_kao", chance=chance)
    service.do("bento", TABLE, "sit", gate=1)
    service.do("chan", TABLE, "sit", gate=5)
    service.do("bento", TABLE, "take_bank")
    service.do("carlos", TABLE, "mix_and_stack")
    service.do("bento", TABLE, "put_down_principal", stake=principal)


def deal(service: LiveService) -> None:
    service.do("bento", TABLE, "shake", dice=DICE)
    service.do("carlos", TABLE, "deal", tiles=in_stack_order(HANDS))


def finish(service: LiveService) -> tuple[list[Any], Settled]:
    """Whoever has not set does; the tiles are turned and the round is settled, here and by the rulebook."""
    state = service.get("ines", f"/tables/{TABLE}")["view"]["state"]
    for gate, who in state["setters"].items():
        if int(gate) not in (*state["set"], *state["out"]):
            one, two, three, four = state["tiles"][gate]
            service.do(who, TABLE, "set_tiles", gate=int(gate), setting=f"{one} {two} / {three} {four}")
    service.do("carlos", TABLE, "turn_banker")
    lie = service.do("carlos", TABLE, "turn_gates")["events"][-1]["settings"]
    events: list[Any] = service.do("carlos", TABLE, "settle")["events"]
    return events, by_the_rulebook(events, lie, state["banker"])


def by_the_rulebook(events: list[Any], settings: dict[str, str], banker: int) -> Settled:
    """The round settled from what lay there."""

    def gate(number: int) -> Gate:
        written = settings[str(number)]
        tiles = tuple(written.replace("/", " ").split())
        lies = [one for one in events if one["event"] == "stake_settled" and one["gate"] == number]
        stakes = tuple(Stake(one["player"], one["stake"]) for one in lies)
        return Gate(number=number, tiles=tiles, setting=read_setting(tiles, written), stakes=stakes)

    bank = tuple(Stake(one["who"], one["principal"]) for one in events if one["event"] == "bank_settled")
    others = dict.fromkeys(one["gate"] for one in events if one["event"] == "stake_settled")
    limits = Limits(minimum=1000, maximum=10**9, chip=1)
    return settle_round(Round(banker=gate(banker), bank=bank, gates=tuple(map(gate, others))), limits)


def check_money(page: Page, events: list[Any], settled: Settled, who: str) -> None:
    """The page's wallet, the journal and the rulebook say the same."""
    paid = [one for one in events if who in (one.get("player"), one.get("who"))]
    in_journal = sum(one["received"] - one.get("stake", one.get("principal", 0)) for one in paid)
    of_stakes = sum(one.net for one in settled.paid if one.who == who)
    in_rulebook = of_stakes + sum(one.net for one in settled.bank if one.who == who)
    assert in_journal == in_rulebook
    expect(page.locator("#wallet")).to_have_text(patacas(MONEY + in_rulebook))


def test_a_round_by_click_and_drag(service: LiveService, reader: Callable[..., Reader]) -> None:
    bank_of_bento(service)
    page = reader("ana").sit_down(TABLE)
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
    expect(page.locator("#wallet")).to_have_text(patacas(MONEY - STAKE))
    press(page, 1)
    expect(page.locator("#felt-refused")).to_contain_text("Pai Kao, article 4(4)")
    deal(service)
    is_in(page, "dealt")
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    expect(page.locator('.lying use[href="#tile-back"]')).to_have_count(28)
    expect(page.locator('.lying use[href^="#face-"]')).to_have_count(4)
    expect(page.locator('#hand [data-line="rear"] strong')).to_have_text("pair of Heaven")
    rear, front = (page.locator(f'#hand .pair[data-line="{line}"] .tile-button').first for line in ("rear", "front"))
    drag(page, rear, front)
    expect(page.locator('#hand [data-line="front"] strong')).to_have_text("4 points, Heaven high")
    page.click('#hand [data-setting="1"] button')
    page.click("#advice")
    expect(page.locator('#hand [data-setting="1"]')).to_contain_text("best")
    page.click("#set-tiles")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")
    events, settled = finish(service)
    is_in(page, "settled")
    check_money(page, events, settled, "ana")
    assert [one.result for one in settled.paid] == ["win"]
    expect(page.locator('.payment.win[data-player="ana"]').first).to_contain_text("100; less commission 4")
    expect(page.locator(".tag.win text")).to_have_text("✓ +96")
    expect(page.locator("#outcome")).to_contain_text("You win 96 (100 staked)")
    expect(page.locator('.lying use[href="#tile-back"]')).to_have_count(0)
    expect(page.locator("#history li")).to_have_count(1)
    reload(page)
    expect(page.locator(".tag.win text")).to_have_text("✓ +96")


def drag(page: Page, tile: Locator, to: Locator) -> None:
    start, end = tile.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 50, steps=4)
    page.mouse.move(end["x"] + 20, end["y"] + 40)
    page.mouse.up()


def test_a_round_as_banker_by_keyboard_alone(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.open(TABLE, "pai_kao")
    service.do("bento", TABLE, "sit", gate=4)
    page = reader("ana").sit_down(TABLE)
    page.locator('.region[tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.region[data-gate="2"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.region[data-gate="2"] .holder')).to_contain_text("you")
    by_keys(page, "take_bank")
    service.do("carlos", TABLE, "mix_and_stack")
    expect(page.locator("#seal")).to_contain_text("commitment")
    expect(page.locator("#hint")).to_contain_text("You are the banker")
    page.locator("[name=stake]").focus()
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    is_in(page, "bank open")
    service.do("bento", TABLE, "stake", gate=4, stake=STAKE)
    expect(page.locator("#own")).to_contain_text("bento")
    by_keys(page, "shake")
    is_in(page, "shaken")
    service.do("carlos", TABLE, "deal")
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
    events, settled = finish(service)
    check_money(page, events, settled, "ana")
    expect(page.locator('.payment[data-bank="ana"]')).to_contain_text("principal 200")
    expect(page.locator(".seal-check")).to_contain_text("✓")


def by_keys(page: Page, name: str) -> None:
    page.locator(f'[data-act="{name}"]').focus()
    page.keyboard.press("Enter")


def test_the_command_line_undo_and_repeat(service: LiveService, reader: Callable[..., Reader]) -> None:
    bank_of_bento(service)
    ana = reader("ana")
    page = ana.sit_down(TABLE)

    def line(text: str) -> None:
        page.fill("#line", text)
        page.press("#line", "Enter")

    line("3 50")
    expect(page.locator(".chip.mine text")).to_have_text("50")
    expect(page.locator('.region[data-gate="3"] .holder')).to_contain_text("you")
    line("gate 3 20")
    expect(page.locator(".chip.mine text")).to_have_text("70")
    line("undo")
    expect(page.locator(".chip.mine text")).to_have_text("50")
    line("-3")
    expect(page.locator(".chip.mine")).to_have_count(0)
    line("3")
    expect(page.locator("#line-refused")).to_contain_text("3 10")
    line("shake")
    expect(page.locator("#line-refused")).to_contain_text("Pai Kao, article 4(1)")
    line("hello")
    expect(page.locator("#line-refused")).to_contain_text("hello")
    line("cut 2")
    expect(page.locator("#log")).to_contain_text("gate 3, ana, cuts; stacks moved: 2")
    press(page, 5)
    press(page, 3)
    expect(page.locator(".chip.mine")).to_have_count(2)
    service.do("chan", TABLE, "stake", gate=5, stake=STAKE)
    other = ana.sit_down(TABLE, ana.tab())
    press(other, 5, "right")
    expect(page.locator(".chip.mine")).to_have_count(1)
    deal(service)
    expect(other.locator("#hand .tile-button")).to_have_count(4)
    line("set 2")
    expect(other.locator("#hand")).to_have_attribute("data-set", "true")
    expect(other.locator('#hand [data-setting="2"] button')).to_have_attribute("aria-pressed", "true")
    events, settled = finish(service)
    check_money(page, events, settled, "ana")
    check_money(other, events, settled, "ana")
    service.do("carlos", TABLE, "mix_and_stack")
    service.do("bento", TABLE, "put_down_principal", stake=PRINCIPAL * 2)
    is_in(page, "bank open")
    expect(page.locator(".tag")).to_have_count(0)
    page.click("#repeat")
    expect(page.locator(".chip.mine text")).to_have_text("10")


def test_who_sits_is_told_how_to_move_and_the_hand_covers_no_part_of_the_frame(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open(TABLE, "pai_kao", chance="observed")
    service.do("ana", TABLE, "sit", gate=3)
    page = reader("ana").sit_down(TABLE)
    press(page, 4)
    expect(page.locator("#felt-refused")).to_contain_text("You hold gate 3.")
    expect(page.locator("#felt-refused")).to_contain_text("To move to gate 4")
    service.do("bento", TABLE, "sit", gate=1)
    service.do("bento", TABLE, "take_bank")
    service.do("carlos", TABLE, "mix_and_stack")
    service.do("bento", TABLE, "put_down_principal", stake=PRINCIPAL)
    service.do("ana", TABLE, "stake", gate=3, stake=STAKE)
    service.do("bento", TABLE, "shake", dice=DICE)
    is_in(page, "shaken")
    before = page.locator("#felt").bounding_box()
    service.do("carlos", TABLE, "deal", tiles=in_stack_order(HANDS))
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    assert page.locator("#felt").bounding_box() == before
    assert Axe().run(page).response["violations"] == []
    for size in WINDOWS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#stage")).to_have_attribute("data-fitted", f"{size[0]}x{size[1]}")
        outside = page.evaluate(
            """() => [...document.querySelectorAll("#hand .tile-button, #hand [data-setting] button, #set-tiles, #due, #wallet")].filter((one) => {
                const box = one.getBoundingClientRect();
                return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
                    || !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
            }).map((one) => one.id || one.outerHTML.slice(0, 60))"""
        )
        assert outside == [], size
    page.click("#due")
    expect(page.locator("#hand")).to_have_attribute("data-set", "true")


def test_others_see_no_tiles_and_a_phone_needs_no_scrolling_aside(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    bank_of_bento(service)
    service.do("ana", TABLE, "sit", gate=3)
    service.do("ana", TABLE, "stake", gate=3, stake=STAKE)
    onlooker = reader("chan", lang="zh", size=PHONE).sit_down(TABLE)
    page = reader("ana", lang="pt", size=PHONE).sit_down(TABLE)
    deal(service)
    for one in (onlooker, page):
        expect(one.locator(".lying use")).to_have_count(36)
        assert one.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]
    expect(onlooker.locator('.lying use[href="#tile-back"]')).to_have_count(32)
    expect(onlooker.locator("#hand")).to_be_hidden()
    expect(page.locator('#hand [data-line="rear"] strong')).to_have_text("par de Tin")
    page.click("#set-tiles")
    service.do("bento", TABLE, "set_tiles", gate=1, setting="4-4 5-6 / 5-5 3-6")
    service.do("bento", TABLE, "turn_banker")
    expect(onlooker.locator('.lying use[href="#tile-back"]')).to_have_count(28)
    service.do("carlos", TABLE, "turn_gates")
    expect(onlooker.locator('.lying use[href="#tile-back"]')).to_have_count(0)
    assert onlooker.evaluate("() => document.documentElement.scrollWidth") == PHONE[0]


def phase(page: Page) -> str:
    """As the house has it."""
    look = "fetch('/api/v1/tables/demo-pai-kao').then((answer) => answer.json()).then((table) => table.view.phase)"
    return str(page.evaluate(look))


def test_tiles_in_hand_outlive_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    first = Steered(tmp_path)
    guest = Reader(browser, first.base)
    guest.go("/").click('[data-table="demo-pai-kao"] .button')
    page = guest.page
    page.wait_for_url("**/tables/demo-pai-kao")
    is_ready(page)
    press(page, 3)
    first.look_until(lambda: phase(page) == "bank open")
    expect(page.locator("#hint")).to_contain_text("Place your bets")
    press(page, 3)
    expect(page.locator(".chip.mine")).to_have_count(1)
    first.look_until(lambda: phase(page) == "dealt")
    expect(page.locator("#hand .tile-button")).to_have_count(4)
    first.end(signal.SIGKILL)
    expect(page.locator("#connection")).to_contain_text("The server does not respond")
    page.click("#set-tiles")  # sent again until somebody answers
    again = Steered(tmp_path, port=first.port)
    try:
        expect(page.locator("#hand")).to_have_attribute("data-set", "true")
        again.look_until(lambda: phase(page) == "settled")
        expect(page.locator("#history li")).to_have_count(1)
        expect(page.locator('.payment[data-gate="3"] .lay')).to_contain_text("front: ")
        wallet = page.evaluate("fetch('/api/v1/me').then((answer) => answer.json()).then((me) => me.wallet)")
        expect(page.locator("#wallet")).to_have_text(patacas(wallet))
        guest.faults.clear()
        guest.close()
    finally:
        again.end()

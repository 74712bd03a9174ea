"""Faults that were found at the tables by those who conduct and play them, and that must not come back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, Reader, reload, session_of
from pai_kao_table import DICE, MIDDLE, STRONG, in_stack_order
from service import LiveService

Readers = Callable[..., Reader]


def offers(page: Page) -> list[str]:
    """The acts of the procedure that the page offers, in their order."""
    acts = page.locator("#acts form:has(a.cite) [data-act]").all()
    return [act.get_attribute("data-act") or "" for act in acts]


def is_in(page: Page, phase: str) -> None:
    expect(page.locator("#phase")).to_have_text(phase)


def throw(service: LiveService, outcome: str) -> None:
    for act, fields in (("offer_dice", {}), ("throw", {}), ("call_result", {"outcome": outcome}), ("settle", {})):
        service.do("carlos", "craps-1", act, **fields)


def line(page: Page, text: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")


def stop_time(page: Page) -> None:
    """What moves from now on never comes to rest by itself."""
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0})


ROUNDS = {
    "craps": ["", "", "34", ""],
    "fish_prawn_crab": ["", "", "", "", "fish crab crab", ""],
    "wheel": ["", "", "symbol 3", ""],
    "fantan": ["", "", "3", ""],
    "football_poker": ["K 9", "4", ""],
    "roulette": ["", "", "17", ""],
}
"""What a croupier types before each Enter."""


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_conducted_with_the_enter_key_alone(service: LiveService, reader: Readers, game: str) -> None:
    """The likeliest act comes first, is filled in as usual, and has the focus when the one before is done."""
    service.open("table-1", game, chance="observed")
    service.do("ana", "table-1", "sit")
    if game == "craps":
        service.do("ana", "table-1", "place_bet", bet="pass_line", stake=50_00)
    page = reader("carlos").sit_down("table-1")
    start = page.inner_text("#phase")
    page.locator("#acts [name=outcome], #acts [data-act]").first.focus()
    for typed in ROUNDS[game]:
        expect(page.locator("#acts :focus")).to_have_count(1)
        phase = page.inner_text("#phase")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#phase")).not_to_have_text(phase)
    is_in(page, start)
    expect(page.locator("#history li")).to_have_count(1)


def test_null_throws_are_offered_as_the_law_has_them(service: LiveService, reader: Readers) -> None:
    service.open("craps-1", "craps", chance="observed")
    service.do("ana", "craps-1", "sit")
    service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=50_00)
    service.do("carlos", "craps-1", "offer_dice")
    service.do("carlos", "craps-1", "throw")
    page = reader("carlos").sit_down("craps-1")
    assert offers(page) == ["call_result", "declare_null", "declare_off_board"]
    reasons = page.locator('form:has([data-act="declare_null"]) option')
    expect(reasons).to_have_text([re.compile(r"3\.2\.2"), re.compile(r"3\.3")])
    page.click('[data-act="declare_null"]')
    is_in(page, "dice offered")
    service.open("wheel-1", "wheel", chance="observed")
    service.do("carlos", "wheel-1", "call_no_more_bets")
    service.do("carlos", "wheel-1", "turn")
    page = reader("carlos").sit_down("wheel-1")
    page.click('[data-act="call_invalid"]')
    is_in(page, "bets closed")


def test_only_the_card_that_is_due_can_be_dealt(service: LiveService, reader: Readers) -> None:
    service.open("football-poker-1", "football_poker", chance="observed")
    page = reader("carlos").sit_down("football-poker-1")
    for cards, due in (("K-9", ["deal_third_card"]), ("2-3", ["stand"])):
        page.fill("[name=outcome]", cards)
        page.click('[data-act="deal_two_cards"]')
        is_in(page, "two cards")
        assert offers(page) == [*due, "correct_result"]
        if "stand" not in due:
            page.fill("[name=outcome]", "4")
        page.click(f'[data-act="{due[0]}"]')
        page.click('[data-act="pay"]')
        is_in(page, "bets open")


def test_what_a_croupier_types_stays_when_a_player_sits_down(service: LiveService, reader: Readers) -> None:
    service.open("fantan-1", "fantan", chance="observed")
    service.do("carlos", "fantan-1", "cover")
    service.do("carlos", "fantan-1", "close_bets")
    page = reader("carlos").sit_down("fantan-1")
    page.fill("[name=outcome]", "heap 59")
    service.do("ana", "fantan-1", "sit")
    expect(page.locator("#acts select[name=player] option")).to_have_count(1)
    expect(page.locator("[name=outcome]")).to_have_value("heap 59")
    expect(page.locator("[name=outcome]")).to_be_focused()


def test_acts_of_the_house_lie_aside_and_a_round_is_voided_for_any_reason(
    service: LiveService, reader: Readers
) -> None:
    service.open("wheel-1", "wheel", chance="observed")
    page = reader("sofia").sit_down("wheel-1")
    expect(page.locator('[data-act="close"]')).to_be_hidden()
    assert page.locator('[data-act="unseat"], [data-act="place_for"]').count() == 0  # nobody sits there
    page.get_by_text("Void the round").click()
    page.fill('form:has([data-act="void_round"]) input[name=reason]', "a glass of water on the cloth")
    page.click('[data-act="void_round"]')
    expect(page.locator("#log")).to_contain_text("a glass of water")


def test_pass_is_never_an_additional_bet_and_all_that_can_comes_back(service: LiveService, reader: Readers) -> None:
    service.open("craps-1", "craps", chance="observed")
    page = reader("ana").sit_down("craps-1")
    line(page, "pass 50")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    throw(service, "2-4")
    is_in(page, "between throws")
    expect(page.locator("[data-note=point]")).to_have_text("point 6")
    line(page, "pass 10")
    expect(page.locator("#line-refused")).to_contain_text("R-craps-7")
    for text, rows in (("odds 100", 2), ("come 20", 3)):
        line(page, text)
        expect(page.locator("#own tbody tr")).to_have_count(rows)
    throw(service, "4-4")
    expect(page.locator("#own")).to_contain_text("Come (8)")
    line(page, "come 30")
    expect(page.locator("#own tbody tr")).to_have_count(4)
    page.click("#undo")  # the one that has not moved
    expect(page.locator("#own tbody tr")).to_have_count(3)
    line(page, "field 10")
    expect(page.locator("#own tbody tr")).to_have_count(4)
    page.click("#clear")
    expect(page.locator("#own tbody tr")).to_have_count(2)
    expect(page.locator("#felt-refused")).to_contain_text("R-craps-8")
    throw(service, "3-4")
    expect(page.locator(".tag")).to_have_count(2)
    boxes = [page.locator(".tag rect").nth(place).bounding_box() for place in (0, 1)]
    assert boxes[0] != boxes[1]
    expect(page.locator("#session")).to_have_text("−70")


def test_a_session_counts_what_is_won_and_lost_here_and_nothing_else(service: LiveService, reader: Readers) -> None:
    service.open("wheel-1", "wheel", chance="observed")
    service.open("roulette-1", "roulette", chance="observed")
    ana = reader("ana")
    page = ana.sit_down("wheel-1")
    ana.press("symbol:1")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    service.post("sofia", "/cage/in", id="more", player="ana", amount=500_00)
    page = ana.sit_down("roulette-1")
    ana.press("red")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    expect(page.locator("#session")).to_have_text("±0")
    for act, fields in (("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "3"}), ("pay", {})):
        service.do("carlos", "roulette-1", act, **fields)
    expect(page.locator("#session")).to_have_text("+10")
    reload(page)  # at once: what is counted is kept
    expect(page.locator("#session")).to_have_text("+10")
    page.click("#new-session")
    expect(page.locator("#session")).to_have_text("±0")


def test_a_result_is_called_in_the_readers_words_once_when_it_lies(service: LiveService, reader: Readers) -> None:
    service.open("roulette-1", "roulette", chance="observed")
    ana = reader("ana", lang="zh", reduced_motion="no-preference")
    page = ana.sit_down("roulette-1")
    assert page.locator("#outcome[role], #outcome[aria-live], #payments[aria-live]").count() == 0
    ana.press("red")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    stop_time(page)
    for act, fields in (("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "3"})):
        service.do("carlos", "roulette-1", act, **fields)
    expect(page.locator("#history li")).to_have_count(1)
    assert page.inner_text("#outcome") == ""  # the wheel still turns
    page.locator('.region[data-bet="red"]').focus()
    page.keyboard.press("Enter")  # ends what moves, and does nothing else
    expect(page.locator("#outcome")).to_contain_text("3，紅")
    expect(page.locator("#announce")).to_contain_text("3，紅")
    assert page.inner_text("#felt-refused") == ""
    service.do("carlos", "roulette-1", "pay")
    expect(page.locator(".tag")).to_have_count(1)
    service.do("carlos", "roulette-1", "throw_ball")
    expect(page.locator("#phase")).not_to_have_text("可投注")
    expect(page.locator(".tag")).to_have_count(0)  # nothing of the round before is left when the next ball runs
    assert page.inner_text("#outcome") == ""
    assert page.inner_text("#sum") == ""


def test_whoever_is_logged_out_is_told_so_and_goes_on_after_logging_in(service: LiveService, reader: Readers) -> None:
    service.open("wheel-1", "wheel", chance="observed")
    ana = reader("ana")
    page, other = ana.sit_down("wheel-1"), ana.go("/", ana.tab())
    other.click("#log-out")
    other.wait_for_load_state()
    ana.press("symbol:1", page)
    expect(page.locator("#felt-refused")).to_have_text("You are logged out.")
    expect(page.locator("#connection a")).to_have_attribute("href", "/login?to=/tables/wheel-1")
    ana.context.add_cookies([{"name": "banca_session", "value": session_of(service, "ana"), "url": ana.base}])
    page.evaluate("dispatchEvent(new Event('focus'))")  # as when one comes back from the other tab
    expect(page.locator("#connection")).to_be_hidden()
    ana.press("symbol:1", page)
    expect(page.locator("#own tbody tr")).to_have_count(1)


def test_chips_and_refusals_stay_in_sight_on_a_phone(service: LiveService, reader: Readers) -> None:
    service.open("craps-1", "craps", chance="observed")
    ana = reader("ana", size=PHONE)
    page = ana.sit_down("craps-1")
    ana.press("come")
    expect(page.locator("#felt-refused")).to_be_in_viewport()
    expect(page.locator("#tray")).to_be_in_viewport()
    expect(page.locator("#undo")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_stakes_of_a_gate_that_was_put_out_are_gone(service: LiveService, reader: Readers) -> None:
    table = "pai-kao-1"
    service.open(table, "pai_kao", chance="observed")
    service.do("bento", table, "sit", gate=1)
    service.do("ana", table, "sit", gate=3)
    service.do("bento", table, "take_bank")
    page, player = reader("carlos").sit_down(table), reader("ana").sit_down(table)
    page.click('[data-act="mix_and_stack"]')
    is_in(page, "stacked")
    service.do("bento", table, "put_down_principal", stake=200_00)
    service.do("ana", table, "stake", gate=3, stake=100_00)
    expect(player.locator(".chip.mine")).to_have_count(1)
    service.do("bento", table, "shake", dice=DICE)
    reload(page)
    deal = page.locator('form:has([data-act="deal"])')
    expect(deal).to_contain_text("tile 1 of 8, for gate 1")
    service.do("carlos", table, "deal", tiles=in_stack_order({1: MIDDLE, 3: STRONG}))
    is_in(page, "dealt")
    page.select_option('form:has([data-act="expose"]) select', "3")
    page.fill("[name=exposed]", "2")
    page.click('[data-act="expose"]')
    for one in (page, player):
        expect(one.locator("#own tbody tr")).to_have_count(1)
    expect(player.locator(".chip.mine")).to_have_count(0)

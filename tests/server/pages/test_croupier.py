"""A croupier conducts a table from the page: only what the procedure allows now is offered, with its clause."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import Readers, check_accessible, open_table, patacas, place, reload, wallet
from support.server import LiveService

pytestmark = pytest.mark.browser


def offered(page: Page) -> set[str]:
    """Return the croupier's acts of the procedure that the page offers."""
    acts = page.locator("#acts form:has(a.cite) [data-act]")
    return {act.get_attribute("data-act") or "" for act in acts.all()}


def is_in(page: Page, phase: str) -> None:
    expect(page.locator("#phase")).to_have_text(phase)


def act(page: Page, name: str, phase: str) -> None:
    page.click(f'[data-act="{name}"]')
    is_in(page, phase)


def test_a_craps_round_with_null_throws_and_an_inspection(service: LiveService, reader: Readers) -> None:
    """What was said of a null stayed during the next throw (bug 15)."""
    table = open_table(service, "craps")
    before = wallet(service)
    place(service, table, ["pass_line"], 50_00)
    page, player = reader("carlos").sit_down(table), reader("ana").sit_down(table)
    assert offered(page) == {"offer_dice"}
    act(page, "offer_dice", "dice offered")
    player.click('[data-act="throw"]')
    is_in(page, "thrown")
    assert offered(page) == {"declare_null", "declare_off_board", "call_result"}
    null = page.locator('form:has([data-act="declare_null"])')
    expect(null.locator("a.cite")).to_have_attribute("href", "/rules/craps#3.2.2")
    expect(null.locator("option")).to_have_text([re.compile(r"3\.2\.2"), re.compile(r"3\.3")])
    null.locator("select").select_option("short")
    act(page, "declare_null", "dice offered")
    expect(player.locator("#outcome a.cite").first).to_have_text("3.2.2")
    act(page, "throw", "thrown")
    expect(player.locator("#outcome")).to_be_empty()
    act(page, "declare_off_board", "dice out")
    assert offered(page) == {"inspect_dice"}
    page.click('[data-act="inspect_dice"]')
    expect(page.locator("#acts .refusal:not(:empty)")).to_contain_text("Craps, article 3(4)")
    for point in page.locator('[name="passed"]').all():
        point.check()
    act(page, "inspect_dice", "dice offered")
    act(page, "throw", "thrown")
    call = page.locator('form:has([data-act="call_result"])')
    call.locator("input[name=outcome]").fill("7-1")
    page.click('[data-act="call_result"]')
    expect(call.locator(".refusal")).not_to_be_empty()
    call.locator('[data-outcome="5-6"]').click()
    is_in(page, "called")
    assert offered(page) == {"settle", "correct_result"}
    act(page, "settle", "between throws")
    expect(player.locator("#payments a.cite").last).to_have_attribute("href", "/rules/craps#6.1")
    expect(player.locator("#wallet")).to_have_text(patacas(before + 50_00))
    expect(player.locator(".tag.win text")).to_have_text("✓ +50")


def test_a_round_is_conducted_with_the_enter_key_alone(service: LiveService, reader: Readers) -> None:
    """The likeliest act comes first, is filled in as usual, and has the focus when the one before is done."""
    page = reader("carlos").sit_down(open_table(service, "fish_prawn_crab"))
    start = page.inner_text("#phase")
    for typed in ("", "", "", "", "fish crab crab", ""):
        expect(page.locator("#acts :focus")).to_have_count(1)
        phase = page.inner_text("#phase")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#phase")).not_to_have_text(phase)
    is_in(page, start)
    expect(page.locator("#history li")).to_have_count(1)


def test_a_wrong_entry_is_corrected_with_a_reason_until_it_is_paid(service: LiveService, reader: Readers) -> None:
    """A mistyped result was final (bug 1). R-live-2."""
    table = open_table(service, "craps")
    for who, bet in (("ana", "pass_line"), ("bento", "dont_pass")):
        place(service, table, [bet], 50_00, who)
    for name in ("offer_dice", "throw"):
        service.do("carlos", table, name)
    page, player = reader("carlos").sit_down(table), reader("ana").sit_down(table)
    page.locator('[data-outcome="1-1"]').click()
    is_in(page, "called")
    sheet = page.locator("#sheet")
    expect(sheet.locator('tr[data-player="ana"] td.number')).to_have_text(["50", "–"])
    expect(sheet.locator('tr[data-player="bento"] td.number')).to_have_text(["–", "50"])
    check_accessible(page)
    sheet.locator('tr[data-player="bento"] input').check()
    page.locator('[data-act="settle"]').focus()
    page.keyboard.press("c")
    correct = page.locator('form:has([data-act="correct_result"])')
    expect(correct.locator("input[data-result]")).to_be_focused()
    correct.locator('[data-outcome="1-6"]').click()
    expect(correct.locator(".preview")).to_contain_text("take 50, pay 50")
    correct.locator("[name=reason]").fill("a die was misread")
    page.keyboard.press("Enter")
    expect(sheet.locator('tr[data-player="ana"] td.number')).to_have_text(["–", "50"])
    expect(sheet.locator("input:checked")).to_have_count(0)
    expect(player.locator("#outcome")).to_have_text("7: Pass Line wins, Don't Pass loses")
    for box in sheet.locator("input").all():
        box.check()
    reload(page)
    expect(sheet.locator("input:checked")).to_have_count(2)
    act(page, "settle", "between throws")


def test_a_bet_laid_out_by_the_croupier_is_confirmed_by_the_player(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "wheel")
    service.do("ana", table, "sit")
    page = reader("carlos").sit_down(table)
    form = page.locator('form:has([data-act="place_for"])')
    form.locator("[name=player]").select_option("ana")
    form.locator("[name=bet]").select_option("symbol:4")
    form.locator("[name=stake]").fill("30")
    page.click('[data-act="place_for"]')
    player = reader("ana").sit_down(table)
    expect(player.locator(".offer")).to_contain_text("30 on Symbol 4")
    expect(player.locator(".offer .cite")).to_have_text("3.4")
    player.click('.offer [data-act="confirm_bet"]')
    expect(player.locator("#own tbody tr")).to_have_count(1)

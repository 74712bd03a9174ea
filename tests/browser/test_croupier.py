"""A croupier conducts a table from the page by the gazetted procedure: only what the law allows now is offered, with its clause."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import Reader, reload
from service import MONEY, LiveService


def offered(page: Page) -> set[str]:
    """The croupier's acts of the procedure that the page offers."""
    acts = page.locator("#acts form:has(a.cite) [data-act]")
    return {act.get_attribute("data-act") or "" for act in acts.all()}


def act(page: Page, name: str, then: str) -> None:
    page.click(f'[data-act="{name}"]')
    expect(page.locator("#phase")).to_have_text(then)


def test_a_craps_round_with_null_throws_and_an_inspection(service: LiveService, reader: Callable[..., Reader]) -> None:
    """What was said of a null stayed during the next throw (bug 15)."""
    service.open("craps-1", "craps", chance="observed")
    service.do("ana", "craps-1", "sit")
    service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=50_00)
    carlos, ana = reader("carlos"), reader("ana")
    page, player = carlos.sit_down("craps-1"), ana.sit_down("craps-1")
    assert offered(page) == {"offer_dice"}
    act(page, "offer_dice", "dice offered")
    player.click('[data-act="throw"]')
    expect(page.locator("#phase")).to_have_text("thrown")
    assert offered(page) == {"declare_null", "declare_off_board", "call_result"}
    null = page.locator('form:has([data-act="declare_null"])')
    expect(null.locator("a.cite")).to_have_attribute("href", "/rules/craps#3.2.2")
    null.locator("select").select_option("short")
    act(page, "declare_null", "dice offered")
    expect(player.locator("#outcome")).to_contain_text("the dice did not pass the middle")
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
    expect(page.locator("#phase")).to_have_text("called")
    assert offered(page) == {"settle", "correct_result"}
    expect(player.locator("#outcome")).to_have_text("11: Pass Line wins, Don't Pass loses")
    act(page, "settle", "between throws")
    expect(player.locator("#payments")).to_contain_text("50 × 1 to 1 = 50")
    expect(player.locator("#payments a.cite").last).to_have_attribute("href", "/rules/craps#6.1")
    expect(player.locator("#wallet")).to_have_text(f"{MONEY / 100 + 50:,.0f}")
    expect(player.locator(".tag.win text")).to_have_text("✓ +50")


def test_a_bet_after_the_close_is_refused_beside_the_felt_with_its_clause(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("wheel-1", "wheel", chance="observed")
    ana = reader("ana")
    page = ana.sit_down("wheel-1")
    ana.press("symbol:3")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    service.do("carlos", "wheel-1", "call_no_more_bets")
    expect(page.locator("#phase")).to_have_text("bets closed")
    expect(page.locator('.region[data-bet="symbol:3"]')).to_have_attribute("aria-disabled", "true")
    ana.press("symbol:3")
    expect(page.locator("#felt-refused")).to_contain_text("Wheel of Fortune, article 2")
    page.fill("#line", "nonsense 5")
    page.press("#line", "Enter")
    expect(page.locator("#line-refused")).to_contain_text("nonsense 5")


def test_hidden_results_are_checked_against_their_seal(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.open("fantan-1", "fantan")
    ana = reader("ana")
    service.do("carlos", "fantan-1", "cover")
    page = ana.sit_down("fantan-1")
    seal = service.get("ana", "/tables/fantan-1")["view"]["state"]["commitment"]
    expect(page.locator("#seal")).to_have_attribute("title", seal)
    ana.press("fan:1")
    expect(page.locator("#own tbody tr")).to_have_count(1)
    service.do("carlos", "fantan-1", "close_bets")
    service.do("carlos", "fantan-1", "count")
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")


def test_a_void_tells_what_lay_hidden_and_its_seal_is_checked(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("fantan-void", "fantan")
    page = reader("ana").sit_down("fantan-void")
    service.do("carlos", "fantan-void", "cover")
    seal = service.get("ana", "/tables/fantan-void")["view"]["state"]["commitment"]
    expect(page.locator("#seal")).to_have_attribute("title", seal)
    shown, _ = service.do("sofia", "fantan-void", "void_round", reason="the lights went out")["events"]
    expect(page.locator("#outcome")).to_contain_text(f"The hidden result was: {shown['outcome']}")
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")


def test_a_bet_laid_out_by_the_croupier_is_confirmed_by_the_player(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("wheel-1", "wheel", chance="observed")
    service.do("ana", "wheel-1", "sit")
    page = reader("carlos").sit_down("wheel-1")
    form = page.locator('form:has([data-act="place_for"])')
    form.locator("[name=player]").select_option("ana")
    form.locator("[name=bet]").select_option("symbol:4")
    form.locator("[name=stake]").fill("30")
    page.click('[data-act="place_for"]')
    player = reader("ana").sit_down("wheel-1")
    expect(player.locator(".offer")).to_contain_text("30 on Symbol 4")
    expect(player.locator(".offer .cite")).to_have_text("3.4")
    player.click('.offer [data-act="confirm_bet"]')
    expect(player.locator("#own tbody tr")).to_have_count(1)
    expect(player.locator("#wallet")).to_have_text(f"{MONEY / 100 - 30:,.0f}")


def inputs(page: Page, *typed: str) -> int:
    """Types what a croupier types, each key when the page is ready for it; how many keys that were."""
    for one in typed:
        page.keyboard.type(one) if len(one) == 1 else page.keyboard.press(one)
    return len(typed)


def reached(page: Page, phase: str) -> None:
    expect(page.locator("#phase")).to_have_text(phase)


def test_a_craps_round_takes_six_keys(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.open("craps-1", "craps", chance="observed")
    service.do("ana", "craps-1", "sit")
    service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=50_00)
    page = reader("carlos").sit_down("craps-1")
    expect(page.locator('[data-act="offer_dice"]')).to_be_focused()
    used = inputs(page, "Enter")
    reached(page, "dice offered")
    expect(page.locator('[data-act="throw"]')).to_be_focused()
    used += inputs(page, "Enter")
    reached(page, "thrown")
    box = page.locator("input[data-result]")
    expect(box).to_be_focused()
    used += inputs(page, "3", "4")
    expect(page.locator(".preview")).to_have_text("7: Pass Line wins, Don't Pass loses; take 0, pay 50")
    used += inputs(page, "Enter")
    reached(page, "called")
    expect(page.locator('[data-act="settle"]')).to_be_focused()
    used += inputs(page, "Enter")
    reached(page, "between throws")
    assert used <= 6


def test_a_roulette_round_takes_four_inputs_with_the_number_pressed_on_the_layout(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("roulette-1", "roulette", chance="observed")
    service.do("ana", "roulette-1", "sit")
    service.do("ana", "roulette-1", "place_bet", bet="straight:17", stake=10_00)
    carlos = reader("carlos")
    page = carlos.sit_down("roulette-1")
    expect(page.locator('[data-act="throw_ball"]')).to_be_focused()
    used = inputs(page, "Enter")
    expect(page.locator('[data-act="call_no_more_bets"]')).to_be_focused()
    used += inputs(page, "Enter")
    expect(page.locator("input[data-result]")).to_be_focused()
    page.locator('.region[data-bet="straight:17"]').hover()
    expect(page.locator(".preview")).to_contain_text("take 0, pay 350")
    carlos.press("straight:17")
    used += 1
    expect(page.locator('[data-act="pay"]')).to_be_focused()
    expect(page.locator('#sheet tr[data-player="ana"]')).to_contain_text("350")
    used += inputs(page, "Enter")
    reached(page, "bets open")
    assert used <= 4


def test_a_wrong_entry_is_corrected_with_a_reason_until_it_is_paid(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    """A mistyped result was final (bug 1). R-live-2."""
    service.open("craps-1", "craps", chance="observed")
    for who, bet in (("ana", "pass_line"), ("bento", "dont_pass")):
        service.do(who, "craps-1", "sit")
        service.do(who, "craps-1", "place_bet", bet=bet, stake=50_00)
    for one in ("offer_dice", "throw"):
        service.do("carlos", "craps-1", one)
    page, player = reader("carlos").sit_down("craps-1"), reader("ana").sit_down("craps-1")
    page.locator('[data-outcome="1-1"]').click()
    reached(page, "called")
    sheet = page.locator("#sheet")
    expect(sheet.locator('tr[data-player="ana"] td.number')).to_have_text(["50", "–"])
    expect(sheet.locator('tr[data-player="bento"] td.number')).to_have_text(["–", "50"])
    expect(sheet.locator("tfoot td.number")).to_have_text(["50", "50"])
    expect(sheet.locator("tfoot .chips-out")).to_have_text("1×50")
    assert Axe().run(page).response["violations"] == []
    sheet.locator('tr[data-player="bento"] input').check()
    expect(page.locator('[data-act="correct_result"]')).to_be_hidden()
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
    expect(sheet.locator(".ticked")).to_contain_text("All ticked off")
    reload(page)
    expect(sheet.locator("input:checked")).to_have_count(2)
    act(page, "settle", "between throws")
    expect(player.locator("#wallet")).to_have_text(f"{MONEY / 100 + 50:,.0f}")


def test_a_card_that_lies_there_is_not_dealt_again(service: LiveService, reader: Callable[..., Reader]) -> None:
    """Two cards were dealt twice (bug 13)."""
    service.open("poker-1", "football_poker", chance="observed")
    page = reader("ana").sit_down("poker-1")
    service.do("carlos", "poker-1", "deal_two_cards", outcome="K-9")
    expect(page.locator("#device g.shown use.fresh")).to_have_count(2)
    service.do("carlos", "poker-1", "deal_third_card", outcome="4")
    expect(page.locator("#device g.shown use")).to_have_count(3)
    expect(page.locator("#device g.shown use.fresh")).to_have_count(1)

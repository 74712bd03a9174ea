"""A croupier conducts a table from the page by the gazetted procedure: only what the law allows now is offered, with its clause."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.browsing import Reader
from service import MONEY, LiveService


def offered(page: Page) -> set[str]:
    """The croupier's acts of the procedure that the page offers."""
    acts = page.locator("#acts form:has(a.cite) [data-act]")
    return {act.get_attribute("data-act") or "" for act in acts.all()}


def act(page: Page, name: str, then: str) -> None:
    page.click(f'[data-act="{name}"]')
    expect(page.locator("#phase")).to_have_text(then)


def test_a_craps_round_with_null_throws_and_an_inspection(service: LiveService, reader: Callable[..., Reader]) -> None:
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
    call.get_by_role("button", name="Clear").click()
    call.locator('[data-face="5"]').click()
    call.locator('[data-face="6"]').click()
    expect(call.locator("input[name=outcome]")).to_have_value("5-6")
    act(page, "call_result", "called")
    assert offered(page) == {"settle"}
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

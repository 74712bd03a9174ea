"""The supervisor's page in a browser: tables, people, the cage, and what takes two persons; each refusal beside what was pressed."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import Reader, Readers, base_of, is_ready, place, reload, session_of
from support.server import PASSWORD, LiveService

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        service.fund("ana")
        yield service


def log_in(page: Page, name: str, password: str) -> None:
    page.fill("#login [name=name]", name)
    page.fill("#login [name=password]", password)
    page.click("#login button")


def test_a_table_is_opened_with_an_option_funded_and_closed(service: LiveService, reader: Readers) -> None:
    page = reader("sofia").go("/house")
    page.click("#opening summary")
    page.select_option("#open [name=game]", "craps")
    expect(page.locator("#open [name=id]")).to_have_value("craps-1")
    page.select_option("#option-field_12", "3")
    page.select_option("#open [name=chance]", "observed")
    page.fill("#open [name=minimum]", "10")
    page.fill("#open [name=bank]", "0")
    page.click("#open .primary")
    expect(page.locator("#open-refused")).to_contain_text("cannot pay any bet")
    page.fill("#open [name=maximum]", "5,000")
    page.fill("#open [name=bank]", "1,000,000")
    page.fill("#open [name=minimums]", "field=25 hard_way=5")
    page.click("#open .primary")
    expect(page.locator("#open-done")).to_have_text("craps-1 is open.")
    opened = service.house.table("craps-1").opened
    assert (opened.options["field_12"], opened.minimum, opened.maximum) == ("3", 10_00, 5_000_00)
    assert opened.minimums == {"field": 25_00, "hard_way": 5_00}

    place(service, "craps-1", ["pass_line"], 10_00)
    line = page.locator('#tables [data-table="craps-1"]')
    line.locator('[data-act="fund_bank"]').click()
    page.fill("#dialog [name=amount]", "500")
    page.keyboard.press("Enter")
    expect(line).to_contain_text("bank 1,000,500")
    line.locator('[data-act="close"]').click()
    page.click("#dialog-do")
    expect(page.locator("#dialog-refused")).not_to_be_empty()
    page.keyboard.press("Escape")
    service.do("ana", "craps-1", "withdraw_bet", bet="pass_line")
    line.locator('[data-act="close"]').click()
    page.click("#dialog-do")
    expect(line).to_contain_text("closed")


def test_a_croupier_is_let_in_once_and_chooses_a_password(service: LiveService, reader: Readers) -> None:
    page = reader("sofia").go("/house")
    page.fill("#add [name=name]", "diogo")
    page.select_option("#add [name=role]", "croupier")
    page.click("#add .primary")
    expect(page.locator("#dialog-secret")).not_to_be_empty()
    once = page.inner_text("#dialog-secret")
    page.click("#dialog-do")
    expect(page.locator("#dialog-secret")).to_be_empty()
    diogo = reader().go("/login?to=/trainer")
    log_in(diogo, "diogo", "not this one")
    expect(diogo.locator("#refused")).not_to_be_empty()
    log_in(diogo, "diogo", once)
    expect(diogo.locator("#change [name=new]")).to_be_focused()
    diogo.fill("#change [name=new]", PASSWORD)
    diogo.click("#change button")
    diogo.wait_for_url(re.compile(r":\d+/trainer$"))
    assert service.people.log_in("diogo", PASSWORD).person.must_change is False

    page.click('#people [data-name="diogo"] [data-act="shut"]')
    page.click("#dialog-do")
    expect(page.locator('#people [data-name="diogo"]')).to_contain_text("access suspended")
    reload(diogo)
    expect(diogo.locator(".who")).to_have_count(0)


def test_the_cage_takes_money_in_and_gives_it_out_as_far_as_it_goes(service: LiveService, reader: Readers) -> None:
    page = reader("sofia", lang="pt").go("/house")
    page.fill("#cage [name=player]", "bento")
    page.fill("#cage [name=amount]", "1 234,50")
    page.click('#cage [value="in"]')
    page.click("#dialog-do")
    expect(page.locator("#balance")).to_contain_text(re.compile(r"1\s234,50"))
    assert service.get("bento", "/me")["wallet"] == 1_234_50
    page.fill("#cage [name=amount]", "1 234,51")
    page.click('#cage [value="out"]')
    page.click("#dialog-do")
    expect(page.locator("#dialog-refused")).not_to_be_empty()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("strict"), two_persons=True) as service:
        service.open("f1", "fish_prawn_crab")
        yield service


def enter(browser: Browser, strict: LiveService, name: str, path: str) -> Page:
    token = session_of(strict, name) if name else ""
    return Reader(browser, base_of(strict), token=token).go(path)


def half_shown(page: Page) -> str:
    expect(page.locator("#dialog-secret")).not_to_be_empty()
    half = page.inner_text("#dialog-secret")
    page.click("#dialog-do")
    expect(page.locator("#dialog-secret")).to_be_empty()
    return half


def test_an_inspector_is_added_by_two_and_types_both_halves_of_a_password(
    browser: Browser, strict: LiveService
) -> None:
    sofia = enter(browser, strict, "sofia", "/house")
    sofia.fill("#add [name=name]", "dora")
    sofia.select_option("#add [name=role]", "inspector")
    sofia.click("#add .primary")
    first = half_shown(sofia)
    own = sofia.locator("#seconds li").filter(has_text="sofia wants to add dora: inspector")
    expect(own.locator("button")).to_have_text(["Withdraw the request"])
    expect(sofia.locator('#people [data-name="dora"]')).to_have_count(0)

    ines = enter(browser, strict, "ines", "/audit")
    ines.locator("#seconds li").filter(has_text="dora").locator('[data-act="agree"]').click()
    ines.click("#dialog-do")
    second = half_shown(ines)

    dora = enter(browser, strict, "", "/login?to=/audit")
    log_in(dora, "dora", f"{first}-{second}")
    expect(dora.locator("#change")).to_be_visible()
    dora.fill("#change [name=new]", PASSWORD)
    dora.click("#change button")
    dora.wait_for_url(re.compile(r"/audit$"))
    is_ready(dora)
    dora.click('#journals [data-table="register"] a')
    entry = dora.locator('#register [data-act="add_person"]').filter(has_text="dora is added: inspector")
    expect(entry).to_contain_text("sofia (supervisor), with ines as the second person")


def test_an_act_at_the_table_that_waits_is_not_shown_as_done(browser: Browser, strict: LiveService) -> None:
    for act, fields in (("cover", {"latched": True}), ("shake", {"presses": 3})):
        strict.do("carlos", "f1", act, **fields)
    page = enter(browser, strict, "sofia", "/tables/f1")
    form = page.locator("#acts form:has([data-act=void_round])")
    form.locator("summary").click()
    form.locator("[name=reason]").fill("latch loose")
    form.locator("[data-act=void_round]").click()
    expect(form.locator(".refusal.waits")).to_contain_text("A second person must agree.")
    expect(page.locator("#phase")).to_have_text("bets open")
    ines = enter(browser, strict, "ines", "/audit")
    request = ines.locator("#seconds li").filter(has_text="sofia wants to void round 1 of f1; reason: latch loose")
    request.locator('[data-act="agree"]').click()
    ines.click("#dialog-do")
    expect(page.locator("#phase")).not_to_have_text("bets open")

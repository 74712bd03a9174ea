"""What takes two persons, in a browser: one asks at the house or at a table, another agrees, and nobody is told that it is done before."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader, is_ready
from service import PASSWORD, LiveService

LARGE = 20_000_000


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    """sofia supervises, ines inspects: each can be the other's second person."""
    with LiveService(tmp_path, two_persons=True) as found:
        found.fund("ana", amount=LARGE)
        found.open("f1", "fish_prawn_crab")
        yield found


def half_shown(page: Page) -> str:
    expect(page.locator("#dialog-secret")).not_to_be_empty()
    half = page.inner_text("#dialog-secret")
    page.click("#dialog-do")
    expect(page.locator("#dialog-secret")).to_be_empty()
    return half


def test_an_inspector_is_let_in_by_two_and_types_both_halves(reader: Callable[..., Reader]) -> None:
    sofia = reader("sofia").go("/house")
    expect(sofia.locator("#seconds-none")).to_have_text("Nothing is waiting.")
    sofia.fill("#add [name=name]", "dora")
    sofia.select_option("#add [name=role]", "inspector")
    sofia.click("#add .primary")
    expect(sofia.locator("#dialog-text")).to_contain_text("Waiting as no. 1 for one of: ines")
    expect(sofia.locator("#dialog-text")).to_contain_text("Its owner types your half, a hyphen and the other half")
    first = half_shown(sofia)
    own = sofia.locator('#seconds [data-number="1"]')
    expect(own).to_contain_text("sofia wants to add dora: inspector")
    expect(own.locator("button")).to_have_text(["Withdraw the request"])
    expect(sofia.locator('#people [data-name="dora"]')).to_have_count(0)

    ines = reader("ines").go("/audit")
    ines.click('#seconds [data-number="1"] [data-act="agree"]')
    expect(ines.locator("#dialog-text")).to_contain_text("in both names")
    ines.click("#dialog-do")
    expect(ines.locator("#dialog-text")).to_contain_text("your half of the one-time password of dora")
    second = half_shown(ines)
    expect(ines.locator("#seconds-none")).to_have_text("Nothing is waiting.")

    dora = reader().go("/login?to=/audit")
    dora.fill("#login [name=name]", "dora")
    dora.fill("#login [name=password]", f"{first}-{second}")
    dora.click("#login button")
    expect(dora.locator("#change")).to_be_visible()
    dora.fill("#change [name=new]", PASSWORD)
    dora.click("#change button")
    dora.wait_for_url(re.compile(r"/audit$"))
    is_ready(dora)
    dora.click('#journals [data-table="register"] a')
    made = dora.locator('#register [data-act="add_person"]').filter(has_text="dora is added: inspector")
    expect(made).to_contain_text("sofia (supervisor), with ines as the second person")


def test_a_large_payment_waits_and_can_be_taken_back_or_disagreed_with(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    sofia, ines = reader("sofia").go("/house"), reader("ines").go("/audit")
    for number in (1, 2):
        sofia.fill("#cage [name=player]", "ana")
        sofia.fill("#cage [name=amount]", "200,000")
        sofia.click('#cage [value="out"]')
        sofia.click("#dialog-do")
        expect(sofia.locator("#dialog-title")).to_have_text("Waiting for a second person")
        expect(sofia.locator("#dialog-shown")).to_be_hidden()
        sofia.click("#dialog-do")
        expect(sofia.locator(f'#seconds [data-number="{number}"]')).to_contain_text(
            "sofia wants to withdraw 200,000 patacas from the wallet of ana"
        )
    sofia.click('#seconds [data-number="1"] [data-act="drop"]')
    expect(sofia.locator('#seconds [data-number="1"]')).to_have_count(0)
    ines.click("#seconds-again")
    expect(ines.locator("#seconds li")).to_have_count(1)
    sofia.click('#seconds [data-number="2"] [data-act="drop"]')
    expect(sofia.locator("#seconds li")).to_have_count(0)
    ines.click('#seconds [data-number="2"] [data-act="drop"]')
    expect(ines.locator('#seconds [data-number="2"] .refusal')).to_contain_text("no request 2 is waiting")
    ines.click('#seconds [data-number="2"] [data-act="agree"]')
    ines.click("#dialog-do")
    expect(ines.locator("#dialog-refused")).to_contain_text("no request 2 is waiting")
    assert service.get("ana", "/me")["wallet"] == LARGE


def test_at_the_table_what_waits_is_not_taken_for_done(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.do("ana", "f1", "sit")
    for act, fields in (("cover", {"latched": True}), ("shake", {"presses": 3})):
        service.do("carlos", "f1", act, **fields)
    page = reader("sofia").go("/tables/f1")
    form = page.locator("#acts form:has([data-act=void_round])")
    form.locator("summary").click()
    form.locator("[name=reason]").fill("latch loose")
    form.locator("[data-act=void_round]").click()
    expect(form.locator(".refusal.waits")).to_contain_text("A second person must agree. Waiting as no. 1")
    expect(page.locator("#phase")).to_have_text("bets open")
    ines = reader("ines").go("/audit")
    expect(ines.locator("#seconds li")).to_contain_text("sofia wants to void round 1 of f1; reason: latch loose")
    ines.click('#seconds [data-act="agree"]')
    ines.click("#dialog-do")
    expect(page.locator("#phase")).not_to_have_text("bets open")


def test_a_house_with_one_supervisor_says_what_it_gives_up(service: LiveService, reader: Callable[..., Reader]) -> None:
    alone = "done by one person alone"
    expect(reader("sofia").go("/house").get_by_text(alone)).to_have_count(0)
    service.people.disable("ines")
    expect(reader("sofia").go("/house").get_by_text(alone)).to_be_visible()

"""One's own page in a browser: tokens made and ended, a second factor set up and asked for, another password."""

import re
from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from banca.house.people import STEP_SECONDS
from support.browser import Reader, Readers, base_of, is_ready, reload, session_of
from support.lanes import Clock
from support.server import PASSWORD, LiveService

pytestmark = pytest.mark.browser
OTHER = "another password, longer"


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house"), clock=clock) as service:
        yield service


def set_up(page: Page, clock: Clock) -> pyotp.TOTP:
    """Set up a second factor, first with a wrong code; the telephone that has it."""
    page.click("#factor-begin")
    expect(page.locator("#factor-picture")).not_to_have_js_property("naturalWidth", 0)
    telephone = pyotp.TOTP(page.inner_text("#factor-secret").replace(" ", ""))
    page.fill("#factor [name=code]", "000000")
    page.click("#factor .primary")
    expect(page.locator("#factor-refused")).to_contain_text("the code is wrong")
    page.fill("#factor [name=code]", telephone.at(int(clock.now)))
    page.click("#factor .primary")
    return telephone


def test_a_token_is_made_shown_once_and_ended(service: LiveService, reader: Readers) -> None:
    page = reader("ana").go("/")
    page.click(".who")
    is_ready(page)
    this = page.locator("#keys li").filter(has_text="in use here")
    page.click("#keys-part summary")
    page.fill("#new-token [name=label]", "robot")
    page.fill("#new-token [name=days]", "7")
    page.click("#new-token .primary")
    expect(page.locator("#dialog-secret")).not_to_be_empty()
    service.tokens["robot"] = page.inner_text("#dialog-secret")
    page.click("#dialog-do")
    made = service.post("robot", "/tokens", label="child").json()
    service.tokens["child"] = made["token"]
    reload(page)
    expect(page.locator("#keys li").filter(has_text="created by the token robot")).to_contain_text("child")
    page.locator("#keys li").filter(has_text="robot").filter(has_not_text="child").get_by_role("button").click()
    page.click("#dialog-do")
    expect(page.locator("#keys li").filter(has_text="robot")).to_have_count(0)
    for name in ("robot", "child"):
        assert service.ask(name, "GET", "/me").status_code == 401
    this.get_by_role("button").click()
    page.click("#dialog-do")
    page.wait_for_url(re.compile(r":\d+/$"))
    expect(page.locator(".who")).to_have_count(0)


def test_a_second_factor_is_set_up_and_asked_for(reader: Readers, clock: Clock) -> None:
    page = reader("sofia").go("/me")
    telephone = set_up(page, clock)
    expect(page.locator("#factor-secret")).to_be_empty()
    clock.now += STEP_SECONDS

    page.click("#log-out")
    page.wait_for_url(re.compile(r":\d+/$"))
    page.goto(f"{page.url}login?to=/me")
    is_ready(page)
    expect(page.locator("#code")).to_be_hidden()
    page.fill("#login [name=name]", "sofia")
    page.fill("#login [name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#login [name=code]")).to_be_focused()
    page.keyboard.type("000000\n")
    expect(page.locator("#code-refused")).to_contain_text("the code is wrong")
    expect(page.locator("#login [name=code]")).to_be_focused()
    page.keyboard.type(f"{telephone.at(int(clock.now))}\n")
    page.wait_for_url(re.compile(r"/me$"))
    is_ready(page)
    expect(page.locator("#factor-state")).to_contain_text("You log in with your password and a code")


def test_another_password_ends_every_other_key(service: LiveService, reader: Readers) -> None:
    page = reader("bento").go("/me")
    page.fill("#change [name=old]", OTHER)
    page.fill("#change [name=new]", OTHER)
    page.click("#change .primary")
    expect(page.locator("#change-refused")).to_contain_text("wrong name or password")
    page.fill("#change [name=old]", PASSWORD)
    page.click("#change .primary")
    expect(page.locator("#keys li")).to_have_count(1)
    expect(page.locator("#keys li")).to_contain_text("in use here")
    assert service.ask("bento", "GET", "/me").status_code == 401


def test_staff_who_need_a_second_factor_are_sent_to_set_it_and_come_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, clock: Clock
) -> None:
    with LiveService(tmp_path_factory.mktemp("strict"), clock=clock) as service:
        service.house.set_safeguards(second_factor=True)
        reader = Reader(browser, base_of(service), token=session_of(service, "ines"))
        page = reader.go("/audit")
        expect(page.locator(".note")).to_contain_text("must log in with a second factor")
        expect(page.locator("#keys-part")).to_be_hidden()
        set_up(page, clock)
        page.wait_for_url(re.compile("/audit$"))
        is_ready(page)
        reader.close()

"""The page of disputes in a browser: by click and by dragging, as a link and on paper."""

import pytest
from playwright.sync_api import Page, expect

from banca.analysis.settlement import settle_dispute
from banca.games.pai_kao.answers import answer_round, parse_round
from banca.i18n import translator
from banca.i18n.answer import plain
from support.browser import Readers, printed_pages
from support.reference import AMONG_PLAYERS, OF_CHANCE, articles_of, net_of, one

pytestmark = pytest.mark.browser


def answered(page: Page) -> Page:
    """Wait until what is shown is the answer to what stands there."""
    page.wait_for_selector('#answer[aria-busy="false"]', state="attached")
    assert page.inner_text("#refused") == ""
    return page


def articles_shown(page: Page) -> set[str]:
    return set(page.locator(".articles dt").evaluate_all("all => all.map((one) => one.dataset.cite)"))


def bets_shown(page: Page) -> list[list[str]]:
    fates: list[list[str]] = page.locator(".fate[data-bet]").evaluate_all(
        "fates => fates.map(({ dataset }) => [dataset.bet, dataset.result, dataset.net])"
    )
    return fates


def test_a_dispute_is_answered_as_the_library_answers_it(reader: Readers) -> None:
    game, name = OF_CHANCE[0]
    dispute = one(game, name)
    manager = reader()
    page = manager.go(f"/settle/{game}")
    page.click("#house summary")
    for option, value in dispute.dispute.options.items():
        page.select_option(f'#house [name="{option}"]', value)
    for outcome in dispute.dispute.outcomes:
        kind, _, reason = outcome.partition(":")
        if kind == "null":
            page.select_option("#reason", reason)
            page.click("#null-form button")
        else:
            for face in outcome.split("-"):
                page.click(f'#faces [data-face="{face}"]')
    expect(page.locator(".asked-throw")).to_have_count(len(dispute.dispute.outcomes))
    for bet in dispute.dispute.bets:
        page.select_option("#when", str(bet.at or ""))
        page.fill("#other-chip", bet.stake)
        manager.press(bet.bet)
    expect(page.locator("#found")).to_have_attribute("data-net", str(dispute.expected.net))
    answer = settle_dispute(game, dispute.dispute).report()
    bets = [[bet["bet"], bet["result"], bet.get("net", "")] for bet in answer["bets"]]
    assert bets_shown(answered(page)) == bets
    assert articles_shown(page) == set(dispute.expected.articles)
    opened = manager.go(page.url.removeprefix(manager.base), manager.tab())
    assert bets_shown(answered(opened)) == bets
    assert printed_pages(opened) == 1


def drag_tile(page: Page, tile: str, place: str) -> None:
    """Drag a tile of the set to a place."""
    page.locator(f'[data-place="{place}"]').scroll_into_view_if_needed()
    start = page.locator(f'#palette [data-tile="{tile}"]:not([disabled])').first.bounding_box()
    end = page.locator(f'[data-place="{place}"]').bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 12, end["y"] + 12, steps=4)
    page.mouse.up()


def test_a_round_between_players_by_click_and_dragging(reader: Readers) -> None:
    game, name = AMONG_PLAYERS[0]
    dispute = one(game, name)
    page = reader(size=(1280, 1600)).go(f"/settle/{game}")
    for number, gate in enumerate(dispute.request["gate"]):
        page.locator(f'[data-place="{gate["number"]},0,0"]').focus()
        page.keyboard.press("Enter")
        for pair, tiles in enumerate(gate["pairs"]):
            for spot, tile in enumerate(tiles):
                place = f"{gate['number']},{pair},{spot}"
                if number % 2:
                    drag_tile(page, tile, place)
                else:
                    page.locator(f'#palette [data-tile="{tile}"]:not([disabled])').first.click()
                expect(page.locator(f'[data-place="{place}"]')).to_have_attribute("data-tile", tile)
    page.click("#house summary")
    page.fill('#house [name="dice"]', " ".join(map(str, dispute.request["dice"])))
    for limit, value in dispute.request["limits"].items():
        page.fill(f'#house [name="{limit}"]', value)
    for number, share in enumerate(dispute.request["bank"]):
        page.fill(f'[data-focus="bank-{number}-who"]', share["who"])
        page.fill(f'[data-focus="bank-{number}-amount"]', share["principal"])
    page.check(f'[name="banker"][value="{dispute.request["banker"]}"]')
    for gate in dispute.request["gate"]:
        for number, stake in enumerate(gate.get("stake", ())):
            page.locator(f'[data-add="{gate["number"]}"]').press("Enter")
            page.fill(f'[data-focus="stake-{gate["number"]}-{number}-who"]', stake["who"])
            page.fill(f'[data-focus="stake-{gate["number"]}-{number}-amount"]', stake["amount"])
            page.keyboard.press("Tab")
    expect(page.locator("#found [data-who]")).to_have_count(5)
    answer = plain(answer_round(parse_round(dispute.request)), translator())
    nets = page.locator("#found [data-who]").evaluate_all("all => all.map(({ dataset }) => [dataset.who, dataset.net])")
    assert dict(nets) == dispute.expected.net == net_of(answer)
    assert articles_shown(answered(page)) == set(dispute.expected.articles) == articles_of(answer)

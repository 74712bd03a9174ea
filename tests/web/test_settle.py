"""The page of disputes in a browser: by click, by keyboard and by dragging, as a link and on paper; and what an old link says."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banca.answers import plain
from banca.disputes import Dispute, settle_dispute
from banca.games.pai_kao import settle_round
from banca.games.pai_kao.answers import round_answer
from banca.games.pai_kao.round_file import parse_round
from banca.web.settle import examples
from banca.words import speech
from browser import PHONE, Reader, Readers, is_ready, printed_pages
from disputes import AMONG_PLAYERS, OF_CHANCE, articles_of, net_of, one

pytestmark = pytest.mark.browser
CHIPS = (1000, 100, 50, 10, 5, 1)
"""The chips of a table with the least minimum, the largest first."""


def idle(page: Page) -> None:
    """Nothing is being asked: what is shown is the answer to what stands there."""
    page.wait_for_selector('#answer[aria-busy="false"]', state="attached")


def shown(page: Page) -> dict[str, Any]:
    """What the page says of a dispute: the net, each bet with its result, every article."""
    idle(page)
    assert page.inner_text("#refused") == ""
    fates = page.locator(".fate[data-bet]").evaluate_all(
        "fates => fates.map(({ dataset }) => [dataset.bet, dataset.result, dataset.net])"
    )
    return {
        "net": page.locator("#found").get_attribute("data-net"),
        "bets": [tuple(fate) for fate in fates],
        "articles": set(page.locator(".articles dt").evaluate_all("all => all.map((one) => one.dataset.cite)")),
        "steps": page.locator(".fate .steps li:not(.soft)").all_inner_texts(),
    }


def due(game: str, asked: Dispute) -> dict[str, Any]:
    """What the library says of it."""
    answer = settle_dispute(game, asked).report()
    return {
        "net": answer["net"],
        "bets": [(bet["bet"], bet["result"], bet.get("net", "")) for bet in answer["bets"]],
        "articles": articles_of(answer),
        "steps": [
            f"{step['said']} {step['cite'].split()[-1]}" if step.get("cite") else step["said"]
            for bet in answer["bets"]
            for step in bet["steps"]
        ],
    }


def choose_house(page: Page, asked: Dispute) -> None:
    """The options and the chip of the house."""
    page.click("#house summary")
    for name, value in asked.options.items():
        page.select_option(f'#house [name="{name}"]', value)
    if asked.limits.chip:
        page.fill('#house [name="chip"]', asked.limits.chip)
        page.keyboard.press("Tab")


def throw_by_click(page: Page, outcome: str) -> None:
    kind, _, reason = outcome.partition(":")
    if kind == "null":
        page.select_option("#reason", reason)
        page.click("#null-form button")
        return
    for face in outcome.split("-"):
        page.click(f'#faces [data-face="{face}"]')


def bet_by_click(reader: Reader, bet: str, stake: int) -> None:
    for chip in CHIPS:
        while stake >= chip:
            reader.page.locator("#tray .chip-choice", has=reader.page.locator(f'[value="{chip * 100}"]')).click()
            reader.press(bet)
            stake -= chip


def throw_by_keyboard(page: Page, outcome: str) -> None:
    kind, _, reason = outcome.partition(":")
    if kind == "null":
        page.focus("#reason")
        options = page.locator("#reason option").evaluate_all("all => all.map((one) => one.value)")
        page.keyboard.press("Home")
        for _ in range(options.index(reason)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        return
    page.focus("#outcome")
    page.keyboard.type(outcome)
    page.keyboard.press("Enter")


def bet_by_keyboard(page: Page, bet: str, stake: str) -> None:
    page.fill("#other-chip", stake)
    page.focus(f'.region[data-bet="{bet}"]')
    page.keyboard.press("Enter")


def test_a_dispute_by_click(reader: Readers) -> None:
    game, name = OF_CHANCE[0]
    asked = one(game, name).dispute
    manager = reader()
    page = manager.go(f"/settle/{game}")
    choose_house(page, asked)
    for outcome in asked.outcomes:
        throw_by_click(page, outcome)
    expect(page.locator(".asked-throw")).to_have_count(len(asked.outcomes))
    for bet in asked.bets:
        page.select_option("#when", str(bet.at or ""))
        bet_by_click(manager, bet.bet, int(bet.stake))
    expect(page.locator(".asked-bet")).to_have_count(len(asked.bets))
    expect(page.locator(".fate[data-bet]")).to_have_count(len(asked.bets))
    expect(page.locator("#found")).to_have_attribute("data-net", str(one(game, name).expected.net))
    found = shown(page)
    assert found == due(game, asked)
    assert found["articles"] == set(one(game, name).expected.articles)
    opened = manager.go(page.url.removeprefix(manager.base), manager.tab())
    assert shown(opened) == found
    assert printed_pages(opened) == 1


def test_a_dispute_by_keyboard(reader: Readers) -> None:
    game, name = next(dispute for dispute in OF_CHANCE if dispute[0] == "fantan")
    asked = one(game, name).dispute
    page = reader().go(f"/settle/{game}")
    choose_house(page, asked)
    for outcome in asked.outcomes:
        throw_by_keyboard(page, outcome)
    for bet in asked.bets:
        page.select_option("#when", str(bet.at or ""))
        bet_by_keyboard(page, bet.bet, bet.stake)
    expect(page.locator(".fate[data-bet]")).to_have_count(len(asked.bets))
    expect(page.locator("#found")).to_have_attribute("data-net", str(one(game, name).expected.net))
    assert shown(page) == due(game, asked)
    page.focus(f'.region[data-bet="{asked.bets[0].bet}"]')
    page.keyboard.press("Delete")
    expect(page.locator(".asked-bet")).to_have_count(len(asked.bets) - 1)


def test_an_old_link_says_in_one_line_what_is_no_longer_allowed(reader: Readers) -> None:
    for path, word in (
        ("/settle/craps?bet=gone%3D100&outcome=3-4", "gone"),
        ("/settle/craps?option=field_12%3D9&bet=field%3D100&outcome=6-6", "field_12"),
        ("/settle/pai_kao?banker=3&bank=Lei%3D200&gate=3%3A6-7%2C4-5%2F1-1%2C2-3", "6-7"),
    ):
        page = reader().go(path)
        line = page.locator("#refused").inner_text()
        assert word in line
        assert "\n" not in line
        assert not page.locator("#answer").is_visible()


def test_the_link_is_copied_where_the_browser_has_a_clipboard(reader: Readers) -> None:
    manager = reader()
    page = manager.tab()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    manager.go("/settle/craps?bet=dont_pass%3D100&outcome=6-6", page)
    page.click("#copy")
    expect(page.locator("#copy")).to_have_class("done")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    without = manager.tab()
    without.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    manager.go("/settle/craps", without)
    expect(without.locator("#print")).to_be_visible()
    expect(without.locator("#copy")).to_be_hidden()


def test_bets_are_changed_and_taken_away_and_amounts_are_read_as_the_language_writes_them(
    reader: Readers,
) -> None:
    page = reader(lang="pt", size=PHONE).go("/settle/roulette")
    page.select_option("#named", "red")
    page.click("#by-name button")
    page.select_option("#named", "black")
    page.click("#by-name button")
    page.fill('.asked-bet[data-bet="red"] .stake', "1.000")
    page.keyboard.press("Tab")
    throw_by_click(page, "32")
    expect(page.locator("#found")).to_have_attribute("data-net", "900")
    assert "bet=red%3D1000" in page.url
    page.click('.asked-bet[data-bet="black"] button')
    expect(page.locator("#found")).to_have_attribute("data-net", "1000")
    page.click(".asked-throw button")
    expect(page.locator('.fate[data-bet="red"]')).to_have_attribute("data-result", "stands")
    page.click('button[name="lang"][value="en"]')
    is_ready(page)
    expect(page.locator('.asked-bet[data-bet="red"] .stake')).to_have_value("1,000")


def lay_by_click(page: Page, tile: str) -> None:
    page.locator(f'#palette [data-tile="{tile}"]:not([disabled])').first.click()


def lay_by_keyboard(page: Page, tile: str) -> None:
    page.locator(f'#palette [data-tile="{tile}"]:not([disabled])').first.focus()
    page.keyboard.press("Enter")


def lay_by_dragging(page: Page, tile: str, place: str) -> None:
    """A tile of the set, drawn to its place."""
    page.locator(f'[data-place="{place}"]').scroll_into_view_if_needed()
    start = page.locator(f'#palette [data-tile="{tile}"]:not([disabled])').first.bounding_box()
    end = page.locator(f'[data-place="{place}"]').bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 12, end["y"] + 12, steps=4)
    page.mouse.up()


def round_shown(page: Page) -> dict[str, Any]:
    idle(page)
    assert page.inner_text("#refused") == ""
    everybody = page.locator("#found [data-who]").evaluate_all(
        "all => all.map((one) => [one.dataset.who, one.dataset.net])"
    )
    return {
        "net": dict(everybody),
        "articles": set(page.locator(".articles dt").evaluate_all("all => all.map((one) => one.dataset.cite)")),
        "claims": page.locator(".claims li").evaluate_all(
            "all => all.map(({ dataset }) => [dataset.owedTo, dataset.amount])"
        ),
    }


def fill_in(page: Page, asked: dict[str, Any]) -> None:
    """Everything of a round but its tiles: the house, the bank, the banker and the stakes."""
    page.click("#house summary")
    page.fill('#house [name="dice"]', " ".join(map(str, asked["dice"])))
    for name, value in asked["limits"].items():
        page.fill(f'#house [name="{name}"]', value)
    for place, share in enumerate(asked["bank"]):
        page.fill(f'[data-focus="bank-{place}-who"]', share["who"])
        page.fill(f'[data-focus="bank-{place}-amount"]', share["principal"])
    page.check(f'[name="banker"][value="{asked["banker"]}"]')
    for gate in asked["gate"]:
        for place, stake in enumerate(gate.get("stake", ())):
            focus = f"stake-{gate['number']}-{place}"
            page.focus(f'[data-add="{gate["number"]}"]')
            page.keyboard.press("Enter")
            page.locator(f'[data-focus="{focus}-who"]').fill(stake["who"])
            page.locator(f'[data-focus="{focus}-amount"]').fill(stake["amount"])
            page.keyboard.press("Tab")


def test_a_round_between_players_by_click_keyboard_and_dragging(reader: Readers) -> None:
    """Each gate's tiles are laid in another way."""
    game, name = AMONG_PLAYERS[0]
    dispute = one(game, name)
    manager = reader(size=(1280, 1600))
    page = manager.go(f"/settle/{game}")
    for number, gate in enumerate(dispute.asked["gate"]):
        by = ("click", "keyboard", "dragging")[number % 3]
        first = page.locator(f'[data-place="{gate["number"]},0,0"]')
        if by == "click":
            first.click()
        elif by == "keyboard":
            first.focus()
            page.keyboard.press("Enter")
        for pair, tiles in enumerate(gate["pairs"]):
            for place, tile in enumerate(tiles):
                if by == "click":
                    lay_by_click(page, tile)
                elif by == "keyboard":
                    lay_by_keyboard(page, tile)
                else:
                    lay_by_dragging(page, tile, f"{gate['number']},{pair},{place}")
                expect(page.locator(f'[data-place="{gate["number"]},{pair},{place}"]')).to_have_attribute(
                    "data-tile", tile
                )
    fill_in(page, dispute.asked)
    expect(page.locator("#found [data-who]")).to_have_count(5)
    expect(page.locator(".claims li")).to_have_count(1)
    found = parse_round(dispute.asked)
    answer = plain(round_answer(found.table, settle_round(found.table, found.limits), found.dice), speech())
    told = round_shown(page)
    assert told["net"] == dispute.expected.net == net_of(answer)
    assert told["articles"] == set(dispute.expected.articles) == articles_of(answer)
    assert told["claims"] == [["Ines", "100"]]
    assert printed_pages(page) == 1
    opened = manager.go(page.url.removeprefix(manager.base), manager.tab())
    assert round_shown(opened) == told


def test_a_laid_tile_goes_back_and_changes_places(reader: Readers) -> None:
    page = reader(size=PHONE).go(examples("pai_kao")[0].link)
    page.click('[data-place="4,0,0"]')
    expect(page.locator('[data-place="4,0,0"]')).to_have_attribute("data-tile", "")
    expect(page.locator("#found")).to_contain_text("The answer appears when")
    lay_by_keyboard(page, "6-6")
    expect(page.locator('[data-place="4,0,0"]')).to_have_attribute("data-tile", "6-6")
    expect(page.locator("#found [data-who]")).to_have_count(5)

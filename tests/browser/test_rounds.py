"""A full round of every game of chance in a real browser, by mouse and by keyboard; the money is the rulebook's."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import banca
from browser.browsing import Reader
from service import MONEY, LiveService, until

Act = tuple[str, dict[str, Any]]
OPENING: dict[str, list[Act]] = {
    "fish_prawn_crab": [("cover", {"latched": True}), ("shake", {"presses": 3, "started": True})],
    "fantan": [("cover", {})],
}
"""What the croupier does before bets open."""
CLOSING: dict[str, list[Act]] = {
    "craps": [("offer_dice", {}), ("throw", {}), ("call_result", {"outcome": "5-6"}), ("settle", {})],
    "fish_prawn_crab": [
        ("ring_bell", {}),
        ("lift_cover", {}),
        ("call_result", {"outcome": "fish-crab-crab"}),
        ("pay", {}),
    ],
    "wheel": [
        ("call_no_more_bets", {}),
        ("turn", {}),
        ("read_pointer", {"outcome": "symbol 3", "turns": 4}),
        ("pay", {}),
    ],
    "fantan": [("close_bets", {}), ("count", {"outcome": "3"}), ("pay", {})],
    "football_poker": [
        ("deal_two_cards", {"outcome": "K-9"}),
        ("deal_third_card", {"outcome": "4"}),
        ("pay", {}),
    ],
    "roulette": [("throw_ball", {}), ("call_no_more_bets", {}), ("read_number", {"outcome": "17"}), ("pay", {})],
}
"""What follows the bets; the croupier enters what lies on the table."""
OUTCOME = {
    "craps": "5-6",
    "fish_prawn_crab": "fish-crab-crab",
    "wheel": "symbol 3",
    "fantan": "3",
    "football_poker": "K-9-4",
    "roulette": "17",
}
BETS = {
    "craps": ["pass_line", "field", "eleven"],
    "fish_prawn_crab": ["figure:crab", "big", "total:11"],
    "wheel": ["symbol:3", "symbol:1"],
    "fantan": ["fan:3", "nim:3-2", "kuoc:1-2"],
    "football_poker": ["upper", "odd", "post"],
    "roulette": ["straight:17", "split:17-20", "corner:16-17-19-20", "street:16-17-18", "red"],
}
LINES = {
    "craps": {"pass 50": "pass_line", "any craps 20": "any_craps", "hard way 6 10": "hard_way:6"},
    "fish_prawn_crab": {"figure crab 30": "figure:crab", "total 11 20": "total:11"},
    "wheel": {"symbol 3 20": "symbol:3"},
    "fantan": {"fan 3 40": "fan:3", "kuoc:2-3 30": "kuoc:2-3"},
    "football_poker": {"upper 20": "upper", "post 10": "post"},
    "roulette": {"straight 17 20": "straight:17", "red 50": "red", "dozen 2 30": "dozen:2"},
}
STAKE = 10_00
GAMES = list(BETS)


def conduct(service: LiveService, table: str, acts: list[Act]) -> None:
    for act, fields in acts:
        service.do("carlos", table, act, **fields)


def opened(service: LiveService, game: str) -> str:
    table = f"{game.replace('_', '-')}-1"
    service.open(table, game, chance="observed")
    conduct(service, table, OPENING.get(game, []))
    return table


def patacas(page: Page, place: str) -> Fraction:
    return Fraction(page.inner_text(place).replace(",", "").replace("−", "-").replace("±", "").replace("+", ""))


def check_money(service: LiveService, reader: Reader, game: str, stakes: dict[str, int]) -> None:
    """What the page, the house and the rulebook say is the same."""
    page = reader.page
    settled = banca.game(game).settle({key: f"{stake // 100}" for key, stake in stakes.items()}, OUTCOME[game])
    standing = sum(one.stake for one in settled.standing)
    expect(page.locator("#payments li")).to_have_count(len([one for one in settled.fates if one.payment]))
    expect(page.locator("#history li").first).to_have_attribute("data-outcome", OUTCOME[game])
    wallet = service.get("ana", "/me")["wallet"]
    assert wallet == MONEY + settled.answer().net.avos - standing
    expect(page.locator("#wallet")).to_have_text(f"{Fraction(wallet, 100).__float__():,.2f}".removesuffix(".00"))
    until(lambda: patacas(page, "#session") * 100 == settled.answer().net.avos)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_mouse(service: LiveService, reader: Callable[..., Reader], game: str) -> None:
    table = opened(service, game)
    ana = reader("ana")
    page = ana.sit_down(table)
    for bet in BETS[game]:
        ana.press(bet)
        expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_attribute("aria-label", re.compile("you: 10"))
    expect(page.locator("#own tbody tr")).to_have_count(len(BETS[game]))
    page.click("#undo")
    expect(page.locator("#own tbody tr")).to_have_count(len(BETS[game]) - 1)
    ana.press(BETS[game][-1])
    expect(page.locator("#own tbody tr")).to_have_count(len(BETS[game]))
    conduct(service, table, CLOSING[game])
    check_money(service, ana, game, dict.fromkeys(BETS[game], STAKE))


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_keyboard(service: LiveService, reader: Callable[..., Reader], game: str) -> None:
    table = opened(service, game)
    ana = reader("ana")
    page = ana.sit_down(table)
    stakes: dict[str, int] = {}
    for line, bet in LINES[game].items():
        page.keyboard.press("/")
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("")
        stakes[bet] = int(line.rpartition(" ")[2]) * 100
        page.keyboard.press("Tab")
    page.locator('.region[tabindex="0"]').focus()
    page.keyboard.press("2")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    bet = page.evaluate("document.activeElement.dataset.bet")
    is_open = page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'false'")
    page.keyboard.press("Enter")
    if is_open:
        stakes[bet] = stakes.get(bet, 0) + STAKE * 5
    else:
        expect(page.locator("#felt-refused")).not_to_be_empty()
    expect(page.locator("#own tbody tr")).to_have_count(len(stakes))
    expect(page.locator("#wallet")).to_have_text(f"{(MONEY - sum(stakes.values())) // 100:,}")
    conduct(service, table, CLOSING[game])
    check_money(service, ana, game, stakes)


@pytest.mark.parametrize("game", GAMES)
def test_arrows_reach_every_bet(service: LiveService, reader: Callable[..., Reader], game: str) -> None:
    table = opened(service, game)
    page = reader("ana").sit_down(table)
    bets = {region.get_attribute("data-bet") for region in page.locator(".region").all()}
    assert bets == set(banca.game(game).rules.bets)
    left = page.evaluate(
        """async () => {
            const { Felt } = await import(document.querySelector('script[src*="table.js"]').src.replace("table.js", "felt.js"));
            const felt = new Felt({});
            felt.drawing = document.querySelector("#felt svg");
            const reached = new Set([felt.regions[0]]);
            for (const from of reached)
                for (const step of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
                    const to = felt.nearest(from, step);
                    if (to) reached.add(to);
                }
            return felt.regions.filter((one) => !reached.has(one)).map((one) => one.dataset.bet);
        }"""
    )
    assert left == []

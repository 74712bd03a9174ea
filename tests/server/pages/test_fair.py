"""A player's page adds a number of its own to each draw, and computes again what was drawn or hidden. R-live-3."""

from hashlib import sha256

import pytest
from msgspec import to_builtins
from playwright.sync_api import expect

from banca.house import rng
from banca.house.rng import HIDDEN, RoundAt, drawn, seeded
from banca.server.pages.static import address
from banca.tables.chance import Device, Dice, ShuffledPieces, WeightedResults
from support.browser import Readers, open_table
from support.server import LiveService

pytestmark = pytest.mark.browser
DEVICES: tuple[Device, ...] = (
    WeightedResults((("0", 1), ("00", 2), ("symbol 1", 24))),
    WeightedResults((("one", 423_936), ("other", 71_234_560))),
    Dice(4),
    ShuffledPieces(tuple("abcdefghijklmnopqrstuvwxyz012345")),
)
WORKS_OUT = """async ([script, asked]) => {
    const { drawnBy } = await import(script);
    return Promise.all(asked.map(([event, device, kind]) => drawnBy(event, "craps-1", device, kind)));
}"""


def hex_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_the_page_computes_the_same_result_as_the_house(service: LiveService, reader: Readers) -> None:
    page = reader("ana").sit_down(open_table(service, "craps", chance="drawn"))
    draws, expected = [], []
    for number in range(1, 21):
        seed = hex_of(f"seed {number}")
        nonces = [(f"ana {place} 澳", hex_of(f"{number} {place}")) for place in range(number % 4)]
        event = {"number": number, "seed": seed, "nonces": nonces}
        at = RoundAt("craps-1", number)
        for device in DEVICES:
            draws += [
                [event, to_builtins(device.describe()), "draw"],
                [{**event, "nonces": []}, to_builtins(device.describe()), "hidden"],
            ]
            expected += [drawn(device, seed, at, nonces), rng.result(device, seeded(HIDDEN, seed, at))]
    assert page.evaluate(WORKS_OUT, [address("proofs.js"), draws]) == expected


def test_a_number_is_pledged_and_revealed_by_the_page_and_the_result_checked(
    service: LiveService, reader: Readers
) -> None:
    table = open_table(service, "roulette", chance="drawn")
    ana, onlooker = reader("ana"), reader("bento").sit_down(table)
    page = ana.sit_down(table)
    ana.press("red")
    expect(page.locator("#log")).to_contain_text("ana pledges a number for draw 1")
    service.do("carlos", table, "throw_ball")
    service.do("carlos", table, "call_no_more_bets")
    expect(page.locator("#log")).to_contain_text("ana reveals the number for draw 1")
    opened, *_ = service.do("carlos", table, "read_number")["events"]
    assert [player for player, _ in opened["nonces"]] == ["ana"]
    for each in (page, onlooker):  # who has no stake pledges nothing and checks all the same
        expect(each.locator("#seal")).to_have_attribute("data-holds", "true")
    page.click("#seal button")
    expect(page.locator("#fair")).to_be_visible()
    expect(page.locator("#fair-last")).to_have_text("Drawn from the house's seed and the numbers of: ana")


def test_one_press_deals_after_the_bets_are_closed_for_the_numbers(service: LiveService, reader: Readers) -> None:
    table = open_table(service, "football_poker", chance="drawn")
    ana, carlos = reader("ana"), reader("carlos")
    page, console = ana.sit_down(table), carlos.sit_down(table)
    ana.press("upper")
    expect(page.locator("#log")).to_contain_text("ana pledges a number")
    console.click('[data-act="deal_two_cards"]')
    expect(console.locator("#phase")).to_have_text("two cards")
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")
    expect(page.locator("#log")).to_contain_text("ana reveals the number for draw 1")


def test_hidden_results_are_checked_against_their_commitment_when_counted_or_voided(
    service: LiveService, reader: Readers
) -> None:
    for end in ("counted", "voided"):
        table = open_table(service, "fantan", chance="drawn")
        page = reader("ana").sit_down(table)
        service.do("carlos", table, "cover")
        commitment = service.get("ana", f"/tables/{table}")["view"]["state"]["commitment"]
        expect(page.locator("#seal")).to_have_attribute("title", commitment)
        if end == "counted":
            service.do("carlos", table, "close_bets")
            service.do("carlos", table, "count")
        else:
            shown, _ = service.do("sofia", table, "void_round", reason="the lights went out")["events"]
            expect(page.locator("#outcome")).to_contain_text(f"The hidden result was: {shown['outcome']}")
        expect(page.locator("#seal")).to_have_attribute("data-holds", "true")

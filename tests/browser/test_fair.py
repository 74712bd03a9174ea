"""A player's page has a number of its own in every draw, and works what was drawn out again. R-live-3."""

from collections.abc import Callable
from hashlib import sha256

from msgspec import to_builtins
from playwright.sync_api import expect

from banca.house import chance
from banca.house.chance import RoundAt
from banca.house.seeds import HIDDEN, drawn, seeded
from banca.live.results import Dice, Possible, Shuffled, Weighted, device_of
from banca.web.static import address
from browser.browsing import Reader
from service import LiveService

DEVICES: tuple[Possible, ...] = (
    Weighted((("0", 1), ("00", 2), ("symbol 1", 24))),
    Weighted((("one", 423_936), ("other", 71_234_560))),
    Dice(4),
    Shuffled(tuple("abcdefghijklmnopqrstuvwxyz012345")),
)
WORKS_OUT = """async ([script, asked]) => {
    const { drawnBy } = await import(script);
    return Promise.all(asked.map(([event, device, kind]) => drawnBy(event, "craps-1", device, kind)));
}"""


def written(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_the_page_works_out_what_the_house_does(service: LiveService, reader: Callable[..., Reader]) -> None:
    service.open("craps-1", "craps")
    page = reader("ana").sit_down("craps-1")
    asked, expected = [], []
    for number in range(1, 21):
        seed = written(f"seed {number}")
        nonces = [(f"ana {place} 澳", written(f"{number} {place}")) for place in range(number % 4)]
        event = {"number": number, "seed": seed, "nonces": nonces}
        of = RoundAt("craps-1", number)
        for device in DEVICES:
            asked += [
                [event, to_builtins(device_of(device)), "draw"],
                [{**event, "nonces": []}, to_builtins(device_of(device)), "hidden"],
            ]
            expected += [drawn(device, seed, of, nonces), chance.result(device, seeded(HIDDEN, seed, of))]
    assert page.evaluate(WORKS_OUT, [address("digest.js"), asked]) == expected


def test_a_number_is_pledged_and_revealed_without_a_hand_and_the_result_checked(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("roulette-1", "roulette")
    ana = reader("ana")
    page = ana.sit_down("roulette-1")
    ana.press("red")
    expect(page.locator("#log")).to_contain_text("ana pledges a number for draw 1")
    service.do("carlos", "roulette-1", "throw_ball")
    service.do("carlos", "roulette-1", "call_no_more_bets")
    expect(page.locator("#log")).to_contain_text("ana reveals the number for draw 1")
    opened, *_ = service.do("carlos", "roulette-1", "read_number")["events"]
    assert [player for player, _ in opened["nonces"]] == ["ana"]
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")
    expect(page.locator("#seal")).to_contain_text("Verified here")
    page.click("#seal button")
    expect(page.locator("#fair")).to_be_visible()
    expect(page.locator("#fair-last")).to_have_text("Drawn from the house's seed and the numbers of: ana")


def test_one_press_deals_though_the_bets_are_closed_for_the_numbers_first(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("poker-1", "football_poker")
    ana, carlos = reader("ana"), reader("carlos")
    page, table = ana.sit_down("poker-1"), carlos.sit_down("poker-1")
    ana.press("upper")
    expect(page.locator("#log")).to_contain_text("ana pledges a number")
    table.click('[data-act="deal_two_cards"]')
    expect(table.locator("#phase")).to_have_text("two cards")
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")
    expect(page.locator("#log")).to_contain_text("ana reveals the number for draw 1")


def test_who_has_no_stake_pledges_nothing_and_checks_all_the_same(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    service.open("roulette-2", "roulette")
    service.do("bento", "roulette-2", "sit")
    page = reader("bento").sit_down("roulette-2")
    service.do("carlos", "roulette-2", "throw_ball")
    service.do("carlos", "roulette-2", "call_no_more_bets")
    service.do("carlos", "roulette-2", "read_number")
    expect(page.locator("#seal")).to_have_attribute("data-holds", "true")
    expect(page.locator("#fair-last")).to_have_text(
        "Drawn from the house's seed alone: no player had pledged a number."
    )

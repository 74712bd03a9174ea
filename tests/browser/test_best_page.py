"""The best way to play in a browser: a purse and a goal, the chance with the mean loss beside it, the map, and the policy simulated."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import Reader
from service import LiveService

BOLD = Fraction(18, 37) ** 2 * (1 + Fraction(19, 37))
"""Red with 3 of 8: 6 by a win, then the target at once or from 4. Dubins and Savage 1965."""
LOSS = 3 - 8 * BOLD
"""What is in hand at the end is the target or nothing."""
RED = {"bankroll": "3", "target": "8", "minimum": "1", "bets": "red"}
SESSIONS = 20_000


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        yield found


def ask(page: Page, **fields: str) -> None:
    if page.locator("#best-part:not([open])").count():
        page.click("#best-part summary")
    for name, value in fields.items():
        page.fill(f"#best-ask [name={name}]", value)
    page.click("#best-run")


def test_the_chance_has_the_loss_beside_it_and_the_policy_is_simulated(reader: Callable[..., Reader]) -> None:
    page = reader("ana").go("/lab?game=roulette&a=martingale")
    ask(page, **RED)
    best = page.locator("#best-found tbody").first.locator("tr").first.locator("td")
    expect(best).to_have_text([f"{float(BOLD):.9f}", f"{float(LOSS):.4f}"])
    expect(page.locator("#best-found .better")).to_contain_text(f"loses {float(LOSS):.4f} patacas of 3.")
    rows = page.locator("#best-found tbody").last.locator("tr")
    assert rows.locator("th").all_inner_texts() == [str(amount) for amount in range(7, 0, -1)]
    # Bold, and from 3 and 5 the lower stake, which is as good: by one to 4 or away from it.
    assert rows.locator("td").all_inner_texts() == [f"Red {stake}" for stake in (1, 2, 1, 4, 1, 2, 1)]
    page.click("#best-found button")
    expect(page.locator("#strategy-a")).to_have_value("own")
    expect(page.locator("#text-a")).to_have_value(page.evaluate("sessionStorage.getItem('lab-a-roulette')"))
    page.fill("#ask [name=sessions]", str(SESSIONS))
    page.fill("#ask [name=seed]", "7")
    page.click("#run")
    expect(page.locator("#running")).to_have_attribute("data-state", "done")
    reached = page.locator("#found tr", has_text="reaching the target").first.locator("td").first.inner_text()
    share, error = (float(one.strip().rstrip("%")) / 100 for one in reached.split("±"))
    assert abs(share - float(BOLD)) < 4 * error


@pytest.mark.parametrize(
    ("lang", "moment", "bet"),
    [("en", "before a come-out throw", "Field 1"), ("zh", "首次擲骰前", "Field 1")],
)
def test_the_map_is_in_the_readers_words(reader: Callable[..., Reader], lang: str, moment: str, bet: str) -> None:
    page = reader("ana", lang=lang).go("/lab?game=craps")
    ask(page, bankroll="3", target="4", rounds="1", minimum="1", bets="field")
    expect(page.locator("#best-found")).to_contain_text(moment)
    expect(page.locator("#best-found")).not_to_contain_text("come_out")
    expect(page.locator("#best-found tbody").last.locator("td").first).to_have_text(bet)


def test_what_is_wrong_is_one_line_at_its_field(reader: Callable[..., Reader]) -> None:
    page = reader("ana").go("/lab?game=roulette")
    refused = page.locator("#best-refused")
    ask(page, target="8")
    expect(refused).to_have_text("Fill in: Bankroll, patacas")
    expect(page.locator("#best-ask [name=bankroll]")).to_be_focused()
    ask(page, **RED | {"bankroll": "much"})
    expect(refused).to_have_text("much is not an amount in patacas.")
    ask(page, **RED, rounds="many")
    expect(refused).to_have_text("many is not a whole number from 1 to 1,000.")
    expect(page.locator("#best-ask [aria-invalid]")).to_have_attribute("name", "rounds")
    page.select_option("#best-ask [name=goal]", "last")
    ask(page, rounds="")
    expect(refused).to_have_text("Fill in: Rounds")
    page.select_option("#best-ask [name=goal]", "target")
    ask(page, **RED | {"bets": "purple"})
    expect(refused).to_contain_text("purple")
    assert "\n" not in refused.inner_text()
    ask(page, **RED | {"target": "2"})
    expect(refused).to_contain_text("2")
    expect(page.locator("#best-found")).to_be_empty()
    ask(page, **RED)
    expect(page.locator("#best-found table")).to_have_count(2)
    expect(refused).to_be_empty()

"""The explorer and the rulebooks in a browser: figures to the last digit, options, comparing, and finding a clause."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

import banca
from banca.answers import plain
from banca.exact.analysis import Analysis
from banca.games.pai_kao import parse_tiles
from banca.games.pai_kao.answers import bank_answer, chances_answer
from banca.games.pai_kao.exact import Seat, chances, policy
from banca.games.pai_kao.exact.deals import in_order
from banca.games.pai_kao.exact.policies import EQUILIBRIUM
from banca.law import Language, clauses_of
from banca.words import speech
from browser.browsing import PHONE, Reader, reload
from service import LiveService

MEASURES = ("house_edge", "house_edge_resolved", "house_edge_per_round")
FIGURES = ("p_win", "p_lose", "p_push", *MEASURES, "mean_rounds", "variance")
"""As they stand in an opened bet, one below the other."""
BETS = {
    "craps": ["pass_line", "dont_pass", "hard_way:6"],
    "fish_prawn_crab": ["figure:crab", "total:9"],
    "wheel": ["symbol:7", "symbol:1"],
    "fantan": ["fan:3", "nim:3-2", "kuoc:1-2"],
    "football_poker": ["post", "upper"],
    "roulette": ["split:17-20", "red"],
}
TILES = ("6-6", "4-5", "1-1", "2-3")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as found:
        yield found


def written(value: Fraction) -> str:
    """As the page writes it, with a minus as wide as a plus."""
    return str(value).replace("-", "−")


def percent(value: Fraction) -> str:
    return f"{float(value):.3%}".replace("-", "−")


def analysis(game: str, bet: str, **options: object) -> Analysis:
    return banca.game(game, **options).bet(bet).analysis()


def edge(page: Page, bet: str) -> str:
    """What stands exactly in the row of a bet."""
    return page.inner_text(f'tr[data-bet="{bet}"] .edge .exact')


def measure(page: Page, name: str) -> None:
    page.check(f"#measure [value={name}]")


def ready(page: Page) -> Page:
    page.wait_for_selector("#layout svg")
    return page


def test_the_fields_twelve_at_three_to_one_halves_its_edge_and_is_kept(reader: Callable[..., Reader]) -> None:
    page = ready(reader().go("/explore/craps"))
    row = page.locator('tr[data-bet="field"]')
    assert edge(page, "field") == "1/18"
    expect(row.locator(".changed")).to_have_count(0)
    page.check('#options [name="field_12"][value="3"]')
    expect(row.locator(".changed")).to_contain_text("default: 5.556%")
    assert edge(page, "field") == "1/36"
    assert edge(page, "field") == written(analysis("craps", "field", field_12=3).house_edge)
    expect(row.locator(".pays")).to_contain_text("3 to 1")
    expect(page.locator(".changed")).to_have_count(1)  # and no other bet
    expect(page.locator("#changes")).to_contain_text("1")
    assert "option=field_12%3D3" in page.url
    reload(page)
    expect(page.locator('#options [name="field_12"][value="3"]')).to_be_checked()
    assert edge(page, "field") == "1/36"
    page.click('button[name="lang"][value="pt"]')
    expect(row.locator(".changed")).to_contain_text("5,556%")
    page.check('#options [name="field_12"][value="2"]')
    expect(page.locator(".changed")).to_have_count(0)
    assert "option" not in page.url


@pytest.mark.parametrize("game", BETS)
def test_a_place_on_the_layout_opens_its_bet_with_every_figure(reader: Callable[..., Reader], game: str) -> None:
    looker = reader()
    page = ready(looker.go(f"/explore/{game}"))
    for bet in BETS[game]:
        looker.press(bet)
        expect(page.locator(f'.region[data-bet="{bet}"]')).to_have_class(re.compile(r"\blit\b"))
        known = analysis(game, bet)
        found = page.locator("#panel .every tbody tr td:nth-child(2)").all_inner_texts()
        assert found[: len(FIGURES)] == [written(getattr(known, name)) for name in FIGURES]
        net = page.locator("#panel .net .exact").all_inner_texts()
        assert sorted(net) == sorted(written(chance) for chance in known.net_distribution.values())
        expect(page.locator("tr.open .opener")).to_be_focused()
        for name in MEASURES:
            measure(page, name)
            assert page.inner_text("tr.open .edge .exact") == written(getattr(known, name))
            assert page.inner_text("tr.open .edge .rounded") == percent(getattr(known, name))
        measure(page, MEASURES[0])


@pytest.mark.parametrize("lang", ["pt", "zh"])
def test_an_opened_bet_fits_a_telephone(reader: Callable[..., Reader], lang: str) -> None:
    page = reader(lang=lang, size=PHONE).go("/explore/craps?bet=big_number:4&option=field_12=3")
    expect(page.locator("#panel")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_chart_a_sorted_column_and_a_name_that_is_looked_for(reader: Callable[..., Reader]) -> None:
    page = ready(reader().go("/explore/craps?by=house_edge_per_round"))
    expect(page.locator("#measure [value=house_edge_per_round]")).to_be_checked()
    page.click('[data-sort="edge"]')
    page.click('[data-sort="edge"]')
    expect(page.locator("#table tbody tr").first).to_have_attribute("data-bet", "any_seven")
    page.check("#view [value=chart]")
    expect(page.locator("#chart .bars li").first).to_contain_text(percent(Fraction(1, 6)))
    page.fill("#find", "hard")
    expect(page.locator("#chart .bars li")).to_have_count(2)
    page.click('#chart [data-open="hard_way:6"]')
    expect(page.locator("#panel")).to_contain_text("1/11")
    page.fill("#find", "no such bet")
    expect(page.locator("#shown")).to_have_text("No bet name contains these words.")


def test_two_bets_of_different_games_stand_side_by_side(reader: Callable[..., Reader]) -> None:
    looker = reader()
    page = ready(looker.go("/explore/craps?option=field_12=3"))
    page.check('[data-compare="field"]')
    looker.go("/explore/roulette")
    page.check('[data-compare="red"]')
    page.click("#compare-now")
    expect(page.locator("#compared thead a")).to_have_count(2)
    rows = {
        row.locator("th").inner_text(): row.locator("td").all_inner_texts()
        for row in page.locator("#compared tbody tr").all()
    }
    assert rows["game"] == page.locator(".games-row a:nth-child(1), .games-row [aria-current]").all_inner_texts()
    assert "3 to 1" in rows["options"][0]
    known = [analysis("craps", "field", field_12=3), analysis("roulette", "red")]
    cells = rows["house edge, per unit staked"]
    for cell, one in zip(cells, known, strict=True):
        assert written(one.house_edge) in cell
        assert percent(one.house_edge) in cell
    lowest = min(one.house_edge for one in known)
    assert ["lowest" in cell for cell in cells] == [one.house_edge == lowest for one in known]
    page.locator("#compared thead button").first.click()
    expect(page.locator("#comparison")).to_be_hidden()
    expect(page.locator("#tray-bets li")).to_have_count(1)


def test_no_more_than_four_bets_are_compared(reader: Callable[..., Reader]) -> None:
    page = ready(reader().go("/explore/craps"))
    for bet in ("pass_line", "come", "field", "eleven"):
        page.check(f'[data-compare="{bet}"]')
    page.locator('[data-compare="aces"]').click()
    expect(page.locator('[data-compare="aces"]')).not_to_be_checked()
    expect(page.locator("#tray-count")).to_contain_text("Remove one first")


def test_the_advisor_of_pai_kao_says_what_the_library_says(reader: Callable[..., Reader]) -> None:
    page = reader(size=PHONE).go("/explore/pai_kao")
    for tile in TILES:
        page.locator(f'#palette [data-tile="{tile}"]').first.click()
    for seat, other in ((Seat.PLAYER, Seat.BANKER), (Seat.BANKER, Seat.PLAYER)):
        page.check(f"#seat [value={seat.value}]")
        against = policy(EQUILIBRIUM, other)
        found = chances(in_order(parse_tiles(list(TILES), count=4)), against, seat)
        told = plain(chances_answer(found, seat, against), speech(Language.EN))["settings"]
        best = max(Fraction(one["value"]) for one in told)
        expect(page.locator("#settings article").first.locator("td").nth(6)).to_have_text(percent(best))
        shown = [card.locator("td").all_inner_texts() for card in page.locator("#settings article").all()]
        wanted = [
            [text for name in ("win", "tie", "lose", "value", "front_wins", "rear_wins") for text in both(one[name])]
            for one in sorted(told, key=lambda one: -Fraction(one["value"]))
        ]
        assert shown == wanted
        expect(page.locator("#settings article.best")).to_have_count(sum(one["is_best"] for one in told))
    reload(page)
    expect(page.locator("#seat [value=banker]")).to_be_checked()
    expect(page.locator("#settings article")).to_have_count(3)
    page.locator('#palette [data-tile="5-5"]').first.click()
    expect(page.locator("#chosen")).to_contain_text("Remove one first")


def test_the_bank_of_pai_kao_is_worth_what_the_library_says(reader: Callable[..., Reader]) -> None:
    page = reader(size=PHONE).go("/explore/pai_kao")
    page.click("[data-player=highest_rear][data-banker=equilibrium]")
    page.select_option("#bank select", "3")
    page.fill("#bank [name=principal]", "200")
    page.press("#bank [name=principal]", "Tab")
    found = bank_answer("equilibrium", "highest_rear", gates=3, stake=100_00, principal=200_00)
    expect(page.locator(".gains tbody tr")).to_have_count(len(found.results))
    figures = (found.win, found.even, found.lose, found.gross, found.commission, found.value, found.value_gate_by_gate)
    assert page.locator("#banking .card td.number").all_inner_texts()[: len(figures)] == [
        percent(one) for one in figures
    ]
    page.fill("#bank [name=stake]", "5")
    page.fill("#bank [name=principal]", "7")
    page.press("#bank [name=principal]", "Tab")
    expect(page.locator(".gains tbody tr").last).to_contain_text("+6.72")  # 7 less four per cent
    page.fill("#bank [name=stake]", "a lot")
    page.press("#bank [name=stake]", "Tab")
    expect(page.locator("#bank-refused")).to_have_text("a lot is not an amount in patacas.")
    expect(page.locator(".gains")).to_have_count(0)


def both(fraction: str) -> list[str]:
    """Rounded, and exactly."""
    return [percent(Fraction(fraction)), written(Fraction(fraction))]


def test_a_rulebook_is_searched_and_read_in_other_languages_beside(reader: Callable[..., Reader]) -> None:
    page = reader().go("/rules/craps")
    clauses = clauses_of("craps")
    expect(page.locator("#shown")).to_have_text(f"Clauses shown: {len(clauses)} of {len(clauses)}")
    page.fill("#find", "field")
    named = [number for number, one in clauses.items() if "field" in one.text[Language.EN].lower()]
    for number in named:
        expect(page.locator(f'[id="{number}"]')).to_be_visible()
    assert page.locator(".clause:visible").count() < len(clauses)
    page.check('#beside [value="pt"]')
    page.check('#beside [value="zh"]')
    texts = page.locator('[id="5.3.8"] .text:visible > p:first-child').all_inner_texts()
    assert texts == [clauses["5.3.8"].text[language] for language in Language]
    assert "beside=pt%2Czh" in page.url
    reload(page)
    expect(page.locator('[id="5.3.8"] .text:visible')).to_have_count(3)
    expect(page.locator("#find")).to_have_value("field")
    page.fill("#find", "xyzzy")
    expect(page.locator("#shown")).to_have_text("No clause contains these words.")
    page.fill("#find", "")
    page.uncheck("#by-status [value=gazetted]")
    gazetted = sum(one.status.value == "gazetted" for one in clauses.values())
    expect(page.locator("#shown")).to_contain_text(f"{len(clauses) - gazetted} of {len(clauses)}")


def test_an_address_with_a_clause_goes_there_even_if_it_was_not_looked_for(reader: Callable[..., Reader]) -> None:
    page = reader().go("/explore/craps?bet=field")
    page.locator("#panel .rests a").first.click()
    expect(page.locator('[id="5.3.8"]')).to_be_in_viewport()
    page.fill("#find", "hard way")
    expect(page.locator('[id="5.3.8"]')).to_be_hidden()
    page.evaluate("location.hash = '#6.1'")
    expect(page.locator('[id="6.1"]')).to_be_in_viewport()
    expect(page.locator("#find")).to_have_value("")
    page.click('[id="5.3.8"] .bears a')
    expect(page.locator("tr.open")).to_have_attribute("data-bet", "field")

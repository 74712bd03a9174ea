"""The explorer and the rulebooks in a browser: figures as the library has them, options, comparing, and finding a clause."""

from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

import banca
from banca.analysis.exact.odds import Analysis
from banca.games.pai_kao.answers import bank_answer, chances_answer
from banca.games.pai_kao.exact import EQUILIBRIUM, Seat, chances, in_order, policy
from banca.games.pai_kao.tiles import parse_tiles
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language, clauses_of
from support.browser import PHONE, Readers, reload

pytestmark = pytest.mark.browser
MEASURES = ("house_edge", "house_edge_resolved", "house_edge_per_round")
FIGURES = ("p_win", "p_lose", "p_push", *MEASURES, "mean_rounds", "variance")
"""As they stand in an opened bet, one below the other."""
TILES = ("6-6", "4-5", "1-1", "2-3")


def format_exact(value: Fraction) -> str:
    """Write a fraction as the page does, with a minus as wide as a plus."""
    return str(value).replace("-", "−")


def format_percent(value: Fraction) -> str:
    return f"{float(value):.3%}".replace("-", "−")


def analysis(game: str, bet: str, **options: object) -> Analysis:
    return banca.game(game, **options).bet(bet).analysis()


def edge(page: Page, bet: str) -> str:
    return page.inner_text(f'tr[data-bet="{bet}"] .edge .exact')


def drawn(page: Page) -> Page:
    page.wait_for_selector("#layout svg")
    return page


def test_an_option_changes_the_edge_of_its_bet_alone_and_is_kept_in_the_address(reader: Readers) -> None:
    page = drawn(reader().go("/explore/craps"))
    row = page.locator('tr[data-bet="field"]')
    assert edge(page, "field") == "1/18"
    page.check('#options [name="field_12"][value="3"]')
    expect(row.locator(".changed")).to_contain_text("default: 5.556%")
    assert edge(page, "field") == "1/36"
    expect(page.locator(".changed")).to_have_count(1)  # and no other bet
    assert "option=field_12%3D3" in page.url
    reload(page)
    expect(page.locator('#options [name="field_12"][value="3"]')).to_be_checked()
    assert edge(page, "field") == "1/36"


def test_a_press_on_the_layout_opens_its_bet_with_every_figure_and_a_clause(reader: Readers) -> None:
    looker = reader()
    page = drawn(looker.go("/explore/craps"))
    looker.press("hard_way:6")
    expect(page.locator("#panel")).to_be_visible()
    known = analysis("craps", "hard_way:6")
    cells = page.locator("#panel .every tbody tr td:nth-child(2)").all_inner_texts()
    assert cells[: len(FIGURES)] == [format_exact(getattr(known, name)) for name in FIGURES]
    net = page.locator("#panel .net .exact").all_inner_texts()
    assert sorted(net) == sorted(format_exact(chance) for chance in known.net_distribution.values())
    for name in MEASURES:
        page.check(f"#measure [value={name}]")
        assert page.inner_text("tr.open .edge .exact") == format_exact(getattr(known, name))
        assert page.inner_text("tr.open .edge .rounded") == format_percent(getattr(known, name))
    looker.go("/explore/craps?bet=field")
    page.locator("#panel .rests a").first.click()
    expect(page.locator('[id="5.3.8"]')).to_be_in_viewport()
    page.click('[id="5.3.8"] .bears a')
    expect(page.locator("tr.open")).to_have_attribute("data-bet", "field")


def test_advisor_and_bank_of_pai_kao_say_what_the_library_says(reader: Readers) -> None:
    page = reader(size=PHONE).go("/explore/pai_kao")
    for tile in TILES:
        page.locator(f'#palette [data-tile="{tile}"]').first.click()
    page.check(f"#seat [value={Seat.BANKER.value}]")
    against = policy(EQUILIBRIUM, Seat.PLAYER)
    found = chances(in_order(parse_tiles(list(TILES), count=4)), against, Seat.BANKER)
    known = plain(chances_answer(found, Seat.BANKER, against), translator(Language.EN))["settings"]
    best = max(Fraction(setting["value"]) for setting in known)
    expect(page.locator("#settings article").first.locator("td").nth(6)).to_have_text(format_percent(best))
    expect(page.locator("#settings article")).to_have_count(3)
    expect(page.locator("#settings article.best")).to_have_count(sum(setting["is_best"] for setting in known))
    reload(page)
    expect(page.locator("#seat [value=banker]")).to_be_checked()
    page.click("[data-player=highest_rear][data-banker=equilibrium]")
    page.select_option("#bank select", "3")
    page.fill("#bank [name=principal]", "200")
    page.press("#bank [name=principal]", "Tab")
    answer = bank_answer("equilibrium", "highest_rear", gates=3, stake=100_00, principal=200_00)
    expect(page.locator(".gains tbody tr")).to_have_count(len(answer.results))
    bank = answer.bank
    values = (bank.per_stake, answer.alone.per_stake)
    figures = (bank.win, bank.even, bank.lose, answer.gross, answer.commission, *values)
    assert page.locator("#banking .card td.number").all_inner_texts()[: len(figures)] == [
        format_percent(figure) for figure in figures
    ]


def test_a_rulebook_is_searched_and_read_in_other_languages_beside(reader: Readers) -> None:
    page = reader().go("/rules/craps")
    clauses = clauses_of("craps")
    page.fill("#find", "field")
    for number in [number for number, clause in clauses.items() if "field" in clause.text[Language.EN].lower()]:
        expect(page.locator(f'[id="{number}"]')).to_be_visible()
    assert page.locator(".clause:visible").count() < len(clauses)
    page.check('#beside [value="pt"]')
    page.check('#beside [value="zh"]')
    texts = page.locator('[id="5.3.8"] .text:visible > p:first-child').all_inner_texts()
    assert texts == [clauses["5.3.8"].text[language] for language in Language]
    page.evaluate("location.hash = '#6.1'")  # what an address names is shown though it was filtered out
    expect(page.locator('[id="6.1"]')).to_be_in_viewport()

"""The site of the documents in a browser: nothing is stopped by the policy, words are found, and nobody is kept out."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from banca.web import docs
from browser.browsing import Reader

SERIOUS = ("serious", "critical")
WCAG = {"resultTypes": ["violations"], "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
PAGES = ("index.html", "games/craps.html", "games/pai_kao.html", "reference/python/banca.html", "reference/http.html")
pytestmark = pytest.mark.slow


@pytest.fixture
def shown(docs_site: Path, monkeypatch: pytest.MonkeyPatch, reader: Callable[..., Reader]) -> Callable[..., Reader]:
    found = docs.built(docs_site)
    monkeypatch.setattr(docs, "site_files", lambda: found)
    docs.site_file.cache_clear()
    return reader


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_keep_to_the_policy_fit_the_window_and_keep_nobody_out(shown: Callable[..., Reader], width: int) -> None:
    somebody = shown(size=(width, 844))
    page = somebody.page
    for name in PAGES:
        page.goto(f"{somebody.base}/docs/{name}")
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        found = Axe().run(page, options=WCAG).response["violations"]
        assert not [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS], name
    assert not somebody.faults


def test_twelve_on_the_come_out_is_found(shown: Callable[..., Reader]) -> None:
    somebody = shown()
    somebody.page.goto(f"{somebody.base}/docs/search.html?q=12+on+the+come-out")
    expect(somebody.page.locator("#search-results a[href*='games/craps.html']").first).to_be_visible()

"""The documents' site in a browser: nothing is stopped by the policy, words are found, and pages are accessible."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from banca.server.pages import docs
from support.browser import Readers, browser_fixture, check_accessible, fits_width, reader_fixture, service_fixture

__all__ = ["browser_fixture", "reader_fixture", "service_fixture"]
pytestmark = pytest.mark.browser


@pytest.fixture
def shown(docs_site: Path, monkeypatch: pytest.MonkeyPatch, reader: Readers) -> Readers:
    files = docs.built(docs_site)
    monkeypatch.setattr(docs, "site_files", lambda: files)
    docs.site_file.cache_clear()
    return reader


def test_pages_keep_to_the_policy_fit_a_telephone_are_accessible_and_searched(shown: Readers) -> None:
    somebody = shown(size=(390, 844))
    page = somebody.page
    for name in ("index.html", "games/craps.html", "reference/python/banca.html", "reference/http.html"):
        page.goto(f"{somebody.base}/docs/{name}")
        expect(page.locator("h1").first).to_be_visible()
        assert fits_width(page), name
        check_accessible(page)
    page.goto(f"{somebody.base}/docs/search.html?q=12+on+the+come-out")
    expect(page.locator("#search-results a[href*='games/craps.html']").first).to_be_visible()
    assert not somebody.errors

"""Fixtures of the browser tests; without a Chromium they are skipped, and say so."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.browsing import Reader, chromium_path, launch, session_of
from service import LiveService

NO_CHROMIUM = "no Chromium here: as root, `make test` installs Debian's; elsewhere set BANCA_CHROMIUM to one"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium_path() is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    """A house behind a real server; its players have money."""
    with LiveService(tmp_path) as found:
        found.fund()
        yield found


@pytest.fixture
def reader(browser: Browser, service: LiveService) -> Iterator[Callable[..., Reader]]:
    """Readers of the house's pages: `reader("ana", lang="pt")`; nobody without a name."""
    opened: list[Reader] = []

    def open_one(name: str = "", **how: Any) -> Reader:
        token = session_of(service, name) if name else ""
        opened.append(Reader(browser, str(service.client.base_url).rstrip("/"), token=token, **how))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()

"""Write docs/one-screen.md: how every game lies in eight windows, measured in a real browser.

python tools/one_screen.py
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.browsing import Reader, launch, session_of  # noqa: E402
from browser.one_screen import WATCH, WINDOWS, Measured, Window, faults, measure, resize, table  # noqa: E402
from browser.pages import ALL, PAI_KAO  # noqa: E402
from browser.test_pai_kao import TABLE, bank_of_bento  # noqa: E402
from browser.test_rounds import opened  # noqa: E402
from service import LiveService  # noqa: E402

HEAD = """# A table on one screen

Every game in eight windows, with bets open: how its felt is drawn there, its smallest region and its smallest letters. *Wide* and
*tall* are the whole table, *whole* is a board of all bets, a *board* one part of them at a time (decision 31). Felt, device, chips, balance, phase and the act that is due are inside
the window in every phase, nothing scrolls, and no part moves from one phase to the next: `tests/browser/test_one_screen.py` measures it.
Written by `python tools/one_screen.py`; letters depend on the fonts of the machine.

"""


def ready(service: LiveService, game: str) -> str:
    """A table at which bets are open."""
    if game != PAI_KAO:
        return opened(service, game)
    bank_of_bento(service)
    return TABLE


def main() -> None:
    """Measure, and write."""
    rows: list[tuple[str, Window, Measured]] = []
    with TemporaryDirectory() as folder, LiveService(Path(folder)) as service, sync_playwright() as playwright:
        service.fund()
        browser = launch(playwright)
        base = str(service.client.base_url).rstrip("/")
        for game in ALL:
            name = ready(service, game)
            found = {}
            for is_touched in (False, True):
                reader = Reader(
                    browser, base, token=session_of(service, "ana"), has_touch=is_touched, is_mobile=is_touched
                )
                reader.page.add_init_script(WATCH)
                page = reader.sit_down(name)
                for window in (one for one in WINDOWS if one.is_touched == is_touched):
                    resize(page, window)
                    found[window] = measure(page)
                    if wrong := list(faults(found[window], window)):
                        sys.exit(f"{game} in {window}: {wrong}")
                reader.close()
            rows += [(game, window, found[window]) for window in WINDOWS]
        browser.close()
    (ROOT / "docs" / "one-screen.md").write_text(HEAD + table(rows) + "\n")


if __name__ == "__main__":
    main()

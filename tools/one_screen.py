"""Write docs/one-screen.md: how every game lies in eight windows and what moved there during a round, measured in a real browser.

python tools/one_screen.py
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from banca.games import playable  # noqa: E402
from support.browser import (  # noqa: E402
    BETS,
    CLOSING,
    STAKE,
    WATCH,
    WINDOWS,
    Measured,
    Reader,
    Window,
    base_of,
    conduct,
    deal_tiles,
    faults,
    finish_tiles,
    is_still,
    launch,
    measure,
    open_bank,
    open_for_bets,
    place,
    session_of,
    shifts,
    table,
)
from support.server import LiveService  # noqa: E402

PAI_KAO = "pai_kao"
HEAD = """# A table on one screen

Every game in eight windows, with bets open: how its felt is drawn there, its smallest region and its smallest letters. *Wide* and
*tall* are the whole table, *whole* is a board of all bets, a *board* one part of them at a time (decision 31). Felt, device, chips, balance, phase and the act that is due are inside
the window in every phase, nothing scrolls, and no part moves from one phase to the next: `tests/release/test_windows.py` measures it.
*Layout shift* is what the browser itself counted from the arrival to the end of a round; rows of lists, which grow in their own place, are left out.
Written by `python tools/one_screen.py`; letters depend on the fonts of the machine.

"""


def ready(service: LiveService, game: str) -> str:
    """A table at which bets are open."""
    if game != PAI_KAO:
        return open_for_bets(service, game)
    name = open_bank(service)
    service.do("ana", name, "sit", gate=3)
    return name


def play(service: LiveService, game: str, name: str) -> None:
    """A round to its end."""
    if game == PAI_KAO:
        service.do("ana", name, "stake", gate=3, stake=STAKE)
        deal_tiles(service, name)
        finish_tiles(service, name)
        return
    place(service, name, BETS[game])
    conduct(service, name, CLOSING[game])


def rows_of(service: LiveService, browser: Browser, game: str) -> list[tuple[str, Window, Measured, float]]:
    """The figures of a game in every window, all of them open while a round is played."""
    name = ready(service, game)
    base, token = base_of(service), session_of(service, "ana")
    rows = []
    for window in WINDOWS:
        under: dict[str, Any] = {"has_touch": window.is_touched, "is_mobile": window.is_touched}
        reader = Reader(browser, base, token=token, size=window[:2], **under)
        reader.page.add_init_script(WATCH)
        rows.append((window, reader, measure(reader.sit_down(name))))
    play(service, game, name)
    found = []
    for window, reader, one in rows:
        is_still(reader.page)
        if wrong := list(faults(one, window)):
            sys.exit(f"{game} in {window}: {wrong}")
        found.append((game, window, one, sum(shift["value"] for shift in shifts(reader.page))))
        reader.close()
    return found


def main() -> None:
    """Measure, and write."""
    with TemporaryDirectory() as folder, LiveService(Path(folder)) as service, sync_playwright() as playwright:
        service.fund()
        browser = launch(playwright)
        rows = [row for game in playable() for row in rows_of(service, browser, game)]
        browser.close()
    (ROOT / "docs" / "one-screen.md").write_text(HEAD + table(rows) + "\n")


if __name__ == "__main__":
    main()

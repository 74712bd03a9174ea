"""A page that was away for long: what it missed is not told again, and it goes on from now."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from banca.service.metrics import LIMITED
from browser.browsing import Reader
from house_drive import asked, player
from service import UNHURRIED, LiveService, until

MISSED = 200


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path, limits=replace(UNHURRIED, replayed_entries=MISSED - 50)) as found:
        found.fund()
        yield found


def test_a_page_that_missed_too_much_looks_again_and_follows_from_there(
    service: LiveService, reader: Callable[..., Reader]
) -> None:
    table = "roulette-1"
    service.open(table, "roulette", chance="observed")
    service.do("bento", table, "sit")
    ana = reader("ana")
    page = ana.sit_down(table)
    streams, refused = service.app.state.streams, LIMITED.labels("replayed_entries")._value  # noqa: SLF001
    before = refused.get()
    until(lambda: streams._listeners)  # noqa: SLF001 - the page follows
    ana.context.set_offline(True)
    streams._loop.call_soon_threadsafe(lambda: streams._end([*streams._listeners]))  # noqa: SLF001 - the line is cut
    expect(page.locator("#connection")).to_contain_text("The server does not respond")
    acts = ["place_bet", "withdraw_bet"] * (MISSED // 2)
    missed = [asked(table, player("bento"), f"m{n}", do, bet="red", stake=1000) for n, do in enumerate(acts)]
    assert (
        len(service.house.do_all([*missed, asked(table, player("bento"), "m", "place_bet", bet="red", stake=1000)]))
        > MISSED
    )
    ana.context.set_offline(False)
    expect(page.locator(".chip:not(.mine)")).to_have_count(1)
    service.do("bento", table, "place_bet", bet="black", stake=1000)
    expect(page.locator(".chip:not(.mine)")).to_have_count(2)
    assert refused.get() > before

"""Every page once in a browser: accessible, narrow enough for a telephone, light, and nothing from elsewhere or against its policy."""

from collections.abc import Iterator

import pytest

from banca.server.pages.settle import examples
from support.browser import (
    FINGER,
    FIRST_LOAD,
    PHONE,
    SMALLEST,
    TELEPHONE,
    WIDE,
    Readers,
    Traffic,
    check_accessible,
    sit_at,
    throw_craps,
)
from support.server import LiveService

pytestmark = pytest.mark.browser
PAGES = {
    "a visitor's lists": ("", ("/", "/login", "/explore", "/rules", "/lab", "/schema", "/evidence")),
    "a visitor's tools": ("", ("/proposals", "/trainer/wheel", "/explore/craps", "/rules/wheel", "/explore/pai_kao")),
    "a visitor's disputes": ("", ("/settle", examples("craps")[0].link, examples("pai_kao")[0].link)),
    "a player": ("ana", ("/trainer/exams", "/me", "/tables/craps-1", "/tables/pai-kao-1")),
    "an inspector": ("ines", ("/audit", "/audit/craps-1", "/audit/craps-1/rounds/1", "/audit/cage", "/audit/register")),
    "staff": ("sofia", ("/watch", "/house", "/trainer/classes")),
    "a croupier": ("carlos", ("/tables/craps-1", "/tables/craps-1/wall")),
}
NOTHING = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode())
        if (/^(null|undefined|NaN|\\[object \\w+\\])$/.test(texts.currentNode.data.trim())) found.push(texts.currentNode.parentElement.outerHTML.slice(0, 90));
    return found;
}"""
"""Where a script wrote that it had nothing to say."""
TAB_WIDTHS = "[...document.querySelectorAll('#parts [role=tab]')].map((tab) => tab.getBoundingClientRect().width)"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("house")) as service:
        service.fund()
        for table in ("craps-1", "pai-kao-1", "roulette-1"):
            service.open(table, table.removesuffix("-1").replace("-", "_"), chance="observed")
        service.do("ana", "craps-1", "sit")
        service.do("ana", "craps-1", "place_bet", bet="pass_line", stake=50_00)
        throw_craps(service, "craps-1", "2-4")
        yield service


@pytest.mark.parametrize("who", PAGES)
def test_pages_are_accessible_light_and_fit_a_telephone(reader: Readers, who: str) -> None:
    name, paths = PAGES[who]
    for path in paths:
        somebody = reader(name, size=PHONE, lang="pt")
        traffic = Traffic(somebody)
        page = somebody.go(path)
        assert page.evaluate(NOTHING) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        assert all(url.startswith((somebody.base, "data:")) for url in traffic.urls), traffic.urls
        assert traffic.bytes < FIRST_LOAD, path
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        check_accessible(page)
        if path == "/tables/craps-1":
            page.emulate_media(color_scheme="dark")
            check_accessible(page)
        somebody.context.close()
    # that no policy stopped anything and no script failed is checked when the readers are closed


def test_what_is_pressed_on_a_telephone_is_large_enough(reader: Readers) -> None:
    for path in ("/settle/craps", "/explore/wheel"):
        check_accessible(reader("", size=PHONE, lang="pt").go(path))
    for window in (
        TELEPHONE,
        SMALLEST,
    ):  # Chinese labels may be broken anywhere, so their width alone keeps no tab wide
        page = sit_at(reader, "roulette-1", window, "zh")
        assert min(page.evaluate(TAB_WIDTHS)) >= FINGER

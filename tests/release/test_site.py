"""The site of the documents: complete, whole in its links, strict in what it loads, and the rulebooks' figures in it."""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from sphinx.util.inventory import InventoryFile

from banca.law import clauses_of, readable
from manual.public import described, homes, modules
from support.site import PageRead, read_page

pytestmark = pytest.mark.slow

KINDS = ("py:class", "py:exception", "py:function", "py:data")


@pytest.fixture(scope="module")
def pages(docs_site: Path) -> Mapping[str, PageRead]:
    return {file.relative_to(docs_site).as_posix(): read_page(file) for file in sorted(docs_site.rglob("*.html"))}


def test_every_public_name_has_an_entry(docs_site: Path) -> None:
    inventory = InventoryFile.loads((docs_site / "objects.inv").read_bytes(), uri="").data
    entries = {name for kind in KINDS for name in inventory.get(kind, {})}
    assert set(homes().of.values()) <= entries


def test_every_public_name_is_described_and_on_the_page_of_its_module(docs_site: Path) -> None:
    for name, module in modules().items():
        page = (docs_site / "reference" / "python" / f"{name}.html").read_text("utf-8")
        for each in module.__all__:
            assert described(module, each), each
            assert homes().of[name, each] in page, each


def test_every_link_and_every_place_in_a_page_is_there(docs_site: Path, pages: Mapping[str, PageRead]) -> None:
    broken = []
    for name, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme:
                continue
            path, _, place = unquote(link).partition("#")
            target = path.partition("?")[0]
            linked = urljoin(f"/{name}", target).lstrip("/") if target else name
            if not (docs_site / linked).is_file() or (place and linked in pages and place not in pages[linked].ids):
                broken.append((name, link))
    assert not broken


def test_nothing_is_loaded_from_elsewhere_and_no_script_or_style_is_inside_a_page(
    docs_site: Path, pages: Mapping[str, PageRead]
) -> None:
    for name, page in pages.items():
        assert not page.inside, name
        assert all(not urlsplit(one).netloc and urlsplit(one).scheme in {"", "data"} for one in page.loads), name
    for sheet in docs_site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", sheet.read_text("utf-8")), sheet


@pytest.mark.parametrize("game", readable())
def test_every_clause_has_a_place_of_its_own(pages: Mapping[str, PageRead], game: str) -> None:
    wanted = {re.sub(r"[^a-z0-9]+", "-", f"{game}-{number}".lower()) for number in clauses_of(game)}
    assert wanted <= pages[f"games/{game}.html"].ids

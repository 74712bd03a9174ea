"""What scripts say: every word that they ask for is told to their page."""

import re
from collections.abc import Collection
from posixpath import dirname, join, normpath

import pytest

from banca.games import find, playable
from banca.games.pai_kao.pages import EXPLORER_WORDS as OF_TILES
from banca.i18n.descriptions import RESULTS
from banca.server.pages import explorer
from banca.server.pages.page import templates
from banca.server.pages.static import static_files
from banca.server.plugins import pages_of
from banca.tables.commands import ROLES

pytestmark = pytest.mark.slow

TOLD: dict[str, Collection[str]] = {
    "lobby": (),
    "games": explorer.SHOWN,
    "explore": (*explorer.SHOWN, "rounds"),
    "rules": (),
    "audit": (),
    "audit_table": (),
    "audit_register": ROLES,
    "house": ("no_options", "no_records"),
    "me": (),
    "lab": (),
    "proposals": ("pays", "wins", "loses"),
    "trainer": RESULTS,
    "table": (),
    "evidence": (),
    "pai_kao/explore": OF_TILES,
    **{f"{game}/table": words for game in playable() if (words := pages_of(find(game)).table_words)},
}
"""Pages, and the words that their templates do not have."""
NOT_ASKED_FOR = {
    "pai_kao/explore": {"bad_number", "empty_field", "less_commission"},
    "table": {"bad_outcome", "bank_free"},
}
"""What stands in a script that a page shares, in a part that it does not use."""
PART = re.compile(r'{% (?:extends|include) "([^"]+)\.html" %}')
WORD = re.compile(r"^  (\w+)=_[np]?\(", re.MULTILINE)
IMPORTED = re.compile(r'(?:from |import |import\()"(\.[^"]+)"')
SAID = re.compile(r"\bsay\(((?:[^(),`]|\([^()]*\))*)")


def source_of(template: str) -> str:
    loader = templates().loader
    assert loader
    return loader.get_source(templates(), template)[0]


def parts_of(template: str) -> str:
    """A template with those that it extends and includes."""
    text = source_of(f"{template}.html")
    return text + "".join(parts_of(part) for part in PART.findall(text))


def scripts_of(template: str) -> set[str]:
    """The scripts of a page, and all that these import, as the browser finds them."""
    text = parts_of(template)
    todo = re.findall(r"'([\w/]+\.js)'", text)
    found: set[str] = set()
    while todo:
        file = normpath(todo.pop())
        if file not in found:
            found.add(file)
            todo += [join(dirname(file), name) for name in IMPORTED.findall(script(file))]
    return found


def script(name: str) -> str:
    return static_files()[name].body.decode()


def asked_for(template: str) -> set[str]:
    """The words that `say` is given by name, also one or the other of two."""
    code = "\n".join(map(script, sorted(scripts_of(template))))
    chosen = [given.rpartition("?")[2] if "?" in given else given for given in SAID.findall(code)]
    return {word for one in chosen for word in re.findall(r'"(\w+)"', one)}


def test_every_word_that_a_script_says_is_told_to_its_page() -> None:
    for template, words in TOLD.items():
        told = {*WORD.findall(parts_of(template)), *words}
        assert asked_for(template) - told - NOT_ASKED_FOR.get(template, set()) == set(), template

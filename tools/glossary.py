"""Write docs/glossary.md out of the glossary.toml of the program and of each game.

make glossary
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from banca.games import find, playable
from banca.law import SHARED, Language

FILE = "glossary.toml"

PAGE = Path(__file__).parent.parent / "docs" / "glossary.md"
INTRODUCTION = """# Glossary

The regulation's word is the code's word: a reader of the gazette and a reader of the code should never need a
dictionary between them. Each word is listed with its article, its name in the code, its Portuguese and its Chinese, and
the words that are not used for it. `make glossary` writes this page out of `src/banca/i18n/glossary.toml` and the
`glossary.toml` of each game; `tests/i18n/test_glossary.py` holds every text of the program against them.

An article is written as the program cites it. *Bet* and *act* name an id (of a bet on the command line, of an `Act` in
`table.py`); every other name in that column is a type, function, constant or field. A dash: there is none.

| word | article | in the code | Portuguese | Chinese | not | meaning |
|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryTerm:
    """One word of the regulations, or of the program."""

    scope: str
    """The game it belongs to, or `rulebook` where every game shares it."""
    words: Mapping[Language, str]
    articles: tuple[str, ...]
    code: str
    note: str
    avoid: Mapping[Language, tuple[str, ...]]
    """Words for it that nobody writes within its scope."""


@cache
def glossary() -> tuple[GlossaryTerm, ...]:
    """Every term, of all games and of each; a game from outside may have none."""
    packages = {SHARED: "banca.i18n"} | {game: find(game).package for game in playable()}
    return tuple(term for scope, package in packages.items() for term in _terms(scope, package))


def _terms(scope: str, package: str) -> list[GlossaryTerm]:
    file = files(package).joinpath(FILE)
    entries = tomllib.loads(file.read_text("utf-8"))["terms"] if file.is_file() else []
    return [
        GlossaryTerm(
            scope=scope,
            words={language: entry[language] for language in Language if language in entry},
            articles=tuple(entry.get("articles", ())),
            code=entry["code"],
            note=entry["note"],
            avoid={Language(spoken): tuple(texts) for spoken, texts in entry.get("avoid", {}).items()},
        )
        for entry in entries
    ]


def row(term: GlossaryTerm) -> str:
    """One line of the table."""
    articles = ", ".join(f"`{one}`" for one in term.articles)
    avoid = ", ".join(word.strip() for words in term.avoid.values() for word in words)
    cells = [
        term.words[Language.EN],
        articles,
        term.code,
        term.words.get(Language.PT),
        term.words.get(Language.ZH),
        avoid,
    ]
    return "| " + " | ".join([*(cell or "—" for cell in cells), term.note]) + " |\n"


def page() -> str:
    """The whole page, in the order of the English words."""
    terms = sorted(glossary(), key=lambda term: (term.words[Language.EN].casefold(), term.scope))
    return INTRODUCTION + "".join(map(row, terms))


if __name__ == "__main__":
    PAGE.write_text(page())

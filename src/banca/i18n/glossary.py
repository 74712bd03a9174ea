"""The glossary as data: each word with its articles, its name in the code, its Portuguese and Chinese, and words for it to avoid."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from banca.games import find, playable
from banca.law import SHARED, Language

FILE = "glossary.toml"


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

"""Dossiers of shipped and made-up proposals, each made once in a run."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from banca.answers import plain
from banca.dossier import DossierAnswer, Study, dossier_answer, study, texts
from banca.dossier.document import document
from banca.dossier.pdf import dossier_pdf
from banca.law import Language
from banca.proposals import read_file, read_proposal
from banca.rulebook.money import NamedLimits
from banca.words import speech

SECTIONS = (
    texts.SCOPE,
    texts.DESCRIPTION,
    texts.PROBABILITIES,
    texts.PRIZES,
    texts.ADVANTAGE_CALCULATED,
    texts.LAYOUT,
    texts.PUBLICATION,
    texts.ANNEX,
)


@cache
def studied(name: str) -> Study:
    return study(read_file(Path(name)))


@cache
def answer(name: str) -> DossierAnswer:
    return dossier_answer(studied(name))


@cache
def report(name: str) -> dict[str, Any]:
    found: dict[str, Any] = plain(answer(name), speech())
    return found


@cache
def pdf(name: str, language: Language = Language.EN) -> bytes:
    return dossier_pdf(answer(name), speech(language))


def proposed(title: str, *, game: str = "craps") -> DossierAnswer:
    """A dossier whose every text is the one given."""
    quoted = json.dumps(title, ensure_ascii=False)
    told = f"say(en = {quoted}, pt = {quoted}, zh = {quoted})"
    source = f"""
proposal(game = "{game}", title = {told})
bet(id = "odd_one", name = {told}, description = {told}, prizes = {{"a": {{"pays": "3 to 1", "name": {told}}}}},
    wins = lambda o: "a" if o.total == 7 else None, sees = ["total"])
"""
    return dossier_answer(study(read_proposal(source, "hostile.star")))


def strings(value: Any) -> Iterator[str]:
    """Every text of a document."""
    match value:
        case str():
            yield value
        case dict():
            for key, one in value.items():
                if key not in ("svg", "lines"):
                    yield from strings(one)
        case list() | tuple():
            for one in value:
                yield from strings(one)


def told(of: DossierAnswer, language: str) -> str:
    """Everything that a dossier says, a line each."""
    return "\n".join(strings(to_builtins(document(of, speech(Language(language))))))


@cache
def changed(source: str, limits: NamedLimits | None = None) -> DossierAnswer:
    return dossier_answer(study(read_proposal(source), named=limits))


def others(game: str, *changes: str) -> DossierAnswer:
    """A dossier of prizes that change, each written `bet = pays` and perhaps `, when = …`."""
    lines = (f"change(bet = {one})" for one in changes)
    return changed("\n".join([f'proposal(game = "{game}", title = say(en = "A", pt = "B", zh = "C"))', *lines]))

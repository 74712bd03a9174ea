"""Dossiers of shipped and made-up proposals, each made once in a worker."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from banca.answers import plain
from banca.dossier import DossierAnswer, Study, dossier_answer, study
from banca.dossier.pdf import dossier_pdf
from banca.law import Language
from banca.proposals import read_file
from banca.rulebook.money import NamedLimits
from banca.words import speech
from read_here import read_here

WORDS = 'say(en = "A", pt = "B", zh = "C")'


@cache
def studied(name: str) -> Study:
    return study(read_file(Path(name)))


@cache
def answer(name: str) -> DossierAnswer:
    return dossier_answer(studied(name))


@cache
def report(name: str) -> dict[str, Any]:
    data: dict[str, Any] = plain(answer(name), speech())
    return data


@cache
def pdf(name: str, language: Language = Language.EN) -> bytes:
    return dossier_pdf(answer(name), speech(language))


@cache
def dossier_of(source: str, limits: NamedLimits | None = None) -> DossierAnswer:
    return dossier_answer(study(read_here(source), named=limits))


def hostile(title: str) -> DossierAnswer:
    quoted = json.dumps(title, ensure_ascii=False)
    words = f"say(en = {quoted}, pt = {quoted}, zh = {quoted})"
    return dossier_of(f"""
proposal(game = "craps", title = {words})
bet(id = "odd_one", name = {words}, description = {words}, prizes = {{"a": {{"pays": "3 to 1", "name": {words}}}}},
    wins = lambda o: "a" if o.total == 7 else None, sees = ["total"])
""")


def changed(game: str, *changes: str, limits: NamedLimits | None = None) -> DossierAnswer:
    """A dossier of prizes that change, each written `bet = pays` and perhaps `, when = …`."""
    lines = (f"change(bet = {change})" for change in changes)
    return dossier_of("\n".join([f'proposal(game = "{game}", title = {WORDS})', *lines]), limits)


def new_bet(game: str, bet: str) -> DossierAnswer:
    return dossier_of(
        f'proposal(game = "{game}", title = {WORDS})\nbet(id = "a", name = {WORDS}, description = {WORDS}, {bet})'
    )

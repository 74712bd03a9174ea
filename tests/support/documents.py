"""Dossiers, PDF files, proposals and texts, each read or made once in a run."""

import ast
import json
import re
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import messages
from banca.answers import plain
from banca.dossier import DossierAnswer, Study, dossier_answer, study
from banca.dossier.pdf import dossier_pdf
from banca.law import SHARED, Language
from banca.proposals import SandboxLimits, compiler, read_file, read_proposal, sandbox
from banca.rulebook import Proposal
from banca.rulebook.money import NamedLimits
from banca.words import speech
from support.paths import ROOT, program_files

DEFAULT = SandboxLimits()


def read_here(source: str, name: str = "proposal.star", limits: SandboxLimits = DEFAULT) -> Proposal:
    """The proposal that a file makes; what the sandbox is asked and answers is JSON here too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_ask", _ask_here)
        return read_proposal(source, name, limits)


def _ask_here(request: Mapping[str, Any]) -> tuple[Any, int, bool]:
    return json.loads(sandbox.answer(json.loads(json.dumps(request)))), 0, False


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


OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
STRING = rb"(?:[^\\()]|\\.)*"
SHOWN = re.compile(
    rb"/(f\d+) [\d.]+ Tf|\((" + STRING + rb"(?:\(" + STRING + rb"\)" + STRING + rb")*)\)|<([0-9A-F]+)>\]?T[jJ]|(ET)\n",
    re.DOTALL,
)
"""A font, a text in letters (brackets in pairs stand as they are), a text in numbers, the end of a text."""
ESCAPED = re.compile(rb"\\(\d{3}|.)", re.DOTALL)
LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pdf_pages(made: bytes) -> list[str]:
    """The text of each page."""
    objects = {int(number): body for number, body in OBJECT.findall(made)}
    pages = (body for body in objects.values() if re.search(rb"/Type/Page\b", body))
    return [_text(objects, body) for body in pages]


def _text(objects: dict[int, bytes], page: bytes) -> str:
    named = re.findall(rb"/(f\d+) (\d+) 0 R", objects[_reference(page, b"Resources")])
    fonts = {name: _letters(objects, objects[int(number)]) for name, number in named}
    said, font = [], {}
    for name, shown, numbers, is_end in SHOWN.findall(_stream(objects[_reference(page, b"Contents")])):
        if name:
            font = fonts[name]
        elif is_end:
            said.append("\n")
        else:
            codes = bytes.fromhex(numbers.decode()) or ESCAPED.sub(lambda found: _unescaped(found[1]), shown)
            said += [font.get(codes[at : at + 2], "") for at in range(0, len(codes), 2)]
    return "".join(said)


def _unescaped(code: bytes) -> bytes:
    return bytes([int(code, 8)]) if code.isdigit() else LETTERS.get(code, code)


def _reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    assert found, key
    return int(found[1])


def _stream(body: bytes) -> bytes:
    return zlib.decompress(body.partition(b"stream\n")[2].rpartition(b"\nendstream")[0])


def _letters(objects: dict[int, bytes], font: bytes) -> dict[bytes, str]:
    """What each glyph stands for."""
    if b"/ToUnicode" not in font:
        return {}
    pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>\n", _stream(objects[_reference(font, b"ToUnicode")]))
    return {bytes.fromhex(code.decode()): bytes.fromhex(to.decode()).decode("utf-16-be") for code, to in pairs}


SOURCE = ROOT / "src" / "banca"
LOCALES = {Language.PT: "pt", Language.ZH: "zh_Hant"}
LANGUAGES = {language.value: language for language in Language}
IN_STARLARK = re.compile(r"""["']?\b(?P<language>en|pt|zh)\b["']?\s*[=:]\s*"(?P<said>(?:[^"\\]|\\.)*)\"""")


@dataclass(frozen=True)
class Text:
    """A text that a person can see."""

    scope: str
    where: str
    language: Language
    said: str


def scope_of(file: Path) -> str:
    """The game whose folder a file is in, or what all games share."""
    parts = file.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else SHARED


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the catalogues, of the code, of the rulebooks, strategies and disputes, and of the proposals."""
    return (*_catalogues(), *_in_code(), *_rulebooks(), *_proposals())


def _catalogues() -> Iterator[Text]:
    for language, locale in LOCALES.items():
        for message in messages.read_catalogue(locale):
            for form in messages.forms(message.string) if message.id else ():
                yield Text(SHARED, f"catalogue: {message.id}", language, form)
    for marked in messages.marked_terms():
        for form in messages.forms(marked):
            yield Text(SHARED, "catalogue", Language.EN, form)


def _in_code() -> Iterator[Text]:
    """Texts given by language: `words(…)` and every other call with `pt=` or `zh=`, and dictionaries by language."""
    for file in program_files("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            for language, said in given(node):
                yield Text(scope_of(file), f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", language, said)


def given(node: ast.AST) -> Iterator[tuple[Language, str]]:
    match node:
        case ast.Call(args=args, keywords=keywords) if {"pt", "zh"} & {one.arg for one in keywords}:
            english = [(Language.EN, one) for one in args]
            found = [*english, *((LANGUAGES[one.arg], one.value) for one in keywords if one.arg in LANGUAGES)]
        case ast.Dict(keys=keys, values=values):
            found = [(spoken, one) for key, one in zip(keys, values, strict=True) if (spoken := _language(key))]
        case _:
            found = []
    for language, value in found:
        for said in _strings(value):
            yield language, said


def _language(key: ast.expr | None) -> Language | None:
    match key:
        case ast.Attribute(value=ast.Name(id="Language"), attr=name):
            return LANGUAGES.get(name.lower())
        case ast.Constant(value=str(name)):
            return LANGUAGES.get(name)
        case _:
            return None


def _strings(value: ast.expr) -> Iterator[str]:
    """The texts in an expression; what an f-string puts in is a blank."""
    match value:
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.Constant(value=str(said)):
            yield said
        case _:
            for inner in ast.iter_child_nodes(value):
                if isinstance(inner, ast.expr):
                    yield from _strings(inner)


def _proposals() -> Iterator[Text]:
    """What the files of proposals say: titles, names and descriptions."""
    for file in program_files("*.star"):
        text = file.read_text()
        for found in IN_STARLARK.finditer(text):
            where = f"{file.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
            yield Text(scope_of(file), where, Language(found["language"]), found["said"])


def _rulebooks() -> Iterator[Text]:
    """Clauses, strategies and disputes; the glossary itself names what is to be avoided."""
    for file in program_files("*.toml"):
        if file.name == "glossary.toml":
            continue
        for where, entry in _entries(tomllib.loads(file.read_text()), str(file.relative_to(ROOT))):
            for language in Language:
                yield Text(scope_of(file), where, language, entry[language])


def _entries(found: object, where: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every table of a file that is given in the three languages, with the way to it."""
    if isinstance(found, dict):
        if all(isinstance(found.get(language.value), str) for language in Language):
            yield where, found
        for name, inner in found.items():
            yield from _entries(inner, f"{where} {name}")
    if isinstance(found, list):
        for inner in found:
            yield from _entries(inner, where)

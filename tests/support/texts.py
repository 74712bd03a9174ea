"""Every text of the program that a person can see, in three languages: of the catalogues, the code, the rulebooks and the proposals."""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import messages
from banca.law import SHARED, Language
from support.paths import ROOT, program_files

SOURCE = ROOT / "src" / "banca"
LANGUAGE = {"pt": Language.PT, "zh_Hant": Language.ZH, "en": Language.EN}
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
    parts = file.relative_to(SOURCE.parent).parts
    return parts[2] if parts[:2] == ("banca", "games") and len(parts) > 3 else SHARED


@cache
def texts() -> tuple[Text, ...]:
    """Every text of the catalogues, of the code, of the rulebooks, strategies and disputes, and of the proposals."""
    return (*_catalogues(), *_in_code(), *_rulebooks(), *_proposals())


def _catalogues() -> Iterator[Text]:
    for folder, locale in messages.packages():
        scope = folder.name if folder.parent == messages.GAMES else SHARED
        for message in messages.read(messages.po_file(folder, locale), locale).values():
            for form in _forms(message.string):
                yield Text(scope, f"catalogue: {message.id}", LANGUAGE[locale], form)
            for form in _forms(message.id) if locale == "pt" else ():
                yield Text(scope, "catalogue", Language.EN, form)


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


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

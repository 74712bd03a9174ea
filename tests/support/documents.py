"""Dossiers, PDF files and proposals, each read or made once in a run."""

import json
import re
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from banca.dossier import Dossier, Study, study
from banca.dossier.render import dossier_pdf
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.proposals import SandboxLimits, compiler, read_file, read_proposal, sandbox
from banca.rules import Proposal
from banca.rules.money import NamedLimits

DEFAULT = SandboxLimits()


def read_here(source: str, name: str = "proposal.star", limits: SandboxLimits = DEFAULT) -> Proposal:
    """The proposal that a file makes; what the sandbox is asked and answers is JSON here too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_run_sandbox", _run_here)
        return read_proposal(source, name, limits)


def _run_here(request: Mapping[str, Any]) -> tuple[Any, int, bool]:
    return json.loads(sandbox.answer(json.loads(json.dumps(request)))), 0, False


WORDS = 'say(en = "A", pt = "B", zh = "C")'


@cache
def studied(name: str) -> Study:
    return study(read_file(Path(name)))


@cache
def answer(name: str) -> Dossier:
    return Dossier(study=studied(name))


@cache
def report(name: str) -> dict[str, Any]:
    data: dict[str, Any] = plain(answer(name), translator())
    return data


@cache
def pdf(name: str, language: Language = Language.EN) -> bytes:
    return dossier_pdf(answer(name), translator(language))


@cache
def dossier_of(source: str, limits: NamedLimits | None = None) -> Dossier:
    return Dossier(study=study(read_here(source), named=limits))


def hostile(title: str) -> Dossier:
    quoted = json.dumps(title, ensure_ascii=False)
    words = f"say(en = {quoted}, pt = {quoted}, zh = {quoted})"
    return dossier_of(f"""
proposal(game = "craps", title = {words})
bet(id = "odd_one", name = {words}, description = {words}, prizes = {{"a": {{"pays": "3 to 1", "name": {words}}}}},
    wins = lambda o: "a" if o.total == 7 else None, sees = ["total"])
""")


def changed(game: str, *changes: str, limits: NamedLimits | None = None) -> Dossier:
    """A dossier of prizes that change, each written `bet = pays` and perhaps `, when = …`."""
    lines = (f"change(bet = {change})" for change in changes)
    return dossier_of("\n".join([f'proposal(game = "{game}", title = {WORDS})', *lines]), limits)


def new_bet(game: str, bet: str) -> Dossier:
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

"""What a PDF of Typst says: its pages as text, in the order in which they are set."""

import re
import zlib

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

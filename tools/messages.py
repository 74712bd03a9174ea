"""Collect the terms marked in the code into the catalogues, and compile them.

    make messages

A term without a translation stays empty in its .po file; the tests name it until somebody fills it in.
"""

from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "banca"
LOCALE = SOURCE / "words" / "locale"
LANGUAGES = ("pt", "zh_Hant")
MarkedText = str | tuple[str, ...]
SAME_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Written into every catalogue, so that the same terms give the same bytes."""


@cache
def marked_terms() -> list[MarkedText]:
    """Every English text marked with `term(…)` or `plural(…)` in the code and `_(…)` or `_n(…)` in the templates, once, in alphabetical order.

    A text with two forms is a pair of them.
    """
    methods = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
    keywords = {"term": None, "_": None, "plural": (1, 2), "_n": (1, 2)}
    found = extract_from_dir(str(SOURCE), method_map=methods, keywords=keywords)
    return sorted({text for _, _, text, _, _ in found}, key=str)


def po_file(language: str) -> Path:
    """The catalogue people edit."""
    return LOCALE / language / "LC_MESSAGES" / "banca.po"


def read_catalogue(language: str) -> Catalog:
    """A language's translations, brought to the terms the code has now."""
    file = po_file(language)
    known = read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog()
    fresh = Catalog(
        locale=language,
        project="Banca",
        version="1",
        msgid_bugs_address="Banca",
        last_translator="Banca",
        language_team=language,
        header_comment="# Banca's terms and sentences.",
        creation_date=SAME_DATE,
        revision_date=SAME_DATE,
        fuzzy=False,
    )
    for text in marked_terms():
        old = known.get(text)
        empty = "" if isinstance(text, str) else ("",) * fresh.num_plurals
        message = fresh.add(text, old.string if old else empty)
        message.flags = {"python-brace-format"} if "{" in str(text) else set()  # a % is only ever a per cent
    return fresh


def forms(text: MarkedText | list[str] | None) -> tuple[str, ...]:
    """The forms of a text or of its translation: one, or by number."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main() -> None:
    """Update and compile every catalogue."""
    for language in LANGUAGES:
        catalogue = read_catalogue(language)
        file = po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            write_po(out, catalogue, width=0, omit_header=False)
        file.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = sum(1 for message in catalogue if message.id and "" in forms(message.string))
        print(f"{language}: {len(catalogue)} terms, {missing} without translation")


if __name__ == "__main__":
    main()

"""Collect the texts marked in the code into the catalogues, and compile them.

    make messages                      # after a text was added or changed, or a translation
    python tools/messages.py --check   # what is missing or unused, or not compiled; changes nothing
    python tools/messages.py FOLDER    # the same for another package, such as somebody's game: FOLDER is its source folder

Each package has catalogues in `locale/<language>/LC_MESSAGES/`: the program, each game in its folder, and our plug-ins. A game's catalogue may also
have texts of the program, which it overrides at its tables and on its papers, also in English.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "banca"
GAMES = SOURCE / "games"
PLUGINS = sorted({*SOURCE.parent.glob("banca_*")} - {SOURCE.parent / "banca_verify"})
"""Our own; banca_verify is English alone, and imports nothing of ours."""
TRANSLATED = ("pt", "zh_Hant")
OVERRIDES_ONLY = "en"
"""English stands in the code: its catalogue of a game has overrides alone."""
KEYWORDS: dict[str, Any] = {"_": None, "_n": (1, 2), "_p": ((1, "c"), 2)}
METHODS = [
    ("**.py", "python"),
    ("**.html", "jinja2.ext:babel_extract"),
    ("**/templates/*.txt", "jinja2.ext:babel_extract"),
    ("**.xml", "jinja2.ext:babel_extract"),
]
SAME_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Written into every catalogue, so that the same texts give the same bytes."""
Key = tuple[str, str]
"""A text's context and its English, of which the singular."""


@cache
def marked(folder: Path) -> dict[Key, Message]:
    """Return the texts marked in a package; the games' folders are packages of their own."""
    catalogue = Catalog()
    for file, _line, text, comments, context in extract_from_dir(
        str(folder), method_map=METHODS, keywords=KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    ):
        if folder == SOURCE and file.startswith("games/") and file.count("/") > 1:
            continue
        catalogue.add(text, auto_comments=comments, context=context)
    return {key_of(message): message for message in catalogue if message.id}


def key_of(message: Message) -> Key:
    """Return what a text is looked up by."""
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def packages(others: Sequence[Path] = ()) -> Iterator[tuple[Path, str]]:
    """Yield each package's folder with each language it has, or should have, a catalogue of."""
    folders = others or [SOURCE, *sorted(path.parent for path in GAMES.glob("*/__init__.py")), *PLUGINS]
    for folder in folders:
        for language in TRANSLATED:
            yield folder, language
        if po_file(folder, OVERRIDES_ONLY).exists():
            yield folder, OVERRIDES_ONLY


def po_file(folder: Path, language: str) -> Path:
    """Return the catalogue that people edit."""
    return folder / "locale" / language / "LC_MESSAGES" / f"{folder.name}.po"


def read(file: Path, language: str) -> dict[Key, Message]:
    """Return the translations that a catalogue has."""
    if not file.exists():
        return {}
    return {key_of(message): message for message in read_po(BytesIO(file.read_bytes()), locale=language) if message.id}


def updated(folder: Path, language: str) -> tuple[Catalog, list[str]]:
    """Return a catalogue with the texts that the code has now, and what is wrong with it, a line each."""
    known = read(po_file(folder, language), language)
    shared = {} if folder == SOURCE else marked(SOURCE)
    own = {} if language == OVERRIDES_ONLY else {key: text for key, text in marked(folder).items() if key not in shared}
    if folder != SOURCE and folder not in PLUGINS:  # a game overrides the texts of plug-ins too
        shared = {key: text for plugin in PLUGINS for key, text in marked(plugin).items()} | shared
    overrides = {key: text for key, text in shared.items() if key in known and key not in own}
    catalogue = Catalog(
        locale=language,
        project=folder.name,
        version="1",
        msgid_bugs_address="Banca",
        last_translator="Banca",
        language_team=language,
        header_comment=f"# The texts of {folder.name}.",
        creation_date=SAME_DATE,
        revision_date=SAME_DATE,
        fuzzy=False,
    )
    wrong = [f"unused: {key[1]!r}" for key in known if key not in own and key not in overrides]
    for key, text in sorted((own | overrides).items()):
        string = known[key].string if key in known else ""
        if isinstance(text.id, tuple | list):
            string = string or ("",) * catalogue.num_plurals
        added = catalogue.add(
            text.id,
            string,
            auto_comments=text.auto_comments if key in own else ["Overrides the program's text."],
            context=text.context,
        )
        added.flags = {"python-brace-format"} if "{" in str(text.id) else set()  # a % is only ever a per cent
        if not string or (not isinstance(string, str) and "" in string):
            wrong.append(f"not translated: {key[1]!r}")
    return catalogue, wrong


def as_po(catalogue: Catalog) -> bytes:
    """Return the catalogue as people edit it: without the files of its texts, so that code which only moves changes no catalogue."""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=0)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Return the catalogue as the program reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main() -> None:
    """Update and compile every catalogue, or say what is wrong with them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    is_wrong = False
    for folder, language in packages([folder.resolve() for folder in given.folder]):
        catalogue, wrong = updated(folder, language)
        file = po_file(folder, language)
        if not given.check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(as_po(catalogue))
            file.with_suffix(".mo").write_bytes(as_mo(catalogue))
        elif not file.exists() or file.read_bytes() != as_po(catalogue):
            wrong.append("differs from the code: run make messages")
        elif file.with_suffix(".mo").read_bytes() != as_mo(catalogue):
            wrong.append("is not compiled: run make messages")
        is_wrong |= bool(wrong)
        for line in wrong:
            print(f"{folder.name} {language}: {line}")
        if not given.check:
            print(f"{folder.name} {language}: {len(catalogue)} texts")
    sys.exit(given.check and is_wrong)


if __name__ == "__main__":
    main()

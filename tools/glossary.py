"""Write docs/glossary.md out of the glossary.toml of the program and of each game.

make glossary
"""

from pathlib import Path

from banca.i18n.glossary import GlossaryTerm, glossary
from banca.law import Language

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

"""The pages of readings with their clauses as links into the pages of the games."""

import re

from banca.law import clauses_of, readable
from banca.rules import Citation
from manual.figures import anchor

LINE = re.compile(r"^\*\*Clause\*\*: .*$", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]+(?:-\d+)?|\d+(?:\.\d+)*")


def with_clauses(text: str) -> str:
    """A reading's page: each number on the line that names its clauses is one of the game named last before it."""
    return LINE.sub(lambda line: _linked(line[0]), text)


def _linked(line: str) -> str:
    game = ""

    def link(word: re.Match[str]) -> str:
        nonlocal game
        game = word[0] if word[0] in readable() else game
        is_clause = bool(game) and word[0] in clauses_of(game)
        return f"[{word[0]}](#{anchor(Citation(game, word[0]))})" if is_clause else word[0]

    return WORD.sub(link, line)

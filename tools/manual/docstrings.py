"""Docstrings as Sphinx reads them: ours are plain text with `code` in single backticks, so nothing else in them is a mark.

A name of the public interface between backticks becomes a link to its entry.
"""

import re
import sys
from typing import Any

from sphinx.application import Sphinx

from manual.public import homes, own_parts

CODE = re.compile(r"``([^`]+)``|`([^`]+)`")
MARK = re.compile(r"([*|\\])|(?<=\w)(_)(?=\W|$)")
PROMPT = re.compile(r"\s*(>>>|\.\.\.)( |$)")


def marked(line: str) -> str:
    """One line of prose."""
    pieces = []
    at = 0
    for found in CODE.finditer(line):
        pieces += [MARK.sub(_escaped, line[at : found.start()]), _code(found[1] or found[2])]
        at = found.end()
    return "".join([*pieces, MARK.sub(_escaped, line[at:])])


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def _code(text: str) -> str:
    """Code, as a link where it is a public name; what clings to it is parted by a sign of no width."""
    home = homes().by_name.get(text.removesuffix("()"))
    return f":py:obj:`{text} <{home}>`\\ " if home else f"``{text}``\\ "


def written(lines: list[str]) -> list[str]:
    """A docstring; examples stay as they are, from a prompt to the next empty line."""
    said, is_example = [], False
    for line in lines:
        is_example = bool(line.strip()) and (is_example or bool(PROMPT.match(line)))
        said.append(line if is_example else marked(line))
    return said


def process(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Put right what autodoc found, before anything else reads it."""
    lines[:] = written(lines)


def setup(app: Sphinx) -> dict[str, Any]:
    """The extension; what a game has of its own is imported by the name that people use."""
    sys.modules.update(own_parts())
    app.connect("autodoc-process-docstring", process, priority=100)
    return {"parallel_read_safe": True}

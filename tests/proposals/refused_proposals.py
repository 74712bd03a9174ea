"""The proposals that must be refused: texts in `proposals/refused/`, each with the code and the line it is refused with."""

import re
from dataclasses import dataclass

from paths import TESTS

REFUSED = TESTS / "proposals" / "refused"
HEADER = re.compile(r"^=== (\w+): (\w+)( bare)?\n", re.MULTILINE)
FIRST = (
    'T = say(en = "A", pt = "B", zh = "C"); B = dict(id = "x", name = T, description = T); '
    'proposal(game = "craps", title = T)\n'
)
"""The first line of every text that is not `bare`."""
HERE = "#!"
"""At the end of the line that is to be named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A text, and what is said of it."""

    name: str
    code: str
    line: int
    source: str


def written() -> list[Refused]:
    """Those in the files."""
    found = []
    for file in sorted(REFUSED.glob("*.txt")):
        _, *parts = HEADER.split(file.read_text("utf-8"))
        for name, code, bare, text in zip(*[iter(parts)] * 4, strict=True):
            source = text if bare else FIRST + text
            (line,) = (number for number, one in enumerate(source.split("\n"), start=1) if one.endswith(HERE))
            found.append(Refused(name=f"{file.stem}/{name}", code=code, line=line, source=source))
    return found


def made() -> list[Refused]:
    """Those too long, too deep or too odd to be written out; the last line is the one to be named."""
    many = 60_000
    texts = {
        "brackets_that_never_close": ("starlark", "x = " + "(" * many),
        "lists_in_lists": ("nothing_proposed", "x = " + "[" * many + "]" * many),
        "a_long_sum": ("nothing_proposed", "x = " + "1 + " * 40_000 + "1"),
        "not_not_not": ("nothing_proposed", "x = " + "not " * 40_000 + "True"),
        "minus_minus_minus": ("nothing_proposed", "x = " + "-" * many + "1"),
        "calls_of_calls": ("starlark", "x = len" + "()" * many),
        "attributes_of_attributes": ("starlark", "x = T" + ".a" * many),
        "indented_steps": (
            "nothing_proposed",
            "".join(" " * n + "if True:\n" for n in range(500)) + " " * 500 + "x = 1",
        ),
        "long_name": ("starlark", "x" * 150_000),
        "long_message": ("starlark", f"fail('{'x' * 150_000}')"),
        "half_a_letter": ("unseen_letter", "x = '\ud800'"),
        "nul": ("unseen_letter", "x = 1\x00"),
        "turned_around": ("unseen_letter", "x = \u202e1"),
        "space_of_no_width": ("unseen_letter", "x\u200b = 1"),
    }
    first = FIRST.rstrip("\n")
    found = []
    for name, (code, text) in texts.items():
        line = 1 if code == "nothing_proposed" else 2 + text.count("\n")
        found.append(Refused(name=f"made/{name}", code=code, line=line, source=f"{first}\n{text}"))
    long = Refused(name="made/too_long", code="file_too_long", line=1, source=FIRST + "# long\n" * 30_000)
    return [*found, long]

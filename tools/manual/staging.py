"""The documents as the site has them: every page under its address there, links between them put right.

In the repository a folder's page is README.md, as forges show it; in the site it is the folder's index. Pages of the root come beside
the others. A link to another file of the repository becomes a file to download.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

ROOT = Path(__file__).parent.parent.parent
FRONT = "index.md"
OF_THE_ROOT = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "changes/README.md": "changes-to-come.md",
    "SECURITY.md": "security.md",
    "THIRD_PARTY.md": "third-party.md",
}
FILES = "files"
"""Where files of the repository are that pages link to."""
LISTS = {"readings/index.md": "R-*", "decisions/index.md": "0*", "how-to/index.md": "*"}
"""Folders whose index names all of its pages already: the site is told of them, the reader is not told twice."""
LINK = re.compile(r"(?P<before>\]\()(?P<target>[^)\s#:]+)(?P<anchor>#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^\s*(```+|~~~+)")


def pages(root: Path = ROOT) -> dict[str, str]:
    """Every document of the repository (from its root), with its place in the site."""
    found = [one.relative_to(root) for folder in ("docs", "examples") for one in (root / folder).rglob("*.md")]
    named = {str(one): one.relative_to("docs") if one.parts[0] == "docs" else one for one in found}
    placed = {
        name: str(place.with_name(FRONT) if place.name == "README.md" else place) for name, place in named.items()
    }
    placed |= {name: place for name, place in OF_THE_ROOT.items() if (root / name).exists()}
    return placed | dict.fromkeys(("docs/README.md", "README.md"), FRONT)


def staged(root: Path = ROOT) -> dict[str, bytes]:
    """Everything of the repository that the site is made of, by its place in the site."""
    placed = pages(root)
    made: dict[str, bytes] = {}
    for name, place in placed.items():
        if place == FRONT and name != f"docs/{FRONT}":
            continue  # links to it lead to the front page
        text, linked = relinked((root / name).read_text("utf-8"), name, placed, root)
        made[place] = (_apart(place) + text + _unseen(place)).encode()
        made |= {f"{FILES}/{one}": (root / one).read_bytes() for one in linked}
    others = (one for one in (root / "docs").rglob("*") if one.is_file() and one.suffix not in (".md", ".pyc"))
    return made | {str(one.relative_to(root / "docs")): one.read_bytes() for one in others}


def _apart(place: str) -> str:
    """What marks a page that is in no list: only links lead to an example's."""
    return "---\norphan: true\n---\n\n" if place.startswith("examples/") else ""


def _unseen(place: str) -> str:
    """The list of a folder's pages, for the site alone."""
    pattern = LISTS.get(place)
    return f"\n\n```{{toctree}}\n:hidden:\n:glob:\n\n{pattern}\n```\n" if pattern else ""


def relinked(text: str, name: str, placed: Mapping[str, str], root: Path) -> tuple[str, set[str]]:
    """A document with its links as the site has them, and the further files that they lead to."""
    linked: set[str] = set()
    here = str(PurePosixPath(name).parent)
    home = str(PurePosixPath(placed[name]).parent)

    def put_right(link: re.Match[str]) -> str:
        wanted = normpath(f"{here}/{link['target']}")
        place = placed.get(wanted)
        if place is None and (root / wanted).is_dir():
            place = placed.get(f"{wanted}/README.md")
        if place is None and (root / wanted).is_file():
            if wanted.startswith("docs/"):
                place = wanted.removeprefix("docs/")
            else:
                linked.add(wanted)
                place = f"{FILES}/{wanted}"
        return f"{link['before']}{relpath(place, home) if place else link['target']}{link['anchor'] or ''}"

    return "".join(LINK.sub(put_right, line) if is_prose else line for line, is_prose in _lines(text)), linked


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is prose rather than part of a block of code."""
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        yield line, not fence and not mark

"""Pages that keep to the server's policy: scripts and styles that the theme or a notebook writes into a page go into files of their own.

So the site needs no exception from the policy of all other pages (`banca.server.pages.page.POLICY`), and no hash that a new release of the theme
would make untrue.
"""

import re
from hashlib import sha256
from pathlib import Path
from posixpath import relpath

from manual.reachable import made_reachable

SCRIPT = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(?P<body>.*?)</script>", re.DOTALL)
SHEET = re.compile(r"<style[^>]*>(?P<body>.*?)</style>", re.DOTALL)
STYLED = re.compile(r'(?P<tag><[a-zA-Z][^<>]*?)\sstyle="(?P<body>[^"]*)"')
HANDLER = re.compile(r"<[a-zA-Z][^<>]*\son[a-z]+=\"")
ATTRIBUTE = "data-styled"


def make_strict(site: Path) -> None:
    """Rewrite every page of a site that was just built."""
    rules: dict[str, str] = {}
    for page in sorted(site.rglob("*.html")):
        text = page.read_text("utf-8")
        strict = _strict(made_reachable(text), page.relative_to(site).as_posix(), site, rules)
        if strict != text:
            page.write_text(strict, "utf-8")
    sheet = "".join(f'[{ATTRIBUTE}="{name}"] {{ {body} }}\n' for name, body in sorted(rules.items()))
    (site / "_static" / "styled.css").write_text(sheet, "utf-8")


def _strict(text: str, name: str, site: Path, rules: dict[str, str]) -> str:
    here = name.rpartition("/")[0]

    def kept(body: str, ending: str) -> str:
        """A file with what stood in the page, as the page finds it."""
        file = f"_static/inline-{_digest(body)}.{ending}"
        (site / file).write_text(body.strip() + "\n", "utf-8")
        return relpath(file, here or ".")

    def attribute(found: re.Match[str]) -> str:
        rules[_digest(found["body"])] = found["body"]
        return f'{found["tag"]} {ATTRIBUTE}="{_digest(found["body"])}"'

    text = SCRIPT.sub(lambda found: f'<script src="{kept(found["body"], "js")}"></script>', text)
    text = SHEET.sub(lambda found: f'<link rel="stylesheet" href="{kept(found["body"], "css")}">', text)
    while (styled := STYLED.sub(attribute, text)) != text:
        text = styled
    if handler := HANDLER.search(text):
        because = f"{name} has a script in an attribute, which the server's policy forbids: {handler[0]}"
        raise ValueError(because)
    return text


def _digest(body: str) -> str:
    return sha256(body.strip().encode()).hexdigest()[:8]

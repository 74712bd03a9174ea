"""A drawing for paper: the light look, written out for programs that know neither variables nor media queries."""

import re
from collections.abc import Sequence

MEDIA = re.compile(
    r"@media \((?P<asked>[^)]*)\) \{(?P<rules>(?:[^{}]*\{[^{}]*\})*)\s*\}|@media print \{(?:[^{}]*\{[^{}]*\})*\s*\}"
)
GIVEN = re.compile(r"(--[\w-]+):\s*([^;]+);")
USED = re.compile(r"var\((--[\w-]+)\)")
FONTS = re.compile(r"font-family:[^;]+;")
ON_PAPER = """
.felt .proposed > .cell { fill: #fbe9b0; stroke: #8a5a12; stroke-width: 3; }
.felt .proposed text { fill: #1b1b1b; }
.felt .proposed circle + .on-colour { fill: #ffffff; }
"""
"""The proposed regions stand out in print, too."""


def on_paper(standalone: str, families: Sequence[str]) -> str:
    """A drawing that has its style in it, with these fonts and every colour as it is on light paper."""
    head, opening, rest = standalone.partition("<style>")
    style, closing, shapes = rest.partition("</style>")
    light = next(found["rules"] for found in MEDIA.finditer(style) if found["asked"] == "prefers-color-scheme: light")
    plain = MEDIA.sub("", style)
    colours = dict(GIVEN.findall(plain)) | dict(GIVEN.findall(light))
    plain = USED.sub(lambda found: colours[found[1]], GIVEN.sub("", plain))
    fonts = ", ".join(f"'{family}'" for family in families)
    plain = FONTS.sub(f"font-family: {fonts};", plain)
    return f"{head}{opening}{plain}{ON_PAPER.replace('>', '&gt;')}{closing}{shapes}"

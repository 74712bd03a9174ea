"""The dossier as a PDF that readers for the blind can follow (PDF/UA-1), as a page of its own, or as data."""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banca.dossier.document import document, template
from banca.dossier.study import Dossier
from banca.drawing.svg import on_paper
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.rules import Refusal, _, refusal
from banca.rules.refusal import NEEDS_EXTRA

# Typst and Jinja belong to the extra `propose` and are imported where they are used: the data as JSON need neither.
if TYPE_CHECKING:
    from markupsafe import Markup


class Format(StrEnum):
    """The formats of a dossier, named like the file extensions."""

    PDF = "pdf"
    HTML = "html"
    JSON = "json"


# How HTTP calls them.
KINDS = {Format.PDF: "application/pdf", Format.HTML: "text/html", Format.JSON: "application/json"}


def render_dossier(dossier: Dossier, say: Translator, kind: Format, fonts: Path | None = None) -> bytes:
    """The dossier as a file; `fonts` is a folder to look for fonts in, too."""
    if kind is Format.JSON:
        return f"{json.dumps(plain(dossier, say.of(dossier.study.proposal.game)), ensure_ascii=False, indent=1)}\n".encode()
    try:
        return dossier_html(dossier, say).encode() if kind is Format.HTML else dossier_pdf(dossier, say, fonts)
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca dossier", allowed="propose") from None


def dossier_html(dossier: Dossier, say: Translator) -> str:
    """The page; whatever a proposal says is text in it and nothing else."""
    return template("dossier.html").render(doc=document(dossier, say), inline=_inline)


def _inline(standalone: str) -> "Markup":
    """A drawing of ours as it stands in a page: without its first line, which is for a file."""
    from markupsafe import Markup

    return Markup(standalone.partition("\n")[2])  # noqa: S704 - escaped by its writer


NO_FONT = refusal(
    "no_font", _("no font for {asked} was found; install one such as {allowed}, or name its folder with --fonts")
)

TEMPLATE = files("banca.dossier").joinpath("dossier.typ")
# Typst's own fonts: they look the same on every machine.
SERIF, MONO = ("Libertinus Serif", "New Computer Modern"), "DejaVu Sans Mono"
# Fonts with Traditional Chinese, the best first.
CHINESE_FONTS = (
    "Noto Serif CJK TC",
    "Noto Serif TC",
    "Source Han Serif TC",
    "Noto Serif CJK HK",
    "Noto Serif HK",
    "Source Han Serif HK",
    "Songti TC",
    "PMingLiU",
    "MingLiU",
    "AR PL UMing TW",
    "Noto Sans CJK TC",
    "Noto Sans TC",
    "Source Han Sans TC",
    "Noto Sans CJK HK",
    "PingFang TC",
    "PingFang HK",
    "Heiti TC",
    "Microsoft JhengHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
)
PACKAGE = "fonts-noto-cjk"
# The last of its letters.
LATIN = 0x24F
Escape = Callable[[str], str]
"""Writes letters that have no font by their numbers."""
MISSING = re.compile(r'the text `"(.+?)"` could not be displayed')


def dossier_pdf(dossier: Dossier, say: Translator, fonts: Path | None = None, *, system: bool = True) -> bytes:
    """The PDF. A letter without a font that only the listing of the file has, in a comment perhaps, is written there by its number."""
    return typeset(TEMPLATE, partial(dossier_words, dossier, say), say, fonts, system=system)


def dossier_words(dossier: Dossier, say: Translator, families: list[str], escape: Escape) -> dict[str, Any]:
    """What is set: the document, the layout with the fonts of the paper, and the file, `escape`d."""
    source = dossier.study.proposal.source
    words = document(
        dossier,
        say,
        source=escape(source),
        is_escaped=len(families) == len(SERIF) and any(map(is_wide, source)),
        redraw=lambda svg: on_paper(svg, families),
    )
    return words | {"serif": families, "mono": [MONO, *families]}


def typeset(
    template: Traversable,
    write: Callable[[list[str], Escape], Mapping[str, Any]],
    say: Translator,
    fonts: Path | None = None,
    *,
    system: bool = True,
) -> bytes:
    """Set a document of words that were typed by people, and of ours.

    Args:
        template: The document in Typst, which reads what is written as JSON.
        write: Returns what is written, given the families of fonts, and what writes letters that have no font by their numbers.
        say: The reader's language.
        fonts: A folder to look for fonts in, too.
        system: Look for fonts in the system.

    Raises:
        Refusal: A letter has no font, or the language has none.
    """
    import typst

    folders = [fonts] if fonts else []
    chinese = chinese_font(folders, system=system)
    if chinese is None and say.language is Language.ZH:
        raise Refusal(NO_FONT, asked=_("Chinese"), allowed=PACKAGE)
    families = [*SERIF, *([chinese[0]] if chinese else [])]
    known = typst.Fonts(include_system_fonts=False, font_paths=[*folders, *([chinese[1]] if chinese else [])])

    def compile_without(is_lacking: Callable[[str], bool]) -> bytes:
        words = json.dumps(write(families, lambda text: escaped(text, is_lacking)), ensure_ascii=False)
        compiler = typst.Compiler(template.read_bytes(), font_paths=known, sys_inputs={"document": words})
        made = compiler.compile(format="pdf", pdf_standards=["ua-1"])
        assert isinstance(made, bytes)  # noqa: S101 - one PDF is never a list of pages
        return made

    def lacks_chinese(letter: str) -> bool:
        return chinese is None and is_wide(letter)

    try:
        return compile_without(lacks_chinese)
    except typst.TypstError as error:
        # Only the compiler knows which letters its fonts lack.
        if MISSING.search(str(error.message)) is None:
            raise
    try:
        return compile_without(lambda letter: lacks_chinese(letter) or is_rare(letter))
    except typst.TypstError as error:
        lacking = MISSING.search(str(error.message))
        if lacking is None:
            raise
        raise Refusal(NO_FONT, asked=lacking[1], allowed=PACKAGE) from None


def chinese_font(folders: list[Path], *, system: bool) -> tuple[str, Path] | None:
    """The best font with Traditional Chinese, and the folder that it lies in."""
    import typst

    known = typst.Fonts(include_system_fonts=system, include_embedded_fonts=False, font_paths=folders)
    paths = {font.family: font.path for font in known.fonts()}
    return next(((family, Path(paths[family] or "").parent) for family in CHINESE_FONTS if family in paths), None)


def escaped(source: str, is_without: Callable[[str], bool]) -> str:
    """The file with letters that have no font as their numbers in Unicode."""
    return "".join(f"\\u{ord(letter):04x}" if is_without(letter) else letter for letter in source)


def is_wide(letter: str) -> bool:
    """Chinese, or as wide."""
    return unicodedata.east_asian_width(letter) in "WF"


def is_rare(letter: str) -> bool:
    """Neither Latin nor Chinese."""
    return ord(letter) > LATIN and not unicodedata.name(letter, "").startswith("CJK")

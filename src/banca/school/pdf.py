"""The report of an exam as a PDF that readers for the blind can follow (PDF/UA-1), with the fonts of the dossier: the same exam gives the same bytes."""

import json
from importlib.resources import files
from pathlib import Path

import typst
from msgspec import to_builtins

from banca.dossier import texts
from banca.dossier.pdf import MISSING, NO_FONT, PACKAGE, SERIF, chinese_font, escaped, is_rare, is_wide
from banca.i18n import Translator
from banca.law import Language
from banca.rules import Refusal
from banca.school.answer import MarkedExam
from banca.school.report import ReportDocument, lettered, report

TEMPLATE = files("banca.school").joinpath("report.typ")


def report_pdf(exam: MarkedExam, say: Translator, fonts: Path | None = None, *, system: bool = True) -> bytes:
    """The PDF; refused where the language has no font. A letter of a name that no font has is written by its number."""
    folders = [fonts] if fonts else []
    chinese = chinese_font(folders, system=system)
    if chinese is None and say.language is Language.ZH:
        raise Refusal(NO_FONT, asked=texts.CHINESE, allowed=PACKAGE)
    families = [*SERIF, *([chinese[0]] if chinese else [])]
    laid_out = report(exam, say)
    if chinese is None:
        laid_out = lettered(laid_out, lambda text: escaped(text, is_wide))
    known = typst.Fonts(include_system_fonts=False, font_paths=[*folders, *([chinese[1]] if chinese else [])])
    try:
        return _compiled(laid_out, families, known)
    except typst.TypstError as error:
        lacking = MISSING.search(str(error.message))
        if lacking is None:
            raise
        return _compiled(lettered(laid_out, lambda text: escaped(text, is_rare)), families, known)


def _compiled(document: ReportDocument, families: list[str], known: typst.Fonts) -> bytes:
    data = to_builtins(document) | {"serif": families}
    written = json.dumps(data, ensure_ascii=False)
    made = typst.Compiler(TEMPLATE.read_bytes(), font_paths=known, sys_inputs={"document": written}).compile(
        format="pdf", pdf_standards=["ua-1"]
    )
    assert isinstance(made, bytes)  # noqa: S101 - one PDF is never a list of pages
    return made

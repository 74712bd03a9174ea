"""What a dossier is written as: the PDF for the regulator, a page by itself, or its data."""

import json
from enum import StrEnum
from pathlib import Path

from banca.dossier.answer import DossierAnswer
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal
from banca.rules.refusal import NEEDS_EXTRA


class Format(StrEnum):
    """The formats of a dossier, named like the file extensions."""

    PDF = "pdf"
    HTML = "html"
    JSON = "json"


KINDS = {Format.PDF: "application/pdf", Format.HTML: "text/html", Format.JSON: "application/json"}
"""How HTTP calls them."""


def written(answer: DossierAnswer, say: Translator, kind: Format, fonts: Path | None = None) -> bytes:
    """The dossier as a file; `fonts` is a folder to look for fonts in, too."""
    if kind is Format.JSON:
        return f"{json.dumps(plain(answer, say.of(answer.game)), ensure_ascii=False, indent=1)}\n".encode()
    try:
        from banca.dossier.page import dossier_html  # the extra `propose`
        from banca.dossier.pdf import dossier_pdf
    except ImportError:
        raise Refusal(NEEDS_EXTRA, asked="banca dossier", allowed="propose") from None
    return dossier_html(answer, say).encode() if kind is Format.HTML else dossier_pdf(answer, say, fonts)

"""The dossier as a page of its own: one HTML file without scripts that needs nothing else, on a screen and on paper."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup
from msgspec import to_builtins

from banca.dossier.answer import DossierAnswer
from banca.dossier.breaks import kept_in
from banca.dossier.document import document
from banca.i18n import Translator


def dossier_html(answer: DossierAnswer, say: Translator) -> str:
    """The page; whatever a proposal says is text in it and nothing else."""
    return _template().render(doc=kept_in(to_builtins(document(answer, say))), inline=_inline)


@cache
def _template() -> Template:
    pages = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return pages.from_string(files("banca.dossier").joinpath("dossier.html").read_text("utf-8"))


def _inline(standalone: str) -> Markup:
    """A drawing of ours as it stands in a page: without its first line, which is for a file."""
    return Markup(standalone.partition("\n")[2])  # noqa: S704 - escaped by its writer

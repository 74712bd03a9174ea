"""How the dossier writes its figures: the fraction where a table has room for it, and about what it is elsewhere."""

from banca.dossier.values import ExactFigure
from banca.words import Speech

NONE = "–"


def share(figure: ExactFigure, say: Speech) -> str:
    """In per cent, with as many decimals as the figure is worth: `7.7613%`."""
    return figure.said.said(say.language)


def exact(figure: ExactFigure, say: Speech) -> str:
    """The fraction; where it is too long, about what it is."""
    if figure.is_long:
        return f"≈ {say.decimal(figure.exact, figure.decimal.digits)}"
    return say.exact(figure.exact)

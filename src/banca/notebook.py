"""Figures as tables: for pandas or polars, and for a notebook's page."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

from banca.i18n import translator
from banca.i18n.answer import Money
from banca.rules import Refusal
from banca.rules.money import AVOS
from banca.rules.refusal import NEEDS_EXTRA, UNKNOWN_VALUE

LIBRARIES = ("pandas", "polars")
EXACT = "_exact"

Row = Mapping[str, object]


def patacas(avos: int) -> Decimal:
    """Whole avos as patacas.

    >>> patacas(1250), patacas(-10000)
    (Decimal('12.50'), Decimal('-100.00'))
    """
    return Decimal(avos).scaleb(-2)


def to_frame(rows: Sequence[Row], library: str | None = None) -> Any:  # a frame of whichever library there is
    """Rows as a data frame of pandas or polars: the one named, or the first that is installed.

    A fraction gives two columns, a float and its exact text (`house_edge`, `house_edge_exact`): no library keeps fractions.
    """
    if library is not None and library not in LIBRARIES:
        raise Refusal(UNKNOWN_VALUE, option="library", asked=library, allowed=LIBRARIES)
    for name in LIBRARIES if library is None else (library,):
        try:
            made = import_module(name)
        except ModuleNotFoundError:
            continue
        return made.DataFrame([_flat(row) for row in rows])
    raise Refusal(NEEDS_EXTRA, asked="to_frame()", allowed="frames")


class FrameSource:
    """What has rows, for a data frame."""

    __slots__ = ()

    def rows(self) -> list[dict[str, object]]:
        """Return the rows."""
        raise NotImplementedError

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)


class ChartSource(FrameSource):
    """What can be drawn as well."""

    __slots__ = ()

    def chart_answer(self) -> Any:  # an answer that `analysis.charts` draws
        """Return what is drawn."""
        raise NotImplementedError

    def chart(self, kind: str = "svg") -> bytes:
        """Draw it as SVG or PNG: what may come of the money, or the map of the best way to play.

        Args:
            kind: `svg` or `png`.

        Raises:
            Refusal: The extra `charts` is not installed.
        """
        try:
            charts = import_module("banca.analysis.charts")
        except ModuleNotFoundError:
            raise Refusal(NEEDS_EXTRA, asked="chart()", allowed="charts") from None
        picture: bytes = charts.draw(self.chart_answer(), kind, translator())
        return picture


def _flat(row: Row) -> dict[str, object]:
    columns: dict[str, object] = {}
    for name, value in row.items():
        match value:
            case Fraction():
                columns |= {name: float(value), name + EXACT: str(value)}
            case Money():
                columns[name] = float(value.avos) / AVOS
            case Decimal():
                columns[name] = float(value)
            case None | bool() | int() | float():
                columns[name] = value
            case tuple() | list():
                columns[name] = ", ".join(map(str, value))
            case _:
                columns[name] = str(value)
    return columns


def html_table(title: str, columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> str:
    """Rows as an HTML table; a value a row does not have stays empty."""
    from html import escape  # with its thousands of names of letters: for notebooks alone

    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(row.get(column, '')))}</td>" for column in columns) + "</tr>" for row in rows
    )
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

"""A picture of what simulated strategies do to the money: the fan over the rounds, and where it ends."""

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from banca.law import Language
from banca.rulebook import Code, Refusal, term
from banca.rulebook.money import AVOS
from banca.simulation.results import Results
from banca.words import Speech

if TYPE_CHECKING:
    import altair as alt

ROUNDS = term("rounds")
MONEY = term("money, patacas")
NET = term("net result, patacas")
LAST_MONEY = term("money at the end, patacas")
LAST_NET = term("net result at the end, patacas")
SESSIONS = term("sessions, %")
OUTER = term("between these, 90 % of sessions (5 % lie below, 5 % above)")
INNER = term("between these, 50 % of sessions (25 % lie below, 25 % above)")
MEDIAN = term("median: half of the sessions lie below, half above")
BANKROLL = term("bankroll")
EVEN = term("neither won nor lost")
SUBTITLE = term("sessions: {sessions}; rounds of a session, at most: {rounds}; rounds in all: {all}")
NO_LETTERS = term("no font here has all the letters in it; write .svg instead")

LIGHT, MIDDLE, BARS, DARK, RULE = "#c6dbef", "#6baed6", "#4292c6", "#08306b", "#333333"
"""One hue from light to dark: told apart by any eye, and in print."""
FONTS = (
    "Arial, Liberation Sans, Noto Sans TC, Noto Sans CJK TC, Noto Sans HK, Noto Sans CJK HK, PingFang TC, PingFang HK, "
    "Microsoft JhengHei, sans-serif"
)
SEPARATORS = {Language.PT: ("\u00a0", ",")}
"""What stands between thousands and before decimals, where it is not English usage."""
ENGLISH = (",", ".")
TITLE_COLUMNS = 88
"""Letters of a title that fit on a line; a Chinese one takes two places."""
MISSING = "\U0010fffd"
"""A letter that no font has."""
Row = dict[str, Any]


def chart(named: Sequence[tuple[str, Results]], bankroll: int | None, kind: str, say: Speech) -> bytes:
    """The strategies by title, one below the other on the same scales, as `svg` or `png`. The bankroll is in avos."""
    import vl_convert  # noqa: PLC0415 - only who draws needs the extra

    spec = drawing(named, bankroll, say)
    thousands, decimal = SEPARATORS.get(say.language, ENGLISH)
    locale = {"decimal": decimal, "thousands": thousands, "grouping": [3], "currency": ["", ""]}
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec, format_locale=locale, allowed_base_urls=[]).encode()
    if not _has_letters(_texts(spec)):
        raise Refusal(Code.CANNOT_WRITE, asked=kind, because=NO_LETTERS)
    return vl_convert.vegalite_to_png(spec, scale=2, format_locale=locale, allowed_base_urls=[])


def drawing(named: Sequence[tuple[str, Results]], bankroll: int | None, say: Speech) -> dict[str, Any]:
    """The picture as a Vega-Lite specification."""
    import altair as alt  # noqa: PLC0415

    bands = [_bands(one, bankroll, say) for _, one in named]
    lines = [_lines(one, bankroll, say) for _, one in named]
    bars = [_bars(one, bankroll) for _, one in named]
    money = _span(value for row in _all(bands) for value in (row["low"], row["high"]))
    last = _span(value for row in _all(bars) for value in (row["from"], row["to"]))
    rounds = max(one.points[-1] for _, one in named)
    most = max(row["percent"] for row in _all(bars))
    height = 300 if len(named) == 1 else 180
    rows = []
    for (title, one), band, line, bar in zip(named, bands, lines, bars, strict=True):
        fan = _fan(band, line, bankroll, money, rounds, say).properties(width=480, height=height)
        end = _histogram(bar, bankroll, last, most, say).properties(width=320, height=height)
        heading = alt.TitleParams(_wrapped(title), subtitle=_subtitle(one, say))
        rows.append(alt.hconcat(fan, end, spacing=40).properties(title=heading))
    whole = alt.vconcat(*rows, spacing=32).configure(font=FONTS, aria=False, padding=16)
    whole = whole.configure_view(stroke=None).configure_title(
        anchor="start", frame="bounds", fontSize=16, subtitleFontSize=12, subtitleColor="#444444", offset=14
    )
    whole = whole.configure_legend(
        orient="bottom", direction="vertical", title=None, labelFontSize=12, labelLimit=0, symbolSize=180, offset=18,
        layout={"bottom": {"direction": "vertical", "anchor": "start", "margin": 4}},
    )
    return whole.configure_axis(
        labelFontSize=11, titleFontSize=12, titleFontWeight="normal", gridColor="#e6e6e6", domainColor="#888888", tickColor="#888888", labelLimit=0
    ).to_dict()

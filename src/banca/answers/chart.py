"""A picture of what strategies do to the money: how it fans out over the rounds, and where it ends."""

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

import altair as alt
import vl_convert

from banca.analysis.simulation.results import QUANTILES, strategy_title
from banca.analysis.simulation.strategy import AnyStrategy
from banca.answers.evening import BARS
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.i18n import Translator, printable
from banca.rules import Refusal, _
from banca.rules.money import AVOS
from banca.rules.text import SEPARATORS

if TYPE_CHECKING:
    from banca.analysis.sessions import Evening
    from banca.analysis.simulation.results import Results

ROUNDS = _("rounds")
MONEY = _("money, patacas")
NET = _("net result, patacas")
LAST_MONEY = _("money at the end, patacas")
LAST_NET = _("net result at the end, patacas")
SHARE = _("sessions, %")
OUTER = _("5 to 95%: 90 of 100 sessions are in this band")
INNER = _("25 to 75%: half of the sessions are in this band")
MEDIAN = _("median: half of the sessions are above, half below")
BANKROLL = _("bankroll: {amount} patacas")
EVEN = _("neither won nor lost")
SUBTITLE = _("sessions: {sessions}; most rounds in a session: {rounds}; total rounds: {total}")
WORKED_OUT = _("computed without sampling; most rounds in a session: {rounds}")
WORDS = (WORKED_OUT, ROUNDS, MONEY, NET, LAST_MONEY, LAST_NET, SHARE, OUTER, INNER, MEDIAN, BANKROLL, EVEN, SUBTITLE)
NO_LETTERS = _("no font on this machine has all the characters; use .svg instead")

KINDS = ("svg", "png")
LIGHT, MIDDLE, BAR, DARK = "#c6dbef", "#6baed6", "#4292c6", "#08306b"
"""One hue from light to dark, which every eye tells apart."""
GREY = "#444444"
DASH = [5, 3]
TICKS = 6
"""About so many on an axis; amounts of millions side by side leave room for half."""
FONTS = (
    "Arial, Liberation Sans, Noto Sans TC, Noto Sans CJK TC, Noto Sans HK, Noto Sans CJK HK, PingFang TC, PingFang HK, "
    "Microsoft JhengHei, sans-serif"
)
TITLE_COLUMNS = 88
"""Places on a line of a title; a Chinese letter takes two."""
MISSING = "\U0010fffd"
"""A letter that no font has: it is drawn as the box that stands for missing letters."""

LOOKS: dict[str, object] = {
    "font": FONTS,
    "aria": False,
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": 11,
        "labelOverlap": "greedy",
        "labelSeparation": 12,
        "tickCount": TICKS,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "format": ",.2~f",
    },
    "axisY": {"titleAngle": 0, "titleAlign": "left", "titleBaseline": "bottom", "titleX": 0, "titleY": -8},
    "title": {
        "anchor": "start",
        "frame": "group",
        "fontSize": 16,
        "subtitleFontSize": 12,
        "subtitleColor": GREY,
        "subtitlePadding": 5,
        "offset": 14,
    },
    "legend": {
        "orient": "bottom",
        "direction": "vertical",
        "title": None,
        "labelFontSize": 12,
        "labelLimit": 0,
        "symbolSize": 180,
        "layout": {"bottom": {"direction": "vertical", "anchor": "start", "margin": 4}},
    },
}
"""Sizes and colours. `aria` would put an English description on every mark, whatever the language."""


class BandPoint(TypedDict):
    """Part of a band at one point of the fan."""

    band: str
    round: int
    low: float
    high: float


class LinePoint(TypedDict):
    """One point of a line over the fan."""

    line: str
    round: int
    money: float


Bar = TypedDict("Bar", {"from": float, "to": float, "percent": float})
"""One bar of the histogram."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """What sessions do to the money, simulated or computed. Amounts are net, in avos: panels share a scale, bankrolls or not."""

    points: tuple[int, ...]
    """The rounds of the fan."""
    fan: tuple[tuple[int, ...], ...]
    """At each point, what 5, 25, 50, 75 and 95 % do not exceed."""
    histogram: tuple[tuple[int, int, float], ...]
    """From, below, sessions; or their share, where it was computed."""
    sessions: int = 1
    rounds: int = 0
    """All rounds together; 0 where it was computed."""


def evening_chart(strategy: AnyStrategy, found: "Evening", kind: str, say: Translator) -> bytes:
    """An evening that was worked out, drawn as simulations are."""
    distribution = Distribution(
        points=tuple(point.round for point in found.fan),
        fan=tuple(tuple(one.amount for one in point.quantiles) for point in found.fan),
        histogram=tuple((low, high, float(chance)) for low, high, chance in found.net.bars(BARS, found.step)),
    )
    return chart([(say(strategy_title(strategy)), distribution)], strategy.session.bankroll, kind, say)


def chart_of(simulated: "Sequence[Results]", kind: str, say: Translator) -> bytes:
    """Strategies and what they came to, under their titles; a bankroll is shown where all have the same."""
    named = [(say(figures.title), _distribution(figures)) for figures in simulated]
    bankrolls = {figures.session.bankroll for figures in simulated}
    shared = bankrolls.pop() if len(bankrolls) == 1 else None
    return chart(named, int(shared.avos) if shared else None, kind, say)


def _distribution(figures: "Results") -> Distribution:
    """Net results from money in hand; a float that is a number of patacas with two decimals gives its avos exactly."""
    start = int(figures.session.bankroll.avos) if figures.session.bankroll else 0
    return Distribution(
        points=tuple(row.round for row in figures.fan[1:]),
        fan=tuple(tuple(round(getattr(row, name) * AVOS) - start for name in QUANTILES) for row in figures.fan[1:]),
        histogram=tuple(
            (round(bar.low * AVOS) - start, round(bar.high * AVOS) - start, bar.sessions) for bar in figures.histogram
        ),
        sessions=figures.sessions,
        rounds=figures.rounds,
    )


def chart(named: Sequence[tuple[str, Distribution]], bankroll: int | None, kind: str, say: Translator) -> bytes:
    """Strategies with their titles, one below the other on the same scales, as `svg` or `png`. The bankroll is in avos."""
    check_drawable([title for title, _ in named], kind, say)
    spec = drawing(named, bankroll, say)
    thousands, decimal = SEPARATORS[say.language]
    locale: Any = {"thousands": thousands, "decimal": decimal, "grouping": [3], "currency": ["", ""]}
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec, config=LOOKS, format_locale=locale, allowed_base_urls=[]).encode()
    return vl_convert.vegalite_to_png(spec, scale=2, config=LOOKS, format_locale=locale, allowed_base_urls=[])


def check_drawable(titles: Iterable[str], kind: str, say: Translator) -> None:
    """Refuse what `chart` cannot draw, before a long run: another kind, or a PNG whose letters no font here has."""
    if kind not in KINDS:
        raise Refusal(BAD_CHART, asked=kind, allowed=KINDS)
    letters = set("".join([*titles, *map(say, WORDS)]))
    if kind == "png" and not _can_draw(letter for letter in letters if letter.isprintable() and not letter.isascii()):
        raise Refusal(CANNOT_WRITE, asked=kind, because=NO_LETTERS)


def drawing(
    named: Sequence[tuple[str, Distribution]], bankroll: int | None, say: Translator
) -> Any:  # JSON of Vega-Lite's
    """The picture as a Vega-Lite specification."""
    bands = [_bands(found, bankroll, say) for _, found in named]
    bars = [_bars(found, bankroll) for _, found in named]
    money = _span(edge for rows in bands for row in rows for edge in (row["low"], row["high"]))
    ends = (edge for rows in bars for row in rows for edge in (row["from"], row["to"]))
    last = _span([_patacas(0, bankroll), *ends])
    rounds = max(found.points[-1] for _, found in named)
    most = max(row["percent"] for rows in bars for row in rows)
    height = 300 if len(named) == 1 else 180
    panels = []
    for (title, found), band, bar in zip(named, bands, bars, strict=True):
        lines = _lines(found, bankroll, rounds, say)
        fan = _fan(band, lines, bankroll, say, rounds=rounds, money=money).properties(width=480, height=height)
        end = _histogram(bar, bankroll, say, money=last, most=most).properties(width=320, height=height)
        heading = alt.TitleParams(_wrapped(title), subtitle=_subtitle(found, say))
        panels.append(alt.hconcat(fan, end, spacing=48).properties(title=heading))
    return alt.vconcat(*panels, spacing=36).properties(padding=16).to_dict()


def _fan(
    bands: list[BandPoint],
    lines: list[LinePoint],
    bankroll: int | None,
    say: Translator,
    *,
    rounds: int,
    money: list[float],
) -> alt.LayerChart:
    """Two bands, the median, and what one began with."""
    x = alt.X("round:Q", title=say(ROUNDS), scale=alt.Scale(domain=[0, rounds], nice=False))
    x = x.axis(format=",d", tickCount=min(rounds, TICKS), grid=False)
    title, scale = say(NET if bankroll is None else MONEY), alt.Scale(domain=money, nice=TICKS, zero=False)
    shown = [say(OUTER), say(INNER)]
    fill = alt.Fill("band:N", scale=alt.Scale(domain=shown, range=[LIGHT, MIDDLE])).legend(symbolType="square")
    areas = alt.Chart(alt.InlineData(values=bands)).mark_area()
    areas = areas.encode(x, alt.Y("low:Q", title=title, scale=scale), alt.Y2("high"), fill)
    shown = [say(MEDIAN), _start(bankroll, say)]
    drawn = alt.Chart(alt.InlineData(values=lines)).mark_line()
    drawn = drawn.encode(
        x,
        alt.Y("money:Q", title=title, scale=scale),
        alt.Stroke("line:N", scale=alt.Scale(domain=shown, range=[DARK, GREY])).legend(symbolType="stroke"),
        alt.StrokeDash("line:N", scale=alt.Scale(domain=shown, range=[[1, 0], DASH])),
        alt.StrokeWidth("line:N", scale=alt.Scale(domain=shown, range=[2, 1])),
    )
    return alt.LayerChart(layer=[areas, drawn])


def _histogram(
    bars: list[Bar], bankroll: int | None, say: Translator, *, money: list[float], most: float
) -> alt.LayerChart:
    """How many of the sessions ended with how much, and what one began with."""
    ticks = TICKS if max(map(abs, money)) < 1_000_000 else TICKS // 2
    title, scale = say(LAST_NET if bankroll is None else LAST_MONEY), alt.Scale(domain=money, nice=TICKS, zero=False)
    drawn = alt.Chart(alt.InlineData(values=bars)).mark_rect(fill=BAR, stroke=BAR, strokeWidth=2)
    drawn = drawn.encode(
        alt.X("from:Q", title=title, scale=scale).axis(tickCount=ticks, grid=False),
        alt.X2("to"),
        alt.Y("percent:Q", title=say(SHARE), scale=alt.Scale(domain=[0, most], nice=TICKS)),
        alt.Y2Datum(0),
    )
    start = alt.Chart(alt.InlineData(values=[{"start": _patacas(0, bankroll)}]))
    rule = start.mark_rule(stroke=GREY, strokeDash=DASH).encode(alt.X("start:Q", title=title, scale=scale))
    return alt.LayerChart(layer=[drawn, rule])


def _bands(found: Distribution, bankroll: int | None, say: Translator) -> list[BandPoint]:
    """Both bands at the start and at each point."""
    return [
        {"band": say(band), "round": at, "low": _patacas(nets[low], bankroll), "high": _patacas(nets[high], bankroll)}
        for band, low, high in ((OUTER, 0, 4), (INNER, 1, 3))
        for at, nets in zip((0, *found.points), ((0.0,) * 5, *found.fan), strict=True)
    ]


def _lines(found: Distribution, bankroll: int | None, rounds: int, say: Translator) -> list[LinePoint]:
    """The median at the start and at each point, and the rule at what one began with."""
    medians = zip((0, *found.points), (0.0, *(nets[2] for nets in found.fan)), strict=True)
    return [
        {"line": name, "round": at, "money": _patacas(net, bankroll)}
        for name, points in ((say(MEDIAN), medians), (_start(bankroll, say), ((0, 0.0), (rounds, 0.0))))
        for at, net in points
    ]


def _bars(found: Distribution, bankroll: int | None) -> list[Bar]:
    """The bars that hold any session."""
    return [
        {"from": _patacas(low, bankroll), "to": _patacas(high, bankroll), "percent": count * 100 / found.sessions}
        for low, high, count in found.histogram
        if count
    ]


def _patacas(net: float, bankroll: int | None) -> float:
    """A net result as money; counted in buckets, a lost bankroll might come out just below nothing."""
    return net / AVOS if bankroll is None else max(bankroll + net, 0) / AVOS


def _span(amounts: Iterable[float]) -> list[float]:
    """From the least to the most; never so narrow that an axis has nothing to show."""
    found = list(amounts)
    low, high = min(found), max(found)
    return [low, high] if high - low >= 1 else [low - 1, high + 1]


def _start(bankroll: int | None, say: Translator) -> str:
    """What the dashed rule is."""
    return say(EVEN) if bankroll is None else say(BANKROLL, amount=say.money(bankroll))


def _subtitle(found: Distribution, say: Translator) -> str:
    if not found.rounds:
        return say(WORKED_OUT, rounds=say.count(found.points[-1]))
    counts = {"sessions": found.sessions, "rounds": found.points[-1], "total": found.rounds}
    return say(SUBTITLE, **{name: say.count(count) for name, count in counts.items()})


def _wrapped(title: str) -> list[str]:
    """The title on as many lines as it needs, without letters that cannot be printed."""
    shown = printable(" ".join(title.split()))
    is_wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in shown)
    return textwrap.wrap(shown, TITLE_COLUMNS // 2 if is_wide else TITLE_COLUMNS) or [""]


def _can_draw(letters: Iterable[str]) -> bool:
    """Whether the fonts of this machine have every letter: those they lack are all drawn as the same box."""

    def drawn(letter: str) -> bytes:
        text = f"<text x='9' y='30' font-family='{FONTS}' font-size='24'>{letter}</text>"
        return vl_convert.svg_to_png(f"<svg xmlns='http://www.w3.org/2000/svg' width='48' height='48'>{text}</svg>")

    box = drawn(MISSING)
    return not any(drawn(letter) == box for letter in letters)

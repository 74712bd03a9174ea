"""Pictures: what strategies do to the money over the rounds and where it ends, and the map of the best way to play.

Altair writes the specification and vl-convert draws it without a browser. Bands and bars are computed here and not by Vega: simulated sessions
are already counted into quantiles and buckets, and there are too many of them to be drawn from.
"""

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import altair as alt
import vl_convert

from banca.analysis.best_play.best import BestAnswer
from banca.analysis.simulation.results import BARS, QUANTILES, strategy_title
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.i18n import Translator, printable
from banca.i18n.answer import Money
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


Rows = list[dict[str, Any]]
"""Data of a picture, as Vega-Lite takes it."""


class Panel(NamedTuple):
    """One strategy in a picture. Amounts are net, in avos."""

    title: str
    subtitle: str
    points: tuple[int, ...]
    """The rounds of the fan."""
    fan: tuple[tuple[int, ...], ...]
    """At each point, what 5, 25, 50, 75 and 95 % do not exceed."""
    bars: Sequence[tuple[int, int, float]]
    """From, below, percent of the sessions."""


def results_panel(results: "Results", say: Translator) -> Panel:
    """Return the panel of simulated sessions; a float that is a number of patacas with two decimals gives its avos exactly."""
    start = int(results.session.bankroll.avos) if results.session.bankroll else 0
    points = tuple(row.round for row in results.fan[1:])
    counts = {"sessions": results.sessions, "rounds": points[-1], "total": results.rounds}
    return Panel(
        title=say(results.title),
        subtitle=say(SUBTITLE, **{name: say.count(count) for name, count in counts.items()}),
        points=points,
        fan=tuple(tuple(round(getattr(row, name) * AVOS) - start for name in QUANTILES) for row in results.fan[1:]),
        bars=[
            (round(bar.low * AVOS) - start, round(bar.high * AVOS) - start, bar.sessions * 100 / results.sessions)
            for bar in results.histogram
        ],
    )


def evening_chart(evening: "Evening", kind: str, say: Translator) -> bytes:
    """Draw an evening that was worked out as simulations are drawn."""
    panel = Panel(
        title=say(strategy_title(evening.strategy)),
        subtitle=say(WORKED_OUT, rounds=say.count(evening.fan[-1].round)),
        points=tuple(point.round for point in evening.fan),
        fan=tuple(tuple(quantile.amount for quantile in point.quantiles) for point in evening.fan),
        bars=[(low, high, float(chance) * 100) for low, high, chance in evening.net.bars(BARS, evening.step)],
    )
    return chart([panel], evening.strategy.session.bankroll, kind, say)


def chart_of(simulated: "Sequence[Results]", kind: str, say: Translator) -> bytes:
    """Draw strategies and what they came to, under their titles; a bankroll is shown where all have the same."""
    bankrolls = {results.session.bankroll for results in simulated}
    shared = bankrolls.pop() if len(bankrolls) == 1 else None
    return chart(
        [results_panel(results, say) for results in simulated], int(shared.avos) if shared else None, kind, say
    )


def chart(panels: Sequence[Panel], bankroll: int | None, kind: str, say: Translator) -> bytes:
    """Draw panels one below the other on the same scales, as `svg` or `png`. The bankroll is in avos."""
    check_drawable([panel.title for panel in panels], kind, say)
    return _render(drawing(panels, bankroll, say), kind, say)


def _render(spec: Any, kind: str, say: Translator) -> bytes:
    thousands, decimal = SEPARATORS[say.language]
    locale: Any = {"thousands": thousands, "decimal": decimal, "grouping": [3], "currency": ["", ""]}
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec, config=LOOKS, format_locale=locale, allowed_base_urls=[]).encode()
    return vl_convert.vegalite_to_png(spec, scale=2, config=LOOKS, format_locale=locale, allowed_base_urls=[])


def check_drawable(titles: Iterable[str], kind: str, say: Translator) -> None:
    """Refuse what `chart` cannot draw, before a long run: another kind, or a PNG whose letters no font here has."""
    if kind not in KINDS:
        raise Refusal(BAD_CHART, asked=kind, allowed=KINDS)
    # Titles are somebody's own text, in any script.
    letters = set("".join([*titles, *map(say, WORDS)]))
    if kind == "png" and not _can_draw(letter for letter in letters if letter.isprintable() and not letter.isascii()):
        raise Refusal(CANNOT_WRITE, asked=kind, because=NO_LETTERS)


def drawing(panels: Sequence[Panel], bankroll: int | None, say: Translator) -> Any:  # JSON of Vega-Lite's
    """Return the picture as a Vega-Lite specification."""
    bands = [_bands(panel, bankroll, say) for panel in panels]
    bars = [_bars(panel, bankroll) for panel in panels]
    money = _span(row[end] for rows in bands for row in rows for end in ("low", "high"))
    last = _span([_patacas(0, bankroll), *(row[end] for rows in bars for row in rows for end in ("from", "to"))])
    rounds = max(panel.points[-1] for panel in panels)
    most = max(percent for panel in panels for _, _, percent in panel.bars)
    height = 300 if len(panels) == 1 else 180
    drawn = []
    for panel, band, bar in zip(panels, bands, bars, strict=True):
        lines = _lines(panel, bankroll, rounds, say)
        fan = _fan(band, lines, bankroll, say, rounds=rounds, money=money).properties(width=480, height=height)
        end = _histogram(bar, bankroll, say, money=last, most=most).properties(width=320, height=height)
        heading = alt.TitleParams(_wrapped(panel.title), subtitle=panel.subtitle)
        drawn.append(alt.hconcat(fan, end, spacing=48).properties(title=heading))
    return alt.vconcat(*drawn, spacing=36).properties(padding=16).to_dict()


def _fan(
    bands: Rows,
    lines: Rows,
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


def _histogram(bars: Rows, bankroll: int | None, say: Translator, *, money: list[float], most: float) -> alt.LayerChart:
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


def _bands(panel: Panel, bankroll: int | None, say: Translator) -> Rows:
    """Both bands at the start and at each point."""
    return [
        {"band": say(band), "round": at, "low": _patacas(nets[low], bankroll), "high": _patacas(nets[high], bankroll)}
        for band, low, high in ((OUTER, 0, 4), (INNER, 1, 3))
        for at, nets in zip((0, *panel.points), ((0.0,) * 5, *panel.fan), strict=True)
    ]


def _lines(panel: Panel, bankroll: int | None, rounds: int, say: Translator) -> Rows:
    """The median at the start and at each point, and the rule at what one began with."""
    medians = zip((0, *panel.points), (0.0, *(nets[2] for nets in panel.fan)), strict=True)
    return [
        {"line": name, "round": at, "money": _patacas(net, bankroll)}
        for name, points in ((say(MEDIAN), medians), (_start(bankroll, say), ((0, 0.0), (rounds, 0.0))))
        for at, net in points
    ]


def _bars(panel: Panel, bankroll: int | None) -> Rows:
    """The bars that hold any session."""
    return [
        {"from": _patacas(low, bankroll), "to": _patacas(high, bankroll), "percent": percent}
        for low, high, percent in panel.bars
        if percent
    ]


def _patacas(net: float, bankroll: int | None) -> float:
    """A net result as money; counted in buckets, a lost bankroll might come out just below nothing."""
    return net / AVOS if bankroll is None else max(bankroll + net, 0) / AVOS


def _span(amounts: Iterable[float]) -> list[float]:
    """From the least to the most; never so narrow that an axis has nothing to show."""
    every = list(amounts)
    low, high = min(every), max(every)
    return [low, high] if high - low >= 1 else [low - 1, high + 1]


def _start(bankroll: int | None, say: Translator) -> str:
    """What the dashed rule is."""
    return say(EVEN) if bankroll is None else say(BANKROLL, amount=say.money(bankroll))


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

    # Fonts have no way to be asked: a missing letter is seen by the box that is drawn for it.
    box = drawn(MISSING)
    return not any(drawn(letter) == box for letter in letters)


CHANCE_AND_LOSS = _("chance {chance}; mean loss {loss} patacas")
TITLE = _("What to bet")
WAIT = _("wait")
ROUNDS_LEFT = _("rounds left")
TO_STAKE = _("left to stake, patacas")
LEGEND = _("bet; the number is the stake")
COLOURS = ["#c6dbef", "#fdd0a2", "#c7e9c0", "#dadaeb", "#fde0dd", "#d9d9d9", "#9ecae1", "#fdae6b", "#a1d99b", "#bcbddc"]
"""Light enough for black figures on them."""
SIZE = 22
WIDE = 90


def best_chart(answer: BestAnswer, kind: str, say: Translator) -> bytes:
    """Draw the map of the best way to play: money upwards, what is left to the right, in each field the bet."""
    check_drawable([say(text) for text in (TITLE, WAIT, ROUNDS_LEFT, TO_STAKE, LEGEND)], kind, say)
    return _render(map_drawing(answer, say), kind, say)


def map_drawing(answer: BestAnswer, say: Translator) -> Any:  # JSON of Vega-Lite's
    """The picture as a Vega-Lite specification."""
    shown = answer.map
    columns = [say.money(left.avos) if isinstance(left, Money) else say.count(left) for left in shown.left]
    lines = [say.money(line.money.avos) for line in shown.lines]
    cells = [
        {
            "left": column,
            "money": amount,
            "bet": say(field.name) if field.name else say(WAIT),
            "stake": "" if field.stake is None else say.money(field.stake.avos) + (" +" if field.adds else ""),
        }
        for amount, line in zip(lines, shown.lines, strict=True)
        for column, field in zip(columns, line.fields, strict=True)
    ]
    bets = list(dict.fromkeys(cell["bet"] for cell in cells))
    title = {"rounds": say(ROUNDS_LEFT), "stakes": say(TO_STAKE)}.get(shown.counts)
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        alt.X("left:N", sort=columns, title=title).axis(
            labels=title is not None, ticks=False, labelAngle=0, grid=False
        ),
        alt.Y("money:N", sort=lines, title=say(MONEY)).axis(ticks=False, grid=False),
    )
    colours = (COLOURS * (len(bets) // len(COLOURS) + 1))[: len(bets)]
    fill = alt.Fill("bet:N", scale=alt.Scale(domain=bets, range=colours)).legend(title=say(LEGEND), symbolType="square")
    figures = {
        "chance": say.decimal(answer.chance.value, min(answer.chance.digits, 6)),
        "loss": say.decimal(answer.loss.value, min(answer.loss.digits, 4)),
    }
    heading = alt.TitleParams(say(TITLE), subtitle=say(CHANCE_AND_LOSS, **figures))
    layers = [base.mark_rect(stroke="white").encode(fill), base.mark_text(fontSize=11).encode(alt.Text("stake:N"))]
    drawn = alt.LayerChart(layer=layers, title=heading, width=WIDE * len(columns), height=SIZE * len(lines))
    return drawn.properties(padding=16).to_dict()

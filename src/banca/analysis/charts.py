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
from banca.analysis.sessions.session import EveningAnswer
from banca.analysis.simulation.results import QUANTILES
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.i18n import Translator, printable
from banca.i18n.answer import Money
from banca.rules import Refusal, _
from banca.rules.money import AVOS
from banca.rules.text import SEPARATORS

if TYPE_CHECKING:
    from banca.analysis.simulation.results import Results, SimulationAnswer

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
    """One strategy in a picture. Amounts are in patacas: money, or net results where strategies begin with different money."""

    title: str
    subtitle: str
    fan: Sequence[tuple[int, Sequence[float]]]
    """Rounds, from 0 on, with what 5, 25, 50, 75 and 95 % do not exceed."""
    bars: Sequence[tuple[float, float, float]]
    """From, below, percent of the sessions."""


def make_panel(shown: "Results | EveningAnswer", bankroll: int | None, say: Translator) -> Panel:
    """Return the panel of simulated sessions, or of sessions that were worked out; as money where there is a bankroll, in avos."""
    start = int(shown.session.bankroll.avos) if shown.session.bankroll else 0
    counts = {"rounds": shown.fan[-1].round}
    if isinstance(shown, EveningAnswer):
        title, subtitle = shown.strategy, WORKED_OUT
        bars = [(bar.low, bar.high, bar.chance * 100) for bar in shown.histogram]
    else:
        title, subtitle = shown.title, SUBTITLE
        bars = [(bar.low, bar.high, bar.sessions * 100 / shown.sessions) for bar in shown.histogram]
        counts |= {"sessions": shown.sessions, "total": shown.rounds}

    def amount(patacas: float) -> float:
        net = (
            round(patacas * AVOS) - start
        )  # a float that is a number of patacas with two decimals gives its avos exactly
        # Counted in buckets, a lost bankroll might come out just below nothing.
        return net / AVOS if bankroll is None else max(bankroll + net, 0) / AVOS

    return Panel(
        title=say(title),
        subtitle=say(subtitle, **{name: say.count(count) for name, count in counts.items()}),
        fan=[(row.round, [amount(getattr(row, name)) for name in QUANTILES]) for row in shown.fan],
        bars=[(amount(low), amount(high), percent) for low, high, percent in bars if percent],
    )


def draw(answer: "SimulationAnswer | EveningAnswer | BestAnswer", kind: str, say: Translator) -> bytes:
    """Draw what a run came to, or the map of the best way to play, as `svg` or `png`."""
    if isinstance(answer, BestAnswer):
        check_drawable([say(text) for text in (TITLE, WAIT, ROUNDS_LEFT, TO_STAKE, LEGEND)], kind, say)
        return _render(map_drawing(answer, say), kind, say)
    strategies = (answer,) if isinstance(answer, EveningAnswer) else answer.strategies
    bankrolls = {shown.session.bankroll for shown in strategies}
    shared = bankrolls.pop() if len(bankrolls) == 1 else None
    bankroll = int(shared.avos) if shared else None
    return draw_panels([make_panel(shown, bankroll, say) for shown in strategies], bankroll, kind, say)


def draw_panels(panels: Sequence[Panel], bankroll: int | None, kind: str, say: Translator) -> bytes:
    """Draw panels one below the other on the same scales. The bankroll that all share is in avos."""
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
    start = 0 if bankroll is None else bankroll / AVOS
    rounds = max(panel.fan[-1][0] for panel in panels)
    money = _span(amount for panel in panels for _, amounts in panel.fan for amount in amounts)
    last = _span([start, *(end for panel in panels for bar in panel.bars for end in bar[:2])])
    most = max(percent for panel in panels for _, _, percent in panel.bars)
    height = 300 if len(panels) == 1 else 180
    titles = [say(text) for text in ((NET, LAST_NET) if bankroll is None else (MONEY, LAST_MONEY))]
    beginning = say(EVEN) if bankroll is None else say(BANKROLL, amount=say.money(bankroll))
    drawn = []
    for panel in panels:
        fan = _fan(panel, (start, beginning), titles[0], say, rounds=rounds, money=money)
        end = _histogram(panel, start, titles[1], say, money=last, most=most)
        sides = fan.properties(width=480, height=height), end.properties(width=320, height=height)
        heading = alt.TitleParams(_wrapped(panel.title), subtitle=panel.subtitle)
        drawn.append(alt.hconcat(*sides, spacing=48).properties(title=heading))
    return alt.vconcat(*drawn, spacing=36).properties(padding=16).to_dict()


def _fan(
    panel: Panel, start: tuple[float, str], title: str, say: Translator, *, rounds: int, money: list[float]
) -> alt.LayerChart:
    """Two bands, the median, and what one began with."""
    x = alt.X("round:Q", title=say(ROUNDS), scale=alt.Scale(domain=[0, rounds], nice=False))
    x = x.axis(format=",d", tickCount=min(rounds, TICKS), grid=False)
    scale = alt.Scale(domain=money, nice=TICKS, zero=False)
    bands: Rows = [
        {"band": say(band), "round": at, "low": amounts[low], "high": amounts[high]}
        for band, low, high in ((OUTER, 0, 4), (INNER, 1, 3))
        for at, amounts in panel.fan
    ]
    fill = alt.Fill("band:N", scale=alt.Scale(domain=[say(OUTER), say(INNER)], range=[LIGHT, MIDDLE]))
    areas = alt.Chart(alt.InlineData(values=bands)).mark_area()
    areas = areas.encode(x, alt.Y("low:Q", title=title, scale=scale), alt.Y2("high"), fill.legend(symbolType="square"))
    began, beginning = start
    lines: Rows = [{"line": say(MEDIAN), "round": at, "money": amounts[2]} for at, amounts in panel.fan]
    lines += [{"line": beginning, "round": at, "money": began} for at in (0, rounds)]

    def look(*values: Any) -> alt.Scale:
        return alt.Scale(domain=[say(MEDIAN), beginning], range=list(values))

    drawn = alt.Chart(alt.InlineData(values=lines)).mark_line()
    drawn = drawn.encode(
        x,
        alt.Y("money:Q", title=title, scale=scale),
        alt.Stroke("line:N", scale=look(DARK, GREY)).legend(symbolType="stroke"),
        alt.StrokeDash("line:N", scale=look([1, 0], DASH)),
        alt.StrokeWidth("line:N", scale=look(2, 1)),
    )
    return alt.LayerChart(layer=[areas, drawn])


def _histogram(
    panel: Panel, start: float, title: str, say: Translator, *, money: list[float], most: float
) -> alt.LayerChart:
    """How many of the sessions ended with how much, and what one began with."""
    ticks = TICKS if max(map(abs, money)) < 1_000_000 else TICKS // 2
    scale = alt.Scale(domain=money, nice=TICKS, zero=False)
    bars: Rows = [{"from": low, "to": high, "percent": percent} for low, high, percent in panel.bars]
    drawn = alt.Chart(alt.InlineData(values=bars)).mark_rect(fill=BAR, stroke=BAR, strokeWidth=2)
    drawn = drawn.encode(
        alt.X("from:Q", title=title, scale=scale).axis(tickCount=ticks, grid=False),
        alt.X2("to"),
        alt.Y("percent:Q", title=say(SHARE), scale=alt.Scale(domain=[0, most], nice=TICKS)),
        alt.Y2Datum(0),
    )
    rule = alt.Chart(alt.InlineData(values=[{"start": start}])).mark_rule(stroke=GREY, strokeDash=DASH)
    rule = rule.encode(alt.X("start:Q", title=title, scale=scale))
    return alt.LayerChart(layer=[drawn, rule])


def _span(amounts: Iterable[float]) -> list[float]:
    """From the least to the most; never so narrow that an axis has nothing to show."""
    every = list(amounts)
    low, high = min(every), max(every)
    return [low, high] if high - low >= 1 else [low - 1, high + 1]


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

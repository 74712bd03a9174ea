"""The map of the best way to play as a picture: money upwards, what is left to the right, in each field the bet."""

from typing import Any

import altair as alt
import vl_convert

from banca.answers.best import BestAnswer
from banca.answers.best_map import MapField
from banca.answers.chart import LOOKS, MONEY, check_drawable
from banca.i18n import Translator
from banca.i18n.answer import Money
from banca.rules import _
from banca.rules.text import SEPARATORS

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
    """The map, as `svg` or `png`."""
    check_drawable([say(text) for text in (TITLE, WAIT, ROUNDS_LEFT, TO_STAKE, LEGEND)], kind, say)
    spec = map_drawing(answer, say)
    thousands, decimal = SEPARATORS[say.language]
    locale: Any = {"thousands": thousands, "decimal": decimal, "grouping": [3], "currency": ["", ""]}
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec, config=LOOKS, format_locale=locale, allowed_base_urls=[]).encode()
    return vl_convert.vegalite_to_png(spec, scale=2, config=LOOKS, format_locale=locale, allowed_base_urls=[])


def map_drawing(answer: BestAnswer, say: Translator) -> Any:  # JSON of Vega-Lite's
    """The picture as a Vega-Lite specification."""
    shown = answer.map
    columns = [say.money(left.avos) if isinstance(left, Money) else say.count(left) for left in shown.left]
    lines = [say.money(line.money.avos) for line in shown.lines]
    cells = [
        {
            "left": column,
            "money": amount,
            "bet": say(one.name) if one.name else say(WAIT),
            "stake": _stake(one, say),
        }
        for amount, line in zip(lines, shown.lines, strict=True)
        for column, one in zip(columns, line.fields, strict=True)
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


def _stake(one: MapField, say: Translator) -> str:
    return "" if one.stake is None else say.money(one.stake.avos) + (" +" if one.adds else "")

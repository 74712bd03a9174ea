"""Charts say what the results say, in the reader's language, and stand alone."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import vl_convert
from msgspec.structs import replace

from banca.analysis import charts as module
from banca.analysis.charts import Panel, check_drawable, draw_panels, drawing, make_panel
from banca.analysis.simulation import Play, Session, Strategy, simulate
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal

pytestmark = pytest.mark.compiled

ENGLISH, CHINESE = translator(Language.EN), translator(Language.ZH)


def some(
    title: str = "One",
    fan: tuple[tuple[int, tuple[float, ...]], ...] = (
        (0, (100,) * 5),
        (50, (80, 90, 99, 109, 121)),
        (100, (60, 80, 97, 115, 140)),
    ),
    bars: tuple[tuple[float, float, float], ...] = ((50, 90, 75), (130, 170, 25)),
) -> Panel:
    return Panel(title=title, subtitle="", fan=fan, bars=bars)


def rows(spec: dict[str, Any], panel: int, layer: int) -> list[dict[str, Any]]:
    data = spec["vconcat"][0]["hconcat"][panel]["layer"][layer]["data"]
    values: list[dict[str, Any]] = spec["datasets"][data["name"]] if "name" in data else data["values"]
    return values


def texts(svg: bytes) -> list[str]:
    """Every line of text, in the order drawn."""
    return [line for line in ET.fromstring(svg).itertext() if line]  # noqa: S314 - our own


def test_the_fan_begins_with_the_bankroll_and_the_histogram_holds_every_session_in_patacas() -> None:
    spec = drawing([some("One")], 10_000, ENGLISH)
    assert [(row["band"], row["round"], row["low"], row["high"]) for row in rows(spec, 0, 0)] == [
        (module.OUTER, 0, 100, 100),
        (module.OUTER, 50, 80, 121),
        (module.OUTER, 100, 60, 140),
        (module.INNER, 0, 100, 100),
        (module.INNER, 50, 90, 109),
        (module.INNER, 100, 80, 115),
    ]
    bankroll = "bankroll: 100 patacas"
    assert [(row["line"], row["round"], row["money"]) for row in rows(spec, 0, 1)] == [
        (module.MEDIAN, 0, 100),
        (module.MEDIAN, 50, 99),
        (module.MEDIAN, 100, 97),
        (bankroll, 0, 100),
        (bankroll, 100, 100),
    ]
    assert rows(spec, 1, 0) == [{"from": 50, "to": 90, "percent": 75}, {"from": 130, "to": 170, "percent": 25}]
    assert rows(spec, 1, 1) == [{"start": 100}]


def test_without_a_bankroll_it_is_the_net_result() -> None:
    net = some("a\n\x1b[31m\tb\x00", ((0, (0,) * 5), (50, (-20, -10, -1, 9, 21))), ((-50, -10, 75), (30, 70, 25)))
    spec = drawing([net], None, ENGLISH)
    assert [row["money"] for row in rows(spec, 0, 1)] == [0, -1, 0, 0]
    assert rows(spec, 1, 0)[0] == {"from": -50, "to": -10, "percent": 75}
    shown = texts(draw_panels([net], None, "svg", ENGLISH))
    assert {module.NET, module.LAST_NET, module.EVEN, "−40"} <= set(shown)
    assert "a ?[31m b?" in shown  # letters that cannot be printed are not


def test_a_panel_holds_every_session_and_a_lost_bankroll_is_nothing_and_not_less() -> None:
    """Results come in buckets, and the middle of the lowest may lie beyond the bankroll."""
    strategy = Strategy(game="wheel", plays=(Play(bet="symbol:6", stake=500),), session=Session(bankroll=10_000))
    played = simulate(strategy, sessions=50, seed=1)
    bars = (replace(played.histogram[0], low=-0.5, high=1.0, sessions=40), replace(played.histogram[0], sessions=0))
    lost = replace(played, histogram=bars)
    assert make_panel(lost, 10_000, ENGLISH).bars == [(0, 1, 80)]
    fan = make_panel(lost, None, ENGLISH).fan
    assert fan[0] == (0, [0] * 5)
    assert fan[-1][1][0] == -100


def test_the_picture_is_text_in_a_file_that_stands_alone() -> None:
    title = "Labouchère on the field & hard six, taken down on a <come-out>"
    fan = ((0, (1_234_567.5,) * 5), (100, (1_234_500, 1_234_550, 1_234_567, 1_234_580, 1_234_600)))
    panel = some(title, fan, ((1_234_500, 1_234_600, 100),))
    svg = draw_panels([panel], 123_456_750, "svg", ENGLISH)
    assert {title, "bankroll: 1,234,567.50 patacas"} <= set(texts(svg))
    assert not re.search(r"url\(|href=|@import|<image|<script", svg.decode())
    assert svg == draw_panels([panel], 123_456_750, "svg", ENGLISH)
    assert draw_panels([panel], 123_456_750, "png", ENGLISH).startswith(b"\x89PNG\r\n\x1a\n")


def test_a_png_without_the_letters_and_another_kind_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vl_convert, "svg_to_png", lambda _svg: b"a box")
    with pytest.raises(Refusal) as caught:
        draw_panels([some("三點")], None, "png", ENGLISH)
    assert (caught.value.code, caught.value.about["because"]) == (CANNOT_WRITE, module.NO_LETTERS)
    with pytest.raises(Refusal):
        check_drawable([], "png", CHINESE)
    assert "三點" in texts(draw_panels([some("三點")], None, "svg", ENGLISH))
    check_drawable(["Only English"], "png", ENGLISH)
    with pytest.raises(Refusal) as caught:
        draw_panels([some("One")], None, "pdf", ENGLISH)
    assert (caught.value.code, caught.value.about["allowed"]) == (BAD_CHART, ("svg", "png"))

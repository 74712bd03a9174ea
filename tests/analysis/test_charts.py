"""Charts say what the results say, in the reader's language, and stand alone."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import vl_convert

from banca.analysis import charts as module
from banca.analysis.charts import Panel, chart, check_drawable, drawing
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.i18n import translator
from banca.law import Language
from banca.rules import Refusal

pytestmark = pytest.mark.compiled

ENGLISH, CHINESE = translator(Language.EN), translator(Language.ZH)


def some(
    title: str = "One",
    points: tuple[int, ...] = (50, 100),
    fan: tuple[tuple[int, ...], ...] = ((-2000, -1000, -100, 900, 2100), (-4000, -2000, -300, 1500, 4000)),
    histogram: tuple[tuple[int, int, int], ...] = ((-5000, -1000, 30), (-1000, 3000, 0), (3000, 7000, 10)),
) -> Panel:
    sessions = sum(count for _, _, count in histogram)
    bars = [(low, high, count * 100 / sessions) for low, high, count in histogram]
    return Panel(title=title, subtitle="", points=points, fan=fan, bars=bars)


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
    spec = drawing([some("One")], None, ENGLISH)
    assert [row["money"] for row in rows(spec, 0, 1)] == [0, -1, -3, 0, 0]
    assert rows(spec, 1, 0)[0] == {"from": -50, "to": -10, "percent": 75}
    shown = texts(chart([some("a\n\x1b[31m\tb\x00")], None, "svg", ENGLISH))
    assert {module.NET, module.LAST_NET, module.EVEN, "−40"} <= set(shown)
    assert "a ?[31m b?" in shown  # letters that cannot be printed are not


def test_a_lost_bankroll_is_nothing_and_not_less() -> None:
    """Results come in buckets, and the middle of the lowest may lie beyond the bankroll."""
    lost = some("Lost", points=(1,), fan=((-10_050,) * 5,), histogram=((-10_050, -9_900, 7),))
    spec = drawing([lost], 10_000, ENGLISH)
    assert rows(spec, 1, 0) == [{"from": 0, "to": 1, "percent": 100}]


def test_the_picture_is_text_in_a_file_that_stands_alone() -> None:
    title = "Labouchère on the field & hard six, taken down on a <come-out>"
    svg = chart([some(title)], 123_456_750, "svg", ENGLISH)
    assert {title, "bankroll: 1,234,567.50 patacas"} <= set(texts(svg))
    assert not re.search(r"url\(|href=|@import|<image|<script", svg.decode())
    assert svg == chart([some(title)], 123_456_750, "svg", ENGLISH)
    assert chart([some(title)], 123_456_750, "png", ENGLISH).startswith(b"\x89PNG\r\n\x1a\n")


def test_a_png_without_the_letters_and_another_kind_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vl_convert, "svg_to_png", lambda _svg: b"a box")
    with pytest.raises(Refusal) as caught:
        chart([some("三點")], None, "png", ENGLISH)
    assert (caught.value.code, caught.value.about["because"]) == (CANNOT_WRITE, module.NO_LETTERS)
    with pytest.raises(Refusal):
        check_drawable([], "png", CHINESE)
    assert "三點" in texts(chart([some("三點")], None, "svg", ENGLISH))
    check_drawable(["Only English"], "png", ENGLISH)
    with pytest.raises(Refusal) as caught:
        chart([some("One")], None, "pdf", ENGLISH)
    assert (caught.value.code, caught.value.about["allowed"]) == (BAD_CHART, ("svg", "png"))

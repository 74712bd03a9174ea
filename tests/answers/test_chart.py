"""Charts say what the results say, in the reader's language, and stand alone."""

import re
import struct
import subprocess
import sys
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import vl_convert

from banca.answers import chart as module
from banca.answers.chart import chart, check_drawable, drawing
from banca.files import BAD_CHART, CANNOT_WRITE
from banca.law import Language
from banca.rulebook import Refusal
from banca.simulation.results import Mean, Results, Share
from banca.words import Speech, speech

pytestmark = pytest.mark.compiled

ENGLISH = speech(Language.EN)
CHINESE_WORDS = {
    module.ROUNDS: "局數",
    module.MONEY: "資金（澳門元）",
    module.LAST_MONEY: "最終資金（澳門元）",
    module.SHARE: "場次（%）",
    module.OUTER: "5% 至 95%：一百場中有九十場在此範圍內",
    module.INNER: "25% 至 75%：半數場次在此範圍內",
    module.MEDIAN: "中位數：半數場次較高，半數較低",
    module.BANKROLL: "本金：{amount} 澳門元",
    module.SUBTITLE: "場次：{sessions}；每場最多局數：{rounds}；總局數：{total}",
}
LONG_TITLE = "Labouchère on the field & hard six while a point stands, taken down on a <come-out>"[:80]


class InWords(Speech):
    """A language before its translators have come: these words, English for the rest."""

    def __init__(self, spoken: Language, words: dict[Any, str]) -> None:
        super().__init__(Language.EN)
        self.language = spoken
        self.words = words

    def __call__(self, english: str, **about: object) -> str:
        return self.words.get(english, english).format(**about) if about else self.words.get(english, english)


CHINESE = InWords(Language.ZH, CHINESE_WORDS)


def some(
    points: tuple[int, ...] = (50, 100),
    fan: tuple[tuple[int, ...], ...] = ((-2000, -1000, -100, 900, 2100), (-4000, -2000, -300, 1500, 4000)),
    histogram: tuple[tuple[int, int, int], ...] = ((-5000, -1000, 30), (-1000, 3000, 0), (3000, 7000, 10)),
) -> Results:
    sessions = sum(count for _, _, count in histogram)
    mean, share = Mean(0.0, 0.0, Fraction(0)), Share(0.0, 0.0)
    return Results(
        sessions=sessions,
        rounds=sessions * points[-1],
        staked=0,
        net=0,
        per_round=mean,
        per_session=mean,
        per_staked=mean,
        edge=None,
        z=0.0,
        deviation=0.0,
        ahead=share,
        ended={},
        points=points,
        fan=fan,
        histogram=histogram,
        longest=0,
        longest_mean=0.0,
        lasted=(),
    )


def rows(spec: dict[str, Any], strategy: int, panel: int, layer: int) -> list[dict[str, Any]]:
    data = spec["vconcat"][strategy]["hconcat"][panel]["layer"][layer]["data"]
    found: list[dict[str, Any]] = spec["datasets"][data["name"]] if "name" in data else data["values"]
    return found


def domain(spec: dict[str, Any], strategy: int, panel: int, axis: str) -> list[float]:
    encoding = spec["vconcat"][strategy]["hconcat"][panel]["layer"][0]["encoding"]
    found: list[float] = encoding[axis]["scale"]["domain"]
    return found


def texts(svg: bytes) -> list[str]:
    """Every line of text, in the order drawn."""
    return [line for line in ET.fromstring(svg).itertext() if line]  # noqa: S314 - our own


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    found: dict[str, Any] = drawing([("One", some())], 10_000, ENGLISH)
    return found


def test_the_fan_begins_with_the_bankroll_and_holds_the_results_in_patacas(spec: dict[str, Any]) -> None:
    bands = [(row["band"], row["round"], row["low"], row["high"]) for row in rows(spec, 0, 0, 0)]
    assert bands == [
        (module.OUTER, 0, 100, 100),
        (module.OUTER, 50, 80, 121),
        (module.OUTER, 100, 60, 140),
        (module.INNER, 0, 100, 100),
        (module.INNER, 50, 90, 109),
        (module.INNER, 100, 80, 115),
    ]
    lines = [(row["line"], row["round"], row["money"]) for row in rows(spec, 0, 0, 1)]
    rule = "bankroll: 100 patacas"
    assert lines == [
        (module.MEDIAN, 0, 100),
        (module.MEDIAN, 50, 99),
        (module.MEDIAN, 100, 97),
        (rule, 0, 100),
        (rule, 100, 100),
    ]


def test_the_histogram_holds_every_session(spec: dict[str, Any]) -> None:
    assert rows(spec, 0, 1, 0) == [
        {"from": 50, "to": 90, "percent": 75},
        {"from": 130, "to": 170, "percent": 25},
    ]
    assert rows(spec, 0, 1, 1) == [{"start": 100}]


def test_without_a_bankroll_it_is_the_net_result() -> None:
    spec = drawing([("One", some())], None, ENGLISH)
    assert [row["money"] for row in rows(spec, 0, 0, 1)] == [0, -1, -3, 0, 0]
    assert rows(spec, 0, 1, 0)[0] == {"from": -50, "to": -10, "percent": 75}
    said = texts(chart([("One", some())], None, "svg", ENGLISH))
    assert {module.NET, module.LAST_NET, module.EVEN, "−40"} <= set(said)


def test_a_lost_bankroll_is_nothing_and_not_less() -> None:
    """Results come in buckets, and the middle of the lowest may lie beyond the bankroll."""
    lost = some(points=(1,), fan=((-10_050,) * 5,), histogram=((-10_050, -9_900, 7),))
    spec = drawing([("Lost", lost)], 10_000, ENGLISH)
    assert domain(spec, 0, 0, "y") == [0, 100]
    assert rows(spec, 0, 1, 0) == [{"from": 0, "to": 1, "percent": 100}]


def test_several_strategies_have_the_same_scales() -> None:
    wide = some(points=(300,), fan=((-9_000, -500, 0, 500, 9_000),), histogram=((-9_000, 20_000, 40),))
    spec = drawing([("Narrow", some()), ("Wide", wide)], 10_000, ENGLISH)
    assert [panel["title"]["text"] for panel in spec["vconcat"]] == [["Narrow"], ["Wide"]]
    assert [domain(spec, one, 0, "x") for one in (0, 1)] == [[0, 300]] * 2
    assert [domain(spec, one, 0, "y") for one in (0, 1)] == [[10, 190]] * 2
    assert [domain(spec, one, 1, "x") for one in (0, 1)] == [[10, 300]] * 2
    assert [domain(spec, one, 1, "y") for one in (0, 1)] == [[0, 100]] * 2
    said = texts(chart([("Narrow", some()), ("Wide", wide)], 10_000, "svg", ENGLISH))
    assert (said.count(module.MEDIAN), said.count(module.ROUNDS)) == (1, 2)


def test_the_picture_is_text_in_a_file_that_stands_alone() -> None:
    svg = chart([(LONG_TITLE, some())], 123_456_750, "svg", ENGLISH)
    words = {module.ROUNDS, module.MONEY, module.LAST_MONEY, module.SHARE, module.OUTER, module.INNER, module.MEDIAN}
    assert words | {LONG_TITLE, "bankroll: 1,234,567.50 patacas"} <= set(texts(svg))
    assert "sessions: 40; most rounds in a session: 100; total rounds: 4,000" in texts(svg)
    assert not re.search(r"url\(|href=|@import|<image|<script", svg.decode())
    assert svg == chart([(LONG_TITLE, some())], 123_456_750, "svg", ENGLISH)


def test_in_chinese() -> None:
    said = texts(chart([("三點" * 40, some())], 100_050, "svg", CHINESE))
    assert {CHINESE_WORDS[one] for one in (module.ROUNDS, module.MONEY, module.LAST_MONEY, module.MEDIAN)} <= set(said)
    assert {"本金：1,000.50 澳門元", "三點" * 22, "三點" * 18} <= set(said)
    assert not [one for one in said if re.search("[a-z]", one)]


def test_portuguese_has_its_own_separators() -> None:
    said = texts(chart([("Um", some())], 123_456_750, "svg", InWords(Language.PT, {})))
    assert "bankroll: 1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567,50 patacas" in said
    assert any(re.fullmatch(r"1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}\d{3}", one) for one in said)


def test_letters_that_cannot_be_printed_are_not() -> None:
    assert {"a ?[31m b?"} <= set(texts(chart([("a\n\x1b[31m\tb\x00", some())], None, "svg", ENGLISH)))


NOTHING = some(points=(1,), fan=((0,) * 5,), histogram=((0, 1, 1), (1, 2, 0)))
MUCH = 10**10
HUGE = some(
    fan=((-9 * MUCH, -3 * MUCH, 0, 5 * MUCH, 20 * MUCH), (-10 * MUCH, -4 * MUCH, 0, 5 * MUCH, 100 * MUCH)),
    histogram=((-10 * MUCH, 0, 9), (0, 100 * MUCH, 1)),
)


@pytest.mark.parametrize("bankroll", [None, 10**11])
@pytest.mark.parametrize(("found", "kind"), [(NOTHING, "svg"), (HUGE, "png")], ids=["nothing", "huge"])
def test_the_smallest_and_the_largest_are_drawn(found: Results, bankroll: int | None, kind: str) -> None:
    assert chart([("", found)], bankroll, kind, ENGLISH)


def test_one_round_is_marked_0_and_1() -> None:
    said = texts(chart([("Once", NOTHING)], None, "svg", ENGLISH))
    at = said.index(module.ROUNDS)
    assert said[at - 2 : at] == ["0", "1"]


def test_a_png_has_twice_the_size_of_the_svg() -> None:
    png = chart([(LONG_TITLE, some())], None, "png", ENGLISH)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    svg = ET.fromstring(chart([(LONG_TITLE, some())], None, "svg", ENGLISH))  # noqa: S314 - our own
    assert struct.unpack(">II", png[16:24]) == (2 * int(svg.attrib["width"]), 2 * int(svg.attrib["height"]))
    assert 800 < int(svg.attrib["width"]) < 1100


def test_a_png_without_the_letters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vl_convert, "svg_to_png", lambda _svg: b"a box")
    with pytest.raises(Refusal) as caught:
        chart([("三點", some())], None, "png", ENGLISH)
    with pytest.raises(Refusal):
        check_drawable([], "png", CHINESE)
    assert (caught.value.code, caught.value.about["because"]) == (CANNOT_WRITE, module.NO_LETTERS)
    assert "三點" in texts(chart([("三點", some())], None, "svg", ENGLISH))
    check_drawable(["Only English"], "png", ENGLISH)


def test_only_svg_and_png() -> None:
    with pytest.raises(Refusal) as caught:
        chart([("One", some())], None, "pdf", ENGLISH)
    assert (caught.value.code, caught.value.about["allowed"]) == (BAD_CHART, ("svg", "png"))


def test_reports_do_not_load_what_draws() -> None:
    code = "import sys, banca.answers, banca.cli; sys.exit('altair' in sys.modules or 'vl_convert' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

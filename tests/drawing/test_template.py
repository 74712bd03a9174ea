"""A felt that is written as a drawing: its regions, words, boxes and what is drawn for each bet of a family."""

from xml.etree.ElementTree import Element, fromstring

import pytest

from banca.drawing import template
from banca.drawing.felt import Felt, Form
from banca.drawing.svg import circle
from banca.games import rulebook
from banca.i18n import translator
from support.layouts import regions, words

FELT = """
<felt>
  <wide height="300">
    <label bet="symbol:1" box="0 0 200 20" size="16" class="pays">{family}, {many}</label>
    <region bet="symbol:1" chips="90,40" chips_on="4:10,20 5:30,20" at="50,50">
      <rect x="0" y="20" width="100" height="60" class="cell"/>
      <g><label box="4 24 60 20" size="16" class="label">{name}</label></g>
      <disc at="80,70"/>
    </region>
    <region bet="symbol:99" chips="1,1"/>
    <boxes caption="20"><row bets="symbol:2 symbol:3" box="0 120 400 60" gap="4"/></boxes>
    <each bets="symbol:4 symbol:5" box="0 200 300 100" gap="100">
      <region bet="symbol:{selection}" chips="90,40"><text x="50" y="60" class="number">{selection}</text></region>
    </each>
  </wide>
</felt>
"""


@pytest.fixture
def felt(monkeypatch: pytest.MonkeyPatch) -> Felt:
    monkeypatch.setattr(template, "_forms", lambda _package: fromstring(FELT))  # noqa: S314 - written above
    drawn = Felt(rulebook("wheel").under(), translator(), 400, Form.WIDE)
    height = template.Template(
        package="",
        words={"many": lambda felt, _bet: str(len(felt.rules.bets))},
        pictures={"disc": lambda _felt, bet, about: [circle(*template.point_of(about["at"]), int(bet.selection))]},
    ).draw(drawn)
    assert height == 300
    return drawn


def all_of(felt: Felt) -> Element:
    drawn = Element("svg")
    drawn.extend(felt.drawn)
    return drawn


def test_a_region_has_its_shapes_its_words_and_the_games_own_pictures(felt: Felt) -> None:
    region = regions(all_of(felt))["symbol:1"]
    assert region.attrib["data-chips"] == "90,40"
    assert region.attrib["data-chips-on"] == "4:10,20 5:30,20"
    assert region.attrib["data-at"] == "50,50"
    assert felt.name("symbol:1") in words(region)
    disc = next(region.iter("circle"))
    assert (disc.attrib["cx"], disc.attrib["cy"], disc.attrib["r"]) == ("80", "70", "1")
    assert words(felt.drawn[0]).endswith(", 7")


def test_what_the_rules_do_not_have_is_left_out_and_the_rest_has_a_place(felt: Felt) -> None:
    assert felt.placed == {f"symbol:{number}" for number in range(1, 6)}


def test_what_is_drawn_for_each_bet_lies_in_its_cell(felt: Felt) -> None:
    own = regions(all_of(felt))
    assert [own[f"symbol:{number}"].attrib["data-chips"] for number in (4, 5)] == ["90,240", "290,240"]
    texts = [next(own[f"symbol:{number}"].iter("text")) for number in (4, 5)]
    assert [(text.attrib["x"], text.attrib["y"], text.text) for text in texts] == [
        ("50", "260", "4"),
        ("250", "260", "5"),
    ]

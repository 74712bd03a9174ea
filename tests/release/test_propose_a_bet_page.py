"""craps 7.1: what docs/propose-a-bet.md says of the language is so."""

import re

import pytest

from banca.games import of_chance, rulebook
from banca.proposals import examples, read_proposal
from paths import ROOT

PAGE = (ROOT / "docs" / "propose-a-bet.md").read_text("utf-8")
SAID = 'say(en = "x", pt = "x", zh = "x")'
CONDITIONS = "hit = lambda o: o.total == 6\nends = lambda o: o.total == 7\n"


def part(title: str) -> str:
    """One section of the page."""
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_whole_file_it_shows_is_a_proposal() -> None:
    shown = re.findall(r"```starlark\n(.*?)```", PAGE, re.DOTALL)[0]
    assert [one.bet.key for one in read_proposal(shown).bets] == ["field_goal"]


HELPERS = re.findall(r"^\| `(.+?)` \|", part("Helpers"), re.MULTILINE)


@pytest.mark.parametrize("helper", HELPERS)
def test_each_helper_works_as_shown(helper: str) -> None:
    game = "fish_prawn_crab" if helper.startswith(("figures", "colours")) else "craps"
    words = f'id = "it", name = {SAID}, description = {SAID}'
    source = f'proposal(game = "{game}", title = {SAID})\n{CONDITIONS}bet({words}, **{helper})\n'
    assert read_proposal(source).keys == ("it",)


def test_every_helper_is_told() -> None:
    prelude = (ROOT / "src/banca/proposals/prelude.star").read_text("utf-8")
    shapes = prelude.split("# Shapes that people propose", 1)[1]
    assert {helper.partition("(")[0] for helper in HELPERS} == set(re.findall(r"^def ([a-z]\w*)", shapes, re.MULTILINE))


@pytest.mark.parametrize("game", of_chance())
def test_it_names_the_facts_of_every_outcome(game: str) -> None:
    book = rulebook(game)
    outcome, _ = next(iter(book.under().space))
    told = next(line for line in part("What an outcome has").splitlines() if line.startswith(f"| {game} |"))
    assert re.findall(r"`(\w+)`", told) == list(book.facts(outcome))


def test_it_lists_every_example() -> None:
    rows = PAGE.split("| example |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])) == sorted(examples())

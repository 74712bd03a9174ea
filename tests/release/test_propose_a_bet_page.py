"""craps 7.1: what docs/propose-a-bet.md says of the language is so."""

import re

from banca.games import of_chance, rulebook
from banca.proposals import examples
from paths import ROOT
from read_here import read_here

PAGE = (ROOT / "docs" / "propose-a-bet.md").read_text("utf-8")
SAID = 'say(en = "x", pt = "x", zh = "x")'
CONDITIONS = "hit = lambda o: o.total == 6\nends = lambda o: o.total == 7\n"


def part(title: str) -> str:
    """One section of the page."""
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_whole_file_and_every_helper_work_as_shown() -> None:
    shown = re.findall(r"```starlark\n(.*?)```", PAGE, re.DOTALL)[0]
    assert [new.bet.key for new in read_here(shown).bets] == ["field_goal"]
    helpers = re.findall(r"^\| `(.+?)` \|", part("Helpers"), re.MULTILINE)
    for helper in helpers:
        game = "fish_prawn_crab" if helper.startswith(("figures", "colours")) else "craps"
        words = f'id = "it", name = {SAID}, description = {SAID}'
        source = f'proposal(game = "{game}", title = {SAID})\n{CONDITIONS}bet({words}, **{helper})\n'
        assert read_here(source).keys == ("it",)
    prelude = (ROOT / "src/banca/proposals/prelude.star").read_text("utf-8")
    shapes = prelude.split("# Shapes that people propose", 1)[1]
    assert {helper.partition("(")[0] for helper in helpers} == set(re.findall(r"^def ([a-z]\w*)", shapes, re.MULTILINE))


def test_it_names_the_facts_of_every_outcome_and_every_example() -> None:
    for game in of_chance():
        book = rulebook(game)
        outcome, _ = next(iter(book.under().space))
        line = next(line for line in part("What an outcome has").splitlines() if line.startswith(f"| {game} |"))
        assert re.findall(r"`(\w+)`", line) == list(book.facts(outcome))
    rows = PAGE.split("| example |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])) == sorted(examples())

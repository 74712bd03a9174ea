"""What becomes of a bet is said in the words of its regulation, and a family of bets has a name without its selection."""

import pytest

from asked import run
from banca.games import of_chance, rules_of
from banca.law import Language
from banca.words import speech
from banca.words.results import PUSH, results_of


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("football_poker", ("is returned", "é devolvida", "可收回")),
        ("fantan", ("ties", "empata", "和")),
        ("craps", ("ties", "empata", "和")),
    ],
)
def test_a_returned_stake_is_a_tie_only_where_the_regulation_says_so(game: str, said: tuple[str, ...]) -> None:
    """Football Poker 10.2 returns Upper and Lower; craps 5.2.3 and fantan 8 speak of a tie."""
    assert tuple(speech(language)(results_of(game)[PUSH]) for language in Language) == said


def test_football_poker_10_2_upper_is_returned_and_not_tied() -> None:
    """In Portuguese empate is the Post itself."""
    bets = ("--bet", "upper=100", "--outcome", "K-9-K")
    shown = run("settle", "football_poker", *bets, "--lang", "pt").stdout
    assert "é devolvida [artigo 10.º, n.º 2]" in shown
    assert "empata" not in shown


@pytest.mark.parametrize("game", of_chance())
@pytest.mark.parametrize("language", list(Language))
def test_a_family_has_a_name_of_its_own(game: str, language: Language) -> None:
    for bet in rules_of(game).bets.values():
        name = speech(language).family(bet)
        assert name
        assert "  " not in name
        assert not name.startswith("第")

"""The catalogues are complete and compiled, with the same blanks to fill; what is said of odds, clauses and refusals in each language."""

import string
from fractions import Fraction
from pathlib import Path

import pytest

import messages
from banca.analysis.game import game
from banca.games import UNKNOWN_GAME, of_chance, playable
from banca.i18n import translator
from banca.i18n.descriptions import ROUND_NOUNS
from banca.law import Language, law, shared_readings
from banca.rules import Citation, Odds, Refusal


def blanks(text: str) -> list[str]:
    """The blanks of a text; a language may take another form of the noun for what is counted, or a date without its year."""
    names = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return sorted("round" if name in ROUND_NOUNS else "day" if name == "date" else name for name in names)


@pytest.mark.parametrize(("folder", "locale"), [(folder, locale) for folder, locale in messages.packages()])
def test_every_translation_has_the_blanks_of_its_english(folder: Path, locale: str) -> None:
    """That every text is translated, used and compiled is for `make check`, which reads the sources."""
    for message in messages.read(messages.po_file(folder, locale), locale).values():
        english = [message.id] if isinstance(message.id, str) else message.id
        forms = [message.string] if isinstance(message.string, str) else message.string or ()
        # Chinese has one form, which fits the plural.
        for text, form in zip(english[-len(forms) :], forms, strict=True):
            assert blanks(str(form)) == blanks(text), text


@pytest.mark.parametrize("name", of_chance())
def test_every_bet_has_a_name_in_every_language(name: str) -> None:
    for spoken in Language:
        names = [translator(spoken).bet(bet.terms) for bet in game(name).bets]
        assert all(names)
        assert len(set(names)) == len(names)
        assert not any("{" in one for one in names)


def test_odds_and_numbers_are_said_as_each_language_says_them() -> None:
    odds = [Odds(3), Odds(27, 4)]
    assert [translator(spoken).odds(odds) for spoken in Language] == [
        "3 to 1, 27 to 4",
        "3 para 1, 27 para 4",
        "1 賠 3、4 賠 27",
    ]
    short = [translator().short_odds(list(map(Odds, prizes))) for prizes in ((24, 249, 999), (1, 2, 3), (1, 2))]
    assert short == ["24, 249 or 999 to 1", "1–3 to 1", "1 or 2 to 1"]
    assert translator().percent(Fraction(87, 640), 4) == "13.5938%"  # halves are rounded up from the exact fraction
    assert translator().percent(Fraction(-87, 640), 4) == "−13.5938%"
    assert translator(Language.PT).decimal(Fraction(1, 8), 2) == "0,13"


def test_what_was_typed_is_shown_printable_and_short() -> None:
    said = str(Refusal(UNKNOWN_GAME, asked="\x1b[31m{x}\n" + "a" * 5000, allowed=of_chance()))
    assert "\x1b" not in said
    assert "\n" not in said
    assert len(said) < 300


@pytest.mark.parametrize(
    ("game", "clause", "said"),
    [
        ("craps", "7.1", ("Craps, article 7(1)", "artigo 7.º, n.º 1, do Regulamento Oficial do Craps", "《花旗骰法定規章》第七條第一款")),
        ("craps", "1.2.3", ("Craps, article 1(2)(3)", "artigo 1.º, n.º 2, alínea 3), do Regulamento Oficial do Craps", "《花旗骰法定規章》第一條第二款（三）項")),
        ("craps", "6.12", ("Craps, article 6(12)", "artigo 6.º, alínea 12), do Regulamento Oficial do Craps", "《花旗骰法定規章》第六條（十二）項")),
        ("fish_prawn_crab", "1.3.1", ("Fish-Prawn-Crab, article 1(3)(1)", "artigo 1.º, alínea 3), subalínea (1), do Regulamento Oficial do Peixe-camarão-caranguejo", "《魚蝦蟹骰寶法定規章》第一條（三）項（1）分項")),
        ("fish_prawn_crab", "8", ("Fish-Prawn-Crab, article 8", "artigo 8.º do Regulamento Oficial do Peixe-camarão-caranguejo", "《魚蝦蟹骰寶法定規章》第八條")),
        ("pai_kao", "T-2", ("Pai Kao, table 2 of the annex", "tabela 2 do anexo do Regulamento Oficial do jogo «P'ai Kao»", "《牌九法定博彩規則》附件表二")),
        ("fantan", "F-2", ("Fantan, rule F-2 (unofficial number)", "Fantan, regra F-2 (número não oficial)", "番攤規則F-2（非官方編號）")),
        ("rulebook", "R-money-1", ("house rule R-money-1", "regra da casa R-money-1", "場內規則R-money-1")),
    ],
)  # fmt: skip
def test_clauses_are_cited_as_jurists_cite_them(game: str, clause: str, said: tuple[str, ...]) -> None:
    assert tuple(translator(spoken).cite(Citation(game, clause)) for spoken in Language) == said


def test_under_a_games_heading_a_clause_is_its_article() -> None:
    for of, clause, said in (
        ("craps", "5.2.1", ["craps 5.2.1", "artigo 5.º, n.º 2, alínea 1)", "第五條第二款（一）項"]),
        ("football_poker", "A-1", ["football_poker A-1", "regra A-1", "規則A-1"]),
        ("rulebook", "R-money-1", ["R-money-1", "R-money-1", "R-money-1"]),
    ):
        assert [translator(spoken).place(Citation(of, clause)) for spoken in Language] == said


def test_every_clause_of_every_game_is_told_and_cited_in_three_languages() -> None:
    for name in playable():
        clauses = law(name).clauses.values()
        for spoken in Language:
            cited = [translator(spoken).cite(clause.cite) for clause in clauses]
            assert len(set(cited)) == len(cited)
        assert all(len(set(clause.text.values())) == len(Language) for clause in clauses)
    assert all(set(clause.text) == set(Language) for clause in shared_readings().values())

"""No figure hangs on a sentence: with every text scrambled, answers have the same numbers and documents the same parts."""

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import banca
from banca.answers import figures_of, game_answer, plain, rules_answer, together_answer
from banca.dossier import DossierAnswer, dossier_answer, study
from banca.dossier.document import document
from banca.dossier.simulated import Simulated
from banca.games import of_chance
from banca.law import Language
from banca.proposals import read_file
from banca.rulebook import Message, Phrase
from banca.words import Speech, speech

LETTERS = re.compile(r"[^\W\d_]")
SCRAMBLES: dict[str, Callable[[str, int], str]] = {
    "backwards": lambda said, _: said[::-1],
    "all alike": lambda _, __: "·",
    "never twice the same": lambda said, number: LETTERS.sub("x", said) + "y" * (number % 97),
}
"""Texts that nobody can read, that cannot be told apart, and that cannot be found again but still have their numbers."""
NUMBER = re.compile(r"(≈ )?[+−-]?\d[\d.,/\N{NO-BREAK SPACE}–]*%?")
EXAMPLES = ("all_tall_small", "crapless_line", "figure_pairs", "hops", "other_prizes", "same_again")
"""Several states, ties, families, changed prizes and a commission."""


def scramble(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every text is scrambled, whatever the language."""
    numbers = count()

    def scrambled(whole: Callable[..., str]) -> Callable[..., str]:
        def told(*about: object, **more: object) -> str:
            said = whole(*about, **more)
            return SCRAMBLES[how](said, next(numbers)) if said else ""

        return told

    for kind, name in ((Speech, "__call__"), (Message, "said"), (Phrase, "said")):
        monkeypatch.setattr(kind, name, scrambled(getattr(kind, name)))


def differences(readable: Any, scrambled: Any, keeps: str = "", path: str = "") -> list[str]:
    """Where two answers differ in more than their texts: a number, how many of something there are, what texts must keep."""
    if isinstance(readable, dict) and isinstance(scrambled, dict) and readable.keys() == scrambled.keys():
        pairs = {f"{path}.{name}": (readable[name], scrambled[name]) for name in readable}
    elif isinstance(readable, list | tuple) and len(readable) == len(scrambled):
        pairs = {f"{path}[{place}]": pair for place, pair in enumerate(zip(readable, scrambled, strict=True))}
    elif readable == scrambled or is_scrambled(readable, scrambled, keeps):
        pairs = {}
    else:
        return [f"{path}: {readable!r} is {scrambled!r}"]
    return [one for place, pair in pairs.items() for one in differences(*pair, keeps, place)]


def is_scrambled(readable: Any, scrambled: Any, keeps: str) -> bool:
    """Whether one is a text and the other the same text, as far as can be told; a picture is as wide as its words."""
    if not isinstance(readable, str) or not isinstance(scrambled, str) or NUMBER.fullmatch(readable) or not readable:
        return False
    return not keeps or "<svg" in readable or re.findall(keeps, readable) == re.findall(keeps, scrambled)


@cache
def answer(name: str) -> DossierAnswer:
    whole = study(read_file(Path(name)))
    played = Simulated(rounds=10**8, seed=1, edge=0.01234567, error=0.0001, z=-1.25)
    return dossier_answer(whole, {one.bet.key: played for one in whole.bets})


def shown(name: str, language: Language) -> tuple[Any, Any]:
    """The dossier as data, and laid out."""
    say = speech(language)
    return plain(answer(name), say), to_builtins(document(answer(name), say))


def test_a_changed_number_and_a_missing_row_are_found() -> None:
    assert differences({"a": ["7.76%", "won"]}, {"a": ["7.77%", "now"]}) == [".a[0]: '7.76%' is '7.77%'"]
    assert differences([["1/36"], []], [["1/36"]])
    assert not differences({"a": "won", "b": 1}, {"a": "now", "b": 1})
    assert differences("wins on 2 and 12", "wins on 2", r"\d+")


@pytest.mark.slow
@pytest.mark.parametrize("how", SCRAMBLES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_dossier_has_the_same_figures_and_parts_in_no_language_at_all(
    name: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps = r"\d+" if how == "never twice the same" else ""
    readable = {language: shown(name, language) for language in Language}
    scramble(how, monkeypatch)
    for language in Language:
        data, laid_out = shown(name, language)
        assert laid_out["title"] != readable[language][1]["title"]
        assert differences(readable[language][0], data, keeps) == []
        assert differences(readable[language][1], laid_out, keeps) == []


def asked(game: str) -> list[Any]:
    """What the other answers of a game are: figures, a settlement of its first bets, the next round, its rules and itself."""
    table = banca.game(game)
    rules = table.rules
    bet = next(one for one in table.bets if not one.terms.added_to)
    outcome, _ = next(iter(bet.terms.space))
    settled = table.settle({bet.key: 1000}, [rules.rulebook.show(outcome)])
    standing = table.settle({bet.key: 1000}, []).all_standing()
    return [
        figures_of(rules),
        settled.answer(),
        together_answer(rules, standing, 1),
        rules_answer(game),
        game_answer(game),
    ]


@pytest.mark.parametrize("how", SCRAMBLES)
@pytest.mark.parametrize("game", of_chance())
def test_every_other_answer_has_the_same_figures_too(game: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = asked(game)
    readable = {language: [plain(one, speech(language)) for one in answers] for language in Language}
    scramble(how, monkeypatch)
    for language in Language:
        again = [plain(one, speech(language)) for one in asked(game)]
        assert again != readable[language]
        assert differences(readable[language], again) == []

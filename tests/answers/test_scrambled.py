"""No figure hangs on a sentence: with every text scrambled, answers have the same numbers and documents the same parts."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import banca
from banca.answers import figures_of, game_answer, plain, rules_answer, together_answer
from banca.dossier import dossier_answer, study
from banca.dossier.document import document
from banca.dossier.simulated import Simulated
from banca.law import Language
from banca.proposals import read_file
from banca.rulebook import Message, Phrase
from banca.words import Speech, speech

LETTERS = re.compile(r"[^\W\d_]")
NUMBER = re.compile(r"(≈ )?[+−-]?\d[\d.,/\N{NO-BREAK SPACE}–]*%?")


def scramble(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no text can be read or is ever twice the same, whatever the language; its numbers stay."""
    numbers = count()

    def scrambled(whole: Callable[..., str]) -> Callable[..., str]:
        def speak(*about: object, **more: object) -> str:
            text = whole(*about, **more)
            return LETTERS.sub("x", text) + "y" * (next(numbers) % 97) if text else ""

        return speak

    for kind, name in ((Speech, "__call__"), (Message, "said"), (Phrase, "said")):
        monkeypatch.setattr(kind, name, scrambled(getattr(kind, name)))


def differences(readable: Any, scrambled: Any, path: str = "") -> list[str]:
    """Where two answers differ in more than their letters: a number, how many of something there are."""
    if isinstance(readable, dict) and isinstance(scrambled, dict) and readable.keys() == scrambled.keys():
        pairs = {f"{path}.{name}": (readable[name], scrambled[name]) for name in readable}
    elif isinstance(readable, list | tuple) and len(readable) == len(scrambled):
        pairs = {f"{path}[{place}]": pair for place, pair in enumerate(zip(readable, scrambled, strict=True))}
    elif readable == scrambled or is_scrambled(readable, scrambled):
        pairs = {}
    else:
        return [f"{path}: {readable!r} is {scrambled!r}"]
    return [difference for place, pair in pairs.items() for difference in differences(*pair, place)]


def is_scrambled(readable: Any, scrambled: Any) -> bool:
    """Whether one is a text and the other the same text scrambled; a picture is as wide as its words."""
    if not isinstance(readable, str) or not isinstance(scrambled, str) or NUMBER.fullmatch(readable) or not readable:
        return False
    return "<svg" in readable or re.findall(r"\d+", readable) == re.findall(r"\d+", scrambled)


@pytest.mark.slow
def test_a_dossier_has_the_same_figures_and_parts_in_no_language_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a proposal with several states."""
    whole = study(read_file(Path("crapless_line")))
    played = Simulated(rounds=10**8, seed=1, edge=0.01234567, error=0.0001, z=-1.25)
    answer = dossier_answer(whole, {bet.bet.key: played for bet in whole.bets})

    def show() -> list[Any]:
        say = speech(Language.PT)
        return [plain(answer, say), to_builtins(document(answer, say))]

    readable = show()
    scramble(monkeypatch)
    scrambled = show()
    assert scrambled[1]["title"] != readable[1]["title"]
    assert differences(readable, scrambled) == []


@pytest.mark.parametrize(("game", "bet", "outcome"), [("craps", "pass_line", "3-4"), ("fantan", "nga:12-3", "1")])
def test_every_other_answer_has_the_same_figures_too(
    game: str, bet: str, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures, a settlement, the next round, the rules and the game itself."""

    def answers() -> list[Any]:
        table, say = banca.game(game), speech(Language.PT)
        settled, standing = table.settle({bet: 1000}, [outcome]), table.settle({bet: 1000}, []).all_standing()
        together = together_answer(table.rules, standing, 1)
        parts = figures_of(table.rules), settled.answer(), together, rules_answer(game), game_answer(game)
        return [plain(part, say) for part in parts]

    readable = answers()
    scramble(monkeypatch)
    scrambled = answers()
    assert scrambled != readable
    assert differences(readable, scrambled) == []

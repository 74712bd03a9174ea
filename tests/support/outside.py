"""Packages of others for tests: a game of one coin, written into a folder and installed for as long as a test runs."""

from pathlib import Path

import pytest

from banca.games import _found, find, of_chance, playable, rules_of
from banca.law import clauses_of, law, unreadable
from banca.proposals import shelf
from banca.simulation.strategy_file import unreadable_strategies
from banca.web import page, static

COIN = '''
"""A coin: heads wins nine for ten."""

from typing import ClassVar

from banca.game import Game
from banca.live.act import Act, Does, bets_open
from banca.live.command import Command, Pay, Word
from banca.rulebook import LOSE, Bet, Odds, Rulebook, Space, Win, citing, words

cite = citing("coin")
SIDES = ("heads", "tails")
PRIZE = Win(Odds(9, 10), cite("1"))


def bets(_):
    yield Bet(
        id="heads",
        name=words("Heads", pt="Cara", zh="正面"),
        cite=cite("1"),
        space=Space.uniform(SIDES),
        step=lambda _, side: PRIZE if side == "heads" else LOSE,
    )


RULEBOOK = Rulebook(
    game="coin",
    bets=bets,
    bets_cite=cite("1"),
    parse=str,
    show=str,
    facts=lambda side: {"side": side},
    outcome_form="heads",
)
OPEN = words("bets open", pt="apostas abertas", zh="可投注")
CALLED = words("called", pt="anunciada", zh="已宣佈")


class CallSide(Command, frozen=True, kw_only=True):
    says: ClassVar[str] = words("Call the side", pt="Anunciar a face", zh="報結果")
    sees: ClassVar[tuple[str, ...]] = ("outcome",)
    outcome: Word | None = None


ACTS = (
    *bets_open((OPEN,), cite("1"), cite("1")),
    Act(takes=CallSide, phase=OPEN, then=CALLED, cite=cite("1"), does=Does.CALL),
    Act(takes=Pay, phase=CALLED, then=OPEN, cite=cite("1"), does=Does.PAY),
)
GAME = Game(id="coin", package=__name__, acts=ACTS, rulebook=RULEBOOK)
'''
THREE = 'en = "{0}"\npt = "{0}"\nzh = "{0}"\n'
CLAUSES = "\n".join(
    (
        "[instrument.name]",
        THREE.format("No order"),
        "[instrument.title]",
        THREE.format("One Coin"),
        "[instrument.holds]",
        THREE.format("Nothing"),
        '[articles."1"]',
        THREE.format("Bets"),
        '[clauses."1"]\nstatus = "reconstructed"\nkind = "computed"',
        THREE.format("Heads wins."),
    )
)


def install(patch: pytest.MonkeyPatch, folder: Path, files: dict[str, str], points: str) -> None:
    """Write files into a folder that Python looks into from now on, with these entry points."""
    about = {"METADATA": "Metadata-Version: 2.1\nName: outside\nVersion: 1\n", "entry_points.txt": points}
    for name, text in {**files, **{f"outside-1.dist-info/{name}": text for name, text in about.items()}}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    patch.syspath_prepend(folder)
    forget()


def forget() -> None:
    """Nobody remembers which games there were."""
    for kept in (_found, find, playable, of_chance, rules_of, law, clauses_of, unreadable, unreadable_strategies):
        kept.cache_clear()
    for made_of_all in (shelf.example_files, static.sent, static.version, page.templates):
        made_of_all.cache_clear()

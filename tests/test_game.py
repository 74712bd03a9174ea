"""Data files of a game's folder: what is wrong in one is refused in one line, with the game, the file and the entry."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from banca.coach import own_steps, steps_of
from banca.games import find, rules_of
from banca.i18n.lookup import find_bet, find_game, read_talk
from banca.rules import Refusal
from banca.training.drills import sightings
from support.outside import forget, install
from support.paths import ROOT

FOLDER = ROOT / "examples" / "banca-cussec" / "src" / "banca_cussec"
SAID = 'says = { en = "a", pt = "b", zh = "c" }\n'
WRONG = {
    "talk.toml": {
        "[bets\n": "DecodeError",
        "[bets]\nodd = 7\n": "Expected `array`, got `int` - at `$.bets.odd`",
        "[options]\ndrive = ['a', 7]\n": "Expected `str`, got `int` - at `$.options.drive[1]`",
        "[likened.odd]\nnames = ['a']\nremark.en = 'b'\n": "Expected a text in en, pt, zh - at `$.likened.odd.remark`",
        "[bet]\n": "unknown field `bet`",
        "[bets]\n'odd:{side}' = ['a {side}']\n": "there is no table words.side for the key odd:{side}",
    },
    "coach.toml": {
        f"[[steps]]\nat = 'bed'\n{SAID}": "'bed' - at `$.steps[0].at`",
        f"[[steps]]\nat = 'due'\n{SAID}[[steps]]\nat = 'due'\n": "missing required field `says` - at `$.steps[1]`",
    },
    "sightings.toml": {
        f"[[sightings]]\nnull = 'flat'\n{SAID}": "row 1: ValueError: there is no reason flat; possible: "
    },
}
READ = {"talk.toml": read_talk, "coach.toml": lambda game: own_steps(find(game)), "sightings.toml": sightings}


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    forget("banca_cussec")


@pytest.mark.parametrize(("file", "text"), [(file, text) for file, texts in WRONG.items() for text in texts])
def test_what_is_wrong_in_a_data_file_is_refused_with_its_place_and_nothing_else_is(
    file: str, text: str, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(FOLDER, tmp_path / "banca_cussec")
    install(patch, tmp_path, {f"banca_cussec/{file}": text}, "[banca.games]\ncussec = banca_cussec:GAME\n")
    with pytest.raises(Refusal) as refused:
        READ[file]("cussec")
    line = str(refused.value)
    assert line.startswith(f"the package of the game cussec is faulty and was skipped: {file}"), line
    assert WRONG[file][text] in line
    assert "\n" not in line
    assert find_game("Cussec").value.id == "cussec"
    assert find_bet(rules_of("cussec"), "small").value.key == "small"
    assert steps_of("cussec")

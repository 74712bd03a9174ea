"""docs/write-a-bet.md is true: followed to the letter in a copy of the tree it comes to a bet that every face has."""

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from support.packages import BANCA, Follower
from support.paths import ROOT

pytestmark = [pytest.mark.server, pytest.mark.slow]

PAGE = (ROOT / "docs" / "write-a-bet.md").read_text("utf-8")
FACES = """
import json
from banca.drawing import Form, layout
from banca.drawing.svg import standalone
from banca.games import rules_of
from banca.law import Language, law
from banca.analysis.simulation import Play, Session, Strategy
from support.runners import play
from banca.analysis.simulation.plan import make_plan
from banca.training.questions import exercises_of
from banca.i18n import translator

rules, practice = rules_of("wheel"), exercises_of("wheel")
plan = make_plan(Strategy(game="wheel", plays=(Play(bet="high", stake=1000),), session=Session(rounds=1)))
print(json.dumps({
    "gains": [play(plan, iter((symbol,))).net for symbol in range(1, 8)],
    "families": list(practice.families(translator())),
    "names": {one: translator(one).bet(rules.bets["high"]) for one in Language},
    "clauses": {one: law("wheel").clauses["3.5"].text[one] for one in Language},
    "drawn": [standalone(layout(rules, translator(one), form)) for one in Language for form in (Form.WIDE, Form.TALL)],
}))
"""


def copied(folder: Path) -> Path:
    """The checkout as it is now, without what was made in it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def follower(tmp_path_factory: pytest.TempPathFactory) -> Follower:
    """Somebody who has followed the page in a checkout of their own."""
    tree, active = copied(tmp_path_factory.mktemp("checkout")), tmp_path_factory.mktemp("active")
    for name, text in {"banca": BANCA, "python": '#!/bin/sh\nexec {python} "$@"\n'}.items():
        (active / name).write_text(text.format(python=sys.executable))
        (active / name).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name not in ("BANCA_LANG", "COLUMNS")}
    here = {
        "PATH": f"{active}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(tree / "src"),
        "PYTEST_ADDOPTS": "-p no:cacheprovider -p no:randomly",
    }
    found = Follower(folder=tree, files=tree, surroundings=kept | here, instead={})
    found.follow(PAGE)
    return found


def answered(follower: Follower, command: str) -> Any:
    done = follower.run(command)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_followed_to_the_letter_every_face_has_the_bet(follower: Follower) -> None:
    """Eight sections of 52 at 5 to 1; every command and test of the page has passed before."""
    (high,) = answered(follower, "banca odds wheel high --json")["bets"]
    assert Fraction(high["house_edge"]) == 1 - Fraction(8 * 6, 52)
    assert (high["cite"], high["prize_cite"], high["status"]) == ("wheel 3.5", "wheel 6.7", "reconstructed")
    words = '--bet high=100 --bet symbol:1=10 --outcome "symbol 7"'
    assert answered(follower, f"banca settle wheel {words} --json")["net"] == "490"
    faces = answered(follower, f"python -c '{FACES}'")
    assert faces["gains"] == [-1000, -1000, -1000, 5000, 5000, 5000, 5000]
    assert faces["names"] == {"en": "High symbols", "pt": "Símbolos altos", "zh": "大記號"}
    assert all(clause in PAGE for clause in faces["clauses"].values())
    assert [drawn.count('data-bet="high"') for drawn in faces["drawn"]] == [1] * 6
    assert faces["families"] == [*(f"symbol:{number}" for number in range(1, 8)), "high"]

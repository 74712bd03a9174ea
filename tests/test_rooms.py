"""A game is one room: nothing outside its folder names it, and a bet or a game is added there alone."""

import re
import shutil
from pathlib import Path

import pytest

from packaged import answer, register, run
from paths import ROOT
from tracked import program_files

SOURCE = ROOT / "src" / "banca"
GAMES = SOURCE / "games"
OURS = sorted(folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").exists())
NAMES = re.compile(
    "|".join((*OURS, *(name.replace("_", "-") for name in OURS), "football", "fish.?prawn")), re.IGNORECASE
)
MAY_NAME: dict[str, str] = {}
"""Files outside the folders that name a game all the same, each with its reason."""


def names_a_game(file: Path) -> bool:
    return bool(NAMES.search(file.read_text()))


@pytest.mark.parametrize("kind", ["py", "js", "html", "css"])
def test_nothing_outside_a_games_folder_names_the_game(kind: str) -> None:
    rooms = [GAMES / name for name in OURS]
    outside = [file for file in program_files(f"*.{kind}") if not any(room in file.parents for room in rooms)]
    naming = {str(file.relative_to(SOURCE)) for file in outside if names_a_game(file)}
    assert naming == {name for name in MAY_NAME if name.endswith(f".{kind}")}


def test_the_pattern_finds_a_name_that_was_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text('if game == "fish_prawn_crab":\n')
    assert names_a_game(file)
    file.write_text("any game at all\n")
    assert not names_a_game(file)


ADDED = {
    "bets.py": (
        "def outcome_names(",
        '''def rare(_: State, shown: int) -> Verdict:
    """Either of the two symbols with one section each wins."""
    return Win(Odds(22), cite("6.7")) if shown in (6, 7) else LOSE


def outcome_names(''',
    ),
    "clauses.toml": (
        '[clauses."R-wheel-1"]',
        """[clauses."6.7"]
status = "gazetted"
kind = "computed"
en = "Either of the two rarest symbols pays 22 to 1."
pt = "Qualquer dos dois símbolos mais raros paga 22 para 1."
zh = "兩種最少的記號任開其一：1 賠 22。"

[clauses."R-wheel-1"]""",
    ),
    "felt.py": (
        "    _board(felt, (624, 12, 564, 616))\n    return 640",
        '    _board(felt, (624, 12, 564, 520))\n    felt.bet("rare", (624, 540, 564, 88))\n    return 640',
    ),
}
"""One more bet: all the files that it takes, and what changes in each; its tests come beside them."""
ROW = """        )
    yield Bet(
        id="rare", name=words("Rare", pt="Raros", zh="稀有"), cite=cite("6.7"), space=WHEEL, decided_by=cite("5"), step=rare
    )
"""
TALL = (
    "        _board(felt, (8, 340, 384, 332))\n        return 680",
    '        _board(felt, (8, 340, 384, 332))\n        felt.bet("rare", (8, 680, 384, 60))\n        return 748',
)


def copy_of_the_wheel(site: Path) -> Path:
    """The wheel under another name, as a package of somebody else's."""
    folder = site / "spun"
    shutil.copytree(GAMES / "wheel", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.rglob("*.py"):
        text = file.read_text().replace("banca.games.wheel", "spun")
        file.write_text(text.replace('citing("wheel")', 'citing("spun")').replace('"wheel"', '"spun"'))
    register(site, "banca-spun", {"spun": "spun:GAME"})
    return folder


def add_rare(folder: Path, *files: str) -> None:
    for name in files:
        before, after = ADDED[name]
        text = (folder / name).read_text()
        assert text.count(before) == 1, name
        text = text.replace(before, after)
        if name == "bets.py":
            text = text.replace("        )\n\n\ndef rare", f"{ROW}\n\ndef rare")
            text = text.replace("import EVEN, Bet, Chosen, Odds,", "import EVEN, LOSE, Bet, Chosen, Odds,")
            text = text.replace("Win, citing, words", "State, Verdict, Win, citing, words")
        if name == "felt.py":
            text = text.replace(*TALL)
        (folder / name).write_text(text)


def test_one_more_bet_touches_the_folder_alone(tmp_path: Path) -> None:
    folder = copy_of_the_wheel(tmp_path)
    add_rare(folder, *ADDED)
    (row,) = [one for one in answer(tmp_path, "odds", "spun")["bets"] if one["id"] == "rare"]
    assert (row["pays"], row["house_edge"], row["status"]) == ("22 to 1", "3/26", "gazetted")
    settled = answer(tmp_path, "settle", "spun", "--bet", "rare=10", "--outcome", "symbol 7")
    assert settled["net"] == "220"
    for form in ([], ["--form", "tall"], ["--form", "board", "--part", "rare"]):
        drawing = tmp_path / "felt.svg"
        assert run(tmp_path, "layout", "spun", "-o", str(drawing), *form).returncode == 0
        assert drawing.read_text().count('data-bet="rare"') == 1


def test_a_gazetted_bet_without_a_place_on_the_felt_fails_and_is_never_proposed(tmp_path: Path) -> None:
    folder = copy_of_the_wheel(tmp_path)
    add_rare(folder, "bets.py", "clauses.toml")
    drawing = tmp_path / "felt.svg"
    done = run(tmp_path, "layout", "spun", "-o", str(drawing))
    assert done.returncode != 0
    assert "no region for rare" in done.stderr
    assert not drawing.exists()


def test_a_faulty_package_is_refused_by_its_name_and_the_others_stay(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('half written')\n")
    (tmp_path / "other.py").write_text("GAME = 'a game'\n")
    register(tmp_path, "banca-broken", {"broken": "broken:GAME", "other": "other:GAME", "gone": "nowhere:GAME"})
    listed = run(tmp_path, "games")
    assert listed.returncode == 0
    for name in ("broken", "other", "gone"):
        done = run(tmp_path, "odds", name)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert name in done.stderr
        assert name in listed.stdout + listed.stderr
    assert answer(tmp_path, "odds", OURS[0])["game"] == OURS[0]


def test_a_class_name_means_one_thing() -> None:
    """But for the acts of games, which are called by the same words where they are the same."""
    found: dict[str, list[str]] = {}
    for file in SOURCE.rglob("*.py"):
        for name in re.findall(r"^class (\w+)", file.read_text(), re.MULTILINE):
            found.setdefault(name, []).append(str(file.relative_to(SOURCE)))
    twice = {name: files for name, files in found.items() if len(files) > 1}
    of_games = {name for name, files in twice.items() if all(re.search(r"games/|live/command", one) for one in files)}
    assert set(twice) - of_games == set()

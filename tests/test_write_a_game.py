"""docs/write-a-game.md is true: followed to the letter it makes a package that works as it says, and so do its faults."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from banca.games import playable
from followed import Follower, blocks_of, with_environment
from packaged import answer, register, run
from paths import ROOT
from service import Process

pytestmark = [pytest.mark.server, pytest.mark.compiled]

PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
FILES = {block.file: block.text for block in blocks_of(PAGE) if block.file}
PYTHON = {block.text for block in blocks_of(PAGE) if block.language == "python"}
SHELL = [block.text for block in blocks_of(PAGE) if block.language == "shell"]
LAW = "src/banca_coin/clauses.toml"
BETS = "src/banca_coin/bets.py"
FELT = "src/banca_coin/felt.py"
SERVED = ("/rules/coin", "/explore/coin", "/settle/coin", "/trainer/coin", "/tables/demo-coin")
CUSSEC = ROOT / "examples" / "banca-cussec" / "src" / "banca_cussec"


def installed(folder: Path, files: Mapping[str, str]) -> Path:
    """The package in a folder, registered as its pyproject.toml says; where Python finds it."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    register(folder / "src", project["name"], project["entry-points"]["banca.games"])
    return folder / "src"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("banca-coin")


@pytest.fixture(scope="module")
def coin(folder: Path) -> Path:
    return installed(folder, FILES)


def in_python(site: Path, *words: str) -> str:
    """What Python prints in a process of its own that finds what lies in `site`."""
    found = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, *words], env=found, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Served(Process):
    """`banca serve --demo`, as the page has it, of the environment that the page was followed in."""

    def program(self, port: str, *more: str) -> tuple[str, ...]:
        return (str(self.folder / "environment" / "bin" / "banca"), "serve", "--db", self.db, "--port", port, *more)


def look_at_the_pages(folder: Path) -> None:
    """A visitor opens the game's pages, sits down at its table and bets."""
    served = Served(folder, "--demo")
    try:
        assert served.client.post("/api/v1/demo/session").status_code == 201
        for path in SERVED:
            assert path in PAGE
            shown = served.client.get(path, headers={"Accept": "text/html"}, follow_redirects=True)
            assert (shown.status_code, "Coin" in shown.text) == (200, True), path
        drawn = served.client.get("/api/v1/games/coin/layout").text
        assert sorted(re.findall(r'data-bet="(\w+)"', drawn)) == ["heads", "tails"]
        served.tokens["eva"] = served.post(None, "/demo/players").json()["token"]
        served.do("eva", "demo-coin", "sit")
    finally:
        assert served.end() == 0


@pytest.fixture(scope="module")
def follower(tmp_path_factory: pytest.TempPathFactory) -> Follower:
    """Somebody in an empty directory who has followed the page to its end."""
    folder = tmp_path_factory.mktemp("empty")
    found = Follower(
        folder=folder,
        files=folder / "banca-coin",
        surroundings=with_environment(folder / "environment"),
        instead={"banca serve --demo": lambda: look_at_the_pages(folder)},
    )
    found.follow(PAGE)
    return found


def test_followed_to_the_letter_it_comes_to_a_game_that_is_drawn_simulated_and_tested(follower: Follower) -> None:
    """Every command has done what is shown below it; what it leaves behind is what was promised."""
    made = {file.name: file.read_text() for file in follower.folder.glob("*.svg")}
    assert set(made) == {"plain.svg", "coin.svg", "coin-tall.svg"}
    assert len(set(made.values())) == 3
    assert all(text.count('class="region"') == 2 for text in made.values())
    figures = follower.run("banca odds coin heads --json").stdout
    assert Fraction(*map(int, re.findall(r'"house_edge": "(\d+)/(\d+)"', figures)[0])) == Fraction(1, 40)


def test_what_it_makes_keeps_what_every_installed_game_promises(follower: Follower) -> None:
    done = follower.run(f"cd {ROOT} && python -m pytest -q -p no:cacheprovider tests/test_contract.py -k coin")
    assert done.returncode == 0, done.stdout
    assert "failed" not in done.stdout
    assert re.search(r"\b[1-9]\d passed", done.stdout)


def test_taken_away_it_leaves_nothing(follower: Follower) -> None:
    """Last of all who follow: `pip uninstall`, as it says."""
    assert "`pip uninstall banca-coin`" in PAGE
    assert follower.run("pip uninstall --yes banca-coin").returncode == 0
    refused = follower.run("banca odds coin")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert follower.run("pip install -e ./banca-coin").returncode == 0


def test_the_larger_example_has_the_files_that_it_shows() -> None:
    """Of one kind each: strategies have names of their own."""
    shown = {
        name.removeprefix("src/banca_coin/") for name in FILES if name.startswith("src/") and "strategies" not in name
    }
    assert {name for name in shown if (CUSSEC / name).is_file()} == shown
    assert list((CUSSEC / "strategies").glob("*.toml"))


def test_the_folder_it_shows_is_the_folder_it_makes() -> None:
    drawn = PAGE.split("```text\n", 1)[1].split("```", 1)[0]
    assert {name.rpartition("/")[2] for name in FILES} == set(re.findall(r"([\w.]+\.(?:toml|py))\b", drawn))


def test_it_shows_every_command_that_matters() -> None:
    shown = " ".join(SHELL)
    for command in ("games", "odds", "settle", "rules", "simulate", "layout"):
        assert f"$ banca {command} coin" in shown


def test_the_game_stands_beside_the_others(coin: Path) -> None:
    listed = [one["game"] for one in answer(coin, "games")["games"]]
    assert set(listed) == {*playable(), "coin"}


@pytest.mark.parametrize("block", sorted(PYTHON - set(FILES.values())), ids=lambda block: block.splitlines()[-1][:20])
def test_what_else_it_shows_runs(block: str) -> None:
    exec(compile(block, "docs/write-a-game.md", "exec"), {})  # noqa: S102 - our own document


@pytest.mark.parametrize("form", [(), ("--form", "tall")])
@pytest.mark.parametrize("without", [(), (FELT,)])
def test_every_bet_lies_on_the_layout_drawn_or_not(
    form: tuple[str, ...], without: tuple[str, ...], tmp_path: Path
) -> None:
    site = installed(tmp_path, {name: text for name, text in FILES.items() if name not in without})
    done = run(site, "layout", "coin", *form)
    picture = ET.fromstring(done.stdout.encode())  # noqa: S314 - our own
    regions = [one.get("data-bet") for one in picture.iter() if one.get("class") == "region"]
    assert sorted(map(str, regions)) == ["heads", "tails"]


def test_files_that_are_read_by_their_names_are_asked_for_by_them() -> None:
    rows = PAGE.split("| file | exports |", 1)[1].split("\n\n", 1)[0]
    named = set(re.findall(r"^\| `(\w+)", rows, re.MULTILINE))
    code = "".join(
        file.read_text("utf-8")
        for file in (ROOT / "src" / "banca").rglob("*.py")
        if "games" not in file.relative_to(ROOT / "src" / "banca").parts[:-1]
    )
    assert {name for name in named if f'"{name}"' in code} == named
    asked = set(re.findall(r'\.part\("(\w+)"\)|^PART = "(\w+)"', code, re.MULTILINE))
    assert {one or other for one, other in asked} <= named


FAULTS = {
    "does not import": ("src/banca_coin/device.py", "Space,", "Spice,", "cannot import name 'Spice'"),
    "exports no game": ("src/banca_coin/__init__.py", "GAME = ", "PLAY = ", "has no attribute 'GAME'"),
    "is another game": (
        "src/banca_coin/__init__.py",
        'id="coin"',
        'id="penny"',
        "banca_coin:GAME is not the game coin",
    ),
    "other rules": ("src/banca_coin/__init__.py", 'game="coin"', 'game="penny"', "its rulebook is that of penny"),
    "a language missing": (LAW, 'pt = "O prémio é de 19 para 20."\n', "", "clause 3.2 has no text in pt"),
    "no heading": (LAW, "[articles.3]", "[articles.4]", "there is no heading of article 3"),
    "bets that fail": (BETS, "for side, name in", "for side, name, rest in", "not enough values to unpack"),
    "a step that fails": (BETS, "shown == side", "shown.side == side", "has no attribute 'side'"),
    "outcomes read otherwise": ("src/banca_coin/device.py", "return side\n", 'return "heads"\n', "read as another"),
    "never paid": ("src/banca_coin/procedure.py", "does=Does.PAY", "does=Does.GO_ON", "no act leads to the payment"),
}


@pytest.mark.parametrize(("name", "old", "new", "why"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_package_is_named_in_one_line_and_the_others_stay(
    name: str, old: str, new: str, why: str, tmp_path: Path
) -> None:
    assert old in FILES[name]
    site = installed(tmp_path, FILES | {name: FILES[name].replace(old, new)})
    listed = run(site, "games", "--json")
    assert listed.returncode == 0
    (line,) = listed.stderr.splitlines()
    assert line.startswith("banca: the package of the game coin is faulty and was skipped: ")
    assert why in line
    refused = run(site, "odds", "coin")
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"{line}\n")
    for other in (playable()[0], playable()[-1]):
        assert run(site, "layout", other).returncode == 0
    assert answer(site, "odds", playable()[0])["bets"]


def test_the_line_of_a_fault_that_it_shows_is_so(tmp_path: Path) -> None:
    name, old, new, _ = FAULTS["a language missing"]
    site = installed(tmp_path, FILES | {name: FILES[name].replace(old, new)})
    assert f"```text\n{run(site, 'games').stderr}```" in PAGE


def test_a_faulty_file_of_a_package_leaves_the_lists_of_all_games_whole(tmp_path: Path) -> None:
    broken = {
        f"src/banca_coin/{part}.py": "import nothing_there\n"
        for part in ("felt", "simulation", "practice", "exercises")
    }
    site = installed(tmp_path, FILES | broken | {"src/banca_coin/strategies/heads.toml": "game =\n"})
    listed = run(site, "strategies", "--json")
    assert listed.returncode == 0
    assert listed.stderr.startswith("banca: the package of the game coin is faulty and was skipped: simulation: ")
    assert in_python(site, "-c", DEMO).split() == [f"demo-{game.replace('_', '-')}" for game in playable()]


DEMO = """
from banca.house.demo import open_demo
from banca.house.desk import open_desk
from banca.simulation.strategy_file import simulated
from banca.training.exercises import practised

desk = open_desk()
desk.house.is_play_money = True
print(*open_demo(desk.house))
assert "coin" not in simulated() and "coin" in practised()
"""

TABLES = """
import sys
from banca.games import playable
from banca.house.desk import open_desk

desk = open_desk(sys.argv[1])
for game in (playable()[0], "coin"):
    if sys.argv[2:]:
        desk.open_table(f"{game}-1", game, bank=100_000)
print(*(table.id for table in desk.house.standing()), *sorted(desk.house.stopped))
"""


def test_a_table_whose_package_has_gone_is_stopped_and_goes_on_when_it_is_back(
    coin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BANCA_KEY", str(tmp_path / "house.key"))
    store, other = f"sqlite:///{tmp_path / 'house.db'}", f"{playable()[0]}-1"
    both = sorted(["coin-1", other])
    assert in_python(coin, "-c", TABLES, store, "open").split() == both
    assert in_python(tmp_path, "-c", TABLES, store).split() == [other, "coin-1"]
    assert in_python(coin, "-c", TABLES, store).split() == both

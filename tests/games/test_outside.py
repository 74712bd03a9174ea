"""A game from another package: small or faulty, it is told in one line that names it, and takes no other game and no page down."""

import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from asked import answer, run
from banca.games import playable
from banca.house.demo import open_demo
from banca.house.desk import open_desk
from banca.house.keys import SESSION
from banca.service.authentication import COOKIE
from banca.training.exercises import practised
from outside import CLAUSES, COIN, forget, install
from service import Service

P = "coin"
OURS = playable()
PARTS = ("coach", "sightings", "watch", "exercises", "practice", "simulation", "environment", "pages", "python")
"""Files of a game that are read by their name."""


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Whatever is installed here is gone behind the test."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    clean()


def clean() -> None:
    for name in [name for name in sys.modules if name.startswith(P)]:
        del sys.modules[name]
    forget()


def install_coin(patch: pytest.MonkeyPatch, folder: Path, game: str = P, **files: str) -> None:
    """The coin under a name of its own: much is kept in memory of a game under its name."""
    coin = {"__init__.py": COIN, "clauses.toml": CLAUSES} | files
    renamed = {f"{game}/{name}": text.replace('"coin"', f'"{game}"') for name, text in coin.items()}
    install(patch, folder, renamed, f"[banca.games]\n{game} = {game}:GAME\n")


CODE, LAW = "__init__.py", "clauses.toml"
FAULTS = {
    "does not import": (CODE, "Space, Win", "Spice, Win", "cannot import name 'Spice'"),
    "exports no game": (CODE, "GAME = ", "PLAY = ", "has no attribute 'GAME'"),
    "is another game": (CODE, 'id="coin", package', 'id="penny", package', ":GAME is not the game coin"),
    "other rules": (CODE, 'game="coin"', 'game="penny"', "its rulebook is that of penny"),
    "a language missing": (LAW, 'pt = "Heads wins."\n', "", "clause 1 has no text in pt"),
    "no heading": (LAW, '[articles."1"]', '[articles."4"]', "there is no heading of article 1"),
    "bets that fail": (CODE, "    yield Bet(", "    one, other = (1,)\n    yield Bet(", "not enough values to unpack"),
    "a step that fails": (CODE, 'if side == "heads"', 'if side.side == "heads"', "has no attribute 'side'"),
    "outcomes read otherwise": (CODE, "parse=str", 'parse=lambda _: "heads"', "read as another"),
    "never paid": (CODE, "does=Does.PAY", "does=Does.GO_ON", "no act leads to the payment"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_package_is_named_in_one_line_and_the_others_stay(
    fault: str, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, old, new, why = FAULTS[fault]
    text = {CODE: COIN, LAW: CLAUSES}[file]
    assert text.count(old) == 1
    install_coin(patch, tmp_path, **{file: text.replace(old, new)})
    listed = run("games", "--json")
    assert listed.exit_code == 0
    (line,) = listed.stderr.splitlines()
    assert line.startswith("banca: the package of the game coin is faulty and was skipped: ")
    assert why in line
    refused = run("odds", "coin")
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", f"{line}\n")
    assert run("layout", OURS[0]).exit_code == 0
    assert answer("odds", OURS[-1])["bets"]


def test_packages_that_are_no_games_are_named_each_in_one_line(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = {"coin_broken.py": "raise RuntimeError('half written')\n", "coin_other.py": "GAME = 'a game'\n"}
    names = {"broken": "coin_broken", "other": "coin_other", "gone": "coin_nowhere"}
    points = "".join(f"{name} = {module}:GAME\n" for name, module in names.items())
    install(patch, tmp_path, files, f"[banca.games]\n{points}")
    listed = run("games")
    assert listed.exit_code == 0
    for name in names:
        refused = run("odds", name)
        assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
        assert name in refused.stderr
        assert name in listed.stdout + listed.stderr
    assert answer("odds", OURS[0])["game"] == OURS[0]


@pytest.mark.parametrize("form", [(), ("--form", "tall")])
def test_every_bet_lies_on_the_layout_of_a_game_that_draws_none(
    form: tuple[str, ...], patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    install_coin(patch, tmp_path)
    picture = ET.fromstring(run("layout", "coin", *form).stdout.encode())  # noqa: S314 - our own
    assert [each.get("data-bet") for each in picture.iter() if each.get("class") == "region"] == ["heads"]


def test_faulty_parts_of_a_package_leave_the_lists_of_all_games_whole(
    patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = {f"{part}.py": "import nothing_there\n" for part in ("felt", "simulation", "practice", "exercises")}
    install_coin(patch, tmp_path, **broken, **{"strategies/heads.toml": "game =\n"})
    listed = run("strategies", "--json")
    assert listed.exit_code == 0
    assert listed.stderr.startswith("banca: the package of the game coin is faulty and was skipped: simulation: ")
    desk = open_desk()
    desk.house.is_play_money = True
    assert list(open_demo(desk.house)) == [f"demo-{game.replace('_', '-')}" for game in OURS]
    assert "coin" in practised()


def test_a_table_whose_package_has_gone_is_stopped_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    store, other = f"sqlite:///{tmp_path / 'house.db'}", f"{OURS[0]}-1"

    def tables(*, is_installed: bool, opens: bool = False) -> tuple[list[str], list[str]]:
        """The tables that stand and those that are stopped."""
        with pytest.MonkeyPatch.context() as patch:
            if is_installed:
                install_coin(patch, tmp_path / "site")
            desk = open_desk(store)
            for game in (OURS[0], "coin") if opens else ():
                desk.open_table(f"{game}-1", game, bank=100_000)
            found = sorted(table.id for table in desk.house.standing()), sorted(desk.house.stopped)
            desk.house.store.close()
        clean()
        return found

    both = sorted(["coin-1", other])
    assert tables(is_installed=True, opens=True) == (both, [])
    assert tables(is_installed=False) == ([other], ["coin-1"])
    assert tables(is_installed=True) == (both, [])


# Over HTTP

FAULTY = {
    "felt.py": "def draw(felt):\n    return 1 / 0\n\n\nface = device = whole = draw\nPARTS = 7\n",
    **{f"{part}.py": "import nothing_there\n" for part in PARTS},
    "disputes/one.toml": "title =\n",
    "proposals/one.star": "bet(\n",
    "strategies/heads.toml": "game =\n",
}
DRAWN = {"/settle/GAME", "/trainer/GAME", "/tables/coin-1", "/tables/coin-1/wall", "/felts/x/GAME"}
PAGES = ("/", "/rules", "/rules/GAME", "/explore", "/explore/GAME", "/settle", "/trainer", "/lab", "/proposals", *DRAWN)
BOARDS = {f"/api/v1/games/GAME/layout?form={form}" for form in ("wide", "tall", "board", "board&part=whole")}
BOARDS |= {"/api/v1/proposals/board/GAME"}
DATA = {
    f"/api/v1/{path}" for path in ("games", "games/GAME/odds", "games/GAME/rules", "lab/strategies", "tables/coin-1")
}


def refused(folder: Path, patch: pytest.MonkeyPatch, game: str, **files: str) -> dict[str, str]:
    """What a service with this package refuses, by path, with what it says; nothing is a 500, and a round can be played."""
    install_coin(patch, folder, game, **files)
    with Service(folder) as service:
        service.fund("ana")
        service.open("coin-1", game, chance="observed")
        service.do("ana", "coin-1", "sit")
        service.do("ana", "coin-1", "place_bet", bet="heads", stake=2000)
        service.do("carlos", "coin-1", "call_side", outcome="heads")
        session = {"Cookie": f"{COOKIE}={service.people.issue('sofia', SESSION, 3600.0).token}", "Accept": "text/html"}
        answers = {path: service.client.get(path.replace("GAME", game), headers=session) for path in PAGES}
        token = {"Authorization": f"Bearer {service.tokens['sofia']}"}
        answers |= {
            path: service.client.get(path.replace("GAME", game), headers=token) for path in sorted(BOARDS | DATA)
        }
        answers["exercise"] = service.post(None, f"/trainer/{game}/exercises", level=1, seed=1, kind="payout")
    assert {path: answer.text for path, answer in answers.items() if answer.status_code >= 500} == {}
    return {path: unescape(answer.text) for path, answer in answers.items() if answer.status_code >= 400}


@pytest.mark.slow
def test_a_small_package_is_refused_nothing(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert refused(tmp_path, patch, "coin_small") == {}


@pytest.mark.slow
def test_what_is_faulty_is_refused_by_its_name_and_all_else_works(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = refused(tmp_path, patch, "coin_faulty", **FAULTY)
    assert set(answers) == {*DRAWN, *BOARDS, "exercise"}
    for path, text in answers.items():
        assert "the package of the game coin_faulty is faulty and was skipped: " in text, path
        assert "Traceback" not in text, path

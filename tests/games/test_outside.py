"""A game from another package: small or faulty, it is told in one line that names it, and takes no other game and no page down."""

import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import httpx
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

PAGES = (
    *(
        "/",
        "/rules",
        "/rules/coin",
        "/explore",
        "/explore/coin",
        "/settle",
        "/settle/coin",
        "/trainer",
        "/trainer/coin",
    ),
    *("/lab", "/proposals", "/watch", "/house", "/felts/x/coin", "/tables/coin-1", "/tables/coin-1/wall"),
)
LAYOUTS = (
    *("/games/coin/layout", "/games/coin/layout?form=tall", "/games/coin/layout?form=board"),
    "/games/coin/layout?form=board&part=whole",
)
API = (
    *("/games", "/games/coin", "/games/coin/odds", "/games/coin/rules", "/lab/strategies", "/proposals/examples"),
    *("/proposals/board/coin", "/tables/coin-1", *LAYOUTS),
)
KINDS = ("bets", "picture", "cutting", "payout", "null", "exposure")
ROUND: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ana", "sit", {}),
    ("ana", "place_bet", {"bet": "heads", "stake": 2000}),
    ("carlos", "call_side", {"outcome": "heads"}),
)
FAULTY: dict[str, dict[str, str]] = {
    "drawings that fail": {
        "felt.py": "def draw(felt):\n    return 1 / 0\n\n\nface = device = whole = draw\nPARTS = 7\n"
    },
    "files that are not read": {
        **{f"{part}.py": "import nothing_there\n" for part in PARTS},
        "disputes/one.toml": "title =\n",
        "proposals/one.star": "bet(\n",
        "strategies/heads.toml": "game =\n",
    },
}


def refused(folder: Path, patch: pytest.MonkeyPatch, game: str, **files: str) -> dict[str, str]:
    """What a service with this package refuses, address by address, with the sentence that it says; nothing is a 500."""
    install_coin(patch, folder, game, **files)
    with Service(folder) as service:
        service.fund("ana")
        table = {"id": "coin-1", "game": game, "bank": 100_000_000, "minimum": 1000}
        answers = {"open": service.post("sofia", "/tables", id="open", table=table)}
        answers |= {do: service.command(who, "coin-1", do, **fields) for who, do, fields in ROUND}
        for path in API:
            answers[path] = service.ask("sofia", "GET", path.replace("/coin", f"/{game}").replace(f"{game}-", "coin-"))
        for kind in KINDS:
            answers[kind] = service.post(None, f"/trainer/{game}/exercises", level=1, seed=1, kind=kind)
        session = {"Cookie": f"{COOKIE}={service.people.issue('sofia', SESSION, 3600.0).token}", "Accept": "text/html"}
        for path in PAGES:
            place = path.replace("/coin", f"/{game}").replace(f"{game}-", "coin-")
            answers[path] = service.client.get(place, headers=session)
    assert {name: answer.text for name, answer in answers.items() if answer.status_code >= 500} == {}
    return {name: sentence(answer) for name, answer in answers.items() if answer.status_code >= 400}


def sentence(answer: httpx.Response) -> str:
    """What a refusal says, as a page or a program has it."""
    if "json" in answer.headers["content-type"]:
        return str(answer.json()["detail"])
    lines = [line.strip() for line in re.sub(r"<[^>]+>", "", answer.text.partition("<main")[2]).splitlines()]
    return unescape([line for line in lines if line][2])


@pytest.mark.slow
def test_a_small_package_is_refused_nothing_but_exercises_of_what_it_does_not_have(
    patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = refused(tmp_path, patch, "coin_small")
    assert all("has no exercises of the kind" in line for line in lines.values()), lines
    assert set(lines) <= {"null", "picture"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "why", "missing"),
    [
        (
            "drawings that fail",
            "felt: ",
            {*LAYOUTS, "/felts/x/coin", "/proposals/board/coin", "/settle/coin", "/trainer/coin", "/tables/coin-1"}
            | {"/tables/coin-1/wall"},
        ),
        ("files that are not read", "exercises: ModuleNotFoundError: ", {*KINDS, "/trainer/coin"}),
    ],
)
def test_what_is_faulty_is_refused_by_its_name_and_all_else_works(
    name: str, why: str, missing: set[str], tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    game = f"coin_f{list(FAULTY).index(name)}"
    lines = refused(tmp_path, patch, game, **FAULTY[name])
    lines = {place: line for place, line in lines.items() if "no exercises" not in line}
    begin = f"the package of the game {game} is faulty and was skipped: {why}"
    assert {place: line for place, line in lines.items() if not line.startswith(begin)} == {}
    assert set(lines) == missing

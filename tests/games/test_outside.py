"""Games from other packages: what they add is found; what is faulty is named in one line, and takes no other game and no page down."""

import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import banca
from banca.games import playable
from banca.house.desk import open_desk
from banca.house.people import SESSION
from banca.server.auth import COOKIE
from banca.server.pages.static import address
from support.commands import answer, run
from support.outside import forget, install
from support.server import Service

OURS = playable()
PARTS = ("watch", "exercises", "practice", "simulation", "environment", "pages", "python")
"""Modules of a game that are read by their name."""
COIN = '''
"""A coin: heads wins nine for ten."""

from typing import ClassVar

from banca.game import Game
from banca.rules import LOSE, Bet, Odds, Rulebook, Space, Win, citing, words
from banca.tables.acts import Act, ActKind, bets_open
from banca.tables.commands import Command, Pay, Word

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
    Act(takes=CallSide, phase=OPEN, then=CALLED, cite=cite("1"), does=ActKind.CALL),
    Act(takes=Pay, phase=CALLED, then=OPEN, cite=cite("1"), does=ActKind.PAY),
)
GAME = Game(id="coin", package=__name__, acts=ACTS, rulebook=RULEBOOK)
'''
THREE = 'en = "{0}"\npt = "{0}"\nzh = "{0}"\n'
CLAUSES = (
    "".join(f"[instrument.{part}]\n{THREE.format(part)}" for part in ("name", "title", "holds"))
    + f'[articles."1"]\n{THREE.format("Bets")}'
    + f'[clauses."1"]\nstatus = "reconstructed"\nkind = "computed"\n{THREE.format("Heads wins.")}'
)


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    forget("coin")


def install_coin(patch: pytest.MonkeyPatch, folder: Path, game: str = "coin", **files: str) -> None:
    """Install the coin under a name of its own: much is kept in memory of a game under its name."""
    coin = {"__init__.py": COIN, "clauses.toml": CLAUSES} | files
    renamed = {f"{game}/{name}": text.replace('"coin"', f'"{game}"') for name, text in coin.items()}
    install(patch, folder, renamed, f"[banca.games]\n{game} = {game}:GAME\n")


CODE, LAW = "__init__.py", "clauses.toml"
FAULTS = {
    "does not import": (CODE, "Space, Win", "Spice, Win", "cannot import name 'Spice'"),
    "exports no game": (CODE, "GAME = ", "PLAY = ", "has no attribute 'GAME'"),
    "is another game": (CODE, 'id="coin", package', 'id="penny", package', ":GAME is not the game coin"),
    "other rules": (CODE, 'game="coin"', 'game="penny"', "rulebook: game='penny' is not 'coin'"),
    "a language missing": (LAW, 'pt = "Heads wins."\n', "", "clause 1 has no text in pt"),
    "no heading": (LAW, '[articles."1"]', '[articles."4"]', "there is no heading of article 1"),
    "bets that fail": (CODE, "    yield Bet(", "    one, other = (1,)\n    yield Bet(", "not enough values to unpack"),
    "a step that fails": (CODE, 'if side == "heads"', 'if side.side == "heads"', "has no attribute 'side'"),
    "outcomes read otherwise": (CODE, "parse=str", 'parse=lambda _: "heads"', "that is read as"),
    "never paid": (CODE, "does=ActKind.PAY", "does=ActKind.GO_ON", "no act leads to the payment"),
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


def test_a_game_from_outside_is_found_and_a_faulty_one_is_named(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = {"coin/__init__.py": COIN, "coin/clauses.toml": CLAUSES, "coin_of_sand/__init__.py": "GAME = 7\n"}
    install(patch, tmp_path, files, "[banca.games]\ncoin = coin:GAME\ncoin_of_sand = coin_of_sand:GAME\n")
    done = run("games", "--json")
    assert answer("games")["games"][-1]["game"] == "coin"
    assert done.stderr.startswith("banca: the package of the game coin_of_sand is faulty and was skipped: ")
    assert done.stderr.count("\n") == 1
    assert str(banca.game("coin").bet("heads").analysis().house_edge) == "1/20"
    assert answer("rules", "coin")["clauses"][0]["text"] == "Heads wins."


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
            found = sorted(table.id for table in desk.house.load_tables(desk.house.names)), sorted(desk.house.stopped)
            desk.house.store.close()
        forget("coin")
        return found

    both = sorted(["coin-1", other])
    assert tables(is_installed=True, opens=True) == (both, [])
    assert tables(is_installed=False) == ([other], ["coin-1"])
    assert tables(is_installed=True) == (both, [])


# On the command line

COMMANDS = '''
import typer

app = typer.Typer(rich_markup_mode=None, help="One coin, tossed.")


@app.command()
def toss(times: int = 1) -> None:
    """Toss it."""
    typer.echo("heads " * times)


@app.command()
def keep() -> None:
    pass
'''


def test_a_command_of_another_package_is_read_when_it_is_asked_for_and_replaces_none_of_ours(
    patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = {"coin": "coin.commands:app", "lost": "nowhere:app", "odds": "coin.commands:app"}
    files = {"coin/__init__.py": "", "coin/commands.py": COMMANDS}
    points = "".join(f"{name} = {point}\n" for name, point in names.items())
    install(patch, tmp_path, files, f"[banca.commands]\n{points}")
    assert answer("odds", "craps")["game"] == "craps"
    assert "coin" not in sys.modules
    assert run("coin", "toss", "--times", "2").stdout == "heads heads \n"
    listed = [" ".join(line.split()) for line in run("--help").stdout.splitlines()]
    assert "coin One coin, tossed." in listed
    assert sum(line.startswith("odds ") for line in listed) == 1
    said = "the package of the game lost is faulty and was skipped: ModuleNotFoundError: No module named 'nowhere'"
    assert said in " ".join(run("--help").stdout.split())
    done = run("lost", "more", "--and", "more")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", f"banca: {said}\n")


# Over HTTP

FAULTY = {
    "felt.py": "def draw(felt):\n    return 1 / 0\n\n\nface = device = whole = draw\nPARTS = 7\n",
    **{f"{part}.py": "import nothing_there\n" for part in PARTS},
    "coach.toml": "steps =\n",
    "sightings.toml": "sightings =\n",
    "talk.toml": "bets =\n",
    "disputes/one.toml": "title =\n",
    "proposals/one.star": "bet(\n",
    "strategies/heads.toml": "game =\n",
}
DRAWN = {"/settle/GAME", "/trainer/GAME", "/tables/coin-1", "/tables/coin-1/wall", "/felts/x/GAME"}
PATHS = ("/", "/rules", "/rules/GAME", "/explore", "/explore/GAME", "/settle", "/trainer", "/lab", "/proposals", *DRAWN)
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
        answers = {path: service.client.get(path.replace("GAME", game), headers=session) for path in PATHS}
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


PAGES = """
from litestar import Controller, get

from banca.rules import words
from banca.server.plugins import Pages
from banca.server.pages.page import page


class Coin(Controller):
    tags = ("games",)

    @get("/tosses", summary="How often it is tossed")
    async def tosses(self) -> int:
        return 7


def explore(request):
    return page(request, "coin/explore.html", thrown="<heads>")


PAGES = Pages(
    api=(Coin,),
    explore=explore,
    table_words={"toss": words("toss", pt="lançar", zh="擲")},
    table_data=lambda say: {"sides": ["heads", "tails"]},
)
"""
EXPLORE = (
    '{% extends "base.html" %}{% block title %}{% endblock %}'
    "{% block scripts %}<script src=\"{{ static('coin/toss.js') }}\"></script>{% endblock %}"
    "{% block main %}{{ thrown }}{% endblock %}"
)


@pytest.mark.slow
def test_what_a_game_adds_stands_beside_the_usual_pages(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = {
        "pages/__init__.py": PAGES,
        "pages/templates/explore.html": EXPLORE,
        "pages/static/toss.js": 'import { say } from "../page.js";\n',
        "pages/static/notes.txt": "not to be sent",
    }
    install_coin(patch, tmp_path, **files)
    with Service(tmp_path) as service:
        assert service.ask(None, "GET", "/coin/tosses").json() == 7
        shown = service.client.get("/explore/coin", headers={"Accept": "text/html"})
        assert "&lt;heads&gt;" in shown.text
        assert "default-src 'none'" in shown.headers["content-security-policy"]
        assert address("coin/toss.js") in shown.text
        assert service.client.get(address("coin/toss.js")).headers["content-type"] == "text/javascript; charset=utf-8"
        for name in ("coin/notes.txt", "coin/../../__init__.py", "toss.js"):
            assert service.client.get(f"/static/x/{name}").status_code == 404
        assert "/api/v1/coin/tosses" in service.client.get("/schema/openapi.json").json()["paths"]


@pytest.mark.slow
def test_a_simulation_that_cannot_draw_from_so_large_a_space_is_refused(
    tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    """The weights of a dealt shoe pass 2^32 soon; what is exact has no such limit."""
    heavy = COIN.replace("Space.uniform(SIDES)", 'Space((("heads", 2**32), ("tails", 2**32)))')
    install_coin(patch, tmp_path, "coin_heavy", **{CODE: heavy})
    assert answer("odds", "coin_heavy")["bets"][0]["house_edge"] == "1/20"
    refused = run("simulate", "coin_heavy", "--bet", "heads=1", "--rounds", "10", "--sessions", "8")
    assert refused.exit_code == 1
    assert str(2**33) in refused.stderr
    text = 'game = "coin_heavy"\n[[bet]]\nbet = "heads"\nstake = 1\n'
    with Service(tmp_path) as service:
        answered = service.post("ana", "/lab/runs", strategies=[{"text": text}], sessions=8)
        assert (answered.status_code, answered.json()["code"]) == (422, "weights_too_large")

"""What games from outside add to the program and to the service; what is faulty in one is said, and the others stay."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import banca
from asked import answer, run
from banca.web.static import address
from outside import CLAUSES, COIN, forget, install
from service import Service

GAMES = "[banca.games]\ncoin = coin:GAME\n"
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
PAGES = """
from litestar import Controller, get

from banca.rulebook import words
from banca.service.plugins import Pages
from banca.web.page import page


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
NO_HANDLER = "from banca.service.plugins import Pages\nPAGES = Pages(api=(7,))\n"
EXPLORE = (
    '{% extends "base.html" %}{% block title %}{% endblock %}'
    "{% block scripts %}<script src=\"{{ static('coin/toss.js') }}\"></script>{% endblock %}"
    "{% block main %}{{ thrown }}{% endblock %}"
)
HTML = {"Accept": "text/html"}


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Whatever is installed here is gone behind the test."""
    with pytest.MonkeyPatch.context() as found:
        yield found
    for name in [one for one in sys.modules if one.partition(".")[0] in ("coin", "dice_of_sand")]:
        del sys.modules[name]
    forget()


# On the command line


@pytest.fixture
def commands(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    points = "[banca.commands]\ncoin = coin.commands:app\nlost = nowhere:app\nnumber = coin:NUMBER\nodds = coin.commands:app\n"
    files = {"coin/__init__.py": "NUMBER = 7\n", "coin/commands.py": COMMANDS}
    install(patch, tmp_path, files, points)


@pytest.mark.usefixtures("commands")
def test_a_command_of_another_package_is_read_when_it_is_asked_for_and_replaces_none_of_ours() -> None:
    assert answer("odds", "craps")["game"] == "craps"
    assert "coin" not in sys.modules
    assert run("coin", "toss", "--times", "2").stdout == "heads heads \n"
    listed = [" ".join(line.split()) for line in run("--help").stdout.splitlines()]
    assert "coin One coin, tossed." in listed
    assert sum(line.startswith("odds ") for line in listed) == 1
    assert "Did you mean 'coin'?" in run("coyn").output


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("lost", "ModuleNotFoundError: No module named 'nowhere'"),
        ("number", "TypeError: coin:NUMBER is not a typer.Typer"),
    ],
)
def test_a_faulty_command_is_one_line_that_names_it_and_the_others_stay(name: str, why: str) -> None:
    said = f"the package of the game {name} is faulty and was skipped: {why}"
    assert said in " ".join(run("--help").stdout.split())
    done = run(name, "more", "--and", "more")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", f"banca: {said}\n")
    assert run("coin", "toss").exit_code == 0


# Games


def test_a_game_from_outside_is_found_and_a_faulty_one_is_named(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = {"coin/__init__.py": COIN, "coin/clauses.toml": CLAUSES, "dice_of_sand/__init__.py": "GAME = 7\n"}
    install(patch, tmp_path, files, GAMES + "dice_of_sand = dice_of_sand:GAME\n")
    done = run("games", "--json")
    assert listed()[-1] == "coin"
    assert done.stderr.startswith("banca: the package of the game dice_of_sand is faulty and was skipped: ")
    assert done.stderr.count("\n") == 1
    assert str(banca.game("coin").bet("heads").analysis().house_edge) == "1/20"
    assert answer("rules", "coin")["clauses"][0]["text"] == "Heads wins."


def listed() -> tuple[str, ...]:
    return tuple(one["game"] for one in answer("games")["games"])


@pytest.mark.slow
@pytest.mark.parametrize("clauses", [None, CLAUSES.replace("articles", "chapters")])
def test_clauses_that_cannot_be_read_leave_the_other_games_in_peace(
    patch: pytest.MonkeyPatch, tmp_path: Path, clauses: str | None
) -> None:
    before = listed()
    files = {"coin/__init__.py": COIN} | ({} if clauses is None else {"coin/clauses.toml": clauses})
    install(patch, tmp_path, files, GAMES)
    assert listed() == before
    refused = run("rules", "coin")
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert refused.stderr.startswith("banca: the package of the game coin is faulty and was skipped: clauses.toml: ")
    with Service(tmp_path) as service:
        assert service.client.get("/explore", headers=HTML).status_code == 200
        assert service.client.get("/rules/coin", headers=HTML).status_code == 422


# Over HTTP and in pages


@pytest.fixture
def files() -> dict[str, str]:
    return {"coin/__init__.py": COIN, "coin/clauses.toml": CLAUSES}


@pytest.mark.slow
def test_what_a_game_adds_stands_beside_the_usual_pages(
    patch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str]
) -> None:
    files |= {
        "coin/pages/__init__.py": PAGES,
        "coin/pages/templates/explore.html": EXPLORE,
        "coin/pages/static/toss.js": 'import { say } from "../page.js";\n',
        "coin/pages/static/notes.txt": "not to be sent",
    }
    install(patch, tmp_path, files, GAMES)
    with Service(tmp_path) as service:
        assert service.ask(None, "GET", "/coin/tosses").json() == 7
        shown = service.client.get("/explore/coin", headers=HTML)
        assert "&lt;heads&gt;" in shown.text
        assert "default-src 'none'" in shown.headers["content-security-policy"]
        assert address("coin/toss.js") in shown.text
        script = service.client.get(address("coin/toss.js"))
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in script.headers["cache-control"]
        assert service.client.get(address("page.js")).status_code == 200
        for name in ("coin/notes.txt", "coin/../../__init__.py", "toss.js"):
            assert service.client.get(f"/static/x/{name}").status_code == 404
        assert "/api/v1/coin/tosses" in service.client.get("/schema/openapi.json").json()["paths"]


@pytest.mark.slow
@pytest.mark.parametrize("pages", ["raise OSError('the disk')\n", NO_HANDLER])
def test_faulty_pages_are_logged_by_their_game_and_the_usual_ones_serve(
    patch: pytest.MonkeyPatch, tmp_path: Path, files: dict[str, str], caplog: pytest.LogCaptureFixture, pages: str
) -> None:
    install(patch, tmp_path, files | {"coin/pages.py": pages}, GAMES)
    with caplog.at_level(logging.WARNING, "banca"), Service(tmp_path) as service:
        assert service.client.get("/explore/coin", headers=HTML).status_code == 200
        assert service.client.get("/explore/pai_kao", headers=HTML).status_code == 200
    (told,) = [one for one in caplog.records if one.message == "faulty"]
    assert told.__dict__["about"]["game"] == "coin"

"""docs/write-a-game.md is true: followed to the letter in an empty directory it makes a package that works as it says."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from support.packages import Follower, blocks_of, with_environment
from support.paths import ROOT, TESTS
from support.server import Process

pytestmark = [pytest.mark.server, pytest.mark.compiled]

PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
SERVED = ("/rules/coin", "/explore/coin", "/settle/coin", "/trainer/coin", "/tables/demo-coin")


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
    follower = Follower(
        folder=folder,
        files=folder / "banca-coin",
        surroundings=with_environment(folder / "environment"),
        instead={"banca serve --demo": lambda: look_at_the_pages(folder)},
    )
    follower.follow(PAGE)
    return follower


def test_followed_to_the_letter_it_comes_to_a_game_that_is_drawn_simulated_and_tested(follower: Follower) -> None:
    """Every command has done what is shown below it; what it leaves behind is what was promised."""
    made = {file.name: file.read_text() for file in follower.folder.glob("*.svg")}
    assert set(made) == {"plain.svg", "coin.svg", "coin-tall.svg"}
    assert len(set(made.values())) == 3
    assert all(text.count('class="region"') == 2 for text in made.values())
    figures = follower.run("banca odds coin heads --json").stdout
    assert Fraction(*map(int, re.findall(r'"house_edge": "(\d+)/(\d+)"', figures)[0])) == Fraction(1, 40)


def test_what_it_makes_keeps_what_every_installed_game_promises(follower: Follower) -> None:
    (contract,) = TESTS.rglob("test_contract.py")
    done = follower.run(f"cd {ROOT} && python -m pytest -q -p no:cacheprovider {contract} -k coin")
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b[1-9]\d* passed", done.stdout)


def test_uninstalled_it_leaves_nothing(follower: Follower) -> None:
    assert "`pip uninstall banca-coin`" in PAGE
    assert follower.run("pip uninstall --yes banca-coin").returncode == 0
    refused = follower.run("banca odds coin")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert follower.run("pip install -e ./banca-coin").returncode == 0


def test_what_else_it_shows_runs() -> None:
    for block in blocks_of(PAGE):
        if block.language == "python" and not block.file:
            exec(compile(block.text, "docs/write-a-game.md", "exec"), {})  # noqa: S102 - our own document

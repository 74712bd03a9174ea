"""A game from outside with parts left out or faulty: no address gives a 500, each refusal is one line that names the part."""

import re
import sys
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from banca.house.keys import SESSION
from banca.service.authentication import COOKIE
from followed import blocks_of
from outside import forget, install
from paths import ROOT
from service import Service

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
COIN = {block.file.removeprefix("src/"): block.text for block in blocks_of(PAGE) if block.file.startswith("src/")}
P = "banca_coin"
READ_BY_NAME = ("coach", "sightings", "watch", "exercises", "practice", "simulation", "environment", "pages", "python")
WORDS = re.compile(r'words\(("[^"]+"), pt="[^"]+", zh="[^"]+"\)')
NULL_ROWS = re.compile(r"^    Act\(takes=\w+, phase=\w+, then=\w+, cite=cite\(\"2\.2\"\).*\n", re.MULTILINE)
LEFT_OUT: dict[str, Mapping[str, str | None]] = {
    "no drawing, no strategies": {f"{P}/felt.py": None, f"{P}/strategies/heads.toml": None},
    "no translations": {name: WORDS.sub(r"\1", text) for name, text in COIN.items() if name.endswith(".py")},
    "no null throws": {
        f"{P}/__init__.py": COIN[f"{P}/__init__.py"].replace("    nulls=NULLS,\n", ""),
        f"{P}/procedure.py": NULL_ROWS.sub("", COIN[f"{P}/procedure.py"]),
    },
}
"""What a small package may do without: everything works."""
FAULTY: dict[str, Mapping[str, str | None]] = {
    "drawings that fail": {
        f"{P}/felt.py": "def draw(felt):\n    return 1 / 0\n\n\nface = device = whole = draw\nPARTS = 7\n"
    },
    "drawings that are not read": {f"{P}/felt.py": "import nothing_there\n"},
    "files that are not read": {
        **{f"{P}/{part}.py": "import nothing_there\n" for part in READ_BY_NAME},
        f"{P}/disputes/one.toml": "title =\n",
        f"{P}/proposals/one.star": "bet(\n",
        f"{P}/strategies/heads.toml": "game =\n",
    },
    "empty files": {
        **{f"{P}/{part}.py": "" for part in (*READ_BY_NAME, "felt")},
        f"{P}/disputes/one.toml": "",
        f"{P}/proposals/one.star": "",
        f"{P}/strategies/heads.toml": "",
    },
}
"""What is wrong in one: whatever does not need it works."""
LAYOUTS = {"/games/coin/layout", "/games/coin/layout?form=tall", "/games/coin/layout?form=board", "/felts/x/coin"}
LAYOUTS |= {"/games/coin/layout?form=board&part=whole"}
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
API = (
    *("/games", "/games/coin", "/games/coin/odds", "/games/coin/rules", "/lab/strategies", "/proposals/examples"),
    *("/proposals/board/coin", "/games/coin/layout", "/games/coin/layout?form=tall", "/games/coin/layout?form=board"),
    *("/games/coin/layout?form=board&part=whole", "/tables/coin-1"),
)
KINDS = ("bets", "picture", "cutting", "payout", "null", "exposure")
ROUND: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ana", "sit", {}),
    ("ana", "place_bet", {"bet": "heads", "stake": 2000}),
    ("carlos", "toss", {}),
)


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Whatever is installed here is gone behind the test."""
    with pytest.MonkeyPatch.context() as found:
        yield found
    for name in [one for one in sys.modules if one.startswith(P)]:
        del sys.modules[name]
    forget()


def refused(folder: Path, patch: pytest.MonkeyPatch, changed: Mapping[str, str | None], game: str) -> dict[str, str]:
    """What a service with this package refuses, address by address: the sentence that it says.

    Each package has a name of its own, for much is kept in memory of a game under its name.
    """
    files = {name: text for name, text in {**COIN, **changed}.items() if text is not None}
    renamed = {name.replace("coin", game): text.replace("coin", game) for name, text in files.items()}
    install(patch, folder, renamed, f"[banca.games]\n{game} = banca_{game}:GAME\n")
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
    assert {name: one.text for name, one in answers.items() if one.status_code >= 500} == {}
    return {name: said(one) for name, one in answers.items() if one.status_code >= 400}


def said(answer: httpx.Response) -> str:
    """The sentence of a refusal, as a page or a program has it."""
    if "json" in answer.headers["content-type"]:
        return str(answer.json()["detail"])
    lines = [line.strip() for line in re.sub(r"<[^>]+>", "", answer.text.partition("<main")[2]).splitlines()]
    return unescape([line for line in lines if line][2])


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_package_with_little_is_refused_nothing(name: str, tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    """But exercises of which it has none: judging null throws, where it has no null throws."""
    found = refused(tmp_path, patch, LEFT_OUT[name], f"coin_{list(LEFT_OUT).index(name)}")
    assert all("has no exercises of the kind" in line for line in found.values()), found
    assert set(found) - {"picture"} == ({"null"} if name == "no null throws" else set())


@pytest.mark.parametrize(
    ("name", "why", "missing"),
    [
        (
            "drawings that fail",
            "felt: ",
            {
                *LAYOUTS,
                "/proposals/board/coin",
                *("/settle/coin", "/trainer/coin", "/tables/coin-1", "/tables/coin-1/wall"),
            },
        ),
        ("drawings that are not read", "felt: ModuleNotFoundError: ", LAYOUTS),
        ("files that are not read", "exercises: ModuleNotFoundError: ", {*KINDS, "/trainer/coin"}),
        ("empty files", "exercises: AttributeError: ", {*KINDS, "/trainer/coin"}),
    ],
)
def test_what_is_faulty_is_refused_by_its_name_and_all_else_is_there(
    name: str, why: str, missing: set[str], tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    game = f"coin_f{list(FAULTY).index(name)}"
    found = {
        place: line
        for place, line in refused(tmp_path, patch, FAULTY[name], game).items()
        if "no exercises" not in line
    }
    begin = f"the package of the game {game} is faulty and was skipped: {why}"
    assert {place: line for place, line in found.items() if not line.startswith(begin)} == {}
    assert set(found) == missing

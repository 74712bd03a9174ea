"""A game from outside with parts left out or faulty: no address gives a 500, each refusal is one line that names the part."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from banca.house.keys import SESSION
from banca.service.authentication import COOKIE
from followed import blocks_of
from outside import forget, install
from service import Service

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

PAGE = (Path(__file__).parent.parent / "docs" / "write-a-game.md").read_text("utf-8")
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
FAULTY: dict[str, Mapping[str, str]] = {
    "no acts": {f"{P}/__init__.py": COIN[f"{P}/__init__.py"].replace("acts=ACTS", "acts=()")},
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
    *("/lab", "/proposals", "/watch", "/house", "/audit", "/felts/x/coin", "/tables/coin-1", "/tables/coin-1/wall"),
)
API = (
    *("/games", "/games/coin", "/games/coin/odds", "/games/coin/rules", "/lab/strategies", "/proposals/examples"),
    *("/proposals/board/coin", "/games/coin/layout", "/games/coin/layout?form=tall", "/games/coin/layout?form=board"),
    *("/games/coin/layout?form=board&part=whole", "/tables/coin-1"),
)
KINDS = ("bets", "picture", "cutting", "payout", "null", "exposure")
ROUND = (("ana", "sit", {}), ("ana", "place_bet", {"bet": "heads", "stake": 2000}), ("carlos", "toss", {}))


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Whatever is installed here is gone behind the test."""
    with pytest.MonkeyPatch.context() as found:
        yield found
    for name in [one for one in sys.modules if one.partition(".")[0] == P]:
        del sys.modules[name]
    forget()


def refused(folder: Path, patch: pytest.MonkeyPatch, changed: Mapping[str, str | None]) -> dict[str, str]:
    """What a service with this package refuses, address by address: the sentence that it says."""
    files = {name: text for name, text in {**COIN, **changed}.items() if text is not None}
    install(patch, folder, files, f"[banca.games]\ncoin = {P}:GAME\n")
    found: dict[str, str] = {}
    with Service(folder) as service:
        service.fund("ana")
        new = {"id": "coin-1", "game": "coin", "bank": 100_000_000, "minimum": 1000}
        answers = {"open": service.post("sofia", "/tables", id="open", table=new)}
        answers |= {do: service.command(who, "coin-1", do, **fields) for who, do, fields in ROUND}
        answers |= {path: service.ask("sofia", "GET", path) for path in API}
        for kind in KINDS:
            asked = {"level": 1, "seed": 1, "kind": kind}
            answers[kind] = service.post(None, "/trainer/coin/exercises", **asked)
        found |= {name: one.json()["detail"] for name, one in answers.items() if one.status_code >= 400}
        session = {"Cookie": f"{COOKIE}={service.people.issue('sofia', SESSION, 3600.0).token}"}
        for path in PAGES:
            shown = service.client.get(path, headers={"Accept": "text/html", **session})
            if shown.status_code >= 400:
                found[path] = re.sub(r"<[^>]+>", "", shown.text.partition("<main")[2])
        answers["heads"] = service.client.get("/api/v1/games/wheel/odds")
    assert {name for name, one in answers.items() if one.status_code >= 500} == set()
    return found


@pytest.mark.parametrize("changed", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_package_with_little_is_refused_nothing(
    changed: Mapping[str, str | None], tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    found = refused(tmp_path, patch, changed)
    assert {name for name in found if name not in ("picture", "null")} == set(), found
    assert all("coin has no exercises of the kind" in line for line in found.values()), found


@pytest.mark.parametrize("name", FAULTY)
def test_what_is_faulty_is_refused_by_its_name_and_all_else_is_there(
    name: str, tmp_path: Path, patch: pytest.MonkeyPatch
) -> None:
    found = refused(tmp_path, patch, FAULTY[name])
    print(found)
    assert 0

"""Every answer about a game whose text was replaced or amended by one that has not been seen says so, once."""

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest

import banca
from banca.house.people import SESSION
from banca.i18n import translator
from banca.i18n.answer import caution
from banca.law import Language
from banca.proposals.files import example
from banca.server.auth import COOKIE
from support.commands import run
from support.paths import ROOT
from support.server import Service, work_here

pytestmark = pytest.mark.slow

OF_CHANCE = (
    "games {game}",
    "rules {game}",
    "rules {game} --clause {clause}",
    "odds {game}",
    "options {game}",
    "settle {game} --bet {bet}=100 --outcome {outcome}",
    "together {game} --bet {bet}=100",
    "layout {game} --form tall",
)
ABOUT = {
    "football_poker": {"clause": "12", "bet": "upper", "outcome": "K-9-4"},
    "fish_prawn_crab": {"clause": "3.2", "bet": "big", "outcome": "fish-crab-crab"},
}
COMMANDS = {
    **{game: [words.format(game=game, **about) for words in OF_CHANCE] for game, about in ABOUT.items()},
    "pai_kao": [
        *(f"{command} pai_kao" for command in ("games", "rules", "options", "layout")),
        *(f"pai-kao {words}" for words in ("rank", "set 6-6 4-5 1-1 2-3", "value")),
        f"pai-kao settle {ROOT / 'docs' / 'examples' / 'pai-kao-round.toml'}",
    ],
}
"""What somebody asks about a game whose text is not the last."""
ASKED = [("football_poker", Language.PT), ("fish_prawn_crab", Language.EN), ("pai_kao", Language.ZH)]
HTTP = {
    "football_poker": ["/games/{}", "/games/{}/odds", "/games/{}/rules", "/games/{}/layout"],
    "fish_prawn_crab": ["/games/{}/odds"],
    "pai_kao": ["/pai-kao/settings?tiles=6-6,4-5,1-1,2-3", "/pai-kao/values", "/pai-kao/ranks"],
}
SENT: dict[str, list[tuple[str, dict[str, object]]]] = {
    "football_poker": [
        ("/games/football_poker/settle", {"bets": [{"bet": "upper", "stake": "100"}], "outcomes": ["K-9-4"]}),
        ("/proposals/check", {"source": example("first_pair")}),
    ],
    "fish_prawn_crab": [],
    "pai_kao": [],
}


def text_in(shown: str, game: str, spoken: Language) -> int:
    """How often a text says what to know before relying on the game's text, wherever its lines break."""
    about = caution(game)
    assert about
    return "".join(shown.split()).count("".join(translator(spoken).spell(about).split()))


@pytest.mark.parametrize(("game", "spoken"), ASKED)
def test_every_command_says_once_that_a_text_is_not_the_last(game: str, spoken: Language) -> None:
    for typed in COMMANDS[game]:
        words = typed.split()
        shown = run(*words, "--lang", spoken)
        assert shown.exit_code == 0, shown.stderr
        assert text_in(shown.stdout, game, spoken) == 1, words
        if words[0] != "layout":
            told = json.loads(run(*words, "--lang", spoken, "--json").stdout)
            assert text_in(json.dumps(told, ensure_ascii=False), game, spoken) == 1, words
    assert caution("craps") is None


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("editions")) as found:
        for game in COMMANDS:
            found.open(game.replace("_", "-"), game)
        yield found


@pytest.mark.parametrize(("game", "spoken"), ASKED)
def test_every_page_says_once_that_a_text_is_not_the_last(service: Service, game: str, spoken: Language) -> None:
    session = f"{COOKIE}={service.people.issue('ana', SESSION, 3600.0).token}"
    headers = {"Accept": "text/html", "Accept-Language": spoken, "Cookie": session}
    for address in ("explore", "settle", "rules", "trainer", "tables"):
        name = game.replace("_", "-") if address == "tables" else game
        page = service.client.get(f"/{address}/{name}", headers=headers)
        assert page.status_code == 200
        shown = re.sub(r"<script\b.*?</script>", "", page.text, flags=re.DOTALL)
        assert text_in(unescape(shown), game, spoken) == 1, address


@pytest.mark.parametrize(("game", "spoken"), ASKED)
def test_every_answer_over_http_says_once_that_a_text_is_not_the_last(
    service: Service, game: str, spoken: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_here(monkeypatch)

    def ask(method: str, path: str, body: object = None) -> str:
        found = service.ask("ana", method, path, json=body, headers={"Accept-Language": spoken})
        assert found.status_code == 200, found.text
        return found.text

    for path in HTTP[game]:
        assert text_in(ask("GET", path.format(game)), game, spoken) == 1, path
    for path, body in SENT[game]:
        assert text_in(ask("POST", path, body), game, spoken) == 1, path
    made = ask("POST", f"/trainer/{game}/exercises", {"level": 1, "seed": 11})
    assert text_in(made, game, spoken) == 1
    shown = json.loads(made)
    choices = [{"result": "lose"} for _ in shown["bets"]]
    marked = ask("POST", f"/trainer/{game}/answers", {"exercise": shown["exercise"], "answers": choices})
    assert text_in(marked, game, spoken) == 1


def test_python_says_once_that_a_text_is_not_the_last() -> None:
    opened = banca.game("football_poker")
    for shown in (opened.caution or "", unescape(opened._repr_html_())):
        assert text_in(shown, "football_poker", Language.EN) == 1
    assert text_in(banca.pai_kao.caution() or "", "pai_kao", Language.EN) == 1
    assert banca.game("craps").caution is None

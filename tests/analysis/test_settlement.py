"""Ten disputes, each worked out by hand from the clauses in its file: the same result and articles in Python, on the command line, by HTTP."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import banca
from banca.analysis.settlement import MOST_BETS, MOST_THROWS, Dispute, limits_read, read_worked, settle_dispute
from banca.games import rulebook
from banca.games.pai_kao.answers import answer_round, parse_round, read_words, write_words
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.rules import Refusal
from support.commands import answer, run
from support.reference import AMONG_PLAYERS, OF_CHANCE, is_as_expected, one
from support.server import Service


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.mark.parametrize(("game", "name"), OF_CHANCE)
def test_python_command_line_and_http_agree_with_the_hand(service: Service, game: str, name: str) -> None:
    dispute = one(game, name)
    asked = dispute.dispute
    bets = {f"{bet.bet}@{bet.at}" if bet.at else bet.bet: bet.stake for bet in asked.bets}
    limits = limits_read(chip=asked.limits.chip).put_into(rulebook(game).limits)
    in_python = banca.game(game, **asked.options).settle(bets, asked.outcomes, limits).report()
    words = [f"--option={key}={value}" for key, value in asked.options.items()]
    words += [f"--bet={bet}={stake}" for bet, stake in bets.items()]
    words += [f"--outcome={outcome}" for outcome in asked.outcomes]
    words += [f"--chip={asked.limits.chip}"] if asked.limits.chip else []
    by_http = service.post(None, f"/games/{game}/settle", **dispute.request)
    assert by_http.status_code == 200, by_http.text
    assert is_as_expected(in_python, dispute)
    assert in_python == answer("settle", game, *words) == by_http.json() == settle_dispute(game, asked).report()


@pytest.mark.parametrize(("game", "name"), AMONG_PLAYERS)
def test_a_round_between_players_likewise(service: Service, game: str, name: str) -> None:
    dispute = one(game, name)
    in_python = plain(answer_round(parse_round(dispute.request)), translator())
    words = [f"--{option.replace('_', '-')}={text}" for option, text in write_words(dispute.request)]
    by_http = service.post(None, "/pai-kao/settle", **dispute.request)
    claims = [(claim["owed_by"], claim["owed_to"], claim["amount"]) for claim in in_python["claims"]]
    assert claims == [("Rui", "Ines", "100")]  # the bank could have paid no prize: the lost stake alone
    assert is_as_expected(in_python, dispute)
    assert in_python == answer("pai-kao", "settle", *words) == by_http.json()


def test_a_round_in_words_says_all_that_its_file_says() -> None:
    whole = deepcopy(one(*AMONG_PLAYERS[0]).request) | {
        "first_round": {"principal": "100", "won": "100"},
        "dice": [6, 6, 6, 1],
    }
    whole["gate"][1]["exposed"] = 1
    whole["gate"][3] |= {"set_by": "Rui, of the bar"}
    whole["gate"][3]["stake"][1] |= {"after_shake": True}
    assert read_words(write_words(whole)) == whole


@pytest.mark.parametrize("words", [["--gate=4"], ["--bank=Lei"], ["--dice=2,x,3,4"]])
def test_words_that_cannot_be_read_are_refused_with_their_form(words: list[str]) -> None:
    refused = run("pai-kao", "settle", *words)
    assert refused.exit_code == 1
    assert "it must be like" in refused.stderr


def test_pai_kao_6_3_two_hands_compared() -> None:
    found = answer("pai-kao", "compare", "6-6 4-5 / 1-1 2-3", "5-5,4-6/1-6,2-6")
    assert (found["front"], found["rear"], found["result"]) == ("player", "player", "win")
    assert found["cites"] == ["pai_kao 6.3"]
    assert found["player"]["rear"]["name"] == "Heaven King Nine"
    turned = answer("pai-kao", "compare", "5-5 4-6 1-6 2-6", "6-6 4-5 1-1 2-3")
    assert turned["result"] == "lose"
    assert run("pai-kao", "compare", "6-6 6-6 / 1-1 2-3", "6-6 4-5 / 1-6 2-6").exit_code == 1
    assert run("pai-kao", "compare", "6-6 4-5 / 1-1", "5-5 4-6 / 1-6 2-6").exit_code == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"bets": [{"bet": "gone", "stake": "100"}], "outcomes": ["3-4"]}, 422, "unknown_bet"),
        ({"bets": []}, 400, "bad_request"),
        ({"bets": [{"bet": "field", "stake": 100}]}, 400, "bad_request"),
        ({"bets": [{"bet": "field", "stake": "1"}] * (MOST_BETS + 1)}, 400, "bad_request"),
        ({"bets": [{"bet": "field", "stake": "1"}], "outcomes": ["3-4"] * (MOST_THROWS + 1)}, 400, "bad_request"),
    ],
)
def test_what_cannot_be_settled_is_refused(service: Service, body: dict[str, Any], status: int, code: str) -> None:
    refused = service.post(None, "/games/craps/settle", **body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_a_game_without_bets_is_settled_at_its_own_address(service: Service) -> None:
    said = service.post(None, "/games/craps/together", bets=[{"bet": "pass_line", "stake": "100"}])
    assert (said.status_code, said.json()) == (200, answer("together", "craps", "--bet=pass_line=100"))
    refused = service.post(None, "/games/pai_kao/settle", bets=[{"bet": "field", "stake": "1"}])
    assert (refused.status_code, refused.json()["code"]) == (422, "not_a_game_of_chance")
    short = service.post(None, "/pai-kao/settle", **(one(*AMONG_PLAYERS[0]).request | {"dice": [2, 5, 1]}))
    assert (short.status_code, short.json()["cite"]) == (422, "pai_kao 1.2")


def test_a_file_that_is_no_dispute_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "dispute.toml"
    file.write_text('title = "no"\n')
    with pytest.raises(Refusal, match=r"dispute\.toml"):
        read_worked(file)
    assert Dispute(bets=[]).outcomes == []

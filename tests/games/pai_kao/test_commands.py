"""`banca pai-kao` as its users meet it."""

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from banca.games.pai_kao.answers import answer_round, read_round
from banca.rules import Refusal
from support import commands
from support.paths import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "pai-kao-round.toml"
SEVEN = ("--gates", "7", "--against", "highest_rear")
run = partial(commands.run, "pai-kao")
answer = partial(commands.answer, "pai-kao")


def test_rank_of_tiles_and_pairs() -> None:
    assert answer("rank", "6-6", "4-5")["place"] == 17
    assert answer("rank", "2-4", "1-2")["name"] == "Supreme"
    assert [one["place"] for one in answer("rank", "2-4")["tiles"]] == [15]
    assert len(answer("rank")["tiles"]) == 21


def test_set_shows_three_settings_and_advises() -> None:
    report = answer("set", "6-6", "4-5", "1-1", "2-3")
    best = [one for one in report["settings"] if one["is_best"]]
    assert len(report["settings"]) == 3
    assert best[0]["rear"]["name"] == "Heaven King Nine"
    assert "best: " in run("set", "6-6", "4-5", "1-1", "2-3", "--against", "highest_rear", "--as", "banker").stdout


def test_the_example_round() -> None:
    report = answer("settle", str(EXAMPLE))
    assert report["first_gate_dealt"] == {"gate": 6, "cite": "R-pk-1"}
    assert [(share["who"], share["net"]) for share in report["bank"]] == [("Lei", "48"), ("casino", "0")]
    nets = {stake["who"]: stake["net"] for gate in report["gates"] for stake in gate["stakes"]}
    assert nets == {"Ana": "192", "Chan": "48", "Wong": "96", "Rui": "-300", "Ines": "-100", "Sou": "0"}
    assert [(claim["owed_by"], claim["owed_to"], claim["amount"]) for claim in report["claims"]] == [
        ("Rui", "Ines", "200")
    ]
    assert report["commission"] == "16"


def test_a_void_deal_and_an_uncovered_stake_say_so(tmp_path: Path) -> None:
    void = changed(tmp_path, ("number = 3\n", "number = 3\nexposed = 2\n"))
    gates = answer("settle", str(void))["gates"]
    assert {gate["result"]: gate["cites"][-1] for gate in gates if gate["result"] in ("out", "void")} == {
        "out": "R-pk-10",  # put out by two tiles of its own, it stays out
        "void": "R-pk-12",
    }
    stays = [stake for gate in gates if gate["result"] == "void" for stake in gate["stakes"]]
    assert {(stake["received"], stake["net"]) for stake in stays} == {("0", "0")}
    for spoken, said in (("en", "stays for the new deal"), ("pt", "nova distribuição"), ("zh", "保留至再派牌")):
        shown = run("settle", str(void), "--lang", spoken).stdout
        assert shown.replace("\n", "").count(said) == len(stays)
    poor = changed(tmp_path, ("principal = 500", "principal = 100"), ("principal = 300", "principal = 110"))
    assert "covered by the bank 10 (R-pk-3)" in run("settle", str(poor)).stdout


def test_value_of_the_game() -> None:
    report = answer("value")
    assert float(eval(report["value_player"])) == pytest.approx(-0.0208, abs=0.0001)  # noqa: S307 - a fraction
    assert float(eval(report["value_banker"])) == pytest.approx(-0.0025, abs=0.0001)  # noqa: S307
    assert "highest_front" in run("value", "--player", "highest_front").stdout


def test_a_bank_against_several_gates() -> None:
    alone, value = answer("banker", "--gates", "1", "--against", "equilibrium"), answer("value")
    assert (alone["value"], alone["lose"]) == (value["value_banker"], value["win"])
    seven = answer("banker", *SEVEN)
    assert seven["principal"] == "700"
    assert len(seven["results"]) == 15
    assert sum(Fraction(one["chance"]) for one in seven["results"]) == 1
    assert Fraction(seven["value"]) > Fraction(seven["value_gate_by_gate"])
    assert Fraction(seven["gross"]) - Fraction(seven["commission"]) == Fraction(seven["value"])
    short = answer("banker", *SEVEN, "--principal", "150")
    assert [one["gross"] for one in short["results"]] == ["-150", "-100", "-50", "0", "50", "100", "150"]
    assert run("banker", "--gates", "8").exit_code == 1
    assert run("banker", "--gates", "1", "--principal", "0.001").exit_code == 1


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    text = EXAMPLE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "round.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("old", "new", "code", "cite"),
    [
        ('"6-6", "4-5", "1-1", "2-3"]', '"6-7", "4-5", "1-1", "2-3"]', "unknown_tile", "pai_kao T-1"),
        ('"4-4", "5-6"]', '"4-4", "4-5"]', "wrong_setting", "pai_kao 5.1"),
        ("amount = 200", "amount = 200\nafter_shake = true", "stake_after_shake", "pai_kao 4.7"),
        ("number = 4", 'number = 4\nset_by = "casino"', "co_banker_side_bet", "pai_kao 3.3"),
        ("[limits]", "[first_round]\nprincipal = 500\nwon = 100\n[limits]", "principal_reduced", "pai_kao 4.9"),
        ("banker = 3", "banker = 5", "bad_entry", "pai_kao 4.4"),
        ("number = 6", "number = 9", "wrong_gate", "pai_kao 1.4"),
        ("number = 6", "number = 8", "wrong_gate", "pai_kao 4.1"),
        ("amount = 200", 'amount = "lots"', "bad_stake", "R-money-2"),
        ("banker = 3", "banker = 3\ncroupier = 4", "unknown_key", ""),
        ("banker = 3", 'banker = "three"', "bad_entry", ""),
        ("banker = 3", "banker = = 3", "cannot_read", ""),
        ('pairs = [["6-6", "4-5"], ["1-1", "2-3"]]', 'pairs = ["6-6", "4-5"]', "bad_entry", "pai_kao 5.1"),
        ("exposed = 2", "exposed = 5", "bad_entry", "pai_kao 2.3"),
        ("dice = [2, 5, 1, 4]", "dice = [true, true, true, true]", "dice_cocked", "pai_kao 1.2"),
        ("amount = 200", "amount = " + "9" * 5000, "cannot_read", ""),
        ("dice = [2, 5, 1, 4]", "dice = " + "[" * 3000, "cannot_read", ""),
        ('who = "Ana"', 'who = "A\\nB"', "bad_entry", ""),
        ('who = "Wong"', 'who = "Lei"', "twice_at_the_bank", "pai_kao 4.4"),
    ],
)
def test_a_wrong_round_is_refused(old: str, new: str, code: str, cite: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        answer_round(read_round(changed(tmp_path, (old, new))))
    assert (caught.value.code, str(caught.value.cite or "")) == (code, cite)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["set", "6-6", "6-6", "6-6", "1-1"], "too_many_tiles"),
        (["set", "6-6", "4-5", "1-1", "2-3", "--against", "luck"], "unknown_policy"),
        (["set", "6-6", "4-5", "1-1", "2-3", "--as", "casino"], "unknown_value"),
        (["settle", "no-such-file.toml"], "cannot_read"),
        pytest.param(["solve", "-o", "/no/such/folder/file.json"], "cannot_write", marks=pytest.mark.compiled),
    ],
)
def test_bad_input_is_refused(words: list[str], code: str) -> None:
    refused = run(*words, "--json")
    assert refused.exit_code == 1
    assert json.loads(refused.stderr)["code"] == code


ONE_SIDE = ("--banker", "1", "--bank", "Lei=200", "--gate", "1:6-6,1-2/5-5,1-6", "--gate", "2:4-4,2-6/5-6,2-5:Ana=60")


@pytest.mark.clause("5.5", "R-pk-16")
def test_R_pk_16_the_banker_counts_3_or_6_unless_the_house_leaves_it_to_players() -> None:
    def settled(*words: str) -> tuple[str, list[str], str]:
        report = answer("settle", *ONE_SIDE, *words)
        front = report["banker_setting"]["front"]
        assert "R-pk-16" in [*front["cites"], *report["banker_setting"]["rear"]["cites"]]
        return report["gates"][0]["result"], front["tiles"], report["gates"][0]["stakes"][0]["net"]

    # 6-6 with 1-2 counts 12 + 6 = 8 points, above the 7 of 5-5 with 1-6; by face value 12 + 3 = 5, below them
    assert settled() == settled("--supreme", "both") == ("lose", ["5-5", "1-6"], "-60")
    assert settled("--supreme", "players") == ("win", ["6-6", "1-2"], "57.60")
    refused = run("settle", *ONE_SIDE, "--supreme", "banker")
    assert (refused.exit_code, "both" in refused.stderr, "R-pk-16" in refused.stderr) == (1, True, True)

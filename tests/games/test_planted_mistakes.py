"""Mistakes that the author of a game makes: planted one by one in the example package, each told in one line with its place."""

import json
import shutil
from collections.abc import Iterator
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest

from banca.check import check_game, find_mistakes
from banca.games import names
from banca.house.people import SESSION
from banca.rules import Refusal
from banca.server.auth import COOKIE
from support.commands import run
from support.outside import forget, install
from support.paths import ROOT
from support.server import Service

OURS = names()
PACKAGE = "banca_cussec"
FOLDER = ROOT / "examples" / "banca-cussec" / "src" / PACKAGE
FILES = {
    str(file.relative_to(FOLDER)): file.read_text("utf-8")
    for pattern in ("*.py", "*.toml", "strategies/*.toml")
    for file in sorted(FOLDER.glob(pattern))
}
FILES["coach.toml"] = """
[[steps]]
cite = "B-1"
at = "bet"
key = "small"
says.en = "Press Small."
says.pt = "Toque em Pequeno."
says.zh = "按「小」。"
"""
FILES["sightings.toml"] = """
[[sightings]]
null = "leaning"
says.en = "A die leans."
says.pt = "Um dado está inclinado."
says.zh = "一粒骰子傾斜。"

[[sightings]]
cites = ["N-1"]
says.en = "The dice lie flat."
says.pt = "Os dados estão assentes."
says.zh = "骰子均平放。"
"""
Planted = tuple[str, str, str, str, str]
"""The file, what stands there, what is planted; the code and the place of what is said."""

IN_RULES: dict[str, Planted] = {
    # Bets
    "two bets of one key": ("bets.py", '("big", _("Big"', '("small", _("Big"', "repeated", "bet small"),
    "a selection twice": (
        "bets.py",
        'yield "total", name, cite("B-3"), {str(number): total}',
        'yield "total", name, cite("B-3"), {str(max(number, 5)): total}',
        "repeated",
        "bet total:5",
    ),
    "a row that its own table lacks": ("bets.py", 'yield "pair", name', 'yield "Pair", name', "failed", "bets"),
    "a bet's id in capitals": ("bets.py", '("big", _("Big"', '("Big", _("Big"', "bad_id", "bet Big"),
    "a selection in capitals": ("bets.py", "{str(number): total}", '{f"N{number}": total}', "bad_id", "bet total:N4"),
    "another spelling than canonical's": (
        "bets.py",
        'return "-".join(map(str, sorted(numbers)))',
        'return "-".join(map(str, sorted(numbers, reverse=True)))',
        "read_otherwise",
        "bet pair:2-1",
    ),
    "no bets": ("bets.py", "    yield from on_totals(ON_TOTALS)\n", "    return\n    yield\n", "missing", "bets"),
    "a row that is no bet": (
        "bets.py",
        "    yield from on_totals(ON_TOTALS)\n",
        '    yield "small"\n    yield from on_totals(ON_TOTALS)\n',
        "wrong_kind",
        "bets",
    ),
    "bets that fail": (
        "bets.py",
        "    yield from on_totals(ON_TOTALS)\n",
        "    yield from on_totals(ON_TOTALS[2])\n",
        "failed",
        "bets",
    ),
    "no clause of a bet": ("bets.py", '_("Small"), cite("B-1")', '_("Small"), None', "missing", "bet small"),
    "a clause as text": ("bets.py", '_("Small"), cite("B-1")', '_("Small"), "B-1"', "wrong_kind", "bet small"),
    "a bet's clause is not there": ("bets.py", 'cite("B-1")', 'cite("B-91")', "no_clause", "bet small"),
    "a bet's reading is not there": (
        "bets.py",
        'cite("R-cussec-5")',
        'cite("R-cussec-55")',
        "no_clause",
        "bet double:1",
    ),
    "added to no bet": (
        "bets.py",
        "space=DICE, step=step)",
        'space=DICE, step=step, added_to="pass_line")',
        "not_there",
        "bet small",
    ),
    # Prizes and verdicts
    "a prize with a fraction": ("prizes.py", "pair=5, double=8", "pair=5.5, double=8", "wrong_kind", "bet pair:1-2"),
    "a prize as a fraction": (
        "prizes.py",
        'Win(EVEN, cite("P-1"))',
        'Win(Odds(19 / 20), cite("P-1"))',
        "wrong_kind",
        "bet small",
    ),
    "a prize of nothing": (
        "prizes.py",
        'Win(EVEN, cite("P-1"))',
        'Win(Odds(0), cite("P-1"))',
        "wrong_kind",
        "bet small",
    ),
    "a number as odds": ("prizes.py", 'Win(EVEN, cite("P-1"))', 'Win(1, cite("P-1"))', "wrong_kind", "bet small"),
    "a prize's clause is not there": ("prizes.py", 'cite("P-1")', 'cite("P-99")', "no_clause", "bet small"),
    "a prize of another game": (
        "prizes.py",
        'Win(EVEN, cite("P-1"))',
        'Win(EVEN, citing("craps")("5.2"))',
        "no_clause",
        "bet small",
    ),
    "a step without a verdict": (
        "steps.py",
        "        return prize if total(triple) in totals else LOSE",
        "        if total(triple) in totals:\n            return prize",
        "no_verdict",
        "bet small",
    ),
    "a step that gives True": (
        "steps.py",
        "return prizes.get(seen, LOSE)",
        "return seen in prizes",
        "no_verdict",
        "bet total:4",
    ),
    "a step that fails": ("steps.py", "return prizes.get(seen, LOSE)", "return prizes[seen]", "failed", "bet total:4"),
    "a bet that is never decided": (
        "steps.py",
        "return prizes.get(seen, LOSE)",
        'return __import__("banca.rules").rules.Stay("waiting")',
        "never_decided",
        "bet total:4",
    ),
    "half of the stake as a float": (
        "bets.py",
        'Lose(cite("B-11"))',
        'Lose(cite("B-11"), 0.5)',
        "wrong_kind",
        "bet small",
    ),
    # Device
    "an outcome twice": (
        "device.py",
        "Space.uniform(product(FACES, repeat=3), FACES_CITE)",
        "Space.uniform([*product(FACES, repeat=3), (1, 1, 1)], FACES_CITE)",
        "repeated",
        "bet small",
    ),
    "a weight that is no whole number": (
        "device.py",
        "Space.uniform(product(FACES, repeat=3), FACES_CITE)",
        "Space(tuple((triple, 0.5) for triple in product(FACES, repeat=3)), FACES_CITE)",
        "wrong_kind",
        "bet small",
    ),
    "a weight of 0": (
        "device.py",
        "Space.uniform(product(FACES, repeat=3), FACES_CITE)",
        "Space(tuple((triple, 0) for triple in product(FACES, repeat=3)), FACES_CITE)",
        "wrong_kind",
        "bet small",
    ),
    "no outcomes": ("device.py", "product(FACES, repeat=3), FACES_CITE", "[], FACES_CITE", "missing", "bet small"),
    "no space": ("bets.py", "space=DICE, step=step", "space=None, step=step", "wrong_kind", "bet small"),
    "the device's clause is not there": (
        "device.py",
        'FACES_CITE = cite("M-1")',
        'FACES_CITE = cite("M-0")',
        "no_clause",
        "bet small",
    ),
    "an outcome form that cannot be read": (
        "device.py",
        'FORM = "3-4-4"',
        'FORM = "3 4 4"',
        "failed",
        "outcome_form '3 4 4'",
    ),
    "an outcome form of another game": (
        "device.py",
        'FORM = "3-4-4"',
        'FORM = "null"',
        "not_there",
        "outcome_form 'null'",
    ),
    "outcomes read as others": (
        "device.py",
        "    return first, second, third\n",
        "    return third, second, first\n",
        "read_otherwise",
        "show, parse",
    ),
    "a fact that is a float": (
        "device.py",
        '"total": total(triple)',
        '"total": total(triple) / 1',
        "not_a_fact",
        "fact total",
    ),
    "a fact that is a list": ("device.py", "tuple(sorted(triple))", "sorted(triple)", "not_a_fact", "fact numbers"),
    "a fact that some outcomes lack": (
        "device.py",
        '"is_triple": is_triple(triple)}',
        '**({"is_triple": True} if is_triple(triple) else {})}',
        "missing",
        "facts of",
    ),
    "a null's clause is not there": ("device.py", 'cite("N-2")', 'cite("N-22")', "no_clause", "null:leaning"),
    "a null without a clause": ("device.py", '(cite("N-3"),)', "()", "missing", "null:outside"),
    # Options
    "a default that is no value": ("device.py", 'default="lever"', 'default="hand"', "not_there", "option drive"),
    "a value twice": (
        "device.py",
        '("lever", "electronic")',
        '("lever", "electronic", "lever")',
        "repeated",
        "option drive",
    ),
    "an option's clause is not there": ("device.py", 'cite("M-2")', 'cite("M-29")', "no_clause", "option drive"),
    "a value without words": (
        "device.py",
        '        "lever": _("a lever"),\n',
        "",
        "no_words",
        "option drive",
    ),
    # Acts
    "a phase that no act reaches": (
        "procedure.py",
        "phase=NULL, then=COVERED_AGAIN",
        "phase=NULL, then=COVERED",
        "unreached",
        "phase covered again",
    ),
    "a phase that leads to no payment": (
        "procedure.py",
        "phase=BETS_CLOSED, then=REVEALED",
        "phase=REVEALED, then=REVEALED",
        "no_payment",
        "phase bets closed",
    ),
    "a phase without words": (
        "acts.py",
        'PAID = _("paid")',
        'PAID = "paid"',
        "no_words",
        "phase paid",
    ),
    "an act twice": (
        "procedure.py",
        "    shake(COVERED, BETS_OPEN),\n",
        "    shake(COVERED, BETS_OPEN),\n    shake(COVERED, BETS_OPEN),\n",
        "repeated",
        "act shake",
    ),
    "an act's clause is not there": (
        "procedure.py",
        'cite=cite("C-3"))',
        'cite=cite("C-33"))',
        "no_clause",
        "act ring_bell",
    ),
    "nothing is called": ("procedure.py", 'cite=cite("C-4"), does=ActKind.CALL', 'cite=cite("C-4")', "missing", "acts"),
    "a field without a label": (
        "acts.py",
        '        "started": _("the shaker was started"),\n',
        "",
        "no_words",
        "act shake",
    ),
    # Words
    "a name in one language": (
        "bets.py",
        '_("Any triple")',
        '"Any triple"',
        "no_words",
        "bet any_triple",
    ),
    "a text that no catalogue has": (
        "bets.py",
        '_("Any triple")',
        '_("Any three alike")',
        "no_text",
        "bet any_triple",
    ),
    "a blank missing in a language": (
        "bets.py",
        'name = _("Total {}")',
        'from banca.rules import words; name = words("Total {}", pt="Total {}", zh="點數")',
        "blanks_differ",
        "bet total:4",
    ),
    "an option without a translation": (
        "device.py",
        'says=_("The cup is driven by")',
        'says=_("The cup is moved by")',
        "no_text",
        "option drive",
    ),
    "a command without a translation": (
        "acts.py",
        '_("Cover the dice")',
        '_("Put the lid on")',
        "no_text",
        "act cover",
    ),
    # The rest of the rulebook
    "the clause on bets is not there": ("__init__.py", 'cite("M-3")', 'cite("M-3.9")', "no_clause", "rulebook"),
    "the clause on stakes is not there": ("__init__.py", 'cite("S-1")', 'cite("S-11")', "no_clause", "rulebook"),
    "the rulebook of another game": ("__init__.py", 'game="cussec"', 'game="dice"', "wrong_kind", "rulebook"),
    "another reading cites what is not there": (
        "readings.py",
        'cite("R-cussec-5")',
        'cite("R-cussec-50")',
        "no_clause",
        "bet double:1, other reading",
    ),
    "clauses that are no TOML": ("clauses.toml", '[articles."M"]', '[articles."M"', "failed", "clauses.toml"),
    "a clause names a reading that is not there": (
        "clauses.toml",
        'readings = ["R-cussec-3"]',
        'readings = ["R-cussec-33"]',
        "no_clause",
        "clauses.toml, clause M-3",
    ),
}
"""Told by `check_game`, which every process asks."""

IN_FILES: dict[str, Planted] = {
    "a clause without a language": (
        "clauses.toml",
        'pt = "O layout mostra',
        'xx = "O layout mostra',
        "failed",
        "clauses.toml, clause M-3",
    ),
    "a status that there is not": (
        "clauses.toml",
        'status = "reconstructed"\nkind = "procedural"\nreadings = ["R-cussec-3"]',
        'status = "certain"\nkind = "procedural"\nreadings = ["R-cussec-3"]',
        "failed",
        "clauses.toml, clause M-3",
    ),
    "no heading": ("clauses.toml", '[articles."S"]', '[articles."Z"]', "failed", "clauses.toml, clause S-1"),
    "no name of the regulation": (
        "clauses.toml",
        "[instrument.regulation]",
        "[instrument.rule_book]",
        "missing",
        "clauses.toml, instrument",
    ),
    "a prize with a fraction under an option": (
        "prizes.py",
        "triple=180, any_triple=30",
        "triple=180, any_triple=30.5",
        "wrong_kind",
        "bet any_triple (prizes=atlantic_city)",
    ),
    "a blank missing in a refusal": (
        "procedure.py",
        '_("the electronic shaker was not started")',
        '__import__("banca.rules").rules.words("not {asked}", pt="não {asked}", zh="不")',
        "blanks_differ",
        "procedure.py",
    ),
    "a layout that fails": ("felt.py", "    head = 244.0\n", "    head = 1 / 0\n", "failed", "felt.py"),
    "another name of no bet": ("talk.toml", "odd = [", "add = [", "not_there", "talk.toml, bets"),
    "another name of no value": ("talk.toml", '"drive=electronic"', '"drive=hand"', "not_there", "talk.toml, options"),
    "table talk that is no list": ("talk.toml", "odd = [", 'odd = "odds"\nodds = [', "failed", "talk.toml"),
    "a step's clause is not there": ("coach.toml", '"B-1"', '"B-91"', "no_clause", "coach.toml, step 1"),
    "a sighting's clause is not there": ("sightings.toml", '"N-1"', '"N-11"', "no_clause", "sightings.toml, row 2"),
    "a call that fails": ("calls.py", '("small", "big")', '("small", "large")', "failed", "called"),
    "a strategy on no bet": (
        "strategies/small_flat.toml",
        'bet = "small"',
        'bet = "smell"',
        "failed",
        "strategies/small_flat.toml",
    ),
}
"""Told only by `banca check`, which reads everything."""


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    forget(PACKAGE)


def plant(patch: pytest.MonkeyPatch, folder: Path, *every: Planted | None) -> None:
    """Install the example with mistakes in it."""
    changed = dict(FILES)
    for file, old, new, *_ in filter(None, every):
        assert old in changed[file], "the example has changed: plant this mistake elsewhere"
        changed[file] = changed[file].replace(old, new, 1)
    shutil.copytree(FOLDER / "locale", folder / PACKAGE / "locale")
    files = {f"{PACKAGE}/{file}": text for file, text in changed.items()}
    install(patch, folder, files, f"[banca.games]\ncussec = {PACKAGE}:GAME\n")


@pytest.mark.parametrize("planted", IN_RULES.values(), ids=IN_RULES)
def test_a_mistake_in_the_rules_is_refused_in_one_line_with_its_place(
    planted: Planted, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant(patch, tmp_path, planted)
    *_, code, place = planted
    game = import_module(PACKAGE).GAME
    found = find_mistakes(game)
    told = [one for one in found if one.code == f"game_{code}" and str(one.about["place"]).startswith(place)]
    assert told, list(map(str, found))
    assert "\n" not in str(told[0])
    assert "Traceback" not in str(told[0])
    with pytest.raises(Refusal) as refused:
        check_game(game)
    assert refused.value.code == "game_faulty"
    assert str(found[0]) in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("planted", [None, *IN_FILES.values()], ids=["nothing", *IN_FILES])
def test_the_whole_check_tells_what_is_wrong_in_any_file(
    planted: Planted | None, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant(patch, tmp_path, planted)
    done = run("check", "cussec", "--json")
    found = json.loads(done.stdout)["mistakes"]
    assert (done.exit_code, done.stderr) == (int(planted is not None), "")
    if planted is None:
        assert found == []
        return
    *_, code, place = planted
    assert any(one["code"] == f"game_{code}" and one["place"].startswith(place) for one in found), found
    assert run("check", "cussec").stdout.splitlines()[: len(found)] == [one["detail"] for one in found]


@pytest.mark.slow
def test_the_whole_check_tells_all_mistakes_at_once(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chosen = [IN_RULES["a bet's clause is not there"], IN_RULES["an outcome twice"], IN_FILES["no heading"]]
    chosen += [IN_RULES["a phase without words"], IN_RULES["a null without a clause"]]
    plant(patch, tmp_path, *chosen)
    found = json.loads(run("check", "cussec", "--json").stdout)["mistakes"]
    assert {(f"game_{code}", place) for *_, code, place in chosen} <= {(one["code"], one["place"]) for one in found}


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_our_own_games_have_no_mistakes(game: str) -> None:
    done = run("check", game, "--json")
    assert (json.loads(done.stdout)["mistakes"], done.exit_code) == ([], 0)


def test_a_package_that_cannot_be_imported_is_refused_with_the_line(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plant(patch, tmp_path, ("prizes.py", "Odds(7)", "Odds(seven)", "", ""))
    done = run("check", "cussec")
    assert done.exit_code == 1
    line = FILES["prizes.py"].partition("Odds(7)")[0].count("\n") + 1
    assert f"skipped: prizes, line {line}: NameError: name 'seven' is not defined" in done.stderr


# The house stands

FIVE = (
    IN_RULES["a prize with a fraction"],
    IN_RULES["no space"],
    IN_RULES["a step without a verdict"],
    IN_RULES["a bet's clause is not there"],
    IN_FILES["a clause without a language"],
)
PAGES = ("/", "/explore", "/rules", "/settle", "/trainer", "/lab", "/proposals", "/api/v1/games")


def opened(service: Service, *paths: str) -> dict[str, tuple[int, str]]:
    """What somebody who supervises sees."""
    session = {"Cookie": f"{COOKIE}={service.people.issue('sofia', SESSION, 3600.0).token}", "Accept": "text/html"}
    answers = {path: service.client.get(path, headers=session) for path in paths}
    return {path: (answer.status_code, unescape(answer.text)) for path, answer in answers.items()}


@pytest.mark.slow
@pytest.mark.parametrize("planted", FIVE)
def test_a_faulty_game_is_left_out_of_the_lobby_with_a_line(
    planted: Planted, patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant(patch, tmp_path, planted)
    said = f"the package of the game cussec is faulty and was skipped: {planted[-1].split(',')[0]}"
    with Service(tmp_path / "house", demo=True) as service:
        service.open("craps-1", "craps")
        seen = opened(service, *PAGES)
        assert {path: status for path, (status, _) in seen.items() if status != 200} == {}
        assert said in seen["/"][1]
        assert '"craps-1"' in seen["/"][1]
        assert [one["game"] for one in json.loads(seen["/api/v1/games"][1])["games"]] == list(OURS)
        status, text = opened(service, "/explore/cussec")["/explore/cussec"]
        assert status < 500
        assert said in text
    listed = run("odds", "--json")
    assert listed.exit_code == 0
    assert said in listed.stderr


@pytest.mark.slow
def test_a_fault_that_shows_only_under_an_option_takes_nothing_else_down(
    patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant(patch, tmp_path, IN_FILES["a prize with a fraction under an option"])
    with Service(tmp_path / "house") as service:
        service.open("craps-1", "craps")
        service.open("cussec-1", "cussec", options={"prizes": "atlantic_city"})
        seen = opened(service, *PAGES, "/explore/cussec?option=prizes%3Datlantic_city", "/explore/cussec")
        assert {path: status for path, (status, _) in seen.items() if status >= 500} == {}
        assert seen["/"][0] == 200
        assert "the package of the game cussec is faulty and was skipped: " in seen["/"][1]
        assert '"craps-1"' in seen["/"][1]

"""Which text applied when, as far as is known: no date made up, and what has not been seen is said to be so."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from banca.games import playable
from banca.house.commands import TableTerms, open_terms, with_edition
from banca.house.story import authorisations, describe_text_in_force
from banca.i18n import translator
from banca.i18n.descriptions import STATUSES
from banca.law import Instrument, Language, Status, law, shared_readings
from support.commands import answer, run
from support.server import Service

SOURCE = {
    # what is known of each order and of those before and after it: signed, published, in force, until; the others
    "craps": ("2010-02-26", "2010-03-08", "2010-03-09", None, ["97/85/M"]),
    "fish_prawn_crab": ("2004-05-12", "2004-05-17", "2004-05-18", None, ["21/96/M", "69/2006"]),
    "roulette": ("2004-05-12", "2004-05-17", "2004-05-18", None, ["168/75", "153/88/M", "30/2003"]),
    "wheel": ("2003-04-23", "2003-05-05", "2003-05-06", None, []),
    "pai_kao": ("1985-05-17", "1985-05-18", None, None, ["58/91/M"]),
    "fantan": ("2004-05-12", "2004-05-17", "2004-05-18", None, ["7461", "211/80/M", "178/89/M"]),
    "football_poker": (None, "2003-05-05", "2003-05-06", "2004-06-29", ["65/2004"]),
}


def number_of(instrument: Instrument) -> str:
    """`97/85/M` of an instrument's name."""
    return instrument.name[Language.EN].partition("No. ")[2].split()[0]


@pytest.mark.parametrize("game", SOURCE)
def test_the_dates_are_those_of_the_source_and_no_others(game: str) -> None:
    own, others = law(game).instrument, law(game).others
    dates = [day and str(day) for day in (own.signed, own.published, own.in_force, own.until)]
    assert (*dates, [number_of(one) for one in others]) == SOURCE[game]


@pytest.mark.parametrize(
    ("game", "on", "force"),
    [
        ("craps", "2010-03-08", "not_yet"),
        ("craps", "2010-03-09", "in_force"),
        ("fish_prawn_crab", "2005-12-31", "in_force"),
        ("fish_prawn_crab", "2006-01-01", "perhaps_amended"),  # in the year of an order whose day is not known
        ("fish_prawn_crab", "2007-01-01", "amended"),
        ("pai_kao", "1990-12-31", "begins_undated"),
        ("pai_kao", "1991-12-31", "perhaps_amended"),
        ("pai_kao", "1992-01-01", "amended"),
        ("football_poker", "2004-06-28", "in_force"),
        ("football_poker", "2004-06-29", "ended"),
    ],
)
def test_what_was_in_force_on_a_day(game: str, on: str, force: str) -> None:
    day = date.fromisoformat(on)
    assert law(game).force(day) == force
    assert with_edition(open_terms(TableTerms(id="t", game=game)), day).force == force  # recorded when a table opens


def test_the_edition_of_a_day_names_what_applied_instead_and_what_has_not_been_seen() -> None:
    def edition(game: str, on: str) -> dict[str, Any]:
        (found,) = [one for one in answer("rules", "--on", on)["editions"] if one["game"] == game]
        return dict(found)

    before = edition("craps", "2010-03-08")
    assert (before["force"], before["other"]) == ("not_yet", "Portaria No. 97/85/M of 18 May")
    assert edition("craps", "1985-05-17")["other"] is None  # before that one, too
    assert edition("craps", "2010-03-09")["from"] == "2010-03-09"
    (amendment,) = edition("fish_prawn_crab", "2007-01-01")["amended_by"]
    assert "69/2006" in amendment
    ended = edition("football_poker", "2004-06-29")
    assert (ended["until"], "65/2004" in str(ended["other"])) == ("2004-06-29", True)
    assert "has not been seen" in str(ended["said"])


@pytest.mark.parametrize(
    ("game", "day", "names"),
    [
        ("roulette", "1990-01-01", ["168/75", "153/88/M"]),
        ("roulette", "2003-02-01", ["30/2003"]),
        ("fantan", "1989-10-23", ["211/80/M", "178/89/M"]),
        ("fantan", "1970-01-01", ["7461"]),
        ("wheel", "2003-05-05", []),
    ],
)
def test_what_applied_before_is_named_with_its_changes(game: str, day: str, names: list[str]) -> None:
    assert [number_of(one) for one in law(game).applied(date.fromisoformat(day))] == names


def test_30_2003_took_effect_before_it_was_published() -> None:
    (before,) = [one for one in law("roulette").others if "30/2003" in one.name[Language.EN]]
    assert before.in_force is None  # the day after its publication, which has not been seen
    assert "with effect from 31 January 2003" in before.known[Language.EN]


def test_of_pai_kao_only_article_1_was_read_in_the_gazette() -> None:
    rules = [one for one in law("pai_kao").clauses.values() if one.status is not Status.READING]
    assert {one.article for one in rules if one.status is Status.GAZETTED} == {"1"}
    assert {one.status for one in rules if one.article != "1"} == {Status.GAZETTED_COPY}


# What a table records of it


def test_a_table_records_at_its_opening_what_has_not_been_seen() -> None:
    def unseen(game: str, day: date = date(2026, 11, 17)) -> tuple[str, ...]:
        return with_edition(open_terms(TableTerms(id="t", game=game)), day).unseen

    assert unseen("craps") == unseen("fish_prawn_crab", date(2005, 1, 1)) == ()
    for game, number in (("fish_prawn_crab", "69/2006"), ("football_poker", "65/2004"), ("pai_kao", "58/91/M")):
        (name,) = unseen(game)
        assert number in name


def test_the_story_says_what_was_not_authorised_and_what_an_old_opening_recorded() -> None:
    opened = structs.replace(
        open_terms(TableTerms(id="t", game="craps")), unauthorised=("field_12",), authorised={"dice_offered": "DICJ 1"}
    )
    said = " ".join(authorisations(opened, translator(Language.PT)))
    assert all(part in said for part in ("sem autorização registada", "field_12=", "DICJ 1"))
    old = open_terms(TableTerms(id="t", game="football_poker"))
    assert describe_text_in_force(old, translator()) == ""
    unseen = structs.replace(old, force="ended", unseen=("Order of the Secretary for Economy and Finance No. 65/2004",))
    assert "第65/2004號" in describe_text_in_force(unseen, translator(Language.ZH))


@pytest.mark.slow
def test_rules_over_http_are_those_of_a_day(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        rules = service.ask(None, "GET", "/games/craps/rules?on=2024-06-01").json()
        assert rules == answer("rules", "craps", "--on", "2024-06-01")
        for day, code in (("2010-03-08", "not_in_force"), ("1+June", "bad_date")):
            refused = service.ask(None, "GET", f"/games/craps/rules?on={day}")
            assert (refused.status_code, refused.json()["code"]) == (422, code)


def test_the_rules_of_a_game_on_a_day() -> None:
    assert answer("rules", "craps", "--on", "2024-06-01")["on"]["force"] == "in_force"
    early = run("rules", "craps", "--on", "2010-03-08")
    assert (early.exit_code, early.stdout, "97/85/M" in early.stderr) == (1, "", True)
    for words in (["--clause", "5.1", "--on", "2024-06-01"], []):
        assert run("rules", *words).exit_code == 2
    assert run("rules", "--on", "1 June").exit_code == 1
    shown = run("rules", "--on", "2024-06-01").stdout
    assert all(number_of(law(game).instrument) in shown for game in playable())


def test_a_house_rule_is_no_reading_and_half_a_sentence_is_marked() -> None:
    rules = {number: one.status for number, one in shared_readings().items()}
    ours = {number for number in rules if number.startswith(("R-live-", "R-money-"))}
    assert {rules[number] for number in ours} == {Status.HOUSE_RULE}
    assert {number: status for number, status in rules.items() if number not in ours} == {
        "R-proposal-1": Status.PROPOSED
    }
    marks = [words.mark for words in STATUSES.values()]
    assert len(set(marks)) == len(marks)
    shown = run("rules", "craps", "--clause", "R-money-1").stdout
    assert "R-money-1°" in shown
    assert "† " not in shown
    assert law("roulette").clauses["2.1"].status is Status.RECONSTRUCTED  # only its first half has been seen
    assert law("football_poker").instrument.is_first


def test_before_the_order_that_introduced_it_there_was_no_football_poker() -> None:
    (found,) = [one for one in answer("rules", "--on", "1990-01-01")["editions"] if one["game"] == "football_poker"]
    assert "introduced the game" in str(found["said"])

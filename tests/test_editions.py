"""Which text applied when, as far as is known; no date made up, and what has not been seen is said to be so."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from asked import answer, run
from banca.answers.heading import caution
from banca.games import playable
from banca.house.opening import TableTerms, opening, with_edition
from banca.law import Force, Language, Status, law
from banca.words import speech

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


def edition(game: str, on: str) -> dict[str, Any]:
    (found,) = [one for one in answer("rules", "--on", on)["editions"] if one["game"] == game]
    return dict(found)


@pytest.mark.parametrize("game", SOURCE)
def test_the_dates_are_those_of_the_source_and_no_others(game: str) -> None:
    of = law(game)
    own = of.instrument
    dates = [day and str(day) for day in (own.signed, own.published, own.in_force, own.until)]
    assert (*dates, [one.name[Language.EN].split()[-1] for one in of.others]) == SOURCE[game]


def test_craps_is_in_force_from_the_day_after_its_publication() -> None:
    assert edition("craps", "2010-03-09")["force"] == "in_force"
    assert edition("craps", "2010-03-09")["from"] == "2010-03-09"
    before = edition("craps", "2010-03-08")
    assert (before["force"], before["other"]) == ("not_yet", "Portaria No. 97/85/M")
    assert edition("craps", "1985-05-17")["other"] is None  # before that one, too


@pytest.mark.parametrize(
    ("game", "before", "within", "after", "by"),
    [
        ("fish_prawn_crab", "2005-12-31", "2006-01-01", "2007-01-01", "69/2006"),
        ("pai_kao", "1990-12-31", "1991-12-31", "1992-01-01", "58/91/M"),
    ],
)
def test_a_text_that_an_unseen_order_amends_is_said_to_be_as_first_published(
    game: str, before: str, within: str, after: str, by: str
) -> None:
    """Within the year of the order, of which the day is not known, nobody can say whether it applied."""
    assert edition(game, before)["force"] in ("in_force", "begins_undated")
    for day, force in ((within, "perhaps_amended"), (after, "amended")):
        changed = edition(game, day)
        assert changed["force"] == force
        (amendment,) = changed["amended_by"]
        assert by in amendment
        assert "as first published" in str(changed["said"])
    assert "from which day is not known" in str(edition(game, within)["said"])


def test_the_wheel_was_a_new_game() -> None:
    """42/2003 says so in its preamble."""
    assert "introduced the game" in str(edition("wheel", "2003-05-05")["said"])


def test_a_day_of_publication_is_no_day_of_entry_into_force() -> None:
    assert "came into force is not known" in str(edition("craps", "1985-05-18")["said"])
    assert "came into force is not known" not in str(edition("craps", "1986-01-01")["said"])


def test_football_poker_was_law_until_28_june_2004() -> None:
    assert edition("football_poker", "2004-06-28")["force"] == "in_force"
    ended = edition("football_poker", "2004-06-29")
    assert (ended["force"], ended["until"]) == ("ended", "2004-06-29")
    assert "65/2004" in str(ended["other"])
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
    assert [one.name[Language.EN].split()[-1] for one in law(game).applied(date.fromisoformat(day))] == names


def test_an_edition_that_ends_is_in_force_until_the_day_before() -> None:
    craps = law("craps")
    ended = replace(craps, instrument=replace(craps.instrument, until=date(2020, 1, 1)))
    assert ended.force(date(2019, 12, 31)) is Force.IN_FORCE
    assert ended.force(date(2020, 1, 1)) is Force.ENDED


@pytest.mark.parametrize("spoken", Language)
@pytest.mark.parametrize("game", ["football_poker", "fish_prawn_crab"])
def test_every_command_says_once_that_a_text_is_not_the_last(game: str, spoken: Language) -> None:
    about = caution(game)
    assert about
    said = speech(spoken).spell(about)
    shown = " ".join(run("odds", game, "--lang", spoken).stdout.split())
    assert shown.replace(" ", "").count(said.replace(" ", "")) == 1
    assert caution("craps") is None


def test_a_table_records_at_its_opening_what_has_not_been_seen() -> None:
    day = date(2026, 11, 17)
    unseen = {
        game: with_edition(opening(TableTerms(id="t", game=game)), day).unseen
        for game in ("craps", "fish_prawn_crab", "football_poker", "pai_kao")
    }
    assert unseen["craps"] == ()
    for game, number in (("fish_prawn_crab", "69/2006"), ("football_poker", "65/2004"), ("pai_kao", "58/91/M")):
        (name,) = unseen[game]
        assert number in name
    assert with_edition(opening(TableTerms(id="t", game="fish_prawn_crab")), date(2005, 1, 1)).unseen == ()


def test_the_history_is_in_order_of_time_and_links_to_the_gazette() -> None:
    for game in playable():
        entries = answer("rules", game)["history"]
        assert [one["year"] for one in entries] == sorted(one["year"] for one in entries)
        (held,) = [one for one in entries if one["is_held"]]
        assert not held["address"] or held["address"].startswith("https://bo.io.gov.mo/bo/i/")


def test_the_editions_are_printed_for_every_game() -> None:
    shown = run("rules", "--on", "2024-06-01").stdout
    for game in playable():
        assert game in shown
        assert law(game).instrument.name[Language.EN].split()[-1] in shown
    assert "2010-03-09" in shown
    assert "2004-06-28" in shown


def test_the_rules_of_a_game_on_a_day() -> None:
    assert answer("rules", "craps", "--on", "2024-06-01")["on"]["force"] == "in_force"
    assert "1 June 2024: in force on that day" in run("rules", "craps", "--clause", "5.1", "--on", "2024-06-01").stdout
    early = run("rules", "craps", "--on", "2010-03-08")
    assert (early.exit_code, early.stdout) == (1, "")
    assert "Portaria No. 97/85/M. Its text has not been seen." in early.stderr
    for words in (["--clause", "5.1", "--on", "2024-06-01"], []):
        assert run("rules", *words).exit_code == 2
    assert run("rules", "--on", "1 June").exit_code == 1


def test_no_clause_of_pai_kao_is_said_to_have_been_read_in_the_gazette() -> None:
    """The source says of itself 本文為非正式公佈文本，在此僅供參考: not the officially published text, and for reference only."""
    held = law("pai_kao")
    assert {one.status for one in held.clauses.values()} == {Status.GAZETTED_COPY, Status.READING}
    says = ("not the officially published", "não ser o oficialmente publicado", "非正式公佈文本")
    for language, words in zip((Language.EN, Language.PT, Language.ZH), says, strict=True):
        assert words in held.instrument.holds[language]

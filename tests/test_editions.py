"""Which edition of the rules was in force when, as far as the source says: the orders' own last numbers, and no date made up."""

from dataclasses import replace
from datetime import date

import pytest

from asked import answer, run
from banca.games import playable
from banca.law import Force, Language, law

SOURCE = {
    # what each order says of itself in the gazette: signed, in force, what it revokes
    "craps": ("2010-02-26", "2010-03-09", "Portaria 97/85/M"),
    "fish_prawn_crab": ("2004-05-12", None, "Portaria 21/96/M"),
    "roulette": ("2004-05-12", None, "SEF external regulatory order 30/2003"),
    "wheel": ("2003-04-23", None, None),
    "pai_kao": ("1985-05-17", None, None),
    "fantan": (None, None, None),
    "football_poker": (None, None, None),
}


def edition(game: str, on: str) -> dict[str, object]:
    (found,) = [one for one in answer("rules", "--on", on)["editions"] if one["game"] == game]
    return dict(found)


@pytest.mark.parametrize("game", SOURCE)
def test_the_dates_are_those_of_the_source_and_no_others(game: str) -> None:
    signed, in_force, revoked = SOURCE[game]
    instrument = law(game).instrument
    assert (instrument.signed and str(instrument.signed), instrument.in_force and str(instrument.in_force)) == (
        signed,
        in_force,
    )
    assert (instrument.replaces.name[Language.EN] if instrument.replaces else None) == revoked
    assert instrument.until is None


def test_craps_is_in_force_from_the_day_after_its_publication() -> None:
    assert edition("craps", "2010-03-09")["force"] == "in_force"
    assert edition("craps", "2010-03-09")["from"] == "2010-03-09"
    before = edition("craps", "2010-03-08")
    assert (before["force"], before["other"]) == ("not_yet", "Portaria 97/85/M")
    assert edition("craps", "1985-05-17")["other"] is None  # before that one, too


def test_an_order_in_force_after_a_publication_without_date_is_said_to_be_so() -> None:
    for game, signed, day_after in (
        ("fish_prawn_crab", "2004-05-12", "2004-05-13"),
        ("roulette", "2004-05-12", "2004-05-13"),
        ("wheel", "2003-04-23", "2003-04-24"),
    ):
        assert edition(game, signed)["force"] == "not_yet"
        undated = edition(game, day_after)
        assert (undated["force"], undated["from"]) == ("begins_undated", None)
        assert "day after its publication" in str(undated["said"])
    assert edition("fish_prawn_crab", "2004-05-12")["other"] == "Portaria 21/96/M"


def test_football_poker_was_replaced_on_a_day_that_is_not_known() -> None:
    found = edition("football_poker", "2026-11-16")
    assert (found["force"], found["until"]) == ("ends_undated", None)
    assert "65/2004" in str(found["other"])


def test_an_edition_that_ends_is_in_force_until_the_day_before() -> None:
    ended = replace(law("craps").instrument, until=date(2020, 1, 1))
    assert ended.force(date(2019, 12, 31)) is Force.IN_FORCE
    assert ended.force(date(2020, 1, 1)) is Force.ENDED


def test_the_editions_are_printed_for_every_game() -> None:
    shown = run("rules", "--on", "2024-06-01").stdout
    for game in playable():
        assert game in shown
        assert law(game).instrument.name[Language.EN].split()[-1] in shown
    assert "2010-03-09" in shown


def test_the_rules_of_a_game_on_a_day() -> None:
    assert answer("rules", "craps", "--on", "2024-06-01")["on"]["force"] == "in_force"
    assert "2024-06-01: in force on that day" in run("rules", "craps", "--clause", "5.1", "--on", "2024-06-01").stdout
    early = run("rules", "craps", "--on", "2010-03-08")
    assert (early.exit_code, early.stdout) == (1, "")
    assert "Portaria 97/85/M, whose text is not in the source" in early.stderr
    for words in (["--clause", "5.1", "--on", "2024-06-01"], []):
        assert run("rules", *words).exit_code == 2
    assert run("rules", "--on", "1 June").exit_code == 1

"""Which text applied when, as far as is known; no date made up, and what has not been seen is said to be so."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html import unescape
from typing import Any

import pytest
from msgspec import structs

from asked import answer, run
from banca.answers.opening_words import authorisations, text_applied
from banca.games import playable
from banca.house.keys import SESSION
from banca.house.opening import TableTerms, opening, with_edition
from banca.law import Dated, Force, Language, Status, law, readable
from banca.service.authentication import COOKIE
from banca.words import speech
from service import Service

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


def number_of(one: Dated) -> str:
    """`97/85/M` of an instrument's name."""
    return one.name[Language.EN].partition("No. ")[2].split()[0]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("editions")) as found:
        for game in ("football_poker", "fish_prawn_crab"):
            found.open(game.replace("_", "-"), game)
        yield found


def edition(game: str, on: str) -> dict[str, Any]:
    (found,) = [one for one in answer("rules", "--on", on)["editions"] if one["game"] == game]
    return dict(found)


@pytest.mark.parametrize("game", SOURCE)
def test_the_dates_are_those_of_the_source_and_no_others(game: str) -> None:
    of = law(game)
    own = of.instrument
    dates = [day and str(day) for day in (own.signed, own.published, own.in_force, own.until)]
    assert (*dates, [number_of(one) for one in of.others]) == SOURCE[game]


def test_craps_is_in_force_from_the_day_after_its_publication() -> None:
    assert edition("craps", "2010-03-09")["force"] == "in_force"
    assert edition("craps", "2010-03-09")["from"] == "2010-03-09"
    before = edition("craps", "2010-03-08")
    assert (before["force"], before["other"]) == ("not_yet", "Portaria No. 97/85/M of 18 May")
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
    assert [number_of(one) for one in law(game).applied(date.fromisoformat(day))] == names


def test_an_edition_that_ends_is_in_force_until_the_day_before() -> None:
    craps = law("craps")
    ended = replace(craps, instrument=replace(craps.instrument, until=date(2020, 1, 1)))
    assert ended.force(date(2019, 12, 31)) is Force.IN_FORCE
    assert ended.force(date(2020, 1, 1)) is Force.ENDED


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


@pytest.mark.parametrize(
    ("game", "day", "force"),
    [
        ("craps", date(2026, 11, 17), "in_force"),
        ("fish_prawn_crab", date(2026, 11, 17), "amended"),
        ("fish_prawn_crab", date(2006, 5, 1), "perhaps_amended"),
        ("football_poker", date(2026, 11, 17), "ended"),
        ("football_poker", date(2004, 1, 1), "in_force"),
    ],
)
def test_a_table_records_at_its_opening_whether_its_text_was_in_force(game: str, day: date, force: str) -> None:
    """An order that was replaced and one that was amended have the same unseen instruments: what they did is recorded, too."""
    assert with_edition(opening(TableTerms(id="t", game=game)), day).force == force


def test_the_story_of_a_table_says_which_text_applied_when_it_opened(service: Service) -> None:
    for game, names in {
        "football_poker": ("no longer in force", "已失效", "já não estava em vigor", "65/2004"),
        "fish_prawn_crab": ("amended by an instrument that has not been seen", "修改", "alterações", "69/2006"),
    }.items():
        table = game.replace("_", "-")
        *said, number = names
        for spoken, words in zip((Language.EN, Language.ZH, Language.PT), said, strict=True):
            headers = {"Accept-Language": spoken}
            (line, *_) = [
                one["text"]
                for one in service.ask("ines", "GET", f"/tables/{table}/story/1", headers=headers).json()["lines"]
                if one["is_event"]
            ]
            assert words in line
            assert number in line
            assert law(game).instrument.name[spoken] in line
            session = f"{COOKIE}={service.people.issue('ines', SESSION, 3600.0).token}"
            page = service.client.get(f"/audit/{table}", headers={**headers, "Accept": "text/html", "Cookie": session})
            assert words in page.text
            assert number in page.text


def test_the_story_says_in_words_what_was_not_authorised() -> None:
    opened = structs.replace(
        opening(TableTerms(id="t", game="craps")), unauthorised=("field_12",), authorised={"dice_offered": "DICJ 1"}
    )
    said = " ".join(authorisations(opened, speech(Language.PT)))
    assert "sem autorização registada" in said
    assert "field_12=" in said
    assert "DICJ 1" in said
    assert said.count("(") >= 2  # each option in words, with what one types behind it


def test_an_opening_of_before_says_what_it_recorded() -> None:
    opened = opening(TableTerms(id="t", game="football_poker"))
    assert text_applied(opened, speech()) == ""
    unseen = structs.replace(opened, unseen=("Order of the Secretary for Economy and Finance No. 65/2004",))
    assert "amended or replaced" in text_applied(unseen, speech())
    assert "第65/2004號" in text_applied(unseen, speech(Language.ZH))


def test_rules_over_http_are_those_of_a_day(service: Service) -> None:
    def get(path: str) -> Any:
        return service.ask(None, "GET", path)

    assert get("/games/craps/rules?on=2024-06-01").json() == answer("rules", "craps", "--on", "2024-06-01")
    assert "on" not in get("/games/craps/rules").json()
    for path, code in (("on=2010-03-08", "not_in_force"), ("on=1+June", "bad_date"), ("on=", "bad_date")):
        refused = get(f"/games/craps/rules?{path}")
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert service.client.get("/rules/craps?on=June", headers={"Accept": "text/html"}).status_code == 422


def test_the_history_is_in_order_of_time_and_links_to_the_gazette() -> None:
    for game in playable():
        entries = answer("rules", game)["history"]
        assert [one["year"] for one in entries] == sorted(one["year"] for one in entries)
        (held,) = [one for one in entries if one["is_held"]]
        assert not held["address"] or held["address"].startswith("https://bo.io.gov.mo/bo/i/")


DATED = {
    "football_poker": (
        "signed 21 June 2004, published 28 June 2004, in Official Gazette No. 26/2004, Series I, in force from 29 June 2004",
        "assinatura em 21 de Junho de 2004",
        "2004年6月21日簽署",
    ),
}
"""Of the orders that others made: what clauses.toml has of each, in three languages."""


@pytest.mark.parametrize("game", DATED)
def test_the_history_shows_every_date_and_gazette_that_is_known(service: Service, game: str) -> None:
    for spoken, dates in zip(Language, DATED[game], strict=True):
        shown = "".join(run("rules", game, "--lang", spoken).stdout.split())
        assert "".join(dates.split()) in shown
        page = service.client.get(f"/rules/{game}", headers={"Accept": "text/html", "Accept-Language": spoken})
        assert dates in unescape(page.text)


def test_the_editions_are_printed_for_every_game() -> None:
    shown = run("rules", "--on", "2024-06-01").stdout
    for game in playable():
        assert law(game).instrument.title[Language.EN] in shown
        assert "_" not in shown  # titles, no ids
        assert number_of(law(game).instrument) in shown
    assert "2010-03-09" in shown
    assert "2004-06-28" in shown


def test_the_rules_of_a_game_on_a_day() -> None:
    assert answer("rules", "craps", "--on", "2024-06-01")["on"]["force"] == "in_force"
    assert "1 June 2024: in force on that day" in run("rules", "craps", "--clause", "5.1", "--on", "2024-06-01").stdout
    early = run("rules", "craps", "--on", "2010-03-08")
    assert (early.exit_code, early.stdout) == (1, "")
    assert "Portaria No. 97/85/M of 18 May. Its text has not been seen." in early.stderr
    for words in (["--clause", "5.1", "--on", "2024-06-01"], []):
        assert run("rules", *words).exit_code == 2
    assert run("rules", "--on", "1 June").exit_code == 1


def test_of_pai_kao_only_article_1_was_read_in_the_gazette() -> None:
    """In Portuguese. The Chinese source says of itself that it is not the officially published text, and for reference only."""
    held = law("pai_kao")
    rules = [one for one in held.clauses.values() if one.status is not Status.READING]
    assert {one.article for one in rules if one.status is Status.GAZETTED} == {"1"}
    assert {one.status for one in rules if one.article != "1"} == {Status.GAZETTED_COPY}
    says = ("not the officially published", "não ser o oficialmente publicado", "非正式公佈文本")
    for language, words in zip((Language.EN, Language.PT, Language.ZH), says, strict=True):
        assert words in held.instrument.holds[language]


DAY_UNKNOWN = {Language.EN: "day is not known", Language.PT: "desconhecido", Language.ZH: "不詳"}


@pytest.mark.parametrize("game", readable())
def test_an_instrument_has_its_day_or_says_that_it_is_not_known(game: str) -> None:
    for one in law(game).others:
        for language in Language:
            assert one.since or DAY_UNKNOWN[language] in one.known[language], one.name[language]


@pytest.mark.parametrize("game", readable())
def test_a_portaria_is_named_with_its_day_as_the_gazette_does(game: str) -> None:
    """Order 59/2004 names its predecessor so: Portaria n.º 21/96/M, de 12 de Fevereiro; 二月十二日第21/96/M號訓令."""
    of = law(game)
    named = [one.name for one in (of.instrument, *of.others) if one.published and "Portaria" in one.name[Language.PT]]
    for name in named:
        assert re.search(r", de \d+ de [A-Z]", name[Language.PT]), name
        assert re.search("月.+日第", name[Language.ZH]), name


def test_21_96_m_is_not_held() -> None:
    """Order 59/2004, which revoked it, names it."""
    (before,) = [one for one in law("fish_prawn_crab").others if "21/96/M" in one.name[Language.EN]]
    assert "does not hold its text" in before.known[Language.EN]


def test_fantan_1_has_items() -> None:
    """The copy of order 58/2004 that was read has them in brackets, as items are; article 3 has numbers."""
    said = [law("fantan").numbering.place("1.2", language) for language in Language]
    assert said == ["article 1(2)", "artigo 1.º, alínea 2)", "第一條（二）項"]


def test_30_2003_took_effect_before_it_was_published() -> None:
    """The day it came into force is the one after its publication, which has not been seen; its effects go back to 31 January."""
    (before,) = [one for one in law("roulette").others if "30/2003" in one.name[Language.EN]]
    assert before.in_force is None
    assert "with effect from 31 January 2003" in before.known[Language.EN]

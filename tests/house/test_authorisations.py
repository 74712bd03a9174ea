"""Options of the house and their authorisation: the working days of Macau, the records, and tables opened with and without."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from banca.games import of_chance, rulebook
from banca.house.audit import TableReport, import_lines, verify
from banca.house.audit.replay import Replay
from banca.house.authorisations import (
    Authorisation,
    AuthorisationRequest,
    RecordStatus,
    add_authorisation,
    check_known,
    is_working_day,
    macau_day,
    make_record,
    missing_authorisations,
    standings,
    with_references,
)
from banca.house.commands import TableTerms, open_terms
from banca.house.desk import HouseClient
from banca.house.house import House
from banca.house.journal import read
from banca.house.store import Store, open_store
from banca.law import needs_record
from banca.rules import Refusal
from banca.tables.events import TableOpened
from support.paths import ROOT

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
FPC = "fish_prawn_crab"

# The days off of a year: https://www.gov.mo/en/public-holidays/year-2018/ (public holidays and exemptions from work), and
# the list of the University of Macau Library for 2020, https://library2.um.edu.mo/html/lib_info/public_holidays_e.html
OFF = {
    2018: "01-01 02-15 02-16 02-17 02-18 02-19 02-20 03-30 03-31 04-02 04-05 05-01 05-22 06-18 09-25 10-01 10-02 10-17 "
    "11-02 12-08 12-10 12-20 12-22 12-24 12-25 12-26 12-31",
    2020: "01-01 01-24 01-25 01-26 01-27 01-28 01-29 04-04 04-06 04-10 04-11 04-13 04-30 05-01 06-25 10-01 10-02 10-05 "
    "10-25 10-26 11-02 12-08 12-20 12-21 12-22 12-24 12-25 12-31",
}


def asked(
    option: str, value: object, on: str, planned: str, reference: str = "", game: str = FPC
) -> AuthorisationRequest:
    days = {"asked": date.fromisoformat(on), "planned": date.fromisoformat(planned)}
    return AuthorisationRequest(game=game, option=option, value=str(value), reference=reference, **days)


def record(*about: Any, **more: Any) -> Authorisation:
    return make_record(asked(*about, **more), "sofia", NOW)


def test_R_fpc_3_the_working_days_of_a_year_are_those_that_the_government_lists() -> None:
    for year, listed in OFF.items():
        off = set(listed.split())
        for day in (date(year, 1, 1) + timedelta(days=n) for n in range(365 + (year % 4 == 0))):
            assert is_working_day(day) is (day.weekday() < 5 and f"{day:%m-%d}" not in off), day


@pytest.mark.parametrize(
    ("on", "first"),
    [
        ("2018-03-27", "2018-04-04"),  # Good Friday, the weekend and the Monday after Easter lie between
        ("2018-02-12", "2018-02-22"),  # Lunar New Year from the afternoon of its eve to the fifth day
        ("2020-09-28", "2020-10-07"),  # National Day, the day after it, and the Monday for both
        ("2020-11-03", "2020-11-07"),  # no day off: Tuesday for Saturday
    ],
)
def test_8_and_R_fpc_3_three_whole_working_days_lie_between(on: str, first: str) -> None:
    assert record("drive", "electronic", on, first).planned == date.fromisoformat(first)
    day_before = str(date.fromisoformat(first) - timedelta(days=1))
    with pytest.raises(Refusal) as late:
        record("drive", "electronic", on, day_before)
    assert (late.value.code, str(late.value.cite)) == ("asked_too_late", "fish_prawn_crab 8")
    assert str(late.value.about["by"]) == "R-fpc-3"
    assert str(late.value.about["earliest"]) == first


def test_days_that_nobody_has_announced_are_not_counted() -> None:
    with pytest.raises(Refusal) as beyond:
        record("boards", "several", "2004-12-20", "2004-12-31")
    assert beyond.value.code == "beyond_calendar"
    assert (beyond.value.about["least"], beyond.value.about["most"]) == (2005, 2027)
    for day in ("2026-11-17", "9999-12-20"):
        with pytest.raises(Refusal) as ahead:
            record("boards", "several", day, "9999-12-31")
        assert ahead.value.code == "asked_in_future"
    check_known(date(2027, 12, 31), NOW.date())
    lit = record("lit_result", "yes", "2004-05-20", "2004-05-20")  # 3.2: nothing is counted
    assert lit.planned == date(2004, 5, 20)


def test_a_day_of_macau_begins_eight_hours_before_that_of_greenwich() -> None:
    assert macau_day(datetime(2026, 11, 15, 15, 59, tzinfo=UTC)) == date(2026, 11, 15)
    assert macau_day(datetime(2026, 11, 15, 16, 0, tzinfo=UTC)) == date(2026, 11, 16)


def test_8_the_options_of_articles_1_and_2_need_authorisation_and_three_working_days() -> None:
    options = {option.name: option for option in rulebook(FPC).options}
    by_8 = {name for name, option in options.items() if option.authorised_by and option.authorised_by.clause == "8"}
    assert by_8 == {name for name, option in options.items() if option.cite.clause[0] in "12"}
    assert {options[name].working_days for name in by_8} == {3}
    assert {option.working_days for name, option in options.items() if name not in by_8} == {0}


def test_only_what_a_clause_has_authorised_needs_a_record() -> None:
    needs = {
        game: {one.name for one in rulebook(game).options if any(needs_record(one, value) for value in one.values)}
        for game in of_chance()
    }
    assert needs[FPC] == {"drive", "boards", "lit_panel", "called_opening"}  # article 8; 3.2 is not in it
    assert not any(needs[game] for game in needs if game != FPC)  # craps 6.12 and 1.1.1 leave the choice to the house


def test_a_record_is_valid_from_the_day_planned_once_it_has_a_reference() -> None:
    records = [
        record("drive", "electronic", "2026-11-02", "2026-11-09"),
        record("drive", "electronic", "2026-11-02", "2026-11-09", "DICJ 1"),
        record("drive", "lever", "2026-11-02", "2026-11-17", "DICJ 2"),
        record("boards", "one", "2026-11-02", "2026-11-09"),
    ]
    stand = [standing for _, standing in standings(records, date(2026, 11, 16))]
    assert stand == [RecordStatus.SUPERSEDED, RecordStatus.VALID, RecordStatus.PLANNED, RecordStatus.ASKED]
    assert [standing for _, standing in standings(records, date(2026, 11, 17))][2] is RecordStatus.VALID
    assert [standing for _, standing in standings(records[:1], date(2026, 11, 17))] == [RecordStatus.ASKED]


def test_what_is_only_asked_for_takes_no_grant_away() -> None:
    granted = record("boards", "several", "2026-11-02", "2026-11-09", reference="DICJ 5/2026")
    again = [record("boards", "several", f"2026-11-1{n}", "2026-11-27") for n in (0, 1)]
    stand = [standing for _, standing in standings([granted, *again], date(2026, 11, 16))]
    assert stand == [RecordStatus.VALID, RecordStatus.SUPERSEDED, RecordStatus.ASKED]


UNRECORDABLE = [
    (asked("drive", "steam", "2026-11-02", "2026-11-09"), "unknown_value"),
    (asked("colour", "red", "2026-11-02", "2026-11-09"), "unknown_option"),
    (asked("drive", "lever", "2026-11-02", "2026-11-09", game="chess"), "unknown_game"),
    (asked("drive", "lever", "2026-11-02", "2026-11-09", game="pai_kao"), "unknown_option"),
    (asked("field_12", 3, "2026-11-09", "2026-11-02", game="craps"), "planned_before_asked"),
    (asked("drive", "lever", "2026-11-09", "2026-11-02"), "asked_too_late"),
    (asked("drive", "lever", "2026-11-02", "2026-11-09", "two\nlines"), "bad_entry"),
    (asked("drive", "lever", "2026-11-02", "2026-11-09", "x" * 121), "bad_entry"),
]


def test_what_cannot_be_recorded_is_refused() -> None:
    for about, code in UNRECORDABLE:
        with pytest.raises(Refusal) as no:
            make_record(about, "sofia", NOW)
        assert no.value.code == code, about


def test_a_store_keeps_every_record_in_order_and_the_same_one_once(either_store: Store) -> None:
    store = either_store
    assert store.has_schema
    house = House(store)
    first = record("drive", "electronic", "2026-11-02", "2026-11-09")
    granted = record("drive", "electronic", "2026-11-02", "2026-11-09", "批准 12/2026 'n.º'")
    craps = record("field_12", 3, "2026-11-02", "2026-11-02", "DICJ 2", game="craps")
    for one in (first, granted, craps):
        assert add_authorisation(house, one) == one
    assert add_authorisation(house, structs.replace(granted, by="rui", at="later")) == granted
    assert store.authorisations() == [first, granted, craps]
    assert store.authorisations(FPC) == [first, granted]
    assert add_authorisation(house, first) == first  # the older one again is a newer record
    assert store.authorisations(FPC) == [first, granted, first]
    again = open_store(store.engine.url.render_as_string(hide_password=False))
    assert again.authorisations("craps") == [craps]
    again.close()


def desk_with(*records: Authorisation, **how: Any) -> HouseClient:
    house = House(open_store("sqlite://"), clock=lambda: NOW, **how)
    for one in records:
        add_authorisation(house, one)
    return HouseClient(house)


GRANTED = (
    record("drive", "lever", "2026-11-02", "2026-11-09", "DICJ 1"),
    record("boards", "one", "2026-11-02", "2026-11-09", "DICJ 2"),
)


def test_a_table_says_which_of_its_options_are_authorised_by_what() -> None:
    desk = desk_with(GRANTED[0])
    desk.open_table("t1", FPC, options={"lit_panel": "yes"})
    opened = desk.house.table("t1").opened
    assert opened.authorised == {"drive": "DICJ 1"}
    assert opened.unauthorised == ("boards", "lit_panel")
    assert {name: str(why.cite) for name, why in missing_authorisations(opened).items()} == {
        "boards": "fish_prawn_crab 8",
        "lit_panel": "fish_prawn_crab 8",
    }
    desk.open_table("p1", "pai_kao")
    assert not desk.house.table("p1").opened.unauthorised
    assert verify(desk.house.store).is_whole
    desk.close()


def test_a_strict_house_opens_no_table_without_records() -> None:
    desk = desk_with(GRANTED[0], is_strict=True)
    with pytest.raises(Refusal) as no:
        desk.open_table("t1", FPC)
    assert (no.value.code, str(no.value.cite)) == ("not_authorised", "fish_prawn_crab 8")
    assert "banca authorise fish_prawn_crab boards=one --asked DATE --planned DATE" in str(no.value)
    add_authorisation(desk.house, GRANTED[1])
    desk.open_table("t1", FPC)
    assert desk.house.table("t1").opened.authorised == {"drive": "DICJ 1", "boards": "DICJ 2"}
    desk.open_table("c1", "craps", options={"field_12": 3})
    opened = desk.house.table("c1").opened
    assert (opened.authorised, opened.unauthorised) == ({}, ())
    assert verify(desk.house.store).is_whole
    desk.close()


def test_a_record_for_a_later_day_does_not_serve_yet() -> None:
    later = record("boards", "one", "2026-11-02", "2026-11-17", "DICJ 2")
    opened = with_references(open_terms(TableTerms(id="t", game=FPC)), [GRANTED[0], later], date(2026, 11, 16))
    assert opened.unauthorised == ("boards",)
    assert not with_references(opened, [GRANTED[0], later], date(2026, 11, 17)).unauthorised


def entries(desk: HouseClient, table: str) -> list[Any]:
    return [read(row.body, desk.house.table(table).opened.game, row.seq) for row in desk.house.store.rows(table)]


def test_an_opening_that_hides_what_was_not_authorised_does_not_verify() -> None:
    desk = desk_with(GRANTED[0])
    desk.open_table("t1", FPC)
    (entry,) = entries(desk, "t1")
    opened: TableOpened = entry.events[0]
    for forged in (
        structs.replace(opened, unauthorised=()),
        structs.replace(opened, unauthorised=("boards", "lit_panel")),
        structs.replace(opened, authorised={"drive": "DICJ 1", "zero": "DICJ 9"}),
        structs.replace(opened, authorised={"drive": ""}),
        structs.replace(opened, authorised={}, unauthorised=()),
    ):
        report = TableReport(table="t1", game=FPC)
        Replay(report).take(structs.replace(entry, events=(forged,)))
        assert [finding.code for finding in report.findings] == ["event_differs"]
    desk.close()


def test_the_journal_among_the_examples_verifies() -> None:
    store = open_store("sqlite://")
    example = ROOT / "docs" / "examples" / "craps-table.jsonl"
    import_lines(store, example.read_bytes().splitlines(keepends=True))
    assert verify(store).is_whole
    store.close()

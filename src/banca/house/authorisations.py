"""Recording an authorisation: beside the journals, as openings look it up by game, and in the register, so that it cannot be back-dated."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import holidays
from msgspec import Meta, Struct, structs
from sqlalchemy import Executable

from banca.files import BAD_ENTRY
from banca.games import find
from banca.house.commands import proposal_in
from banca.house.register import OUTSIDE_TABLES, AuthorisationRecorded
from banca.house.schema import AUTHORISATIONS
from banca.law import needs_record
from banca.rules import Message, Option, Proposal, Refusal, _, extended, refusal, unknown_option
from banca.rules.rulebook import OPTION
from banca.tables.commands import THE_HOUSE, Actor, Word
from banca.tables.events import TableOpened

# The working days of Macau's public administration: what the days that an authorisation is asked for ahead (`Option.working_days`) are counted by.

if TYPE_CHECKING:
    from banca.house.house import House

CATEGORIES = (holidays.GOVERNMENT, holidays.OPTIONAL)
"""Days on which public offices are closed for all or part of the day, and the public holidays: the first alone lacks Good Friday."""
FIRST_YEAR = 2005
"""The first whose days off the calendar has."""
SATURDAY = 5


def is_working_day(day: date) -> bool:
    """Whether it is a whole working day: no Saturday, Sunday or public holiday, nor a day off for a part of it. R-fpc-3."""
    return day.weekday() < SATURDAY and day not in _days_off(day.year)


def check_known(day: date, today: date) -> None:
    """Refuse a day of a year whose days off are not known: they are announced in the year before."""
    last = today.year + 1
    if not FIRST_YEAR <= day.year <= last:
        raise Refusal(
            "beyond_calendar",
            _("the working days of {asked} are not known; known: {least} to {most}"),
            asked=day.year,
            least=FIRST_YEAR,
            most=last,
        )


@cache
def _days_off(year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays("MO", categories=CATEGORIES, years=year))


# Authorisations of the options that the articles leave to the house: what was asked for when, for when, and what was granted.

NOT_AUTHORISED = refusal("not_authorised", _("no authorisation is on record for {asked}; to record one: {command}"))

MACAU = timezone(timedelta(hours=8))
MOST_LETTERS = 120

Reference = Annotated[str, Meta(max_length=MOST_LETTERS)]


class RecordStatus(StrEnum):
    """The status of a record on a day."""

    VALID = "valid"
    PLANNED = "planned"
    """Authorised, for a later day."""
    ASKED = "asked"
    """Asked for, not yet authorised."""
    SUPERSEDED = "superseded"
    """A newer record of the same choice has taken its place."""


class AuthorisationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of the house, the day its authorisation was asked for, the day planned, and the authorisation's reference."""

    game: Word
    option: Word
    value: Word | int
    asked: date
    planned: date
    reference: Reference = ""
    """Empty while it is asked for and not yet granted."""


class Authorisation(Struct, frozen=True, kw_only=True):
    """A record: it is never changed, and a newer one of the same choice supersedes it."""

    game: str
    option: str
    value: str
    asked: date
    planned: date
    reference: str
    by: str
    at: str
    """When it was recorded, in UTC."""

    @property
    def choice(self) -> tuple[str, str, str]:
        """What it is about."""
        return self.game, self.option, self.value


def macau_day(moment: datetime) -> date:
    """The day it is in Macau."""
    return moment.astimezone(MACAU).date()


def options_of(game: str, proposals: Iterable[Proposal] = ()) -> tuple[Option[Any], ...]:
    """The options of a game; where there are proposals for it, which of them a table carries is one more."""
    found = find(game)
    own = [proposal for proposal in proposals if proposal.game == game]
    return extended(found.rulebook, own).options if found.rulebook and own else found.options


def make_record(
    asked: AuthorisationRequest, by: str, now: datetime, proposals: Iterable[Proposal] = ()
) -> Authorisation:
    """The record of what was asked; refused where there is no such choice or it was asked too late."""
    options = {option.name: option for option in options_of(asked.game, proposals)}
    option = options.get(asked.option)
    if option is None:
        raise unknown_option(asked.option, options.values())
    value = option.parse(asked.value)
    reference = asked.reference.strip()
    if not reference.isprintable() or len(reference) > MOST_LETTERS:
        raise Refusal(BAD_ENTRY, asked=reference, where="reference", because=_("it must be one short line of text"))
    if asked.asked > macau_day(now):
        raise Refusal(
            "asked_in_future",
            _("the request date {asked} is in the future; it must be {allowed} or earlier"),
            asked=asked.asked,
            allowed=macau_day(now),
        )
    if option.working_days:
        check_known(asked.asked, macau_day(now))
    option.check_in_time(asked=asked.asked, planned=asked.planned, is_working_day=is_working_day)
    return Authorisation(
        game=asked.game,
        option=option.name,
        value=str(value),
        asked=asked.asked,
        planned=asked.planned,
        reference=reference,
        by=by,
        at=now.astimezone(UTC).isoformat(timespec="milliseconds"),
    )


def is_same(one: Authorisation, other: Authorisation) -> bool:
    """Whether two records say the same, whoever entered them when."""
    return structs.replace(one, by="", at="") == structs.replace(other, by="", at="")


def standings(records: Iterable[Authorisation], day: date) -> Iterator[tuple[Authorisation, RecordStatus]]:
    """Every record, in the order they were made, and how it stands on a day; what is only asked for takes no grant away."""
    everything = list(records)
    newest = {record.choice: place for place, record in enumerate(everything)}
    granted = {record.choice: place for place, record in enumerate(everything) if record.reference}
    for place, record in enumerate(everything):
        if place not in (newest[record.choice], granted.get(record.choice)):
            yield record, RecordStatus.SUPERSEDED
        elif not record.reference:
            yield record, RecordStatus.ASKED
        else:
            yield record, RecordStatus.VALID if record.planned <= day else RecordStatus.PLANNED


def options_on_record(opened: TableOpened) -> dict[str, Option[Any]]:
    """The options of a table whose values need an authorisation on record, by name."""
    values = opened.options
    return {one.name: one for one in options_at(opened) if needs_record(one, values.get(one.name, one.default))}


def options_at(opened: TableOpened) -> tuple[Option[Any], ...]:
    """The options of a table's game, with that of the proposal where it carries one."""
    if opened.game in OUTSIDE_TABLES:
        return ()
    return options_of(opened.game, [proposal_in(opened.proposal)] if opened.proposal else [])


def with_references(opened: TableOpened, records: Iterable[Authorisation], day: date) -> TableOpened:
    """The opening of a table, saying which of its options are authorised on that day, by what, and which are not."""
    valid = {
        (record.option, record.value): record.reference
        for record, standing in standings(records, day)
        if standing is RecordStatus.VALID and record.game == opened.game
    }
    authorised = {name: valid.get((name, opened.options[name]), "") for name in options_on_record(opened)}
    return structs.replace(
        opened,
        authorised={name: reference for name, reference in authorised.items() if reference},
        unauthorised=tuple(name for name, reference in authorised.items() if not reference),
    )


def missing_authorisations(opened: TableOpened) -> dict[str, Message]:
    """What is to be said of every option that a table opens under without an authorisation on record, by its name."""
    options = {option.name: option for option in options_at(opened)} if opened.unauthorised else {}
    return {
        name: _not_authorised(opened.game, options[name], f"{name}={opened.options[name]}")
        for name in opened.unauthorised
    }


def check_authorised(opened: TableOpened) -> None:
    """Refuse a table under options without an authorisation on record: all of them at once."""
    if opened.unauthorised:
        first = next(option for option in options_at(opened) if option.name == opened.unauthorised[0])
        choices = [f"{name}={opened.options[name]}" for name in opened.unauthorised]
        raise Refusal.saying(_not_authorised(opened.game, first, *choices))


def _not_authorised(game: str, option: Option[Any], *choices: str) -> Message:
    """No authorisation is on record for these choices; the clause that wants one, and how it is recorded."""
    choice = f"{OPTION}=FILE.star" if option.name == OPTION else choices[0]
    command = f"banca authorise {game} {choice} --asked DATE --planned DATE --reference TEXT"
    return Message(NOT_AUTHORISED, option.authorised_by or option.cite, asked=list(choices), command=command)


def add_authorisation(house: "House", record: Authorisation, by: Actor = THE_HOUSE) -> Authorisation:
    """Add a record; the one that stands, where it says the same already."""
    before = [one for one in house.store.authorisations(record.game) if one.choice == record.choice]
    if before and is_same(before[-1], record):
        return before[-1]
    fact = recorded_as(record)
    house.record(fact, _inserted(record), by=by)
    return record


def recorded_as(record: Authorisation) -> AuthorisationRecorded:
    """How the register has it."""
    return AuthorisationRecorded(
        game=record.game,
        option=record.option,
        value=record.value,
        asked=record.asked.isoformat(),
        planned=record.planned.isoformat(),
        reference=record.reference,
    )


def row_of(fact: AuthorisationRecorded, by: str, at: str) -> Executable:
    """The record that a fact of the register speaks of, as the store keeps it: it travels with the register."""
    record = Authorisation(
        game=fact.game,
        option=fact.option,
        value=fact.value,
        asked=date.fromisoformat(fact.asked),
        planned=date.fromisoformat(fact.planned),
        reference=fact.reference,
        by=by,
        at=at,
    )
    return _inserted(record)


def _inserted(record: Authorisation) -> Executable:
    return AUTHORISATIONS.insert().values(structs.asdict(record))

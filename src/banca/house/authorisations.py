"""Authorisations of the options that the articles leave to the house: what was asked for, when, for when, and what was granted.

A record stands in a table of its own, where openings look it up by game, and in the register, so that it cannot be back-dated.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import holidays
import msgspec
from msgspec import Meta, structs
from sqlalchemy import Executable

from banca.files import BAD_ENTRY
from banca.games import find
from banca.house.commands import proposal_in
from banca.house.register import OUTSIDE_TABLES, AuthorisationRecorded
from banca.house.schema import AUTHORISATIONS
from banca.law import needs_record
from banca.record import FrozenStruct
from banca.rules import Message, Option, Proposal, Refusal, _, extended, refusal, unknown_option
from banca.rules.rulebook import OPTION
from banca.tables.commands import THE_HOUSE, Actor, Word
from banca.tables.events import TableOpened

if TYPE_CHECKING:
    from banca.house.house import House

# Days on which public offices are closed for all or part of the day, and the public holidays: the first alone lacks Good Friday.
CATEGORIES = (holidays.GOVERNMENT, holidays.OPTIONAL)
# The calendar begins there.
FIRST_YEAR = 2005
SATURDAY = 5


def is_working_day(day: date) -> bool:
    """Tell whether the public administration works all day: no Saturday, Sunday or holiday, nor a day off for a part of it. R-fpc-3."""
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


NOT_AUTHORISED = refusal("not_authorised", _("no authorisation is on record for {asked}; to record one: {command}"))

MACAU = timezone(timedelta(hours=8))
MOST_LETTERS = 120

Reference = Annotated[str, Meta(max_length=MOST_LETTERS)]


class RecordStatus(StrEnum):
    """How a record stands on a day."""

    VALID = "valid"
    PLANNED = "planned"
    """Authorised, for a later day."""
    ASKED = "asked"
    """Asked for, not yet authorised."""
    SUPERSEDED = "superseded"
    """A newer record of the same choice has taken its place."""


class AuthorisationRequest(FrozenStruct, forbid_unknown_fields=True):
    """A choice of the house, the day its authorisation was asked for, the day planned, and the authorisation's reference."""

    game: Word
    option: Word
    value: Word | int
    asked: date
    planned: date
    reference: Reference = ""
    """Empty while it is asked for and not yet granted."""


class Authorisation(AuthorisationRequest):
    """A record: it is never changed, and a newer one of the same choice supersedes it."""

    value: str
    reference: str
    by: str
    at: str
    """When it was recorded, in UTC."""

    @property
    def choice(self) -> tuple[str, str, str]:
        """The game, option and value that it is about."""
        return self.game, self.option, self.value


def macau_day(moment: datetime) -> date:
    """Return the day it is in Macau."""
    return moment.astimezone(MACAU).date()


def options_of(game: str, proposals: Iterable[Proposal] = ()) -> tuple[Option[Any], ...]:
    """Return the options of a game; where there are proposals for it, which of them a table carries is one more."""
    own_game = find(game)
    own = [proposal for proposal in proposals if proposal.game == game]
    return extended(own_game.rulebook, own).options if own_game.rulebook and own else own_game.options


def make_record(
    request: AuthorisationRequest, by: str, now: datetime, proposals: Iterable[Proposal] = ()
) -> Authorisation:
    """Make the record of a request; refused if there is no such choice, or it was asked too late."""
    options = {option.name: option for option in options_of(request.game, proposals)}
    option = options.get(request.option)
    if option is None:
        raise unknown_option(request.option, options.values())
    value = option.parse(request.value)
    reference = request.reference.strip()
    if not reference.isprintable() or len(reference) > MOST_LETTERS:
        raise Refusal(BAD_ENTRY, asked=reference, where="reference", because=_("it must be one short line of text"))
    if request.asked > macau_day(now):
        raise Refusal(
            "asked_in_future",
            _("the request date {asked} is in the future; it must be {allowed} or earlier"),
            asked=request.asked,
            allowed=macau_day(now),
        )
    if option.working_days:
        check_known(request.asked, macau_day(now))
    option.check_in_time(asked=request.asked, planned=request.planned, is_working_day=is_working_day)
    return Authorisation(
        game=request.game,
        option=option.name,
        value=str(value),
        asked=request.asked,
        planned=request.planned,
        reference=reference,
        by=by,
        at=now.astimezone(UTC).isoformat(timespec="milliseconds"),
    )


def standings(records: Iterable[Authorisation], day: date) -> Iterator[tuple[Authorisation, RecordStatus]]:
    """Yield every record, in the order they were made, and how it stands on a day."""
    # A request that is not granted yet takes no earlier grant away: so the newest grant counts beside the newest record.
    everything = list(records)
    newest = {record.choice: number for number, record in enumerate(everything)}
    granted = {record.choice: number for number, record in enumerate(everything) if record.reference}
    for number, record in enumerate(everything):
        if number not in (newest[record.choice], granted.get(record.choice)):
            yield record, RecordStatus.SUPERSEDED
        elif not record.reference:
            yield record, RecordStatus.ASKED
        else:
            yield record, RecordStatus.VALID if record.planned <= day else RecordStatus.PLANNED


def options_on_record(opened: TableOpened) -> dict[str, Option[Any]]:
    """Return the options of a table whose values need an authorisation on record, by name."""
    return {
        option.name: option
        for option in options_at(opened)
        if needs_record(option, opened.options.get(option.name, option.default))
    }


def options_at(opened: TableOpened) -> tuple[Option[Any], ...]:
    """Return the options of a table's game, with that of the proposal where it carries one."""
    if opened.game in OUTSIDE_TABLES:
        return ()
    return options_of(opened.game, [proposal_in(opened.proposal)] if opened.proposal else [])


def with_references(opened: TableOpened, records: Iterable[Authorisation], day: date) -> TableOpened:
    """Return the opening of a table with which of its options are authorised on that day, by what, and which are not."""
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
    """Return a message for every option that a table opens under without an authorisation on record, by its name."""
    options = {option.name: option for option in options_at(opened)} if opened.unauthorised else {}
    return {
        name: _not_authorised(opened.game, options[name], f"{name}={opened.options[name]}")
        for name in opened.unauthorised
    }


def check_authorised(opened: TableOpened) -> None:
    """Refuse a table under options without an authorisation on record, naming all of them."""
    if opened.unauthorised:
        first = next(option for option in options_at(opened) if option.name == opened.unauthorised[0])
        choices = [f"{name}={opened.options[name]}" for name in opened.unauthorised]
        raise Refusal.saying(_not_authorised(opened.game, first, *choices))


def _not_authorised(game: str, option: Option[Any], *choices: str) -> Message:
    choice = f"{OPTION}=FILE.star" if option.name == OPTION else choices[0]
    command = f"banca authorise {game} {choice} --asked DATE --planned DATE --reference TEXT"
    return Message(NOT_AUTHORISED, option.authorised_by or option.cite, asked=list(choices), command=command)


def add_authorisation(house: "House", record: Authorisation, by: Actor = THE_HOUSE) -> Authorisation:
    """Add a record, unless the last one of its choice says the same; return the one that stands."""
    last = next((old for old in reversed(house.store.authorisations(record.game)) if old.choice == record.choice), None)
    if last and structs.replace(last, by=record.by, at=record.at) == record:
        return last
    written = msgspec.to_builtins(record)
    fact = AuthorisationRecorded(**{name: written[name] for name in written if name not in ("by", "at")})
    house.record(fact, _insert(record), by=by)
    return record


def row_of(fact: AuthorisationRecorded, by: str, at: str) -> Executable:
    """Return the statement that inserts the record of a fact of the register: it travels with the register."""
    return _insert(msgspec.convert(structs.asdict(fact) | {"by": by, "at": at}, Authorisation))


def _insert(record: Authorisation) -> Executable:
    return AUTHORISATIONS.insert().values(structs.asdict(record))

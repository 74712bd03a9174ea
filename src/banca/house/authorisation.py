"""Authorisations of the options that the articles leave to the house: what was asked for when, for when, and what was granted."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from banca.files import BAD_ENTRY
from banca.games import find
from banca.house.opening import proposal_in
from banca.house.register.conduct import OUTSIDE_TABLES
from banca.house.working_days import check_known, is_working_day
from banca.law import needs_record
from banca.live.command import Word
from banca.live.event import Opened
from banca.rules import Message, Option, Proposal, Refusal, _, extended, refusal, unknown_option
from banca.rules.proposal import OPTION

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


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


def recorded(asked: Asked, by: str, now: datetime, proposals: Iterable[Proposal] = ()) -> Authorisation:
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


def needed(opened: Opened) -> dict[str, Option[Any]]:
    """The options of a table whose values need an authorisation on record, by name."""
    values = opened.options
    return {one.name: one for one in options_at(opened) if needs_record(one, values.get(one.name, one.default))}


def options_at(opened: Opened) -> tuple[Option[Any], ...]:
    """The options of a table's game, with that of the proposal where it carries one."""
    if opened.game in OUTSIDE_TABLES:
        return ()
    return options_of(opened.game, [proposal_in(opened.proposal)] if opened.proposal else [])


def with_references(opened: Opened, records: Iterable[Authorisation], day: date) -> Opened:
    """The opening of a table, saying which of its options are authorised on that day, by what, and which are not."""
    valid = {
        (record.option, record.value): record.reference
        for record, standing in standings(records, day)
        if standing is RecordStatus.VALID and record.game == opened.game
    }
    authorised = {name: valid.get((name, opened.options[name]), "") for name in needed(opened)}
    return structs.replace(
        opened,
        authorised={name: reference for name, reference in authorised.items() if reference},
        unauthorised=tuple(name for name, reference in authorised.items() if not reference),
    )


def lacking(opened: Opened) -> dict[str, Message]:
    """What is to be said of every option that a table opens under without an authorisation on record, by its name."""
    options = {option.name: option for option in options_at(opened)} if opened.unauthorised else {}
    return {
        name: _not_authorised(opened.game, options[name], f"{name}={opened.options[name]}")
        for name in opened.unauthorised
    }


def check_authorised(opened: Opened) -> None:
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

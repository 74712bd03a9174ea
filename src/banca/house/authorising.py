"""Recording an authorisation: beside the journals, as openings look it up by game, and in the register, so that it cannot be back-dated."""

from datetime import date

from msgspec import structs
from sqlalchemy import Executable

from banca.house.authorisation import Authorisation, is_same
from banca.house.house import House
from banca.house.register.event import AuthorisationRecorded
from banca.house.schema import AUTHORISATIONS
from banca.live.command import THE_HOUSE, Actor


def add_authorisation(house: House, record: Authorisation, by: Actor = THE_HOUSE) -> Authorisation:
    """Add a record; the one that stands, where it says the same already."""
    before = [one for one in house.store.authorisations(record.game) if one.choice == record.choice]
    if before and is_same(before[-1], record):
        return before[-1]
    fact = recorded_as(record)
    house.put_down(fact, _inserted(record), by=by)
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

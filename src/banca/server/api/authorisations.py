"""Authorisations over HTTP: what was asked of the regulator for an option of the house, and granted."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated

from litestar import Router, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter
from msgspec import structs

from banca.house.authorisations import (
    Authorisation,
    AuthorisationRequest,
    RecordStatus,
    add_authorisation,
    macau_day,
    make_record,
    options_of,
    standings,
)
from banca.house.store import Store
from banca.server.auth import person_of
from banca.server.http import AnyRequest
from banca.server.openapi import BODY, SECURITY, refuses
from banca.tables.commands import Role


class RecordStanding(Authorisation):
    """A record and how it stands today, by the date of Macau."""

    standing: RecordStatus


@get(summary="List records of authorisations", responses=refuses(422))
async def list_records(
    request: AnyRequest, state: State, game: Annotated[str | None, QueryParameter(max_length=40)] = None
) -> list[RecordStanding]:
    """The records of one game or of all, in order, including superseded ones. Supervisors and inspectors."""
    person_of(request, Role.SUPERVISOR, Role.INSPECTOR)
    if game is not None:
        options_of(game)
    return await asyncio.to_thread(_all, state.house.store, game)


@post(summary="Record an authorisation", responses=refuses(422, *BODY))
async def record(request: AnyRequest, state: State, data: JSONBody[AuthorisationRequest]) -> RecordStanding:
    """It is a request, or an authorisation if it has a reference. It supersedes an older record of the same choice. Supervisors only."""
    person = person_of(request, Role.SUPERVISOR)
    now = datetime.now(UTC)
    made = await asyncio.to_thread(
        add_authorisation,
        state.house,
        make_record(data, person.name, now, state.house.proposals.values()),
        person.actor,
    )
    ((known, standing),) = standings([made], macau_day(now))
    return _told(known, standing)


def _all(store: Store, game: str | None) -> list[RecordStanding]:
    today = macau_day(datetime.now(UTC))
    return [_told(*standing) for standing in standings(store.authorisations(game), today)]


def _told(record: Authorisation, standing: RecordStatus) -> RecordStanding:
    return RecordStanding(**structs.asdict(record), standing=standing)


ROUTES = Router("/authorisations", route_handlers=[list_records, record], tags=("authorisations",), security=SECURITY)

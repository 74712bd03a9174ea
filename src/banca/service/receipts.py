"""Receipts over HTTP: with the answer to every command, and later for whoever asks for one."""

import asyncio
from collections.abc import Iterable
from typing import Annotated

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter

from banca.house import journal
from banca.house.house import House
from banca.house.journal import Entry
from banca.house.keys import Person
from banca.house.log import receipt_of
from banca.house.refusals import UNKNOWN_ENTRY
from banca.house.register import OUTSIDE_TABLES
from banca.house.request import Answer, LiveTable, Published
from banca.house.views import Seen, is_public, seen_events, sees_all
from banca.live.command import Actor, Role
from banca.rules import Refusal
from banca.service.addresses import network_of
from banca.service.authentication import person_of
from banca.service.http import AnyRequest
from banca.service.middleware import address_of
from banca.service.openapi import SECURITY, refuses
from banca.service.refusals import NOT_FOUND
from banca.transparency.receipt import Receipt


async def prove(house: House, answers: Iterable[Answer]) -> None:
    """Find what the receipts of commands need that were carried out before, all at once; what was just written has it."""
    before = [one for one in answers if isinstance(one, Published) and one.written.batch is None]
    if before and house.log:
        await asyncio.to_thread(house.log.prove, before)


def with_receipt(done: Published, actor: Actor) -> Seen:
    """The answer to a command that is proved: the entry as they may see it, with its receipt."""
    entry, written = done.entry, done.written
    events = seen_events(entry, done.table, actor)
    return Seen(
        table=entry.table,
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        events=events,
        digest=written.digest,
        leaf=written.leaf,
        receipt=receipt_of(done, has_body=events == entry.events),
    )


@get(
    "/tables/{table:str}/receipts/{seq:int}",
    tags=("log",),
    summary="Get the receipt of an entry",
    security=SECURITY,
    responses=refuses(404, 409, 429),
)
async def entry_receipt(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    seq: FromPath[int],
    witnessed: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - as it stands in an address
) -> Response[Receipt]:
    """Under the log's newest checkpoint, or with `witnessed` the newest that witnesses have signed, if it has the entry. It contains the entry itself if you may see all of it, otherwise only its digest.

    The cage and the register have receipts too.
    """
    person = person_of(request)
    state.log_reads.check(network_of(address_of(request.scope)))
    return Response(await asyncio.to_thread(_later, state, person, table, seq, request.url.path, witnessed=witnessed))


def _later(state: State, person: Person, table_id: str, seq: int, path: str, *, witnessed: bool) -> Receipt:
    house: House = state.house
    if house.log is None or not table_id.isprintable():
        raise Refusal(NOT_FOUND, asked=path)
    table = house.table(table_id)
    row = next(house.store.rows(table_id, after=seq - 1, most=1), None) if 0 < seq < 2**62 else None
    if row is None or row.seq != seq:
        raise Refusal(UNKNOWN_ENTRY, asked=seq, table=table_id)
    entry = journal.read(row.body, table.opened.game, seq)
    if table_id not in OUTSIDE_TABLES and not is_public(table) and person.role is Role.INSPECTOR:
        state.looks.note_at(person.actor, table)
    cosigned = state.witnesses.cosigned() if witnessed else ""
    return house.log.receipt(table_id, seq, has_body=_may_have(entry, table, person), cosigned=cosigned)


def _may_have(entry: Entry, table: LiveTable, person: Person) -> bool:
    """Whether somebody may have an entry word for word; of the cage and the register their own, and inspectors all."""
    if table.id in OUTSIDE_TABLES:
        return person.role is Role.INSPECTOR or person.name in (entry.by, entry.second, entry.command.concerns)
    return sees_all(entry, table, person.actor)

"""What a player at a table is told and says beside its journal: what the next result may bring, and that they are ready."""

import asyncio
from typing import Annotated

from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct

from banca.house.request import LiveTable
from banca.i18n import translator
from banca.live.command import Role
from banca.live.refusals import BAD_REQUEST
from banca.live.seating import check_seated
from banca.rules import Refusal
from banca.service.attendants import Attendants
from banca.service.authentication import person_of
from banca.service.commands import table_now
from banca.service.deadlines import DueShown
from banca.service.http import AnyRequest, spoken
from banca.service.openapi import BODY, SECURITY, refuses
from banca.service.prospects import Exposed, Payments, exposed, payments
from banca.service.refusals import NO_CLOCK


class Ready(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether you are ready for what comes next; or, where you are alone, whether the clock is to run."""

    ready: bool | None = None
    auto: bool | None = None


class AtTable(Controller):
    """For who sits at a table."""

    path = "/tables"
    tags = ("tables",)
    security = SECURITY

    @post("/{table:str}/ready", status_code=200, summary="Say that you are ready", responses=refuses(404, 409, *BODY))
    async def ready(
        self, request: AnyRequest, state: State, table: FromPath[str], data: JSONBody[Ready]
    ) -> DueShown | None:
        """When everybody with a stake is ready, the croupier goes on without waiting; if others could still bet, they have a third of the betting time from the first stake on. It is not recorded in the journal. Players only."""
        person = person_of(request, Role.PLAYER)
        if data.ready is None and data.auto is None:
            raise Refusal(BAD_REQUEST, asked="ready, auto")
        state.batches.rate.check(person.name)
        found = await asyncio.to_thread(table_now, state.house, table)
        check_seated(found.state, person.name)
        attendants: Attendants | None = state.attendants
        if attendants is None or attendants.due(found) is None:
            raise Refusal(NO_CLOCK, asked=table)
        await asyncio.to_thread(attendants.say, table, person.name, ready=data.ready, auto=data.auto)
        return attendants.due(state.house.table(table))

    @get("/{table:str}/exposure", summary="Show what the next result may bring you", responses=refuses(404))
    async def exposure(self, request: AnyRequest, state: State, table: FromPath[str]) -> Exposed:
        """Your stakes, and exactly the best and worst that the next result can bring them. Players only."""
        person = person_of(request, Role.PLAYER)
        found: LiveTable = await asyncio.to_thread(table_now, state.house, table)
        answer: Exposed = await state.aside.do(person.name, exposed, found, person.name)
        return answer

    @get("/{table:str}/payments", summary="Show the pay sheet", responses=refuses(404, 409, 422))
    async def payments(
        self,
        request: AnyRequest,
        state: State,
        table: FromPath[str],
        outcome: Annotated[str, QueryParameter(max_length=80)] = "",
    ) -> Payments:
        """Once a result is called, what is taken from and paid to each player, in chips. With `outcome`, the same for another result.

        Croupiers and supervisors only.
        """
        person = person_of(request, Role.CROUPIER, Role.SUPERVISOR)
        found: LiveTable = await asyncio.to_thread(table_now, state.house, table)
        say = translator(spoken(request))
        answer: Payments = await state.aside.do(person.name, payments, found, outcome, say)
        return answer

"""What takes two persons, over HTTP: it waits until another agrees, and is then done under both names."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeVar

from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from msgspec import Struct

from banca.house.commands import CommandRequest
from banca.house.people import PendingApproval, Person
from banca.house.refusals import TAKES_TWO
from banca.house.register import (
    REGISTER,
    SECOND_PERSON_ROLES,
    ApprovalRequested,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterEvent,
)
from banca.house.story import describe_request
from banca.i18n import Translator, translator
from banca.i18n.descriptions import WANTS
from banca.rules import Refusal
from banca.server.auth import person_of
from banca.server.http import AnyRequest, api_language
from banca.server.openapi import NOTHING, SECURITY, refuses

Done = TypeVar("Done")


class ApprovalRequest(Struct, frozen=True, kw_only=True):
    """What somebody wants to do and another must agree to."""

    number: int
    by: str
    table: str
    """Or the cage, or the register for people."""
    do: str
    about: str
    """The person or player concerned."""
    role: str
    """Of somebody new."""
    amount: int | None
    """In avos."""
    reason: str
    round: int
    said: str
    """All of it as a sentence."""


class Agreement(Struct, frozen=True, kw_only=True):
    """It is done; for a one-time password, the half that only you are shown: it comes behind the first person's and a hyphen."""

    number: int
    half: str = ""


MAY_WAIT = {
    202: ResponseSpec(
        data_container=PendingApproval,
        description="The request is waiting for a second person.",
        generate_examples=False,
    )
}


@get(summary="List requests waiting for a second person", responses=refuses())
async def list_wanted(request: AnyRequest, state: State) -> list[ApprovalRequest]:
    """In the order of the requests."""
    person_of(request, *SECOND_PERSON_ROLES)
    await asyncio.to_thread(state.house.refresh_table, REGISTER)
    say = translator(api_language(request))
    return [_told(request_asked, say) for request_asked in state.house.register.asked.values()]


@post("/{number:int}", summary="Approve a request", responses=refuses(404, 409, 422))
async def agree(request: AnyRequest, state: State, number: FromPath[int]) -> Agreement:
    """The request is carried out under both names, or refused as it would now be for the first person. You cannot approve your own request."""
    person = person_of(request, *SECOND_PERSON_ROLES)
    await asyncio.to_thread(state.house.refresh_table, REGISTER)
    half = await state.passwords.do(person.name, state.people.approve, person.actor, number)
    return Agreement(number=number, half=half)


@delete("/{number:int}", status_code=204, summary="Reject a request", responses=refuses(404) | {204: NOTHING})
async def drop(request: AnyRequest, state: State, number: FromPath[int]) -> None:
    """The request is not carried out. The person who made it can withdraw it this way too."""
    person = person_of(request, *SECOND_PERSON_ROLES)
    await asyncio.to_thread(state.house.refresh_table, REGISTER)
    await asyncio.to_thread(state.people.deny, person.actor, number)


async def do_or_ask_approval(
    state: State, wish: CommandRequest, doing: Awaitable[Done], status: int = HTTPStatus.CREATED
) -> Response[Done] | Response[PendingApproval]:
    """What comes of doing something; or, where it takes two, that it is put down and waits."""
    try:
        return Response(await doing, status_code=status)
    except Refusal as refusal:
        if refusal.code != TAKES_TWO:
            raise
    return Response(await request_approval(state, wish), status_code=HTTPStatus.ACCEPTED)


async def request_approval(state: State, wish: CommandRequest) -> PendingApproval:
    """Put down what takes two, until another agrees."""
    pending: PendingApproval = await asyncio.to_thread(
        state.people.request_approval, wish.actor, wish.table, wish.id, wish.command
    )
    return pending


async def change_or_ask_approval(
    state: State, person: Person, fact: RegisterEvent, change: Callable[[], Done], status: int = HTTPStatus.CREATED
) -> Response[Done] | Response[PendingApproval]:
    """The same of a change of people, which may take a password's time."""
    wish = CommandRequest(table=REGISTER, actor=person.actor, id=secrets.token_hex(8), command=Record(fact=fact))
    return await do_or_ask_approval(state, wish, state.passwords.do(person.name, change), status)


def _told(asked: ApprovalRequested, say: Translator) -> ApprovalRequest:
    command = asked.command
    fact = command.fact if isinstance(command, Record) else None
    person = fact.name if isinstance(fact, PersonAdded | PasswordReset | PersonShutOut) else ""
    return ApprovalRequest(
        number=asked.number,
        by=asked.by,
        table=asked.table,
        do=command.do,
        about=person or command.concerns,
        role=fact.role if isinstance(fact, PersonAdded) else "",
        amount=getattr(command, "stake", None),
        reason=getattr(command, "reason", ""),
        round=asked.round,
        said=say(WANTS, by=asked.by, wanted=describe_request(asked, say)),
    )


ROUTES = Router("/seconds", route_handlers=[list_wanted, agree, drop], tags=("people",), security=SECURITY)

"""People over HTTP: log in and out, passwords, tokens, users, wallets, the cage, the demo."""

import asyncio
import re
import secrets
from typing import Annotated

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from banca.house.cage import CAGE
from banca.house.demo import GUEST
from banca.house.journal import CommandId
from banca.house.people import (
    NAMES,
    SESSION,
    SESSION_SECONDS,
    Key,
    Password,
    People,
    Person,
    Secret,
    UserName,
)
from banca.house.request import THE_HOUSE
from banca.house.request import Request as Asked
from banca.rulebook import Code, Refusal
from banca.rulebook.live.command import Avos, Command, Role
from banca.rulebook.live.event import wallet
from banca.service.addresses import line_of
from banca.service.asking import AnyRequest
from banca.service.described import BODY, NOTHING, SECURITY, refuses
from banca.service.entrance import BROWSER, COOKIE, kept, name_of, person_of
from banca.service.envelope import address_of, note
from banca.service.guessing import Guessing
from banca.service.lines import Line

DEMO_MONEY = 1_000_000
"""What a player of the demo starts with: 10,000 patacas of play money."""
BROWSER_SECONDS = 365 * 86400.0
"""How long a browser is known that nobody has logged in with since."""
SAME_ORIGIN = "same-origin"
"""What a browser says when a page of ours asks; a program says nothing."""


class LogIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and password."""

    name: Secret
    password: Secret


class NewPassword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Secret
    new: Password


class Me(Struct, frozen=True, kw_only=True):
    """Who you are; `csrf` goes into the header X-CSRF-Token of every change that a browser makes."""

    name: str
    role: Role
    must_change: bool
    csrf: str
    wallet: int


class NewToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name for the token, and how many days it is good."""

    label: Annotated[str, Meta(min_length=1, max_length=80)]
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class Token(Struct, frozen=True, kw_only=True):
    """A bearer token, shown once."""

    token: str
    name: str
    role: Role


class NewUser(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to be let in."""

    name: UserName
    role: Role


class OneTime(Struct, frozen=True, kw_only=True):
    """A one-time password, shown once; its owner changes it after logging in."""

    name: str
    password: str


class User(Struct, frozen=True, kw_only=True):
    """Somebody in the house."""

    name: str
    role: Role
    is_disabled: bool


class Cash(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money into a player's wallet, or out of it, in avos."""

    id: CommandId
    player: UserName
    amount: Avos


class Wallet(Struct, frozen=True, kw_only=True):
    """What a player has that is not on a table, in avos."""

    player: str
    balance: int


class Entering(Controller):
    """Logging in and out."""

    tags = ("people",)

    @post("/login", status_code=200, summary="Log in", responses=refuses(*BODY))
    async def log_in(self, request: AnyRequest, state: State, data: JSONBody[LogIn]) -> Response[Me]:
        """A session, kept in a cookie that scripts cannot read. Wrong passwords make the next try wait."""
        note(request, name=data.name if re.search(NAMES, data.name) else None)  # somebody may write a password there
        browser = request.cookies.get(name_of(BROWSER, state), "")
        guessing: Guessing = state.guessing
        line: Line = state.passwords
        if not guessing.is_known(data.name, browser):
            line.check_room(data.name)
        counted = guessing.of_log_in(data.name, address_of(request.scope), browser)
        guessing.count(counted)
        key: Key = await line.do_anyhow(data.name, state.people.log_in, data.name, data.password)
        guessing.forgive(counted)
        answer = await _with_cookie(state, key)
        answer.set_cookie(kept(BROWSER, state, guessing.cookie_for(data.name, browser), BROWSER_SECONDS))
        return answer

    @post("/logout", status_code=204, summary="Log out", security=SECURITY, responses=refuses() | {204: NOTHING})
    async def log_out(self, request: AnyRequest, state: State) -> Response[None]:
        """The key you sent is good no more, and the streams that were opened with it end."""
        person = person_of(request)
        await asyncio.to_thread(state.people.log_out, person)
        state.streams.end(key=person.digest)
        answer = Response(None, status_code=204)
        if person.is_session:
            answer.set_cookie(kept(COOKIE, state, "", 0))
        return answer

    @post(
        "/password",
        status_code=200,
        summary="Change your password",
        security=SECURITY,
        responses=refuses(422, *BODY),
    )
    async def change_password(self, request: AnyRequest, state: State, data: JSONBody[NewPassword]) -> Response[Me]:
        """All your sessions and tokens end, and a new session begins."""
        person = person_of(request)
        counted = state.guessing.of_person(person.name)
        state.guessing.count(counted)
        key = await state.passwords.do(person.name, state.people.change_password, person, data.old, data.new)
        state.guessing.forgive(counted)
        state.streams.end(name=person.name)
        return await _with_cookie(state, key)

    @get("/me", summary="Who you are", security=SECURITY, responses=refuses())
    async def me(self, request: AnyRequest, state: State) -> Me:
        """Your name, role and wallet, and the token that a browser's changes need."""
        return await _me(state, person_of(request))

    @post("/tokens", summary="A token for a program of yours", security=SECURITY, responses=refuses(*BODY))
    async def new_token(self, request: AnyRequest, state: State, data: JSONBody[NewToken]) -> Token:
        """Sent as `Authorization: Bearer …`; it may do what you may."""
        person = person_of(request)
        key: Key = await asyncio.to_thread(state.people.issue, person.name, data.label, data.days * 86400.0)
        return Token(token=key.token, name=person.name, role=person.role)

    @post("/demo/players", summary="A player of the demo", responses=refuses())
    async def demo_player(self, request: AnyRequest, state: State) -> Token:
        """A player with play money and no sign-up, where the house was started with --demo."""
        key = await _guest(request, state, "demo", SESSION_SECONDS)
        return Token(token=key.token, name=key.person.name, role=key.person.role)

    @post("/demo/session", summary="The same for a browser", responses=refuses())
    async def demo_session(self, request: AnyRequest, state: State) -> Response[Me]:
        """A player with play money, whose key is kept in a cookie as after logging in."""
        if request.headers.get("sec-fetch-site", SAME_ORIGIN) != SAME_ORIGIN:
            # another site would change who is logged in
            raise Refusal(Code.NO_CSRF_TOKEN)
        return await _with_cookie(state, await _guest(request, state, SESSION, SESSION_SECONDS))


class Users(Controller):
    """Who is let in: for supervisors."""

    path = "/users"
    tags = ("people",)
    security = SECURITY

    @get(summary="Everybody", responses=refuses())
    async def list_users(self, request: AnyRequest, state: State) -> list[User]:
        """Names, roles, and who is shut out."""
        person_of(request, Role.SUPERVISOR, Role.INSPECTOR)
        everybody = await asyncio.to_thread(state.people.all)
        return [User(name=name, role=role, is_disabled=out) for name, role, out in everybody]

    @post(summary="Let somebody in", responses=refuses(409, *BODY))
    async def add_user(self, request: AnyRequest, state: State, data: JSONBody[NewUser]) -> OneTime:
        """With a one-time password, which is shown now and never again."""
        person_of(request, Role.SUPERVISOR)
        note(request, name=data.name, role=data.role)
        password = await state.passwords.do(data.name, state.people.add, data.name, data.role)
        return OneTime(name=data.name, password=password)

    @post("/{name:str}/password", summary="A new one-time password", responses=refuses(404))
    async def reset(self, request: AnyRequest, state: State, name: FromPath[str]) -> OneTime:
        """For somebody who has lost theirs."""
        person_of(request, Role.SUPERVISOR)
        note(request, name=name)
        password = await state.passwords.do(name, state.people.reset, name)
        state.streams.end(name=name)
        return OneTime(name=name, password=password)

    @delete("/{name:str}", summary="Shut somebody out", responses=refuses(404))
    async def disable(self, request: AnyRequest, state: State, name: FromPath[str]) -> None:
        """Their keys and streams end at once; their money and the journal stay."""
        person = person_of(request, Role.SUPERVISOR)
        note(request, name=name)
        await asyncio.to_thread(state.people.disable, name, person.name)
        state.streams.end(name=name)

    @get("/{name:str}/wallet", summary="Somebody's wallet", responses=refuses(404))
    async def wallet(self, request: AnyRequest, state: State, name: FromPath[str]) -> Wallet:
        """Your own; anybody's for supervisors and inspectors."""
        person = person_of(request)
        if person.name != name:
            person_of(request, Role.SUPERVISOR, Role.INSPECTOR)
            await asyncio.to_thread(state.people.check_known, name)
        return await _wallet(state, name)


class Cage(Controller):
    """Money in and out, by supervisors."""

    path = "/cage"
    tags = ("money",)
    security = SECURITY

    @post("/in", summary="Cash in", responses=refuses(404, 409, 422, *BODY))
    async def cash_in(self, request: AnyRequest, state: State, data: JSONBody[Cash]) -> Wallet:
        """Into a player's wallet; once for each id."""
        return await _cash(request, state, data, "cash_in")

    @post("/out", summary="Cash out", responses=refuses(404, 409, 422, *BODY))
    async def cash_out(self, request: AnyRequest, state: State, data: JSONBody[Cash]) -> Wallet:
        """Out of a player's wallet, as far as it goes."""
        return await _cash(request, state, data, "cash_out")


async def _cash(request: AnyRequest, state: State, data: Cash, do: str) -> Wallet:
    person = person_of(request, Role.SUPERVISOR)
    await asyncio.to_thread(state.people.check_player, data.player)
    command = Command(do=do, player=data.player, stake=data.amount)
    await state.batches.do(Asked(table=CAGE, actor=person.actor, id=data.id, command=command))
    return await _wallet(state, data.player)


async def _wallet(state: State, name: str) -> Wallet:
    return Wallet(player=name, balance=await asyncio.to_thread(state.house.balance, wallet(name)))


async def _guest(request: AnyRequest, state: State, label: str, seconds: float) -> Key:
    """A new player with play money, where there is a demo."""
    if not state.is_demo:
        raise Refusal(Code.NO_DEMO)
    address = line_of(address_of(request.scope))
    state.guests.check(address)
    name = f"{GUEST}{secrets.token_hex(4)}"
    note(request, name=name)
    key: Key = await state.passwords.do(address, _let_in, state.people, name, label, seconds)
    cash = Command(do="cash_in", player=name, stake=DEMO_MONEY)
    await state.batches.do(Asked(table=CAGE, actor=THE_HOUSE, id=f"demo-{name}", command=cash))
    return key


def _let_in(people: People, name: str, label: str, seconds: float) -> Key:
    people.add(name, Role.PLAYER)
    people.settle_in(name)
    return people.issue(name, label, seconds)


async def _me(state: State, person: Person) -> Me:
    return Me(
        name=person.name,
        role=person.role,
        must_change=person.must_change,
        csrf=person.csrf if person.is_session else "",
        wallet=(await _wallet(state, person.name)).balance,
    )


async def _with_cookie(state: State, key: Key) -> Response[Me]:
    return Response(await _me(state, key.person), cookies=[kept(COOKIE, state, key.token, SESSION_SECONDS)])

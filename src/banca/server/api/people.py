"""People over HTTP: log in and out, passwords, tokens, users, wallets, the cage, the demo."""

import asyncio
import logging
import re
import secrets
from typing import Annotated

from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from banca.house.cage import CAGE, CashIn, CashOut
from banca.house.commands import CommandRequest, CommittedEntry
from banca.house.demo import GUEST, NEEDED, PLAY_MONEY
from banca.house.house import House
from banca.house.journal import CommandId
from banca.house.log import receipt_of
from banca.house.people import (
    NAMES,
    SESSION,
    Key,
    ListedKey,
    Password,
    PendingApproval,
    People,
    Person,
    Secret,
    UserName,
    factor_address,
    list_people,
    new_secret,
    picture_of,
    place_of,
)
from banca.house.refusals import CODE_NEEDED
from banca.house.register import PasswordReset, PersonAdded, PersonShutOut
from banca.rules import Refusal, format_patacas
from banca.server.addresses import network_of
from banca.server.api.approvals import MAY_WAIT, change_or_ask_approval, do_or_ask_approval
from banca.server.auth import BROWSER, COOKIE, name_of, person_of, private_cookie
from banca.server.commands import prove
from banca.server.http import USUAL, After, AnyRequest, Count, Sought, first_page, page_response
from banca.server.limits import LoginThrottle, ThreadPool
from banca.server.middleware import address_of, current, note
from banca.server.openapi import BODY, NOTHING, SECURITY, refuses
from banca.server.problems import ENOUGH_CHIPS, NO_CSRF_TOKEN, NO_DEMO, NOT_A_GUEST, SESSION_NEEDED
from banca.tables.commands import THE_HOUSE, Avos, Role
from banca.tables.events import wallet
from banca.transparency.receipt import Receipt

LOG = logging.getLogger("banca")
BROWSER_SECONDS = 365 * 86400.0
"""How long a browser is known that nobody has logged in with since."""


class LogIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and password."""

    name: Secret
    password: Secret
    code: Annotated[str, Meta(max_length=10)] = ""
    """Of the second factor, where there is one."""


class NewPassword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Secret
    new: Password


class Me(Struct, frozen=True, kw_only=True):
    """Who you are; `csrf` goes into the header X-CSRF-Token of every change that a browser makes."""

    name: str
    role: Role
    must_change: bool
    has_factor: bool
    csrf: str
    wallet: int


class NewToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name for the token, and how many days it is valid."""

    label: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$(?!\n)")]
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class Token(Struct, frozen=True, kw_only=True):
    """A bearer token, shown once."""

    token: str
    name: str
    role: Role


class Factor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The secret that a telephone has taken in, and a code it shows; and one of the factor before, where there was one."""

    secret: Annotated[str, Meta(max_length=64)] = ""
    code: Annotated[str, Meta(max_length=10)] = ""
    old: Annotated[str, Meta(max_length=10)] = ""


class NewFactor(Struct, frozen=True, kw_only=True):
    """A secret for codes by time: as text, as an address that telephones understand, and as a picture of that address."""

    secret: str
    address: str
    picture: str
    is_set: bool


class NewUser(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to be added."""

    name: UserName
    role: Role


class OneTimePassword(Struct, frozen=True, kw_only=True):
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


class CashReceipt(Wallet, frozen=True, kw_only=True, omit_defaults=True):
    """A wallet after a deposit or withdrawal, and the receipt for the player."""

    receipt: Receipt | None = None


@post("/login", status_code=200, summary="Log in", responses=refuses(*BODY))
async def log_in(request: AnyRequest, state: State, data: JSONBody[LogIn]) -> Response[Me]:
    """Starts a session, kept in a cookie that scripts cannot read. After wrong passwords the next attempt has to wait."""
    name = data.name if re.search(NAMES, data.name) else None  # somebody may write a password there
    note(request, name=name)
    try:
        return await _logged_in(request, state, data)
    except Refusal as refusal:
        about = {"id": current(), "name": name, "address": address_of(request.scope), "because": str(refusal.code)}
        if refusal.code != CODE_NEEDED:
            LOG.warning("login failed", extra={"about": about})
        raise


@post("/logout", status_code=204, summary="Log out", security=SECURITY, responses=refuses() | {204: NOTHING})
async def log_out(request: AnyRequest, state: State) -> Response[None]:
    """The key you sent is no longer valid, and the streams that were opened with it end."""
    person = person_of(request)
    await asyncio.to_thread(state.people.log_out, person)
    answer = Response(None, status_code=204)
    if person.is_session:
        answer.set_cookie(private_cookie(COOKIE, state, "", 0))
    return answer


@post(
    "/password",
    status_code=200,
    summary="Change your password",
    security=SECURITY,
    responses=refuses(422, *BODY),
)
async def change_password(request: AnyRequest, state: State, data: JSONBody[NewPassword]) -> Response[Me]:
    """Ends all your sessions and tokens, and starts a new session."""
    person = person_of(request)
    counted = state.guessing.of_person(person.name)
    state.guessing.count(counted)
    key = await state.passwords.do(person.name, state.people.change_password, person, data.old, data.new)
    state.guessing.forgive(counted)
    return await with_cookie(state, key)


@get("/me", summary="Show your account", security=SECURITY, responses=refuses())
async def me(request: AnyRequest, state: State) -> Me:
    """Your name, role and wallet, and the CSRF token that a browser's changes need."""
    return await _me(state, person_of(request))


@post("/tokens", summary="Create a token for a program", security=SECURITY, responses=refuses(*BODY))
async def new_token(request: AnyRequest, state: State, data: JSONBody[NewToken]) -> Token:
    """Send it as `Authorization: Bearer …`; it may do what you may do. A token made with another token ends with it."""
    person = person_of(request)
    state.batches.rate.check(person.name)
    seconds = data.days * 86400.0
    key: Key = await asyncio.to_thread(state.people.issue, person.name, data.label, seconds, parent=person)
    return Token(token=key.token, name=person.name, role=person.role)


@get("/tokens", summary="List your sessions and tokens", security=SECURITY, responses=refuses())
async def list_tokens(request: AnyRequest, state: State) -> list[ListedKey]:
    """When each was made, when it was last used, and until when it is valid."""
    held: list[ListedKey] = await asyncio.to_thread(state.people.held_by, person_of(request).name)
    return held


@delete(
    "/tokens/{key:str}",
    status_code=204,
    summary="End one of your sessions or tokens",
    security=SECURITY,
    responses=refuses(404) | {204: NOTHING},
)
async def end_token(request: AnyRequest, state: State, key: FromPath[str]) -> None:
    """It is no longer valid, nor are the tokens made with it; the streams opened with it end."""
    await asyncio.to_thread(state.people.end, person_of(request), key)


@post("/factor", summary="Set a second factor", status_code=200, security=SECURITY, responses=refuses(422, *BODY))
async def set_factor(request: AnyRequest, state: State, data: JSONBody[Factor]) -> NewFactor:
    """Without a code, returns a new secret for your phone. With the secret and one of its codes, requires codes at login from now on."""
    person = person_of(request)
    if not person.is_session:
        raise Refusal(SESSION_NEEDED)
    state.batches.rate.check(person.name)
    secret = data.secret or new_secret()
    if data.secret:
        counted = state.guessing.of_person(person.name)
        state.guessing.count(counted)
        await asyncio.to_thread(state.people.set_factor, person, secret, data.code, data.old)
        state.guessing.forgive(counted)
    address = factor_address(secret, person.name)
    picture: str = await state.aside.do(person.name, picture_of, address)
    return NewFactor(secret=secret, address=address, picture=picture, is_set=bool(data.secret))


@get(summary="List users", responses=refuses())
async def list_users(
    request: AnyRequest,
    state: State,
    after: After = "",
    count: Count = USUAL,
    sought: Sought = "",
    role: Annotated[list[Role] | None, QueryParameter()] = None,
) -> Response[list[User]]:
    """Names, roles, and whether access is suspended: the staff, then the players, each by name, a page at a time."""
    person_of(request, Role.SUPERVISOR, Role.INSPECTOR)
    rows = await asyncio.to_thread(list_people, state.house.store, after, count + 1, sought=sought, roles=role)
    users = [User(name=row.name, role=Role(row.role), is_disabled=row.is_disabled) for row in rows]
    shown, is_more = first_page(users, count)
    return page_response(request, list(shown), place_of(shown[-1].name, shown[-1].role) if is_more else None)


@post(summary="Add a user", responses=refuses(409, *BODY) | MAY_WAIT)
async def add_user(
    request: AnyRequest, state: State, data: JSONBody[NewUser]
) -> Response[OneTimePassword] | Response[PendingApproval]:
    """The user gets a one-time password, which is shown only once. Staff require a second person: each of the two is shown one half of it."""
    person = person_of(request, Role.SUPERVISOR)
    note(request, name=data.name, role=data.role)
    fact = PersonAdded(name=data.name, role=data.role)

    def add() -> OneTimePassword:
        return OneTimePassword(name=data.name, password=state.people.add(data.name, data.role, by=person.actor))

    return await change_or_ask_approval(state, person, fact, add)


@post("/{name:str}/password", summary="Reset a user's password", responses=refuses(404) | MAY_WAIT)
async def reset(
    request: AnyRequest, state: State, name: FromPath[str]
) -> Response[OneTimePassword] | Response[PendingApproval]:
    """Creates a one-time password for a user who has lost theirs; it restores suspended access. Staff require a second person: each of the two is shown one half of it."""
    person = person_of(request, Role.SUPERVISOR)
    note(request, name=name)

    def reset() -> OneTimePassword:
        return OneTimePassword(name=name, password=state.people.reset(name, by=person.actor))

    return await change_or_ask_approval(state, person, PasswordReset(name=name), reset)


@delete(
    "/{name:str}",
    status_code=200,
    summary="Suspend a user's access",
    responses=refuses(404) | MAY_WAIT | {204: NOTHING},
)
async def disable(request: AnyRequest, state: State, name: FromPath[str]) -> Response[None] | Response[PendingApproval]:
    """Their keys and streams end at once, in every process; their money and the journal stay. Staff require a second person."""
    person = person_of(request, Role.SUPERVISOR)
    note(request, name=name)

    def disable() -> None:
        state.people.disable(name, by=person.actor)

    return await change_or_ask_approval(state, person, PersonShutOut(name=name), disable, status=204)


@get(
    "/{name:str}/wallet",
    operation_id="ApiV1UsersNameWalletWallet",
    summary="Show a user's wallet",
    responses=refuses(404),
)
async def show_wallet(request: AnyRequest, state: State, name: FromPath[str]) -> Wallet:
    """You see your own; supervisors and inspectors see anybody's."""
    person = person_of(request)
    if person.name != name:
        person_of(request, Role.SUPERVISOR, Role.INSPECTOR)
        await asyncio.to_thread(state.people.find_known, name)
    return await _wallet(state, name)


@post("/in", summary="Deposit", responses=refuses(404, 409, 422, *BODY))
async def cash_in(request: AnyRequest, state: State, data: JSONBody[Cash]) -> CashReceipt:
    """Deposits into a player's wallet; carried out once for each id."""
    return await _cash(state, _cashing(person_of(request, Role.SUPERVISOR), data, CashIn))


@post("/out", summary="Withdraw", responses=refuses(404, 409, 422, *BODY) | MAY_WAIT)
async def cash_out(
    request: AnyRequest, state: State, data: JSONBody[Cash]
) -> Response[CashReceipt] | Response[PendingApproval]:
    """Withdraws from a player's wallet, up to its balance. A large amount requires a second person."""
    wish = _cashing(person_of(request, Role.SUPERVISOR), data, CashOut)
    return await do_or_ask_approval(state, wish, _cash(state, wish))


def _cashing(person: Person, data: Cash, kind: type[CashIn | CashOut]) -> CommandRequest:
    command = kind(player=data.player, stake=data.amount)
    return CommandRequest(table=CAGE, actor=person.actor, id=data.id, command=command)


async def _cash(state: State, asked: CommandRequest) -> CashReceipt:
    player = asked.command.concerns
    await asyncio.to_thread(state.people.check_player, player)
    done: CommittedEntry = await state.batches.do(asked)
    await prove(state.house, [done])
    purse = await _wallet(state, player)
    return CashReceipt(
        player=player, balance=purse.balance, receipt=receipt_of(done, has_body=True) if done.checkpoint else None
    )


async def _wallet(state: State, name: str) -> Wallet:
    return Wallet(player=name, balance=await asyncio.to_thread(state.house.balance, wallet(name)))


async def _me(state: State, person: Person) -> Me:
    return Me(
        name=person.name,
        role=person.role,
        must_change=person.must_change,
        has_factor=person.has_factor,
        csrf=person.csrf if person.is_session else "",
        wallet=(await _wallet(state, person.name)).balance,
    )


async def with_cookie(state: State, key: Key) -> Response[Me]:
    """Who they are, with their key in a cookie that scripts cannot read."""
    return Response(
        await _me(state, key.person), cookies=[private_cookie(COOKIE, state, key.token, state.people.stay.session)]
    )


async def _logged_in(request: AnyRequest, state: State, data: LogIn) -> Response[Me]:
    browser = request.cookies.get(name_of(BROWSER, state), "")
    guessing: LoginThrottle = state.guessing
    line: ThreadPool = state.known_passwords if guessing.is_known(data.name, browser) else state.passwords
    # Before the try is counted: who finds no room has not guessed.
    line.check_room(data.name)
    address = address_of(request.scope)
    counted = guessing.of_log_in(data.name, address, browser)
    # Counted first and forgiven after: a hundred guesses at once are all counted before the first is looked at.
    guessing.count(counted)
    sent = data.name, data.password, network_of(address), data.code
    key: Key = await line.do(data.name, state.people.log_in, *sent)
    guessing.forgive(counted)
    answer = await with_cookie(state, key)
    answer.set_cookie(private_cookie(BROWSER, state, guessing.cookie_for(data.name, browser), BROWSER_SECONDS))
    return answer


# The demo over HTTP: players without sign-up, and more play money for who has lost theirs.

SAME_ORIGIN = "same-origin"
"""What a browser says when a page of ours asks; a program says nothing."""


@post("/players", summary="Create a demo player", responses=refuses())
async def demo_player(request: AnyRequest, state: State) -> Token:
    """A player with play money and no sign-up, if the house was started with --demo."""
    key = await _guest(request, state, "demo", state.people.stay.session)
    return Token(token=key.token, name=key.person.name, role=key.person.role)


@post("/session", summary="Create a demo player for a browser", responses=refuses())
async def demo_session(request: AnyRequest, state: State) -> Response[Me]:
    """A player with play money, whose key is kept in a cookie as after logging in. An expired cookie is ignored."""
    if request.headers.get("sec-fetch-site", SAME_ORIGIN) != SAME_ORIGIN:
        # another site would change who is logged in
        raise Refusal(NO_CSRF_TOKEN)
    return await with_cookie(state, await _guest(request, state, SESSION, state.people.stay.session))


@post("/chips", summary="Get more play money", security=SECURITY, responses=refuses(409))
async def more_chips(request: AnyRequest, state: State) -> Wallet:
    """For a demo player who has almost nothing left, in the wallet and on the tables; only so many times an hour."""
    person = person_of(request, Role.PLAYER)
    if not state.is_demo:
        raise Refusal(NO_DEMO)
    if not person.name.startswith(GUEST):
        raise Refusal(NOT_A_GUEST, asked=person.name)
    has = await asyncio.to_thread(_has, state.house, person.name)
    if has >= NEEDED:
        raise Refusal(ENOUGH_CHIPS, asked=format_patacas(has), allowed=format_patacas(NEEDED))
    state.chips.check(person.name)
    await _pay_in(state, person.name, f"more-{secrets.token_hex(8)}")
    return Wallet(player=person.name, balance=await asyncio.to_thread(state.house.balance, wallet(person.name)))


def _has(house: House, player: str) -> int:
    """All that a player has, with what lies on the tables."""
    staked: int = sum(table.state.money_of(player) for table in house.occupied())
    return house.balance(wallet(player)) + staked


async def _guest(request: AnyRequest, state: State, label: str, seconds: float) -> Key:
    """A new player with play money, where there is a demo."""
    if not state.is_demo:
        raise Refusal(NO_DEMO)
    address = network_of(address_of(request.scope))
    state.guests.check(address)
    name = f"{GUEST}{secrets.token_hex(4)}"
    note(request, name=name)
    key: Key = await state.passwords.do(address, _let_in, state.people, name, label, seconds)
    await _pay_in(state, name, f"demo-{name}")
    return key


async def _pay_in(state: State, name: str, command_id: str) -> None:
    cash = CashIn(player=name, stake=PLAY_MONEY)
    await state.batches.do(CommandRequest(table=CAGE, actor=THE_HOUSE, id=command_id, command=cash))


def _let_in(people: People, name: str, label: str, seconds: float) -> Key:
    people.add(name, Role.PLAYER, must_change=False)
    return people.issue(name, label, seconds)


ROUTES = [
    Router(
        "/",
        route_handlers=[log_in, log_out, change_password, me, new_token, list_tokens, end_token, set_factor],
        tags=("people",),
    ),
    Router(
        "/users",
        route_handlers=[list_users, add_user, reset, disable, show_wallet],
        tags=("people",),
        security=SECURITY,
    ),
    Router("/cage", route_handlers=[cash_in, cash_out], tags=("money",), security=SECURITY),
    Router("/demo", route_handlers=[demo_player, demo_session, more_chips], tags=("people",)),
]

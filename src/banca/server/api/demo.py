"""The demo over HTTP: players without sign-up, and more play money for who has lost theirs."""

import asyncio
import secrets

from litestar import Response, Router, post
from litestar.datastructures import State

from banca.house.cage import CAGE, CashIn
from banca.house.commands import CommandRequest
from banca.house.demo import GUEST, NEEDED, PLAY_MONEY
from banca.house.house import House
from banca.house.people import SESSION, Key, People
from banca.rules import Refusal, format_patacas
from banca.server.addresses import network_of
from banca.server.api.people import Me, Token, Wallet, with_cookie
from banca.server.auth import person_of
from banca.server.http import AnyRequest
from banca.server.middleware import address_of, note
from banca.server.openapi import SECURITY, refuses
from banca.server.refusals import ENOUGH_CHIPS, NO_CSRF_TOKEN, NO_DEMO, NOT_A_GUEST
from banca.tables.commands import THE_HOUSE, Role
from banca.tables.events import wallet

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


ROUTES = Router("/demo", route_handlers=[demo_player, demo_session, more_chips], tags=("people",))

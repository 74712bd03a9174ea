"""Tables over HTTP: list, open, look, act, follow; what the next result may bring."""

import asyncio
from bisect import bisect_right
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from itertools import islice
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter
from msgspec import Struct, structs

from banca.house.authorisations import missing_authorisations
from banca.house.commands import CommandRequest, CommittedEntry, LiveTable, TableTerms
from banca.house.house import House
from banca.house.journal import CommandId
from banca.house.people import PendingApproval, Person
from banca.house.views import EntryView, View, view
from banca.i18n import Translator, translator
from banca.law import Language
from banca.rules import Refusal
from banca.rules.money import cut, denominations
from banca.server.api.approvals import MAY_WAIT
from banca.server.auth import person_of
from banca.server.auto_dealer import AutoDealer, DueView
from banca.server.commands import CommandBody, find_table, prove, table_now, with_receipt
from banca.server.exports import ExportPool
from banca.server.http import (
    USUAL,
    After,
    AnyRequest,
    Count,
    Sought,
    api_language,
    first_page,
    page_language,
    page_response,
)
from banca.server.middleware import address_of
from banca.server.openapi import BODY, SECURITY, refuses
from banca.server.problems import NO_CLOCK, NOTHING_CALLED
from banca.server.streams import EVENTS, OwnedStream, Streams
from banca.tables.acts import BAD_REQUEST
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import OpenTable, Role
from banca.tables.engine import check_seated
from banca.tables.events import BANK, wallet
from banca.tables.exposure import Outlook, PaidBet, ResultEffect


# A struct, as JSON has it by name: the engine's own `PaidBet` is a tuple.
class BetPayment(Struct, frozen=True, kw_only=True):
    """A bet that the result decides."""

    bet: str
    on: str
    stake: int
    verdict: str
    received: int


class PlayerPayments(Struct, frozen=True, kw_only=True):
    """What a croupier takes from a player's bets and pays for them, in avos; and the chips to hand out."""

    player: str
    take: int
    pay: int
    chips: list[tuple[int, int]]
    """Each denomination with its number."""
    bets: list[BetPayment]


class Payments(Struct, frozen=True, kw_only=True):
    """The pay sheet of a round: by player, and all together."""

    outcome: str
    said: str
    players: list[PlayerPayments]
    take: int
    pay: int
    chips: list[tuple[int, int]]


def payments(table: LiveTable, outcome: str, say: Translator) -> Payments:
    """What is to be paid for the result that was called, or would be for another; refused where there is none yet."""
    engine, state = table.engine, table.state
    paid = engine.payments(state, outcome)
    if paid is None:
        raise Refusal(NOTHING_CALLED)
    opened = table.opened
    players = [_paid(who, [bet for bet in paid if bet.player == who], opened.chip) for who in _players(paid)]
    handed = Counter(dict.fromkeys(denominations(opened.chip), 0))
    for player in players:
        handed.update(dict(player.chips))
    judged = engine.result_effect(state, outcome) if isinstance(engine, ChanceEngine) else None
    return Payments(
        outcome=judged.outcome if judged else "",
        said=say.spell(judged.said) if judged else "",
        players=players,
        take=sum(bet.take for bet in players),
        pay=sum(bet.pay for bet in players),
        chips=[(chip, count) for chip, count in handed.items() if count],
    )


def _players(found: Iterable[PaidBet]) -> list[str]:
    return list(dict.fromkeys(bet.player for bet in found))


def _paid(player: str, bets: Sequence[PaidBet], chip: int) -> PlayerPayments:
    pay = sum(max(bet.received - bet.stake, 0) for bet in bets)
    return PlayerPayments(
        player=player,
        take=sum(max(bet.stake - bet.received, 0) for bet in bets),
        pay=pay,
        chips=list(cut(pay, chip)),
        bets=[
            BetPayment(bet=bet.bet, on=bet.on, stake=bet.stake, verdict=bet.verdict, received=bet.received)
            for bet in bets
        ],
    )


def table_result(table: LiveTable, say: Translator) -> ResultEffect | None:
    """The last result, as long as it is to be seen, in the reader's language."""
    engine = table.engine
    effect = engine.result_effect(table.state) if isinstance(engine, ChanceEngine) else None
    return structs.replace(effect, said=say.spell(effect.said)) if effect else None


LINES = "application/jsonl"
FEW_RESULTS = 8
"""Of each table in the list."""


class OpeningBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened, with an id for the command."""

    id: CommandId
    table: TableTerms


class AuthorisationWarning(Struct, frozen=True, kw_only=True):
    """An option that a table opened under without an authorisation on record, and the clause that requires one."""

    option: str
    value: str
    cite: str
    detail: str


class OpeningAnswer(EntryView, frozen=True, kw_only=True):
    """A table's first entry, and what its supervisor should know."""

    warnings: list[AuthorisationWarning]


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in the list."""

    table: str
    game: str
    title: str
    phase: str
    round: int
    seq: int
    seats: int
    minimum: int
    maximum: int
    chance: str
    conduct: str
    is_closed: bool
    is_trial: bool
    """It carries bets or prizes that are only proposed."""
    results: list[str]
    """What was called in the last rounds, the newest last."""
    due: DueView | None
    """What is next, at a table that the program conducts."""


class ListedTable(TableLine, frozen=True, kw_only=True):
    """A table in the list, with what its bank holds, in avos."""

    bank: int


class TableResponse(Struct, frozen=True, kw_only=True):
    """A table as somebody sees it, with their own wallet and the table's bank, in avos."""

    view: View
    wallet: int
    staked: int
    """What of yours lies on the table."""
    bank: int
    due: DueView | None
    """What is next and when, at a table that the program conducts."""
    result: ResultEffect | None
    """From the call of a result until the next round has moved on."""


@get(summary="List tables", responses=refuses())
async def list_tables(
    request: AnyRequest, state: State, after: After = "", count: Count = USUAL, sought: Sought = ""
) -> Response[list[ListedTable]]:
    """Open and closed tables, in order of their names, a page at a time; `sought` is part of a name."""
    person_of(request)
    lines, is_more = await asyncio.to_thread(_list_tables, state, api_language(request), after, count, sought)
    return page_response(request, lines, lines[-1].table if is_more else None)


@post(summary="Open a table", responses=refuses(409, 422, *BODY))
async def open_table(request: AnyRequest, state: State, data: JSONBody[OpeningBody]) -> OpeningAnswer:
    """Its game, options, limits, bank and source of chance cannot be changed later. Supervisors only.

    The response warns of an option without an authorisation on record; a house started with --strict refuses it.
    """
    person = person_of(request, Role.SUPERVISOR)
    opening = CommandRequest(
        table=data.table.id, actor=person.actor, id=data.id, command=OpenTable(), opening=data.table
    )
    done: CommittedEntry = await state.batches.do(opening)
    await prove(state.house, [done])
    first = with_receipt(done, person.actor)
    return OpeningAnswer(
        **structs.asdict(first), warnings=authorisation_warnings(done.table, translator(api_language(request)))
    )


@get("/{table:str}", summary="Show a table", responses=refuses(404))
async def look(request: AnyRequest, state: State, table: FromPath[str]) -> TableResponse:
    """The table as you may see it, and what you can do there now in your role."""
    return await asyncio.to_thread(_table_response, state, table, person_of(request), api_language(request))


@post(
    "/{table:str}/commands",
    summary="Send a command to a table",
    responses=refuses(404, 409, 422, *BODY) | MAY_WAIT,
)
async def act(table: FromPath[str], data: JSONBody[CommandBody]) -> Response[EntryView] | Response[PendingApproval]:
    """Carried out once for each id: sent twice with the same body, it gets the same response. The response comes when the command is on disk.

    Withdrawing money from the bank, or voiding a round once something of its result is known, requires a second person.
    """
    raise NotFoundException  # `commands.answer_commands` answers it, unless it has slashes too many


@get(
    "/{table:str}/events",
    summary="Follow a table",
    media_type=EVENTS,
    responses=refuses(404, 409, 429),
)
async def follow(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=0)] = None,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
    said: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - a query parameter
) -> OwnedStream:
    """Server-sent events, one per entry of the journal, with the sequence number as id; resumable from the last id.

    With `said`, each has its events in words.

    A player who is more than a night's entries behind must look at the table again and follow it from there.
    """
    person = person_of(request)
    live = await asyncio.to_thread(find_table, state.house, table)
    if last_event_id is not None:
        if not last_event_id.isascii() or not last_event_id.isdigit() or len(last_event_id) > 15:
            raise Refusal(BAD_REQUEST, asked=f"Last-Event-ID {last_event_id}")
        after = int(last_event_id)
    streams: Streams = state.streams
    places = streams.admit(live, person, address_of(request.scope), after)
    frames = streams.follow(live, person, after, page_language(request) if said else None)
    return OwnedStream(frames, state.stream_registry, places)


@get("/{table:str}/journal", summary="Export a table's journal", media_type=LINES, responses=refuses(404, 429))
async def journal(request: AnyRequest, state: State, table: FromPath[str]) -> OwnedStream:
    """Every entry with its digest, as JSON lines. Inspectors only. An import needs all tables: `/journal`."""
    person = person_of(request, Role.INSPECTOR)
    await asyncio.to_thread(find_table, state.house, table)
    return _export(state, person, [table])


@get(
    "/journal",
    tags=("tables",),
    summary="Export all journals",
    media_type=LINES,
    responses=refuses(429),
    security=SECURITY,
)
async def all_journals(request: AnyRequest, state: State) -> OwnedStream:
    """The cage and every table, as JSON lines, for `banca audit import`. Inspectors only."""
    return _export(state, person_of(request, Role.INSPECTOR))


def _export(state: State, person: Person, tables: list[str] | None = None) -> OwnedStream:
    """Journals on their way to somebody, for as long as an export may take."""
    archive: ExportPool = state.archive
    places = archive.place_of(person.name)
    seconds = state.limits.export_seconds
    frames = _note_when_read(state, person, archive.export(tables), tables or ())
    return OwnedStream(frames, state.stream_registry, places, media_type=LINES, seconds=seconds)


async def _note_when_read(
    state: State, person: Person, pieces: AsyncGenerator[bytes, None], tables: Iterable[str]
) -> AsyncGenerator[bytes, None]:
    """How far the journals are told is settled when the first piece has been read: then the look is noted, then it is told."""
    is_noted = False
    async with aclosing(pieces):
        async for piece in pieces:
            if not is_noted:
                await asyncio.to_thread(state.looks.note, person.actor, *tables)
                is_noted = True
            yield piece


def _list_tables(
    state: State, language: Language, after: str, count: int, sought: str
) -> tuple[list[ListedTable], bool]:
    """A page of the tables, titles in the reader's language; only those on it are looked at."""
    house: House = state.house
    # By position and not by reading: a list of 100,000 tables reads only those that are shown.
    behind = islice(house.names, bisect_right(house.names, after), None)
    names, is_more = first_page(list(islice((name for name in behind if sought in name), count + 1)), count)
    tables = list(house.load_tables(names))
    banks = house.store.balances(f"{BANK}:{table.id}" for table in tables)
    lines = [
        ListedTable(
            **structs.asdict(table_line(table, language, state.auto_dealer)), bank=banks.get(f"{BANK}:{table.id}", 0)
        )
        for table in tables
    ]
    return lines, is_more


def table_line(table: LiveTable, language: Language, attendants: AutoDealer | None) -> TableLine:
    """A table as the list has it."""
    return TableLine(
        table=table.id,
        game=table.opened.game,
        title=table.opened.titled(language),
        phase=table.state.phase,
        round=table.state.round,
        seq=table.seq,
        seats=len(table.state.seats),
        minimum=table.opened.minimum,
        maximum=table.opened.maximum,
        chance=table.opened.chance,
        conduct=table.opened.conduct,
        is_closed=table.state.is_closed,
        is_trial=bool(table.opened.proposal),
        results=list(table.state.results[-FEW_RESULTS:]),
        due=attendants.due(table) if attendants else None,
    )


def authorisation_warnings(table: LiveTable, say: Translator) -> list[AuthorisationWarning]:
    """What it opened under without an authorisation on record."""
    options = table.opened.options
    return [
        AuthorisationWarning(option=name, value=options[name], cite=str(message.cite), detail=say.message(message))
        for name, message in missing_authorisations(table.opened).items()
    ]


def _table_response(state: State, table_id: str, person: Person, language: Language) -> TableResponse:
    house: House = state.house
    live = table_now(house, table_id)
    state.looks.note_at(person.actor, live)
    return TableResponse(
        view=view(live, person.actor, language, is_stopped=live.id in house.stopped),
        wallet=house.balance(wallet(person.name)),
        staked=live.state.money_of(person.name),
        bank=house.balance(f"{BANK}:{live.id}"),
        due=state.auto_dealer.due(live) if state.auto_dealer else None,
        result=table_result(live, translator(language)),
    )


class Ready(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether you are ready for what comes next; or, where you are alone, whether the clock is to run."""

    ready: bool | None = None
    auto: bool | None = None


@post("/{table:str}/ready", status_code=200, summary="Say that you are ready", responses=refuses(404, 409, *BODY))
async def ready(request: AnyRequest, state: State, table: FromPath[str], data: JSONBody[Ready]) -> DueView | None:
    """When everybody with a stake is ready, the croupier goes on without waiting; if others could still bet, they have a third of the betting time from the first stake on. It is not recorded in the journal. Players only."""
    person = person_of(request, Role.PLAYER)
    if data.ready is None and data.auto is None:
        raise Refusal(BAD_REQUEST, asked="ready, auto")
    state.batches.rate.check(person.name)
    live = await asyncio.to_thread(table_now, state.house, table)
    check_seated(live.state, person.name)
    attendants: AutoDealer | None = state.auto_dealer
    if attendants is None or attendants.due(live) is None:
        raise Refusal(NO_CLOCK, asked=table)
    await asyncio.to_thread(attendants.say, table, person.name, ready=data.ready, auto=data.auto)
    return attendants.due(state.house.table(table))


@get("/{table:str}/exposure", summary="Show what the next result may bring you", responses=refuses(404))
async def exposure(request: AnyRequest, state: State, table: FromPath[str]) -> Outlook:
    """Your stakes, and exactly the best and worst that the next result can bring them. Players only."""
    person = person_of(request, Role.PLAYER)
    live: LiveTable = await asyncio.to_thread(table_now, state.house, table)
    answer: Outlook = await state.aside.do(person.name, live.engine.outlook, live.state, person.name)
    return answer


@get(
    "/{table:str}/payments",
    operation_id="ApiV1TablesPaymentsPayments",
    summary="Show the pay sheet",
    responses=refuses(404, 409, 422),
)
async def show_payments(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    outcome: Annotated[str, QueryParameter(max_length=80)] = "",
) -> Payments:
    """Once a result is called, what is taken from and paid to each player, in chips. With `outcome`, the same for another result.

    Croupiers and supervisors only.
    """
    person = person_of(request, Role.CROUPIER, Role.SUPERVISOR)
    paid: LiveTable = await asyncio.to_thread(table_now, state.house, table)
    say = translator(api_language(request))
    answer: Payments = await state.aside.do(person.name, payments, paid, outcome, say)
    return answer


ROUTES = Router(
    "/tables",
    route_handlers=[list_tables, open_table, look, act, follow, journal, ready, exposure, show_payments],
    tags=("tables",),
    security=SECURITY,
)

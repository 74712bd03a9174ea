"""Commands over HTTP, one or many at once: how each is read, carried out and answered."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from http import HTTPStatus
from itertools import repeat
from typing import Annotated, Any

import msgspec
from litestar import Litestar, post
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException, NotFoundException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import JSONBody
from msgspec import Meta, Struct, structs

from banca.house.commands import Answer, CommandRequest, CommittedEntry, LiveTable
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.journal import CommandId
from banca.house.log import receipt_of
from banca.house.people import PendingApproval
from banca.house.refusals import TAKES_TWO, UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES
from banca.house.views import EntryView, redact_events
from banca.i18n.lookup import find_bet, find_outcome
from banca.law import Language
from banca.rules import Bet, Refusal, Rules, Text, ValidThrow, given_text
from banca.rules.spelling import text_in
from banca.rules.text import LANGUAGES, in_brackets
from banca.server.api.approvals import request_approval
from banca.server.auth import identify, person_of
from banca.server.group_commit import MOST, Batches
from banca.server.http import StrictRequest, api_language, check_json, read_json
from banca.server.openapi import BODY, SECURITY, refuses
from banca.server.problems import Problem, on_fault, on_http, refusal_of, write_problem
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import MOST_AVOS, Actor, Command, Word
from banca.tables.engine import TableEngine

BATCH_PATH = "/api/v1/commands"
"""Where many commands are taken at once."""
Outcome = EntryView | PendingApproval | Exception
"""What came of a command: its entry, that it waits for a second person, or why it was not carried out."""


class CommandBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command with an id of the client's making; `seq` where it must not be carried out if the table has moved on."""

    id: CommandId
    command: Annotated[dict[Word, Any], Meta(min_length=1, max_length=20)]
    """The act under `do`, and what it takes: as the table's `can` says it."""
    seq: Annotated[int, Meta(ge=0, le=MOST_AVOS)] | None = None

    def at(self, table: str) -> "TableCommand":
        """Return the command for a table."""
        return TableCommand(id=self.id, command=self.command, seq=self.seq, table=table)


class TableCommand(CommandBody, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command and the table it is for."""

    table: Annotated[str, Meta(min_length=1, max_length=40)]


class CommandBatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands for any tables, in order."""

    commands: Annotated[list[TableCommand], Meta(min_length=1, max_length=MOST)]


class CommandAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one command: its entry, the problem, or that it waits for a second person; `status` as it would have had alone."""

    id: str
    status: int
    done: EntryView | None = None
    problem: Problem | None = None
    waits: PendingApproval | None = None


class CommandAnswers(Struct, frozen=True, kw_only=True):
    """One answer for each command, in the order of the commands."""

    answers: list[CommandAnswer]


@post(
    "/commands",
    status_code=HTTPStatus.OK,
    tags=("tables",),
    summary="Send commands to several tables",
    responses=refuses(*BODY),
    security=SECURITY,
)
async def act_at_tables(data: JSONBody[CommandBatch]) -> CommandAnswers:
    """Commands are carried out in order, each once for its id, and answered one by one when they are on disk. A refused command does not stop the others.

    Each counts as one command in every limit.
    """
    raise NotFoundException  # `answer_commands` answers it, unless it has slashes too many


def answer_batch(commands: Sequence[TableCommand], outcomes: Sequence[Outcome], language: Language) -> CommandAnswers:
    """Return what is answered to many commands at once."""
    return CommandAnswers(answers=[_answer(*pair, language) for pair in zip(commands, outcomes, strict=True)])


def _answer(command: TableCommand, outcome: Outcome, language: Language) -> CommandAnswer:
    if isinstance(outcome, EntryView):
        return CommandAnswer(id=command.id, status=HTTPStatus.CREATED, done=outcome)
    if isinstance(outcome, PendingApproval):
        return CommandAnswer(id=command.id, status=HTTPStatus.ACCEPTED, waits=outcome)
    problem, _ = write_problem(refusal_of(outcome, BATCH_PATH), language)
    return CommandAnswer(id=command.id, status=problem.status, problem=problem)


def find_table(house: House, table_id: str) -> LiveTable:
    """Return a table by its name; refuse the cage and the register too, which are no tables for anybody."""
    if table_id in OUTSIDE_TABLES or not table_id.isprintable():
        raise Refusal(UNKNOWN_TABLE, asked=table_id, allowed=[])
    return house.table(table_id)


def table_now(house: House, table_id: str) -> LiveTable:
    """Return a table as the store has it, whichever process wrote there last: somebody who was answered sees what they did."""
    if house.store.is_shared:
        house.refresh_table(table_id)
    return find_table(house, table_id)


async def carry_out(state: State, actor: Actor, commands: Sequence[TableCommand]) -> list[Outcome]:
    """Carry out somebody's commands, in order and with one write to the disk; each has an outcome of its own."""
    batches: Batches = state.batches
    admitted, too_often = batches.admit_some(actor, len(commands))
    counted = commands[:admitted]
    tables = {name: await _find(state.house, name) for name in {command.table for command in counted}}
    # All are read before any is given to the batch, so that they share one write.
    prepared = [_prepare(tables[command.table], actor, command) for command in counted]
    answers = await _decide(state, [request for request in prepared if isinstance(request, CommandRequest)])
    outcomes: list[Outcome] = []
    for command, request in zip(counted, prepared, strict=True):
        table = tables[command.table]
        if isinstance(request, CommandRequest) and isinstance(table, LiveTable):
            outcomes.append(await _outcome(state, table, request, next(answers)))
        elif isinstance(request, Exception):
            outcomes.append(request)
    return outcomes + [too_often] * (len(commands) - admitted) if too_often else outcomes


async def _find(house: House, name: str) -> LiveTable | Exception:
    """Return a table as it stands, or why there is none; the store is asked in a thread only where the table is not in memory."""
    try:
        cached = house.cached(name) if name not in OUTSIDE_TABLES else None
        return await asyncio.to_thread(find_table, house, name) if cached is None else cached
    except (Refusal, StoreDownError) as fault:
        return fault


def _prepare(table: LiveTable | Exception, actor: Actor, command: TableCommand) -> CommandRequest | Exception:
    """Return a command as the house takes it, or why it cannot be given."""
    if isinstance(table, Exception):
        return table
    try:
        act = in_ids(table.engine, table.engine.codec.read(command.command))
    except Refusal as refusal:
        return _localise(table, actor, command.command.get("do"), refusal)
    # `is_read`: the game's own types have read it, so its entry need not be read again before it is written.
    return CommandRequest(table=table.id, actor=actor, id=command.id, command=act, seq=command.seq, is_read=True)


def _localise(table: LiveTable, actor: Actor, act: object, refusal: Refusal) -> Refusal:
    """Return a refusal in the names that people use at the table; that an act is never for somebody's role is said before anything else."""
    try:
        table.engine.check_ever_for(act, actor)
    except Refusal as never:
        return never
    return in_names(table.engine, refusal)


async def _decide(state: State, requests: Sequence[CommandRequest]) -> Iterator[Answer | Exception]:
    """Yield what comes of commands, in order; where the store cannot write, that is what comes of each."""
    try:
        # One awaitable for all of a request: the loop is woken once, however many commands there are.
        answers = await state.batches.submit(requests) if requests else []
        await prove(state.house, answers)
    except Exception as fault:  # whatever it is, each is told
        return repeat(fault)
    return iter(answers)


async def _outcome(state: State, table: LiveTable, request: CommandRequest, answer: Answer | Exception) -> Outcome:
    try:
        if isinstance(answer, CommittedEntry):
            return with_receipt(answer, request.actor)
        if not isinstance(answer, Refusal):
            return answer
        if answer.code == TAKES_TWO:
            return await request_approval(state, request)
        return _localise(table, request.actor, request.command.do, answer)
    except Refusal as refusal:
        return _localise(table, request.actor, request.command.do, refusal)
    except Exception as fault:  # whatever it is, it is this command's alone
        return fault


async def prove(house: House, answers: Iterable[Answer]) -> None:
    """Find what the receipts of commands need that were carried out before, all at once; what was just written has it already."""
    before = [it for it in answers if isinstance(it, CommittedEntry) and not it.checkpoint]
    if before and house.log and not house.log.fault:
        await asyncio.to_thread(house.log.prove, before)


def with_receipt(done: CommittedEntry, actor: Actor) -> EntryView:
    """Return the answer to a command that is proved: the entry as its sender may see it, with its receipt."""
    entry = done.entry
    events = redact_events(entry, done.table, actor)
    return EntryView(
        table=entry.table,
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        events=events,
        digest=done.digest,
        leaf=done.leaf,
        receipt=receipt_of(done, has_body=events == entry.events) if done.checkpoint else None,
    )


# POST …/commands ahead of the framework. Nine of ten requests of a house are commands, and Litestar's router, its models of what a handler takes and its
# response objects took longer than the bet itself (`python bench/house.py load`: 0.7 of the framework's empty POST this way, below 0.5 through it). So these two
# addresses are answered by a plain ASGI callable, for browsers and programs alike, with the parts that handlers have: who asks, what is JSON, `carry_out`,
# the writer of problems. The handlers `act_at_tables` and `tables.act` only describe them in the OpenAPI document.

TABLE_PATH = re.compile("/api/v1/tables/([^/]+)/commands")
ROUTE = "/api/v1/tables/{table:str}/commands"
HEADERS = ((b"content-type", b"application/json"), (b"cache-control", b"no-store"))
_encode = msgspec.json.Encoder().encode


def is_command(scope: Any) -> bool:  # an ASGI scope
    """Return whether a request gives commands."""
    path = scope["path"].rstrip("/")
    return scope["method"] == "POST" and (path == BATCH_PATH or TABLE_PATH.fullmatch(path) is not None)


async def answer_commands(app: Litestar, scope: Any, receive: Any, send: Any) -> None:  # as ASGI has it
    """Carry out the commands of a request and answer it."""
    # What Litestar would put there: the parts that are shared with handlers read it.
    scope["app"] = scope["litestar_app"] = app
    is_batch = scope["path"].rstrip("/") == BATCH_PATH
    scope["path_template"] = BATCH_PATH if is_batch else ROUTE
    scope.setdefault("state", {})
    request = StrictRequest(scope, receive, send)
    try:
        status, answer = await _answer_request(request, receive, is_batch=is_batch)
        body = _encode(answer)
    except Exception as fault:  # whatever it is, they are told
        refused = on_http(request, fault) if isinstance(fault, HTTPException) else on_fault(request, fault)
        await refused.to_asgi_response(app=None, request=request)(scope, receive, send)
        return
    headers = [*HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _answer_request(request: StrictRequest, receive: Any, *, is_batch: bool) -> tuple[int, Struct]:
    """Return what is answered. What is checked first, the framework checks first: who asks, the kind of body, the body, then what they may."""
    scope: Any = request.scope
    scope["user"], scope["auth"] = await identify(scope)
    check_json(request)
    body = await _read_body(receive, request.app.state.limits.body_bytes)
    state = request.app.state
    if is_batch:
        batch = read_json(body, CommandBatch)
        outcomes = await carry_out(state, person_of(request).actor, batch.commands)
        return HTTPStatus.OK, answer_batch(batch.commands, outcomes, api_language(request))
    command = read_json(body, CommandBody)
    (outcome,) = await carry_out(state, person_of(request).actor, [command.at(scope["path"].split("/")[4])])
    if isinstance(outcome, Exception):
        raise outcome
    return HTTPStatus.ACCEPTED if isinstance(outcome, PendingApproval) else HTTPStatus.CREATED, outcome


async def _read_body(receive: Any, most: int) -> bytes:
    """Return a body; refuse one that is too long as soon as it is."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientException(detail="the client has gone")
        body += bytes(message.get("body", b""))
        # As soon as it is too long, so that no more of it is kept.
        if len(body) > most:
            raise RequestEntityTooLarge
        if not message.get("more_body", False):
            return body


def in_ids(engine: TableEngine[Any], command: Command) -> Command:
    """The command with its bet and its result as the rules write them; what they can read already is left as it is."""
    bet, outcome = getattr(command, "bet", None), getattr(command, "outcome", None)
    if not (bet or outcome) or not isinstance(engine, ChanceEngine):
        return command
    rules, changed = engine.rules, {}
    if bet and bet not in rules.bets and not _is_read(rules.bet, bet):
        changed["bet"] = find_bet(rules, bet).value.key
    if outcome and not _is_read(rules.rulebook.parse_throw, outcome):
        changed["outcome"] = _show_outcome(rules, outcome)
    return structs.replace(command, **changed) if changed else command


def in_names(engine: TableEngine[Any], refusal: Refusal) -> Refusal:
    """A refusal that calls bets by their names, as people at a table do, and not by the ids that programs use."""
    if not isinstance(engine, ChanceEngine):
        return refusal
    rules, message = engine.rules, refusal.message
    about = {name: _named(rules, value) for name, value in message.about.items()}
    return type(refusal)(message.code, message.cite, **about)


def _named(rules: Rules, value: object) -> object:
    if isinstance(value, list | tuple):
        return [_named(rules, part) for part in value]
    if not isinstance(value, str) or isinstance(value, Text):
        return value
    key, _, on = value.partition(" ")
    bet = rules.bets.get(key) or next((bet for bet in rules.bets.values() if bet.id == key), None)
    return value if bet is None else _name(bet, on, is_whole=bet.key == key)


def _name(bet: Bet, on: str, *, is_whole: bool) -> Text:
    """What a bet is called in every language; behind it where it stands, or how much lies there."""
    names = {}
    for language in LANGUAGES:
        selection = text_in(bet.label or bet.selection, language) if is_whole else ""
        name = text_in(bet.name, language).replace("{}", selection).strip()
        names[language] = in_brackets(name, on, language) if on else name
    return given_text(names)


def _is_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except Refusal:
        return False
    return True


def _show_outcome(rules: Rules, text: str) -> str:
    """A result as it is written; what is none stays for the table to judge, since it may be a part of one."""
    try:
        throw = find_outcome(rules, text).value
    except Refusal:
        return text
    return rules.rulebook.show(throw.outcome) if isinstance(throw, ValidThrow) else text

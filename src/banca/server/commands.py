"""Commands over HTTP, one or many at once: how each is read, carried out and answered."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import repeat
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta, Raw, Struct, structs

from banca.house.commands import Answer, CommandRequest, CommittedEntry, LiveTable
from banca.house.database import StoreDownError
from banca.house.house import House
from banca.house.journal import CommandId
from banca.house.refusals import TAKES_TWO, UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES
from banca.house.views import EntryView
from banca.i18n.lookup import find_bet, find_outcome
from banca.law import Language
from banca.rules import Bet, Refusal, Rules, Text, ValidThrow, given_text
from banca.rules.spelling import text_in
from banca.rules.text import LANGUAGES, in_brackets
from banca.server.api.approvals import Waits, ask_second
from banca.server.api.evidence import prove, with_receipt
from banca.server.auth import person_of
from banca.server.group_commit import MOST, Batches
from banca.server.http import AnyRequest, spoken
from banca.server.openapi import BODY, SECURITY, refuses
from banca.server.problems import Problem, refusal_of, written
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import MOST_AVOS, Actor, Command, Word
from banca.tables.engine import TableEngine

Fields = Annotated[dict[Word, Any], Meta(min_length=1, max_length=20)]
Seq = Annotated[int, Meta(ge=0, le=MOST_AVOS)]
CREATED, ACCEPTED = 201, 202
NO_MORE: dict[str, str] = {}
"""Headers of an answer that has none of its own."""
ALL = "/api/v1/commands"
"""Where many are taken at once."""
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
_encode = msgspec.json.Encoder().encode


class Do(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command with an id of the client's making; `seq` where it must not be carried out if the table has moved on."""

    id: CommandId
    command: Fields
    """The act under `do`, and what it takes: as the table's `can` says it."""
    seq: Seq | None = None


class DoAt(Do, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command and the table it is for."""

    table: TableId


class DoAll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands for any tables, in order."""

    commands: Annotated[list[DoAt], Meta(min_length=1, max_length=MOST)]


class Sent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As `Do`, with the command still as it was sent: its table knows how to read it."""

    id: CommandId
    command: Raw
    seq: Seq | None = None


class SentAt(Sent, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As `DoAt`."""

    table: TableId


class SentAll(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As `DoAll`."""

    commands: Annotated[list[SentAt], Meta(min_length=1, max_length=MOST)]


class CommandAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one command: its entry, the problem, or that it waits for a second person; `status` as it would have had alone."""

    id: str
    status: int
    done: EntryView | None = None
    problem: Problem | None = None
    waits: Waits | None = None


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
async def act_at_tables(request: AnyRequest, state: State, data: JSONBody[DoAll]) -> CommandAnswers:
    """Commands are carried out in order, each once for its id, and answered one by one when they are on disk. A refused command does not stop the others.

    Each counts as one command in every limit.
    """
    return in_one(data.commands, await carry_out_all(state, person_of(request).actor, data.commands, spoken(request)))


def find_table(house: House, table_id: str) -> LiveTable:
    """A table by its name; refused where there is none, and for the cage and the register, which are no tables for anybody."""
    if table_id in OUTSIDE_TABLES or not table_id.isprintable():
        raise Refusal(UNKNOWN_TABLE, asked=table_id, allowed=[])
    return house.table(table_id)


def table_now(house: House, table_id: str) -> LiveTable:
    """A table as the store has it, whichever process wrote there last: somebody who was answered sees what they did."""
    if house.store.is_shared:
        house.refresh_table(table_id)
    return find_table(house, table_id)


def read_command(table: LiveTable, actor: Actor, sent: Raw | Mapping[str, Any]) -> Command:
    """The command in the ids that the table's rules know; refused with what is wrong with it."""
    conduct = table.conduct
    command = None
    try:
        if isinstance(sent, Raw):
            try:
                command = conduct.codec.decode(sent)
            except (msgspec.MsgspecError, ValueError, RecursionError):
                sent = msgspec.json.decode(sent, type=Fields)
            else:
                return in_ids(conduct, command)
        return in_ids(conduct, conduct.codec.read(sent))
    except Refusal as refusal:
        act = command.do if command else sent.get("do") if isinstance(sent, Mapping) else None
        raise said_there(table, actor, act, refusal) from None


def said_there(table: LiveTable, actor: Actor, act: object, refusal: Refusal) -> Refusal:
    """A refusal in the names that people use at the table; that an act is never for somebody's role is said before anything else."""
    try:
        table.conduct.check_role(act, actor)
    except Refusal as never:
        return never
    return in_names(table.conduct, refusal)


class ToCarryOut(Struct, frozen=True):
    """A command that can be given, and its table as it stood when it was read."""

    table: LiveTable
    request: CommandRequest


def ready(table: LiveTable, actor: Actor, sent: Do | Sent, command: Command) -> ToCarryOut:
    """A command that has been read, as the house takes it."""
    asked = CommandRequest(table=table.id, actor=actor, id=sent.id, command=command, seq=sent.seq, is_read=True)
    return ToCarryOut(table, asked)


async def _outcome(state: State, ready: ToCarryOut, answer: Answer) -> EntryView | Waits:
    """What came of a command, for its giver; raises the refusal."""
    table, request = ready.table, ready.request
    try:
        if isinstance(answer, CommittedEntry):
            return with_receipt(answer, request.actor)
        if answer.code != TAKES_TWO:
            raise answer
        return await ask_second(state, request)
    except Refusal as refusal:
        raise said_there(table, request.actor, request.command.do, refusal) from None


class Answered(Struct, frozen=True, array_like=True):
    """What came of a command as HTTP says it, in whichever process: the body as it is written."""

    status: int
    headers: dict[str, str]
    body: Raw


def in_one(given: Sequence[DoAt | SentAt], answers: Sequence[Answered]) -> CommandAnswers:
    """The answers to many commands in one."""
    return CommandAnswers(answers=list(map(_beside_others, given, answers)))


def _beside_others(given: DoAt | SentAt, told: Answered) -> CommandAnswer:
    body: Any = told.body
    if told.status == CREATED:
        return CommandAnswer(id=given.id, status=told.status, done=body)
    if told.status == ACCEPTED:
        return CommandAnswer(id=given.id, status=told.status, waits=body)
    return CommandAnswer(id=given.id, status=told.status, problem=body)


async def carry_out_all(
    state: State, actor: Actor, given: Sequence[DoAt | SentAt], language: Language
) -> list[Answered]:
    """Count somebody's commands and carry them out, each in the home of its table: in order there, and with one write to the disk."""
    batches: Batches = state.batches
    counted, refusal = batches.admit_some(actor, len(given))
    counts = given if counted == len(given) else given[:counted]
    homes = {name: state.forwarder.elsewhere(name) for name in {one.table for one in counts}}
    if any(home is not None for home in homes.values()):
        told = await _at_homes(state, homes, actor, counts, language)
    else:
        told = await decide_all(state, actor, counts, language)
    return told + [refused(refusal, language) for _ in given[counted:]] if refusal else told


async def _at_homes(
    state: State, homes: Mapping[str, int | None], actor: Actor, given: Sequence[DoAt | SentAt], language: Language
) -> list[Answered]:
    """What comes of commands, each in the home of its table."""
    places_of: dict[int | None, list[int]] = {}
    for place, one in enumerate(given):
        places_of.setdefault(homes[one.table], []).append(place)
    told = await asyncio.gather(
        *(_at(state, home, actor, [given[place] for place in places], language) for home, places in places_of.items())
    )
    answers: dict[int, Answered] = {}
    for places, some in zip(places_of.values(), told, strict=True):
        answers.update(zip(places, some, strict=True))
    return [answers[place] for place in range(len(given))]


async def _at(
    state: State, home: int | None, actor: Actor, given: Sequence[DoAt | SentAt], language: Language
) -> list[Answered]:
    """What comes of commands that one process decides: another, where it answers; else this one, which is told what was done before."""
    if home is not None:
        found: list[Answered] = await state.forwarder.ask(home, actor, given, language)
        if found:
            return found
    return await decide_all(state, actor, given, language)


async def decide_all(state: State, actor: Actor, given: Sequence[DoAt | SentAt], language: Language) -> list[Answered]:
    """Carry out commands here, in order, so that they share a write to the disk."""
    tables = {name: await _find(state.house, name) for name in {one.table for one in given}}
    prepared = [_prepared(tables[one.table], actor, one) for one in given]
    answers = await _answers(state, [one.request for one in prepared if isinstance(one, ToCarryOut)])
    told: list[Answered] = []
    for one in prepared:
        if not isinstance(one, ToCarryOut):
            told.append(_refused(one, language))
            continue
        answer = next(answers)
        if isinstance(answer, CommittedEntry):
            told.append(_done(answer, actor, language))
        else:
            told.append(await _told(state, one, answer, language))
    return told


async def _find(house: House, name: str) -> LiveTable | Exception:
    """A table as it stands; or why there is none."""
    try:
        found = house.cached(name) if name not in OUTSIDE_TABLES else None
        if found is None:
            found = await asyncio.to_thread(find_table, house, name)
    except (Refusal, StoreDownError) as fault:
        return fault
    return found


def _prepared(table: LiveTable | Exception, actor: Actor, given: DoAt | SentAt) -> ToCarryOut | Exception:
    """One command of many as it is read; or why it cannot be given."""
    if isinstance(table, Exception):
        return table
    try:
        return ready(table, actor, given, read_command(table, actor, given.command))
    except Refusal as refusal:
        return refusal


async def _answers(state: State, requests: Sequence[CommandRequest]) -> Iterator[Answer | Exception]:
    """What comes of commands, in order; where the store cannot write, that is what comes of each."""
    try:
        answers = await state.batches.submit(requests) if requests else []
        await prove(state.house, answers)
    except Exception as fault:  # whatever it is, each is told
        return repeat(fault)
    return iter(answers)


async def told(state: State, ready: ToCarryOut, answer: Answer | BaseException, language: Language) -> Answered:
    """What came of one command."""
    if isinstance(answer, CommittedEntry):
        await prove(state.house, [answer])
    return await _told(state, ready, answer, language)


def _done(answer: CommittedEntry, actor: Actor, language: Language) -> Answered:
    """What was carried out, as most commands are: nobody is waited for."""
    try:
        return Answered(CREATED, NO_MORE, Raw(_encode(with_receipt(answer, actor))))
    except Exception as fault:  # whatever it is, it is this command's alone
        return _refused(fault, language)


async def _told(state: State, ready: ToCarryOut, answer: Answer | BaseException, language: Language) -> Answered:
    if isinstance(answer, CommittedEntry):
        return _done(answer, ready.request.actor, language)
    try:
        if not isinstance(answer, Refusal):
            raise answer  # said like every other
        found = await _outcome(state, ready, answer)
    except Exception as fault:  # whatever it is, it is this command's alone
        return _refused(fault, language)
    return Answered(ACCEPTED if isinstance(found, Waits) else CREATED, NO_MORE, Raw(_encode(found)))


def _refused(fault: Exception, language: Language) -> Answered:
    return refused(refusal_of(fault, ALL), language)


def refused(refusal: Refusal, language: Language) -> Answered:
    """A refusal as it is told."""
    problem, about = written(refusal, language)
    return Answered(problem.status, about, Raw(_encode(problem)))


def in_ids(conduct: TableEngine[Any], command: Command) -> Command:
    """The command with its bet and its result as the rules write them; what they can read already is left as it is."""
    bet, outcome = getattr(command, "bet", None), getattr(command, "outcome", None)
    if not (bet or outcome) or not isinstance(conduct, ChanceEngine):
        return command
    rules, changed = conduct.rules, {}
    if bet and bet not in rules.bets and not _is_read(rules.bet, bet):
        changed["bet"] = find_bet(rules, bet).value.key
    if outcome and not _is_read(rules.rulebook.parse_throw, outcome):
        changed["outcome"] = _outcome_value(rules, outcome)
    return structs.replace(command, **changed) if changed else command


def in_names(conduct: TableEngine[Any], refusal: Refusal) -> Refusal:
    """A refusal that calls bets by their names, as people at a table do, and not by the ids that programs use."""
    if not isinstance(conduct, ChanceEngine):
        return refusal
    rules, message = conduct.rules, refusal.message
    about = {name: _named(rules, value) for name, value in message.about.items()}
    return type(refusal)(message.code, message.cite, **about)


def _named(rules: Rules, value: object) -> object:
    if isinstance(value, list | tuple):
        return [_named(rules, one) for one in value]
    if not isinstance(value, str) or isinstance(value, Text):
        return value
    key, _, on = value.partition(" ")
    bet = rules.bets.get(key) or next((one for one in rules.bets.values() if one.id == key), None)
    return value if bet is None else _name(bet, on, is_whole=bet.key == key)


def _name(bet: Bet, on: str, *, is_whole: bool) -> Text:
    """What a bet is called in every language; behind it where it stands, or how much lies there."""
    told = {}
    for language in LANGUAGES:
        selection = text_in(bet.label or bet.selection, language) if is_whole else ""
        name = text_in(bet.name, language).replace("{}", selection).strip()
        told[language] = in_brackets(name, on, language) if on else name
    return given_text(told)


def _is_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except Refusal:
        return False
    return True


def _outcome_value(rules: Rules, text: str) -> str:
    """A result as it is written; what is none stays for the table to judge, since it may be a part of one."""
    try:
        throw = find_outcome(rules, text).value
    except Refusal:
        return text
    return rules.rulebook.show(throw.outcome) if isinstance(throw, ValidThrow) else text

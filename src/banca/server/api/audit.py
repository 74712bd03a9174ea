"""The audit over HTTP: every journal's head and the verification, for inspectors; any table's story, for supervisors when a round is over.

The cage's book and the register are read here too, newest first, by inspectors alone.
"""

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from heapq import nsmallest
from threading import Lock
from typing import Annotated, TypeVar

from litestar import Response, Router, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from msgspec import Struct, structs

from banca.house.audit import AuditProgress, Verification, verify
from banca.house.audit.report import JournalHead
from banca.house.audit.store_reader import digest_at, read_journal, read_store
from banca.house.authorisations import MACAU
from banca.house.people import Person
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES, REGISTER
from banca.house.store import Store
from banca.house.story import (
    CageBook,
    CashLine,
    JournalFormatter,
    RoundIndex,
    RoundSummary,
    StoryLine,
    is_within,
    to_the_first,
)
from banca.i18n import Translator, printable, translator
from banca.law import SHARED
from banca.rules import Citation, Refusal
from banca.server.auth import person_of
from banca.server.exports import ExportPool
from banca.server.http import (
    USUAL,
    After,
    AnyRequest,
    Count,
    Sought,
    api_language,
    first_page,
    localized_response,
    page_response,
)
from banca.server.openapi import SECURITY, refuses
from banca.server.problems import NOT_FOUND, ROUND_NOT_OVER
from banca.tables.commands import ROLES, Role

MOST_LINES = 200
"""Rounds of a story, and entries of the cage and the register, in one answer."""
MOST_PLAYERS = 500
"""Whose sums stand with a story."""
MOST_CASH_PLAYERS = 200
READERS = (Role.SUPERVISOR, Role.INSPECTOR)
"""Who may read a table's story: an inspector all of it, a supervisor the rounds that are over."""
CACHED_TABLES = 32

Lines = Annotated[int, QueryParameter(ge=1, le=MOST_LINES)]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53)]
Player = Annotated[str, QueryParameter(max_length=80)]
Day = Annotated[date | None, QueryParameter()]

IsEnough = Callable[[Sequence[RoundSummary]], bool]
"""Whether the rounds that were read, the oldest first, are as many as a page needs."""


class ListedJournal(JournalHead, kw_only=True):  # type: ignore[misc]  # as its base
    """How far a journal goes, and the digest there."""

    is_table: bool
    """The cage has a journal and is no table."""


class PlayerSum(Struct, frozen=True, kw_only=True):
    """What a player staked and received, in avos; `net` is what the player won."""

    player: str
    rounds: int
    staked: int
    received: int
    net: int


class RoundLine(Struct, frozen=True, kw_only=True):
    """A round of a table, in avos; `house` is what the house won."""

    number: int
    result: str
    outcome: str
    """As the rulebook writes it, where there is one to be drawn."""
    at: str
    when: str
    """The time in Macau, in words."""
    staked: int
    paid: int
    house: int
    first: int
    last: int
    is_over: bool


class Story(Struct, frozen=True, kw_only=True):
    """Some of a table's rounds, in the order requested."""

    table: str
    entries: int
    head: str
    total: int
    """How many rounds there are, of the player and the days asked for."""
    summed_from: int
    """The first round of those that the sums count: without a player or days, newest first, only as far back as the journal was read."""
    staked: int
    paid: int
    house: int
    """All of these rounds together."""
    players: list[PlayerSum]
    """Each player in all of these rounds; where one is asked for, that one."""
    rounds: list[RoundLine]
    previous: int | None
    next: int | None
    """The round with which the page before, or behind, begins."""
    stops: str
    """Why the story ends before the journal does; nothing where it does not."""


class ClauseLink(Struct, frozen=True, kw_only=True):
    """A clause, and the rulebook it belongs to."""

    cite: str
    cited: str
    """As jurists write it."""
    game: str
    clause: str


class LineText(StoryLine[ClauseLink], frozen=True, kw_only=True):
    """One line of a story, with links to its clauses."""

    cites: tuple[ClauseLink, ...]  # again, for OpenAPI, which looks for no parameters of a base


class RoundText(Struct, frozen=True, kw_only=True):
    """One round, line by line; `left_out` counts the entries that are too many for one answer."""

    round: RoundLine
    before: str
    """The digest before its first entry."""
    head: str
    """The digest of its last entry."""
    players: list[PlayerSum]
    lines: list[LineText]
    left_out: int


class StoryCache:
    """The rounds of tables that somebody has looked at, and the cage's book: what was read once is not read again."""

    def __init__(self) -> None:
        self.verifying = asyncio.Lock()
        """Held by the one who verifies the whole store."""
        self._lock = Lock()
        self._tables: dict[str, RoundIndex] = {}
        self._cage: CageBook | None = None

    def rounds(self, store: Store, table: str, is_enough: IsEnough) -> RoundIndex:
        """Return a table's rounds as they are now, as far back as is needed; refused where there is no such table."""
        if table in OUTSIDE_TABLES or not store.seq(table):
            raise Refusal(UNKNOWN_TABLE, asked=table, allowed=[])
        with self._lock:
            index = self._tables.pop(table) if table in self._tables else RoundIndex(store, table)
            self._tables[table] = index
            if len(self._tables) > CACHED_TABLES:  # the one that was asked for longest ago makes room
                self._tables.pop(next(iter(self._tables)))
        index.read_on(is_enough)
        return index

    def cage(self, store: Store, is_enough: Callable[[Sequence[CashLine]], bool]) -> CageBook:
        """Return the cage's book as it is now, as far back as is needed."""
        with self._lock:
            self._cage = book = self._cage or CageBook(store)
        book.read_on(is_enough)
        return book


@get("/audit", summary="List journals", responses=refuses())
async def heads(
    request: AnyRequest, state: State, after: After = "", count: Count = USUAL, sought: Sought = ""
) -> Response[list[ListedJournal]]:
    """The length of each and the digest of its last entry, a page at a time; `sought` is part of a name. Note the digests to detect any later change of the past. Inspectors only."""
    person_of(request, Role.INSPECTOR)
    store: Store = state.house.store
    rows = await asyncio.to_thread(store.tables, after=after, most=count + 1, sought=sought)
    listed = [
        ListedJournal(table=name, game=row.game, entries=row.seq, head=row.head, is_table=name not in OUTSIDE_TABLES)
        for name, row in rows.items()
    ]
    shown, is_more = first_page(listed, count)
    return page_response(request, list(shown), shown[-1].table if is_more else None)


@get("/audit/verify", operation_id="ApiV1AuditVerifyVerify", summary="Verify everything", responses=refuses(429))
async def verify_store(request: AnyRequest, state: State, since: Day = None) -> Response[Verification]:
    """Verifies the whole store from the first entry on, as `banca audit verify --json` does. Inspectors only; it can take minutes.

    With `since`, only the entries from this day on (in Macau), starting at the newest snapshots before it.
    """
    person = person_of(request, Role.INSPECTOR)
    archive: ExportPool = state.archive
    with archive.place_of(person.name):
        async with state.story_cache.verifying:
            moment = datetime.combine(since, time.min, MACAU) if since else None
            verification = await archive.read(verify, archive.store, seal=state.house.seal, since=moment)
    return localized_response(request, verification)


@get("/audit/background", summary="Show the background audit", responses=refuses())
async def background(request: AnyRequest, state: State) -> Response[AuditProgress]:
    """How many entries the server has verified by itself, and the first fault of each table at which it found one. Inspectors only."""
    person_of(request, Role.INSPECTOR)
    return localized_response(request, await asyncio.to_thread(state.background.progress))


@get("/tables/{table:str}/story", summary="Show a table round by round", responses=refuses(404))
async def story(  # query parameters
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    first: Before = None,
    count: Lines = 50,
    oldest: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - a query parameter
    player: Player = "",
    since: Day = None,
    until: Day = None,
) -> Story:
    """From round `first` on, newest or oldest first; all rounds, or those of one player or begun on some days in Macau. Inspectors, and supervisors for rounds that are over."""
    person = person_of(request, *READERS)
    is_filtered = bool(player or since or until)
    is_enough = rounds_needed(first, count, since, is_filtered=is_filtered, is_oldest_first=oldest)
    index = await _index(state, table, is_enough)
    await asyncio.to_thread(state.looks.note, person.actor, table)
    rounds = [
        summary
        for summary in index.rounds
        if may_read(person, summary)
        and (not player or player in summary.players)
        and is_within(summary.at, since, until)
    ]
    begins = index.rounds[0].number if index.rounds else 1
    sums = _player_sums(rounds, player)
    staked, paid, house = (sum(getattr(summary, name) for summary in rounds) for name in ("staked", "paid", "house"))
    if not oldest:
        rounds.reverse()
    numbers = [summary.number for summary in rounds]
    start = 0
    if first is not None:
        reached = (place for place, number in enumerate(numbers) if (number >= first if oldest else number <= first))
        start = next(reached, len(rounds))
    say = translator(api_language(request))
    return Story(
        table=index.table,
        entries=index.part.seq,
        head=index.part.head,
        total=len(rounds) if is_filtered else begins - 1 + len(rounds),
        summed_from=1 if is_filtered else begins,
        staked=staked,
        paid=paid,
        house=house,
        players=sums,
        rounds=[_round_line(summary, say) for summary in rounds[start : start + count]],
        previous=numbers[max(start - count, 0)] if start else None,
        next=numbers[start + count] if start + count < len(rounds) else None,
        stops=say.message(index.broken) if index.broken else "",
    )


@get(
    "/tables/{table:str}/story/{number:int}",
    operation_id="ApiV1TablesStoryNumberRound",
    summary="Show a round line by line",
    responses=refuses(404, 409, 422),
)
async def show_round(request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]) -> RoundText:
    """Who did what and when, by which clause, and everything that followed from it. Inspectors, and supervisors when the round is over."""
    return await read_round(request, state, table, number, translator(api_language(request)))


async def read_round(request: AnyRequest, state: State, table: str, number: int, say: Translator) -> RoundText:
    """Return one round for somebody who may read it; that an inspector looks is noted first."""
    person = person_of(request, *READERS)
    index = await _index(state, table, lambda rounds: rounds[0].number <= number)
    # Before anything is shown: an inspector's look at hidden tiles stands in the register even if the answer is lost.
    await asyncio.to_thread(state.looks.note, person.actor, table)
    summary = index.round(number)
    if summary is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    if not may_read(person, summary):
        raise Refusal(ROUND_NOT_OVER, asked=number)
    lines, left_out = await state.archive.read(index.lines, summary, say)
    return RoundText(
        round=_round_line(summary, say),
        before=summary.before,
        head=summary.head,
        players=_player_sums([summary], ""),
        lines=[_with_links(line, index.game, say) for line in lines],
        left_out=left_out,
    )


def may_read(person: Person, summary: RoundSummary) -> bool:
    """Return whether somebody may read a round: a supervisor, who can void it, sees nothing of one that runs but what everybody at the table sees."""
    return person.role is Role.INSPECTOR or summary.is_over


async def _index(state: State, table: str, is_enough: IsEnough) -> RoundIndex:
    """A table's rounds, read on threads and connections that no live table waits for."""
    archive: ExportPool = state.archive
    cache: StoryCache = state.story_cache
    return await archive.read(cache.rounds, archive.store, table, is_enough)


def rounds_needed(
    first: int | None, count: int, since: date | None, *, is_filtered: bool, is_oldest_first: bool
) -> IsEnough:
    """Return how far back the rounds of a page are read: a page further than it shows; of one player, or up to a day, to the first."""

    def is_enough(rounds: Sequence[RoundSummary]) -> bool:
        oldest, newest = rounds[0], rounds[-1].number
        if is_filtered:
            return since is not None and not is_within(oldest.at, since, None)
        begins = (first or 1) if is_oldest_first else min(first or newest, newest) - count
        return oldest.number <= begins - count

    return is_enough


def _player_sums(rounds: Sequence[RoundSummary], player: str) -> list[PlayerSum]:
    """What each player staked and received in these rounds, or one of them."""
    totals: dict[str, list[int]] = {}
    for summary in rounds:
        for name, sums in summary.sums.items():
            if not player or name == player:
                total = totals.setdefault(name, [0, 0, 0])
                for place, amount in enumerate((1, sums.staked, sums.received)):
                    total[place] += amount
    return [
        PlayerSum(player=printable(name), rounds=count, staked=staked, received=received, net=received - staked)
        for name, (count, staked, received) in sorted(totals.items())
    ][:MOST_PLAYERS]


def _round_line(summary: RoundSummary, say: Translator) -> RoundLine:
    line = RoundLine(
        number=summary.number,
        result=summary.name_result(say),
        outcome="" if summary.is_void else summary.shown,
        at=summary.at,
        when=say.moment(summary.at),
        staked=summary.staked,
        paid=summary.paid,
        house=summary.house,
        first=summary.first,
        last=summary.last,
        is_over=summary.is_over,
    )
    return _as_printed(line)


def _with_links(line: StoryLine[Citation], game: str, say: Translator) -> LineText:
    """A line of a game's table; a reading shared by all games stands in its rulebook too."""
    cites = tuple(
        ClauseLink(
            cite=str(cite), cited=say.cite(cite), game=game if cite.game == SHARED else cite.game, clause=cite.clause
        )
        for cite in line.cites
    )
    return LineText(text=line.text, is_event=line.is_event, cites=cites)


# The cage


class CashSum(Struct, frozen=True, kw_only=True):
    """What a player paid in and took out, in avos."""

    player: str
    paid_in: int
    taken_out: int
    net: int


class CashBook(Struct, frozen=True, kw_only=True):
    """Some of the cage's book, the newest first; the sums are of all that was asked for."""

    entries: int
    head: str
    total: int
    lines: list[CashLine]
    players: list[CashSum]
    summed_from: int
    """The entry from which on the sums count: the first, unless newer ones were enough."""
    older: int | None
    """What to ask for as `before` to read on; none where nothing is older."""
    stops: str
    """Why nothing newer is told; nothing where the chain holds."""


@get("/audit/cage", operation_id="ApiV1AuditCageLines", summary="List the cage's entries", responses=refuses())
async def list_cash(
    request: AnyRequest,
    state: State,
    before: Before = None,
    count: Lines = 50,
    player: Player = "",
    since: Day = None,
    until: Day = None,
) -> CashBook:
    """The newest deposits and withdrawals, or those before entry `before`, optionally of one player or on some days in Macau. Inspectors only."""
    person_of(request, Role.INSPECTOR)
    say = translator(api_language(request))
    archive: ExportPool = state.archive

    def is_enough(lines: Sequence[CashLine]) -> bool:
        if since:
            return not is_within(lines[0].at, since, None)
        return to_the_first(lines) if player or until else _count_before(lines, before) > count

    def read() -> CashBook:
        return _cash_book(state.story_cache.cage(archive.store, is_enough), before, count, player, since, until, say)

    return await archive.read(read)


def _count_before(lines: Sequence[CashLine], before: int | None) -> int:
    """How many of them come before an entry."""
    return len(lines) if before is None else bisect_left(lines, before, key=lambda line: line.seq)


def _cash_book(
    book: CageBook, before: int | None, count: int, player: str, since: date | None, until: date | None, say: Translator
) -> CashBook:
    part = book.part
    lines = part.items
    if player or since or until:
        lines = [line for line in lines if player in ("", line.player) and is_within(line.at, since, until)]
    unread = 0 if player or since or until else part.start[0]
    sums: dict[str, list[int]] = {}
    for line in lines:
        sums.setdefault(line.player, [0, 0])[line.amount < 0] += abs(line.amount)
    end = _count_before(lines, before)
    start = max(end - count, 0)
    return CashBook(
        entries=part.seq,
        head=part.head,
        total=len(lines) + max(unread - 1, 0),  # the first entry opens the cage
        summed_from=unread + 1,
        lines=[_cash_line(line, say) for line in reversed(lines[start:end])],
        players=[
            CashSum(player=printable(name), paid_in=paid_in, taken_out=taken_out, net=paid_in - taken_out)
            for name, (paid_in, taken_out) in nsmallest(MOST_CASH_PLAYERS, sums.items())
        ],
        older=lines[start].seq if start else None,
        stops=say.message(book.broken) if book.broken else "",
    )


def _cash_line(line: CashLine, say: Translator) -> CashLine:
    role = say(ROLES[Role(line.role)]) if line.role in list(Role) else line.role
    return _as_printed(structs.replace(line, when=say.moment(line.at), role=role))


Row = TypeVar("Row", bound=Struct)


def _as_printed(row: Row) -> Row:
    """A row with nothing in its texts that a page could not show: whoever alters a store may have written anything there."""
    texts = {name: value for name, value in structs.asdict(row).items() if isinstance(value, str)}
    return structs.replace(row, **{name: printable(value) for name, value in texts.items()})


# The register


class RegisterLine(Struct, frozen=True, kw_only=True):
    """One entry: who put it down when, who agreed, and in words what it says."""

    seq: int
    at: str
    by: str
    role: str
    act: str
    when: str
    """The time in words, as the clocks in Macau show it."""
    second: str
    """Nobody's name where it took one person."""
    lines: list[str]


class RegisterLines(Struct, frozen=True, kw_only=True):
    """Some of the register, the newest first."""

    entries: int
    head: str
    lines: list[RegisterLine]
    older: int | None
    """What to ask for as `before` to read on; none where nothing is older."""
    stops: str
    """Why nothing newer is told; nothing where the chain holds."""


@get(
    "/audit/register",
    operation_id="ApiV1AuditRegisterLines",
    summary="List the register's entries",
    responses=refuses(),
)
async def list_register(request: AnyRequest, state: State, before: Before = None, count: Lines = 50) -> RegisterLines:
    """The newest entries, or those before entry `before`. Inspectors only."""
    person_of(request, Role.INSPECTOR)
    return await asyncio.to_thread(_register_lines, state.house.store, before, count, translator(api_language(request)))


def _register_lines(store: Store, before: int | None, count: int, say: Translator) -> RegisterLines:
    with read_store(store) as reader:
        row = reader.tables([REGISTER])[REGISTER]
    last = row.seq if before is None else min(before - 1, row.seq)
    first = max(last - count, 0) + 1
    formatter, lines, stops = JournalFormatter(say), list[RegisterLine](), ""
    try:
        for entry, _, _ in read_journal(
            store, REGISTER, first - 1, digest_at(store, REGISTER, first - 1), REGISTER, last
        ):
            line = RegisterLine(
                seq=entry.seq,
                at=entry.at,
                when=say.moment(entry.at),
                by=entry.by,
                role=entry.role,
                act=entry.command.do,
                second=entry.second,
                lines=[line.text for line in formatter.format_entry(entry)[1:]],
            )
            lines.append(_as_printed(line))
    except Refusal as refusal:  # what stands before a break is told all the same
        stops = say.message(refusal.message)
    older = first if 1 < first <= last else None
    return RegisterLines(entries=row.seq, head=row.head, lines=lines[::-1], older=older, stops=stops)


ROUTES = Router(
    "/",
    route_handlers=[heads, verify_store, background, story, show_round, list_cash, list_register],
    tags=("audit",),
    security=SECURITY,
)

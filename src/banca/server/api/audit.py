"""The audit over HTTP: every journal's head and everything looked through, for inspectors; any table's story, for supervisors when a round is over."""

import asyncio
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from heapq import nsmallest
from threading import Lock
from typing import Annotated

from litestar import Controller, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from banca.house.audit import BackgroundAudit, verify
from banca.house.audit.report import (
    BROKEN_AT,
    BackgroundAnswer,
    JournalHead,
    VerificationAnswer,
    background_answer,
    verification_answer,
)
from banca.house.audit.store_reader import BrokenLinkError, Snapshot, read_link, snapshot
from banca.house.authorisations import MACAU
from banca.house.history import (
    CageBook,
    CashLine,
    IndexedRound,
    IsEnough,
    IsFarEnough,
    PlayerCash,
    RoundIndex,
    is_within,
    to_first_line,
)
from banca.house.journal import GENESIS, Entry
from banca.house.keys import Person
from banca.house.refusals import UNKNOWN_TABLE
from banca.house.register import OUTSIDE_TABLES, REGISTER
from banca.house.store import Store
from banca.house.story import JournalFormatter, PlayerSums, StoryLine
from banca.i18n import Translator, printable, translator
from banca.law import SHARED
from banca.rules import Message, Refusal
from banca.server.auth import person_of
from banca.server.exports import Archive
from banca.server.http import USUAL, After, AnyRequest, Count, Sought, answered, page_of, paged, spoken
from banca.server.openapi import SECURITY, refuses
from banca.server.refusals import NOT_FOUND, ROUND_NOT_OVER
from banca.tables.commands import ROLES, Role

MOST_ROUNDS = 200
MOST_PLAYERS = 500
"""Whose sums stand with a story."""
READERS = (Role.SUPERVISOR, Role.INSPECTOR)
"""Who may read a table's story: an inspector all of it, a supervisor the rounds that are over."""
KEPT = 32
"""Tables whose contents are at hand."""


class Head(JournalHead, frozen=True, kw_only=True):
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


class Cited(Struct, frozen=True, kw_only=True):
    """A clause, and the rulebook it belongs to."""

    cite: str
    cited: str
    """As jurists write it."""
    game: str
    clause: str


class LineTold(Struct, frozen=True, kw_only=True):
    """One line of a story: what somebody did, or what followed from it."""

    text: str
    is_event: bool
    cites: list[Cited]


class RoundTold(Struct, frozen=True, kw_only=True):
    """One round, line by line; `left_out` counts the entries that are too many for one answer."""

    round: RoundLine
    before: str
    """The digest before its first entry."""
    head: str
    """The digest of its last entry."""
    players: list[PlayerSum]
    lines: list[LineTold]
    left_out: int


class Shelf:
    """The contents of tables that somebody has looked at, and one reader of everything at a time."""

    def __init__(self) -> None:
        self.verifying = asyncio.Lock()
        self._lock = Lock()
        self._kept: dict[str, RoundIndex] = {}
        self._cage: CageBook | None = None

    def of(self, store: Store, table: str, is_enough: IsEnough) -> RoundIndex:
        """A table's contents as they are now, as far back as is needed; refused where there is no such table."""
        if table in OUTSIDE_TABLES or not store.seq(table):
            raise Refusal(UNKNOWN_TABLE, asked=table, allowed=[])
        with self._lock:
            found = self._kept.pop(table) if table in self._kept else RoundIndex(store, table)
            self._kept[table] = found
            if len(self._kept) > KEPT:  # who was asked for longest ago makes room
                self._kept.pop(next(iter(self._kept)))
        found.read_on(is_enough)
        return found

    def cage(self, store: Store, is_enough: IsFarEnough) -> CageBook:
        """The cage's book as it is now, as far back as is needed."""
        with self._lock:
            self._cage = book = self._cage or CageBook(store)
        book.read_on(is_enough)
        return book


class Audit(Controller):
    """Looking back."""

    tags = ("audit",)
    security = SECURITY

    @get("/audit", summary="List journals", responses=refuses())
    async def heads(
        self, request: AnyRequest, state: State, after: After = "", count: Count = USUAL, sought: Sought = ""
    ) -> Response[list[Head]]:
        """The length of each and the digest of its last entry, a page at a time; `sought` is part of a name. Note the digests to detect any later change of the past. Inspectors only."""
        person_of(request, Role.INSPECTOR)
        store: Store = state.house.store
        found = await asyncio.to_thread(store.journals, after=after, most=count + 1, sought=sought)
        shown, is_more = page_of([_head(*one) for one in found], count)
        return paged(request, list(shown), shown[-1].table if is_more else None)

    @get("/audit/verify", summary="Verify everything", responses=refuses(429))
    async def verify(
        self, request: AnyRequest, state: State, since: Annotated[date | None, QueryParameter()] = None
    ) -> Response[VerificationAnswer]:
        """Verifies the whole store from the first entry on, as `banca audit verify --json` does. Inspectors only; it can take minutes.

        With `since`, only the entries from this day on (in Macau), starting at the newest snapshots before it.
        """
        person = person_of(request, Role.INSPECTOR)
        archive: Archive = state.archive
        with archive.place_of(person.name):
            async with state.shelf.verifying:
                moment = datetime.combine(since, time.min, MACAU) if since else None
                found = await archive.read(verify, archive.store, seal=state.house.seal, since=moment)
        return answered(request, verification_answer(found))

    @get("/audit/background", summary="Show the background audit", responses=refuses())
    async def background(self, request: AnyRequest, state: State) -> Response[BackgroundAnswer]:
        """How many entries the server has verified by itself, and the first fault of each table at which it found one. Inspectors only."""
        person_of(request, Role.INSPECTOR)
        audit: BackgroundAudit = state.background
        progress = await asyncio.to_thread(audit.progress)
        return answered(request, background_answer(progress, audit.faults.values()))

    @get("/tables/{table:str}/story", summary="Show a table round by round", responses=refuses(404))
    async def story(  # query parameters
        self,
        request: AnyRequest,
        state: State,
        table: FromPath[str],
        first: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
        count: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 50,
        oldest: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - a query parameter
        player: Annotated[str, QueryParameter(max_length=80)] = "",
        since: Annotated[date | None, QueryParameter()] = None,
        until: Annotated[date | None, QueryParameter()] = None,
    ) -> Story:
        """From round `first` on, newest or oldest first; all rounds, or those of one player or begun on some days in Macau. Inspectors, and supervisors for rounds that are over."""
        person = person_of(request, *READERS)
        say = translator(spoken(request))
        is_filtered = bool(player or since or until)
        is_enough = _as_far(first, count, since, is_filtered=is_filtered, is_oldest_first=oldest)
        contents = await _contents(state, table, is_enough)
        await asyncio.to_thread(state.looks.note, person.actor, table)
        found = [one for one in contents.rounds if may_read(person, one) and (not player or player in one.players)]
        found = [one for one in found if is_within(one.at, since, until)]
        return _story(contents, found, say, first, count, player, is_oldest_first=oldest, is_filtered=is_filtered)

    @get(
        "/tables/{table:str}/story/{number:int}", summary="Show a round line by line", responses=refuses(404, 409, 422)
    )
    async def round(self, request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]) -> RoundTold:
        """Who did what and when, by which clause, and everything that followed from it. Inspectors, and supervisors when the round is over."""
        return await round_told(request, state, table, number, translator(spoken(request)))


async def round_told(request: AnyRequest, state: State, table: str, number: int, say: Translator) -> RoundTold:
    """One round for who may read it; an inspector's look is noted first."""
    person = person_of(request, *READERS)
    contents = await _contents(state, table, lambda rounds: rounds[0].summary.number <= number)
    await asyncio.to_thread(state.looks.note, person.actor, table)
    found = contents.round(number)
    if found is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    if not may_read(person, found):
        raise Refusal(ROUND_NOT_OVER, asked=number)
    lines, left_out = await state.archive.read(contents.lines, number, say)
    return RoundTold(
        round=_line(found, say),
        before=found.before,
        head=found.head,
        players=_sums([found], ""),
        lines=[line_told(line, contents.game, say) for line in lines],
        left_out=left_out,
    )


def may_read(person: Person, found: IndexedRound) -> bool:
    """A supervisor, who can void a round, sees nothing of one that runs but what everybody at the table sees."""
    return person.role is Role.INSPECTOR or found.summary.is_over


async def _contents(state: State, table: str, is_enough: IsEnough) -> RoundIndex:
    """A table's contents, read beside the live tables as far back as is needed."""
    archive: Archive = state.archive
    shelf: Shelf = state.shelf
    return await archive.read(shelf.of, archive.store, table, is_enough)


def _as_far(first: int | None, count: int, since: date | None, *, is_filtered: bool, is_oldest_first: bool) -> IsEnough:
    """How far back the rounds of a page are read: a page further than it shows; of one player, or up to a day, to the first."""

    def is_enough(rounds: Sequence[IndexedRound]) -> bool:
        oldest, newest = rounds[0], rounds[-1].summary.number
        if is_filtered:
            return since is not None and not is_within(oldest.at, since, None)
        begins = (first or 1) if is_oldest_first else min(first or newest, newest) - count
        return oldest.summary.number <= begins - count

    return is_enough


def _head(name: str, game: str, entries: int, head: str) -> Head:
    return Head(table=name, game=game, entries=entries, head=head, is_table=name not in OUTSIDE_TABLES)


def _sums(rounds: Sequence[IndexedRound], player: str) -> list[PlayerSum]:
    """What each player staked and received in these rounds, or one of them."""
    found: dict[str, list[PlayerSums]] = {}
    for one in rounds:
        for name, sums in one.summary.players.items():
            if not player or name == player:
                found.setdefault(name, []).append(sums)
    return [
        PlayerSum(
            player=printable(name),
            rounds=len(sums),
            staked=sum(one.staked for one in sums),
            received=sum(one.received for one in sums),
            net=sum(one.net for one in sums),
        )
        for name, sums in sorted(found.items())
    ][:MOST_PLAYERS]


def _story(
    contents: RoundIndex,
    found: list[IndexedRound],
    say: Translator,
    first: int | None,
    count: int,
    player: str,
    *,
    is_oldest_first: bool,
    is_filtered: bool,
) -> Story:
    sums = _sums(found, player)
    begins = contents.rounds[0].summary.number if contents.rounds else 1
    total = len(found) if is_filtered else begins - 1 + len(found)
    if not is_oldest_first:
        found.reverse()
    numbers = [one.summary.number for one in found]
    start = 0
    if first is not None:
        reached = (n for n, number in enumerate(numbers) if (number >= first if is_oldest_first else number <= first))
        start = next(reached, len(found))
    shown = found[start : start + count]
    before, after = max(start - count, 0), start + count
    return Story(
        table=contents.table,
        entries=contents.seq,
        head=contents.head,
        total=total,
        summed_from=1 if is_filtered else begins,
        staked=sum(one.summary.staked for one in found),
        paid=sum(one.summary.paid for one in found),
        house=sum(one.summary.house for one in found),
        players=sums,
        rounds=[_line(one, say) for one in shown],
        previous=numbers[before] if start else None,
        next=numbers[after] if after < len(found) else None,
        stops=say.message(contents.broken) if contents.broken else "",
    )


def _line(found: IndexedRound, say: Translator) -> RoundLine:
    summary = found.summary
    return RoundLine(
        number=summary.number,
        result=summary.result_named(say),
        outcome="" if summary.is_void else printable(summary.shown),
        at=printable(found.at),
        when=printable(say.moment(found.at)),
        staked=summary.staked,
        paid=summary.paid,
        house=summary.house,
        first=found.first,
        last=found.last,
        is_over=summary.is_over,
    )


def line_told(line: StoryLine, game: str, say: Translator) -> LineTold:
    """A line of a game's table; a reading shared by all games stands in its rulebook too."""
    cites = [
        Cited(
            cite=str(cite),
            cited=say.cite(cite),
            game=game if cite.game == SHARED else cite.game,
            clause=cite.clause,
        )
        for cite in line.cites
    ]
    return LineTold(text=line.text, is_event=line.is_event, cites=cites)


MOST_LINES = 200
MOST_CASH_PLAYERS = 200


class CashTold(Struct, frozen=True, kw_only=True):
    """A deposit, or below nothing a withdrawal, in avos; `when` is the time in Macau, in words."""

    seq: int
    at: str
    when: str
    player: str
    amount: int
    by: str
    role: str
    second: str
    """Nobody's name where it took one person."""


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
    lines: list[CashTold]
    players: list[CashSum]
    summed_from: int
    """The entry from which on the sums count: the first, unless newer ones were enough."""
    older: int | None
    """What to ask for as `before` to read on; none where nothing is older."""
    stops: str
    """Why nothing newer is told; nothing where the chain holds."""


class CageReading(Controller):
    """Reading the cage's journal."""

    tags = ("audit",)
    security = SECURITY

    @get("/audit/cage", summary="List the cage's entries", responses=refuses())
    async def lines(
        self,
        request: AnyRequest,
        state: State,
        before: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
        count: Annotated[int, QueryParameter(ge=1, le=MOST_LINES)] = 50,
        player: Annotated[str, QueryParameter(max_length=80)] = "",
        since: Annotated[date | None, QueryParameter()] = None,
        until: Annotated[date | None, QueryParameter()] = None,
    ) -> CashBook:
        """The newest deposits and withdrawals, or those before entry `before`, optionally of one player or on some days in Macau. Inspectors only."""
        person_of(request, Role.INSPECTOR)
        archive: Archive = state.archive
        shelf: Shelf = state.shelf
        is_enough = _cash_as_far(before, count, player, since, until)
        book = await archive.read(shelf.cage, archive.store, is_enough)
        unread = 0
        if since or until:
            found, sums = await archive.read(_within, book, player, since, until)
        elif player:
            sums = {player: book.players[player]} if player in book.players else {}
            found = book.players[player].lines if sums else []
        else:
            found, sums, unread = book.lines, book.players, book.begins
        return _cash_book(book, found, sums, unread, before, count, translator(spoken(request)))


def _cash_as_far(before: int | None, count: int, player: str, since: date | None, until: date | None) -> IsFarEnough:
    """How far back the book is read: one line further than the page shows; up to a day; of one player, to the first."""
    if since:
        return lambda lines: bool(lines) and not is_within(lines[0].at, since, None)
    if player or until:
        return to_first_line
    return lambda lines: _behind(lines, before) > count


def _behind(lines: Sequence[CashLine], before: int | None) -> int:
    """How many of them come before an entry."""
    return len(lines) if before is None else bisect_left(lines, before, key=lambda one: one.seq)


def _within(
    book: CageBook, player: str, since: date | None, until: date | None
) -> tuple[Sequence[CashLine], dict[str, PlayerCash]]:
    """What lies on these days, and its sums: every line is looked at."""
    lines = book.players.get(player, PlayerCash()).lines if player else book.lines
    found = [one for one in lines if is_within(one.at, since, until)]
    sums: dict[str, PlayerCash] = {}
    for one in found:
        sums.setdefault(one.player, PlayerCash()).take(one)
    return found, sums


def _cash_book(
    book: CageBook,
    found: Sequence[CashLine],
    sums: dict[str, PlayerCash],
    unread: int,
    before: int | None,
    count: int,
    say: Translator,
) -> CashBook:
    end = _behind(found, before)
    start = max(end - count, 0)
    return CashBook(
        entries=book.seq,
        head=book.head,
        total=len(found) + max(unread - 1, 0),  # the first entry opens the cage
        summed_from=unread + 1,
        lines=[_cash_line(one, say) for one in reversed(found[start:end])],
        players=[_cash_sum(player, sums[player]) for player in nsmallest(MOST_CASH_PLAYERS, sums)],
        older=found[start].seq if start else None,
        stops=say.message(book.broken) if book.broken else "",
    )


def _cash_line(one: CashLine, say: Translator) -> CashTold:
    return CashTold(
        seq=one.seq,
        at=printable(one.at),
        when=printable(say.moment(one.at)),
        player=printable(one.player),
        amount=one.amount,
        by=printable(one.by),
        role=say(ROLES[Role(one.role)]) if one.role in list(Role) else printable(one.role),
        second=printable(one.second),
    )


def _cash_sum(player: str, cash: PlayerCash) -> CashSum:
    return CashSum(
        player=printable(player),
        paid_in=cash.paid_in,
        taken_out=cash.taken_out,
        net=cash.paid_in - cash.taken_out,
    )


MOST_ENTRIES = 200


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


class Register(Controller):
    """Reading the register."""

    tags = ("audit",)
    security = SECURITY

    @get("/audit/register", summary="List the register's entries", responses=refuses())
    async def lines(
        self,
        request: AnyRequest,
        state: State,
        before: Annotated[int | None, QueryParameter(ge=1, le=2**53)] = None,
        count: Annotated[int, QueryParameter(ge=1, le=MOST_ENTRIES)] = 50,
    ) -> RegisterLines:
        """The newest entries, or those before entry `before`. Inspectors only."""
        person_of(request, Role.INSPECTOR)
        return await asyncio.to_thread(_register_lines, state.house.store, before, count, translator(spoken(request)))


def _register_lines(store: Store, before: int | None, count: int, say: Translator) -> RegisterLines:
    with snapshot(store) as seen:
        stands = seen.tables()[REGISTER]
        entries, head = stands.seq, stands.head
        last = entries if before is None else min(before - 1, entries)
        first = max(last - count, 0) + 1
        formatter, lines, stops = JournalFormatter(say), [], ""
        try:
            for entry in _register_entries(seen, first, last):
                lines.append(_register_line(entry, formatter, say))  # noqa: PERF401 - what stands before a break is told
        except BrokenLinkError as broken:
            found = broken.finding
            stops = say.message(Message(BROKEN_AT, table=REGISTER, asked=found.seq, because=found.why))
    older = first if 1 < first <= last else None
    return RegisterLines(entries=entries, head=head, lines=lines[::-1], older=older, stops=stops)


def _register_entries(seen: Snapshot, first: int, last: int) -> Iterator[Entry]:
    """Entries from one to another, each looked at with the digest before it; raises where the chain breaks."""
    rows = seen.rows(REGISTER, max(first - 2, 0))
    row = next(rows, None) if first > 1 else None
    for seq in range(first, last + 1):
        before = row.digest if row else GENESIS
        row = next(rows, None)
        yield read_link(REGISTER, seq, before, row, REGISTER)


def _register_line(entry: Entry, formatter: JournalFormatter, say: Translator) -> RegisterLine:
    return RegisterLine(
        seq=entry.seq,
        at=printable(entry.at),
        when=printable(say.moment(entry.at)),
        by=printable(entry.by),
        role=printable(entry.role),
        act=printable(entry.command.do),
        second=printable(entry.second),
        lines=[line.text for line in formatter.format_entry(entry)[1:]],
    )

"""The cage's journal over HTTP, for inspectors: deposits and withdrawals, the newest first, and each player's sums."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from heapq import nsmallest
from typing import Annotated

from litestar import Controller, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from msgspec import Struct

from banca.house.audit.cage_book import CageBook, CashLine, IsFarEnough, PlayerCash, is_within, to_the_first
from banca.i18n import Translator, printable, translator
from banca.live.command import ROLES, Role
from banca.service.audit import Shelf
from banca.service.authentication import person_of
from banca.service.exports import Archive
from banca.service.http import AnyRequest, spoken
from banca.service.openapi import SECURITY, refuses

MOST_LINES = 200
MOST_PLAYERS = 200


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
        is_enough = _as_far(before, count, player, since, until)
        book = await archive.read(shelf.cage, archive.store, is_enough)
        unread = 0
        if since or until:
            found, sums = await archive.read(_within, book, player, since, until)
        elif player:
            sums = {player: book.players[player]} if player in book.players else {}
            found = book.players[player].lines if sums else []
        else:
            found, sums, unread = book.lines, book.players, book.begins
        return _book(book, found, sums, unread, before, count, translator(spoken(request)))


def _as_far(before: int | None, count: int, player: str, since: date | None, until: date | None) -> IsFarEnough:
    """How far back the book is read: one line further than the page shows; up to a day; of one player, to the first."""
    if since:
        return lambda lines: bool(lines) and not is_within(lines[0].at, since, None)
    if player or until:
        return to_the_first
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


def _book(
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
        lines=[_line(one, say) for one in reversed(found[start:end])],
        players=[_sum(player, sums[player]) for player in nsmallest(MOST_PLAYERS, sums)],
        older=found[start].seq if start else None,
        stops=say.message(book.broken) if book.broken else "",
    )


def _line(one: CashLine, say: Translator) -> CashTold:
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


def _sum(player: str, cash: PlayerCash) -> CashSum:
    return CashSum(
        player=printable(player),
        paid_in=cash.paid_in,
        taken_out=cash.taken_out,
        net=cash.paid_in - cash.taken_out,
    )

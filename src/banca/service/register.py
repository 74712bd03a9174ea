"""The register over HTTP, for inspectors: who is let in, who holds a key, who agreed to what, the newest first."""

import asyncio
from collections.abc import Iterator
from typing import Annotated

from litestar import Controller, get
from litestar.datastructures import State
from litestar.params import QueryParameter
from msgspec import Struct

from banca.house.audit.chain import BrokenLinkError, read_link
from banca.house.audit.faults import BROKEN_AT
from banca.house.audit.snapshot import Snapshot, snapshot
from banca.house.audit.story import JournalFormatter
from banca.house.journal import GENESIS, Entry
from banca.house.register import REGISTER
from banca.house.store import Store
from banca.i18n import Translator, printable, translator
from banca.live.command import Role
from banca.rules import Message
from banca.service.authentication import person_of
from banca.service.http import AnyRequest, spoken
from banca.service.openapi import SECURITY, refuses

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
        return await asyncio.to_thread(_lines, state.house.store, before, count, translator(spoken(request)))


def _lines(store: Store, before: int | None, count: int, say: Translator) -> RegisterLines:
    with snapshot(store) as seen:
        stands = seen.tables()[REGISTER]
        entries, head = stands.seq, stands.head
        last = entries if before is None else min(before - 1, entries)
        first = max(last - count, 0) + 1
        formatter, lines, stops = JournalFormatter(say), [], ""
        try:
            for entry in _entries(seen, first, last):
                lines.append(_line(entry, formatter, say))  # noqa: PERF401 - what stands before a break is told
        except BrokenLinkError as broken:
            found = broken.finding
            stops = say.message(Message(BROKEN_AT, table=REGISTER, asked=found.seq, because=found.why))
    older = first if 1 < first <= last else None
    return RegisterLines(entries=entries, head=head, lines=lines[::-1], older=older, stops=stops)


def _entries(seen: Snapshot, first: int, last: int) -> Iterator[Entry]:
    """Entries from one to another, each looked at with the digest before it; raises where the chain breaks."""
    rows = seen.rows(REGISTER, max(first - 2, 0))
    row = next(rows, None) if first > 1 else None
    for seq in range(first, last + 1):
        before = row.digest if row else GENESIS
        row = next(rows, None)
        yield read_link(REGISTER, seq, before, row, REGISTER)


def _line(entry: Entry, formatter: JournalFormatter, say: Translator) -> RegisterLine:
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

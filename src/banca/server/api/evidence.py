"""Evidence over HTTP: the log as other logs are read (C2SP tlog-tiles), what witnesses have seen of it, and receipts.

All of it is for anybody, who may be nobody's friend: so it is counted by the network that asks.
"""

import asyncio
import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Annotated

import segno
from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader, State
from litestar.params import FromPath, JSONBody, QueryParameter

from banca.house.house import House
from banca.house.log import HouseLog, read_back, receipt_of
from banca.house.people import Person
from banca.house.refusals import UNKNOWN_ENTRY
from banca.house.register import OUTSIDE_TABLES
from banca.house.views import redact_events
from banca.i18n.answer import AnswerStruct
from banca.record import FrozenStruct
from banca.rules import Refusal, _
from banca.server.addresses import network_of
from banca.server.api.witnesses import WitnessRow
from banca.server.auth import person_of
from banca.server.http import AnyRequest, localized_response
from banca.server.middleware import address_of
from banca.server.openapi import BODY, NOTHING, SECURITY, refuses
from banca.server.problems import LOG_NOT_SO_LARGE, NOT_FOUND
from banca.tables.commands import Role
from banca.transparency.receipt import BadReceiptError, Receipt, compact
from banca.transparency.tiles import HashTile

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
SVG = "image/svg+xml"
MARGIN = 4
"""Modules that a QR code has round it."""
FOR_EVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
"""A tile never says anything else."""
ENTRIES = re.compile("entries/(.+)")
MOST_LOG_ENTRIES = 2**53


class Consistency(FrozenStruct):
    """That the log of `size` entries begins with that of `old`: nothing was changed or taken away. RFC 6962, 2.1.2."""

    old: int
    size: int
    proof: tuple[str, ...]
    """Hashes in base64."""


@get("/log/checkpoint", media_type=TEXT, summary="Get the newest checkpoint", responses=refuses(404, 409, 429))
async def checkpoint(request: AnyRequest, state: State) -> str:
    """The log's size and root hash, signed, as a C2SP tlog-checkpoint note."""
    return (await asyncio.to_thread(_log(request, state).newest)).note


@get("/log/key", media_type=TEXT, summary="List the log's public keys", responses=refuses(404, 429))
async def key(request: AnyRequest, state: State) -> str:
    """One public key on each line, newest first, in C2SP signed-note form. Compare it with a copy from an independent source."""
    return "".join(f"{key}\n" for key in _log(request, state).keys)


@get("/log/consistency", summary="Prove that the log only grew", responses=refuses(404, 409, 429))
async def consistency(
    request: AnyRequest,
    state: State,
    old: Annotated[int, QueryParameter(ge=0, le=MOST_LOG_ENTRIES)],
    size: Annotated[int, QueryParameter(ge=0, le=MOST_LOG_ENTRIES)],
) -> Consistency:
    """The consistency proof between two sizes of the log."""
    log = _log(request, state)
    entries = (await asyncio.to_thread(log.store.log_head)).size
    if not old <= size <= entries:
        raise Refusal(LOG_NOT_SO_LARGE, asked=old, size=size, allowed=entries)
    return Consistency(old=old, size=size, proof=await asyncio.to_thread(log.consistency, old, size))


@get(
    "/log/tile/{path:path}",
    media_type=BYTES,
    summary="Get a tile of the log",
    cache_control=FOR_EVER,
    responses=refuses(404, 429),
)
async def tile(request: AnyRequest, state: State, path: FromPath[str]) -> Response[bytes]:
    """`LEVEL/NUMBER`, `LEVEL/NUMBER.p/WIDTH`, or `entries/NUMBER`, as in C2SP tlog-tiles. An entry is its table, number and digest."""
    store = _log(request, state).store
    address = path.lstrip("/")
    entries = ENTRIES.fullmatch(address)
    tile = HashTile.read(f"0/{entries[1]}" if entries else address)
    content = None
    if tile and entries:
        leaves = await asyncio.to_thread(store.log_entries, tile.number, tile.width)
        # Each entry stands behind its length.
        content = None if leaves is None else b"".join(len(leaf).to_bytes(2) + leaf for leaf in leaves)
    elif tile:
        content = await asyncio.to_thread(store.log_tile, tile)
    if content is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    return Response(content)


def _log(request: AnyRequest, state: State) -> HouseLog:
    """The log, for somebody who does not ask too often; not found in a house that signs none."""
    _check_rate(request, state)
    house: House = state.house
    if house.log is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    return house.log


def _check_rate(request: AnyRequest, state: State) -> None:
    state.log_reads.check(network_of(address_of(request.scope)))


class WitnessStatus(AnswerStruct):
    """One witness of the log as outsiders see it: its address is the house's own business."""

    row: WitnessRow
    JSON = (
        ("name", "row.name"),
        ("vkey", "row.vkey"),
        ("size", "row.size"),
        "at",
        ("note", "row.note"),
        ("trouble", "row.trouble"),
    )

    @property
    def at(self) -> str:
        """When it has signed last, by its own clock; empty for never."""
        return datetime.fromtimestamp(self.row.at, UTC).isoformat() if self.row.at else ""


class WitnessStatuses(AnswerStruct):
    """All witnesses that the house names."""

    witnesses: list[WitnessStatus]


class CosignedCheckpoint(FrozenStruct, forbid_unknown_fields=True):
    """A checkpoint that a witness has fetched and signed by itself."""

    note: str


@get("/log/witnesses", summary="List witnesses", responses=refuses(429))
async def witnesses(request: AnyRequest, state: State) -> Response[WitnessStatuses]:
    """Every witness that this house names, with the last checkpoint it signed."""
    _check_rate(request, state)
    rows = await asyncio.to_thread(state.witnesses.rows)
    return localized_response(request, WitnessStatuses(witnesses=[WitnessStatus(row=row) for row in rows]))


@get("/log/cosigned", media_type=TEXT, summary="Get the newest cosigned checkpoint", responses=refuses(404, 429))
async def cosigned(request: AnyRequest, state: State) -> str:
    """The newest checkpoint that witnesses have signed, with their signatures."""
    _check_rate(request, state)
    note: str = await asyncio.to_thread(state.witnesses.cosigned)
    if not note:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    return note


@post(
    "/log/cosignatures",
    status_code=204,
    summary="Submit a cosigned checkpoint",
    responses=refuses(422, 429, *BODY) | {204: NOTHING},
)
async def take(request: AnyRequest, state: State, data: JSONBody[CosignedCheckpoint]) -> None:
    """For a witness that fetches checkpoints itself (`banca witness look`). Only signatures of witnesses that this house names are accepted."""
    _check_rate(request, state)
    await asyncio.to_thread(state.witnesses.take, data.note)


@post(
    "/receipts/picture",
    status_code=200,
    media_type=SVG,
    summary="Draw a receipt as a QR code",
    security=SECURITY,
    responses=refuses(422, *BODY),
)
async def picture(request: AnyRequest, state: State, data: JSONBody[Receipt]) -> Response[str]:
    """Returns the receipt you send, without the entry's text, as an SVG that a phone can scan."""
    person = person_of(request)
    return Response(await state.aside.do(person.name, picture_of, data), media_type=SVG)


def picture_of(receipt: Receipt) -> str:
    """Draw the letters of a receipt as a QR code: SVG."""
    out = BytesIO()
    try:
        code = segno.make(compact(receipt), error="l", boost_error=False, micro=False)
    except (BadReceiptError, segno.DataOverflowError):
        raise Refusal("bad_receipt", _("this is not a valid receipt, or it is too large for a QR code")) from None
    code.save(out, kind="svg", border=MARGIN, xmldecl=False, svgns=True, omitsize=True, svgclass=None, lineclass=None)
    return out.getvalue().decode()


@get(
    "/tables/{table:str}/receipts/{seq:int}",
    summary="Get the receipt of an entry",
    security=SECURITY,
    responses=refuses(404, 409, 429),
)
async def entry_receipt(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    seq: FromPath[int],
    witnessed: Annotated[bool, QueryParameter()] = False,  # noqa: FBT002 - as it stands in an address
) -> Response[Receipt]:
    """Under the log's newest checkpoint, or with `witnessed` the newest that witnesses have signed, if it has the entry. It contains the entry itself if you may see all of it, otherwise only its digest.

    The cage and the register have receipts too.
    """
    person = person_of(request)
    _check_rate(request, state)
    return Response(
        await asyncio.to_thread(_read_receipt, state, person, table, seq, request.url.path, witnessed=witnessed)
    )


def _read_receipt(state: State, person: Person, table_id: str, seq: int, path: str, *, witnessed: bool) -> Receipt:
    house: House = state.house
    if house.log is None or not table_id.isprintable():
        raise Refusal(NOT_FOUND, asked=path)
    table = house.table(table_id)
    row = house.store.row(table_id, seq) if 0 < seq < 2**62 else None
    if row is None:
        raise Refusal(UNKNOWN_ENTRY, asked=seq, table=table_id)
    committed = read_back(row, table)
    entry = committed.entry
    if table_id not in OUTSIDE_TABLES and not table.engine.is_public and person.role is Role.INSPECTOR:
        # That an inspector looked at hidden tiles stands in the register before they see them.
        state.looks.note_at(person.actor, table)
    cosigned = state.witnesses.cosigned() if witnessed else ""
    # Word for word only for those who may see all of it; of the cage and the register everybody their own, and inspectors all.
    if table_id in OUTSIDE_TABLES:
        has_body = person.role is Role.INSPECTOR or person.name in (entry.by, entry.second, entry.command.concerns)
    else:
        has_body = redact_events(entry, table, person.actor) == entry.events
    house.log.prove([committed], cosigned)
    return receipt_of(committed, has_body=has_body)


ROUTES = Router(
    "/",
    route_handlers=[checkpoint, key, consistency, tile, witnesses, cosigned, take, picture, entry_receipt],
    tags=("log",),
)

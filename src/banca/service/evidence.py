"""What witnesses have seen of the log, and receipts as pictures: over HTTP."""

import asyncio
from datetime import UTC, datetime
from io import BytesIO

import segno
from litestar import Controller, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Struct

from banca.house.witness_rows import WitnessRow
from banca.rules import Refusal, _
from banca.service.addresses import network_of
from banca.service.authentication import person_of
from banca.service.http import AnyRequest
from banca.service.middleware import address_of
from banca.service.openapi import BODY, NOTHING, SECURITY, refuses
from banca.service.refusals import NOT_FOUND
from banca.transparency.compact import compact
from banca.transparency.receipt import BadReceiptError, Receipt

TEXT = "text/plain; charset=utf-8"
SVG = "image/svg+xml"
MARGIN = 4
"""Modules that a QR code has round it."""


class WitnessTold(Struct, frozen=True, kw_only=True):
    """One witness of the log, as the house knows it."""

    name: str
    vkey: str
    size: int
    """Entries of the log that it has signed; 0 for none."""
    at: str
    """When, by its own clock; empty for never."""
    note: str
    """The checkpoint with its signature."""
    trouble: str
    """away, stranger, bad_answer; ahead or contradicts where it has seen another log than this. Empty where all is well."""


class WitnessesTold(Struct, frozen=True, kw_only=True):
    """All witnesses that the house names."""

    witnesses: list[WitnessTold]


class Cosigned(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checkpoint that a witness has fetched and signed by itself."""

    note: str


class EvidenceReading(Controller):
    """For outsiders; only the picture of a receipt takes somebody who is logged in."""

    tags = ("log",)

    @get("/log/witnesses", summary="List witnesses", responses=refuses(429))
    async def witnesses(self, request: AnyRequest, state: State) -> WitnessesTold:
        """Every witness that this house names, with the last checkpoint it signed."""
        _count(request, state)
        rows = await asyncio.to_thread(state.witnesses.rows)
        return WitnessesTold(witnesses=[told(row) for row in rows])

    @get("/log/cosigned", media_type=TEXT, summary="Get the newest cosigned checkpoint", responses=refuses(404, 429))
    async def cosigned(self, request: AnyRequest, state: State) -> str:
        """The newest checkpoint that witnesses have signed, with their signatures."""
        _count(request, state)
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
    async def take(self, request: AnyRequest, state: State, data: JSONBody[Cosigned]) -> None:
        """For a witness that fetches checkpoints itself (`banca witness look`). Only signatures of witnesses that this house names are accepted."""
        _count(request, state)
        await asyncio.to_thread(state.witnesses.take, data.note)

    @post(
        "/receipts/picture",
        status_code=200,
        media_type=SVG,
        summary="Draw a receipt as a QR code",
        security=SECURITY,
        responses=refuses(422, *BODY),
    )
    async def picture(self, request: AnyRequest, state: State, data: JSONBody[Receipt]) -> Response[str]:
        """Returns the receipt you send, without the entry's text, as an SVG that a phone can scan."""
        person = person_of(request)
        return Response(await state.aside.do(person.name, picture_of, data), media_type=SVG)


def told(row: WitnessRow) -> WitnessTold:
    """A witness for outsiders: where it is asked is the house's own business."""
    at = datetime.fromtimestamp(row.at, UTC).isoformat() if row.at else ""
    return WitnessTold(name=row.name, vkey=row.vkey, size=row.size, at=at, note=row.note, trouble=row.trouble)


def picture_of(receipt: Receipt) -> str:
    """The letters of a receipt as a picture: SVG."""
    out = BytesIO()
    try:
        code = segno.make(compact(receipt), error="l", boost_error=False, micro=False)
    except (BadReceiptError, segno.DataOverflowError):
        raise Refusal("bad_receipt", _("this is not a valid receipt, or it is too large for a QR code")) from None
    code.save(out, kind="svg", border=MARGIN, xmldecl=False, svgns=True, omitsize=True, svgclass=None, lineclass=None)
    return out.getvalue().decode()


def _count(request: AnyRequest, state: State) -> None:
    state.log_reads.check(network_of(address_of(request.scope)))

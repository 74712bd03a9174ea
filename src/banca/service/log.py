"""The log over HTTP, for anybody: checkpoints, tiles and entries as other logs have them (C2SP tlog-tiles), keys and consistency."""

import asyncio
import re
from typing import Annotated

from litestar import Controller, Response, get
from litestar.datastructures import CacheControlHeader, State
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from banca.house.house import House
from banca.house.log import HouseLog
from banca.house.store import Store
from banca.rules import Refusal
from banca.service.addresses import network_of
from banca.service.http import AnyRequest
from banca.service.middleware import address_of
from banca.service.openapi import refuses
from banca.service.refusals import LOG_NOT_SO_LARGE, NOT_FOUND
from banca.transparency.tiles import HashTile

TEXT = "text/plain; charset=utf-8"
BYTES = "application/octet-stream"
FOR_EVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
"""A tile never says anything else."""
ENTRIES = re.compile("entries/(.+)")
MOST_ENTRIES = 2**53


class Consistency(Struct, frozen=True, kw_only=True):
    """That the log of `size` entries begins with that of `old`: nothing was changed or taken away. RFC 6962, 2.1.2."""

    old: int
    size: int
    proof: tuple[str, ...]
    """Hashes in base64."""


class Log(Controller):
    """Evidence for outsiders."""

    path = "/log"
    tags = ("log",)

    @get("/checkpoint", media_type=TEXT, summary="Get the newest checkpoint", responses=refuses(404, 409, 429))
    async def checkpoint(self, request: AnyRequest, state: State) -> str:
        """The log's size and root hash, signed, as a C2SP tlog-checkpoint note."""
        return (await asyncio.to_thread(_log(request, state).newest)).note

    @get("/key", media_type=TEXT, summary="List the log's public keys", responses=refuses(404, 429))
    async def key(self, request: AnyRequest, state: State) -> str:
        """One public key on each line, newest first, in C2SP signed-note form. Compare it with a copy from an independent source."""
        return "".join(f"{key}\n" for key in _log(request, state).keys)

    @get("/consistency", summary="Prove that the log only grew", responses=refuses(404, 409, 429))
    async def consistency(
        self,
        request: AnyRequest,
        state: State,
        old: Annotated[int, QueryParameter(ge=0, le=MOST_ENTRIES)],
        size: Annotated[int, QueryParameter(ge=0, le=MOST_ENTRIES)],
    ) -> Consistency:
        """The consistency proof between two sizes of the log."""
        log = _log(request, state)
        there = (await asyncio.to_thread(log.store.log_head)).size
        if not old <= size <= there:
            raise Refusal(LOG_NOT_SO_LARGE, asked=old, size=size, allowed=there)
        return Consistency(old=old, size=size, proof=await asyncio.to_thread(log.consistency, old, size))

    @get(
        "/tile/{path:path}",
        media_type=BYTES,
        summary="Get a tile of the log",
        cache_control=FOR_EVER,
        responses=refuses(404, 429),
    )
    async def tile(self, request: AnyRequest, state: State, path: FromPath[str]) -> Response[bytes]:
        """`LEVEL/NUMBER`, `LEVEL/NUMBER.p/WIDTH`, or `entries/NUMBER`, as in C2SP tlog-tiles. An entry is its table, number and digest."""
        store = _log(request, state).store
        asked = path.lstrip("/")
        entries = ENTRIES.fullmatch(asked)
        tile = HashTile.read(f"0/{entries[1]}" if entries else asked)
        found = await asyncio.to_thread(_entries if entries else _hashes, store, tile) if tile else None
        if found is None:
            raise Refusal(NOT_FOUND, asked=request.url.path)
        return Response(found)


def _log(request: AnyRequest, state: State) -> HouseLog:
    """The log, for who does not ask too often; not found in a house that signs none."""
    state.log_reads.check(network_of(address_of(request.scope)))
    house: House = state.house
    if house.log is None:
        raise Refusal(NOT_FOUND, asked=request.url.path)
    return house.log


def _hashes(store: Store, tile: HashTile) -> bytes | None:
    return store.log_tile(tile)


def _entries(store: Store, tile: HashTile) -> bytes | None:
    """What the leaves of a tile stand for, each behind its length."""
    found = store.log_entries(tile.number, tile.width)
    return None if found is None else b"".join(len(one).to_bytes(2) + one for one in found)

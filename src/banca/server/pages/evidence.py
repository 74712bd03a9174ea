"""The page of evidence, for anybody: the log, who outside has seen it, and a receipt checked in the reader's browser."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.datastructures import State

from banca.house.log import HouseLog
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.rules import Refusal
from banca.server.api.evidence import WitnessStatus
from banca.server.api.witnesses import LOUD
from banca.server.http import AnyRequest, page_language
from banca.server.pages.page import page
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.note import split


@get("/evidence", include_in_schema=False)
async def evidence_page(request: AnyRequest, state: State) -> Response[bytes]:
    """Outsiders are whom it is for: nobody needs to log in."""
    log: HouseLog | None = state.house.log
    note, fault = "", ""
    try:
        note = (await asyncio.to_thread(log.newest)).note if log else ""
    except Refusal as refusal:  # the store is not what was signed: the page is where everybody can see that
        fault = translator(page_language(request)).message(refusal.message)
    rows = await asyncio.to_thread(state.witnesses.rows)
    cosigned = await asyncio.to_thread(state.witnesses.cosigned)
    say = translator(page_language(request))
    keys = log.keys if log else ()
    return page(
        request,
        "evidence.html",
        data={"log": log_keys(state)},
        log=log,
        keys=keys,
        note=note,
        fault=fault,
        cosigned=cosigned,
        size=say.count(Checkpoint.read(split(note)[0]).size) if note else "",
        witnesses=plain([WitnessStatus(row=row) for row in rows], say),
        loud=LOUD,
    )


def log_keys(state: State) -> dict[str, Any]:
    """Return the keys that sign the log of the house, and those of its witnesses."""
    return {"keys": state.house.log.keys if state.house.log else (), "witnesses": state.witnesses.keys}


ROUTES: list[Any] = [evidence_page]

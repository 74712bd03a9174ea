"""The page of evidence, for anybody: the log, who outside has seen it, and a receipt checked in the reader's browser."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.datastructures import State

from banca.house.log import HouseLog
from banca.i18n import Translator, translator
from banca.rules import Refusal
from banca.service.evidence import WitnessTold, told
from banca.service.http import AnyRequest, language_of
from banca.service.witnesses import LOUD
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.note import split
from banca.web.evidence_texts import CHECKED, EVIDENCE, TROUBLES
from banca.web.page import page
from banca.web.table import log_told


@get("/evidence", include_in_schema=False)
async def evidence_page(request: AnyRequest, state: State) -> Response[bytes]:
    """Outsiders are whom it is for: nobody needs to log in."""
    log: HouseLog | None = state.house.log
    note, fault = "", ""
    try:
        note = (await asyncio.to_thread(log.newest)).note if log else ""
    except Refusal as refusal:  # the store is not what was signed: the page is where everybody can see that
        fault = translator(language_of(request)).message(refusal.message)
    witnesses = [told(row) for row in await asyncio.to_thread(state.witnesses.rows)]
    cosigned = await asyncio.to_thread(state.witnesses.cosigned)
    say = translator(language_of(request))
    keys = log.keys if log else ()
    return page(
        request,
        "evidence.html",
        words=CHECKED,
        data={"log": log_told(state)},
        texts=EVIDENCE,
        log=log,
        keys=keys,
        note=note,
        fault=fault,
        cosigned=cosigned,
        size=say.count(Checkpoint.read(split(note)[0]).size) if note else "",
        witnesses=[_line(one, say) for one in witnesses],
        is_split=any(one.trouble in LOUD for one in witnesses),
    )


def _line(one: WitnessTold, say: Translator) -> dict[str, Any]:
    return {
        "name": one.name,
        "vkey": one.vkey,
        "seen": say(EVIDENCE["seen"], size=say.count(one.size)),
        "at": one.at,
        "moment": say.moment(one.at) if one.at else "",
        "standing": say(TROUBLES[one.trouble]) if one.note or one.trouble else "",
        "kind": "bad" if one.trouble in LOUD else "warn" if one.trouble else "good",
    }


ROUTES: list[Any] = [evidence_page]

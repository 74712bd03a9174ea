"""The page of evidence, for anybody: the log, who outside has seen it, and a receipt checked in the reader's browser."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.datastructures import State

from banca.house.log import HouseLog
from banca.i18n import Translator, translator
from banca.rules import Refusal, Text, _, _p
from banca.server.api.evidence import WitnessStatus, witness_status
from banca.server.api.witnesses import LOUD
from banca.server.http import AnyRequest, language_of
from banca.server.pages.page import page
from banca.transparency.checkpoint import Checkpoint
from banca.transparency.note import split

RECEIPTS: dict[str, Text] = {
    "own": _("Your receipts"),
    "told": _("They prove what you did here, even if the house disputes it."),
    "more": _("How to check a receipt"),
    "save_all": _("Save all as a file"),
    "forget": _("Delete all"),
    "none": _("None yet. Receipts are kept in this browser."),
    "picture": _("Receipt as a QR code"),
    "picture_told": _(
        "The code contains the proof but not the text of the entry. Scan it with a phone and keep the text that begins with BANCA1."
    ),
}

STANDINGS: dict[str, Text] = {
    "receipt_good": _("Checked here: the entry is in the log, and the log is signed."),
    "receipt_unsigned": _(
        "The entry is in the log. This browser cannot check the signature. Save the file and check it elsewhere."
    ),
    "receipt_unchecked": _("Not checked: this browser can check receipts only over HTTPS or on this machine."),
    "receipt_bad": _("A receipt is NOT valid. Save it and show it to the regulator."),
    "receipt_other_key": _(
        "The log is signed with a different key than before. Ask the house why, and compare the key with a witness."
    ),
    "receipt_no_room": _("This browser has no space for receipts. Save them as files."),
    "receipt_sure": _("Delete? Press again"),
    "receipt_save": _("Save receipt"),
    "receipt_picture": _("QR code of receipt"),
    "receipt_picture_of": _("QR code of the receipt of entry {seq} of {table}"),
}

EVIDENCE: dict[str, Text] = {
    "title": _("Evidence"),
    "card": _(
        "The signed log of everything that happened here, the outside witnesses that have seen it, and how to check a receipt."
    ),
    "intro": _(
        "Every entry of every journal of this house is in one append-only transparency log. After each change the house signs the size and contents of the log. Anyone with such a signature, or a receipt, can detect if an earlier entry is changed or removed."
    ),
    "no_log": _("This house keeps no signed log."),
    "log": _("The log"),
    "origin": _("Name"),
    "key": _("Public key"),
    "key_told": _("Compare it with the key that a witness or the regulator gives you; do not rely on this page alone."),
    "size": _("Entries"),
    "checkpoint": _("Newest checkpoint"),
    "cosigned": _("Newest checkpoint signed by witnesses"),
    "save": _("Save"),
    "witnesses": _("Witnesses"),
    "witnesses_told": _(
        "A witness runs on another system. It remembers the state of the log and signs only additions to it."
    ),
    "no_witnesses": _(
        "This house names no witness, so its log proves something only to those who hold a checkpoint or a receipt."
    ),
    "witness": _("Witness"),
    "seen": _("has signed {size} entries"),
    "seen_at": _("Signed at (Macau time)"),
    "standing": _p("of the log", "State"),
    "never": _("nothing signed yet"),
    "check": _("Check a receipt"),
    "check_told": _(
        "Choose a saved receipt. Your browser checks it and sends it nowhere. This page comes from the house: if you have serious doubts, run the single-file checker on your own computer."
    ),
    "file": _("Receipt file"),
    "elsewhere": _("Check without this page"),
    "elsewhere_told": _("The checker is one short Python file that does not depend on this house:"),
    "run": _("Run a witness"),
    "run_told": _(
        "A regulator, a testing laboratory or another operator can witness this log with one command. The house then adds the witness's key when it starts the server."
    ),
    "look_told": _(
        "If the witness cannot be reached from outside, it can fetch the log itself, for example every five minutes:"
    ),
    "docs": _("docs/evidence.md explains what all this proves and what it does not."),
    "is_split": _(
        "A witness has seen a different log, or more entries than this log has. Entries were changed or removed, or two houses sign with the same key. Keep your receipts and inform the regulator."
    ),
}

TROUBLES: dict[str, Text] = {
    "": _("agrees"),
    "away": _("is not responding"),
    "stranger": _("does not know this log or its key"),
    "bad_answer": _("sent an unreadable response"),
    "ahead": _("has signed a longer version of this log: entries are missing"),
    "contradicts": _("has signed a different log under this name: entries were changed"),
}

CHECKED: dict[str, Text] = {
    "checked_good": _("{table}, entry {seq}: in the log of {size} entries signed by {origin}."),
    "checked_unsigned": _("{table}, entry {seq}: in a log of {size} entries. This browser cannot check the signature."),
    "checked_witness": _("Signed by {name}, {at}."),
    "unchecked": _("This browser can check receipts only over HTTPS or on this machine."),
    "unreadable": _("This is not a receipt."),
    "body": _("{table}, entry {seq}: the text differs from the logged text."),
    "signature": _("{table}, entry {seq}: the receipt is not signed with this log's key."),
    "origin": _("{table}, entry {seq}: belongs to another log."),
    "proof": _("{table}, entry {seq}: not in the signed log."),
}


@get("/evidence", include_in_schema=False)
async def evidence_page(request: AnyRequest, state: State) -> Response[bytes]:
    """Outsiders are whom it is for: nobody needs to log in."""
    log: HouseLog | None = state.house.log
    note, fault = "", ""
    try:
        note = (await asyncio.to_thread(log.newest)).note if log else ""
    except Refusal as refusal:  # the store is not what was signed: the page is where everybody can see that
        fault = translator(language_of(request)).message(refusal.message)
    witnesses = [witness_status(row) for row in await asyncio.to_thread(state.witnesses.rows)]
    cosigned = await asyncio.to_thread(state.witnesses.cosigned)
    say = translator(language_of(request))
    keys = log.keys if log else ()
    return page(
        request,
        "evidence.html",
        words=CHECKED,
        data={"log": log_keys(state)},
        texts=EVIDENCE,
        log=log,
        keys=keys,
        note=note,
        fault=fault,
        cosigned=cosigned,
        size=say.count(Checkpoint.read(split(note)[0]).size) if note else "",
        witnesses=[_witness_line(status, say) for status in witnesses],
        is_split=any(status.trouble in LOUD for status in witnesses),
    )


def log_keys(state: State) -> dict[str, Any]:
    """Return the keys that sign the log of the house, and those of its witnesses."""
    return {"keys": state.house.log.keys if state.house.log else (), "witnesses": state.witnesses.keys}


def _witness_line(status: WitnessStatus, say: Translator) -> dict[str, Any]:
    return {
        "name": status.name,
        "vkey": status.vkey,
        "seen": say(EVIDENCE["seen"], size=say.count(status.size)),
        "at": status.at,
        "moment": say.moment(status.at) if status.at else "",
        "standing": say(TROUBLES[status.trouble]) if status.note or status.trouble else "",
        "kind": "bad" if status.trouble in LOUD else "warn" if status.trouble else "good",
    }


ROUTES: list[Any] = [evidence_page]

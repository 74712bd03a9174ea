"""The inspector's pages: every journal, what waits for a second person, the register, and one table's story."""

import asyncio
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.house.audit import Check, Weight
from banca.house.cage import CAGE
from banca.house.register import REGISTER
from banca.live.command import Role
from banca.rulebook import term
from banca.service.http import AnyRequest, language_of
from banca.service.tables import find_table
from banca.web import seconds
from banca.web.admission import sent_away
from banca.web.page import game_titles, page
from banca.words import speech
from banca.words.roles import ROLES

CHECKING = {
    "not_here": term(
        "This browser works out digests only on pages that come over HTTPS or from this machine. Open the page so, or use "
        "banca audit verify."
    ),
    "reading": term("{count} entries so far …"),
    "stopped": term("Stopped after {count} entries."),
    "whole": term("Whole: {count} entries, every digest worked out again in this browser."),
    "not_whole": term("Not whole. The first thing that is wrong stands with each table."),
    "nothing_read": term("There is no entry in it."),
    "bad_line": term("Line {number} is no entry of an exported journal; nothing behind it was read."),
    "entries": term("entries: {count}"),
    "skipped": term("not looked at behind it: {count}"),
    "commitments": term("hidden results opened as committed to: {count}"),
    "voided": term("never opened, as the round was void: {count}"),
    "hidden": term("A result is hidden now and not opened yet."),
    "head": term("Head"),
    "bad_entry": term("Entry {number}"),
    "missing": term("entry {found} stands in its place: an entry is missing, doubled or moved."),
    "digest": term("it is not the entry that was written, or not behind the one it was written behind."),
    "commitment": term("the result that was opened is not what had been committed to."),
    "misplaced": term("the commitment is for another round than the one that was played."),
    "unopened": term("the round ended, and what lay hidden was never opened."),
    "replaced": term("a new result was hidden before the one before was opened."),
    "result": term("another result was called than the one that had been hidden."),
    "no_digest": term("A head has 64 digits from 0 to 9 and a to f."),
    "written_head": term("The head that was written down is the head of {table}."),
    "written_before": term("The head that was written down is entry {number} of {table}; {count} were added since."),
    "written_nowhere": term(
        "The head that was written down is nowhere in it: another past stands there, or other tables."
    ),
}
"""What the part of the page says that looks through journals in the browser."""

WORDS = {
    **CHECKING,
    **seconds.WORDS,
    "the_cage": term("The cage"),
    "the_register": term("The register"),
    "no_findings": term(
        "Nothing is wrong: {count} entries were decided again, and all accounts hold what they should."
    ),
    "findings": term("Findings: {count}"),
    "voids": term(
        "{table}, voided rounds: {rounds}; what lay hidden is known of {known}: the players would have won {won} and lost "
        "{lost}, {players} in all"
    ),
    "of_entry": term("{table}, entry {number}"),
    "of_house": term("the house"),
    "more_findings": term("and {count} more"),
    Weight.FAULT.value: term("fault"),
    Weight.NOTICE.value: term("notice"),
    Check.CHAIN.value: term("chain"),
    Check.REPLAY.value: term("decided again"),
    Check.LEDGER.value: term("accounts"),
    Check.COMMITMENT.value: term("commitment"),
    Check.PEOPLE.value: term("people"),
    Check.TIME.value: term("time"),
    Check.STORE.value: term("store"),
}

STORY_WORDS = {
    **CHECKING,
    "round": term("Round {number}"),
    "staked": term("staked {amount}"),
    "paid": term("paid {amount}"),
    "house": term("house {amount}"),
    "place": term("entries {first} to {last}"),
    "left_out": term("{count} more entries of this round are in the exported journal."),
    "shown": term("Rounds shown: {shown} of {total}"),
    "no_rounds": term("No round is like that."),
    "telling": term("The journal is being read …"),
}
REGISTER_WORDS = {
    **{role.value: one for role, one in ROLES.items()},
    "with_second": term("with {second} as the second person"),
    "more_shown": term("{count} more entries are shown."),
}


@get("/audit", include_in_schema=False)
async def audit(request: AnyRequest) -> Response[bytes] | Redirect:
    """Every journal."""
    away = sent_away(request, Role.INSPECTOR)
    data = {"games": game_titles(speech(language_of(request))), "journal": "/api/v1/journal"}
    return away or page(request, "audit.html", words=WORDS, data=data)


@get("/audit/register", include_in_schema=False)
async def audit_register(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """Who is let in, who holds a key, who agreed to what."""
    away = sent_away(request, Role.INSPECTOR)
    await asyncio.to_thread(state.house.renew, REGISTER)
    return away or page(request, "audit_register.html", words=REGISTER_WORDS, register=state.house.table(REGISTER))


@get("/audit/{table:str}", include_in_schema=False)
async def audit_table(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """One table round by round."""
    away = sent_away(request, Role.INSPECTOR)
    if away:
        return away
    if table == CAGE:
        return Redirect("/audit")
    found = await asyncio.to_thread(find_table, state.house, table)
    return page(
        request,
        "audit_table.html",
        words=STORY_WORDS,
        data={"table": table, "journal": f"/api/v1/tables/{table}/journal"},
        table=found,
    )


ROUTES: list[Any] = [audit, audit_register, audit_table]

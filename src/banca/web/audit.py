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
from banca.live.command import ROLES, Role
from banca.rulebook import Given, Term, plural, term
from banca.service.http import AnyRequest, language_of
from banca.service.tables import find_table
from banca.web import seconds
from banca.web.admission import sent_away
from banca.web.page import game_titles, page
from banca.words import speech

CHECKING = {
    "not_here": term(
        "This browser can compute digests only on pages served over HTTPS or by this machine. Open the page that way, or run banca audit verify."
    ),
    "reading": plural("{count} entry read so far …", "{count} entries read so far …"),
    "stopped": plural("Stopped after {count} entry.", "Stopped after {count} entries."),
    "whole": plural(
        "Intact: {count} entry. Every digest was recomputed in this browser.",
        "Intact: {count} entries. Every digest was recomputed in this browser.",
    ),
    "not_whole": term("Check failed. The first error of each table is shown beside it."),
    "nothing_read": term("There are no entries."),
    "bad_line": term("Line {number} is not an entry of an exported journal. Nothing after it was read."),
    "entries": plural("{count} entry", "{count} entries"),
    "skipped": plural("{count} later entry not checked", "{count} later entries not checked"),
    "commitments": plural(
        "{count} hidden result revealed as committed", "{count} hidden results revealed as committed"
    ),
    "voided": plural(
        "{count} hidden result never revealed, as the round was voided",
        "{count} hidden results never revealed, as the round was voided",
    ),
    "hidden": term("A result is hidden and not yet revealed."),
    "head": term("Last digest"),
    "bad_entry": term("Entry {number}"),
    "missing": term("entry {found} is in its place: an entry is missing, duplicated or moved."),
    "digest": term("this entry has been altered, or no longer follows the entry it was written after."),
    "commitment": term("the revealed result does not match the commitment."),
    "misplaced": term("the commitment is for a different round from the one played."),
    "unopened": term("the round ended, but the hidden result was never revealed."),
    "replaced": term("a new result was hidden before the previous one was revealed."),
    "result": term("the result called differs from the hidden one."),
    "no_digest": term("A digest has 64 characters: 0 to 9 and a to f."),
    "written_head": term("The digest you noted is the last one of {table}."),
    "written_before": plural(
        "The digest you noted is that of entry {number} of {table}; {count} entry was added since.",
        "The digest you noted is that of entry {number} of {table}; {count} entries were added since.",
    ),
    "written_nowhere": term(
        "The digest you noted is not here. The history is different, or it belongs to other tables."
    ),
}
"""What the part of the page says that looks through journals in the browser."""

WORDS = {
    **CHECKING,
    **seconds.WORDS,
    "the_cage": term("The cage"),
    "the_register": term("The register"),
    "no_findings": plural(
        "No errors: {count} entry was decided again, and all accounts balance.",
        "No errors: {count} entries were decided again, and all accounts balance.",
    ),
    "findings": term("Findings: {count}"),
    "voids": term(
        "{table}: rounds voided {rounds}, hidden result known {known}; of these the players would have won {won} and lost {lost}, {players} patacas in all"
    ),
    "of_entry": term("{table}, entry {number}"),
    "of_house": term("the house"),
    "more_findings": term("and {count} more"),
    Weight.FAULT.value: term("fault"),
    Weight.NOTICE.value: term("notice"),
    Check.CHAIN.value: term("chain"),
    Check.REPLAY.value: term("replay"),
    Check.LEDGER.value: term("accounts"),
    Check.COMMITMENT.value: term("commitment"),
    Check.PEOPLE.value: term("people"),
    Check.TIME.value: term("time"),
    Check.STORE.value: term("database"),
}

STORY_WORDS = {
    **CHECKING,
    "round": term("Round {number}"),
    "staked": term("staked {amount}"),
    "paid": term("paid {amount}"),
    "house": term("house {amount}"),
    "place": term("entries {first} to {last}"),
    "left_out": plural(
        "{count} more entry of this round is in the exported journal.",
        "{count} more entries of this round are in the exported journal.",
    ),
    "shown": term("Rounds shown: {shown} of {total}"),
    "no_rounds": term("No round matches."),
    "telling": term("Reading the journal …"),
}
REGISTER_WORDS: dict[str, Term | Given] = {
    **{role.value: one for role, one in ROLES.items()},
    "with_second": term("with {second} as the second person"),
    "more_shown": plural("{count} more entry shown.", "{count} more entries shown."),
}


@get("/audit", include_in_schema=False)
async def audit(request: AnyRequest) -> Response[bytes] | Redirect:
    """Every journal."""
    away = sent_away(request, Role.INSPECTOR)
    data = {"games": game_titles(speech(language_of(request))), "journal": "/api/v1/journal"}
    return away or page(request, "audit.html", words=WORDS, data=data)


@get("/audit/register", include_in_schema=False)
async def audit_register(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """People, their keys, and who agreed to what."""
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

"""The inspector's pages: every journal, what waits for a second person, the register; and one table's story, for supervisors too."""

import asyncio
from typing import Any
from unicodedata import east_asian_width

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.drawing.devices import device
from banca.house.audit import Check, Weight
from banca.house.cage import CAGE
from banca.house.people import Person
from banca.house.register import REGISTER
from banca.house.story import authorisations, describe_text_in_force, translate_name
from banca.i18n import translator
from banca.law import law
from banca.rules import Text, _, _n, _p
from banca.server.api.audit import READERS, LineText, read_round
from banca.server.commands import find_table
from banca.server.http import AnyRequest, language_of
from banca.server.pages import approvals
from banca.server.pages.page import game_titles, inline, page, sent_away
from banca.tables.commands import ROLES, Role

MOST_ROWS, MOST_PLAYERS, LETTERS = 84, 12, 60
"""Of a round's sheet, which is one page: rows of print, players, and letters in a row of a column."""

CHECKING = {
    "not_here": _(
        "This browser can compute digests only on pages served over HTTPS or by this machine. Open the page that way, or run banca audit verify."
    ),
    "reading": _n("{count} entry read so far …", "{count} entries read so far …"),
    "stopped": _n("Stopped after {count} entry.", "Stopped after {count} entries."),
    "whole": _n(
        "Intact: {count} entry. Every digest was recomputed in this browser.",
        "Intact: {count} entries. Every digest was recomputed in this browser.",
    ),
    "not_whole": _("Check failed. The first error of each table is shown beside it."),
    "nothing_read": _("There are no entries."),
    "bad_line": _("Line {number} is not an entry of an exported journal. Nothing after it was read."),
    "entries": _n("{count} entry", "{count} entries"),
    "skipped": _n("{count} later entry not checked", "{count} later entries not checked"),
    "commitments": _n("{count} hidden result revealed as committed", "{count} hidden results revealed as committed"),
    "voided": _n(
        "{count} hidden result never revealed, because its round was voided",
        "{count} hidden results never revealed, because their rounds were voided",
    ),
    "hidden": _("A result is hidden and not yet revealed."),
    "head": _("Last digest"),
    "bad_entry": _("Entry {number}"),
    "missing": _("entry {found} is in its place: an entry is missing, duplicated or moved."),
    "digest": _("this entry has been altered, or no longer follows the entry it was written after."),
    "commitment": _("the revealed result does not match the commitment."),
    "misplaced": _("the commitment is for a different round from the one played."),
    "unopened": _("the round ended, but the hidden result was never revealed."),
    "replaced": _("a new result was hidden before the previous one was revealed."),
    "result": _("the result called differs from the hidden one."),
    "no_digest": _("A digest has 64 characters: 0 to 9 and a to f."),
    "written_head": _("The digest you noted is the last one of {table}."),
    "written_before": _n(
        "The digest you noted is that of entry {number} of {table}; {count} entry has been added since.",
        "The digest you noted is that of entry {number} of {table}; {count} entries have been added since.",
    ),
    "written_nowhere": _(
        "The digest you noted was not found. The history is different, or the digest belongs to other tables."
    ),
}
"""What the part of the page says that looks through journals in the browser."""

WORDS: dict[str, Text] = {
    **CHECKING,
    **approvals.WORDS,
    "the_cage": _("The cage"),
    "the_register": _("The register"),
    "no_findings": _n(
        "No errors: {count} entry was decided again, and all accounts balance.",
        "No errors: {count} entries were decided again, and all accounts balance.",
    ),
    "no_findings_since": _n(
        "No errors in the checked part: {count} entry was decided again.",
        "No errors in the checked part: {count} entries were decided again.",
    ),
    "background": _("Verified by the server so far, piece by piece: {audited} of {entries} entries."),
    "findings": _("Findings: {count}"),
    "voids": _(
        "{table}: voided rounds: {rounds}, with a known hidden result: {known}. Of these, the players would have won {won} and lost {lost} (net {players} patacas)."
    ),
    "of_entry": _("{table}, entry {number}"),
    "of_house": _("the house"),
    "more_findings": _("and {count} more"),
    Weight.FAULT.value: _("fault"),
    Weight.NOTICE.value: _("notice"),
    Check.CHAIN.value: _("chain"),
    Check.REPLAY.value: _("replay"),
    Check.LEDGER.value: _("accounts"),
    Check.COMMITMENT.value: _("commitment"),
    Check.PEOPLE.value: _("people"),
    Check.TIME.value: _("time"),
    Check.STORE.value: _("database"),
    Check.LOG.value: _("log"),
    Check.WATCH.value: _("watch"),
}

SUMS = {
    "sums": _("Sums by player"),
    "player": _("Player"),
    "sum_rounds": _p("list", "Rounds"),
    "sum_staked": _("Staked"),
    "sum_received": _("Received"),
    "sum_net": _("Net"),
    "sum_paid_in": _("Deposited"),
    "sum_taken_out": _("Withdrawn"),
}
CAGE_WORDS: dict[str, Text] = {
    **SUMS,
    "with_second": _("with {second} as the second person"),
    "cash_shown": _("Shown: {shown} of {total}"),
    "cash_shown_since": _(
        "Shown: {shown} of {total}. The sums start at entry {first}; for a player's complete sums, enter the name above."
    ),
    "no_cash": _("Nothing matches."),
}
STORY_WORDS = {
    **CHECKING,
    "round": _("Round {number}"),
    "staked": _("staked {amount}"),
    "paid": _("paid {amount}"),
    "house": _("house {amount}"),
    "place": _("entries {first} to {last}"),
    "left_out": _n(
        "{count} more entry of this round is in the exported journal.",
        "{count} more entries of this round are in the exported journal.",
    ),
    "shown": _("Rounds shown: {shown} of {total}. Total: staked {staked}, paid {paid}, house {house}."),
    "shown_since": _(
        "Rounds shown: {shown} of {total}. Total from round {first}: staked {staked}, paid {paid}, house {house}."
    ),
    "sheet": _("Printable sheet"),
    **SUMS,
    "no_rounds": _("No round matches."),
    "telling": _("Reading the journal …"),
}
REGISTER_WORDS: dict[str, Text] = {
    **{role.value: name for role, name in ROLES.items()},
    "with_second": _("with {second} as the second person"),
    "more_shown": _n("{count} more entry shown.", "{count} more entries shown."),
}


@get("/audit", include_in_schema=False)
async def audit(request: AnyRequest) -> Response[bytes] | Redirect:
    """Every journal."""
    away = sent_away(request, Role.INSPECTOR)
    data = {"games": game_titles(translator(language_of(request))), "journal": "/api/v1/journal"}
    return away or page(request, "audit.html", words=WORDS, data=data)


@get("/audit/register", include_in_schema=False)
async def audit_register(request: AnyRequest, state: State) -> Response[bytes] | Redirect:
    """People, their keys, and who agreed to what."""
    away = sent_away(request, Role.INSPECTOR)
    await asyncio.to_thread(state.house.refresh_table, REGISTER)
    return away or page(request, "audit_register.html", words=REGISTER_WORDS, register=state.house.table(REGISTER))


@get("/audit/{table:str}", include_in_schema=False)
async def audit_table(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """One table round by round; the cage for inspectors."""
    away = sent_away(request, *((Role.INSPECTOR,) if table == CAGE else READERS))
    if away:
        return away
    if table == CAGE:
        return page(request, "audit_cage.html", words=CAGE_WORDS)
    live = await asyncio.to_thread(find_table, state.house, table)
    say = translator(language_of(request))
    return page(
        request,
        "audit_table.html",
        words=STORY_WORDS,
        data={"table": table, "journal": f"/api/v1/tables/{table}/journal"},
        table=live,
        instrument=translate_name(live.opened.instrument, say),
        applied=describe_text_in_force(live.opened, say),
        authorisations=list(authorisations(live.opened, say)),
        device=inline(device(live.opened.game, say)),
    )


@get("/audit/{table:str}/rounds/{number:int}", include_in_schema=False)
async def audit_round(
    request: AnyRequest, state: State, table: FromPath[str], number: FromPath[int]
) -> Response[bytes] | Redirect:
    """One round on one sheet of paper."""
    away = sent_away(request, *READERS)
    if away:
        return away
    person: Person = request.scope["user"]
    say = translator(language_of(request))
    shown = await read_round(request, state, table, number, say)
    live = await asyncio.to_thread(find_table, state.house, table)
    instrument = law(live.opened.game).instrument
    return page(
        request,
        "audit_round.html",
        table=table,
        told=shown,
        role=ROLES[person.role],
        title=instrument.title[say.language],
        instrument=instrument.name[say.language],
        device=inline(device(live.opened.game, say)),
        lines=(lines := fit_on_sheet(shown.lines)),
        left_out=len(shown.lines) - len(lines) + shown.left_out,
        players=shown.players[:MOST_PLAYERS],
    )


def fit_on_sheet(lines: list[LineText]) -> list[LineText]:
    """As many of a round's lines as fit on its sheet: the first, and the last, where it was decided."""
    # A dispute is read on paper: what was done first, and what decided it, matter more than what lies between.
    rows = [1 + _width(line) // LETTERS for line in lines]
    if sum(rows) <= MOST_ROWS:
        return lines
    ended = _taken(rows[::-1], MOST_ROWS * 3 // 4)
    begun = _taken(rows[: len(rows) - ended], MOST_ROWS - sum(rows[len(rows) - ended :]))
    return lines[:begun] + lines[len(lines) - ended :]


def _taken(rows: list[int], most: int) -> int:
    """How many of them, from the first on, have room."""
    return next((number for number in range(len(rows)) if sum(rows[: number + 1]) > most), len(rows))


def _width(line: LineText) -> int:
    """Letters of a line with its clauses; a Chinese one has the room of two."""
    text = " ".join([line.text, *(cite.cite for cite in line.cites)])
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


ROUTES: list[Any] = [audit, audit_register, audit_table, audit_round]

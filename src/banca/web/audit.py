"""The inspector's pages: every journal, what waits for a second person, the register; and one table's story, for supervisors too."""

import asyncio
from typing import Any
from unicodedata import east_asian_width

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect

from banca.answers.opening_words import authorisations, name_said, text_applied
from banca.drawing.device import device
from banca.house.audit import Check, Weight
from banca.house.cage import CAGE
from banca.house.keys import Person
from banca.house.register import REGISTER
from banca.law import law
from banca.live.command import ROLES, Role
from banca.rulebook import Given, Term, plural, plural_words, term, words
from banca.service.audit import READERS, LineTold, round_told
from banca.service.commands import find_table
from banca.service.http import AnyRequest, language_of
from banca.web import seconds
from banca.web.admission import sent_away
from banca.web.page import game_titles, inline, page
from banca.words import speech

MOST_ROWS, MOST_PLAYERS, LETTERS = 84, 12, 60
"""Of a round's sheet, which is one page: rows of print, players, and letters in a row of a column."""

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

WORDS: dict[str, Term | Given] = {
    **CHECKING,
    **seconds.WORDS,
    "the_cage": term("The cage"),
    "the_register": term("The register"),
    "no_findings": plural(
        "No errors: {count} entry was decided again, and all accounts balance.",
        "No errors: {count} entries were decided again, and all accounts balance.",
    ),
    "no_findings_since": plural_words(
        words(
            "No errors in what was checked: {count} entry was decided again.",
            pt="Sem erros no que foi verificado: {count} registo foi decidido de novo.",
            zh="所查核的內容沒有錯誤：{count} 項記錄已重新判定。",
        ),
        words(
            "No errors in what was checked: {count} entries were decided again.",
            pt="Sem erros no que foi verificado: {count} registos foram decididos de novo.",
            zh="所查核的內容沒有錯誤：{count} 項記錄已重新判定。",
        ),
    ),
    "background": words(
        "Verified by the server so far, piece by piece: {audited} of {entries} entries.",
        pt="Verificados até agora pelo servidor, parte a parte: {audited} de {entries} registos.",
        zh="伺服器至今逐段查核：{entries} 項記錄中的 {audited} 項。",
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
    Check.LOG.value: words("log", pt="registo de transparência", zh="透明日誌"),
    Check.WATCH.value: words("watch", pt="vigilância", zh="監察"),
}

SUMS = {
    "sums": term("Sums by player"),
    "player": term("Player"),
    "sum_rounds": term("Rounds"),
    "sum_staked": term("Staked"),
    "sum_received": term("Received"),
    "sum_net": term("Net"),
    "sum_paid_in": term("Deposited"),
    "sum_taken_out": term("Withdrawn"),
}
CAGE_WORDS: dict[str, Term | Given] = {
    **SUMS,
    "with_second": term("with {second} as the second person"),
    "cash_shown": term("Shown: {shown} of {total}"),
    "cash_shown_since": words(
        "Shown: {shown} of {total}. Sums from entry {first} on; for all of a player's, enter the name above.",
        pt="Mostrados: {shown} de {total}. Somas desde o registo {first}; para todas as de um jogador, indique acima o nome.",
        zh="顯示：{total} 項中的 {shown} 項。合計由第 {first} 項記錄起算；要看某人的全部合計，請在上方輸入姓名。",
    ),
    "no_cash": term("Nothing matches."),
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
    "shown": term("Rounds shown: {shown} of {total}. All of them: staked {staked}, paid {paid}, house {house}."),
    "shown_since": term(
        "Rounds shown: {shown} of {total}. From round {first} on: staked {staked}, paid {paid}, house {house}."
    ),
    "sheet": term("Sheet to print"),
    **SUMS,
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
    """One table round by round; the cage for inspectors."""
    away = sent_away(request, *((Role.INSPECTOR,) if table == CAGE else READERS))
    if away:
        return away
    if table == CAGE:
        return page(request, "audit_cage.html", words=CAGE_WORDS)
    found = await asyncio.to_thread(find_table, state.house, table)
    say = speech(language_of(request))
    return page(
        request,
        "audit_table.html",
        words=STORY_WORDS,
        data={"table": table, "journal": f"/api/v1/tables/{table}/journal"},
        table=found,
        instrument=name_said(found.opened.instrument, say),
        applied=text_applied(found.opened, say),
        authorisations=list(authorisations(found.opened, say)),
        device=inline(device(found.opened.game, say)),
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
    say = speech(language_of(request))
    told = await round_told(request, state, table, number, say)
    found = await asyncio.to_thread(find_table, state.house, table)
    instrument = law(found.opened.game).instrument
    return page(
        request,
        "audit_round.html",
        table=table,
        told=told,
        role=ROLES[person.role],
        title=instrument.title[say.language],
        instrument=instrument.name[say.language],
        device=inline(device(found.opened.game, say)),
        lines=(lines := fitting(told.lines)),
        left_out=len(told.lines) - len(lines) + told.left_out,
        players=told.players[:MOST_PLAYERS],
    )


def fitting(lines: list[LineTold]) -> list[LineTold]:
    """As many of a round's lines as fit on its sheet: the first, and the last, where it was decided."""
    rows = [1 + _width(line) // LETTERS for line in lines]
    if sum(rows) <= MOST_ROWS:
        return lines
    ended = _taken(rows[::-1], MOST_ROWS * 3 // 4)
    begun = _taken(rows[: len(rows) - ended], MOST_ROWS - sum(rows[len(rows) - ended :]))
    return lines[:begun] + lines[len(lines) - ended :]


def _taken(rows: list[int], most: int) -> int:
    """How many of them, from the first on, have room."""
    return next((number for number in range(len(rows)) if sum(rows[: number + 1]) > most), len(rows))


def _width(line: LineTold) -> int:
    """Letters of a line with its clauses; a Chinese one has the room of two."""
    text = " ".join([line.text, *(cite.cite for cite in line.cites)])
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


ROUTES: list[Any] = [audit, audit_register, audit_table, audit_round]

"""The page of a live table: everything it says about the game comes from the rules that the table opened with."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import to_builtins

from banca.answers import plain
from banca.answers.heading import caution
from banca.answers.story_fields import EXACT, MONEY
from banca.answers.story_texts import VERDICTS, WITH_PRIZE
from banca.drawing.device import device
from banca.drawing.felt import cloth_of
from banca.drawing.parts import parts_of
from banca.finder import talk_of
from banca.games import find
from banca.house.demo import NEEDED
from banca.house.request import LiveTable
from banca.live.chance_conduct import ChanceConduct
from banca.live.results import device_of
from banca.rulebook import Given, Term, term
from banca.service.commands import find_table
from banca.service.games import odds_under
from banca.service.http import AnyRequest, language_of
from banca.service.plugins import pages_of, template_of
from banca.web.admission import sent_away
from banca.web.coach import coach_told
from banca.web.console import acts_said, entered, faces, outcome_names, pressed
from banca.web.evidence_texts import RECEIPTS, STANDINGS
from banca.web.explorer import words_of_options
from banca.web.house import CHANCES, CONDUCTS
from banca.web.page import clauses_told, game_titles, inline, page
from banca.words import Speech, speech
from banca.words.payment_steps import BREAKAGE, COMMISSION, PRIZE
from banca.words.results import results_of

TOLD = ("name", "pays", "odds", "cite", "status", "p_win", "house_edge", "commission")
"""What a table's page says of each bet."""

WORDS: dict[str, Term | Given] = {
    "round": term("round {number}"),
    "your_stake": term("you: {stake}"),
    "others_stake": term("others: {stake}"),
    "closed_now": term("closed now"),
    "placed": term("{stake} on {bet}"),
    "nothing_to_undo": term("You have nothing to undo."),
    "nothing_to_double": term("There are no bets that you could double."),
    "nothing_to_repeat": term("There are no bets from an earlier round to repeat."),
    "unknown_line": term("“{line}” is neither a bet with an amount nor an act. For example: {examples}"),
    "which": term("“{line}” could be: {allowed}"),
    "no_amount": term("{bet}: how much? For example: {example}"),
    "result": term("Result: {outcome}"),
    "null": term("Null: {reason}"),
    "even": term("You neither win nor lose"),
    "stands": term("stays"),
    "with_prize": WITH_PRIZE,
    "half_back": term("part of the stake is returned: {amount}"),
    "example": term("For example: {example}"),
    "other_chip": term("Amount"),
    "chip": term("Chip of {amount}"),
    "do": term("Confirm"),
    "logged_out": term("You are logged out."),
    "log_in": term("Log in"),
    "guest_again": term("Take a seat again as a guest"),
    "got_chips": term("You have {amount} patacas of play money."),
    "more": term("More details"),
    "waiting": term("Waiting for the croupier or other players."),
    "look_on": term("You are watching. Place a bet to take a seat."),
    "table_closed": term("This table is closed."),
    "committed": term("The result is hidden. Its commitment: {commitment}"),
    "void_shown": term("The round was voided. The hidden result was: {outcome}"),
    "seal_holds": term("Verified here: the result matches the commitment made before the bets."),
    "seal_broken": term("The result does NOT match the commitment. Call a supervisor."),
    "draw_holds": term("Verified here: the result follows from the seed and the players' numbers."),
    "draw_broken": term("The result does NOT follow from the seed and the players' numbers. Call a supervisor."),
    "draw_numbers": term("Drawn from the house's seed and the numbers of: {players}"),
    "draw_alone": term("Drawn from the house's seed alone: no player had pledged a number."),
    "number_left_out": term("Your number was sent and left out of this draw. Keep a note and call a supervisor."),
    "seal_unchecked": term("This browser can verify commitments only over HTTPS or on this machine."),
    "you": term("you"),
    "ready": term("Ready"),
    "go_on": term("Continue"),
    "your_turn": term("Your turn"),
    "their_turn": term("Waiting for {player}: {act}."),
    "next_act": term("Next"),
    "place_bets": term("Place your bets."),
    "bet_then": term("Place your bets, then press “{act}”."),
    "no_more_bets": term("No more bets."),
    "being_paid": term("The bets are being paid."),
    "not_open": term("Bets are not open yet."),
    "won_of": term("You win {amount} ({staked} staked)"),
    "lost_of": term("You lose {amount} ({staked} staked)"),
    "how_paid": term("How it was paid"),
    "staked": term("Staked"),
    "at_risk": term("at risk"),
    "best_next": term("best next"),
    "worst_next": term("worst"),
    "pays": term("Pays"),
    "chance": term("Chance to win"),
    "edge": term("House edge"),
    "your_bet": term("Your stake"),
    "would_win": term("Prize"),
    "one_less": term("One chip less"),
    "remove": term("Remove"),
    "forget": term("Delete"),
    "favourite_name": term("Name of these bets"),
    "no_favourites": term("No favourite bets yet. Place bets, then keep them here under a name."),
    "keep": term("Keep"),
    "clear": term("Clear"),
    "waiting_for": term("Waiting for {who}"),
    "would_come_to": term("{said}; take {take}, pay {pay}"),
    "pay_sheet": term("Pay sheet"),
    "player": term("Player"),
    "take": term("Take"),
    "pay_out": term("Pay"),
    "in_chips": term("In chips"),
    "all_together": term("Total"),
    "paid_to": term("Paid: {player}"),
    "nobody_paid": term("No bet is decided."),
    "all_paid": term("All ticked off"),
    "key": term("Key {letter}"),
    "step_of": term("{number} of {count}"),
    "coach_next": term("Next"),
    "coach_done": term("Let's play"),
    **STANDINGS,
}


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """A table: play, conduct or look on, as one's role is."""
    away = sent_away(request)
    if away:
        return away
    found = await asyncio.to_thread(find_table, state.house, table)
    game = find(found.opened.game)
    say = speech(language_of(request), game.id)
    data = await asyncio.to_thread(table_data, found, say)
    return page(
        request,
        template_of(game, "table.html"),
        words={**WORDS, **pages_of(game).table_words},
        data={**data, "log": log_told(state)},
        game=game.id,
        receipts=RECEIPTS,
        table=found,
        title=game_titles(say)[game.id],
        cloth=cloth_of(game.id),
        caution=caution(game.id),
        device=inline(device(game.id, say)),
        minimums=minimums_said(found, say),
    )


def log_told(state: State) -> dict[str, Any]:
    """Who signs the log of the house, and who watches over it."""
    return {"keys": state.house.log.keys if state.house.log else (), "witnesses": state.witnesses.keys}


def minimums_said(table: LiveTable, say: Speech) -> list[str]:
    """The kinds of bet that have a minimum of their own, each with it."""
    if not isinstance(table.conduct, ChanceConduct):
        return []
    kinds = {bet.id: bet for bet in table.conduct.rules.bets.values()}
    return [f"{say.family(kinds[kind])} {say.money(least)}" for kind, least in table.opened.minimums.items()]


def table_data(table: LiveTable, say: Speech) -> dict[str, Any]:
    """What the page's scripts are told of the table: ids, names, prizes, clauses, patterns; no money and nobody's state."""
    opened = table.opened
    data: dict[str, Any] = {
        "table": table.id,
        "game": opened.game,
        "options": [f"{name}={value}" for name, value in opened.options.items()],
        "minimum": opened.minimum,
        "maximum": opened.maximum,
        "chip": opened.chip,
        "needed": NEEDED,
        "coach": coach_told(opened.game, say),
        "clauses": clauses_told(opened.game, say.language),
        "phases": _said(find(opened.game).phases, say),
        "notes": _said(table.conduct.NOTES, say),
        "verdicts": _said(VERDICTS | results_of(opened.game), say),
        "events": {str(kind.__struct_config__.tag): say(kind.says) for kind in table.conduct.forms.events},
        "steps": {"prize": say(PRIZE), "commission": say(COMMISSION), "breakage": say(BREAKAGE)},
        "money": sorted(MONEY),
        "exact": sorted(EXACT),
        "devices": to_builtins([device_of(one) for one in table.conduct.devices]) if table.conduct.is_drawn else [],
        "bets": {},
        "start": "",
        "faces": [],
        "names": {},
        "parts": [],
        "values": {"game": game_titles(say), "chance": _said(CHANCES, say), "conduct": _said(CONDUCTS, say)},
        "optionWords": words_of_options(opened.game, say),
        "entered": {},
        "pressed": {},
        **acts_said(table.conduct, say),
    }
    if isinstance(table.conduct, ChanceConduct):
        data |= _of_chance(table.conduct, say)
    return data | pages_of(find(opened.game)).table_data(say)


def _of_chance(conduct: ChanceConduct[Any], say: Speech) -> dict[str, Any]:
    rules = conduct.rules
    bets = {
        figures.key: {name: plain(getattr(figures, name), say) for name in TOLD}
        | {"also": talk_of(rules, rules.bets[figures.key])}
        for figures in odds_under(rules).bets
    }
    return {
        "bets": bets,
        "faces": faces(rules),
        "start": "" if conduct.start.table is None else str(conduct.start.table),
        "names": outcome_names(rules, say),
        "entered": entered(conduct, say),
        "pressed": pressed(rules),
        "reasons": {str(name): say(null.says) for name, null in rules.rulebook.nulls.items()},
        "parts": [
            {"id": part.id, "name": part.said(say), "bets": [bet.key for group in part.groups for bet in group.bets]}
            for part in parts_of(rules)
        ],
        "states": {str(state): say.state(state) for state in rules.rulebook.table.states(rules.space)},
    }


def _said(terms: Mapping[Any, str], say: Speech) -> dict[str, str]:
    return {str(name): say(one) for name, one in terms.items()}


ROUTES: list[Any] = [table_page]

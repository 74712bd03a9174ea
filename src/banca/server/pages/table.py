"""The page of a live table: everything it says about the game comes from the rules that the table opened with."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import to_builtins

from banca.coach import coach_told
from banca.drawing.devices import device
from banca.drawing.felt import cloth_of, parts_of
from banca.games import find
from banca.house.commands import LiveTable
from banca.house.demo import NEEDED
from banca.house.story import VERDICTS
from banca.i18n import Translator, translator
from banca.i18n.answer import caution, json_values, plain
from banca.i18n.descriptions import result_words
from banca.i18n.lookup import talk_of
from banca.rules import Text, _
from banca.server.api.games import odds_under
from banca.server.commands import find_table
from banca.server.http import AnyRequest, language_of
from banca.server.pages.console import acts_said, entered, faces, outcome_names, pressed
from banca.server.pages.evidence import RECEIPTS, STANDINGS, log_keys
from banca.server.pages.page import clauses_told, game_titles, inline, page, sent_away
from banca.server.plugins import pages_of, template_of
from banca.tables.chance_engine import ChanceEngine

TOLD = ("name", "pays", "odds", "cite", "status", "p_win", "house_edge", "commission")
"""What a table's page says of each bet."""

WORDS: dict[str, Text] = {
    "round": _("round {number}"),
    "your_stake": _("you: {stake}"),
    "others_stake": _("others: {stake}"),
    "closed_now": _("closed now"),
    "placed": _("{stake} on {bet}"),
    "nothing_to_undo": _("You have nothing to undo."),
    "nothing_to_double": _("You have no bets to double."),
    "nothing_to_repeat": _("You have no bets from an earlier round to repeat."),
    "unknown_line": _("“{line}” is neither a bet with an amount nor an act. For example: {examples}"),
    "which": _("“{line}” could be: {allowed}"),
    "no_amount": _("{bet}: how much? For example: {example}"),
    "result": _("Result: {outcome}"),
    "even": _("You neither win nor lose"),
    "example": _("For example: {example}"),
    "other_chip": _("Amount"),
    "chip": _("Chip of {amount}"),
    "do": _("Confirm"),
    "logged_out": _("You are logged out."),
    "log_in": _("Log in"),
    "guest_again": _("Take a seat again as a guest"),
    "got_chips": _("You have {amount} patacas of play money."),
    "more": _("More details"),
    "waiting": _("Waiting for the croupier or other players."),
    "look_on": _("You are watching. Place a bet to take a seat."),
    "table_closed": _("This table is closed."),
    "committed": _("The result is hidden. Its commitment: {commitment}"),
    "void_shown": _("The round was voided. The hidden result was: {outcome}"),
    "seal_holds": _("Verified here: the result matches the commitment made before the bets."),
    "seal_broken": _("The result does NOT match the commitment. Call a supervisor."),
    "draw_holds": _("Verified here: the result follows from the seed and the players' numbers."),
    "draw_broken": _("The result does NOT follow from the seed and the players' numbers. Call a supervisor."),
    "draw_numbers": _("Drawn from the house's seed and the numbers of: {players}"),
    "draw_alone": _("Drawn from the house's seed alone: no player had pledged a number."),
    "number_left_out": _("Your number was sent but left out of this draw. Make a note and call a supervisor."),
    "seal_unchecked": _("This browser can verify commitments only over HTTPS or on this machine."),
    "you": _("you"),
    "ready": _("Ready"),
    "go_on": _("Continue"),
    "your_turn": _("Your turn"),
    "their_turn": _("Waiting for {player}: {act}."),
    "next_act": _("Next"),
    "place_bets": _("Place your bets."),
    "bet_then": _("Place your bets, then press “{act}”."),
    "no_more_bets": _("No more bets."),
    "being_paid": _("The bets are being paid."),
    "not_open": _("Bets are not open yet."),
    "won_of": _("You win {amount} ({staked} staked)"),
    "lost_of": _("You lose {amount} ({staked} staked)"),
    "how_paid": _("How it was paid"),
    "staked": _("Staked"),
    "at_risk": _("at risk"),
    "best_next": _("best next"),
    "worst_next": _("worst"),
    "pays": _("Pays"),
    "chance": _("Chance to win"),
    "edge": _("House edge"),
    "your_bet": _("Your stake"),
    "would_win": _("Prize"),
    "one_less": _("Remove one chip"),
    "remove": _("Remove"),
    "forget": _("Delete"),
    "favourite_name": _("Name of these bets"),
    "no_favourites": _("No favourite bets yet. Place bets, then keep them here under a name."),
    "keep": _("Save"),
    "clear": _("Clear"),
    "waiting_for": _("Waiting for {who}"),
    "would_come_to": _("{said}; take {take}, pay {pay}"),
    "pay_sheet": _("Pay sheet"),
    "player": _("Player"),
    "take": _("Take"),
    "pay_out": _("Pay"),
    "in_chips": _("In chips"),
    "all_together": _("Total"),
    "paid_to": _("Paid: {player}"),
    "nobody_paid": _("No bet is decided."),
    "all_paid": _("All paid"),
    "key": _("Key {letter}"),
    "step_of": _("{number} of {count}"),
    "coach_next": _("Next"),
    "coach_done": _("Let's play"),
    **STANDINGS,
}


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, state: State, table: FromPath[str]) -> Response[bytes] | Redirect:
    """A table: play, conduct or look on, as one's role is."""
    away = sent_away(request)
    if away:
        return away
    live = await asyncio.to_thread(find_table, state.house, table)
    game = find(live.opened.game)
    say = translator(language_of(request), game.id)
    data = await asyncio.to_thread(table_data, live, say)
    return page(
        request,
        template_of(game, "table.html"),
        words={**WORDS, **pages_of(game).table_words},
        data={**data, "log": log_keys(state)},
        game=game.id,
        receipts=RECEIPTS,
        table=live,
        title=game_titles(say)[game.id],
        cloth=cloth_of(game.id),
        caution=caution(game.id),
        device=inline(device(game.id, say)),
        minimums=minimums_said(live, say),
    )


def minimums_said(table: LiveTable, say: Translator) -> list[str]:
    """The kinds of bet that have a minimum of their own, each with it."""
    if not isinstance(table.engine, ChanceEngine):
        return []
    kinds = {bet.id: bet for bet in table.engine.rules.bets.values()}
    return [f"{say.family(kinds[kind])} {say.money(least)}" for kind, least in table.opened.minimums.items()]


def table_data(table: LiveTable, say: Translator) -> dict[str, Any]:
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
        "notes": _said(table.engine.NOTES, say),
        "verdicts": _said(VERDICTS | result_words(opened.game), say),
        "devices": to_builtins([device.describe() for device in table.engine.devices]) if table.engine.is_drawn else [],
        "bets": {},
        "start": "",
        "faces": [],
        "names": {},
        "parts": [],
        "entered": {},
        "pressed": {},
        **acts_said(table.engine, say),
    }
    if isinstance(table.engine, ChanceEngine):
        data |= _of_chance(table.engine, say)
    return data | pages_of(find(opened.game)).table_data(say)


def _of_chance(engine: ChanceEngine[Any], say: Translator) -> dict[str, Any]:
    rules = engine.rules
    bets = {
        figures.bet.key: plain(json_values(figures, TOLD), say) | {"also": talk_of(rules, rules.bets[figures.bet.key])}
        for figures in odds_under(rules).bets
    }
    return {
        "bets": bets,
        "faces": faces(rules),
        "start": "" if engine.start.table is None else str(engine.start.table),
        "names": outcome_names(rules, say),
        "entered": entered(engine, say),
        "pressed": pressed(rules),
        "parts": [{"id": part.id, "name": part.title(rules, say), "bets": part.bets} for part in parts_of(rules)],
        "states": {str(state): say.state(state) for state in rules.rulebook.table.states(rules.space)},
    }


def _said(terms: Mapping[Any, str], say: Translator) -> dict[str, str]:
    return {str(name): say(term) for name, term in terms.items()}


ROUTES: list[Any] = [table_page]

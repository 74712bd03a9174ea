"""Proposals: write a new bet, see its exact edge as one types, and take the dossier home."""

from typing import Any

from litestar import Response, get

from banca.games import of_chance, rulebook
from banca.i18n import translator
from banca.i18n.descriptions import FIGURES
from banca.proposals.compiler import MOST_LETTERS
from banca.rules import Text, _, _n, _p
from banca.server.http import AnyRequest, language_of
from banca.server.pages.builder_words import BUILDER_WORDS
from banca.server.pages.page import game_titles, page
from banca.server.pages.proposal_start import start_text

WORDS: dict[str, Text] = {
    "start": _("A starter file with explanations"),
    "not_text": _("{file} is not UTF-8 text. Save it as UTF-8."),
    "too_long": _("A file may have at most {most} characters."),
    "file_name": _("proposal"),
    "line": _("Line {line}: {because}"),
    "go_to_line": _("Go to line {line}"),
    "checking": _("Checking …"),
    "right": _("This text has no errors."),
    "right_but": _n("No errors, but {count} remark: {remark}", "No errors, but {count} remarks: {remark} …"),
    "stale": _("These figures are from the last version without errors."),
    "none_yet": _("The figures appear here when the text has no errors."),
    "replaced": _("{name} is now in the editor. You can restore your own text."),
    "kept_not": _("This browser does not keep drafts. Save the text to a file."),
    "writing": _("Writing the dossier …"),
    "simulating": _("Simulating and writing the dossier: up to a minute …"),
    "downloaded": _("{name} is ready."),
    "warning": _("Remark"),
    "bets": _("Proposed bets and prizes"),
    "bet": _("bet"),
    "pays": FIGURES["pays"],
    "edge": _("house edge"),
    "edge_before": _("before: {edge}"),
    "wins": FIGURES["p_win"],
    "loses": FIGURES["p_lose"],
    "one_in": _("one in"),
    "sd": _("standard deviation"),
    "is_new": _("new bet"),
    "is_changed": _("different prizes"),
    "alike": _("{family} ({count} bets)"),
    "prizes": _("Prizes, and the house edge if one were a step lower or higher"),
    "prize": _("prize"),
    "chance": _("chance"),
    "lower": _("one step lower"),
    "higher": _("one step higher"),
    "example": _("Worked examples with the minimum stake"),
    "outcomes": _("outcomes"),
    "result": _p("of a bet", "result"),
    "received": _("received"),
    "net": _("net"),
    "staked": _("staked"),
    "rounded": _("With a stake of {stake} and payments rounded down to the chip of {chip}: {edge}"),
    "liability": _("The most that one bet can cost the house: {prize} for a stake of {stake}, probability {chance}"),
    "layout": _("Layout with the proposed bets marked"),
    "comparison": _("All bets of the game, from the lowest house edge to the highest"),
    "proposed": _("proposed"),
    **BUILDER_WORDS,
}


@get("/proposals", include_in_schema=False)
async def proposals(request: AnyRequest) -> Response[bytes]:
    """The editor, and what follows from what is in it."""
    say = translator(language_of(request))
    return page(
        request,
        "proposals.html",
        words=WORDS,
        data={"games": game_titles(say), "ofChance": of_chance(), "start": start_text(say), "most": MOST_LETTERS},
        asked_under=[cite for game in of_chance() for cite in rulebook(game).new_bets],
    )


ROUTES: list[Any] = [proposals]

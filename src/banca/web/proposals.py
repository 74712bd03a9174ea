"""Proposals: write a new bet, see its exact edge as one types, and take the dossier home."""

from typing import Any

from litestar import Response, get

from banca.dossier import texts
from banca.games import of_chance, rulebook
from banca.proposals.compiler import MOST_LETTERS
from banca.rulebook import Given, Term, plural, term
from banca.service.http import AnyRequest, language_of
from banca.web.builder_words import BUILDER_WORDS
from banca.web.page import game_titles, page
from banca.web.proposal_start import start_text
from banca.words import speech
from banca.words.figures import FIGURES

WORDS: dict[str, Term | Given] = {
    "start": term("A starter file with explanations"),
    "not_text": term("{file} is not UTF-8 text. Save it as UTF-8."),
    "too_long": term("A file may have at most {most} characters."),
    "file_name": term("proposal"),
    "line": term("Line {line}: {because}"),
    "go_to_line": term("Go to line {line}"),
    "checking": term("Checking …"),
    "right": term("This text has no errors."),
    "right_but": plural("No errors, but {count} remark: {remark}", "No errors, but {count} remarks: {remark} …"),
    "stale": term("These figures are from the last version without errors."),
    "none_yet": term("The figures appear here when the text has no errors."),
    "replaced": term("{name} is now in the editor. You can restore your own text."),
    "kept_not": term("This browser does not keep drafts. Save the text to a file."),
    "writing": term("Writing the dossier …"),
    "simulating": term("Simulating and writing the dossier: up to a minute …"),
    "downloaded": term("{name} is ready."),
    "warning": term("Remark"),
    "bets": term("Proposed bets and prizes"),
    "bet": term("bet"),
    "pays": FIGURES["pays"],
    "edge": term("house edge"),
    "edge_before": term("before: {edge}"),
    "wins": FIGURES["p_win"],
    "loses": FIGURES["p_lose"],
    "one_in": term("one in"),
    "sd": term("standard deviation"),
    "is_new": term("new bet"),
    "is_changed": term("different prizes"),
    "alike": texts.ALIKE,
    "prizes": term("Prizes, and the house edge if one were a step lower or higher"),
    "prize": term("prize"),
    "chance": term("chance"),
    "lower": term("one step lower"),
    "higher": term("one step higher"),
    "example": term("Worked examples with the minimum stake"),
    "outcomes": term("outcomes"),
    "result": term("result"),
    "received": term("received"),
    "net": term("net"),
    "staked": term("staked"),
    "rounded": term("With a stake of {stake} and payments rounded down to the chip of {chip}: {edge}"),
    "liability": term("The most that one bet can cost the house: {prize} for a stake of {stake}, probability {chance}"),
    "layout": term("Layout with the proposed bets marked"),
    "comparison": term("All bets of the game, from the lowest house edge to the highest"),
    "proposed": term("proposed"),
    **BUILDER_WORDS,
}


@get("/proposals", include_in_schema=False)
async def proposals(request: AnyRequest) -> Response[bytes]:
    """The editor, and what follows from what is in it."""
    say = speech(language_of(request))
    return page(
        request,
        "proposals.html",
        words=WORDS,
        data={"games": game_titles(say), "ofChance": of_chance(), "start": start_text(say), "most": MOST_LETTERS},
        asked_under=[cite for game in of_chance() for cite in rulebook(game).new_bets],
    )


ROUTES: list[Any] = [proposals]

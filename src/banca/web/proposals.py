"""Proposals: write a new bet, see its exact edge as one types, and take the dossier home."""

from typing import Any

from litestar import Response, get

from banca.dossier import texts
from banca.games import of_chance, rulebook
from banca.proposals.compiler import MOST_LETTERS
from banca.rulebook import Term, term
from banca.service.http import AnyRequest, language_of
from banca.web.page import game_titles, page
from banca.web.proposal_start import start_text
from banca.words import speech
from banca.words.figures import FIGURES

WORDS: dict[str, Term] = {
    "start": term("A first file, explained"),
    "not_text": term("{file} is not text in UTF-8; save it so."),
    "too_long": term("A file may have {count} letters at most."),
    "file_name": term("proposal"),
    "line": term("Line {line}: {because}"),
    "go_to_line": term("Go to line {line}"),
    "checking": term("Checking …"),
    "right": term("Nothing is wrong with this text."),
    "stale": term("These are the figures of the last text without a fault."),
    "none_yet": term("The figures appear here as soon as nothing is wrong with the text."),
    "replaced": term("{name} is in the editor now; your own text can be brought back."),
    "kept_not": term("This browser keeps no drafts; save the text to a file."),
    "writing": term("Writing the dossier …"),
    "simulating": term("Simulating and writing the dossier: up to a minute …"),
    "downloaded": term("{name} is written."),
    "warning": term("Warning"),
    "bets": term("What is proposed"),
    "bet": term("bet"),
    "pays": FIGURES["pays"],
    "edge": term("house edge"),
    "edge_before": term("before: {edge}"),
    "wins": FIGURES["p_win"],
    "loses": FIGURES["p_lose"],
    "ties": FIGURES["p_push"],
    "one_in": term("one in"),
    "rounds": FIGURES["mean_rounds"],
    "sd": term("standard deviation"),
    "edge_per_round": FIGURES["house_edge_per_round"],
    "is_new": term("new bet"),
    "is_changed": term("other prizes"),
    "alike": texts.ALIKE,
    "prizes": term("Prizes, and the edge if one were lower or higher by one"),
    "prize": term("prize"),
    "chance": term("chance"),
    "lower": term("one lower"),
    "higher": term("one higher"),
    "example": term("Worked examples of a minimum stake"),
    "outcomes": term("outcomes"),
    "result": term("result"),
    "received": term("received"),
    "net": term("net"),
    "staked": term("staked"),
    "rounded": term("At a stake of {stake}, rounded down to the chip of {chip}: {edge}"),
    "liability": term("The most that one bet can cost: {prize} for a stake of {stake}, chance {chance}"),
    "layout": term("Layout with the proposed bets marked"),
    "comparison": term("Among the bets of the game, from the lowest edge to the highest"),
    "proposed": term("proposed"),
}


@get("/proposals", include_in_schema=False)
async def proposals(request: AnyRequest) -> Response[bytes]:
    """The editor, and what follows from what is in it."""
    say = speech(language_of(request))
    return page(
        request,
        "proposals.html",
        words=WORDS,
        data={"games": game_titles(say), "start": start_text(say), "most": MOST_LETTERS},
        asked_under=[cite for game in of_chance() for cite in rulebook(game).new_bets],
    )


ROUTES: list[Any] = [proposals]

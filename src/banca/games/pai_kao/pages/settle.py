"""Settle a round of Pai Kao: tiles to gates and pairs, stakes, the bank; the page asks what a round's file asks."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from litestar import Response

from banca.answers import game_answer, plain
from banca.games.pai_kao import COMMISSION
from banca.games.pai_kao.answers import texts
from banca.games.pai_kao.bank import COMMISSION_CITES
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.pages.explorer import sheet
from banca.games.pai_kao.pages.handlers import ranks_answer
from banca.games.pai_kao.procedure import GATES
from banca.games.pai_kao.round_words import write_words
from banca.games.pai_kao.tiles import HAND
from banca.rulebook import Term, term
from banca.service.http import AnyRequest, language_of
from banca.web.page import page
from banca.web.settle import SETTLING, clause_texts, examples
from banca.words import speech
from banca.words.figures import DATES

WORDS: dict[str, Term] = SETTLING | {
    "gate": term("gate {gate}"),
    "banker": term("banker"),
    "front": term("front"),
    "rear": term("rear"),
    "pair": term("pair {number}"),
    "slot": term("gate {gate}, pair {pair}, place {place}: {tile}"),
    "free": term("empty place"),
    "tile_to": term("Tiles go to gate {gate}, pair {pair}."),
    "all_laid": term("Every place that was begun is filled; press a free place to go on."),
    "stake_by": term("player"),
    "stake": term("stake, patacas"),
    "principal": term("principal, patacas"),
    "who_banks": term("banker or co-banker"),
    "late": term("after the shake"),
    "add_stake": term("Add a stake"),
    "exposed": term("tiles exposed"),
    "set_by": term("set by, if not the highest stake"),
    "building": term(
        "The answer comes when the banker's gate and every gate that was begun have {count} tiles, and the bank its principal."
    ),
    "first_dealt": texts.FIRST_DEALT,
    "gate_set_by": texts.GATE_SET_BY,
    "is_void": texts.VOID,
    "claim": texts.CLAIM,
    **{f"result_{name}": said for name, said in texts.RESULTS.items()},
    "bank": term("bank"),
    "claims": term("Claims"),
    "commission": term("commission"),
    "breakage": term("breakage"),
    "settled": term("Settled: {nets}."),
}


def settle(request: AnyRequest) -> Response[bytes]:
    """The page; a link carries the round, which the page reads by itself."""
    say = speech(language_of(request))
    ranks = plain(ranks_answer(), say)
    return page(
        request,
        "pai_kao/settle.html",
        words=WORDS,
        data={
            "game": "pai_kao",
            "gates": list(GATES),
            "hand": HAND,
            "tiles": {one["tile"]: one["name"] for one in ranks["tiles"]},
            "clauses": clause_texts("pai_kao", say.language),
        },
        report=game_answer("pai_kao"),
        dates=DATES,
        examples=examples("pai_kao"),
        tiles=ranks["tiles"],
        lines_cite=LINES_CITE.clause,
        rate=say.percent_of(COMMISSION),
        commission_cites=[cite.clause for cite in COMMISSION_CITES],
        sheet=sheet(),
    )


def link(asked: Mapping[str, Any]) -> str:
    """A round as the part of an address behind the question mark, in the words of the command line."""
    return urlencode(write_words(asked))

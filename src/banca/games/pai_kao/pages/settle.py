"""Settle a round of Pai Kao: tiles to gates and pairs, stakes, the bank; the page asks what a round's file asks."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from litestar import Response

from banca.answers import game_answer
from banca.games.pai_kao import COMMISSION, nouns
from banca.games.pai_kao.answers import texts
from banca.games.pai_kao.answers.round import CASINO
from banca.games.pai_kao.bank import COMMISSION_CITES
from banca.games.pai_kao.hands import LINES_CITE
from banca.games.pai_kao.nouns import BANK, BANKER, FRONT, GATE_WITHIN, PLAYER, REAR, THE_CASINO, THE_HOUSE_WAY
from banca.games.pai_kao.pages.explorer import sheet
from banca.games.pai_kao.pages.handlers import ranks_answer
from banca.games.pai_kao.procedure import GATES
from banca.games.pai_kao.round_words import write_words
from banca.games.pai_kao.setters import HOUSE
from banca.games.pai_kao.tiles import HAND
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.rules import Text, _
from banca.service.http import AnyRequest, language_of
from banca.web.page import clauses_told, page
from banca.web.settle import SETTLING, examples

WORDS: dict[str, Text] = {
    **SETTLING,
    "gate": GATE_WITHIN,
    "banker": BANKER,
    "front": FRONT,
    "rear": REAR,
    "pair": _("group {number}"),
    "slot": _("gate {gate}, group {pair}, position {place}: {tile}"),
    "free": _("empty"),
    "tile_to": _("Tiles go to gate {gate}, group {pair}."),
    "all_laid": _("Every gate that you started is complete. Press an empty position to continue."),
    "stake_by": PLAYER,
    "stake": _("stake, patacas"),
    "principal": _("principal, patacas"),
    "who_banks": _("banker or co-banker"),
    "late": _("after the shake"),
    "add_stake": _("Add a stake"),
    "exposed": _("tiles exposed"),
    "set_by": _("set by, if not by the highest stake"),
    "building": _(
        "The answer appears when the banker's gate and every other gate you started have {count} tiles, and the bank has a principal."
    ),
    "first_dealt": texts.FIRST_DEALT,
    "gate_set_by": texts.GATE_SET_BY,
    "is_void": texts.VOID,
    "claim": texts.CLAIM,
    **{f"result_{name}": said for name, said in texts.RESULTS.items()},
    "bank": BANK,
    "casino": THE_CASINO,
    "house_way_sets": THE_HOUSE_WAY,
    "then": texts.THEN,
    "claims": _("Claims"),
    "commission": _("commission"),
    "breakage": _("breakage"),
    "settled": _("Settled: {nets}."),
}


def settle(request: AnyRequest) -> Response[bytes]:
    """The page; a link carries the round, which the page reads by itself."""
    say = translator(language_of(request), "pai_kao")
    ranks = plain(ranks_answer(), say)
    return page(
        request,
        "pai_kao/settle.html",
        words=WORDS,
        data={
            "game": "pai_kao",
            "gates": list(GATES),
            "hand": HAND,
            "casino": CASINO,
            "houseWay": HOUSE,
            "tiles": {one["tile"]: one["name"] for one in ranks["tiles"]},
            "clauses": clauses_told("pai_kao", say.language),
        },
        game="pai_kao",
        report=game_answer("pai_kao"),
        nouns=nouns,
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

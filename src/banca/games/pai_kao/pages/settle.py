"""Settle a round of Pai Kao: tiles to gates and pairs, stakes, the bank; the page asks what a round's file asks."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from litestar import Response

from banca.answers import game_answer, plain
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
from banca.rulebook import Given, Term, term, words
from banca.service.http import AnyRequest, language_of
from banca.web.page import clauses_told, page
from banca.web.settle import SETTLING, examples
from banca.words import speech

WORDS: dict[str, Term | Given] = {
    **SETTLING,
    "gate": GATE_WITHIN,
    "banker": BANKER,
    "front": FRONT,
    "rear": REAR,
    "pair": words("group {number}", pt="grupo {number}", zh="第 {number} 組"),
    "slot": words(
        "gate {gate}, group {pair}, position {place}: {tile}",
        pt="lugar {gate}, grupo {pair}, posição {place}: {tile}",
        zh="第 {gate} 門第 {pair} 組第 {place} 位：{tile}",
    ),
    "free": words("empty", pt="vazia", zh="空位"),
    "tile_to": words(
        "Tiles go to gate {gate}, group {pair}.",
        pt="As pedras vão para o lugar {gate}, grupo {pair}.",
        zh="牌會放到第 {gate} 門第 {pair} 組。",
    ),
    "all_laid": words(
        "Every gate that you started is complete. Press an empty position to continue.",
        pt="Todos os lugares começados estão completos. Prima uma posição vazia para continuar.",
        zh="已開始的各門均已放滿；按空位以繼續。",
    ),
    "stake_by": PLAYER,
    "stake": words("stake, patacas", pt="aposta, patacas", zh="注碼（澳門元）"),
    "principal": words("principal, patacas", pt="capital, patacas", zh="博彩本金（澳門元）"),
    "who_banks": words("banker or co-banker", pt="banqueiro ou co-banqueiro", zh="莊家或幫莊者"),
    "late": words("after the shake", pt="depois de agitados os dados", zh="搖骰後"),
    "add_stake": words("Add a stake", pt="Adicionar uma aposta", zh="加入注碼"),
    "exposed": words("tiles exposed", pt="pedras expostas", zh="誤露的牌"),
    "set_by": words(
        "set by, if not by the highest stake",
        pt="combinadas por, se não pela maior aposta",
        zh="組牌者（如非最高投注額者）",
    ),
    "building": words(
        "The answer appears when the banker's gate and every other gate you started have {count} tiles, and the bank has a principal.",
        pt="A resposta aparece quando o lugar do banqueiro e cada lugar começado tiverem {count} pedras e a banca tiver capital.",
        zh="莊家一門及每個已開始的門各有 {count} 隻牌，且莊方有博彩本金時，即顯示結果。",
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
    "claims": words("Claims", pt="Reclamações", zh="索償"),
    "commission": term("commission"),
    "breakage": term("breakage"),
    "settled": words("Settled: {nets}.", pt="Liquidado: {nets}.", zh="已結算：{nets}。"),
}


def settle(request: AnyRequest) -> Response[bytes]:
    """The page; a link carries the round, which the page reads by itself."""
    say = speech(language_of(request), "pai_kao")
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

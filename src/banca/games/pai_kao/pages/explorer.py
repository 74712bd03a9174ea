"""Pai Kao in the explorer: what the game is worth, how tiles and pairs rank, and what each setting of four tiles does."""

from functools import cache

from litestar import Response
from markupsafe import Markup

from banca.answers import game_answer, plain
from banca.drawing.shapes import element
from banca.games.pai_kao import nouns
from banca.games.pai_kao.answers import texts as said
from banca.games.pai_kao.bank import COMMISSION_CITES, COVER_CITE
from banca.games.pai_kao.exact.deals import HANDS_LEFT, WAYS
from banca.games.pai_kao.exact.gates import MOST_GATES
from banca.games.pai_kao.felt.tiles import symbols
from banca.games.pai_kao.nouns import BANKER, FRONT, PLAYER, REAR
from banca.games.pai_kao.pages import bank_texts
from banca.games.pai_kao.pages.handlers import ranks_answer, values_answer
from banca.games.pai_kao.pairs import TABLE_CITE
from banca.games.pai_kao.tiles import HAND, RANK_CITE
from banca.rulebook import Given, Term, term, words
from banca.rulebook.wording import SEPARATORS
from banca.service.http import AnyRequest, language_of
from banca.web.page import inline, page
from banca.words import speech

DEALS = sum(WAYS) * HANDS_LEFT
WORDS: dict[str, Term | Given] = {
    "front": FRONT,
    "rear": REAR,
    "win": words("wins", pt="ganha", zh="贏"),
    "tie": words("ties", pt="empata", zh="和"),
    "lose": words("loses", pt="perde", zh="輸"),
    "value": words("value, per unit staked", pt="valor, por unidade apostada", zh="價值（按注碼計）"),
    "front_wins": words("front higher", pt="grupo da frente maior", zh="前線較大"),
    "rear_wins": words("rear higher", pt="grupo de trás maior", zh="後線較大"),
    "best": words("best setting", pt="melhor combinação", zh="最佳組合"),
    "equal_best": words("as good as the others", pt="tão boa como as outras", zh="與其他組合同樣好"),
    "setting": words("Setting {number}", pt="Combinação {number}", zh="組合 {number}"),
    "chosen": words(
        "{count} of {most} tiles chosen",
        pt="{count} de {most} pedras escolhidas",
        zh="已選 {count} 隻牌，共需 {most} 隻",
    ),
    "is_full": words(
        "Four tiles are chosen. Remove one first.",
        pt="Já estão escolhidas quatro pedras. Retire primeiro uma.",
        zh="已選滿四隻牌；請先移除一隻。",
    ),
    "took": words(
        "Exact, over all {hands} hands that the remaining tiles can make; answered in {time} ms.",
        pt="Exacto, em todas as {hands} mãos que as pedras restantes podem formar; resposta em {time} ms.",
        zh="按餘牌可組成的全部 {hands} 手牌精確計算；用時 {time} 毫秒。",
    ),
    "place": words("number {place} of {of}", pt="número {place} de {of}", zh="第 {place} 位，共 {of} 位"),
    "value_player": words("value to the player", pt="valor para o jogador", zh="對閒家的價值"),
    "value_banker": words("value to the banker", pt="valor para o banqueiro", zh="對莊家的價值"),
    "value_house": words("commission of the casino", pt="comissão do casino", zh="博彩場所的抽水"),
    "between": words(
        "Player: {player}. Banker: {banker}.",
        pt="Jogador: {player}. Banqueiro: {banker}.",
        zh="閒家：{player}。莊家：{banker}。",
    ),
    "player": PLAYER,
    "banker": BANKER,
    "exactly": term("exactly"),
    "rounded": term("rounded"),
    "figure": term("figure"),
    "bad_amount": term("{asked} is not an amount in patacas."),
    "bank_win": said.BANK_WINS,
    "bank_even": said.BANK_EVEN,
    "bank_lose": said.BANK_LOSES,
    "bank_gross": said.GROSS,
    "bank_commission": said.MEAN_COMMISSION,
    "bank_value": said.VALUE_BANK,
    "bank_value_gate_by_gate": said.GATE_BY_GATE,
    "bank_mean": said.MEAN_GAIN,
    "most_often": said.MOST_OFTEN,
    "won": said.WON,
    "net": term("net"),
    "chance": words("chance", pt="probabilidade", zh="機會"),
}


def explore(request: AnyRequest) -> Response[bytes]:
    """The page of the explorer."""
    say = speech(language_of(request), "pai_kao")
    values, ranks = plain(values_answer(), say), plain(ranks_answer(), say)
    return page(
        request,
        "pai_kao/explore.html",
        words=WORDS,
        data={
            "values": values,
            "tiles": {one["tile"]: one for one in ranks["tiles"]},
            "hand": HAND,
            "hands": HANDS_LEFT,
        },
        most_gates=MOST_GATES,
        game="pai_kao",
        report=game_answer("pai_kao"),
        nouns=nouns,
        bank_texts=bank_texts,
        ranks=ranks,
        values=values,
        deals=f"{DEALS:,}".replace(",", SEPARATORS[say.language][0]),
        cites={
            "tiles": RANK_CITE.clause,
            "pairs": TABLE_CITE.clause,
            "commission": [cite.clause for cite in COMMISSION_CITES],
            "bank": [cite.clause for cite in (COVER_CITE, *COMMISSION_CITES)],
        },
        sheet=sheet(),
    )


@cache
def sheet() -> Markup:
    """Every tile as a symbol, to be drawn with `use`."""
    drawn = element("svg", element("defs", *symbols()), class_="felt tile-sheet", aria_hidden="true")
    return inline(drawn)

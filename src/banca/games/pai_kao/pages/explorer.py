"""Pai Kao in the explorer: what the game is worth, how tiles and pairs rank, and what each setting of four tiles does."""

from functools import cache

from litestar import Response
from markupsafe import Markup

from banca.answers import game_answer
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
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.rules import Text, _
from banca.rules.text import SEPARATORS
from banca.service.http import AnyRequest, language_of
from banca.web.page import inline, page

DEALS = sum(WAYS) * HANDS_LEFT
WORDS: dict[str, Text] = {
    "front": FRONT,
    "rear": REAR,
    "win": _("wins"),
    "tie": _("ties"),
    "lose": _("loses"),
    "value": _("value, per unit staked"),
    "front_wins": _("front higher"),
    "rear_wins": _("rear higher"),
    "best": _("best setting"),
    "equal_best": _("as good as the others"),
    "setting": _("Setting {number}"),
    "chosen": _("{count} of {most} tiles chosen"),
    "is_full": _("Four tiles are chosen. Remove one first."),
    "took": _("Exact, over all {hands} hands that the remaining tiles can make; answered in {time} ms."),
    "place": _("number {place} of {of}"),
    "value_player": _("value to the player"),
    "value_banker": _("value to the banker"),
    "value_house": _("commission of the casino"),
    "between": _("Player: {player}. Banker: {banker}."),
    "player": PLAYER,
    "banker": BANKER,
    "exactly": _("exactly"),
    "rounded": _("rounded"),
    "figure": _("figure"),
    "bad_amount": _("{asked} is not an amount in patacas."),
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
    "net": _("net"),
    "chance": _("chance"),
}


def explore(request: AnyRequest) -> Response[bytes]:
    """The page of the explorer."""
    say = translator(language_of(request), "pai_kao")
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

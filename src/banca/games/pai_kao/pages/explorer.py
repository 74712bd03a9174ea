"""Pai Kao in the explorer: what the game is worth, how tiles and pairs rank, and what each setting of four tiles does."""

from functools import cache

from litestar import Response
from markupsafe import Markup

from banca.answers import game_answer, plain
from banca.drawing.shapes import element
from banca.games.pai_kao.bank import COMMISSION_CITES
from banca.games.pai_kao.exact.deals import HANDS_LEFT, WAYS
from banca.games.pai_kao.felt.tiles import symbols
from banca.games.pai_kao.pages.handlers import ranks_answer, values_answer
from banca.games.pai_kao.pairs import TABLE_CITE
from banca.games.pai_kao.tiles import HAND, RANK_CITE
from banca.rulebook import Term, term
from banca.rulebook.wording import SEPARATORS
from banca.service.http import AnyRequest, language_of
from banca.web.page import inline, page
from banca.words import speech
from banca.words.figures import DATES

DEALS = sum(WAYS) * HANDS_LEFT
WORDS: dict[str, Term] = {
    "front": term("front"),
    "rear": term("rear"),
    "win": term("wins"),
    "tie": term("ties"),
    "lose": term("loses"),
    "value": term("worth, of the stake"),
    "front_wins": term("front higher"),
    "rear_wins": term("rear higher"),
    "best": term("best setting"),
    "equal_best": term("as good as any"),
    "setting": term("Setting {number}"),
    "chosen": term("{count} of {most} tiles chosen"),
    "is_full": term("All tiles of a hand are chosen; take one away first."),
    "took": term("Exact over all {hands} hands that the tiles left can make; answered in {time} ms."),
    "place": term("number {place} of {of}"),
    "value_player": term("worth to the player's gate"),
    "value_banker": term("worth to the banker"),
    "value_house": term("commission to the house"),
    "between": term("Player: {player}. Banker: {banker}."),
    "player": term("player"),
    "banker": term("banker"),
    "exactly": term("exactly"),
    "rounded": term("rounded"),
    "figure": term("figure"),
}


def explore(request: AnyRequest) -> Response[bytes]:
    """The page of the explorer."""
    say = speech(language_of(request))
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
        report=game_answer("pai_kao"),
        dates=DATES,
        ranks=ranks,
        values=values,
        deals=f"{DEALS:,}".replace(",", SEPARATORS[say.language][0]),
        cites={
            "tiles": RANK_CITE.clause,
            "pairs": TABLE_CITE.clause,
            "commission": [cite.clause for cite in COMMISSION_CITES],
        },
        sheet=sheet(),
    )


@cache
def sheet() -> Markup:
    """Every tile as a symbol, to be drawn with `use`."""
    drawn = element("svg", element("defs", *symbols()), class_="felt tile-sheet", aria_hidden="true")
    return inline(drawn)

"""The trainer: a game and a level are chosen, bets and a result are shown, and the croupier says what each is paid."""

from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from banca.drawing.devices import device
from banca.games import find
from banca.i18n import translator
from banca.i18n.answer import caution
from banca.i18n.descriptions import describe_options, result_words
from banca.i18n.lookup import find_game
from banca.law import Language, law
from banca.rules import _
from banca.server.http import AnyRequest, compute, page_language
from banca.server.pages.page import game_titles, inline, menu_of, page
from banca.training.drills import KIND_NAMES, kinds_of
from banca.training.exercise import LEVELS, MOST_WEIGHT, deciding_options
from banca.training.questions import exercises_of, practised

# Games by language: what their options decide is found by exploring every bet under each.
CACHED_OPTIONS = 50
LEVEL_NAMES = {1: _("One bet"), 2: _("Three bets"), 3: _("Six bets of several players")}


@get("/trainer", include_in_schema=False)
async def trainer_index(request: AnyRequest) -> Response[bytes]:
    """The games to choose from."""
    titles = game_titles(translator(page_language(request)))
    return page(
        request,
        "trainer_games.html",
        levels=LEVEL_NAMES,
        practised={game: titles[game] for game in practised()},
        cards=menu_of(request, "/trainer"),
    )


@get("/trainer/{game:str}", include_in_schema=False)
async def trainer_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Exercises of one game."""
    game = find_game(game).value.id
    spoken = page_language(request)
    options = await compute(request, options_asked, game, spoken)
    kinds = {kind: KIND_NAMES[kind] for kind in await compute(request, kinds_of, game)}
    say = translator(spoken, game)
    return page(
        request,
        "trainer.html",
        words=result_words(game),
        data={
            "game": game,
            "families": {**exercises_of(game).families(say), **{kind.value: say(name) for kind, name in kinds.items()}},
            "kinds": list(kinds),
            "levels": list(LEVELS),
            "mostWeight": MOST_WEIGHT,
        },
        game=game,
        title=law(game).instrument.title[spoken],
        caution=caution(game),
        options=options,
        levels=LEVEL_NAMES,
        kinds=kinds,
        device=inline(device(game, say)),
    )


@lru_cache(CACHED_OPTIONS)
def options_asked(game: str, spoken: Language) -> list[dict[str, Any]]:
    """The options by which bets fare otherwise, in words."""
    deciding = {} if not find(game).rulebook else deciding_options(game)
    options = describe_options(find(game).options, translator(spoken, game))
    return [option for option in options if option["option"] in deciding]


ROUTES: list[Any] = [trainer_index, trainer_game]

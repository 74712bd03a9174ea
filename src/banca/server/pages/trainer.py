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
from banca.rules import Text, _
from banca.server.http import AnyRequest, aside, language_of
from banca.server.pages.page import game_titles, inline, menu_of, page
from banca.training.drills import KIND_NAMES, kinds_of
from banca.training.exercise import LEVELS, MOST_WEIGHT, deciding_options
from banca.training.questions import exercises_of, practised

# Games by language: what their options decide is found by exploring every bet under each.
CACHED_OPTIONS = 50
LEVEL_NAMES = {1: _("One bet"), 2: _("Three bets"), 3: _("Six bets of several players")}

MARK_WORDS: dict[str, Text] = {
    "right": _("correct"),
    "wrong": _("mistake"),
    "you_said": _("your answer: {answer}"),
}
"""What a mark says, here and in the school."""

FORM_WORDS: dict[str, Text] = {
    **MARK_WORDS,
    "stake": _("stake {stake}"),
    "paid": _("paid, without the stake"),
    "result_of": _("Result of the bet"),
    "before": _("Before: {outcomes}"),
    "point": _("point {number}"),
    "chip": _("Chip: {chip}. Payments are rounded down to a multiple of it."),
    "choose": _(
        "Choose a result for every bet. For a bet that wins, enter the amount paid without the stake, such as 100 or 12.50."
    ),
    "amount": _("amount"),
    "type_amount": _("Enter an amount, such as 100 or 12.50."),
    "type_counts": _("Enter the number of chips of each value."),
    "choose_one": _("Choose one of the answers."),
    "score": _("{right} of {asked} correct"),
    "player": _("Player"),
    "taken": _("take"),
    "paid_to": _("pay, without the stakes"),
}
"""What the form of a question says, here and in the school."""

WORDS = {
    **FORM_WORDS,
    "mark": _("Mark"),
    "next": _("Next exercise"),
    "streak": _("in a row: {streak}, best: {best}"),
    "seconds": _("{seconds} s"),
    "average": _("{seconds} s per bet"),
    "nothing_yet": _("Nothing marked yet."),
    "really": _("Really delete it?"),
    "forgotten": _("Your record of this game was deleted."),
}


@get("/trainer", include_in_schema=False)
async def trainer_index(request: AnyRequest) -> Response[bytes]:
    """The games to choose from."""
    titles = game_titles(translator(language_of(request)))
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
    spoken = language_of(request)
    options = await aside(request, options_asked, game, spoken)
    kinds = {kind: KIND_NAMES[kind] for kind in await aside(request, kinds_of, game)}
    say = translator(spoken, game)
    return page(
        request,
        "trainer.html",
        words=WORDS | result_words(game),
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

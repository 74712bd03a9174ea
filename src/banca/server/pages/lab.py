"""The lab: strategies, sessions, results, and the best way to play."""

from typing import Any

from litestar import Response, get

from banca.analysis.simulation.game_simulation import no_exact_mean
from banca.analysis.simulation.strategy_file import BET_KEYS, NAMES, SESSION_KEYS, simulated_games
from banca.games import find
from banca.i18n import translator
from banca.i18n.descriptions import describe_options
from banca.server.api.lab import MOST_ROUNDS as MOST_BEST_ROUNDS
from banca.server.api.lab import shipped
from banca.server.http import AnyRequest, page_language
from banca.server.pages.page import game_titles, page
from banca.server.simulations import MOST_LETTERS, MOST_ROUNDS, MOST_SESSIONS


@get("/lab", include_in_schema=False)
async def lab(request: AnyRequest) -> Response[bytes]:
    """Strategies, sessions, results."""
    say = translator(page_language(request))
    data = {
        "games": {game: title for game, title in game_titles(say).items() if game in simulated_games()},
        "strategies": shipped(say.language),
        "options": {game: describe_options(find(game).options, say) for game in simulated_games()},
        "no_exact_mean": {game: say(no_exact_mean(game)) for game in simulated_games()},
        "most": {
            "sessions": MOST_SESSIONS,
            "rounds": MOST_ROUNDS,
            "letters": MOST_LETTERS,
            "best_rounds": MOST_BEST_ROUNDS,
        },
    }
    keys = {"session": SESSION_KEYS, "bet": BET_KEYS, "progression": NAMES}
    return page(request, "lab.html", data=data, keys=keys)


ROUTES: list[Any] = [lab]

"""The lab: choose or write a strategy, run it on the server, and see what it does to the money."""

from typing import Any

from litestar import Response, get

from banca.games import find
from banca.rulebook import term
from banca.service.http import AnyRequest, language_of
from banca.service.lab import MOST_LETTERS, MOST_ROUNDS, shipped
from banca.service.runs import MOST_SESSIONS
from banca.simulation.part import no_exact_mean
from banca.simulation.strategy_file import BET_KEYS, NAMES, SESSION_KEYS, simulated
from banca.web.page import game_titles, page
from banca.words import speech
from banca.words.options import options_said

WORDS = {
    "own": term("My own"),
    "nobody": term("None: one strategy by itself"),
    "as_said": term("as the strategy says"),
    "line": term("Line {line}: {because}"),
    "waiting": term("Waiting: {before} before this one"),
    "compiling": term("compiling, this once: about fifteen seconds"),
    "running": term("Running"),
    "done": term("Done"),
    "cancelled": term("Stopped"),
    "failed": term("It failed, by a fault of ours; it is in the server's log."),
    "progress": term("{done} of {of} sessions"),
    "rate": term("{rate} million rounds a second"),
    "so_far": term("net {mean} ± {error} of what is staked"),
    "cut_short": term("cut short: {done} of {asked} sessions"),
    "ran": term("{sessions} sessions, {rounds} rounds, seed {seed}"),
    "sent": term("Sent …"),
    "lost": term("That simulation is not kept any more; run it again."),
    "from_to": term("{least} to {most}"),
    "bad_amount": term("{asked} is no amount in patacas."),
    "bad_number": term("{asked} is no whole number from {least} to {most}."),
    "bankroll": term("bankroll {value}"),
    "target": term("target {value}"),
    "stop_loss": term("stop-loss {value}"),
    "rounds": term("{value} rounds at most"),
    "net_result": term("Net result, patacas ± standard error"),
    "measured": term("measured"),
    "exact": term("exact"),
    "luck": term("luck"),
    "per_round": term("per round"),
    "per_session": term("per session"),
    "per_staked": term("per amount staked"),
    "edge": term("exactly {exact} of whatever is staked"),
    "z": term("exact is the mean of the stakes that were made; luck, measured less exact, is {z} standard errors"),
    "chance_of": term("chance of"),
    "chance_ahead": term("finishing ahead"),
    "chance_ruin": term("ruin: no money for the next bet"),
    "chance_target": term("reaching the target"),
    "chance_stop_loss": term("losing the stop-loss"),
    "chance_rounds": term("playing all rounds"),
    "sessions": term("Of a session"),
    "staked": term("staked per session"),
    "sd": term("standard deviation of a session"),
    "lasted": term("rounds, mean"),
    "lasted_half": term("rounds, median"),
    "losing_run": term("losing rounds in a row, mean"),
    "longest": term("losing rounds in a row, longest"),
    "better": term("Over the same outcomes a session of B brings {difference} patacas more than one of A, on average."),
    "worse": term("Over the same outcomes a session of B brings {difference} patacas less than one of A, on average."),
    "alike": term("Over the same outcomes a session of B brings as much as one of A, within what luck explains."),
    "fan": term("How the money fans out"),
    "histogram": term("Where it ends"),
    "round": term("rounds"),
    "money": term("money, patacas"),
    "net": term("net result, patacas"),
    "last_money": term("money at the end, patacas"),
    "last_net": term("net result at the end, patacas"),
    "share": term("sessions, %"),
    "outer": term("5 to 95 %: 90 of 100 sessions lie in this band"),
    "inner": term("25 to 75 %: half of the sessions lie in this band"),
    "median": term("median: half of the sessions lie above, half below"),
    "began": term("bankroll: {amount} patacas"),
    "even": term("neither won nor lost"),
    "numbers": term("The same as numbers"),
    "after_round": term("after round"),
    "from": term("from"),
    "to": term("to below"),
    "count": term("sessions"),
    "bar": term("{from} to {to}: {share}"),
    "fan_told": term("After {rounds} rounds half of the sessions have {low} to {high}, the middle one {median}."),
    "histogram_told": term("The highest bar: {share} of the sessions end with {from} to {to}."),
}


@get("/lab", include_in_schema=False)
async def lab(request: AnyRequest) -> Response[bytes]:
    """Strategies, sessions, results."""
    say = speech(language_of(request))
    data = {
        "games": {game: title for game, title in game_titles(say).items() if game in simulated()},
        "strategies": shipped(say.language),
        "options": {game: options_said(find(game).options, say) for game in simulated()},
        "no_exact_mean": {game: say(no_exact_mean(game)) for game in simulated()},
        "most": {"sessions": MOST_SESSIONS, "rounds": MOST_ROUNDS, "letters": MOST_LETTERS},
    }
    keys = {"session": SESSION_KEYS, "bet": BET_KEYS, "progression": NAMES}
    return page(request, "lab.html", words=WORDS, data=data, keys=keys)


ROUTES: list[Any] = [lab]

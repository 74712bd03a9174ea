"""The lab: choose or write a strategy, run it on the server, and see what it does to the money."""

from typing import Any

from litestar import Response, get

from banca.games import find
from banca.rulebook import Given, plural, term
from banca.rulebook.wording import Term
from banca.service import lab_best
from banca.service.http import AnyRequest, language_of
from banca.service.lab import shipped
from banca.service.new_run import MOST_LETTERS, MOST_ROUNDS, MOST_SESSIONS
from banca.simulation.part import no_exact_mean
from banca.simulation.strategy_file import BET_KEYS, NAMES, SESSION_KEYS, simulated
from banca.web import best_texts
from banca.web.page import game_titles, page
from banca.words import speech
from banca.words.options import options_said

WORDS: dict[str, Term | Given] = {
    "own": term("My own"),
    "nobody": term("None (one strategy only)"),
    "as_said": term("as the strategy sets it"),
    "line": term("Line {line}: {because}"),
    "waiting": term("Waiting: {before} ahead of this one"),
    "compiling": term("Compiling (first run only): about fifteen seconds"),
    "running": term("Running"),
    "done": term("Done"),
    "cancelled": term("Stopped"),
    "failed": term("The simulation failed because of an error in the program. The server's log has the details."),
    "progress": plural("{done} of {of} session", "{done} of {of} sessions", by="of"),
    "rate": term("{rate} million rounds a second"),
    "so_far": term("net {mean} ± {error} of the amount staked"),
    "cut_short": plural(
        "stopped early: {done} of {asked} session", "stopped early: {done} of {asked} sessions", by="asked"
    ),
    "ran": term("sessions: {sessions} · rounds: {rounds} · seed: {seed}"),
    "sent": term("Sent …"),
    "lost": term("That simulation is no longer kept. Run it again."),
    "from_to": term("{least} to {most}"),
    "bad_amount": term("{asked} is not an amount in patacas."),
    "bad_number": term("{asked} is not a whole number from {least} to {most}."),
    "bankroll": term("bankroll {value}"),
    "target": term("target {value}"),
    "stop_loss": term("stop-loss {value}"),
    "rounds": plural("{value} round at most", "{value} rounds at most", by="value"),
    "net_result": term("Net result, patacas ± standard error"),
    "measured": term("measured"),
    "exact": term("exact"),
    "luck": term("luck"),
    "per_round": term("per round"),
    "per_session": term("per session"),
    "per_staked": term("per amount staked"),
    "edge": term("exactly {exact} of the amount staked"),
    "z": term(
        "“Exact” is the expected result of the stakes that were made. “Luck” (measured minus exact) is {z} standard errors."
    ),
    "chance_of": term("chance of"),
    "chance_ahead": term("finishing ahead"),
    "chance_ruin": term("ruin: no money for the next bet"),
    "chance_target": term("reaching the target"),
    "chance_stop_loss": term("reaching the stop-loss"),
    "chance_rounds": term("playing all rounds"),
    "sessions": term("Each session"),
    "staked": term("staked per session"),
    "mean_net": term("net per session"),
    "sd": term("standard deviation of a session"),
    "lasted": term("rounds, mean"),
    "lasted_half": term("rounds, median"),
    "losing_run": term("losing rounds in a row, mean"),
    "longest": term("losing rounds in a row, longest"),
    "better": term("Over the same outcomes, a session of B ends on average {difference} patacas above one of A."),
    "worse": term("Over the same outcomes, a session of B ends on average {difference} patacas below one of A."),
    "alike": term("Over the same outcomes, a session of B ends level with one of A, within what luck explains."),
    "fan": term("How the money spreads over time"),
    "histogram": term("Distribution at the end"),
    "round": term("rounds"),
    "money": term("money, patacas"),
    "net": term("net result, patacas"),
    "last_money": term("money at the end, patacas"),
    "last_net": term("net result at the end, patacas"),
    "share": term("sessions, %"),
    "outer": term("5% to 95%: 90 of 100 sessions are in this band"),
    "inner": term("25% to 75%: half of the sessions are in this band"),
    "median": term("median: half of the sessions are above, half below"),
    "began": term("bankroll: {amount} patacas"),
    "even": term("neither won nor lost"),
    "numbers": term("Show the numbers"),
    "after_round": term("after round"),
    "from": term("from"),
    "to": term("below"),
    "count": term("sessions"),
    "bar": term("{from} to {to}: {share}"),
    "fan_told": plural(
        "After {rounds} round, half of the sessions have {low} to {high}; the median is {median}.",
        "After {rounds} rounds, half of the sessions have {low} to {high}; the median is {median}.",
        by="rounds",
    ),
    "histogram_told": term("Highest bar: {share} of the sessions end with {from} to {to}."),
    **best_texts.WORDS,
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
        "most": {
            "sessions": MOST_SESSIONS,
            "rounds": MOST_ROUNDS,
            "letters": MOST_LETTERS,
            "best_rounds": lab_best.MOST_ROUNDS,
        },
    }
    keys = {"session": SESSION_KEYS, "bet": BET_KEYS, "progression": NAMES}
    return page(request, "lab.html", words=WORDS, data=data, keys=keys, best=best_texts)


ROUTES: list[Any] = [lab]

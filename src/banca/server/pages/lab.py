"""The lab: strategies, sessions, results, and the best way to play."""

from typing import Any

from litestar import Response, get

from banca.analysis.simulation.game_simulation import no_exact_mean
from banca.analysis.simulation.strategy_file import BET_KEYS, NAMES, SESSION_KEYS, simulated_games
from banca.games import find
from banca.i18n import translator
from banca.i18n.descriptions import describe_options
from banca.rules import Text, _, _n, _p
from banca.server.api.lab import MOST_ROUNDS as MOST_BEST_ROUNDS
from banca.server.api.lab import shipped
from banca.server.http import AnyRequest, language_of
from banca.server.pages.page import game_titles, page
from banca.server.simulations import MOST_LETTERS, MOST_ROUNDS, MOST_SESSIONS

GOALS = {
    "target": _("Reach a target"),
    "last": _("Last a number of rounds"),
    "stake": _("Stake a total amount, lose the least"),
}
"""What the best way to play can be the best for."""
BEST_WORDS = {
    "empty_field": _("Fill in: {field}"),
    "best_wait": _("wait"),
    "best_way": _("way of playing"),
    "best_this": _("the best way"),
    "best_chance": _p("to reach a goal", "chance"),
    "best_loss": _("mean loss, patacas"),
    "best_hand": _("in hand"),
    "best_bet": _("bet"),
    "best_left_rounds": _("rounds left: {count}"),
    "best_left_stakes": _("{count} left to stake"),
    "best_map": _("What to bet"),
    "best_at": _("The map is for this moment: {moment}."),
    "best_adds": _("+ marks additional bets, made once the bet has its number."),
    "best_not": _("No way of playing wins on average: this one loses {loss} patacas of {bankroll}."),
    "best_long": _("The strategy is too long for the lab. Save it with banca best -o FILE."),
    "best_put": _("This is now strategy A."),
}

WORDS: dict[str, Text] = {
    "own": _("My own"),
    "nobody": _("None (one strategy only)"),
    "as_said": _("as the strategy sets it"),
    "line": _("Line {line}: {because}"),
    "waiting": _("Waiting: {before} ahead of this one"),
    "compiling": _("Compiling (first run only): about fifteen seconds"),
    "running": _("Running"),
    "done": _("Done"),
    "cancelled": _("Stopped"),
    "failed": _("The simulation failed because of an error in the program. The server's log has the details."),
    "progress": _n("{done} of {of} session", "{done} of {of} sessions", by="of"),
    "rate": _("{rate} million rounds a second"),
    "so_far": _("net {mean} ± {error} of the amount staked"),
    "cut_short": _n(
        "stopped early: {done} of {asked} session", "stopped early: {done} of {asked} sessions", by="asked"
    ),
    "ran": _("sessions: {sessions} · rounds: {rounds} · seed: {seed}"),
    "sent": _("Sent …"),
    "lost": _("That simulation is no longer kept. Run it again."),
    "from_to": _("{least} to {most}"),
    "bad_amount": _("{asked} is not an amount in patacas."),
    "bad_number": _("{asked} is not a whole number from {least} to {most}."),
    "bankroll": _("bankroll {value}"),
    "target": _("target {value}"),
    "stop_loss": _("stop-loss {value}"),
    "rounds": _n("{value} round at most", "{value} rounds at most", by="value"),
    "net_result": _("Net result, patacas ± standard error"),
    "measured": _("measured"),
    "exact": _("exact"),
    "luck": _("luck"),
    "per_round": _("per round"),
    "per_session": _("per session"),
    "per_staked": _("per amount staked"),
    "edge": _("exactly {exact} of the amount staked"),
    "z": _(
        "“Exact” is the expected result of the stakes that were made. “Luck” (measured minus exact) is {z} standard errors."
    ),
    "chance_of": _("chance of"),
    "chance_ahead": _("finishing ahead"),
    "chance_ruin": _("ruin: no money for the next bet"),
    "chance_target": _("reaching the target"),
    "chance_stop_loss": _("reaching the stop-loss"),
    "chance_rounds": _("playing all rounds"),
    "sessions": _("Each session"),
    "staked": _("staked per session"),
    "mean_net": _("net per session"),
    "sd": _("standard deviation of a session"),
    "lasted": _("rounds, mean"),
    "lasted_half": _("rounds, median"),
    "losing_run": _("losing rounds in a row, mean"),
    "longest": _("losing rounds in a row, longest"),
    "better": _("With the same outcomes, a session of B ends on average {difference} patacas above one of A."),
    "worse": _("With the same outcomes, a session of B ends on average {difference} patacas below one of A."),
    "alike": _("With the same outcomes, a session of B ends level with one of A; luck can explain the difference."),
    "fan": _("How the money spreads over time"),
    "histogram": _("Distribution at the end"),
    "round": _("rounds"),
    "money": _("money, patacas"),
    "net": _("net result, patacas"),
    "last_money": _("money at the end, patacas"),
    "last_net": _("net result at the end, patacas"),
    "share": _("sessions, %"),
    "outer": _("5% to 95%: 90 of 100 sessions are in this band"),
    "inner": _("25% to 75%: half of the sessions are in this band"),
    "median": _("median: half of the sessions are above, half below"),
    "began": _("bankroll: {amount} patacas"),
    "even": _("neither won nor lost"),
    "numbers": _("Show the numbers"),
    "after_round": _("after round"),
    "from": _("from"),
    "to": _("below"),
    "count": _("sessions"),
    "bar": _("{from} to {to}: {share}"),
    "fan_told": _n(
        "After {rounds} round, half of the sessions have {low} to {high}; the median is {median}.",
        "After {rounds} rounds, half of the sessions have {low} to {high}; the median is {median}.",
        by="rounds",
    ),
    "histogram_told": _("Highest bar: {share} of the sessions end with {from} to {to}."),
    **BEST_WORDS,
}


@get("/lab", include_in_schema=False)
async def lab(request: AnyRequest) -> Response[bytes]:
    """Strategies, sessions, results."""
    say = translator(language_of(request))
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
    return page(request, "lab.html", words=WORDS, data=data, keys=keys, goals=GOALS)


ROUTES: list[Any] = [lab]

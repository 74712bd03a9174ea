"""Strategies from Python: simulated, worked out, and the best way to play; named as a notebook names them, with money in patacas."""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from banca.analysis.best_play.best import BestPlay
from banca.analysis.best_play.best import best as best_play
from banca.analysis.best_play.model import PlayProblem, all_additional, parse_goal
from banca.analysis.sessions.session import Evening, Precision
from banca.analysis.sessions.session import evening as work_out_evening
from banca.analysis.simulation.strategy import AnyStrategy, Play, Strategy
from banca.analysis.simulation.strategy_file import find_strategy, library, read_strategy, simulated_games
from banca.games import rulebook
from banca.i18n import translator
from banca.i18n.lookup import find_bet, find_game
from banca.law import Language
from banca.notebook import ChartSource, html_table
from banca.rules import Limits, Refusal, _, parse_patacas, under
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.analysis.simulation.results import Results, SimulationAnswer
    from banca.analysis.simulation.run import Run

Amount = int | str | Decimal
"""Patacas."""
StrategyLike = str | Path | Mapping[str, Amount] | AnyStrategy
"""A strategy: by name (`GAME/NAME`), by file, as flat bets with their stakes, or itself."""
WorkedOut: TypeAlias = Evening
"""A session computed exactly: `Evening`, by its name of version 1.0."""
BestWay: TypeAlias = BestPlay
"""The best way to play: `BestPlay`, by its name of version 1.0."""


def strategies(game: str | None = None) -> tuple[str, ...]:
    """Return the strategies that ship, as `GAME/NAME`; those of every game unless one is named.

    Args:
        game: Its id or name.

    Raises:
        Refusal: There is no such game.
    """
    games = simulated_games() if game is None else (find_game(game).value.id,)
    return tuple(f"{game}/{name}" for game in games for name in library(game))


def simulate(  # as a notebook names them
    strategy: StrategyLike,
    game: str | None = None,
    *,
    sessions: int = 10_000,
    seed: int | None = None,
    workers: int | None = None,
    bankroll: Amount | None = None,
    target: Amount | None = None,
    stop_loss: Amount | None = None,
    rounds: int | None = None,
    **options: object,
) -> "Simulation":
    """Play one strategy; the same seed gives the same answer. Arguments on the session override the strategy's own rules.

    `simulate("GAME/NAME")`, `simulate("mine.toml")`, or flat bets: `simulate({"BET": 10}, "GAME", rounds=100)`.

    Args:
        strategy: `GAME/NAME` of a strategy that ships, a TOML file, flat bets with their stakes in patacas, or a `Strategy`.
        game: The game of flat bets.
        sessions: How many to play.
        seed: Makes the run repeatable; by default one is drawn.
        workers: Threads; by default one for each processor.
        bankroll: Patacas at the start; by default the strategy's.
        target: Stop when the money in hand and on the layout together reaches this many patacas.
        stop_loss: Stop after losing this many patacas.
        rounds: Stop after this many rounds.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The results of all sessions.

    Raises:
        Refusal: The strategy cannot be read or is against the rules, or the extra `fast` is not installed.
        KeyboardInterrupt: The run was stopped.
    """
    amounts = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss}
    return _run([choose_strategy(strategy, game, amounts, rounds, options)], sessions, seed, workers)


def compare(
    *asked: StrategyLike,
    game: str | None = None,
    sessions: int = 10_000,
    seed: int | None = None,
    workers: int | None = None,
    bankroll: Amount | None = None,
    target: Amount | None = None,
    stop_loss: Amount | None = None,
    rounds: int | None = None,
    **options: object,
) -> "Simulation":
    """Play several strategies over the same outcomes, and measure by how much the others end above the first.

    Args:
        *asked: Two strategies or more, each as `simulate` takes it; the others are compared with the first.
        game: The game of flat bets.
        sessions: How many to play.
        seed: Makes the run repeatable; by default one is drawn.
        workers: Threads; by default one for each processor.
        bankroll: Patacas at the start; by default the strategy's.
        target: Stop when the money in hand and on the layout together reaches this many patacas.
        stop_loss: Stop after losing this many patacas.
        rounds: Stop after this many rounds.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The results of each over the same outcomes.

    Raises:
        Refusal: A strategy cannot be read or is against the rules, or the extra `fast` is not installed.
        KeyboardInterrupt: The run was stopped.
    """
    amounts = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss}
    return _run(
        [choose_strategy(strategy, game, amounts, rounds, options) for strategy in asked], sessions, seed, workers
    )


def choose_strategy(
    asked: StrategyLike,
    game: str | None,
    amounts: Mapping[str, Amount | None],
    rounds: int | None,
    options: Mapping[str, object],
) -> AnyStrategy:
    """A strategy with what is said of its session, in patacas, and of the house's options put over its own."""
    strategy = _strategy(asked, game)
    limits = {name: _avos(amount) for name, amount in amounts.items() if amount is not None}
    session = replace(strategy.session, **limits, rounds=strategy.session.rounds if rounds is None else rounds)
    return replace(strategy, session=session, options={**strategy.options, **options})


def _strategy(asked: StrategyLike, game: str | None) -> AnyStrategy:
    match asked:
        case Mapping() if game is not None:
            return _flat(asked, game)
        case Mapping():
            raise Refusal("needs_game", _("name the game of the bets {asked}: simulate(BETS, GAME)"), asked=list(asked))
        case Path():
            return read_strategy(asked)
        case str() if asked.endswith(".toml"):
            return read_strategy(Path(asked))
        case str():
            named, slash, name = asked.partition("/")
            played = find_game(named if slash else game or "").value
            return find_strategy(played.id, name if slash else asked)
        case _:
            return asked


def _flat(bets: Mapping[str, Amount], game: str) -> Strategy:
    """The same bets in every round."""
    name = find_game(game).value.id
    rules = under(rulebook(name), {})
    plays = tuple(Play(bet=find_bet(rules, key).value.key, stake=_avos(stake)) for key, stake in bets.items())
    title = ", ".join(f"{key}={stake}" for key, stake in bets.items())
    return Strategy(title=dict.fromkeys(Language, title), game=name, plays=plays, limits=rules.rulebook.limits)


def _run(asked: Sequence[AnyStrategy], sessions: int, seed: int | None, workers: int | None) -> "Simulation":
    try:
        from banca.analysis.simulation.run import Engine, make_work, run  # compiled code is loaded when it is used
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca.simulate", allowed="fast") from None
    work = make_work(asked, sessions=sessions, seed=secrets.randbits(32) if seed is None else seed)
    done = run(work, Engine(workers=workers or os.cpu_count() or 1))
    if done is None or not done.is_complete:
        raise done.failure if done and done.failure else KeyboardInterrupt
    return Simulation(done, tuple(asked))


@dataclass(frozen=True, eq=False)
class Simulation(ChartSource):
    """The results of strategies over the same outcomes."""

    run: "Run"
    strategies: tuple[AnyStrategy, ...]

    def answer(self) -> "SimulationAnswer":
        """Return every figure, typed: `answer().strategies[0].per_staked.exact`."""
        return self.run.answer(self.strategies)

    def chart_answer(self) -> "SimulationAnswer":
        """Return every figure: how the money fans out is drawn, and where it ends."""
        return self.answer()

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each strategy; amounts in patacas."""
        return [_row(figures) for figures in self.answer().strategies]

    def __repr__(self) -> str:
        titles = ", ".join(strategy.title.get(Language.EN, strategy.game) for strategy in self.strategies)
        return f"<simulation of {titles}: {translator().count(self.run.sessions)} sessions>"

    def _repr_html_(self) -> str:
        say, answer = translator(), self.answer()
        rows = [
            {
                "strategy": say(figures.title),
                "sessions": say.count(figures.sessions),
                "rounds": say.count(figures.rounds),
                "staked": say.money(figures.staked.avos),
                "net": say.signed(figures.net.avos),
                "% of staked": say.percent(figures.per_staked.measured, 4),
                "exactly": "" if figures.edge is None else say.exact(figures.edge),
                "ahead": say.percent(figures.chances.ahead.measured, 2),
                "ruin": say.percent(figures.chances.ruin.measured, 2),
            }
            for figures in answer.strategies
        ]
        return html_table(f"{say(answer.title)}, seed {answer.seed}", list(rows[0]), rows)


def _row(figures: "Results") -> dict[str, object]:
    row: dict[str, object] = {"strategy": translator()(figures.title)}
    row |= {name: getattr(figures, name) for name in ("sessions", "rounds", "staked", "net", "edge", "z", "sd")}
    for name in ("per_round", "per_session", "per_staked"):
        mean = getattr(figures, name)
        row |= {name: mean.measured, f"{name}_error": mean.error}
    return row | {name: getattr(figures.chances, name).measured for name in ("ahead", "ruin", "target", "stop_loss")}


def evening(
    strategy: StrategyLike,
    game: str | None = None,
    *,
    exact: bool = False,
    bankroll: Amount | None = None,
    target: Amount | None = None,
    stop_loss: Amount | None = None,
    rounds: int | None = None,
    **options: object,
) -> Evening:
    """Work out a session of a strategy: in floats with a proven bound, or as exact fractions if it is small enough.

    `evening("GAME/NAME")`, `evening("mine.toml")`, or flat bets: `evening({"BET": 10}, "GAME", rounds=100)`.

    Args:
        strategy: `GAME/NAME` of a strategy that ships, a TOML file, flat bets with their stakes in patacas, or a `Strategy`.
        game: The game of flat bets.
        exact: Work in fractions instead of floats with a proven bound.
        bankroll: Patacas at the start; by default the strategy's.
        target: Stop when the money in hand and on the layout together reaches this many patacas.
        stop_loss: Stop after losing this many patacas.
        rounds: Stop after this many rounds.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The distribution of the final money, and all figures that follow from it.

    Raises:
        Refusal: The strategy cannot be read or is against the rules, the session is too large, or the extra `fast` is not installed.
    """
    try:
        import banca.analysis.sessions.flows  # noqa: F401 - compiled code is loaded when it is used
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca.evening", allowed="fast") from None
    amounts = {"bankroll": bankroll, "target": target, "stop_loss": stop_loss}
    played = choose_strategy(strategy, game, amounts, rounds, options)
    return work_out_evening(played, Precision.EXACT if exact else Precision.FLOAT)


def best(  # as a notebook names them
    game: str,
    *,
    bankroll: Amount,
    target: Amount | None = None,
    rounds: int | None = None,
    turnover: Amount | None = None,
    goal: str = "target",
    bets: Sequence[str] = (),
    stakes: Sequence[Amount] = (),
    limits: Limits | None = None,
    exact: bool = False,
    **options: object,
) -> BestPlay:
    """Work out the best bets and stakes: to reach a target, to last a number of rounds, or to stake `turnover` in all and lose least.

    Without bets or stakes, all that the rules and the limits allow are used. This is not a way to win: `loss` is given beside `chance`.

    Args:
        game: Its id or name.
        bankroll: Patacas in hand.
        target: Patacas to have in the end, for the goal `target`.
        rounds: The number of rounds; without it, play goes on to the end.
        turnover: Patacas to stake in all, for the goal `stake`.
        goal: `target`, `last` or `stake`.
        bets: The bets that may be used, including additional ones; by default all.
        stakes: The stakes that may be used, in patacas; by default all.
        limits: Minimum, maximum and chip of the table.
        exact: Work in fractions instead of floats with a proven bound.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The best way to play, with its chance and its mean loss.

    Raises:
        Refusal: An argument that the goal needs is missing, a bet is unknown, the problem is too large, or the extra `fast` is not installed.
    """
    try:
        import banca.analysis.best_play.solver  # noqa: F401 - as above
    except ModuleNotFoundError:
        raise Refusal(NEEDS_EXTRA, asked="banca.best", allowed="fast") from None
    play_goal, game_id = parse_goal(goal), find_game(game).value.id
    rules = under(rulebook(game_id), options)
    problem = PlayProblem(
        game=game_id,
        goal=play_goal,
        bankroll=_avos(bankroll),
        target=None if target is None else _avos(target),
        rounds=rounds,
        turnover=None if turnover is None else _avos(turnover),
        bets=tuple(name if all_additional(rules, name) else find_bet(rules, name).value.key for name in bets),
        stakes=tuple(map(_avos, stakes)),
        options=options,
        limits=limits or rulebook(game_id).limits,
    )
    return best_play(problem, Precision.EXACT if exact else Precision.FLOAT)


def _avos(amount: Amount) -> int:
    return parse_patacas(str(amount))

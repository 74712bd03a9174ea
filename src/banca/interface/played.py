"""Simulations from Python: strategies by name, file or bets, over sessions that the same seed repeats."""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banca.analysis.game import game as open_game
from banca.analysis.simulation.strategy import AnyStrategy, Play, Strategy
from banca.analysis.simulation.strategy_file import find_strategy, library, read_strategy, simulated
from banca.games import rulebook
from banca.i18n import translator
from banca.i18n.lookup import find_game
from banca.law import Language
from banca.notebook import html_table, to_frame
from banca.rules import Refusal, _, parse_patacas
from banca.rules.refusal import NEEDS_EXTRA

if TYPE_CHECKING:
    from banca.analysis.simulation.results import Results, SimulationAnswer
    from banca.analysis.simulation.run import Run

Amount = int | str | Decimal
"""Patacas."""
Asked = str | Path | Mapping[str, Amount] | AnyStrategy
"""A strategy: by name (`GAME/NAME`), by file, as flat bets with their stakes, or itself."""


def strategies(game: str | None = None) -> tuple[str, ...]:
    """Return the strategies that ship, as `GAME/NAME`; those of every game unless one is named.

    Args:
        game: Its id or name.

    Raises:
        Refusal: There is no such game.
    """
    games = simulated() if game is None else (find_game(game).value.id,)
    return tuple(f"{game}/{name}" for game in games for name in library(game))


def simulate(  # as a notebook names them
    strategy: Asked,
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
    return _run([asked_strategy(strategy, game, amounts, rounds, options)], sessions, seed, workers)


def compare(
    *asked: Asked,
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
        [asked_strategy(strategy, game, amounts, rounds, options) for strategy in asked], sessions, seed, workers
    )


def asked_strategy(
    asked: Asked,
    game: str | None,
    amounts: Mapping[str, Amount | None],
    rounds: int | None,
    options: Mapping[str, object],
) -> AnyStrategy:
    """A strategy with what is said of its session, in patacas, and of the house's options put over its own."""
    strategy = _strategy(asked, game)
    limits = {name: parse_patacas(str(amount)) for name, amount in amounts.items() if amount is not None}
    session = replace(strategy.session, **limits, rounds=strategy.session.rounds if rounds is None else rounds)
    return replace(strategy, session=session, options={**strategy.options, **options})


def _strategy(asked: Asked, game: str | None) -> AnyStrategy:
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
    table = open_game(game)
    plays = tuple(Play(bet=table.bet(key).key, stake=parse_patacas(str(stake))) for key, stake in bets.items())
    title = ", ".join(f"{key}={stake}" for key, stake in bets.items())
    limits = rulebook(table.name).limits
    return Strategy(title=dict.fromkeys(Language, title), game=table.name, plays=plays, limits=limits)


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
class Simulation:
    """The results of strategies over the same outcomes."""

    run: "Run"
    strategies: tuple[AnyStrategy, ...]

    def answer(self) -> "SimulationAnswer":
        """Return every figure, typed: `answer().strategies[0].per_staked.exact`."""
        return self.run.answer(self.strategies)

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each strategy; amounts in patacas."""
        return [_row(figures) for figures in self.answer().strategies]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def chart(self, kind: str = "svg") -> bytes:
        """Draw how the money fans out over the rounds and where it ends, as SVG or PNG.

        Args:
            kind: `svg` or `png`.

        Raises:
            Refusal: The extra `charts` is not installed.
        """
        try:
            from banca.answers.chart import chart_of  # the extra `charts`
        except ModuleNotFoundError:
            raise Refusal(NEEDS_EXTRA, asked="chart()", allowed="charts") from None
        return chart_of(self.answer().strategies, kind, translator())

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

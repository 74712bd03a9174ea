"""What a session is, how many there are, and where they are played: the options that `simulate`, `compare` and `evening` share."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from banca.cli.face import Chip, HouseOptions, Maximum, Minimum

ENGINES = ("threads", "dask")

Sessions = Annotated[
    str, typer.Option("--sessions", metavar="NUMBER", help="How many sessions to play; 1000, 10_000, 1e6.")
]
Bankroll = Annotated[
    str | None,
    typer.Option(
        "--bankroll", metavar="PATACAS", help="The money each session starts with; 'none' for unlimited money."
    ),
]
Target = Annotated[
    str | None, typer.Option("--target", metavar="PATACAS", help="Stop when the money reaches this amount.")
]
StopLoss = Annotated[str | None, typer.Option("--stop-loss", metavar="PATACAS", help="Stop when this much is lost.")]
Rounds = Annotated[
    str | None, typer.Option("--rounds", metavar="NUMBER", help="The maximum number of rounds in a session.")
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="NUMBER", help="The same seed gives the same answer.")]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="threads|dask",
        autocompletion=lambda: list(ENGINES),
        help="The engine that runs the simulation.",
    ),
]
Workers = Annotated[
    str | None,
    typer.Option("--workers", metavar="NUMBER", help="Threads or local Dask processes; default one per core."),
]
Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786.")
]
Checkpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="Save progress in this file, and continue from it.")
]
Chart = Annotated[
    Path | None,
    typer.Option(
        "--chart",
        metavar="FILE.svg|png",
        help="Draw the spread of the money over the rounds, and the final results, to this file.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """What was written, as it was written; None where nothing was."""

    sessions: Sessions = "10_000"
    bankroll: Bankroll = None
    target: Target = None
    stop_loss: StopLoss = None
    rounds: Rounds = None
    seed: Seed = None
    option: HouseOptions = field(default_factory=list)
    minimum: Minimum = None
    maximum: Maximum = None
    chip: Chip = None
    engine: EngineName = ENGINES[0]
    workers: Workers = None
    scheduler: Scheduler = None
    checkpoint: Checkpoint = None
    chart: Chart = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingOptions:
    """What was written of one session alone, likewise."""

    bankroll: Bankroll = None
    target: Target = None
    stop_loss: StopLoss = None
    rounds: Rounds = None
    option: HouseOptions = field(default_factory=list)
    minimum: Minimum = None
    maximum: Maximum = None
    chip: Chip = None

"""The options of `banca serve`."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """Which house is served, where, under which limits, and what is asked of its staff."""

    db: Annotated[
        str | None, typer.Option(metavar="URL", help="The store: sqlite:///FILE or postgresql://USER@HOST/DATABASE.")
    ] = None
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key that hidden results are sealed under; BANCA_KEY or the user's own unless said. Made at the first start.",
        ),
    ] = None
    key_lost: Annotated[
        bool,
        typer.Option(
            "--key-lost", help="Go on with another key: what was sealed under the one before is never opened again."
        ),
    ] = False
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any that is free.")] = 8470
    demo: Annotated[bool, typer.Option("--demo", help="Demo tables of every game, and players without sign-up.")] = (
        False
    )
    proposal: Annotated[
        list[Path],
        typer.Option(
            "--proposal",
            metavar="FILE.star",
            help="Open a table that carries a proposed bet, in the demo with play money in its bank; repeat for more.",
        ),
    ] = field(default_factory=list)
    strict: Annotated[
        bool, typer.Option("--strict", help="Open no table under an option without an authorisation on record.")
    ] = False
    pace: Annotated[float, typer.Option(help="Seconds that an automatic croupier takes for an act.", min=0.05)] = 3.0
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Behind an HTTPS proxy on this machine: cookies only over HTTPS, addresses by X-Forwarded-For.",
        ),
    ] = False
    limit: Annotated[
        list[str],
        typer.Option(
            "--limit",
            metavar="NAME=VALUE",
            help="Set a limit of the service; repeat for more. docs/limits.md lists them.",
        ),
    ] = field(default_factory=list)
    log: Annotated[str, typer.Option(metavar="LEVEL", help=f"{', '.join(LEVELS)}.")] = "INFO"
    two_persons: Annotated[
        bool | None,
        typer.Option(
            "--two-persons/--one-person",
            help="Whether two must agree to changes of staff, large payments out and voids after information is out.",
        ),
    ] = None
    cash_out: Annotated[
        str | None,
        typer.Option(metavar="PATACAS", help="The most that one person pays out at the cage alone within a day."),
    ] = None
    second_factor: Annotated[
        bool | None, typer.Option("--second-factor/--password-only", help="Whether staff need a code to log in.")
    ] = None

"""The options of `banca serve`, and which of them are settings: variables of the environment as well (docs/settings.md)."""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated

import typer

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """Which house is served, where, under which limits, and what its staff must do."""

    db: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The database: sqlite:///FILE or postgresql://USER@HOST/DATABASE; default: the user's own. Other users of this machine can see a password given here; put it into BANCA_DB instead.",
        ),
    ] = None
    first_password_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Read the first supervisor's one-time password from this file (mode 600) instead of printing one.",
        ),
    ] = None
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key file that protects hidden results; default: the user's own. Created at the first start.",
        ),
    ] = None
    key_lost: Annotated[
        bool,
        typer.Option(
            "--key-lost", help="Continue with a new key. Results hidden under the old key can never be revealed."
        ),
    ] = False
    log_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key file that signs the transparency log; default: log.key next to the other key. Created at the first start.",
        ),
    ] = None
    log_key_lost: Annotated[
        bool,
        typer.Option(
            "--log-key-lost", help="Continue with a new signing key. Players and witnesses must be told the new key."
        ),
    ] = False
    log_origin: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The name of the transparency log, such as casino.example/log; fixed at the first start.",
        ),
    ] = None
    checkpoints: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Append signed checkpoints of the log to this file, at most one a minute. Keep it where the house cannot change it, such as on another machine's disk.",
        ),
    ] = None
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any free port.")] = 8470
    inner: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT",
            help="With PostgreSQL: the address at which the house's other processes reach this one. If they run on other machines, give this machine's address in their network.",
        ),
    ] = "127.0.0.1:0"
    demo: Annotated[bool, typer.Option("--demo", help="Open a demo table of every game; players need no account.")] = (
        False
    )
    proposal: Annotated[
        list[Path],
        typer.Option(
            "--proposal",
            metavar="FILE.star",
            help="Open a trial table with a proposed bet; with --demo its bank holds play money; repeat for more.",
        ),
    ] = field(default_factory=list)
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse to open a table under an option that needs an authorisation and has none on record.",
        ),
    ] = False
    pace: Annotated[float, typer.Option(help="Seconds between two acts of an automatic croupier.", min=0.05)] = 2.0
    betting: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="How long bets stay open at an automatic table after the first one; also the time for a player's own act.",
            min=0.05,
        ),
    ] = 15.0
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Run behind an HTTPS proxy: cookies over HTTPS only, client addresses from its X-Forwarded-For.",
        ),
    ] = False
    trusted_proxy: Annotated[
        list[str],
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS[/BITS]",
            help="With --behind-proxy: a proxy whose X-Forwarded-For is trusted; default: this machine's own addresses; repeat for more.",
        ),
    ] = field(default_factory=list)
    witness: Annotated[
        list[str],
        typer.Option(
            "--witness",
            metavar="KEY[@URL]",
            help="A witness of the log: its public key NAME+ID+KEY and the URL that takes checkpoints (without a URL, the witness fetches them); repeat for more.",
        ),
    ] = field(default_factory=list)
    limit: Annotated[
        list[str],
        typer.Option(
            "--limit",
            metavar="NAME=VALUE",
            help="Set a limit of the service (docs/limits.md lists them); repeat for more.",
        ),
    ] = field(default_factory=list)
    log: Annotated[str, typer.Option(metavar="LEVEL", help=f"How much to log: {', '.join(LEVELS)}.")] = "INFO"
    two_persons: Annotated[
        bool | None,
        typer.Option(
            "--two-persons/--one-person",
            help="Whether two persons must agree to changes of staff, large payments, and voiding a round whose result exists.",
        ),
    ] = None
    cash_out: Annotated[
        str | None,
        typer.Option(metavar="PATACAS", help="The most that one person alone may pay out at the cage in a day."),
    ] = None
    second_factor: Annotated[
        bool | None,
        typer.Option(
            "--second-factor/--password-only", help="Whether staff need a code as well as a password to log in."
        ),
    ] = None


ONCE = {"key_lost", "log_key_lost"}
"""Said once, by a person, at one start: a file of settings would say it at every start."""
SETTINGS = frozenset(one.name for one in fields(ServeOptions)) - ONCE

"""The options of `banca serve`, and which of them are settings: variables of the environment as well (docs/settings.md)."""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.common import Face, Lang, option_group, print_text
from banca.house.refusals import BAD_STORE
from banca.i18n import Translator
from banca.proposals import read_file
from banca.rules import Refusal, _
from banca.rules.refusal import UNKNOWN_VALUE, needs_extra

if TYPE_CHECKING:
    from banca.house.house import House
    from banca.server.addresses import Proxies

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
"""Given once, by a person, at one start: a file of settings would give it at every start."""
SETTINGS = frozenset(option.name for option in fields(ServeOptions)) - ONCE


@option_group(ServeOptions, settings=SETTINGS)
def serve(ctx: typer.Context, options: ServeOptions, lang: Lang = "en") -> None:
    """Serve the pages and the live tables. Open the address in a browser; the API is at /api/v1, described at /schema."""
    say = ctx.obj.say
    if options.log.upper() not in LEVELS:
        raise Refusal(UNKNOWN_VALUE, option="--log", asked=options.log, allowed=LEVELS)
    if options.strict and options.demo:
        raise typer.BadParameter(say(_("use --strict or --demo, not both: play money needs no authorisation")))
    with needs_extra("banca serve", "house"):
        from banca.house.database import StoreDownError
        from banca.house.demo import open_demo, open_trial
        from banca.house.files import read_password, show_url
        from banca.house.people import FIRST, People
        from banca.server.api.witnesses import read_witness
        from banca.server.app import create_app
        from banca.server.auto_dealer import Tempo
        from banca.server.limits import ServiceLimits, with_settings
        from banca.server.logs import set_up
        from banca.server.process import listen
        from banca.server.process import serve as serve_app
    limits = with_settings(ServiceLimits(), options.limit)
    witnesses = [read_witness(text) for text in options.witness]
    proposed = [read_file(file) for file in options.proposal]
    proxies = _proxies(options)
    first = read_password(options.first_password_file) if options.first_password_file else None
    try:
        house = _open_house(options, ctx.obj)
        people = People(house, stay=limits.stay)
        tables = open_demo(house) if options.demo else []
        trials = [open_trial(house, proposal, is_demo=options.demo) for proposal in proposed]
        sock = listen(options.host, options.port)
        password = people.first_start(first)  # to be shown once: when nothing can go wrong any more
    except StoreDownError as fault:
        raise Refusal(
            "cannot_open_store",
            _("cannot use the database {asked}: {because}"),
            asked=show_url(_url(options)),
            because=fault.because,
        ) from None
    if password:
        file = options.first_password_file  # what is in a file is not shown, where others may read along
        text = (
            _("first start: log in as {name} with the one-time password in {file} and change it")
            if file
            else _("first start: log in as {name} with the one-time password {password} and change it")
        )
        print_text(say(text, name=FIRST, file=file, password=password))
    print_text(
        say(
            _(
                "serving at {address} : open it in a browser; the API is described at {address}/schema ; stop with Ctrl-C"
            ),
            address=_address(options.host, sock.getsockname()[1]),
        )
    )
    _print_tables(say, tables, trials)
    _print_warnings(say, house)
    set_up(options.log.upper())
    tempo = Tempo(pace=options.pace, betting=options.betting, waits_for_lone=options.demo)
    app = create_app(
        house,
        people,
        is_demo=options.demo,
        is_secure=options.behind_proxy,
        tempo=tempo,
        limits=limits,
        witnesses=witnesses,
    )
    try:
        serve_app(app, sock, proxies=proxies)
    finally:
        house.store.close()


def _open_house(options: ServeOptions, face: Face) -> "House":
    """Open the house in its store, under its key, with what is asked of its staff."""
    from banca.house.database import URL_FORMS
    from banca.house.files import show_url
    from banca.house.house import House
    from banca.house.log import HouseLog, default_log_key
    from banca.house.seal import default_key, open_seal
    from banca.house.store import open_store

    cash_out = None if options.cash_out is None else face.patacas(options.cash_out)
    url = _url(options)
    store = open_store(url)
    if not store.is_shared:
        raise Refusal(BAD_STORE, asked=show_url(url), allowed=URL_FORMS)
    seal = open_seal(store, options.key or default_key(), is_lost=options.key_lost)
    file = options.log_key or default_log_key(options.key)
    log = HouseLog.open(store, file, options.log_origin, is_lost=options.log_key_lost)
    if options.checkpoints:
        log.keep_outside(options.checkpoints)
    house = House(store, seal=seal, log=log, is_strict=options.strict, is_play_money=options.demo)
    if options.key_lost:
        house.note_lost_key()
    log.hand_out()  # with what this start has written
    house.set_safeguards(two_persons=options.two_persons, cash_out=cash_out, second_factor=options.second_factor)
    return house


def _url(options: ServeOptions) -> str:
    from banca.house.files import default_db

    return options.db or default_db("demo.db" if options.demo else "house.db")


def _proxies(options: ServeOptions) -> "Proxies":
    """Return the proxies whose word on client addresses is taken; unless others are named, those on this machine."""
    from banca.server.addresses import NO_PROXIES, THIS_MACHINE, Proxies

    return Proxies(options.trusted_proxy or THIS_MACHINE) if options.behind_proxy else NO_PROXIES


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _print_warnings(say: Translator, house: "House") -> None:
    """Warn of what a house with real money should have and has not."""
    from banca.server.health import is_evidence_alone

    if not house.is_play_money and house.is_single_handed:
        print_text(
            say(
                _(
                    "Note: there is one supervisor and no inspector, so there is no second person to agree. One person alone changes staff, makes large payments and voids rounds, and the audit says so. Add a second supervisor or an inspector."
                )
            )
        )
    if is_evidence_alone(house):
        print_text(
            say(
                _(
                    "Note: no evidence of this house's past is kept outside the house. Anyone with its database and its log key could rewrite that past undetected. Append checkpoints to a file elsewhere (--checkpoints FILE), or name a witness (--witness)."
                )
            )
        )


def _print_tables(say: Translator, demo: list[str], trials: list[str]) -> None:
    if demo:
        print_text(say(_("demo tables, with play money: {tables}"), tables=say.list(demo)))
    if trials:
        print_text(say(_("trial tables with a proposed bet: {tables}"), tables=say.list(trials)))
        if not demo:
            print_text(say(_("their banks are empty until a supervisor funds them")))

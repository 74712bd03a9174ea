"""`banca serve`: the live tables over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from banca.cli import texts
from banca.cli.face import Lang
from banca.cli.terminal import print_text
from banca.proposals import read_file
from banca.rulebook import Code, Refusal, parse_patacas
from banca.words import Speech

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def serve(  # noqa: PLR0915 - the options of one command
    ctx: typer.Context,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="The store: sqlite:///FILE or postgresql://USER@HOST/DATABASE.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The key that hidden results are sealed under; BANCA_KEY or the user's own unless said. Made at the first start.",
        ),
    ] = None,
    key_lost: Annotated[
        bool,
        typer.Option(
            "--key-lost", help="Go on with another key: what was sealed under the one before is never opened again."
        ),
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any that is free.")] = 8470,
    demo: Annotated[
        bool, typer.Option("--demo", help="Demo tables of every game, and players without sign-up.")
    ] = False,
    proposal: Annotated[
        list[Path],
        typer.Option(
            "--proposal",
            metavar="FILE.star",
            help="Open a table that carries a proposed bet, in the demo with play money in its bank; repeat for more.",
        ),
    ] = [],
    strict: Annotated[
        bool, typer.Option("--strict", help="Open no table under an option without an authorisation on record.")
    ] = False,
    pace: Annotated[float, typer.Option(help="Seconds that an automatic croupier takes for an act.", min=0.05)] = 3.0,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Behind an HTTPS proxy on this machine: cookies only over HTTPS, addresses by X-Forwarded-For.",
        ),
    ] = False,
    limit: Annotated[
        list[str],
        typer.Option(
            "--limit",
            metavar="NAME=VALUE",
            help="Set a limit of the service; repeat for more. docs/limits.md lists them.",
        ),
    ] = [],
    log: Annotated[str, typer.Option(metavar="LEVEL", help=f"{', '.join(LEVELS)}.")] = "INFO",
    two_persons: Annotated[
        bool | None,
        typer.Option(
            "--two-persons/--one-person",
            help="Whether two must agree to changes of staff, large payments out and voids after information is out.",
        ),
    ] = None,
    cash_out: Annotated[
        str | None,
        typer.Option(metavar="PATACAS", help="The most that one person pays out at the cage alone within a day."),
    ] = None,
    second_factor: Annotated[
        bool | None, typer.Option("--second-factor/--password-only", help="Whether staff need a code to log in.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """Serve the pages and the live tables: open the address in a browser; HTTP/JSON under /api/v1, described at /schema."""
    say = ctx.obj.say
    if log.upper() not in LEVELS:
        raise Refusal(Code.UNKNOWN_VALUE, option="--log", asked=log, allowed=LEVELS)
    try:
        from banca.house.demo import open_demo, open_trial
        from banca.house.engine import FORMS
        from banca.house.house import House
        from banca.house.key import default_key, open_seal
        from banca.house.location import default_db, shown_place
        from banca.house.people import FIRST, People
        from banca.house.store import open_store
        from banca.house.store_errors import StoreDownError
        from banca.service.limits import ServiceLimits, with_settings
        from banca.service.logs import set_up
        from banca.service.server import listen
        from banca.service.server import serve as serve_app
        from banca.web.app import create_app
    except ModuleNotFoundError:
        raise Refusal(Code.NEEDS_EXTRA, asked="banca serve", allowed="house") from None
    if strict and demo:
        raise typer.BadParameter("--strict and --demo exclude each other: play money needs no authorisation")
    paid_out = None if cash_out is None else parse_patacas(cash_out)
    limits = with_settings(ServiceLimits(), limit)
    proposed = [read_file(file) for file in proposal]
    url = db or default_db("demo.db" if demo else "house.db")
    try:
        store = open_store(url)
        if not store.is_shared:
            raise Refusal(Code.BAD_STORE, asked=shown_place(url), allowed=FORMS)
        seal = open_seal(store, key or default_key(), is_lost=key_lost)
        house = House(store, seal=seal, is_strict=strict, is_play_money=demo)
        if key_lost:
            house.note_lost_key()
        house.ask_of_staff(two_persons=two_persons, cash_out=paid_out, second_factor=second_factor)
        people = People(house, stay=limits.stay)
        tables = open_demo(house) if demo else []
        trials = [open_trial(house, one, is_demo=demo) for one in proposed]
        sock = listen(host, port)
        password = people.first_start()  # to be shown once: when nothing can go wrong any more
    except StoreDownError as fault:
        raise Refusal(Code.STORE_DOWN, because=fault.because) from None
    if password:
        print_text(say(texts.FIRST_SUPERVISOR, name=FIRST, password=password))
    address = f"http://{host if ':' not in host else f'[{host}]'}:{sock.getsockname()[1]}"
    print_text(say(texts.SERVING, address=address))
    _tell_tables(say, tables, trials)
    if not demo and house.is_single_handed:
        print_text(say(texts.ONE_PERSON))
    set_up(log.upper())
    app = create_app(house, people, is_demo=demo, is_secure=behind_proxy, pace=pace, limits=limits)
    try:
        serve_app(app, sock, behind_proxy=behind_proxy)
    finally:
        store.close()


def _tell_tables(say: Speech, demo: list[str], trials: list[str]) -> None:
    """The tables of the demo, and those that carry a proposal."""
    if demo:
        print_text(say(texts.DEMO_TABLES, tables=", ".join(demo)))
    if trials:
        print_text(say(texts.TRIAL_TABLES, tables=", ".join(trials)))
        if not demo:
            print_text(say(texts.EMPTY_BANKS))

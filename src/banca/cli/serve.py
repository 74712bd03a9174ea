"""`banca serve`: the live tables over HTTP."""

from pathlib import Path
from typing import Annotated

import typer

from banca.cli import texts
from banca.cli.face import Lang
from banca.cli.terminal import print_text
from banca.proposals import read_file
from banca.rulebook import Code, Refusal

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def serve(
    ctx: typer.Context,
    db: Annotated[
        str | None, typer.Option(metavar="URL", help="The store: sqlite:///FILE or postgresql://USER@HOST/DATABASE.")
    ] = None,
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
    log: Annotated[str, typer.Option(metavar="LEVEL", help=f"{', '.join(LEVELS)}.")] = "INFO",
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
        from banca.house.people import FIRST, People
        from banca.house.place import default_db, shown_place
        from banca.house.store import StoreDownError, open_store
        from banca.service.app import create_app
        from banca.service.logs import set_up
        from banca.service.server import listen
        from banca.service.server import serve as serve_app
    except ModuleNotFoundError:
        raise Refusal(Code.NEEDS_EXTRA, asked="banca serve", allowed="house") from None
    if strict and demo:
        raise typer.BadParameter("--strict and --demo exclude each other: play money needs no authorisation")
    proposed = [read_file(file) for file in proposal]
    url = db or default_db("demo.db" if demo else "house.db")
    try:
        store = open_store(url)
        if not store.is_shared:
            raise Refusal(Code.BAD_STORE, asked=shown_place(url), allowed=FORMS)
        house, people = House(store, is_strict=strict), People(store)
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
    if demo:
        print_text(say(texts.DEMO_TABLES, tables=", ".join(tables)))
    if trials:
        print_text(say(texts.TRIAL_TABLES, tables=", ".join(trials)))
        if not demo:
            print_text(say(texts.EMPTY_BANKS))
    set_up(log.upper())
    app = create_app(house, people, is_demo=demo, is_secure=behind_proxy, pace=pace)
    try:
        serve_app(app, sock, behind_proxy=behind_proxy)
    finally:
        store.close()

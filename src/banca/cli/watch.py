"""`banca watch`: whether devices, players, croupiers and tables are as the rulebooks say, by the journals of a database."""

from typing import Annotated

import typer

from banca.cli.audit import Db, opened
from banca.cli.face import AsJson, Face, Lang
from banca.cli.terminal import print_json
from banca.house.refusals import UNKNOWN_TABLE
from banca.i18n.answer import plain
from banca.rules import Refusal


def watch(
    ctx: typer.Context,
    table: Annotated[
        list[str], typer.Option("--table", metavar="TABLE", help="Show this table only; repeat for more.")
    ] = [],
    anew: Annotated[
        bool,
        typer.Option(
            "--anew",
            help="Discard the stored evidence and read the journals again from their first entries, for example after a fault.",
        ),
    ] = False,
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Test whether results at the tables are luck. Reads the journal entries added since the last time, and shows the evidence.

    You can run it as often as you like: the bound on false alarms holds for all runs together.
    """
    face: Face = ctx.obj
    with opened(db, by="banca watch") as store:
        from banca.answers.watch import watch_answer
        from banca.cli.watch_view import print_watch
        from banca.house.watch import Watching, kept_faults

        games = {name: game for name, (game, _) in store.tables().items()}
        for name in table:
            if name not in games:
                raise Refusal(UNKNOWN_TABLE, asked=name, allowed=list(games))
        watching = Watching(store)
        if not watching.rows.is_there:
            store.migrate()
        if anew:
            watching.rows.forget()
        if not kept_faults(watching.rows):
            watching.read_all()
        answer = watch_answer(watching, games, table)
    if face.json:
        print_json(plain(answer, face.say))
    else:
        print_watch(answer, face.say, is_whole=bool(table))

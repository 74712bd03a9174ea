"""`banca people`: the people of a house, and a new password for somebody who has lost theirs, for the administrator of the machine."""

from typing import Annotated

import typer

from banca.cli import texts
from banca.cli.audit import Db, opened
from banca.cli.face import AsJson, Face, Lang
from banca.cli.terminal import print_json, print_table, print_text
from banca.live.command import ROLES, Role

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="The people of a house: list them, reset a password."
)


@app.command("list")
def list_people(ctx: typer.Context, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List everybody with their role, and whether their access is suspended."""
    face: Face = ctx.obj
    with opened(db, by="banca people") as store:
        found = [{"name": row.name, "role": row.role, "is_out": bool(row.is_disabled)} for row in store.users()]
    if face.json:
        print_json({"people": found})
        return
    headings = [(texts.NAME, "left"), (texts.ROLE, "left"), (texts.SUSPENDED, "left")]
    rows = [
        [one["name"], face.say(ROLES[Role(one["role"])]), face.say(texts.YES) if one["is_out"] else ""] for one in found
    ]
    print_table([(face.say(heading), style) for heading, style in headings], rows)


@app.command()
def reset(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="See 'banca people list'.")],
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Give somebody a one-time password, shown once; their sessions, tokens and second factor end. The register records it.

    For a supervisor who can no longer log in and has nobody else to ask, or after the key was lost.
    """
    face: Face = ctx.obj
    with opened(db, makes=True, by="banca people") as store:
        from banca.house.house import House
        from banca.house.people import People

        password = People(House(store)).reset(name)
    if face.json:
        print_json({"name": name, "password": password})
    else:
        print_text(face.say(texts.RESET, name=name, password=password))

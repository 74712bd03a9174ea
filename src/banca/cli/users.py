"""`banca users`: who may log in to a house, somebody new, and a new password for who has lost theirs; for the administrator of the machine."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.audit import Db, open_database
from banca.cli.common import AsJson, Face, Lang, print_json, print_table, print_text
from banca.rules import Refusal, _
from banca.rules.refusal import UNKNOWN_VALUE
from banca.tables.commands import ROLES, Role

if TYPE_CHECKING:
    from banca.house.people import People
    from banca.house.store import Store

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Manage the users of a house: list them, add one, reset a password.",
)
USUAL = 100
LONGEST_NAME = 40
BY = "banca users"
Name = Annotated[str, typer.Argument(metavar="NAME", help="See 'banca users list'.")]
ALL_ROLES = ", ".join(Role)


@app.command("list")
def list_users(
    ctx: typer.Context,
    role: Annotated[str | None, typer.Option(metavar="ROLE", help=f"List only this role: {ALL_ROLES}.")] = None,
    sought: Annotated[str, typer.Option("--find", metavar="TEXT", help="List only names that contain this text.")] = "",
    count: Annotated[int, typer.Option(metavar="N", min=1, help="The maximum number to list.")] = USUAL,
    after: Annotated[
        str, typer.Option(metavar="PLACE", help="Continue from the position printed at the end of the previous list.")
    ] = "",
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """List the staff, then the players, with their role, and whether their access is suspended."""
    face: Face = ctx.obj
    roles = [_parse_role(role)] if role else None
    with open_database(db, by=BY) as store:
        from banca.house.people import list_people, place_of

        # One more than is shown: whether there are others needs no second query.
        people = list_people(store, after, count + 1, sought=sought, roles=roles)
    shown = people[:count]
    more_after = place_of(shown[-1].name, shown[-1].role) if len(people) > count else None
    if face.json:
        users = [{"name": user.name, "role": user.role, "is_disabled": bool(user.is_disabled)} for user in shown]
        print_json({"users": users, "next": more_after})
        return
    rows = [
        [user.name, face.say(ROLES[Role(user.role)]), face.say(_("yes")) if user.is_disabled else ""] for user in shown
    ]
    print_table([_("name"), _("role"), _("access suspended")], rows, face.say)
    if more_after:
        print_text(face.say(_("To see more, add --after {place}"), place=more_after))


@app.command()
def add(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and . _ -")],
    role: Annotated[str, typer.Option(metavar="ROLE", help=f"Their role: {ALL_ROLES}.")],
    password_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Read the one-time password from this file (mode 600) instead of printing one."
        ),
    ] = None,
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Add a user with a one-time password, shown once, which they must change. The register records it.

    Over HTTP a second person must agree to new staff; here the house itself adds them, and the audit says so.
    """
    face: Face = ctx.obj
    chosen = _parse_role(role)
    with open_database(db, makes=True, by=BY) as store:
        from banca.house.files import read_password
        from banca.house.people import NAMES

        if not re.search(NAMES, name) or len(name) > LONGEST_NAME:
            raise Refusal(
                "bad_user_name",
                _(
                    "{asked} is not a valid user name; use up to {allowed} lower-case letters, digits and . _ -, starting with a letter or a digit"
                ),
                asked=name,
                allowed=LONGEST_NAME,
            )
        own = read_password(password_file) if password_file else None
        password = _people(store).add(name, chosen, own, must_change=True)
    _print_password(face, name, None if own else password)


@app.command()
def reset(
    ctx: typer.Context,
    name: Name,
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Give a user a new one-time password, shown once, and end their sessions, tokens and second factor. The register records it.

    Use this for a supervisor who cannot log in and has no other supervisor to ask, or after the key was lost.
    """
    face: Face = ctx.obj
    with open_database(db, makes=True, by=BY) as store:
        password = _people(store).reset(name)
    _print_password(face, name, password)


def _parse_role(text: str) -> Role:
    if text not in set(Role):
        raise Refusal(UNKNOWN_VALUE, option="--role", asked=text, allowed=tuple(Role))
    return Role(text)


def _people(store: "Store") -> "People":
    from banca.house.house import House
    from banca.house.people import People

    return People(House(store))


def _print_password(face: Face, name: str, password: str | None) -> None:
    """Show a password that was drawn; one that the administrator wrote into a file is shown nowhere."""
    if face.json:
        print_json({"name": name, "password": password})
    elif password is None:
        print_text(
            face.say(_("{name} can log in with the one-time password in the file and must change it"), name=name)
        )
    else:
        print_text(
            face.say(
                _("{name} can log in with the one-time password {password} and must change it; it is shown only once"),
                name=name,
                password=password,
            )
        )

"""`banca log`: the transparency log of a house: who signs it, its newest checkpoint, and another key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.audit import Db, open_database
from banca.cli.common import AsJson, Face, Lang, print_json, print_text
from banca.files import write_whole
from banca.rules import _

if TYPE_CHECKING:
    from banca.house.log import HouseLog

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Manage the keys and checkpoints of the transparency log."
)

LogKey = Annotated[
    Path | None,
    typer.Option(
        "--log-key",
        metavar="FILE",
        envvar="BANCA_LOG_KEY",
        help="The key file that signs the log; default: the user's own.",
    ),
]


@contextmanager
def _open_log(db: str | None, file: Path | None) -> Iterator[tuple["HouseLog", Path]]:
    """Open the log of a store, and find the file of the key that signs it; refused where that is another store's."""
    with open_database(db, writes=True, by="banca log") as store:
        from banca.house.log import HouseLog, default_log_key

        file = file or default_log_key()
        yield HouseLog.open(store, file), file


@app.command()
def key(ctx: typer.Context, log_key: LogKey = None, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Show the public keys that sign the log, newest first. Players, witnesses and auditors need them."""
    face: Face = ctx.obj
    with _open_log(db, log_key) as (log, _file):
        _print_keys(log, face)


@app.command()
def checkpoint(
    ctx: typer.Context,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    log_key: LogKey = None,
    db: Db = None,
    lang: Lang = "en",
) -> None:
    """Write the newest signed checkpoint. Keep it elsewhere: with it, 'banca audit verify --checkpoint' finds any later change."""
    with _open_log(db, log_key) as (log, _file):
        note = log.newest().note
        log.remember()
    if output is not None:
        write_whole(output, [note.encode()])
    else:
        typer.echo(note, nl=False)


@app.command()
def rotate(
    ctx: typer.Context, log_key: LogKey = None, db: Db = None, lang: Lang = "en", as_json: AsJson = False
) -> None:
    """Add a new signing key beside the old one. The register records it; restart the servers, and publish the new key."""
    _change_keys(ctx.obj, db, log_key, is_new=True)


@app.command()
def retire(
    ctx: typer.Context, log_key: LogKey = None, db: Db = None, lang: Lang = "en", as_json: AsJson = False
) -> None:
    """Retire all signing keys except the newest, once everybody has it. The register records it; restart the servers."""
    _change_keys(ctx.obj, db, log_key, is_new=False)


def _change_keys(face: Face, db: str | None, log_key: Path | None, *, is_new: bool) -> None:
    with _open_log(db, log_key) as (log, file):  # before the file is changed: refused if the key is not this store's
        from banca.house.house import House
        from banca.house.log import HouseLog, retire_keys, rotate_keys

        (rotate_keys if is_new else retire_keys)(file)
        changed = HouseLog.open(log.store, file)
        House(log.store, log=changed)  # which records the new keys in the register
        _print_keys(changed, face)
    if not face.json:
        print_text(
            face.say(_("Restart the servers of this house, and give these keys to players, witnesses and auditors."))
        )


def _print_keys(log: "HouseLog", face: Face) -> None:
    if face.json:
        print_json({"origin": log.origin, "keys": list(log.keys)})
    else:
        for verifier in log.keys:
            typer.echo(verifier)

"""`banca log`: the transparency log of a house: who signs it, its newest checkpoint, and another key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.audit import Db, opened
from banca.cli.common import AsJson, Face, Lang, print_json, print_text
from banca.files import write_whole
from banca.rules import _

if TYPE_CHECKING:
    from banca.house.log import HouseLog
    from banca.house.store import Store

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
def _opened_with_key(db: str | None, file: Path | None) -> Iterator[tuple["Store", Path]]:
    """Open the store, and find the file of the key that signs its log."""
    with opened(db, writes=True, by="banca log") as store:
        from banca.house.log import default_log_key

        yield store, file or default_log_key()


def _open_log(store: "Store", file: Path) -> "HouseLog":
    from banca.house.log import HouseLog

    return HouseLog.open(store, file)


@app.command()
def key(ctx: typer.Context, log_key: LogKey = None, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Show the public keys that sign the log, newest first. Players, witnesses and auditors need them."""
    face: Face = ctx.obj
    with _opened_with_key(db, log_key) as (store, file):
        _print_keys(_open_log(store, file), face)


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
    with _opened_with_key(db, log_key) as (store, file):
        log = _open_log(store, file)
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
    with _opened_with_key(db, log_key) as (store, file):
        from banca.house.house import House
        from banca.house.log import retire_keys, rotate_keys

        _open_log(store, file)  # refused if the key is not this store's: before the file is changed
        (rotate_keys if is_new else retire_keys)(file)
        log = _open_log(store, file)
        House(store, log=log)  # which records the new keys in the register
        _print_keys(log, face)
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

"""`banca witness`: watch over the log of a house from elsewhere, and sign that it only grows."""

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.common import AsJson, Face, Lang, option_group, print_json, print_table, print_text
from banca.rules import Refusal, _
from banca.rules.refusal import needs_extra

if TYPE_CHECKING:
    from banca_witness.store import KnownLog
    from banca_witness.witness import Witness

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run a witness of a house's log, which remembers what it saw and signs that the log only grows.",
)

SERVING = _("witness at {address} ; its public key: {verifier}")
NOTHING_TRUSTED = _("use --trust NAME+ID+KEY to name the log to watch; its evidence page shows the key")
SIGNED = _("signed: {origin}, {size} entries, {at}")
NOT_LISTED = _(
    "The house does not name this witness, so its evidence page does not show this signature; to show it, the house must start its server with --witness {verifier}"
)
NOTHING_SEEN = _("This witness has not seen any log yet.")
HEADINGS = {
    "log": _("log"),
    "size": _("entries"),
    "at": _("seen at"),
    "against": _("contradictions"),
}
AGAINST = {
    "split": _("{origin} signed two different logs of the same size ({at}). These two notes prove it:"),
    "unproved": _(
        "{origin} signed a larger log without proving that it contains the earlier one ({at}). The house must provide the proof for these two notes:"
    ),
    "shortened": _("{origin} showed a smaller log than it had signed before ({at}):"),
}


def default_folder() -> Path:
    """Return where a witness keeps its key and its memory by default: among the user's settings."""
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(settings) / "banca"


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessOptions:
    """Which witness it is, and whom it watches."""

    name: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The witness's name, usually an address without scheme: dicj.gov.mo/witness."
        ),
    ]
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its key file; created with its memory at the first start.")
    ] = None
    state: Annotated[Path | None, typer.Option(metavar="FILE", help="Its memory, an SQLite file.")] = None
    trust: Annotated[
        list[str],
        typer.Option(
            "--trust",
            metavar="NAME+ID+KEY",
            help="The public key of a log to watch; repeat for more logs or keys.",
        ),
    ] = field(default_factory=list)


def _open(options: WitnessOptions) -> "Witness":
    with needs_extra("banca witness", "house"):
        from banca_witness.witness import open_witness
    folder = default_folder()
    return open_witness(
        options.name,
        options.key or folder / "witness.key",
        options.state or folder / "witness.db",
        options.trust,
        time.time,
    )


@app.command()
@option_group(WitnessOptions)
def serve(
    ctx: typer.Context,
    options: WitnessOptions,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any free port.")] = 8471,
    lang: Lang = "en",
) -> None:
    """Serve as a witness: houses submit their newest checkpoint, and get it back signed if it extends the last one."""
    face: Face = ctx.obj
    if not options.trust:
        raise typer.BadParameter(face.say(NOTHING_TRUSTED))
    witness = _open(options)
    import uvicorn

    from banca.server.logs import set_up
    from banca.server.process import listen
    from banca_witness.server import create_witness_app

    sock = listen(host, port)
    shown = f"http://{f'[{host}]' if ':' in host else host}:{sock.getsockname()[1]}"
    print_text(face.say(SERVING, address=shown, verifier=str(witness.verifier)))
    set_up()
    config = uvicorn.Config(
        create_witness_app(witness), log_config=None, access_log=False, server_header=False, ws="none"
    )
    uvicorn.Server(config).run(sockets=[sock])


@app.command()
@option_group(WitnessOptions)
def look(
    ctx: typer.Context,
    options: WitnessOptions,
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of a house, such as https://casino.example.")],
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Check a house's log once: fetch the newest checkpoint, check that it extends the last one seen, sign and remember it.

    Use this for a witness that cannot be reached from outside; run it from cron. The exit code is 1 if the log contradicts what was seen.
    """
    face: Face = ctx.obj
    if not options.trust:
        raise typer.BadParameter(face.say(NOTHING_TRUSTED))
    witness = _open(options)
    from banca_witness.server import fetch

    log, is_noted = fetch(witness, url)
    if face.json:
        print_json({**_plain_log(log), "is_told": is_noted})
        return
    print_text(
        face.say(SIGNED, origin=log.checkpoint.origin, size=face.say.count(log.checkpoint.size), at=_when(face, log.at))
    )
    if not is_noted:
        print_text(face.say(NOT_LISTED, verifier=str(witness.verifier)))


@app.command()
@option_group(WitnessOptions)
def key(ctx: typer.Context, options: WitnessOptions, lang: Lang = "en", as_json: AsJson = False) -> None:
    """Show the witness's public key for houses and players; create the witness the first time."""
    verifier = str(_open(options).verifier)
    if ctx.obj.json:
        print_json({"verifier": verifier})
    else:
        typer.echo(verifier)


@app.command()
def show(
    ctx: typer.Context,
    state: Annotated[Path | None, typer.Option(metavar="FILE", help="The witness's memory.")] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what the witness has seen of each log, and every contradiction with both signed notes."""
    face: Face = ctx.obj
    from banca.files import CANNOT_READ
    from banca_witness.store import WitnessStore

    file = state or default_folder() / "witness.db"
    if not file.is_file():
        raise Refusal(CANNOT_READ, asked=file, because=_("the file does not exist"))
    store = WitnessStore(file)
    logs, evidence = store.logs(), store.evidence()
    if face.json:
        against = [
            {"log": proof.origin, "kind": proof.kind, "held": proof.held, "shown": proof.shown, "at": proof.at}
            for proof in evidence
        ]
        print_json({"logs": [_plain_log(log) for log in logs], "evidence": against})
        return
    if not logs:
        print_text(face.say(NOTHING_SEEN))
        return
    counts = Counter(proof.origin for proof in evidence)
    styles = ("left", "right", "left", "right")
    print_table(
        [(face.say(heading), style) for heading, style in zip(HEADINGS.values(), styles, strict=True)],
        [
            [
                log.checkpoint.origin,
                face.say.count(log.checkpoint.size),
                _when(face, log.at),
                face.say.count(counts[log.checkpoint.origin]),
            ]
            for log in logs
        ],
        face.say,
    )
    for proof in evidence:
        print_text(face.say(AGAINST[proof.kind], origin=proof.origin, at=_when(face, proof.at)))
        typer.echo(f"\n{proof.held}\n{proof.shown}")


def _when(face: Face, at: int) -> str:
    return face.say.moment(datetime.fromtimestamp(at, UTC).isoformat())


def _plain_log(log: "KnownLog") -> dict[str, object]:
    return {"log": log.checkpoint.origin, "size": log.checkpoint.size, "at": log.at, "note": log.note}

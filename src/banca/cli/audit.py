"""`banca audit` and `banca log`: verify a database, read what happened, export and import it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.common import NOT_WHOLE, AsJson, Face, Lang, print_json, print_table, print_text, show
from banca.files import CANNOT_READ, CANNOT_WRITE, write_whole
from banca.house.refusals import UNKNOWN_TABLE
from banca.i18n import Translator
from banca.i18n.answer import Money, plain
from banca.rules import Refusal, _, _n, _p
from banca.rules.refusal import needs_extra

WEIGHTS = {
    "fault": _("fault"),
    "notice": _("notice"),
}
JOURNAL = (_("table"), _("game"), (_p("of the log", "entries"), "right"))
"""The columns of a list of journals."""


if TYPE_CHECKING:
    from banca.house.audit import HeldEvidence, TableReport, Verification
    from banca.house.store import Store

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Verify, read, export and import the journal of the live tables."
)

DB_VARIABLE = "BANCA_DB"
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        envvar=DB_VARIABLE,
        help="The database: sqlite:///FILE or postgresql://USER@HOST/DATABASE; default: the user's own.",
    ),
]


@contextmanager
def open_database(
    db: str | None, *, makes: bool = False, writes: bool = False, by: str = "banca audit"
) -> Iterator["Store"]:
    """Open the store for a command that reads it, `writes` to it, or `makes` one where there is none yet."""
    with needs_extra(by, "house"):
        from banca.house.database import StoreDownError
        from banca.house.files import check_exists, default_db, show_url
        from banca.house.store import Store, open_store
    url = db or default_db()
    try:
        # SQLite makes an empty file of any name: a typing error would be answered with an empty house.
        if not makes:
            check_exists(url)
        store = open_store(url) if makes or writes else Store(url)
        try:
            if not store.has_schema:
                raise Refusal(CANNOT_READ, asked=show_url(url), because=_("it is not a Banca database"))
            yield store
        finally:
            store.close()
    except StoreDownError as fault:
        code = CANNOT_WRITE if makes or writes else CANNOT_READ
        raise Refusal(code, asked=show_url(url), because=fault.because) from None


@app.command()
def verify(
    ctx: typer.Context,
    table: Annotated[
        list[str], typer.Option("--table", metavar="TABLE", help="Verify this table only; repeat for more.")
    ] = [],
    checkpoint: Annotated[
        list[Path],
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="A signed checkpoint of the log that was kept elsewhere; repeat for more.",
        ),
    ] = [],
    receipts: Annotated[
        list[Path],
        typer.Option("--receipts", metavar="DIR", help="A folder with players' receipts (*.json); repeat for more."),
    ] = [],
    log_vkey: Annotated[
        list[str],
        typer.Option(
            "--log-vkey",
            metavar="KEY",
            help="The public key that signs the log, obtained independently of the house; default: the keys in the register.",
        ),
    ] = [],
    since: Annotated[
        datetime | None,
        typer.Option(
            "--since",
            metavar="DATE",
            formats=["%Y-%m-%d"],
            help="Verify the entries from this day on (Macau time), starting at a snapshot.",
        ),
    ] = None,
    last_day: Annotated[
        bool, typer.Option("--last-day", help="Verify the entries of the last 24 hours, starting at a snapshot.")
    ] = False,
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Verify the whole database: chain, rules, money, commitments, log. Every entry is decided again.

    To detect that the whole database was rewritten, give checkpoints or receipts that were kept elsewhere.
    """
    face: Face = ctx.obj
    with open_database(db) as store:
        from banca.house.audit import verify as verify_store

        held = read_held(checkpoint, receipts, log_vkey)._replace(own=_read_log_memory(store))
        moment = _since(since, is_last_day=last_day)
        verification = verify_store(store, table or None, since=moment, held=held)
    show(face, verification, print_verification)
    if faults := verification.faults:
        raise Refusal(NOT_WHOLE, asked=len(faults), where=faults[0].where)


def read_held(checkpoints: list[Path], receipts: list[Path], keys: list[str]) -> "HeldEvidence":
    """Read the evidence that is kept outside the house: checkpoints, receipts, and the keys of its log."""
    from banca.house.audit import HeldEvidence
    from banca.transparency.note import BadNoteError, Verifier, split_notes

    try:
        verifiers = [Verifier.read(key) for key in keys]
        texts = [(str(file), file.read_text(encoding="utf-8", errors="replace")) for file in checkpoints]
        notes = [(name, note) for name, text in texts for note in split_notes(text) or [text]]
        files = [file for folder in receipts for file in _receipt_files(folder)]
        return HeldEvidence(notes, [(str(file), file.read_bytes()) for file in files], verifiers)
    except BadNoteError as bad:
        raise Refusal(
            "bad_log_vkey", _("{asked} is not the public key of a log; see 'banca log key'"), asked=str(bad)
        ) from None
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=error.filename, because=error.strerror) from None


def _read_log_memory(store: "Store") -> tuple[str, str] | None:
    """Read what the signer of this store's log remembers, if this is its machine and its user."""
    from banca.house.log import LOG_MARK, LogMemory, default_log_key

    mark = store.mark(LOG_MARK)
    file = LogMemory(default_log_key(), str(mark).partition("+")[0]).file if mark else None
    try:
        return (str(file), file.read_text(encoding="utf-8", errors="replace")) if file else None
    except OSError:
        return None


def _receipt_files(folder: Path) -> list[Path]:
    """A receipt, or all in a folder; refused where there is none, so that nobody believes they were compared."""
    files = sorted(folder.rglob("*.json")) if folder.is_dir() else [folder]
    if not files:
        raise Refusal("no_receipts", _("there are no receipts (*.json) in {asked}"), asked=folder)
    return files


def _since(day: datetime | None, *, is_last_day: bool) -> datetime | None:
    """The moment from which on something is verified; none for all of it."""
    from banca.house.authorisations import MACAU

    if day is not None and is_last_day:
        raise typer.BadParameter("--since, --last-day")
    return datetime.now(UTC) - timedelta(days=1) if is_last_day else day.replace(tzinfo=MACAU) if day else None


def print_verification(verification: "Verification", say: Translator) -> None:
    """Print a line for each table, one for each finding, one for each table with voids, and the verdict."""
    rows = [
        [
            table.printable_table,
            table.printable_game,
            say.count(table.entries),
            table.first_bad.where if table.first_bad else "-",
        ]
        for table in verification.tables
    ]
    print_table([*JOURNAL, (_("first error"), "fold")], rows, say)
    for finding in verification.findings:
        place = say.list([say(WEIGHTS[finding.weight]), finding.where])
        print_text(say.labelled(place, say.message(finding.why)))
    for table in verification.tables:
        if table.voids.rounds:
            print_text(_describe_voids(table, say))
    # Of each table the first findings are listed: a journal that was forged has one for every later entry.
    more = sum(table.count for table in verification.tables) - sum(bool(it.table) for it in verification.findings)
    if more > 0:
        print_text(say(_n("and {count} more finding", "and {count} more findings"), count=say.count(more)))
    if verification.is_whole:
        intact = (
            _(
                "no errors in the part that was checked: {what}; each of these entries was decided again with the same result"
            )
            if verification.since
            else _("intact: {what}; every entry was decided again with the same result, and the accounts balance")
        )
        print_text(say(intact, what=_count_tables(len(verification.tables), verification.entries, say)))
    print_text(say.message(verification.evidence.detail))


def _count_tables(tables: int, entries: int, say: Translator) -> str:
    counted = ((_n("{count} table", "{count} tables"), tables), (_n("{count} entry", "{count} entries"), entries))
    return say.list(say(text, count=say.count(count)) for text, count in counted)


def _describe_voids(table: "TableReport", say: Translator) -> str:
    voids = table.voids
    counts = {"rounds": voids.rounds, "known": voids.known, "won": voids.won, "lost": voids.lost}
    numbers = {name: say.count(count) for name, count in counts.items()}
    return say(
        _(
            "{table}, void rounds: {rounds}; hidden result known: {known}; with these results the players would have won {won} of the rounds and lost {lost}, net {players}"
        ),
        table=table.printable_table,
        players=say.money(voids.players),
        **numbers,
    )


@app.command("show")
def show_rounds(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="See 'banca audit tables'.")],
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="NUMBER", min=1, help="Show this round only.")
    ] = None,
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Show what happened at a table: who did what and when, by which clause, and with what result."""
    face: Face = ctx.obj
    with open_database(db) as store:
        from banca.house.audit.store_reader import read_journal
        from banca.house.story import tell_rounds

        games = store.tables()
        if table not in games:
            raise Refusal(UNKNOWN_TABLE, asked=table, allowed=list(games))
        number, rounds = 0, list[dict[str, object]]()
        for summary, lines in tell_rounds(read_journal(store, table), face.say):
            number = summary.number
            if round_number not in (None, number):
                continue
            texts = [line.as_text(face.say) for line in lines]
            if face.json:
                money = {name: Money(getattr(summary, name)) for name in ("staked", "paid", "house")}
                rounds.append({"round": number, "result": summary.result, **money, "lines": texts})
            else:
                for line in (summary.heading(face.say), *texts):
                    typer.echo(line)
            if round_number is not None:
                break
        else:
            if round_number is not None:
                raise Refusal(
                    "unknown_round",
                    _("table {table} has no round {asked}; available: 1 to {allowed}"),
                    table=table,
                    asked=round_number,
                    allowed=number,
                )
    if face.json:
        print_json(plain({"table": table, "game": games[table].game, "rounds": rounds}, face.say))


@app.command()
def tables(ctx: typer.Context, db: Db = None, lang: Lang = "en", as_json: AsJson = False) -> None:
    """List the tables with the last digest of each journal. A digest noted elsewhere proves all earlier entries."""
    face: Face = ctx.obj
    with open_database(db) as store:
        from banca.house.audit.report import JournalHead

        journals = [
            JournalHead(table=table, game=row.game, entries=row.seq, head=row.head)
            for table, row in store.tables().items()
        ]

    def print_journals(_answer: object, say: Translator) -> None:
        rows = [[journal.table, journal.game, say.count(journal.entries), journal.head] for journal in journals]
        print_table([*JOURNAL, (_("last digest"), "fold")], rows, say)

    show(face, {"tables": journals}, print_journals)


@app.command()
def export(
    ctx: typer.Context,
    table: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="The tables to export; default all.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; default: standard output.")
    ] = None,
    db: Db = None,
    lang: Lang = "en",
) -> None:
    """Export journals as lines of JSON, each entry with its digest. Results still hidden stay hidden."""
    with open_database(db) as store:
        from banca.house.audit import export as export_lines

        lines = export_lines(store, table or None)
        if output is not None:
            write_whole(output, lines)
        else:
            sys.stdout.buffer.writelines(lines)


@app.command("import")
def import_file(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by 'banca audit export'.")],
    db: Db = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> None:
    """Import journals into an empty database, all lines or none. Every entry is decided again.

    The file must also have the journals of the cage and of the other tables, which fill the wallets. A database that already
    has money, tables or users is refused.
    """
    face: Face = ctx.obj
    try:
        lines = file.open("rb")
    except OSError as error:
        raise Refusal(CANNOT_READ, asked=file, because=error.strerror) from None
    with lines, open_database(db, makes=True) as store:
        from banca.house.audit import import_lines
        from banca.house.audit.exchange import MOST_LINE

        taken = import_lines(store, iter(lambda: lines.readline(MOST_LINE + 1), b""))
    if face.json:
        print_json({"tables": [{"table": table, "entries": entries} for table, entries in taken.items()]})
    else:
        print_text(face.say(_("imported: {what}"), what=_count_tables(len(taken), sum(taken.values()), face.say)))

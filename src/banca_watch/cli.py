"""What `banca watch` says: the bound, the series with the strongest evidence, the alarms in sentences, and the money."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from banca.cli.audit import Db, open_database
from banca.cli.common import AsJson, Face, Lang, print_json, print_table, print_text
from banca.house.refusals import UNKNOWN_TABLE
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal, _

if TYPE_CHECKING:
    from banca_watch.report import AlertReport, MoneyReport, SeriesReport, WatchReport

# What reads a store needs the extra house: it is imported where it is used, so that help and the refusal work without it.
MOST_SHOWN = 12
"""Series that are shown where all are asked for; the others are in the JSON."""

READ = _("{entries} entries read.")
MORE = _("{count} more series with less evidence; --json shows them.")
FAULT = _("Fault")


def print_watch(answer: "WatchReport", say: Translator, *, is_whole: bool) -> None:
    """Print everything for a person; of all series the strongest, or all of those that are asked for."""
    from banca_watch import report as texts

    print_text(say(READ, entries=say.count(answer.entries)))
    print_text(say(answer.bound))
    shown = answer.series if is_whole else answer.series[:MOST_SHOWN]
    _print_series(shown, say)
    if len(shown) < len(answer.series):
        print_text(say(MORE, count=say.count(len(answer.series) - len(shown))))
    for alert in answer.alerts:
        _print_alert(alert, say)
    for fault in answer.faults:
        print_text(say.labelled(say(FAULT), say.message(fault)))
    if answer.no_alarms:
        print_text(say(answer.no_alarms))
    for part in answer.unwatched:
        print_text(say(part.says))
    _print_money(say(texts.PER_TABLE), answer.tables, ("table",), say)
    _print_money(say(texts.PER_SHIFT), answer.shifts, ("table", "day", "shift"), say)
    _print_money(say(texts.PER_BET), answer.bets, ("game", "bet"), say)
    _print_money(say(texts.PER_PLAYER), answer.players, ("player",), say)


def _print_series(shown: Sequence["SeriesReport"], say: Translator) -> None:
    from banca_watch import report as texts

    columns = [(say(texts.SERIES), "fold"), (say(texts.OF), "left")]
    columns += [(say(heading), "right") for heading in (texts.ROUNDS, texts.EVIDENCE, texts.MOST, texts.NEEDED)]
    rows = [
        [
            say(series.about),
            series.subject,
            say.count(series.evidence.rounds),
            *(
                texts.format_e_value(log10 * texts.NATURAL, say)
                for log10 in (series.log10_e, series.log10_most, series.log10_needed)
            ),
            say(texts.STANDINGS[series.standing]),
        ]
        for series in shown
    ]
    print_table([*columns, (say(texts.STANDING), "fold")], rows, say)


def _print_alert(alert: "AlertReport", say: Translator) -> None:
    row = alert.row
    about = {"number": say.count(row.number), "at": say.moment(row.at), "about": say(alert.about)}
    print_text(say(_("Alarm {number}, {at}: {about}, {of}"), **about, of=alert.subject))
    sentences = [
        say(alert.expected),
        say(alert.seen),
        say(alert.strength),
        say(_("Raised at entry {entry} of {table}."), entry=say.count(row.seq), table=row.table),
        say(alert.does_not_prove),
    ]
    print_text(say.sentences(sentences), indent=2)


def _print_money(title: str, rows: Sequence["MoneyReport"], name: Sequence[str], say: Translator) -> None:
    """Print rows of money; `name` is what they are of, by their fields."""
    from banca_watch import report as texts

    if not rows:
        return
    shown = [texts.money_texts(row, say) for row in rows]
    columns = [column for column in texts.MONEY_HEADINGS if any(cells[column] for cells in shown)]
    print_table(
        [(title, "left"), *((say(texts.MONEY_HEADINGS[column]), "right") for column in columns)],
        [
            [" ".join(str(getattr(row, field)) for field in name), *(cells[column] for column in columns)]
            for row, cells in zip(rows, shown, strict=True)
        ],
        say,
    )


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
    with open_database(db, by="banca watch") as store:
        from banca_watch.journals import StoreWatch
        from banca_watch.report import watch_report
        from banca_watch.store import stored_faults

        games = {name: row.game for name, row in store.tables().items()}
        for name in table:
            if name not in games:
                raise Refusal(UNKNOWN_TABLE, asked=name, allowed=list(games))
        store_watch = StoreWatch(store)
        if not store_watch.rows.is_there:
            store.migrate()
        if anew:
            store_watch.rows.forget()
        if not stored_faults(store_watch.rows):
            store_watch.read_all()
        answer = watch_report(store_watch, games, table)
    if face.json:
        print_json(plain(answer, face.say))
    else:
        print_watch(answer, face.say, is_whole=bool(table))

"""What `banca watch` says: the bound, the series with the strongest evidence, the alarms in sentences, and the money."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from banca.answers import watch_texts as shared
from banca.answers.watch import NATURAL, AlertShown, SeriesShown, WatchAnswer
from banca.answers.watch_money import MoneyShown
from banca.answers.watch_words import e_said
from banca.cli.audit import Db, opened
from banca.cli.common import AsJson, Face, Lang
from banca.cli.terminal import print_json, print_table, print_text
from banca.house.refusals import UNKNOWN_TABLE
from banca.i18n import Translator
from banca.i18n.answer import plain
from banca.rules import Refusal, _
from banca.rules.money import AVOS

MOST_SHOWN = 12
"""Series that are shown where all are asked for; the others are in the JSON."""

READ = _("{entries} entries read.")
MORE = _("{count} more series with less evidence; --json shows them.")
ALARMS = _("Alarm {number}, {at}: {about}, {of}")
FAULT = _("Fault")
AT_ENTRY = _("Raised at entry {entry} of {table}.")


def print_watch(answer: WatchAnswer, say: Translator, *, is_whole: bool) -> None:
    """Everything, for a person; of all series the strongest, or all of those that are asked for."""
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
    for title, rows, name in (
        (shared.PER_TABLE, answer.tables, _table),
        (shared.PER_SHIFT, answer.shifts, _shift),
        (shared.PER_BET, answer.bets, _bet),
        (shared.PER_PLAYER, answer.players, _player),
    ):
        _print_money(say(title), rows, name, say)


def _print_series(series: Sequence[SeriesShown], say: Translator) -> None:
    columns = [(say(shared.SERIES), "fold"), (say(shared.OF), "left")]
    columns += [(say(one), "right") for one in (shared.ROUNDS, shared.EVIDENCE, shared.MOST, shared.NEEDED)]
    rows = [
        [
            say(one.about),
            subject(one),
            say.count(one.rounds),
            *(e_said(log * NATURAL, say) for log in (one.log10_e, one.log10_most, one.log10_needed)),
            say(shared.STANDINGS[one.standing]),
        ]
        for one in series
    ]
    print_table([*columns, (say(shared.STANDING), "fold")], rows)


def subject(one: SeriesShown | AlertShown) -> str:
    """The table or the person that a series is about."""
    return one.who or one.table


def _print_alert(alert: AlertShown, say: Translator) -> None:
    at = say.moment(alert.at)
    print_text(say(ALARMS, number=say.count(alert.number), at=at, about=say(alert.about), of=subject(alert)))
    sentences = [
        say(alert.expected),
        say(alert.seen),
        say(alert.strength),
        say(AT_ENTRY, entry=say.count(alert.entry), table=alert.entry_table),
        say(alert.does_not_prove),
    ]
    print_text(say.sentences(sentences), indent=2)


def _print_money(title: str, rows: Sequence[MoneyShown], name: Callable[[MoneyShown], str], say: Translator) -> None:
    if not rows:
        return
    has_drop = any(one.drop is not None for one in rows)
    figures = (
        shared.ROUNDS,
        *((shared.DROP,) if has_drop else ()),
        shared.HANDLE,
        shared.WIN,
        shared.THEORETICAL,
        shared.LUCK,
    )
    print_table([(title, "left"), *((say(one), "right") for one in figures)], [_row(one, name, say) for one in rows])


def _row(one: MoneyShown, name: Callable[[MoneyShown], str], say: Translator) -> list[str]:
    return [
        name(one),
        say.count(one.rounds),
        *([] if one.drop is None else [say.money(one.drop.avos)]),
        say.money(one.handle.avos),
        say.signed(one.win.avos),
        say.measured(float(one.theoretical.avos) / AVOS),
        f"{say.measured(float(one.luck.avos) / AVOS)} ± {say.measured(one.luck_error)}",
    ]


def _table(one: MoneyShown) -> str:
    return one.table


def _shift(one: MoneyShown) -> str:
    return f"{one.table} {one.day} {one.shift}"


def _bet(one: MoneyShown) -> str:
    return f"{one.game} {one.bet}"


def _player(one: MoneyShown) -> str:
    return one.player


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

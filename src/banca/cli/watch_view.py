"""What `banca watch` says: the bound, the series with the strongest evidence, the alarms in sentences, and the money."""

from collections.abc import Callable, Sequence

from banca.answers import watch_texts as shared
from banca.answers.watch import NATURAL, AlertShown, SeriesShown, WatchAnswer
from banca.answers.watch_money import MoneyShown
from banca.answers.watch_words import e_said
from banca.cli.terminal import print_table, print_text
from banca.i18n import Translator
from banca.rules import _
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

"""The watch: every series with its evidence, its alarms, and the money beside them."""

import math
from collections.abc import Collection, Iterator, Mapping

from banca.answers import watch_texts as texts
from banca.answers.watch_money import MoneyShown, per_bet, per_player, per_shift, per_table
from banca.answers.watch_words import (
    Findings,
    bound_text,
    expected_text,
    no_alarms_text,
    seen_text,
    strength_text,
    unwatched_text,
)
from banca.games import find
from banca.house.register import OUTSIDE_TABLES
from banca.house.watch import AlertBody, AlertRow, SeriesKind, SeriesState, Watching, WatchKept, kept_faults
from banca.house.watch.devices import feature_words
from banca.i18n import Localized
from banca.i18n.answer import AnswerStruct
from banca.live.event import Opened
from banca.rules import Message, Text, _
from banca.watch.combination import ALARM, REVIEW, alarm_at, worth_review

NATURAL = math.log(10)


class SeriesShown(AnswerStruct, frozen=True, kw_only=True):
    """One series: what was expected, what was seen, how strong the evidence is, and what it does not prove."""

    id: str
    number: int
    """In the order of appearance, which decides what it must reach for an alarm."""
    kind: SeriesKind
    about: Text
    game: str
    table: str
    who: str
    rounds: int
    began: str
    last: str
    standing: str
    """`alarm` where it ever reached what it must, `review` where e-BH names it now, else `usual`."""
    log10_e: float
    log10_most: float
    """The most that it ever was."""
    log10_needed: float
    expected: Localized
    seen: Localized
    strength: Localized
    does_not_prove: Text


class CoursePoint(AnswerStruct, frozen=True, kw_only=True):
    """The evidence on one day: at its end, and the most that it was."""

    day: str
    log10_e: float
    log10_most: float


class AlertShown(AnswerStruct, frozen=True, kw_only=True):
    """An alarm as it was raised, with its entry of the journal."""

    number: int
    series: str
    about: Text
    game: str
    table: str
    who: str
    at: str
    entry_table: str
    entry: int
    log10_e: float
    log10_needed: float
    expected: Localized
    seen: Localized
    strength: Localized
    does_not_prove: Text


class Unwatched(AnswerStruct, frozen=True, kw_only=True):
    """What is not watched at a table, or of a game at all its tables, and why."""

    table: str
    """Empty where it is of the game."""
    game: str
    what: tuple[str, ...]
    """The series, or the facts of a result that are not counted by themselves."""
    code: str
    why: Message
    says: Localized


class WatchAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The whole watch."""

    entries: int
    """Of all journals, read so far."""
    bound: Localized
    level: float
    review_level: float
    series: tuple[SeriesShown, ...]
    """The strongest evidence first."""
    alerts: tuple[AlertShown, ...]
    tables: tuple[MoneyShown, ...]
    shifts: tuple[MoneyShown, ...]
    bets: tuple[MoneyShown, ...]
    players: tuple[MoneyShown, ...]
    unread: tuple[str, ...]
    """Tables whose journal could not be read on: verify them."""
    watched: tuple[str, ...]
    """Tables at which rounds were compared with the rulebook."""
    rounds: int
    """So many, at all of them."""
    unwatched: tuple[Unwatched, ...]
    faults: tuple[Message, ...]
    """What the watch keeps and cannot have written: while there are any it does not read on."""
    no_alarms: Localized | None
    """What can be said where there are no alarms; None where there are some."""


def watch_answer(watching: Watching, games: Mapping[str, str], tables: Collection[str] = ()) -> WatchAnswer:
    """Everything that is kept, or what is about some tables; `games` are those of all tables."""
    kept = watching.rows.kept()
    head, series = kept.head, kept.series
    faults = tuple(kept_faults(watching.rows, kept))
    named = set(worth_review({name: state.log_e for name, (_, state) in series.items()}))
    shown = [
        series_shown(name, number, state, is_named=name in named)
        for name, (number, state) in series.items()
        if not tables or state.table in tables
    ]
    money = [(key, sums) for key, sums in sorted(kept.money) if not tables or key[0] in tables]
    alerts = tuple(alert_shown(one) for one in kept.alerts if not tables or one.table in tables)
    rounds: dict[str, int] = {}
    for one in shown:
        if one.kind in (SeriesKind.DEVICE, SeriesKind.TABLE):
            rounds[one.table] = max(rounds.get(one.table, 0), one.rounds)
    return WatchAnswer(
        entries=head.entries,
        bound=Localized(bound_text),
        level=ALARM,
        review_level=REVIEW,
        series=tuple(sorted(shown, key=lambda one: (one.standing != "alarm", -one.log10_e, one.number))),
        alerts=alerts,
        tables=tuple(per_table(money, games)),
        shifts=tuple(per_shift(money, games)),
        bets=tuple(per_bet(money, games)),
        players=tuple(per_player(money)),
        unread=tuple(sorted(head.unread)),
        watched=tuple(sorted(rounds)),
        rounds=sum(rounds.values()),
        unwatched=tuple(_unwatched(watching, kept, games, tables)),
        faults=faults,
        no_alarms=None if alerts else Localized(no_alarms_text, len(rounds), sum(rounds.values()), bool(faults)),
    )


def _unwatched(
    watching: Watching, kept: WatchKept, games: Mapping[str, str], tables: Collection[str]
) -> Iterator[Unwatched]:
    """Tables and series that are not looked at, and then facts by game."""
    of_tables = [name for name in games if name not in OUTSIDE_TABLES and (not tables or name in tables)]
    unread, ends = kept.head.unread, watching.rows.heads()
    for table in of_tables:
        left = ends.get(table, 0) - kept.positions.get(table, 0)
        if table in unread:
            yield _part(
                table,
                games[table],
                (texts.EVERYTHING,),
                Message(
                    "unread",
                    _("its journal cannot be read any further: {because}; run banca audit verify"),
                    because=unread[table],
                ),
            )
        elif left > 0:
            yield _part(table, games[table], (texts.EVERYTHING,), Message(texts.BEHIND, count=left))
    facts: dict[str, Unwatched] = {}
    for table, opened, part in watching.unwatched(of_tables):
        if part.facts:
            what = tuple(feature_words(opened.game, fact) for fact in part.facts)
            facts[opened.game] = _part("", opened.game, what, part.why)
        else:
            what = tuple(texts.KINDS[kind] for kind in part.kinds)
            yield _part(table, opened.game, what, part.why, _options(opened))
    yield from facts.values()


def _part(table: str, game: str, what: tuple[str, ...], why: Message, options: tuple[str, ...] = ()) -> Unwatched:
    says = Localized(unwatched_text, table, game, options, what, why)
    return Unwatched(table=table, game=game, what=what, code=str(why.code), why=why, says=says)


def _options(opened: Opened) -> tuple[str, ...]:
    """Options of a table that are not the usual ones."""
    rulebook = find(opened.game).rulebook
    usual = {one.name: str(one.default) for one in rulebook.options} if rulebook else {}
    return tuple(f"{name}={value}" for name, value in opened.options.items() if usual.get(name) != value)


def series_shown(name: str, number: int, state: SeriesState, *, is_named: bool) -> SeriesShown:
    """One series as it stands."""
    found, needed = findings_of(state), alarm_at(number)
    return SeriesShown(
        id=name,
        number=number,
        kind=state.kind,
        about=texts.KINDS[state.kind],
        game=state.game,
        table=state.table,
        who=state.who,
        rounds=state.rounds,
        began=state.began,
        last=state.last,
        standing="alarm" if state.is_alarmed else "review" if is_named else "usual",
        log10_e=state.log_e / NATURAL,
        log10_most=state.most / NATURAL,
        log10_needed=needed / NATURAL,
        expected=Localized(expected_text, found),
        seen=Localized(seen_text, found),
        strength=Localized(strength_text, state.log_e, needed),
        does_not_prove=texts.NOT_PROVED[state.kind],
    )


def findings_of(state: SeriesState) -> Findings:
    """What was expected of a series and seen of it."""
    luck, calls = state.of_luck, state.of_calls
    if luck:
        deviation = math.sqrt(luck.variance)
        return Findings(kind=state.kind, game=state.game, rounds=state.rounds, luck=luck.luck, deviation=deviation)
    if calls:
        return Findings(
            kind=state.kind,
            game=state.game,
            rounds=state.rounds,
            own=calls.own,
            own_calls=calls.own_calls,
            expected=calls.expected,
        )
    return Findings(kind=state.kind, game=state.game, rounds=state.rounds, lead=state.lead)


def course_of(state: SeriesState) -> tuple[CoursePoint, ...]:
    """How the evidence of a series came about, day by day."""
    return tuple(
        CoursePoint(day=one.day, log10_e=one.log_e / NATURAL, log10_most=one.most / NATURAL) for one in state.days
    )


def alert_shown(alert: AlertRow) -> AlertShown:
    """An alarm."""
    body = alert.body
    found = _found(body)
    return AlertShown(
        number=alert.number,
        series=alert.series,
        about=texts.KINDS[body.kind],
        game=body.game,
        table=body.table,
        who=body.who,
        at=alert.at,
        entry_table=alert.table,
        entry=alert.seq,
        log10_e=body.log_e / NATURAL,
        log10_needed=body.needed / NATURAL,
        expected=Localized(expected_text, found),
        seen=Localized(seen_text, found),
        strength=Localized(strength_text, body.log_e, body.needed),
        does_not_prove=texts.NOT_PROVED[body.kind],
    )


def _found(body: AlertBody) -> Findings:
    return Findings(
        kind=body.kind,
        game=body.game,
        rounds=body.rounds,
        lead=body.lead,
        luck=body.luck,
        deviation=body.deviation,
        own=body.own,
        own_calls=body.own_calls,
        expected=body.expected,
    )

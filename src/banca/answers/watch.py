"""The watch: every series with its evidence, its alarms, and the money beside them."""

import math
from collections.abc import Collection, Mapping

from banca.answers import watch_texts as texts
from banca.answers.value import AnswerStruct
from banca.answers.watch_money import MoneyShown, per_bet, per_player, per_shift, per_table
from banca.answers.watch_words import BoundSaid, ExpectedSaid, Findings, SeenSaid, StrengthSaid
from banca.house.watch import AlertBody, AlertRow, SeriesKind, SeriesState, WatchRows
from banca.rulebook import Given
from banca.watch.combination import ALARM, REVIEW, alarm_at, worth_review

NATURAL = math.log(10)


class SeriesShown(AnswerStruct, frozen=True, kw_only=True):
    """One series: what was expected, what was seen, how strong the evidence is, and what it does not prove."""

    id: str
    number: int
    """In the order of appearance, which decides what it must reach for an alarm."""
    kind: SeriesKind
    about: Given
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
    expected: ExpectedSaid
    seen: SeenSaid
    strength: StrengthSaid
    does_not_prove: Given


class CoursePoint(AnswerStruct, frozen=True, kw_only=True):
    """The evidence on one day: at its end, and the most that it was."""

    day: str
    log10_e: float
    log10_most: float


class AlertShown(AnswerStruct, frozen=True, kw_only=True):
    """An alarm as it was raised, with its entry of the journal."""

    number: int
    series: str
    about: Given
    game: str
    table: str
    who: str
    at: str
    entry_table: str
    entry: int
    log10_e: float
    log10_needed: float
    expected: ExpectedSaid
    seen: SeenSaid
    strength: StrengthSaid
    does_not_prove: Given


class WatchAnswer(AnswerStruct, frozen=True, kw_only=True):
    """The whole watch."""

    entries: int
    """Of all journals, read so far."""
    bound: BoundSaid
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


def watch_answer(rows: WatchRows, games: Mapping[str, str], tables: Collection[str] = ()) -> WatchAnswer:
    """Everything that is kept, or what is about some tables; `games` are those of all tables."""
    head, series = rows.head(), rows.all_series()
    named = set(worth_review({name: state.log_e for name, (_, state) in series.items()}))
    shown = [
        series_shown(name, number, state, is_named=name in named)
        for name, (number, state) in series.items()
        if not tables or state.table in tables
    ]
    money = list(rows.all_sums(tables or None))
    return WatchAnswer(
        entries=head.entries,
        bound=BoundSaid(),
        level=ALARM,
        review_level=REVIEW,
        series=tuple(sorted(shown, key=lambda one: (one.standing != "alarm", -one.log10_e, one.number))),
        alerts=tuple(alert_shown(one) for one in rows.alerts() if not tables or one.table in tables),
        tables=tuple(per_table(money, games)),
        shifts=tuple(per_shift(money, games)),
        bets=tuple(per_bet(money, games)),
        players=tuple(per_player(money)),
        unread=tuple(sorted(head.unread)),
    )


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
        expected=ExpectedSaid(found),
        seen=SeenSaid(found),
        strength=StrengthSaid(state.log_e, needed),
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
        expected=ExpectedSaid(found),
        seen=SeenSaid(found),
        strength=StrengthSaid(body.log_e, body.needed),
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

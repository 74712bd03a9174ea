"""The report of the watch: every series with its evidence, the alarms, the money beside them, and what is not watched."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import structs

from banca.games import find, rules_of
from banca.house import journal
from banca.house.commands import engine_of
from banca.house.register import OUTSIDE_TABLES
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import AnswerStruct, Money
from banca.i18n.descriptions import outcome_name
from banca.rules import Message, Refusal, Text, _
from banca.rules.money import AVOS
from banca.tables.chance_engine import ChanceEngine
from banca.tables.engine import TableEngine
from banca.tables.events import TableOpened
from banca_watch.e_values import ALARM, REVIEW, alarm_at, worth_review
from banca_watch.features import MOST_VALUES, facts_of, feature_words, features_of
from banca_watch.journals import StoreWatch, opened_with
from banca_watch.store import AlertBody, AlertRow, MoneySums, SeriesKind, SeriesState, StoredWatch, stored_faults

NATURAL = math.log(10)
LARGE = 10_000
"""From here on an e-value is written by its power of ten."""

KINDS = {
    SeriesKind.DEVICE: _("results of the device"),
    SeriesKind.TABLE: _("players' luck at the table"),
    SeriesKind.PLAYER: _("the player's luck"),
    SeriesKind.CROUPIER: _("players' luck with the croupier"),
    SeriesKind.NULLS: _("null results called"),
    SeriesKind.VOIDS: _("rounds voided"),
    SeriesKind.CORRECTIONS: _("entries corrected"),
}
STANDINGS = {
    "alarm": _("alarm"),
    "review": _("for review"),
    "usual": _("nothing unusual"),
}

COUNTED = {
    "each": _("{feature}: {name}"),
    "sector": _("{feature}, from {name}"),
    "step": _("{feature}, {name} places on from the previous result"),
    "repeat": _("{feature}: same as in the previous round"),
}
"""What is counted, by the kind of feature."""
COUNT_SEEN = _("There were {seen}.")
BOUND = _(
    "If everything is as the rulebooks say, the chance that this house ever raises a false alarm, over all series and all years, is at most {level}. Of the series marked for review, at most {review} are expected to be honest."
)
OF_LUCK = _(
    "It does not say why, and accuses no one: a player who observes the results of others, or plays where a device is faulty, is lucky too."
)
OF_CALLS = _(
    "Croupiers who work at other tables, at other hours or with other players may have good reason to call differently."
)
NOT_PROVED = {
    SeriesKind.DEVICE: _(
        "It does not say why. A worn device, wrong entries and intent look alike; look at the device and at the recordings of the rounds."
    ),
    SeriesKind.TABLE: OF_LUCK,
    SeriesKind.PLAYER: OF_LUCK,
    SeriesKind.CROUPIER: OF_LUCK,
    SeriesKind.NULLS: OF_CALLS,
    SeriesKind.VOIDS: OF_CALLS,
    SeriesKind.CORRECTIONS: OF_CALLS,
}
"""What a series does not prove."""

SERIES = _("series")
OF = _("table or person")
ROUNDS = _("rounds")
EVIDENCE = _("e-value")
MOST = _("highest")
NEEDED = _("alarm at")
STANDING = _("finding")
PER_TABLE = _("Per table")
PER_SHIFT = _("Per shift")
PER_BET = _("Per bet")
PER_PLAYER = _("Per player")
MONEY_HEADINGS = {
    "rounds": ROUNDS,
    "drop": _("estimated drop"),
    "handle": _("handle"),
    "win": _("win"),
    "theoretical": _("theoretical win"),
    "luck": _("players' luck ± error"),
}
LUCK_KINDS = (SeriesKind.TABLE, SeriesKind.PLAYER, SeriesKind.CROUPIER)


class SeriesEvidence(AnswerStruct, frozen=True, kw_only=True):
    """What a series is about, what was expected, what was seen, how strong that is, and what it does not prove."""

    evidence: SeriesState | AlertBody
    """The evidence by now, or as it was when the alarm was raised."""
    needed: float
    """The natural logarithm of the e-value at which the series alarms."""
    JSON: ClassVar[Sequence[str | tuple[str, str]]] = ()

    @property
    def about(self) -> Text:
        """What is watched, in words."""
        return KINDS[self.evidence.kind]

    @property
    def subject(self) -> str:
        """The person or the table that the series is about."""
        return self.evidence.who or self.evidence.table

    @property
    def log10_e(self) -> float:
        """The e-value by its power of ten."""
        return self.evidence.log_e / NATURAL

    @property
    def log10_needed(self) -> float:
        """Likewise the e-value at which the series alarms."""
        return self.needed / NATURAL

    @property
    def expected(self) -> LocalizedText:
        """What was to be expected."""
        return LocalizedText(_expected, self.evidence)

    @property
    def seen(self) -> LocalizedText:
        """What was seen."""
        return LocalizedText(_seen, self.evidence)

    @property
    def strength(self) -> LocalizedText:
        """How strong the evidence is."""
        return LocalizedText(_strength, self.evidence.log_e, self.needed)

    @property
    def does_not_prove(self) -> Text:
        """What it does not say."""
        return NOT_PROVED[self.evidence.kind]


class SeriesReport(SeriesEvidence, frozen=True, kw_only=True):
    """A series as it stands; `number` is its place in the order of appearance, which decides what it must reach for an alarm."""

    id: str
    number: int
    evidence: SeriesState
    is_for_review: bool
    """Whether e-BH names it now."""
    JSON = (
        "id",
        "number",
        ("kind", "evidence.kind"),
        "about",
        ("game", "evidence.game"),
        ("table", "evidence.table"),
        ("who", "evidence.who"),
        ("rounds", "evidence.rounds"),
        ("began", "evidence.began"),
        ("last", "evidence.last"),
        "standing",
        "log10_e",
        "log10_most",
        "log10_needed",
        "expected",
        "seen",
        "strength",
        "does_not_prove",
    )

    @property
    def log10_most(self) -> float:
        """The most that it ever was."""
        return self.evidence.most / NATURAL

    @property
    def standing(self) -> str:
        """`alarm` if it ever reached what it must, `review` if it is for review, else `usual`."""
        return "alarm" if self.evidence.is_alarmed else "review" if self.is_for_review else "usual"


class AlertReport(SeriesEvidence, frozen=True, kw_only=True):
    """An alarm as it was raised, with its entry of the journal."""

    row: AlertRow
    JSON = (
        ("number", "row.number"),
        ("series", "row.series"),
        "about",
        ("game", "row.body.game"),
        ("table", "row.body.table"),
        ("who", "row.body.who"),
        ("at", "row.at"),
        ("entry_table", "row.table"),
        ("entry", "row.seq"),
        "log10_e",
        "log10_needed",
        "expected",
        "seen",
        "strength",
        "does_not_prove",
    )


class MoneyReport(AnswerStruct, frozen=True, kw_only=True):
    """What was staked, won and expected at a table, in a shift, of a player or of a bet; empty for all of them."""

    table: str
    game: str
    day: str
    shift: int | None
    player: str
    bet: str
    rounds: int
    drop: Money | None
    """An estimate: the most that each player had out at once in a shift. What players bring to a table is not recorded; of a bet there is none."""
    handle: Money
    win: Money
    theoretical: Money
    hold: float | None = None
    """Always null: hold is the win as a share of a drop that was measured, and none is."""
    luck: Money
    """The players'."""
    luck_error: float
    """One standard error of the luck, in patacas."""


class UnwatchedTable(AnswerStruct, frozen=True, kw_only=True):
    """What is not watched at a table, or of a game at all its tables, and why."""

    table: str
    """Empty where it is of the game."""
    game: str
    what: tuple[str, ...]
    """The series, or the facts of a result that are not counted by themselves."""
    why: Message
    options: tuple[str, ...] = ()
    """Options of the table that are not the usual ones."""
    JSON = ("table", "game", "what", "code", "why", "says")

    @property
    def code(self) -> str:
        """The code of the reason."""
        return str(self.why.code)

    @property
    def says(self) -> LocalizedText:
        """What is not watched, and why, in a sentence."""
        return LocalizedText(_not_watched, self)


class WatchReport(AnswerStruct, frozen=True, kw_only=True):
    """The whole watch."""

    entries: int
    """Of all journals, read so far."""
    bound: LocalizedText
    level: float
    review_level: float
    series: tuple[SeriesReport, ...]
    """The strongest evidence first."""
    alerts: tuple[AlertReport, ...]
    tables: tuple[MoneyReport, ...]
    shifts: tuple[MoneyReport, ...]
    bets: tuple[MoneyReport, ...]
    players: tuple[MoneyReport, ...]
    unread: tuple[str, ...]
    """Tables whose journal could not be read on: verify them."""
    watched: tuple[str, ...]
    """Tables at which rounds were compared with the rulebook."""
    rounds: int
    """So many, at all of them."""
    unwatched: tuple[UnwatchedTable, ...]
    faults: tuple[Message, ...]
    """What the watch keeps and cannot have written: while there are any it does not read on."""
    no_alarms: LocalizedText | None
    """What can be said where there are no alarms; None where there are some."""


def _rank(report: SeriesReport) -> tuple[bool, float, int]:
    """Alarms first, and the strongest evidence before weaker."""
    # Rounded, so that of equal evidence the older series comes first, and not the one whose last digit was added up otherwise.
    return report.standing != "alarm", -round(report.log10_e, 9), report.number


def series_report(name: str, number: int, state: SeriesState, *, is_for_review: bool) -> SeriesReport:
    """Return a series as it stands."""
    return SeriesReport(id=name, number=number, evidence=state, needed=alarm_at(number), is_for_review=is_for_review)


def watch_report(watch: StoreWatch, games: Mapping[str, str], tables: Collection[str] = ()) -> WatchReport:
    """Report everything that is kept, or what is about some tables; `games` are those of all tables."""
    stored = watch.rows.everything()
    faults = tuple(stored_faults(watch.rows, stored))
    review = set(worth_review({name: state.log_e for name, (_, state) in stored.series.items()}))
    series = [
        series_report(name, number, state, is_for_review=name in review)
        for name, (number, state) in stored.series.items()
        if not tables or state.table in tables
    ]
    rounds: dict[str, int] = {}
    for state in (report.evidence for report in series):
        if state.kind in (SeriesKind.DEVICE, SeriesKind.TABLE):  # both count the same rounds
            rounds[state.table] = max(rounds.get(state.table, 0), state.rounds)
    alerts = tuple(
        AlertReport(row=row, evidence=row.body, needed=row.body.needed)
        for row in stored.alerts
        if not tables or row.table in tables
    )
    money = [(key, games.get(key[0], ""), sums) for key, sums in sorted(stored.money) if not tables or key[0] in tables]
    return WatchReport(
        entries=stored.head.entries,
        bound=BOUND_SENTENCE,
        level=ALARM,
        review_level=REVIEW,
        series=tuple(sorted(series, key=_rank)),
        alerts=alerts,
        tables=_added(((table, game, "", "", ""), sums) for (table, _, *of), game, sums in money if not any(of)),
        shifts=_added(
            ((table, game, period, "", ""), sums) for (table, period, *of), game, sums in money if not any(of)
        ),
        bets=_added((("", game, "", "", bet), sums) for (*_, bet), game, sums in money if bet),
        players=_added((("", "", "", player, ""), sums) for (_, _, player, _), _, sums in money if player),
        unread=tuple(sorted(stored.head.unread)),
        watched=tuple(sorted(rounds)),
        rounds=sum(rounds.values()),
        unwatched=tuple(_unwatched(watch, stored, games, tables)),
        faults=faults,
        no_alarms=None if alerts else LocalizedText(_no_alarms, len(rounds), sum(rounds.values()), bool(faults)),
    )


MoneyOf = tuple[str, str, str, str, str]
"""What sums are of, in the order in which they are listed: table, game, day with shift, player and bet; empty for all."""


def _added(rows: Iterable[tuple[MoneyOf, MoneySums]]) -> tuple[MoneyReport, ...]:
    """Add up what is of the same table, shift, bet or player; what no round was played for is left out."""
    totals: dict[MoneyOf, MoneySums] = {}
    for of, sums in rows:
        totals.setdefault(of, MoneySums()).add(sums)
    return tuple(_money(of, sums) for of, sums in sorted(totals.items()) if sums.rounds)


def _money(of: MoneyOf, sums: MoneySums) -> MoneyReport:
    table, game, period, player, bet = of
    day, _, shift = period.partition("/")
    return MoneyReport(
        table=table,
        game=game,
        day=day,
        shift=int(shift) if shift else None,
        player=player,
        bet=bet,
        rounds=sums.rounds,
        drop=None if bet else Money(sums.drop),
        handle=Money(sums.handle),
        win=Money(sums.win),
        theoretical=Money(sums.theoretical),
        luck=Money(sums.exact_luck),
        luck_error=sums.deviation / AVOS,
    )


def money_texts(row: MoneyReport, say: Translator) -> dict[str, str]:
    """Return the sums of a row as they are shown, under the names of `MONEY_HEADINGS`; no drop where there is none."""
    return {
        "rounds": say.count(row.rounds),
        "drop": "" if row.drop is None else say.money(row.drop.avos),
        "handle": say.money(row.handle.avos),
        "win": say.signed(row.win.avos),
        "theoretical": say.measured(float(row.theoretical.avos) / AVOS),
        "luck": f"{say.measured(float(row.luck.avos) / AVOS)} ± {say.measured(row.luck_error)}",
    }


def _unwatched(
    watch: StoreWatch, stored: StoredWatch, games: Mapping[str, str], tables: Collection[str]
) -> Iterator[UnwatchedTable]:
    """Yield tables and series that are not watched, and then facts by game."""
    names = [name for name in games if name not in OUTSIDE_TABLES and (not tables or name in tables)]
    unread, ends = stored.head.unread, watch.rows.heads()
    for table in names:
        left = ends.get(table, 0) - stored.positions.get(table, 0)
        if table in unread:
            because = _("its journal cannot be read any further: {because}; run banca audit verify")
            why = Message("unread", because, because=unread[table])
        elif left > 0:
            why = Message("not_read_yet", _("entries still to be read: {count}"), count=left)
        else:
            continue
        yield UnwatchedTable(table=table, game=games[table], what=(_("everything"),), why=why)
    gaps: dict[tuple[object, ...], list[UnwatchedTable]] = {}
    facts: dict[str, UnwatchedTable] = {}
    for table in names:
        try:
            opened = journal.opened_in(watch.rows.opening(table) or b"")
            key = opened_with(opened)
            if key not in gaps:
                gaps[key] = list(_gaps_of(engine_of(opened)))
        except Exception:  # noqa: S112 - a forged journal may break anything; it is listed among the unread
            continue
        for gap in gaps[key]:
            if gap.table:
                yield structs.replace(gap, table=table)
            else:
                facts[opened.game] = gap
    yield from facts.values()


def _gaps_of(engine: TableEngine[Any]) -> Iterator[UnwatchedTable]:
    """Yield what is not watched at a table that opened so, or of its game; how its croupiers call always is."""
    game = engine.opened.game
    if not engine.devices:
        kinds: tuple[SeriesKind, ...] = (SeriesKind.DEVICE, *LUCK_KINDS)
        because = _(
            "the probabilities of its results change from round to round, for example when several rounds are dealt from one shoe"
        )
        why = Message("chances_change", because)
    elif not isinstance(engine, ChanceEngine):
        kinds = LUCK_KINDS
        why = Message("players_decide", _("its players make decisions, so their bets have no fixed value"))
    elif not any(features_of(engine)):
        kinds = (SeriesKind.DEVICE,)
        why = Message("nothing_to_count", _("its rulebook gives no numbers to count in a result"))
    else:
        if facts := facts_of(engine.rules)[1]:
            words = tuple(feature_words(game, fact) for fact in facts)
            few = Message("not_counted", _("only numbers with at most {most} values are counted"), most=MOST_VALUES)
            yield UnwatchedTable(table="", game=game, what=words, why=few)
        return
    what, options = tuple(KINDS[kind] for kind in kinds), _unusual_options(engine.opened)
    yield UnwatchedTable(table="*", game=game, what=what, why=why, options=options)


def _unusual_options(opened: TableOpened) -> tuple[str, ...]:
    rulebook = find(opened.game).rulebook
    usual = {option.name: str(option.default) for option in rulebook.options} if rulebook else {}
    return tuple(f"{name}={value}" for name, value in opened.options.items() if usual.get(name) != value)


# The sentences: each is written in the reader's language, of the evidence as it is stored.


def _expected(say: Translator, evidence: SeriesState | AlertBody) -> str:
    lead = evidence.lead
    if evidence.kind in LUCK_KINDS:
        deviation = say.measured(evidence.deviation / AVOS)
        return say(
            _(
                "Over {rounds} rounds, the players were expected to win nothing beyond the value of their bets by the rulebook, give or take {deviation} patacas (one standard deviation)."
            ),
            rounds=say.count(evidence.rounds),
            deviation=deviation,
        )
    if evidence.kind is not SeriesKind.DEVICE or lead is None:
        return say(
            _(
                "Of {calls} calls by the croupier, {expected} of this kind were expected if all croupiers of the game made them equally often each day."
            ),
            calls=say.count(evidence.own_calls),
            expected=say.decimal(evidence.expected, 1),
        )
    rounds, feature = say.count(lead.rounds), say(feature_words(evidence.game, lead.feature))
    if not lead.name:
        return say(
            _(
                "{feature}: over {rounds} rounds, each value was expected with its probability by the rulebook, whatever came before."
            ),
            feature=feature,
            rounds=rounds,
        )
    what = say(COUNTED[lead.kind], feature=feature, name=_value_name(evidence.game, lead.name, say))
    return say(
        _("{what}: by the rulebook, {expected} were expected in {rounds} rounds."),
        what=what,
        expected=say.decimal(lead.expected, 1),
        rounds=rounds,
    )


def _seen(say: Translator, evidence: SeriesState | AlertBody) -> str:
    lead = evidence.lead
    if evidence.kind in LUCK_KINDS:
        z = evidence.luck / evidence.deviation if evidence.deviation else 0.0
        luck = say.signed(Fraction(round(evidence.luck)))
        return say(
            _("The difference was {luck} patacas: {z} standard deviations."), luck=luck, z=say.signed_decimal(z, 2)
        )
    if evidence.kind is not SeriesKind.DEVICE or lead is None:
        return say(COUNT_SEEN, seen=say.count(evidence.own))
    return (
        say(COUNT_SEEN, seen=say.count(lead.seen))
        if lead.name
        else say(_("No single value accounts for the evidence; it lies in the shares as a whole."))
    )


def _value_name(game: str, name: str, say: Translator) -> str:
    """Name a value, or the first and the last of a sector, where the game has names for them."""
    ends = name.split("..")
    try:
        rules = rules_of(game) if find(game).rulebook else None
    except Refusal:
        rules = None
    return "–".join(outcome_name(rules, end, say) if rules and not end.isdigit() else end for end in ends)


def _strength(say: Translator, log_e: float, needed: float) -> str:
    return say(
        _(
            "One pataca bet against the rulebook since the first round, at fair odds in every round, would now be {e}. An alarm requires {needed}."
        ),
        e=format_e_value(log_e, say),
        needed=format_e_value(needed, say),
    )


def format_e_value(log_e: float, say: Translator) -> str:
    """Write an e-value, however large, from its natural logarithm: `0.83`, `271.00`, `1.2e6`."""
    value = math.exp(min(log_e, 600.0))  # a float ends at e**709
    return say.decimal(value, 2) if value < LARGE else say.scientific(value)


def _no_alarms(say: Translator, tables: int, rounds: int, is_altered: bool) -> str:  # noqa: FBT001 - an argument of a `LocalizedText`
    """Where there are no alarms, say so only of what was watched."""
    if is_altered:
        return say(
            _(
                "The data of the watch does not match the journals, so nothing can be said about alarms. banca watch --anew reads the journals again from their first entries."
            )
        )
    if not rounds:
        return say(_("No round has been watched, so nothing can be said about alarms."))
    return say(
        _("No alarms (tables watched: {tables}, rounds: {rounds})."), tables=say.count(tables), rounds=say.count(rounds)
    )


def _not_watched(say: Translator, part: UnwatchedTable) -> str:
    what = say.labelled(part.table or part.game, say.list(map(say, part.what)))
    because = say.message(part.why)
    if part.table and part.game:
        because = say.labelled(say.list((part.game, *part.options)), because)
    return say(_("Not watched: {what} ({why})."), what=what, why=because)


BOUND_SENTENCE = LocalizedText(lambda say: say(BOUND, level=say.percent(ALARM, 0), review=say.percent(REVIEW, 0)))

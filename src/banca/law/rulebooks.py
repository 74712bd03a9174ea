"""The rulebooks as texts: the games and their options, what each clause says, and which text applied on a day."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from banca.analysis.exact import analyse
from banca.games import find, rulebook
from banca.i18n import LocalizedText, Translator
from banca.i18n.answer import AnswerStruct, GameTitle
from banca.i18n.translator import translator
from banca.law import (
    Clause,
    ClauseKind,
    Force,
    Instrument,
    InstrumentDates,
    Language,
    Status,
    clauses_of,
    clauses_under,
    is_granted,
    law,
    needs_record,
    readable,
)
from banca.law import clause as find_clause
from banca.rules import Bet, Citation, Option, Refusal, Rules, Text, _, explore, given_text
from banca.rules.spelling import TWO_SENTENCES
from banca.rules.text import PUNCTUATION

if TYPE_CHECKING:
    from banca.house.authorisations import Authorisation, RecordStatus

__all__ = [
    "check_in_force",
    "edition_of",
    "edition_on",
    "editions_answer",
    "game_answer",
    "games_answer",
    "rules_answer",
]

SAYS = {
    Force.IN_FORCE: _("in force on that day"),
    Force.AMENDED: _(
        "in force on that day, as amended by {others}. {known} The text shown here is as first published."
    ),
    Force.PERHAPS_AMENDED: _(
        "in force on that day. It was amended by {others}, from a date that is not known. {known} The text shown here is as first published."
    ),
    Force.NOT_YET: _("not yet in force on that day. Applicable then, as far as is known: {named}"),
    Force.ENDED: _("no longer in force on that day. Applicable then, as far as is known: {named}"),
    Force.BEGINS_UNDATED: _("published on or before that day; the day on which it came into force is not known"),
}
STOP = {Language.EN: ".", Language.PT: ".", Language.ZH: "。"}
NOT_KNOWN = _("not known")
BEGAN_SOME_DAY = _("The day on which it came into force is not known.")
"""Said of an instrument of the same year as the day asked for."""


# Since this order the series of regulations of games goes on in another form: a game's own text may have been replaced unseen.
NEW_SERIES = date(2025, 10, 30)
NEW_SERIES_SAID = _(
    "Order 89/2025, signed on 30 October 2025, replaced the regulation of one game, Fortune 3 Card Poker, by rules of execution; no "
    "such order was found for this game."
)
"""Said of every later day: what has not been found may exist."""


class Edition(GameTitle):
    """Which text applied to a game on a day; `from` and `until` are null where they are not known."""

    since: date | None = field(name="from")
    until: date | None
    signed: date | None
    published: date | None
    holds: Text
    force: Force
    other: Text | None
    """The instrument that applied instead, where Banca's own did not."""
    amended_by: tuple[Text, ...]
    """What had changed the text by that day; none of it has been seen."""
    text: Text = field(name="said")
    note: Text | None
    """What else may bear on a later day."""
    day: date | UnsetType = UNSET
    """Where it is not said beside it."""


class Editions(AnswerStruct):
    """The editions of a day."""

    on: date
    editions: tuple[Edition, ...]


class HistoryEntry(AnswerStruct):
    """One instrument in the history of a game's rules."""

    instrument: Instrument
    is_held: bool
    """Whether its text is the one that Banca holds."""
    JSON = (
        *("name", ("effect", "instrument.effect"), "is_held", ("year", "instrument.year")),
        *((name, f"instrument.{name}") for name in InstrumentDates.__struct_fields__),
        *("known", ("address", "instrument.address")),
    )

    @property
    def name(self) -> Text:
        """What the instrument is called."""
        return given_text(self.instrument.name)

    @property
    def known(self) -> Text:
        """How much of its text has been seen."""
        return given_text(self.instrument.known)


def editions_answer(day: date, game: str | None = None) -> Editions:
    """Return the edition of every game, or of one, and whether it applied on that day."""
    games = readable() if game is None else (game,)
    return Editions(on=day, editions=tuple(edition_of(name, day) for name in games))


def edition_on(game: str, day: date) -> Edition:
    """Return the edition of a game on a day, together with the day."""
    return replace(edition_of(game, day), day=day)


def edition_of(game: str, day: date) -> Edition:
    """Return the edition of a game on a day."""
    of = law(game)
    own, force = of.instrument, of.force(day)
    # Which other instruments are named follows from the force: those that applied instead, or those that had changed the text.
    applied = of.applied(day) if force in (Force.NOT_YET, Force.ENDED) else ()
    amended = of.amended(day) if force in (Force.AMENDED, Force.PERHAPS_AMENDED) else ()
    return Edition(
        game=game,
        since=own.in_force,
        until=own.until,
        signed=own.signed,
        published=own.published,
        holds=given_text(own.known),
        force=force,
        other=given_text(applied[0].name) if applied else None,
        amended_by=tuple(given_text(instrument.name) for instrument in amended),
        text=_edition_text(own, force, applied or amended, day),
        note=NEW_SERIES_SAID if day >= NEW_SERIES else None,
    )


def _edition_text(own: Instrument, force: Force, others: Sequence[Instrument], day: date) -> Text:
    if not others and force is Force.NOT_YET:
        return (
            _("not yet in force on that day: this order introduced the game.")
            if own.is_first
            else _("not yet in force on that day. The rules that applied then are not known.")
        )
    if not others:
        return SAYS[force]
    # Each instrument with what is known of it, as one sentence after another; in Chinese nothing stands between sentences.
    known, named = dict[str, str](), dict[str, str]()
    for language in Language:
        join = PUNCTUATION[language]["sentence"].join
        known[language] = join(other.known[language] for other in others)
        parts = [(other.name[language] + STOP[language], _known_text(other, day, language)) for other in others]
        named[language] = join(part for pair in parts for part in pair)
    names = [given_text(other.name) for other in others]
    return SAYS[force].fill(others=names, known=given_text(known), named=given_text(named))


def _known_text(other: Instrument, day: date, language: Language) -> str:
    """How much of it has been seen; and that nobody knows whether it had begun, where that is so."""
    began = [] if other.is_certain(day) else [BEGAN_SOME_DAY.in_language(language)]
    return PUNCTUATION[language]["sentence"].join([*began, other.known[language]])


def check_in_force(game: str, day: date) -> None:
    """Refuse a day on which the text that Banca holds certainly did not apply."""
    if law(game).force(day) in (Force.NOT_YET, Force.ENDED):
        edition = edition_of(game, day)
        day_text = given_text({language: translator(language).date(day) for language in Language})
        note = edition.note
        because = TWO_SENTENCES.fill(first=edition.text, second=note) if note else edition.text
        raise Refusal(
            "not_in_force",
            _("Banca does not hold the rules of {game} that applied on {asked}. {edition}: {because}"),
            asked=day_text,
            game=edition.title,
            edition=edition.instrument,
            because=because,
        )


def history(game: str) -> tuple[HistoryEntry, ...]:
    """Every instrument of a game that is known, in order of time."""
    of = law(game)
    # The instrument that Banca holds stands in its own place in time; without any date, last.
    first = of.instrument.since or date.max
    before = [other for other in of.others if other.first_day < first]
    after = [other for other in of.others if other.first_day >= first]
    instruments = (*before, of.instrument, *after)
    return tuple(HistoryEntry(instrument=each, is_held=each is of.instrument) for each in instruments)


class InstrumentTitle(GameTitle):
    """A game, its instrument with its dates and those before and after it, and how much of it has been seen."""

    JSON = ("dates", "holds", "history")

    @property
    def dates(self) -> InstrumentDates:
        """When it was signed, published and in force."""
        return InstrumentDates(**law(self.game).instrument.known_dates())

    @property
    def holds(self) -> Text:
        """How much of it has been seen."""
        return given_text(law(self.game).instrument.known)

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        """Every instrument of the game that is known, in order of time."""
        of = law(self.game)
        # The instrument that Banca holds stands in its own place in time; without any date, last.
        first = of.instrument.since or date.max
        entries = [HistoryEntry(instrument=other, is_held=False) for other in of.others]
        before = sum(other.first_day < first for other in of.others)
        return (*entries[:before], HistoryEntry(instrument=of.instrument, is_held=True), *entries[before:])


class BetFamily(AnswerStruct, kw_only=False):
    """Bets of one id, and their selections."""

    bets: tuple[Bet, ...]
    JSON = ("id", "name", "selections")

    @property
    def id(self) -> str:
        """What the keys of its bets begin with."""
        return self.bets[0].id

    @property
    def name(self) -> LocalizedText:
        """Their common name."""
        return LocalizedText(Translator.family, self.bets[0])

    @property
    def selections(self) -> tuple[str, ...]:
        """What each adds to the id."""
        return tuple(bet.selection for bet in self.bets if bet.selection)


class OptionValues(AnswerStruct):
    """What the house may choose."""

    option: str
    values: tuple[str, ...]
    spelled: tuple[str, ...]
    default: str
    cite: Citation


class GameAnswer(InstrumentTitle):
    """One game: how firm its clauses are, its bets and options, how outcomes are written."""

    clauses: Mapping[Status, int]
    bets: int = 0
    families: tuple[BetFamily, ...] = ()
    options: tuple[OptionValues, ...] = ()
    outcome: str = ""
    nulls: Mapping[str, tuple[Citation, ...]] = {}


class GamesAnswer(AnswerStruct):
    """Every game."""

    games: tuple[GameAnswer, ...]


class EdgesCompared(AnswerStruct):
    """The house edge of a bet as the source is read here, and in the other reading."""

    bet: str
    as_read: Fraction
    otherwise: Fraction


class ClauseAnswer(AnswerStruct):
    """One clause with its readings, the bets it bears on, and what it decides."""

    clause: str
    cited: LocalizedText
    """As jurists write it."""
    article: str
    status: Status
    kind: ClauseKind
    text: Text
    reason: Text
    """Why nothing is computed from it; empty where something is."""
    readings: Mapping[str, Text]
    bets: tuple[str, ...]
    compared: tuple[EdgesCompared, ...]


class RulesAnswer(InstrumentTitle, omit_defaults=True):
    """A rulebook by article, or a part of it; with the edition of a day where one is asked for."""

    articles: Mapping[str, Text]
    clauses: tuple[ClauseAnswer, ...]
    on: Edition | None = None


def games_answer() -> GamesAnswer:
    """Return every game that can be read."""
    return GamesAnswer(games=tuple(map(game_answer, readable())))


def game_answer(game: str) -> GameAnswer:
    """Return one game: its clauses, bets and options."""
    statuses = Counter(clause.status for clause in law(game).clauses.values())
    clauses = {status: statuses[status] for status in Status}
    # A game between players has clauses and a title, and no bets, options or outcomes to list.
    if not find(game).rulebook:
        return GameAnswer(game=game, clauses=clauses)
    rules = rulebook(game).under()
    families: dict[str, list[Bet]] = {}
    for bet in rules.bets.values():
        families.setdefault(bet.id, []).append(bet)
    return GameAnswer(
        game=game,
        clauses=clauses,
        bets=len(rules.bets),
        families=tuple(BetFamily(tuple(bets)) for bets in families.values()),
        options=tuple(OptionValues(**option_values(option)) for option in rules.rulebook.options),
        outcome=rules.rulebook.outcome_form,
        nulls={str(reason): null.by for reason, null in rules.rulebook.nulls.items()},
    )


def option_values(option: Option[Any]) -> dict[str, Any]:
    """The fields of `OptionValues`."""
    return {
        "option": option.name,
        "values": tuple(map(str, option.values)),
        "spelled": option.spelled(),
        "default": str(option.default),
        "cite": option.cite,
    }


def rules_answer(game: str, number: str | None = None, on: Edition | None = None) -> RulesAnswer:
    """Return the rulebook by article, or one clause."""
    rules = None if not find(game).rulebook else rulebook(game).under()
    # A package of others' may fail while its bets are explored: that is refused by the game's name.
    with find(game).faults_in("bets"):
        bets = _bets_by_clause(rules) if rules else {}
        compared = _compared_by_clause(rules) if rules else {}
    chosen = list(clauses_of(game).values()) if number is None else clauses_under(game, number)
    return RulesAnswer(
        game=game,
        articles={article: given_text(heading) for article, heading in law(game).articles.items()},
        clauses=tuple(
            _clause_answer(game, clause, bets.get(clause.cite, {}), compared.get(clause.cite, [])) for clause in chosen
        ),
        on=on,
    )


def _clause_answer(game: str, clause: Clause, bets: Mapping[str, None], compared: list[EdgesCompared]) -> ClauseAnswer:
    return ClauseAnswer(
        clause=clause.cite.clause,
        cited=LocalizedText(Translator.cite, clause.cite),
        article=clause.article,
        status=clause.status,
        kind=clause.kind,
        text=given_text(clause.text),
        reason=given_text(clause.reason) if clause.reason else Text(""),
        readings={cite.clause: given_text(find_clause(game, cite.clause).text) for cite in clause.readings},
        bets=tuple(bets),
        compared=tuple(compared),
    )


def _bets_by_clause(rules: Rules) -> dict[Citation, dict[str, None]]:
    """The families of bets that each clause bears on: it defines them, decides or pays them, or they rest on it."""
    families: dict[Citation, dict[str, None]] = {}
    for bet in rules.bets.values():
        # A cell that is a number is the next state; anything else decides the bet, by a clause.
        decisions = {cell for row in explore(bet).rows for cell in row if not isinstance(cell, int)}
        commission = bet.commission.cite if bet.commission else None
        for cite in (bet.cite, *bet.reads, commission, *(decision.cite for decision in decisions)):
            if cite:
                families.setdefault(cite, {})[bet.id] = None
    return families


def _compared_by_clause(rules: Rules) -> dict[Citation, list[EdgesCompared]]:
    """For readings that decide figures: the house edge as Banca reads the source, and in the other reading."""
    compared: dict[Citation, list[EdgesCompared]] = {}
    for other in rules.rulebook.other_readings(rules.chosen):
        edges = analyse(other.as_read).house_edge, analyse(other.otherwise).house_edge
        row = EdgesCompared(bet=other.as_read.key, as_read=edges[0], otherwise=edges[1])
        compared.setdefault(other.cite, []).append(row)
    return compared


Records = Iterable[tuple["Authorisation", "RecordStatus"]]


class OptionAnswer(OptionValues):
    """One option, and what authorisation it takes."""

    left_by: Citation
    """The clause or reading that the choice follows from."""
    is_granted: bool
    """Whether a clause that was published leaves it to the concessionaire; otherwise the choice is one between readings."""
    needs_authorisation: bool
    authorised_by: Citation | None
    """The clause by which the regulator authorises it, where one does."""
    working_days: int
    needs_none: tuple[str, ...]


class RecordAnswer(AnswerStruct, kw_only=False):
    """One record of an authorisation, and its status."""

    record: "Authorisation"
    status: "RecordStatus"
    JSON = (
        *(("option", "record.option"), ("value", "record.value"), ("asked", "record.asked")),
        *(("planned", "record.planned"), ("reference", "record.reference"), ("by", "record.by")),
        *(("at", "record.at"), ("standing", "status")),
    )


class OptionsAnswer(GameTitle):
    """The options of a game; `records` is null where there is no store to look into."""

    options: tuple[OptionAnswer, ...]
    on: date | None
    records: tuple[RecordAnswer, ...] | None


def options_answer(game: str, records: Records | None, day: date | None = None) -> OptionsAnswer:
    """The options of a game and the records about them."""
    return OptionsAnswer(
        game=game,
        options=tuple(map(_option, find(game).options)),
        on=day,
        records=None if records is None else tuple(RecordAnswer(*record) for record in records),
    )


def _option(option: Option[Any]) -> OptionAnswer:
    return OptionAnswer(
        **option_values(option),
        left_by=option.left_by or option.cite,
        is_granted=is_granted(option.cite),
        needs_authorisation=any(needs_record(option, value) for value in option.values),
        authorised_by=option.authorised_by,
        working_days=option.working_days,
        needs_none=tuple(map(str, option.untaken)),
    )

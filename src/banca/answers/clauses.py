"""The rulebooks as texts: which games there are, and what each clause says."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from banca.analysis.exact import analyse
from banca.answers.editions import EditionOn, HistoryEntry, history
from banca.games import find, rulebook
from banca.i18n import Localized, Translator
from banca.i18n.answer import AnswerStruct, GameTitle, title_of
from banca.law import Clause, ClauseKind, Instrument, Status, clause, clauses_of, clauses_under, law, readable
from banca.rules import Citation, Option, Rules, Text, explore, given_text

NO_WORDS = Text("")


class InstrumentDates(AnswerStruct, frozen=True, kw_only=True, omit_defaults=True):
    """When an instrument was signed and published, where, and how long it is in force, as far as is known."""

    signed: date | None = None
    published: date | None = None
    gazette: str | None = None
    in_force: date | None = None
    until: date | None = None

    def known(self) -> dict[str, date | str]:
        """Those that the source has, by name."""
        found = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in found.items() if value is not None}


class InstrumentTitle(GameTitle, frozen=True, kw_only=True):
    """A game, its instrument with its dates and those before and after it, and how much of it has been seen."""

    dates: InstrumentDates
    holds: Text
    history: tuple[HistoryEntry, ...]


class BetFamily(AnswerStruct, frozen=True, kw_only=True):
    """Bets of one id, and their selections."""

    id: str
    name: Localized
    selections: tuple[str, ...]


class OptionValues(AnswerStruct, frozen=True, kw_only=True):
    """What the house may choose."""

    option: str
    values: tuple[str, ...]
    spelled: tuple[str, ...]
    default: str
    cite: Citation


class GameAnswer(InstrumentTitle, frozen=True, kw_only=True):
    """One game: how firm its clauses are, its bets and options, how outcomes are written."""

    clauses: Mapping[Status, int]
    bets: int = 0
    families: tuple[BetFamily, ...] = ()
    options: tuple[OptionValues, ...] = ()
    outcome: str = ""
    nulls: Mapping[str, tuple[Citation, ...]] = {}


class GamesAnswer(AnswerStruct, frozen=True, kw_only=True):
    """Every game."""

    games: tuple[GameAnswer, ...]


class EdgesCompared(AnswerStruct, frozen=True, kw_only=True):
    """The house edge of a bet as the source is read here, and in the other reading."""

    bet: str
    as_read: Fraction
    otherwise: Fraction


class ClauseAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One clause with its readings, the bets it bears on, and what it decides."""

    clause: str
    cited: Localized
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


class RulesAnswer(InstrumentTitle, frozen=True, kw_only=True, omit_defaults=True):
    """A rulebook by article, or a part of it; with the edition of a day where one is asked for."""

    articles: Mapping[str, Text]
    clauses: tuple[ClauseAnswer, ...]
    on: EditionOn | None = None


def games_answer() -> GamesAnswer:
    """Return every game that can be read."""
    return GamesAnswer(games=tuple(map(game_answer, readable())))


def game_answer(game: str) -> GameAnswer:
    """Return one game: its clauses, bets and options."""
    about = _instrument(game) | {"clauses": _firmness(game)}
    if not find(game).rulebook:
        return GameAnswer(**about)
    rules = rulebook(game).under()
    return GameAnswer(
        **about,
        bets=len(rules.bets),
        families=_families(rules),
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


def _families(rules: Rules) -> tuple[BetFamily, ...]:
    selections: dict[str, list[str]] = {}
    names: dict[str, Localized] = {}
    for bet in rules.bets.values():
        selections.setdefault(bet.id, []).append(bet.selection)
        names.setdefault(bet.id, Localized(Translator.family, bet))
    return tuple(
        BetFamily(id=bet_id, name=names[bet_id], selections=tuple(filter(None, chosen)))
        for bet_id, chosen in selections.items()
    )


def _instrument(game: str) -> dict[str, Any]:
    """The fields of an `InstrumentTitle`."""
    instrument = law(game).instrument
    return title_of(game) | {
        "dates": dates_of(instrument),
        "holds": given_text(instrument.holds),
        "history": history(game),
    }


def _firmness(game: str) -> dict[Status, int]:
    """How many of its clauses are gazetted, readings, reconstructed."""
    statuses = [one.status for one in law(game).clauses.values()]
    return {status: statuses.count(status) for status in Status}


def rules_answer(game: str, number: str | None = None, on: EditionOn | None = None) -> RulesAnswer:
    """Return the rulebook by article, or one clause."""
    rules = None if not find(game).rulebook else rulebook(game).under()
    with find(game).faults_in("bets"):
        bets = _bets_by_clause(rules) if rules else {}
        compared = _compared_by_clause(rules) if rules else {}
    chosen = list(clauses_of(game).values()) if number is None else clauses_under(game, number)
    return RulesAnswer(
        **_instrument(game),
        articles={article: given_text(heading) for article, heading in law(game).articles.items()},
        clauses=tuple(_clause(game, one, bets.get(one.cite, {}), compared.get(one.cite, [])) for one in chosen),
        on=on,
    )


def _clause(game: str, one: Clause, bets: Mapping[str, None], compared: list[EdgesCompared]) -> ClauseAnswer:
    return ClauseAnswer(
        clause=one.cite.clause,
        cited=Localized(Translator.cite, one.cite),
        article=one.article,
        status=one.status,
        kind=one.kind,
        text=given_text(one.text),
        reason=given_text(one.reason) if one.reason else NO_WORDS,
        readings={cite.clause: given_text(clause(game, cite.clause).text) for cite in one.readings},
        bets=tuple(bets),
        compared=tuple(compared),
    )


def dates_of(instrument: Instrument) -> InstrumentDates:
    """The dates of an instrument."""
    return InstrumentDates(
        signed=instrument.signed,
        published=instrument.published,
        gazette=instrument.gazette or None,
        in_force=instrument.in_force,
        until=instrument.until,
    )


def _bets_by_clause(rules: Rules) -> dict[Citation, dict[str, None]]:
    """The families of bets that each clause bears on: it defines them, decides or pays them, or they rest on it."""
    families: dict[Citation, dict[str, None]] = {}
    for bet in rules.bets.values():
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
        row = EdgesCompared(
            bet=other.as_read.key,
            as_read=analyse(other.as_read).house_edge,
            otherwise=analyse(other.otherwise).house_edge,
        )
        compared.setdefault(other.cite, []).append(row)
    return compared

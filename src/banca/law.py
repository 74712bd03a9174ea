"""Reads each game's clauses.toml: what every clause says, in three languages, and what it rests on."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from banca.game import GAME_FAULTY
from banca.games import faulty, find, playable
from banca.rulebook import Bet, Citation, Message, Option, Refusal
from banca.rulebook.refusals import UNKNOWN_CLAUSE

SHARED = "rulebook"
"""The folder of the readings that hold for every game."""


class Language(StrEnum):
    """The official languages, and English."""

    EN = "en"
    PT = "pt"
    ZH = "zh"


class Status(StrEnum):
    """Where a rule stands, the firmest first."""

    GAZETTED = "gazetted"
    READING = "reading"
    RECONSTRUCTED = "reconstructed"
    PROPOSED = "proposed"


class Force(StrEnum):
    """Whether an edition was in force on a day, as far as the source says."""

    IN_FORCE = "in_force"
    NOT_YET = "not_yet"
    ENDED = "ended"
    BEGINS_UNDATED = "begins_undated"
    """It was signed by then; from when it is in force is not in the source."""
    ENDS_UNDATED = "ends_undated"
    """It has been replaced; since when is not in the source."""


class ClauseKind(StrEnum):
    """What a clause is to the program."""

    COMPUTED = "computed"
    PROCEDURAL = "procedural"
    DEFINITIONAL = "definitional"


Texts = Mapping[Language, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause, in our own words."""

    cite: Citation
    status: Status
    kind: ClauseKind
    readings: tuple[Citation, ...]
    reason: Texts | None
    """For a definitional clause: why no code computes it."""
    text: Texts

    @property
    def article(self) -> str:
        """`5` of 5.2.3, `F` of F-2, `R` of R-money-1."""
        return self.cite.clause.split("-")[0].split(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEdition:
    """An instrument before or behind Banca's own, known by name; its text is not in the source."""

    name: Texts
    dated: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument:
    """The order that approved the regulation, when it is in force, and how much of it the source holds."""

    name: Texts
    title: Texts
    holds: Texts
    signed: date | None
    published: date | None
    gazette: str
    in_force: date | None
    after_publication: bool
    """Whether it says itself that it is in force from the day after its publication."""
    until: date | None
    """The first day on which it is in force no more."""
    replaces: OtherEdition | None
    replaced_by: OtherEdition | None

    @property
    def since(self) -> date | None:
        """The first day on which it can have been in force."""
        return self.in_force or (self.signed + timedelta(days=1) if self.signed else None)

    def force(self, day: date) -> Force:
        """Whether it was in force on a day; never guessed where the source has no date."""
        if self.since and day < self.since:
            return Force.NOT_YET
        if self.until:
            return Force.ENDED if day >= self.until else Force.IN_FORCE
        if self.replaced_by:
            return Force.ENDS_UNDATED
        return Force.IN_FORCE if self.in_force else Force.BEGINS_UNDATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A game's instrument, the headings of its articles, and its clauses in order."""

    instrument: Instrument
    articles: Mapping[str, Texts]
    clauses: Mapping[str, Clause]


def _texts(entry: Mapping[str, Any], where: str) -> Texts:
    if missing := [language for language in Language if language not in entry]:
        because = f"{where} has no text in {', '.join(missing)}"
        raise ValueError(because)
    return {language: entry[language] for language in Language}


def _edition(entry: Mapping[str, Any] | None) -> OtherEdition | None:
    return OtherEdition(name=_texts(entry, "another edition"), dated=entry.get("dated")) if entry else None


def _clauses(folder: str, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Clause]:
    return {
        number: Clause(
            cite=Citation(folder, number),
            status=Status(entry["status"]),
            kind=ClauseKind(entry["kind"]),
            readings=tuple(Citation(folder, reading) for reading in entry.get("readings", ())),
            reason=_texts(entry["reason"], f"the reason of clause {number}") if "reason" in entry else None,
            text=_texts(entry, f"clause {number}"),
        )
        for number, entry in entries.items()
    }


def _read(package: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath("clauses.toml").read_text("utf-8"))


@cache
def _shared() -> dict[str, Any]:
    return _read("banca.rulebook")


@cache
def shared_readings() -> Mapping[str, Clause]:
    """The readings that hold for every game: R-money-1 and its like."""
    return _clauses(SHARED, _shared()["clauses"])


@cache
def law(game: str) -> Law:
    """The law of one game; refused where its package has no clauses that can be read."""
    package = find(game).package
    try:
        return _law(game, _read(package))
    except Exception as fault:  # a package of others' may have anything in it
        raise Refusal(GAME_FAULTY, asked=game, because=f"clauses.toml: {type(fault).__name__}: {fault}") from fault


@cache
def unreadable() -> Mapping[str, Message]:
    """The games that are installed and whose package or clauses cannot be read, and why."""
    found = dict(faulty())
    for game in playable():
        try:
            law(game)
        except Refusal as refusal:
            found[game] = refusal.message
    return found


def readable() -> tuple[str, ...]:
    """The ids of the games whose law can be told."""
    return tuple(game for game in playable() if game not in unreadable())


def _law(game: str, found: Mapping[str, Any]) -> Law:
    instrument, clauses = found["instrument"], _clauses(game, found["clauses"])
    articles = {**found["articles"]}
    for article, heading in _shared()["articles"].items():
        articles.setdefault(article, heading)  # the readings for all games stand behind every game's own
    without = {clause.article for clause in clauses.values()} - articles.keys()
    if without:
        because = f"there is no heading of article {', '.join(sorted(without))}"
        raise ValueError(because)
    return Law(
        instrument=Instrument(
            name=_texts(instrument["name"], "instrument.name"),
            title=_texts(instrument["title"], "instrument.title"),
            holds=_texts(instrument["holds"], "instrument.holds"),
            signed=instrument.get("signed"),
            published=instrument.get("published"),
            gazette=instrument.get("gazette", ""),
            in_force=instrument.get("in_force"),
            after_publication=instrument.get("after_publication", False),
            until=instrument.get("until"),
            replaces=_edition(instrument.get("replaces")),
            replaced_by=_edition(instrument.get("replaced_by")),
        ),
        articles={article: _texts(heading, f"article {article}") for article, heading in articles.items()},
        clauses=clauses,
    )


@cache
def clauses_of(game: str) -> Mapping[str, Clause]:
    """The clauses of a game, and the readings shared by all games behind them."""
    own = {} if game == SHARED else law(game).clauses
    return {**own, **shared_readings()}


def clause(game: str, number: str) -> Clause:
    """One clause of a game, or a reading shared by all games."""
    found = clauses_of(game).get(number)
    if found is None:
        raise Refusal(UNKNOWN_CLAUSE, game=game, asked=number, allowed=list(law(game).articles))
    return found


def clauses_under(game: str, asked: str) -> list[Clause]:
    """The clause written `asked`, or all under that number or letter: `5.2`, `F`, `r-money-1`."""
    known = clauses_of(game)
    wanted = asked.strip().casefold()
    exact = [one for number, one in known.items() if number.casefold() == wanted]
    under = [one for number, one in known.items() if number.casefold().startswith((f"{wanted}.", f"{wanted}-"))]
    return exact or under or [clause(game, asked)]


def status_of(bet: Bet, *prizes: Citation) -> Status:
    """The least firm status among the clauses that a bet rests on: its own, its prizes', its readings."""
    firmness = list(Status)
    rests_on = (clause(cite.game, cite.clause).status for cite in (bet.cite, *prizes, *bet.reads))
    return max(rests_on, key=firmness.index)


def needs_record(option: Option[Any], value: object) -> bool:
    """Whether the house's choice needs an authorisation on record: a clause asks for it, or the gazette grants the option."""
    if str(value) in map(str, option.untaken):
        return False
    if option.authorised_by is not None:
        return True
    return clause(option.cite.game, option.cite.clause).status is Status.GAZETTED

"""Reads each game's clauses.toml: what every clause says, in three languages, and what it rests on."""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from enum import StrEnum
from functools import cache, partial
from pkgutil import get_data
from typing import Any

from banca.game import game_fault
from banca.games import faulty, find, is_ours, playable
from banca.record import FrozenStruct
from banca.rules import CASINO, PLAYER, Bet, Citation, Message, Option, Refusal
from banca.rules.numbering import ArticleParts, Numbering
from banca.rules.refusal import UNKNOWN_CLAUSE
from banca.rules.text import PROGRAM

SHARED = "rulebook"
"""The folder of the readings that hold for every game."""


class Language(StrEnum):
    """The official languages, and English."""

    EN = "en"
    PT = "pt"
    ZH = "zh"


class Status(StrEnum):
    """Where a rule comes from, the firmest first."""

    GAZETTED = "gazetted"
    GAZETTED_COPY = "gazetted_copy"
    """It stands in the gazette; what was read is a copy, or a text that is not the official one."""
    READING = "reading"
    PREDECESSOR = "predecessor"
    """It stands in the regulation that came before; the one in force has not been seen."""
    REVOKED = "revoked"
    """It stood in an order that was in force until another replaced it, whose text has not been seen."""
    RECONSTRUCTED = "reconstructed"
    HOUSE_RULE = "house_rule"
    """No text is read: it is how Banca's own tables are run, as every house has rules beside the law."""
    PROPOSED = "proposed"


class Force(StrEnum):
    """Whether the text that Banca holds applied on a day, as far as is known."""

    IN_FORCE = "in_force"
    AMENDED = "amended"
    """In force, and changed by then by an instrument whose text has not been seen."""
    PERHAPS_AMENDED = "perhaps_amended"
    """In force; of an instrument that changed it the day is not known, and it may have been before or after."""
    NOT_YET = "not_yet"
    ENDED = "ended"
    BEGINS_UNDATED = "begins_undated"
    """Published by then; the day it came into force is not known."""


class Effect(StrEnum):
    """What another instrument did: it approved the rules of its time, or changed those in force."""

    APPROVES = "approves"
    AMENDS = "amends"


class ClauseKind(StrEnum):
    """How the program uses a clause."""

    COMPUTED = "computed"
    PROCEDURAL = "procedural"
    DEFINITIONAL = "definitional"


Texts = Mapping[Language, str]

COLON: Texts = {Language.EN: ": ", Language.PT: ": ", Language.ZH: "："}


class Clause(FrozenStruct):
    """One clause, in our own words."""

    cite: Citation
    status: Status
    kind: ClauseKind
    readings: tuple[Citation, ...]
    reason: Texts | None
    """For a definitional clause: why no code computes it."""
    says: Texts
    """What the clause lays down."""
    bet: Texts | None = None
    """The bet that it describes, as the clause names it."""

    @property
    def text(self) -> Texts:
        """The whole clause: where it describes a bet, the bet's name before it."""
        return (
            self.says
            if self.bet is None
            else {spoken: f"{self.bet[spoken]}{COLON[spoken]}{text}" for spoken, text in self.says.items()}
        )

    @property
    def article(self) -> str:
        """`5` of 5.2.3, `F` of F-2, `R` of R-money-1."""
        return self.cite.clause.split("-")[0].split(".")[0]


class InstrumentDates(FrozenStruct, omit_defaults=True):
    """When an instrument was signed and published, where, and how long it is in force, as far as is known."""

    signed: date | None = None
    published: date | None = None
    gazette: str | None = None
    """The number of the Official Gazette that published it, such as `10/2010`."""
    in_force: date | None = None
    until: date | None = None
    """The first day on which it was no longer in force."""

    def known_dates(self) -> dict[str, Any]:  # days, and a number
        """Return its dates and the gazette's number, those that are known, by name."""
        return {name: value for name in InstrumentDates.__struct_fields__ if (value := getattr(self, name))}


class Instrument(InstrumentDates):
    """An order about the rules of a game, by its name and its dates."""

    name: Texts
    number: str = ""
    """Of the order and its year, such as `53/2010`, where Banca holds its text."""
    effect: Effect = Effect.APPROVES
    known: Texts
    """How much of its text has been seen."""
    gazette: str = ""
    made_in: int = 0
    """The year in which it was made, where no day is known."""
    address: str = ""
    """Its page in the Official Gazette; a link for readers, which Banca never opens."""
    # Of the order that approved the regulation which Banca holds, and of no other:
    title: Texts = {}
    """What the game is called."""
    regulation: Texts = {}
    """What the regulation is called, as jurists cite it."""
    is_first: bool = False
    """Whether the order introduced the game."""

    @property
    def since(self) -> date | None:
        """The first day on which it can have applied: in force, or else published or signed."""
        return self.in_force or self.published or self.signed

    @property
    def year(self) -> int:
        """The year of its first day, or in which it was made; 0 where neither is known."""
        return self.since.year if self.since else self.made_in

    @property
    def first_day(self) -> date:
        """The first day on which it can have applied; with a bare year, that year's first."""
        return self.since or date(self.made_in, 1, 1)

    def is_certain(self, day: date) -> bool:
        """Whether it had come into force by a day: where that day is not known, it had when the year was over."""
        return self.in_force <= day if self.in_force else self.first_day.year < day.year


class Law(FrozenStruct):
    """A game's instrument and those before and after it, the headings of its articles, and its clauses in order."""

    instrument: Instrument
    others: tuple[Instrument, ...] = ()
    """In order of time."""
    articles: Mapping[str, Texts]
    numbering: Numbering
    clauses: Mapping[str, Clause]

    @property
    def amendments(self) -> tuple[Instrument, ...]:
        """What changed the instrument that Banca holds."""
        own = self.instrument.since
        return tuple(other for other in self.others if other.effect is Effect.AMENDS and own and other.first_day >= own)

    def force(self, day: date) -> Force:
        """Whether the text that Banca holds applied on a day; never guessed where no date is known."""
        own = self.instrument
        if own.since and day < own.since:
            return Force.NOT_YET
        if own.until and day >= own.until:
            return Force.ENDED
        if amended := self.amended(day):
            return Force.AMENDED if any(amendment.is_certain(day) for amendment in amended) else Force.PERHAPS_AMENDED
        return Force.IN_FORCE if own.in_force else Force.BEGINS_UNDATED

    def amended(self, day: date) -> tuple[Instrument, ...]:
        """What had changed the instrument by a day, or may have."""
        return tuple(amendment for amendment in self.amendments if amendment.first_day <= day)

    def applied(self, day: date) -> tuple[Instrument, ...]:
        """The other instruments that a day points to where Banca's own did not apply: the latest that approved rules, and its changes."""
        by_then = [other for other in self.others if other.first_day <= day]
        approvals = [index for index, other in enumerate(by_then) if other.effect is Effect.APPROVES]
        return tuple(by_then[approvals[-1] :]) if approvals else ()


def _texts(entry: Mapping[str, Any], where: str) -> Texts:
    if missing := [language for language in Language if language not in entry]:
        because = f"{where} has no text in {', '.join(missing)}"
        raise ValueError(because)
    return {language: entry[language] for language in Language}


NOT_SEEN: Texts = {
    Language.EN: "Its text has not been seen.",
    Language.PT: "O seu texto não foi visto.",
    Language.ZH: "其文本未曾查閱。",
}


def _dated(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": _texts(entry["name"], "an instrument's name"),
        **{name: entry.get(name) for name in ("signed", "published", "in_force", "until")},
        **{name: entry.get(name, "") for name in ("number", "gazette", "address")},
    }


def _other(entry: Mapping[str, Any]) -> Instrument:
    known = _texts(entry["known"], "what is known of an instrument") if "known" in entry else NOT_SEEN
    return Instrument(**_dated(entry), effect=Effect(entry["effect"]), made_in=entry.get("year", 0), known=known)


def _instrument(entry: Mapping[str, Any]) -> Instrument:
    title = _texts(entry["title"], "instrument.title")
    return Instrument(
        **_dated(entry),
        title=title,
        regulation=_texts(entry["regulation"], "instrument.regulation") if "regulation" in entry else title,
        known=_texts(entry["holds"], "instrument.holds"),
        is_first=entry.get("is_first", False),
    )


class WrittenTexts(Mapping[Language, str]):
    """What an entry says, the clauses that it names written as their places, in each language when it is first read.

    A command that prints odds reads the status of every clause, and the text of none: to write them all takes longer than the odds.
    """

    def __init__(self, texts: Texts, write: Callable[[str, Language], str]) -> None:
        self._texts, self._write = texts, write
        self._written: dict[Language, str] = {}

    def __getitem__(self, language: Language) -> str:
        if language not in self._written:
            self._written[language] = self._write(self._texts[language], language)
        return self._written[language]

    def __iter__(self) -> Iterator[Language]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __reduce__(self) -> tuple[type[dict[Language, str]], tuple[dict[Language, str]]]:
        return dict, (dict(self),)


def _check_written(clause: Clause, numbering: Numbering) -> None:
    """Write all of a clause, and its place, so that what cannot be written is found now."""
    for texts in filter(None, (clause.says, clause.reason)):
        dict(texts)
    numbering.place(clause.cite.clause, Language.PT)  # one that lies deeper than citations go is a fault of the package


def _clauses(
    folder: str,
    entries: Mapping[str, Mapping[str, Any]],
    numbering: Numbering,
    known: Collection[str] = (),
    package: str = PROGRAM,
) -> dict[str, Clause]:
    """`known` are the clauses that these may name, beyond themselves and the readings for all games."""
    known = {*entries, *known, *(_shared()["clauses"])}

    def write(text: str, spoken: Language) -> str:
        return numbering.written(_with_nouns(text, spoken, package), spoken, known)

    def written(entry: Mapping[str, Any], where: str) -> Texts:
        return WrittenTexts(_texts(entry, where), write)

    return {
        number: Clause(
            cite=Citation(folder, number),
            status=Status(entry["status"]),
            kind=ClauseKind(entry["kind"]),
            readings=tuple(Citation(folder, reading) for reading in entry.get("readings", ())),
            reason=written(entry["reason"], f"the reason of clause {number}") if "reason" in entry else None,
            says=written(entry, f"clause {number}"),
            bet=_texts(entry["bet"], f"the bet of clause {number}") if "bet" in entry else None,
        )
        for number, entry in entries.items()
    }


def _with_nouns(text: str, language: str, package: str) -> str:
    """Fill in what a game's regulation calls its players and the casino; other marks in braces are clauses."""
    for mark, noun in (("{player}", PLAYER), ("{casino}", CASINO)):
        if mark in text:
            text = text.replace(mark, noun.of(package).in_language(language))
    return text


def _read(package: str) -> dict[str, Any]:
    # Not importlib.resources, whose temporary files and archives take longer to import than the odds of a game to compute.
    return tomllib.loads((get_data(package, "clauses.toml") or b"").decode("utf-8"))


@cache
def _shared() -> dict[str, Any]:
    return _read("banca.rules")


@cache
def shared_readings(package: str = PROGRAM) -> Mapping[str, Clause]:
    """Return the readings that hold for every game, R-money-1 and its like, with the nouns of the game in `package`."""
    return _clauses(SHARED, _shared()["clauses"], Numbering(), package=package)


@cache
def law(game: str) -> Law:
    """Return the law of one game; refused if its package has no clauses that can be read."""
    package = find(game).package
    try:
        return _law(game, _read(package))
    except Exception as fault:  # a package of others' may have anything in it
        raise game_fault(game, fault, "clauses.toml") from fault


@cache
def unreadable() -> Mapping[str, Message]:
    """Return the installed games whose package or clauses cannot be read, and why."""
    faults = dict(faulty())
    for game in playable():
        try:
            law(game)
        except Refusal as refusal:
            faults[game] = refusal.message
    return faults


def readable() -> tuple[str, ...]:
    """Return the ids of the games whose clauses can be read."""
    return tuple(game for game in playable() if game not in unreadable())


def _numbering(articles: Mapping[str, Mapping[str, Any]]) -> Numbering:
    return Numbering(
        parts={article: ArticleParts(heading["parts"]) for article, heading in articles.items() if "parts" in heading},
        cited=_cited(articles, "cited"),
        several=_cited(articles, "cited_several"),
    )


def _cited(articles: Mapping[str, Mapping[str, Any]], key: str) -> dict[str, dict[str, str]]:
    """How the rules under a letter are cited, by the letter and the language."""
    return {
        group: {str(spoken): pattern for spoken, pattern in _texts(heading[key], f"how {group} is cited").items()}
        for group, heading in articles.items()
        if key in heading
    }


def _law(game: str, entries: Mapping[str, Any]) -> Law:
    numbering = _numbering(entries["articles"])
    clauses, articles = _clauses(game, entries["clauses"], numbering), {**entries["articles"]}
    for clause in () if is_ours(game) else clauses.values():  # our own are checked by their tests
        _check_written(clause, numbering)
    for article, heading in _shared()["articles"].items():
        articles.setdefault(article, heading)  # the readings for all games stand behind every game's own
    _check_headings(clauses.values(), articles)
    return Law(
        instrument=_instrument(entries["instrument"]),
        others=tuple(sorted(map(_other, entries.get("others", ())), key=lambda other: other.first_day)),
        articles={article: _texts(heading, f"article {article}") for article, heading in articles.items()},
        numbering=numbering,
        clauses=clauses,
    )


def _check_headings(clauses: Collection[Clause], articles: Collection[str]) -> None:
    without = {clause.article for clause in clauses} - set(articles)
    if without:
        because = f"there is no heading of article {', '.join(sorted(without))}"
        raise ValueError(because)


def law_faults(game: str) -> Iterator[tuple[str, Exception]]:
    """Yield every entry of a game's clauses.toml that cannot be read, with its place; `law` refuses the first."""
    try:
        entries = _read(find(game).package)
        numbering, articles = _numbering(entries["articles"]), {**_shared()["articles"], **entries["articles"]}
        clauses, instrument = entries["clauses"], entries["instrument"]
    except Exception as fault:  # a package of others' may have anything in it
        yield "", fault
        return

    def read(number: str) -> None:
        made = _clauses(game, {number: clauses[number]}, numbering, clauses)
        _check_written(made[number], numbering)
        _check_headings(made.values(), articles)

    parts: dict[str, Callable[[], object]] = {"instrument": lambda: _instrument(instrument)}
    parts |= {
        f"others {number}": partial(_other, entry) for number, entry in enumerate(entries.get("others", ()), start=1)
    }
    parts |= {f"article {article}": partial(_texts, heading, "it") for article, heading in articles.items()}
    parts |= {f"clause {number}": partial(read, number) for number in clauses}
    for place, make in parts.items():
        try:
            make()
        except Exception as fault:  # likewise: one faulty entry must not hide the next
            yield place, fault


@cache
def clauses_of(game: str) -> Mapping[str, Clause]:
    """The clauses of a game, and the readings shared by all games behind them, in the game's own words."""
    if game == SHARED:
        return shared_readings()
    return {**law(game).clauses, **shared_readings(find(game).package)}


def clause(game: str, number: str) -> Clause:
    """Return one clause of a game, or a reading shared by all games."""
    entry = clauses_of(game).get(number)
    if entry is None:
        raise Refusal(UNKNOWN_CLAUSE, game=game, asked=number, allowed=list(law(game).articles))
    return entry


def clauses_under(game: str, asked: str) -> list[Clause]:
    """Return the clause `asked`, or all below that number or letter: `5.2`, `F`, `r-money-1`."""
    known = clauses_of(game)
    wanted = asked.strip().casefold()
    exact = [entry for number, entry in known.items() if number.casefold() == wanted]
    below = [entry for number, entry in known.items() if number.casefold().startswith((f"{wanted}.", f"{wanted}-"))]
    return exact or below or [clause(game, asked)]


def status_of(bet: Bet, *prizes: Citation) -> Status:
    """Return the least firm status among the clauses that a bet rests on: its own, its prizes', its readings."""
    firmness = list(Status)
    rests_on = (clause(cite.game, cite.clause).status for cite in (bet.cite, *prizes, *bet.reads))
    return max(rests_on, key=firmness.index)


def needs_record(option: Option[Any], value: object) -> bool:
    """Whether the house's choice needs an authorisation on record: only where a clause asks for one."""
    return option.authorised_by is not None and str(value) not in map(str, option.untaken)


def is_granted(cite: Citation) -> bool:
    """Whether the clause was published as law that is in force: not a reading, a reconstruction, or another edition's."""
    return clause(cite.game, cite.clause).status in (Status.GAZETTED, Status.GAZETTED_COPY)

"""Which text applied to a game on a day: the instrument with its dates, what changed it, and what has not been seen, said so."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from msgspec import field

from banca.i18n.answer import AnswerStruct, GameTitle, title_of
from banca.i18n.formats import format_date
from banca.law import Dated, Effect, Force, Instrument, Language, OtherInstrument, law, readable
from banca.rules import Refusal, Text, _, given_text
from banca.rules.spelling import TWO_SENTENCES
from banca.rules.text import PUNCTUATION

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
NOT_YET_AND_UNKNOWN = _("not yet in force on that day. The rules that applied then are not known.")
NEW_GAME = _("not yet in force on that day: this order introduced the game.")
BEGAN_SOME_DAY = _("The day on which it came into force is not known.")
"""Said of an instrument of the same year as the day asked for."""


NEW_SERIES = date(2025, 10, 30)
NEW_SERIES_SAID = _(
    "Order 89/2025, signed on 30 October 2025, replaced the regulation of one game, Fortune 3 Card Poker, by rules of execution; no "
    "such order was found for this game."
)
"""Said of every later day: what has not been found may exist."""
ALONE = SAYS | {Force.NOT_YET: NOT_YET_AND_UNKNOWN}
"""Where no other instrument is known."""


class Edition(GameTitle, frozen=True, kw_only=True):
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
    said: Text
    note: Text | None
    """What else may bear on a later day."""


class EditionOn(Edition, frozen=True, kw_only=True):
    """The edition of a game on a day, with the day."""

    day: date


class Editions(AnswerStruct, frozen=True, kw_only=True):
    """The editions of a day."""

    on: date
    editions: tuple[Edition, ...]


class HistoryEntry(AnswerStruct, frozen=True, kw_only=True):
    """One instrument in the history of a game's rules."""

    name: Text
    effect: Effect
    is_held: bool
    """Whether its text is the one that Banca holds."""
    year: int
    signed: date | None
    published: date | None
    gazette: str
    in_force: date | None
    until: date | None
    known: Text
    """How much of its text has been seen."""
    address: str
    """Its page in the Official Gazette, or nothing."""

    def known_dates(self) -> dict[str, date | str]:
        """Its dates and the gazette's number, those that are known, by name."""
        names = ("signed", "published", "gazette", "in_force", "until")
        return {name: value for name in names if (value := getattr(self, name))}


def editions_answer(day: date, game: str | None = None) -> Editions:
    """Return the edition of every game, or of one, and whether it applied on that day."""
    games = readable() if game is None else (game,)
    return Editions(on=day, editions=tuple(edition_of(one, day) for one in games))


def edition_of(game: str, day: date) -> Edition:
    """Return the edition of a game on a day."""
    return Edition(**_edition(game, day))


def edition_on(game: str, day: date) -> EditionOn:
    """Return the edition of a game on a day, together with the day."""
    return EditionOn(**_edition(game, day), day=day)


def _edition(game: str, day: date) -> dict[str, Any]:
    """The fields of an `Edition`."""
    of = law(game)
    own, force = of.instrument, of.force(day)
    applied = of.applied(day) if force in (Force.NOT_YET, Force.ENDED) else ()
    amended = of.amended(day) if force in (Force.AMENDED, Force.PERHAPS_AMENDED) else ()
    return title_of(game) | {
        "since": own.in_force,
        "until": own.until,
        "signed": own.signed,
        "published": own.published,
        "holds": given_text(own.holds),
        "force": force,
        "other": given_text(applied[0].name) if applied else None,
        "amended_by": tuple(given_text(one.name) for one in amended),
        "said": _said(own, force, applied or amended, day),
        "note": NEW_SERIES_SAID if day >= NEW_SERIES else None,
    }


def _said(own: Instrument, force: Force, others: Sequence[OtherInstrument], day: date) -> Text:
    if not others:
        return NEW_GAME if force is Force.NOT_YET and own.is_first else ALONE[force]
    return SAYS[force].fill(**_others(others, day))


def _others(others: Sequence[OtherInstrument], day: date) -> dict[str, object]:
    """The names of other instruments, how much of each has been seen, and both together."""
    known = {
        language: PUNCTUATION[language]["sentence"].join(one.known[language] for one in others) for language in Language
    }
    named = {
        language: PUNCTUATION[language]["sentence"].join(
            part for one in others for part in (one.name[language] + STOP[language], _known(one, day, language))
        )
        for language in Language
    }
    return {"others": [given_text(one.name) for one in others], "known": given_text(known), "named": given_text(named)}


def _known(one: OtherInstrument, day: date, language: Language) -> str:
    """How much of it has been seen; and that nobody knows whether it had begun, where that is so."""
    began = [] if one.is_certain(day) else [BEGAN_SOME_DAY.in_language(language)]
    return PUNCTUATION[language]["sentence"].join([*began, one.known[language]])


def check_in_force(game: str, day: date) -> None:
    """Refuse a day on which the text that Banca holds certainly did not apply."""
    if law(game).force(day) in (Force.NOT_YET, Force.ENDED):
        edition = edition_of(game, day)
        asked = given_text({language: format_date(day, language) for language in Language})
        note = edition.note
        because = TWO_SENTENCES.fill(first=edition.said, second=note) if note else edition.said
        raise Refusal(
            "not_in_force",
            _("Banca does not hold the rules of {game} that applied on {asked}. {edition}: {because}"),
            asked=asked,
            game=edition.title,
            edition=edition.instrument,
            because=because,
        )


def history(game: str) -> tuple[HistoryEntry, ...]:
    """Every instrument of a game that is known, in order of time."""
    of = law(game)
    first = of.instrument.since or date.max
    before = [one for one in of.others if one.first_day < first]
    after = [one for one in of.others if one.first_day >= first]
    instruments: list[OtherInstrument | Instrument] = [*before, of.instrument, *after]
    return tuple(map(_in_history, instruments))


def _in_history(one: OtherInstrument | Instrument) -> HistoryEntry:
    return HistoryEntry(
        name=given_text(one.name),
        effect=Effect.APPROVES if isinstance(one, Instrument) else one.effect,
        is_held=isinstance(one, Instrument),
        year=_year(one),
        signed=one.signed,
        published=one.published,
        gazette=one.gazette,
        in_force=one.in_force,
        until=one.until,
        known=given_text(one.holds if isinstance(one, Instrument) else one.known),
        address=one.address,
    )


def _year(one: Dated) -> int:
    if one.since:
        return one.since.year
    return one.year if isinstance(one, OtherInstrument) else 0

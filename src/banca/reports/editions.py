"""Which edition of a game's rules was in force on a day: instrument, dates, and what is not known, said so."""

from datetime import date
from typing import Any

from banca.law import Force, Instrument, OtherEdition, law, readable
from banca.reports.heading import title_of
from banca.rulebook import Refusal, Term, refusal, term, words
from banca.words import Speech

NOT_IN_FORCE = refusal(
    "not_in_force",
    words(
        "no rules of {game} for {asked}, {edition}: {because}",
        pt="não há regras de {game} para {asked}, {edition}: {because}",
        zh="沒有適用於 {asked} 的 {game} 規則，{edition}：{because}",
    ),
)

SAYS: dict[Force, Term] = {
    Force.IN_FORCE: term("in force on that day"),
    Force.NOT_YET: term("not yet in force on that day; before it, as far as the source says: {other}"),
    Force.ENDED: term("in force no more on that day; after it, as far as the source says: {other}"),
    Force.BEGINS_UNDATED: term("the source does not say from when it is in force"),
    Force.ENDS_UNDATED: term("replaced by {other}, on a day that the source does not say"),
}
AFTER_PUBLICATION = term("in force from the day after its publication, whose date is not in the source")
NOT_KNOWN = term("not known")
WITHOUT_TEXT = term("{name}, whose text is not in the source")


def editions_report(day: date, say: Speech, game: str | None = None) -> dict[str, Any]:
    """The edition of every game, or of one, and whether it was in force on that day."""
    games = readable() if game is None else (game,)
    return {"on": str(day), "editions": [edition_report(one, day, say) for one in games]}


def edition_report(game: str, day: date, say: Speech) -> dict[str, Any]:
    """One game's; `from` and `until` are null where they are not known."""
    instrument = law(game).instrument
    force = instrument.force(day)
    other = _other(instrument, force, day)
    named = say(WITHOUT_TEXT, name=other.name[say.language]) if other else say(NOT_KNOWN)
    is_dated_by_law = force is Force.BEGINS_UNDATED and instrument.after_publication
    return title_of(game, say.language) | {
        "from": _written(instrument.in_force),
        "until": _written(instrument.until),
        "signed": _written(instrument.signed),
        "holds": instrument.holds[say.language],
        "force": force.value,
        "other": other.name[say.language] if other else None,
        "said": say(AFTER_PUBLICATION if is_dated_by_law else SAYS[force], other=named),
    }


def check_in_force(game: str, day: date, say: Speech) -> None:
    """Refuse a day on which the edition that Banca holds was certainly not in force."""
    if law(game).instrument.force(day) in (Force.NOT_YET, Force.ENDED):
        edition = edition_report(game, day, say)
        raise Refusal(NOT_IN_FORCE, asked=day, game=game, edition=edition["instrument"], because=edition["said"])


def _other(instrument: Instrument, force: Force, day: date) -> OtherEdition | None:
    """The edition before or behind that the day points to; none that was made only after it."""
    if force is not Force.NOT_YET:
        return instrument.replaced_by
    before = instrument.replaces
    return before if before and (before.dated is None or before.dated <= day) else None


def _written(day: date | None) -> str | None:
    return str(day) if day else None

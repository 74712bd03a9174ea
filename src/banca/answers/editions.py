"""Which edition of a game's rules was in force on a day: instrument, dates, and what is not known, said so."""

from datetime import date
from typing import Any

from msgspec import field

from banca.answers.heading import GameTitle, title_of
from banca.answers.value import AnswerStruct
from banca.law import Force, Instrument, OtherEdition, law, readable
from banca.rulebook import Given, Phrase, Refusal, refusal, words

NOT_IN_FORCE = refusal(
    "not_in_force",
    words(
        "no rules of {game} for {asked}, {edition}: {because}",
        pt="não há regras de {game} para {asked}, {edition}: {because}",
        zh="沒有適用於 {asked} 的 {game} 規則，{edition}：{because}",
    ),
)
SAYS = {
    Force.IN_FORCE: words("in force on that day", pt="em vigor nesse dia", zh="該日有效"),
    Force.NOT_YET: words(
        "not yet in force on that day; before it, as far as the source says: {other}",
        pt="ainda não em vigor nesse dia; antes dele, pelo que diz a fonte: {other}",
        zh="該日尚未生效；據來源所載，此前為：{other}",
    ),
    Force.ENDED: words(
        "in force no more on that day; after it, as far as the source says: {other}",
        pt="já não em vigor nesse dia; depois dele, pelo que diz a fonte: {other}",
        zh="該日已不再生效；據來源所載，其後為：{other}",
    ),
    Force.BEGINS_UNDATED: words(
        "the source does not say from when it is in force",
        pt="a fonte não diz desde quando está em vigor",
        zh="來源沒有說明何時生效",
    ),
    Force.ENDS_UNDATED: words(
        "replaced by {other}, on a day that the source does not say",
        pt="substituído por {other}, em dia que a fonte não diz",
        zh="由 {other} 取代，來源沒有說明日期",
    ),
}
AFTER_PUBLICATION = words(
    "in force from the day after its publication, whose date is not in the source",
    pt="em vigor desde o dia seguinte ao da sua publicação, cuja data não está na fonte",
    zh="自公佈翌日起生效，公佈日期不在來源之內",
)
NOT_KNOWN = words("not known", pt="desconhecido", zh="不詳")
WITHOUT_TEXT = words(
    "{name}, whose text is not in the source",
    pt="{name}, cujo texto não está na fonte",
    zh="{name}，其文本不在來源之內",
)


class Edition(GameTitle, frozen=True, kw_only=True):
    """One game's edition on a day; `from` and `until` are null where they are not known."""

    since: date | None = field(name="from")
    until: date | None
    signed: date | None
    holds: Given
    force: Force
    other: Given | None
    """The edition before or after, which the day points to."""
    said: Phrase


class EditionOn(Edition, frozen=True, kw_only=True):
    """The edition of a game on a day, with the day."""

    day: date


class Editions(AnswerStruct, frozen=True, kw_only=True):
    """The editions of a day."""

    on: date
    editions: tuple[Edition, ...]


def editions_answer(day: date, game: str | None = None) -> Editions:
    """The edition of every game, or of one, and whether it was in force on that day."""
    games = readable() if game is None else (game,)
    return Editions(on=day, editions=tuple(edition_of(one, day) for one in games))


def edition_of(game: str, day: date) -> Edition:
    """The edition of one game."""
    return Edition(**_edition(game, day))


def edition_on(game: str, day: date) -> EditionOn:
    """The edition of one game, with the day."""
    return EditionOn(**_edition(game, day), day=day)


def _edition(game: str, day: date) -> dict[str, Any]:
    """The fields of an `Edition`."""
    instrument = law(game).instrument
    force = instrument.force(day)
    other = _other(instrument, force, day)
    is_dated_by_law = force is Force.BEGINS_UNDATED and instrument.after_publication
    named = Phrase(WITHOUT_TEXT, {"name": Given(other.name)}) if other else NOT_KNOWN
    return title_of(game) | {
        "since": instrument.in_force,
        "until": instrument.until,
        "signed": instrument.signed,
        "holds": Given(instrument.holds),
        "force": force,
        "other": Given(other.name) if other else None,
        "said": Phrase(AFTER_PUBLICATION if is_dated_by_law else SAYS[force], {"other": named}),
    }


def check_in_force(game: str, day: date) -> None:
    """Refuse a day on which the edition that Banca holds was certainly not in force."""
    if law(game).instrument.force(day) in (Force.NOT_YET, Force.ENDED):
        edition = edition_of(game, day)
        raise Refusal(NOT_IN_FORCE, asked=day, game=game, edition=edition.instrument, because=edition.said)


def _other(instrument: Instrument, force: Force, day: date) -> OtherEdition | None:
    """The edition before or behind that the day points to; none that was made only after it."""
    if force is not Force.NOT_YET:
        return instrument.replaced_by
    before = instrument.replaces
    return before if before and (before.dated is None or before.dated <= day) else None

"""What stands above every answer about a game."""

from collections.abc import Iterable, Mapping
from typing import Any

from banca.answers.value import AnswerStruct
from banca.law import OtherInstrument, law
from banca.rulebook import Given, Phrase, Rules, words
from banca.words.dates import WordedDate, day_before

REPLACED = words(
    "Revoked: these articles were law until {last}. {others} replaced them; its text has not been seen.",
    pt="Regulamento revogado: estes artigos vigoraram até {last}. Substituiu-os o diploma seguinte, cujo texto não foi visto: {others}.",
    zh="規章已廢止：這些條文有效至{last}，其後由{others}取代，其文本未曾查閱。",
)
AMENDED = words(
    "These rules are as first published. {others} amends them; its text has not been seen.",
    pt="Estas regras estão na redacção inicial. Alterou-as o diploma seguinte, cujo texto não foi visto: {others}.",
    zh="此為最初公佈的規則，其後經{others}修改，其文本未曾查閱。",
)


class GameTitle(AnswerStruct, frozen=True, kw_only=True):
    """A game and its instrument, with what a reader must know before relying on its text."""

    game: str
    title: Given
    instrument: Given
    caution: Phrase | None = None
    """Where the instrument was revoked or changed by a text that has not been seen: that, in a sentence."""


class Heading(GameTitle, frozen=True, kw_only=True):
    """A game, its instrument and the house's options."""

    options: Mapping[str, object]


def title_of(game: str) -> dict[str, Any]:
    """The fields of a `GameTitle`."""
    instrument = law(game).instrument
    return {
        "game": game,
        "title": Given(instrument.title),
        "instrument": Given(instrument.name),
        "caution": caution(game),
    }


def caution(game: str) -> Phrase | None:
    """What a reader must know before relying on a game's text; nothing where it is in force and unchanged, as far as is known."""
    of = law(game)
    if of.instrument.until:
        last = {"last": WordedDate(day_before(of.instrument.until)), "others": _names(of.applied(of.instrument.until))}
        return Phrase(REPLACED, last)
    return Phrase(AMENDED, {"others": _names(of.amendments)}) if of.amendments else None


def _names(others: Iterable[OtherInstrument]) -> list[Given]:
    return [Given(one.name) for one in others]


def heading(rules: Rules) -> dict[str, Any]:
    """The fields of a `Heading`."""
    return title_of(rules.rulebook.game) | {"options": dict(rules.chosen)}

"""The options of a game: what they may be, by which clause, what authorisation they need, and the records of it."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

from banca.answers.clauses import OptionValues, option_values
from banca.games import find
from banca.i18n.answer import AnswerStruct, GameTitle, title_of
from banca.law import is_granted, needs_record
from banca.rules import Citation, Option

if TYPE_CHECKING:
    from banca.house.authorisation import Authorisation, RecordStatus

Records = Iterable[tuple["Authorisation", "RecordStatus"]]


class OptionAnswer(OptionValues, frozen=True, kw_only=True):
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


class RecordAnswer(AnswerStruct, frozen=True, kw_only=True):
    """One record of an authorisation, and its status."""

    option: str
    value: str
    asked: date
    planned: date
    reference: str
    by: str
    at: str
    standing: str


class OptionsAnswer(GameTitle, frozen=True, kw_only=True):
    """The options of a game; `records` is null where there is no store to look into."""

    options: tuple[OptionAnswer, ...]
    on: date | None
    records: tuple[RecordAnswer, ...] | None


def options_answer(game: str, records: Records | None, day: date | None = None) -> OptionsAnswer:
    """The options of a game and the records about them."""
    return OptionsAnswer(
        **title_of(game),
        options=tuple(map(_option, find(game).options)),
        on=day,
        records=None if records is None else tuple(record_answer(*one) for one in records),
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


def record_answer(record: "Authorisation", standing: "RecordStatus") -> RecordAnswer:
    """One record and how it stands."""
    return RecordAnswer(
        option=record.option,
        value=record.value,
        asked=record.asked,
        planned=record.planned,
        reference=record.reference,
        by=record.by,
        at=record.at,
        standing=standing.value,
    )

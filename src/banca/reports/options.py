"""The options of a game: what they may be, by which clause, what authorisation they need, and the records of it."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

from banca.games import find, rulebook
from banca.law import needs_record
from banca.reports.heading import title_of
from banca.rulebook import Option
from banca.words import Speech

if TYPE_CHECKING:
    from banca.house.authorisation import Authorisation, RecordStatus

Records = Iterable[tuple["Authorisation", "RecordStatus"]]


def options_report(game: str, say: Speech, records: Records | None, day: date | None = None) -> dict[str, Any]:
    """The options; `records` is null where there is no store to look into."""
    options = () if not find(game).rulebook else rulebook(game).options
    return title_of(game, say.language) | {
        "options": [_option(option) for option in options],
        "on": str(day) if day else None,
        "records": None if records is None else [record_report(*one) for one in records],
    }


def _option(option: Option[Any]) -> dict[str, Any]:
    needs = [value for value in option.values if needs_record(option, value)]
    return {
        "option": option.name,
        "values": [str(value) for value in option.values],
        "spelled": option.spelled(),
        "default": str(option.default),
        "cite": str(option.cite),
        "needs_authorisation": bool(needs),
        "authorised_by": str(option.authorised_by) if option.authorised_by else None,
        "working_days": option.working_days,
        "needs_none": [str(value) for value in option.untaken],
    }


def record_report(record: "Authorisation", standing: "RecordStatus") -> dict[str, Any]:
    """One record and how it stands."""
    return {
        "option": record.option,
        "value": record.value,
        "asked": str(record.asked),
        "planned": str(record.planned),
        "reference": record.reference,
        "by": record.by,
        "at": record.at,
        "standing": standing.value,
    }

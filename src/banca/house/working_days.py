"""The working days of Macau's public administration: what the days that an authorisation is asked for ahead (`Option.working_days`) are counted by."""

from datetime import date
from functools import cache

import holidays

from banca.rules import Refusal, _

CATEGORIES = (holidays.GOVERNMENT, holidays.OPTIONAL)
"""Days on which public offices are closed for all or part of the day, and the public holidays: the first alone lacks Good Friday."""
FIRST_YEAR = 2005
"""The first whose days off the calendar has."""
SATURDAY = 5


def is_working_day(day: date) -> bool:
    """Whether it is a whole working day: no Saturday, Sunday or public holiday, nor a day off for a part of it. R-fpc-3."""
    return day.weekday() < SATURDAY and day not in _days_off(day.year)


def check_known(day: date, today: date) -> None:
    """Refuse a day of a year whose days off are not known: they are announced in the year before."""
    last = today.year + 1
    if not FIRST_YEAR <= day.year <= last:
        raise Refusal(
            "beyond_calendar",
            _("the working days of {asked} are not known; known: {least} to {most}"),
            asked=day.year,
            least=FIRST_YEAR,
            most=last,
        )


@cache
def _days_off(year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays("MO", categories=CATEGORIES, years=year))

"""Days written in words, as formal documents write them."""

from datetime import date, datetime, timedelta, timezone

from banca.law import Language

ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
PORTUGUESE = [
    "Janeiro",
    "Fevereiro",
    "Março",
    "Abril",
    "Maio",
    "Junho",
    "Julho",
    "Agosto",
    "Setembro",
    "Outubro",
    "Novembro",
    "Dezembro",
]
MACAU = timezone(timedelta(hours=8))
"""The time in Macau, which has no summer time since 1979."""


def in_macau(at: str) -> datetime | None:
    """The time of an entry as the clocks in Macau show it; none where it cannot be read.

    >>> str(in_macau("2026-11-16T17:30:00.250+00:00")), in_macau("yesterday")
    ('2026-11-17 01:30:00.250000+08:00', None)
    """
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found.astimezone(MACAU) if found.tzinfo else None


def moment_in_words(at: str, spoken: Language) -> str:
    """The time of an entry in Macau, to the second; one that cannot be read, as it is written.

    >>> [moment_in_words("2026-11-16T17:30:00.250+00:00", one) for one in Language]
    ['17 November 2026, 01:30:00', '17 de Novembro de 2026, 01:30:00', '2026年11月17日 01:30:00']
    """
    found = in_macau(at)
    if found is None:
        return at
    between = " " if spoken is Language.ZH else ", "
    return f"{day_in_words(found.date(), spoken)}{between}{found:%H:%M:%S}"


def day_in_words(day: date, spoken: Language) -> str:
    """A day with its month by name.

    >>> [day_in_words(date(2010, 2, 26), one) for one in Language]
    ['26 February 2010', '26 de Fevereiro de 2010', '2010年2月26日']
    """
    match spoken:
        case Language.EN:
            return f"{day.day} {ENGLISH[day.month - 1]} {day.year}"
        case Language.PT:
            return f"{day.day} de {PORTUGUESE[day.month - 1]} de {day.year}"
        case Language.ZH:
            return f"{day.year}年{day.month}月{day.day}日"


def day_of_year(day: date, spoken: Language) -> str:
    """A day with its month by name, without the year.

    >>> [day_of_year(date(2010, 2, 26), one) for one in Language]
    ['26 February', '26 de Fevereiro', '2月26日']
    """
    match spoken:
        case Language.EN:
            return f"{day.day} {ENGLISH[day.month - 1]}"
        case Language.PT:
            return f"{day.day} de {PORTUGUESE[day.month - 1]}"
        case Language.ZH:
            return f"{day.month}月{day.day}日"


def day_before(day: date) -> date:
    """The last day of what ends before a day."""
    return day - timedelta(days=1)

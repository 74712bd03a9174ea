"""Days written in words, as formal documents write them."""

from dataclasses import dataclass
from datetime import date, timedelta

from banca.law import Language
from banca.rulebook import Worded

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


def day_before(day: date) -> date:
    """The last day of what ends before a day."""
    return day - timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WordedDate(Worded):
    """A day that messages carry as it is, and that is read in words."""

    day: date

    def said(self, language: str = "en") -> str:
        """In a language."""
        return day_in_words(self.day, Language(language))

"""How numbers, amounts and days are written in each language."""

from datetime import date, datetime, timedelta, timezone
from fractions import Fraction

from banca.law import Language
from banca.rules.money import AVOS
from banca.rules.text import MINUS, SEPARATORS

FINEST = 100
"""Parts of an avo that are still written as decimals."""
FEW = 10
"""Patacas below which a measured amount has four decimals."""


def format_number(plain: str, spoken: Language) -> str:
    r"""A plain number as the language writes it.

    >>> [format_number("-1234567.50", value) for value in Language]
    ['−1,234,567.50', '−1\xa0234\xa0567,50', '−1,234,567.50']
    """
    thousands, decimals = SEPARATORS[spoken]
    whole, point, rest = plain.partition(".")
    sign = MINUS if whole.startswith("-") else ""
    return sign + f"{int(whole.lstrip('-')):,}".replace(",", thousands) + (decimals + rest if point else "")


def format_decimal(value: Fraction | float, digits: int, spoken: Language) -> str:
    """A number rounded to so many decimals, from its exact value, half away from zero; what is rounded to nothing has no sign.

    >>> format_decimal(Fraction(-17, 48), 4, Language.PT), format_decimal(-0.001, 2, Language.PT), format_decimal(Fraction(1, 8), 2, Language.EN)
    ('−0,3542', '0,00', '0.13')
    """
    # In integers: a float rounded by `format` goes to the even digit, and 0.125 is not always an exact half.
    over, under = abs(Fraction(value) * 10**digits).as_integer_ratio()
    rounded = (2 * over + under) // (2 * under)
    sign = "-" if value < 0 and rounded else ""
    figures = str(rounded).rjust(digits + 1, "0")
    return format_number(f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else f"{sign}{figures}", spoken)


def format_signed_decimal(value: Fraction | float, digits: int, spoken: Language) -> str:
    """A rounded number with its sign.

    >>> [format_signed_decimal(value, 2, Language.EN) for value in (0.074, 0.001, -1.5)]
    ['+0.07', '0.00', '−1.50']
    """
    number = format_decimal(value, digits, spoken)
    return f"+{number}" if value > 0 and number != format_decimal(0, digits, spoken) else number


def format_measured(patacas: float, spoken: Language) -> str:
    """Patacas that were measured: two decimals, or four where they are few.

    >>> [format_measured(value, Language.EN) for value in (-1234.567, 4.0, 0.12345)]
    ['−1,234.57', '4.00', '0.1235']
    """
    return format_decimal(patacas, 2 if abs(patacas) >= FEW or patacas == int(patacas) else 4, spoken)


def format_scientific(value: float, spoken: Language) -> str:
    """A number however large or small, by its first two digits.

    >>> format_scientific(1234567, Language.EN), format_scientific(0.00002, Language.PT)
    ('1.2e6', '2,0e−5')
    """
    digits, _, power = f"{value:.1e}".partition("e")
    return f"{format_number(digits, spoken)}e{format_number(str(int(power)), spoken)}"


def format_percent(value: Fraction | float, spoken: Language, digits: int = 3) -> str:
    """A share in per cent.

    >>> format_percent(Fraction(-17, 48), Language.PT)
    '−35,417%'
    """
    return format_decimal(value * 100, digits, spoken) + "%"


def format_fraction(value: Fraction) -> str:
    """A fraction, with a true minus.

    >>> format_fraction(Fraction(-7, 495)), format_fraction(Fraction(2))
    ('−7/495', '2')
    """
    return str(value).replace("-", MINUS)


def format_money(avos: Fraction | int, spoken: Language) -> str:
    """Avos as patacas, with four decimals where that is exact; otherwise as a fraction of a pataca.

    >>> [format_money(Fraction(value), Language.EN) for value in (123400, -1250, Fraction(35, 2), Fraction(25000, 3))]
    ['1,234', '−12.50', '0.175', '83 1/3']
    """
    thousands, decimals = SEPARATORS[spoken]
    sign, (whole, rest) = MINUS * (avos < 0), divmod(abs(Fraction(avos)), AVOS)
    patacas = f"{whole:,}".replace(",", thousands)
    if rest.denominator == 1:
        return f"{sign}{patacas}{decimals}{int(rest):02}" if rest else f"{sign}{patacas}"
    if (fine := rest * FINEST).denominator == 1:
        return f"{sign}{patacas}{decimals}{f'{int(fine):04}'.rstrip('0')}"
    return f"{sign}{patacas} {rest / AVOS}" if whole else f"{sign}{rest / AVOS}"


def format_signed(avos: Fraction | int, spoken: Language) -> str:
    """A gain or a loss.

    >>> [format_signed(value, Language.EN) for value in (9500, 0, -10000)]
    ['+95', '0', '−100']
    """
    return ("+" if avos > 0 else "") + format_money(avos, spoken)


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


def macau_time(at: str) -> datetime | None:
    """The time of an entry as the clocks in Macau show it; none where it cannot be read.

    >>> str(macau_time("2026-11-16T17:30:00.250+00:00")), macau_time("yesterday")
    ('2026-11-17 01:30:00.250000+08:00', None)
    """
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    # A moment without a zone may be of any place: it is shown as it is written, and not moved by a guess.
    return moment.astimezone(MACAU) if moment.tzinfo else None


def format_moment(at: str, spoken: Language) -> str:
    """The time of an entry in Macau, to the second; one that cannot be read, as it is written.

    >>> [format_moment("2026-11-16T17:30:00.250+00:00", value) for value in Language]
    ['17 November 2026, 01:30:00', '17 de Novembro de 2026, 01:30:00', '2026年11月17日 01:30:00']
    """
    moment = macau_time(at)
    if moment is None:
        return at
    between = " " if spoken is Language.ZH else ", "
    return f"{format_date(moment.date(), spoken)}{between}{moment:%H:%M:%S}"


def format_date(day: date, spoken: Language) -> str:
    """A day with its month by name.

    >>> [format_date(date(2010, 2, 26), value) for value in Language]
    ['26 February 2010', '26 de Fevereiro de 2010', '2010年2月26日']
    """
    match spoken:
        case Language.EN:
            return f"{day.day} {ENGLISH[day.month - 1]} {day.year}"
        case Language.PT:
            return f"{day.day} de {PORTUGUESE[day.month - 1]} de {day.year}"
        case Language.ZH:
            return f"{day.year}年{day.month}月{day.day}日"


def format_day(day: date, spoken: Language) -> str:
    """A day with its month by name, without the year.

    >>> [format_day(date(2010, 2, 26), value) for value in Language]
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

"""Days as a person types them."""

from datetime import date

import msgspec

from banca.rules import Refusal, _


def read_day(text: str) -> date:
    """Read a day written YEAR-MONTH-DAY.

    Args:
        text: What the user typed.

    Raises:
        Refusal: It is not a day.

    Examples:
        >>> read_day("2026-11-16")
        datetime.date(2026, 11, 16)
    """
    try:
        return msgspec.convert(text.strip(), date)
    except msgspec.ValidationError:
        raise Refusal("bad_date", _("cannot read the date {asked}; write it like 2026-11-16"), asked=text) from None

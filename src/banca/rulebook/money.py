"""Money in whole avos, the table's limits on a stake, and the one rounding policy."""

import re
from dataclasses import dataclass
from fractions import Fraction

from banca.rulebook.citation import Citation, citing
from banca.rulebook.refusal import Refusal, refusal
from banca.rulebook.refusals import BAD_LIMITS, BAD_STAKE, STAKE_NOT_MULTIPLE, STAKE_NOT_POSITIVE
from banca.rulebook.wording import words

STAKE_TOO_LARGE = refusal(
    "stake_too_large",
    words(
        "a stake of {asked} is above the table's maximum {maximum}",
        pt="uma aposta de {asked} excede o máximo da mesa, {maximum}",
        zh="注碼 {asked} 超過該檯的最高限額 {maximum}",
    ),
)

cite = citing("rulebook")

AVOS = 100
"""Avos in a pataca."""

MULTIPLE_CITE = cite("R-money-2")

_PATACAS = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,2})?")


def parse_patacas(text: str) -> int:
    """Patacas as a person writes them, in avos.

    >>> parse_patacas("12.50"), parse_patacas("100")
    (1250, 10000)
    """
    if not _PATACAS.fullmatch(text):
        raise Refusal(BAD_STAKE, MULTIPLE_CITE, asked=text)
    return int(Fraction(text) * AVOS)


def format_patacas(avos: int) -> str:
    """Avos as patacas, cents only where there are any.

    >>> format_patacas(1250), format_patacas(-10000)
    ('12.50', '-100')
    """
    sign, (patacas, rest) = "-" * (avos < 0), divmod(abs(avos), AVOS)
    return f"{sign}{patacas}.{rest:02}" if rest else f"{sign}{patacas}"


def format_exact(avos: Fraction) -> str:
    """Whole avos as patacas, anything finer as an exact fraction of a pataca.

    >>> format_exact(Fraction(1250)), format_exact(Fraction(2, 3))
    ('12.50', '1/150')
    """
    return format_patacas(int(avos)) if avos.denominator == 1 else str(avos / AVOS)


def round_down_to_chip(amount: Fraction, chip: int) -> int:
    """The whole chips in `amount`: the only rounding in Banca. R-money-1.

    >>> round_down_to_chip(Fraction(3500, 3), 50)
    1150
    """
    return int(amount // chip) * chip


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A table's lowest and highest stake and its smallest chip, in avos. R-money-1, R-money-2, R-money-3."""

    minimum: int = 1 * AVOS
    maximum: int = 100_000_000 * AVOS
    chip: int = 1
    multiple_cite: Citation = MULTIPLE_CITE
    """Which clause asks for whole multiples of the minimum."""

    def __post_init__(self) -> None:
        if not 0 < self.chip <= self.minimum <= self.maximum or self.minimum % self.chip:
            raise Refusal(
                BAD_LIMITS,
                cite("R-money-1"),
                chip=format_patacas(self.chip),
                minimum=format_patacas(self.minimum),
                maximum=format_patacas(self.maximum),
            )

    def check(self, stake: int, already: int = 0) -> None:
        """Refuse a stake that is not a whole multiple of the minimum, or above the maximum with what lies there already."""
        if stake <= 0 or stake % self.minimum:
            code = STAKE_NOT_MULTIPLE if stake > 0 else STAKE_NOT_POSITIVE
            asked, minimum = format_patacas(stake), format_patacas(self.minimum)
            raise Refusal(code, self.multiple_cite, asked=asked, minimum=minimum)
        if already + stake > self.maximum:
            asked, maximum = format_patacas(already + stake), format_patacas(self.maximum)
            raise Refusal(STAKE_TOO_LARGE, cite("R-money-3"), asked=asked, maximum=maximum)

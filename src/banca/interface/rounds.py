"""Many rounds of the same bets from Python."""

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from banca.i18n import translator
from banca.interface.frame import patacas, to_frame
from banca.notebook import html_table
from banca.rules.money import AVOS

if TYPE_CHECKING:
    from banca.analysis.sessions import AmountSpread, Bounded


@dataclass(frozen=True, eq=False, slots=True)
class ManyRounds:
    """The sum of the net results of a number of rounds. `figures` has the amounts in avos."""

    rounds: int
    figures: "AmountSpread"

    @property
    def chances(self) -> dict[Decimal, Fraction]:
        """Net results in patacas, lowest first, with chances: exact, or too low by no more than `lost` together."""
        return {patacas(net): Fraction(chance) for net, chance in self.figures.chances.items()}

    @property
    def lost(self) -> Fraction:
        """The total chance lost to rounding; 0 if the chances are exact."""
        return self.figures.lost

    @property
    def mean(self) -> float:
        """In patacas."""
        return float(self.figures.mean) / AVOS

    @property
    def sd(self) -> float:
        """In patacas."""
        return math.sqrt(float(self.figures.variance)) / AVOS

    @property
    def ahead(self) -> "Bounded":
        """The chance of a net gain."""
        return self.figures.chance(low=1)

    def quantile(self, share: Fraction) -> Decimal:
        """Return the least net result, in patacas, that the share of the chances does not exceed.

        Args:
            share: Between 0 and 1.
        """
        (found,) = self.figures.quantiles([share])
        return patacas(found.amount)

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each net result."""
        return [{"net": net, "chance": chance} for net, chance in self.chances.items()]

    def to_frame(self, library: str | None = None) -> Any:  # a frame of whichever library there is
        """Return the rows as a data frame of pandas or polars.

        Args:
            library: `pandas` or `polars`; by default the first that is installed.

        Raises:
            Refusal: Neither is installed, or the library is not one of them.
        """
        return to_frame(self.rows(), library)

    def _repr_html_(self) -> str:
        say = translator()
        shares = [Fraction(share, 100) for share in (5, 25, 50, 75, 95)]
        found = zip(shares, self.figures.quantiles(shares), strict=True)
        rows = [{"share": say.percent(share, 0), "net": say.money(quantile.amount)} for share, quantile in found]
        return html_table(
            f"{say.count(self.rounds)} rounds, mean {say.measured(self.mean)} patacas", ("share", "net"), rows
        )

"""The net result of the next round of several bets standing together."""

import math
from collections.abc import Sequence
from typing import Any

from banca.exact import together
from banca.law import status_of
from banca.reports.heading import heading
from banca.rulebook import Rules, Standing, format_patacas
from banca.rulebook.money import AVOS
from banca.words import Speech


def together_report(rules: Rules, standing: Sequence[Standing], chip: int, say: Speech) -> dict[str, Any]:
    """Every net result with its exact chance; amounts in patacas. A bet that the round leaves standing counts 0."""
    result = together(standing, chip)
    return {
        **heading(rules, say),
        "bets": [
            {
                "bet": one.bet.key,
                "name": say.bet(one.bet),
                "stake": format_patacas(one.stake),
                "state": say.state(one.state),
                "status": status_of(one.bet).value,
            }
            for one in standing
        ],
        "net": [{"net": format_patacas(net), "chance": str(chance)} for net, chance in result.chances.items()],
        "undecided": str(result.undecided),
        "mean": str(result.mean / AVOS),
        "variance": str(result.variance / AVOS**2),
        "sd": math.sqrt(result.variance) / AVOS,
    }

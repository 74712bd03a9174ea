"""The net result of the next round of several bets standing together."""

import math
from collections.abc import Sequence
from typing import Any

from banca.exact import together
from banca.rulebook import Rules, Standing, format_patacas
from banca.rulebook.money import AVOS
from banca.words import Speech


def together_report(rules: Rules, standing: Sequence[Standing], chip: int, say: Speech) -> dict[str, Any]:
    """Every net result with its exact chance; amounts in patacas."""
    result = together(standing, chip)
    return {
        "game": rules.rulebook.game,
        "options": dict(rules.chosen),
        "bets": [
            {"bet": one.bet.key, "stake": format_patacas(one.stake), "state": say.state(one.state)} for one in standing
        ],
        "net": [{"net": format_patacas(net), "chance": str(chance)} for net, chance in result.chances.items()],
        "mean": str(result.mean / AVOS),
        "variance": str(result.variance / AVOS**2),
        "sd": math.sqrt(result.variance) / AVOS,
    }

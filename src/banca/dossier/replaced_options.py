"""Options that a proposal leaves without effect: the prizes that they choose are among those that it changes."""

from collections.abc import Collection

from banca.dossier.study import Study, each_option, paid_apart
from banca.rules import Bet, Rules, explore


def replaced_options(whole: Study) -> set[str]:
    """Their names."""
    changed = {one.bet.key for one in whole.bets if one.unchanged}
    if not changed:
        return set()
    return _decide_prizes(whole.base, changed) - _decide_prizes(whole.rules, changed)


def _decide_prizes(rules: Rules, keys: Collection[str]) -> set[str]:
    """The options by which prizes of these bets differ."""
    return {
        option.name
        for option, _, other in each_option(rules)
        for key in keys
        if key in other.bets and not _are_paid_alike(rules.bets[key], other.bets[key])
    }


def _are_paid_alike(one: Bet, other: Bet) -> bool:
    return one.start == other.start and not any(paid_apart(one, other, explore(one).states))

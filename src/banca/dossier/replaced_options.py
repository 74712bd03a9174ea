"""Options that a proposal leaves without effect: the prizes that they choose are among those that it changes."""

from collections.abc import Collection

from banca.dossier.study import Study, each_option, prize_of
from banca.games import rulebook
from banca.rulebook import Bet, Rules, explore
from banca.rulebook.proposed import OPTION


def replaced_options(whole: Study) -> set[str]:
    """Their names."""
    changed = {one.bet.key for one in whole.bets if one.unchanged}
    if not changed:
        return set()
    chosen = {name: value for name, value in dict(whole.rules.chosen).items() if name != OPTION}
    base = rulebook(whole.proposal.game).under(**chosen)
    return {name for name in _decide_prizes(base, changed) if name not in _decide_prizes(whole.rules, changed)}


def _decide_prizes(rules: Rules, keys: Collection[str]) -> set[str]:
    """The options by which prizes of these bets differ."""
    return {
        option.name
        for option, _, other in each_option(rules)
        for key in keys
        if key in other.bets and not _are_paid_alike(rules.bets[key], other.bets[key])
    }


def _are_paid_alike(one: Bet, other: Bet) -> bool:
    seats = ((state, outcome) for state in explore(one).states for outcome, _ in one.space)
    return one.start == other.start and all(
        prize_of(one.verdict(*seat)) == prize_of(other.verdict(*seat)) for seat in seats
    )

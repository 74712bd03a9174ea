"""What a table's page is told beside the table itself: what is due, what the last result was, what the next one may bring."""

from msgspec import Struct

from banca.house.request import LiveTable
from banca.live.outlook import Swing
from banca.words import Speech


class ResultShown(Struct, frozen=True, kw_only=True):
    """A result that was called, in words of the table; and the bets of the felt that win and lose by it."""

    outcome: str
    said: str
    won: list[str]
    lost: list[str]
    won_on: list[tuple[str, str]]
    """Bets that had moved to a number or state: the bet, and where it was."""
    lost_on: list[tuple[str, str]]


class Case(Struct, frozen=True, kw_only=True):
    """What the best or the worst of the next results brings, in avos."""

    net: int
    outcomes: list[str]
    """Some of these results."""
    ways: int
    """In how many ways they come up."""


class Exposed(Struct, frozen=True, kw_only=True):
    """What you have on the table, and what the next result may bring, exactly; null where the rules cannot say before the round is played."""

    staked: int
    best: Case | None
    worst: Case | None
    of: int
    """All ways."""


def shown(table: LiveTable, say: Speech) -> ResultShown | None:
    """The last result, as long as it is to be seen."""
    found = table.conduct.judged(table.state)
    if found is None:
        return None
    return ResultShown(
        outcome=found.outcome,
        said=say.spell(found.said),
        won=list(found.won),
        lost=list(found.lost),
        won_on=list(found.won_on),
        lost_on=list(found.lost_on),
    )


def exposed(table: LiveTable, player: str) -> Exposed:
    """A player's best and worst next result."""
    staked = table.conduct.staked(table.state, player)
    found = table.conduct.outlook(table.state, player)
    if found is None:
        return Exposed(staked=staked, best=None, worst=None, of=0)
    return Exposed(staked=staked, best=_case(found.best), worst=_case(found.worst), of=found.of)


def _case(swing: Swing) -> Case:
    return Case(net=swing.net, outcomes=list(swing.outcomes), ways=swing.ways)

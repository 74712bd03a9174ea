"""What a table's page is told beside the table itself: what is due, what the last result was, what the next one may bring."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from banca.house.request import LiveTable
from banca.i18n import Translator
from banca.live.outlook import PaidBet, Swing
from banca.rules import Refusal
from banca.rules.money import cut, denominations
from banca.service.refusals import NOTHING_CALLED


class ResultShown(Struct, frozen=True, kw_only=True):
    """A result that was called, in words of the table; and the bets of the felt that win and lose by it."""

    outcome: str
    said: str
    won: list[str]
    lost: list[str]
    won_on: list[tuple[str, str]]
    """Bets that had moved to a number or state: the bet, and where it was."""
    lost_on: list[tuple[str, str]]


class NextResult(Struct, frozen=True, kw_only=True):
    """What the best or the worst of the next results brings, in avos."""

    net: int
    outcomes: list[str]
    """Some of these results."""
    ways: int
    """In how many ways they come up."""


class Exposed(Struct, frozen=True, kw_only=True):
    """What you have on the table, and what the next result may bring, exactly; null where the rules cannot say before the round is played."""

    staked: int
    best: NextResult | None
    worst: NextResult | None
    of: int
    """All ways."""


class BetPaid(Struct, frozen=True, kw_only=True):
    """A bet that the result decides."""

    bet: str
    on: str
    stake: int
    verdict: str
    received: int


class PlayerPaid(Struct, frozen=True, kw_only=True):
    """What a croupier takes from a player's bets and pays for them, in avos; and the chips to hand out."""

    player: str
    take: int
    pay: int
    chips: list[tuple[int, int]]
    """Each denomination with its number."""
    bets: list[BetPaid]


class Payments(Struct, frozen=True, kw_only=True):
    """The pay sheet of a round: by player, and all together."""

    outcome: str
    said: str
    players: list[PlayerPaid]
    take: int
    pay: int
    chips: list[tuple[int, int]]


def payments(table: LiveTable, outcome: str, say: Translator) -> Payments:
    """What is to be paid for the result that was called, or would be for another; refused where there is none yet."""
    conduct, state = table.conduct, table.state
    found = conduct.payments(state, outcome)
    if found is None:
        raise Refusal(NOTHING_CALLED)
    opened = table.opened
    players = [_paid(who, [one for one in found if one.player == who], opened.chip) for who in _players(found)]
    handed = Counter(dict.fromkeys(denominations(opened.chip), 0))
    for one in players:
        handed.update(dict(one.chips))
    judged = conduct.judged(state, outcome)
    return Payments(
        outcome=judged.outcome if judged else "",
        said=say.spell(judged.said) if judged else "",
        players=players,
        take=sum(one.take for one in players),
        pay=sum(one.pay for one in players),
        chips=[(chip, count) for chip, count in handed.items() if count],
    )


def _players(found: Iterable[PaidBet]) -> list[str]:
    return list(dict.fromkeys(one.player for one in found))


def _paid(player: str, bets: Sequence[PaidBet], chip: int) -> PlayerPaid:
    pay = sum(max(one.received - one.stake, 0) for one in bets)
    return PlayerPaid(
        player=player,
        take=sum(max(one.stake - one.received, 0) for one in bets),
        pay=pay,
        chips=list(cut(pay, chip)),
        bets=[
            BetPaid(bet=one.bet, on=one.on, stake=one.stake, verdict=one.verdict, received=one.received) for one in bets
        ],
    )


def shown(table: LiveTable, say: Translator) -> ResultShown | None:
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


def _case(swing: Swing) -> NextResult:
    return NextResult(net=swing.net, outcomes=list(swing.outcomes), ways=swing.ways)

"""One session of a strategy for Pai Kao in plain Python, round by round: what the compiled runner must come to, to the avo."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import prod

from banca.analysis.simulation.compiled.chance import philox_words
from banca.analysis.simulation.strategy import SessionEnd
from banca.games.pai_kao.bank import Gate, Round, SettledRound, settle_round
from banca.games.pai_kao.exact import Seat, hand_of, in_order
from banca.games.pai_kao.hands import settings
from banca.games.pai_kao.simulation import PaiKaoPlan
from banca.games.pai_kao.tiles import HAND, TILES
from banca.tables.banked import Stake
from support.runners import SessionRecord

WORD = 1 << 64
BANKER = "banker"


def session_words(seed: int, session: int) -> Iterator[int]:
    """The random words of a session, in order."""
    counter = 0
    while True:
        yield from map(int, philox_words(seed, session, counter))
        counter += 1


def numbers(draws: Iterable[Sequence[int]], chance: Iterator[int]) -> Iterator[int]:
    """The numbers of one round (`PaiKaoPlan.draws`): each word gives one below the product of its bases, taken apart.

    A word whose rest is below 2^64 mod the product is passed over, so that each number is exactly as likely as the others.
    """
    for bases in draws:
        whole = prod(bases)
        number, rest = divmod(next(chance) * whole, WORD)
        while rest < WORD % whole:  # Lemire's method: 2^64 is no multiple of the product
            number, rest = divmod(next(chance) * whole, WORD)
        for base in bases:
            whole //= base
            yield number // whole % base


def deal(count: int, drawn: Iterator[int]) -> list[str]:
    """So many tiles in the order they are dealt, each drawn among those that are left."""
    tiles = list(TILES)
    for index in range(count):
        other = index + next(drawn)
        tiles[index], tiles[other] = tiles[other], tiles[index]
    return tiles[:count]


def make_round(plan: PaiKaoPlan, principal: int, drawn: Iterator[int]) -> Round:
    """A round dealt and set: the banker at gate 1, the others from 2 on in betting order. pai_kao 1.3.

    Four tiles go to every gate (1.4); those of gates that nobody plays are left undrawn.
    """
    hands = range(plan.strategy.gates + 1)
    tiles = deal(HAND * len(hands), drawn)
    gates = []
    for hand in hands:
        # In the order of the kinds, as a policy's weights are; the order of the deal does not matter to a hand.
        mine = in_order(tuple(tiles[HAND * hand : HAND * (hand + 1)]))
        weights = (plan.players if hand else plan.banker).weights[hand_of(mine)]
        setting = settings(mine)[bisect_right(list(accumulate(weights)), next(drawn))]
        stakes = (Stake(f"gate {hand + 1}", plan.strategy.stake),) if hand else ()
        gates.append(Gate(number=hand + 1, tiles=mine, setting=setting, stakes=stakes))
    return Round(banker=gates[0], bank=(Stake(BANKER, principal),), gates=tuple(gates[1:]), limits=plan.strategy.limits)


def mean(plan: PaiKaoPlan, at_risk: int) -> Fraction | None:
    """The exact mean gain of a round with so much at risk, in whole chips; None where it is not known."""
    if plan.chances is None:
        return None
    win, lose = plan.chances
    return win * plan.kept(at_risk) - lose * at_risk


def gained(plan: PaiKaoPlan, settled: SettledRound) -> int:
    """What the round brought one's own seat."""
    return settled.paid[0].net if plan.seat is Seat.PLAYER else settled.bank[0].net


def play_pai_kao(plan: PaiKaoPlan, chance: Iterator[int]) -> SessionRecord:
    """One session with these random words. Staked is what could be lost (`PaiKaoPlan.at_risk`)."""
    session, draws = plan.strategy.session, plan.draws
    bankroll = cash = session.bankroll or 0
    staked = rounds = run = longest = 0
    luck = Fraction(0)
    ended: SessionEnd | None = None
    path: list[int] = []
    points = session.looked_at
    while ended is None:
        principal = plan.put_up(None if session.bankroll is None else cash)
        if not principal:
            ended = SessionEnd.RUIN
            break
        net = gained(plan, settle_round(make_round(plan, principal, numbers(draws, chance))))
        at_risk = plan.at_risk(principal)
        expected = mean(plan, at_risk)
        cash += net
        staked += at_risk
        luck += 0 if expected is None else net - expected
        rounds += 1
        run = 0 if net > 0 else run + (net < 0)
        longest = max(longest, run)
        if rounds in points:
            path.append(cash - bankroll)
        ended = session.goes_home(cash, rounds)
    # A session that ended early stays where it ended at every later point that is looked at.
    path = [*path, *[cash - bankroll] * len(points)][: len(points)]
    return SessionRecord(
        net=cash - bankroll,
        staked=staked,
        rounds=rounds,
        luck=luck,
        longest=longest,
        ended=ended,
        path=tuple(path),
    )

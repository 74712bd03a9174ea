"""The plain runner of Pai Kao: tiles dealt, set by policy and settled straight from the rulebook."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from math import prod

from banca.analysis.simulation.compiled.chance import philox_words
from banca.analysis.simulation.game_simulation import UniformRound, UniformRounds
from banca.analysis.simulation.interpreter import SessionRecord
from banca.analysis.simulation.strategy import SessionEnd
from banca.games.pai_kao import Gate, Result, Round, SettledRound, Stake, settings, settle_round
from banca.games.pai_kao.bank import COMMISSION
from banca.games.pai_kao.exact import Seat, gains, hand_of, in_order, is_mixed, orders_between, shipped_counts
from banca.games.pai_kao.simulation.plan import PaiKaoPlan, PaiKaoStrategy, make_pai_kao_plan
from banca.games.pai_kao.tiles import HAND, TILES
from banca.tables.banked import settle_stake, share_out

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
        mine = in_order(tuple(tiles[HAND * hand : HAND * (hand + 1)]))
        weights = (plan.players if hand else plan.banker).weights[hand_of(mine)]
        setting = settings(mine)[bisect_right(list(accumulate(weights)), next(drawn))]
        stakes = (Stake(f"gate {hand + 1}", plan.strategy.stake),) if hand else ()
        gates.append(Gate(number=hand + 1, tiles=mine, setting=setting, stakes=stakes))
    return Round(banker=gates[0], bank=(Stake(BANKER, principal),), gates=tuple(gates[1:]))


def gained(plan: PaiKaoPlan, settled: SettledRound) -> int:
    """What the round brought one's own seat."""
    return settled.paid[0].net if plan.seat is Seat.PLAYER else settled.bank[0].net


def play_pai_kao(plan: PaiKaoPlan, chance: Iterator[int]) -> SessionRecord:
    """One session with these random words. Staked is what could be lost (`PaiKaoPlan.at_risk`)."""
    session, draws = plan.session, plan.draws
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
        net = gained(plan, settle_round(make_round(plan, principal, numbers(draws, chance)), plan.limits))
        at_risk = plan.at_risk(principal)
        mean = plan.mean(at_risk)
        cash += net
        staked += at_risk
        luck += 0 if mean is None else net - mean
        rounds += 1
        run = 0 if net > 0 else run + (net < 0)
        longest = max(longest, run)
        if rounds in points:
            path.append(cash - bankroll)
        ended = session.goes_home(cash, rounds)
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


ENDLESS = 1 << 62


def exact_rounds(strategy: PaiKaoStrategy) -> UniformRounds | None:
    """The rounds of a strategy; None against several gates whose policy is mixed."""
    plan = make_pai_kao_plan(strategy)
    if plan.seat is Seat.PLAYER:
        return _as_player(plan)
    if strategy.gates > 1 and is_mixed(strategy.against):
        return None
    return _as_banker(plan)


def _as_player(plan: PaiKaoPlan) -> UniformRounds:
    """A gate's rounds: its whole stake, or none."""
    strategy = plan.strategy
    counts = shipped_counts(strategy.policy, strategy.against)
    stake, chip = Stake("", strategy.stake), plan.limits.chip
    nets: dict[int, int] = {}
    for result, weight in zip((Result.WIN, Result.TIE, Result.LOSE), counts, strict=True):
        net = settle_stake(1, stake, stake.amount, result, COMMISSION, chip).net
        nets[net] = nets.get(net, 0) + weight
    low = -ENDLESS if plan.session.bankroll is None else strategy.stake
    return UniformRounds(
        session=plan.session, rounds=(UniformRound(low, ENDLESS, strategy.stake, nets),), count=1, total=sum(counts)
    )


def _as_banker(plan: PaiKaoPlan) -> UniformRounds:
    """A bank's rounds: with less in hand than its principal it puts up what there is, in whole chips."""
    strategy, chip = plan.strategy, plan.limits.chip
    each = orders_between(strategy.against, strategy.policy, strategy.gates)

    def at(low: int, high: int) -> UniformRound:
        principal = plan.put_up(low)
        nets: dict[int, int] = {}
        for gain, weight in gains(each, strategy.gates, strategy.stake, principal).items():
            net = share_out((Stake(BANKER, principal),), gain, COMMISSION, chip)[0].net
            nets[net] = nets.get(net, 0) + weight
        return UniformRound(low, high, plan.at_risk(principal), nets)

    wanted = plan.put_up(None)
    rich = at(wanted, ENDLESS)
    total, session = sum(rich.nets.values()), plan.session
    if session.bankroll is None:
        return UniformRounds(session=session, rounds=(rich._replace(low=-ENDLESS),), count=1, total=total)
    short = range(chip, wanted, chip)
    poor = (at(low, min(low + chip, wanted)) for low in short)
    return UniformRounds(session=session, rounds=chain([rich], poor), count=1 + len(short), total=total)

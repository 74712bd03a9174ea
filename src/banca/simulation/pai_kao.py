"""Pai Kao by policy: the plain runner, straight from the rulebook, and the program for the compiled one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import prod

import numpy as np

from banca.exact.pai_kao import Policy, Seat
from banca.exact.pai_kao.deals import hand_of, in_order
from banca.games.pai_kao import COMMISSION, Gate, Round, Settled, Stake, settings, settle_round
from banca.games.pai_kao.tiles import HAND, TILES
from banca.simulation.interpreter import Record
from banca.simulation.pai_kao_compiled import BANK_LINES, GATE_LINES, HAND_OF, SET, PaiKaoTables, run_pai_kao
from banca.simulation.pai_kao_plan import PaiKaoPlan, make_pai_kao_plan
from banca.simulation.philox import words
from banca.simulation.records import RECORD
from banca.simulation.session import Ended
from banca.simulation.strategy import PaiKaoStrategy
from banca.simulation.tables import NEVER, Array

WORD = 1 << 64
BANKER = "banker"


def session_words(seed: int, session: int) -> Iterator[int]:
    """The random words of a session, in order."""
    counter = 0
    while True:
        yield from map(int, words(seed, session, counter))
        counter += 1


def numbers(draws: Iterable[Sequence[int]], chance: Iterator[int]) -> Iterator[int]:
    """The numbers of one round (`PaiKaoPlan.draws`): each word gives one below the product of its bases, taken apart.

    A word whose rest is below 2^64 mod the product is passed over, so that each number is exactly as likely as the others.
    """
    for bases in draws:
        whole = prod(bases)
        number, rest = divmod(next(chance) * whole, WORD)
        while rest < WORD % whole:
            number, rest = divmod(next(chance) * whole, WORD)
        for base in bases:
            whole //= base
            yield number // whole % base


def deal(count: int, drawn: Iterator[int]) -> list[str]:
    """So many tiles in the order they are dealt, each drawn among those that are left."""
    tiles = list(TILES)
    for place in range(count):
        other = place + next(drawn)
        tiles[place], tiles[other] = tiles[other], tiles[place]
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


def gained(plan: PaiKaoPlan, settled: Settled) -> tuple[int, Fraction]:
    """What the round brought one's own seat: handed over, and before it was rounded down to the chip."""
    mine = settled.paid[0] if plan.seat is Seat.PLAYER else settled.bank[0]
    return mine.net, mine.net + mine.breakage


def play_pai_kao(plan: PaiKaoPlan, chance: Iterator[int]) -> Record:
    """One session with these random words. Staked is what could be lost (`PaiKaoPlan.at_risk`)."""
    session, draws = plan.session, plan.draws
    bankroll = cash = session.bankroll or 0
    staked = rounds = run = longest = 0
    luck = Fraction(0)
    ended: Ended | None = None
    path: list[int] = []
    points = session.looked_at
    while ended is None:
        principal = plan.put_up(None if session.bankroll is None else cash)
        if not principal:
            ended = Ended.RUIN
            break
        net, exact = gained(plan, settle_round(make_round(plan, principal, numbers(draws, chance)), plan.limits))
        at_risk = plan.at_risk(principal)
        cash += net
        staked += at_risk
        luck += exact - at_risk * plan.value if plan.value is not None else 0
        rounds += 1
        run = 0 if net > 0 else run + (net < 0)
        longest = max(longest, run)
        if rounds in points:
            path.append(cash - bankroll)
        ended = session.goes_home(cash, rounds)
    path = [*path, *[cash - bankroll] * len(points)][: len(points)]
    return Record(
        net=cash - bankroll,
        staked=staked,
        rounds=rounds,
        luck=luck,
        longest=longest,
        ended=ended,
        path=tuple(path),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaiKaoProgram:
    """What a machine needs to play Pai Kao: plain arrays, sent anywhere."""

    tables: PaiKaoTables
    unit: Fraction
    """What one of luck is worth, in avos; 0 where no exact mean is known."""
    drift: Fraction
    """By how much luck is counted too low per avo staked, where its unit is too coarse for the exact mean."""

    @property
    def outcomes(self) -> tuple[object, ...]:
        """What is drawn in a round: as many hands as there are gates, and how they are set."""
        return tuple(self.tables.bases.tolist())

    @property
    def grain(self) -> int:
        """What all net results are multiples of, in avos."""
        return self.tables.chip

    @property
    def rounds(self) -> int:
        """Rounds of a session."""
        return self.tables.rounds

    @property
    def points(self) -> tuple[int, ...]:
        """The rounds after which the money is looked at."""
        return tuple(self.tables.points.tolist())

    def run(self, seed: int, first: int, count: int) -> tuple[Array, Array]:
        """Records and paths of `count` sessions from the session `first` on."""
        records = np.zeros((count, RECORD), dtype=np.int64)
        paths = np.zeros((count, len(self.tables.points)), dtype=np.int64)
        run_pai_kao(self.tables, SET, HAND_OF, BANK_LINES, GATE_LINES, seed, first, records, paths)
        return records, paths


def make_pai_kao_program(strategy: PaiKaoStrategy) -> PaiKaoProgram:
    """The program of a strategy; refused where it asks for what the rules do not allow."""
    plan = make_pai_kao_plan(strategy)
    session, draws, whole = plan.session, plan.draws, plan.denominator
    exact = Fraction(0) if plan.value is None else plan.value
    mean = round(exact * whole)
    tables = PaiKaoTables(
        bases=np.array([base for batch in draws for base in batch], dtype=np.uint64),
        until=np.cumsum([len(batch) for batch in draws], dtype=np.int64),
        least=np.array([WORD % prod(batch) for batch in draws], dtype=np.uint64),
        bank_ends=_ends(plan.banker),
        gate_ends=_ends(plan.players),
        is_banker=plan.seat is Seat.BANKER,
        gates=strategy.gates,
        stake=strategy.stake,
        at_risk=plan.most_at_risk,
        chip=plan.limits.chip,
        bankroll=-1 if session.bankroll is None else session.bankroll,
        target=NEVER if session.target is None else session.target,
        floor=-NEVER if session.stop_loss is None else (session.bankroll or 0) - session.stop_loss,
        rounds=session.rounds,
        points=np.array(session.looked_at, dtype=np.int64),
        part=plan.part,
        win=0 if plan.value is None else int(whole * (1 - COMMISSION)),
        lose=0 if plan.value is None else whole,
        mean=mean,
    )
    unit = Fraction(0) if plan.value is None else Fraction(plan.part, whole)
    return PaiKaoProgram(tables=tables, unit=unit, drift=Fraction(mean, whole) - exact)


def _ends(policy: Policy) -> Array:
    """Per hand: below which number its first setting is taken, and below which its second."""
    return np.cumsum(policy.weights, axis=1, dtype=np.int32)[:, :2].copy()

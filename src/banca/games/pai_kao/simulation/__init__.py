"""Pai Kao by policy: how its strategies are read and held against the rulebook, and the rounds that an exact session is worked out from.

What is compiled is imported when a strategy is played, so that strategies are listed without the extra `fast`.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import gcd, lcm, prod
from typing import TYPE_CHECKING

from banca.analysis.simulation.game_simulation import UniformRound, UniformRounds
from banca.analysis.simulation.strategy import TOO_LARGE_TO_COUNT, AnyStrategy, Session, check_session
from banca.files import UNKNOWN_KEY, Entries
from banca.games.pai_kao.bank import COMMISSION, check_principal
from banca.games.pai_kao.exact import (
    EQUILIBRIUM,
    MOST_GATES,
    Policy,
    Seat,
    gains,
    is_mixed,
    orders_between,
    policy,
    shipped_counts,
)
from banca.games.pai_kao.nouns import WRONG_GATE
from banca.games.pai_kao.tiles import HAND, TILES
from banca.law import Texts
from banca.rules import Limits, Refusal, _, citing, format_patacas
from banca.rules.refusal import UNKNOWN_VALUE
from banca.tables.banked import Result, Stake, settle_stake, share_out, take_commission

if TYPE_CHECKING:
    from banca.analysis.simulation.tally import Program

__all__ = ["KEYS", "NO_EXACT_MEAN", "PaiKaoStrategy", "make_program", "read", "rounds_alike"]

KEYS = ("seat", "policy", "against", "stake", "gates", "principal")
NO_EXACT_MEAN = _("no exact mean: a bank's commission is on the net gain of all gates together (R-pk-4)")
cite = citing("pai_kao")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiKaoStrategy(AnyStrategy):
    """Pai Kao by policy, from either seat, the same in every round. Amounts in avos."""

    game: str = field(default="pai_kao", init=False)
    seat: str
    """`player` or `banker`."""
    policy: str
    against: str
    """How the other side sets its tiles."""
    stake: int
    """As a player, one's own; as the banker, that of each gate."""
    gates: int = 1
    """As the banker, how many gates play, 1 to 7."""
    principal: int | None = None
    """As the banker, what one puts up; the stakes of all gates unless said. Held to what is in hand."""
    limits: Limits = field(default_factory=Limits)


def read(entries: Entries, title: Texts, session: Session) -> PaiKaoStrategy:
    """The strategy that a file says."""
    return PaiKaoStrategy(
        title=title,
        seat=entries.take("seat", str),
        policy=entries.take("policy", str),
        against=entries.take("against", str),
        stake=entries.money("stake"),
        gates=entries.take("gates", int, 1),
        principal=entries.money("principal") if "principal" in entries else None,
        session=session,
        limits=entries.limits("limits", Limits()),
    )


def make_program(strategy: PaiKaoStrategy) -> "Program":
    """The strategy ready to run compiled; refused where it asks for what the rules do not allow."""
    from banca.games.pai_kao.simulation.compiled import make_pai_kao_program  # the extra `fast`

    return make_pai_kao_program(strategy)


FULL = 1 << 60
"""How many ways the numbers drawn from one word may come out, at most, so that few words are passed over."""
COARSEST = 10_000 * COMMISSION.denominator
"""Into how many a part is divided to count luck, at least."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaiKaoPlan:
    """A strategy that the rules allow. Amounts in avos."""

    strategy: PaiKaoStrategy
    seat: Seat
    banker: Policy
    players: Policy
    chances: tuple[Fraction, Fraction] | None
    """Of winning and of losing a round; None where the mean gain does not follow: a bank's commission is on all gates together. R-pk-4."""

    @property
    def stakes(self) -> int:
        """The stakes of all gates."""
        return self.strategy.stake * self.strategy.gates

    @property
    def draws(self) -> tuple[tuple[int, ...], ...]:
        """Below what the numbers of a round are drawn, word by word.

        First the places of the tiles, the banker's four and then each gate's in betting order, each among those not yet
        dealt; then, in the same order, a number below the total of each hand's policy.
        """
        hands = self.strategy.gates + 1
        totals = [self.banker.total, *[self.players.total] * self.strategy.gates]
        batches: list[tuple[int, ...]] = [()]
        for base in (*range(len(TILES), len(TILES) - HAND * hands, -1), *totals):
            if prod(batches[-1]) * base > FULL:
                batches.append(())
            batches[-1] = (*batches[-1], base)
        return tuple(batches)

    @property
    def most_at_risk(self) -> int:
        """What can be lost in a round for which there is money enough."""
        return self.at_risk(self.put_up(None))

    @property
    def part(self) -> int:
        """What is at risk and what it gains are whole numbers of parts: as large as they may be, or chips where money may fall short."""
        return gcd(self.most_at_risk, self.kept(self.most_at_risk)) if self.is_fixed else self.strategy.limits.chip

    @property
    def is_fixed(self) -> bool:
        """Whether every round has as much at risk as any other."""
        return self.seat is Seat.PLAYER or self.strategy.session.bankroll is None

    @property
    def finest(self) -> int:
        """Into how many a part may be divided for luck to be counted in 64 bits, whatever happens."""
        from banca.analysis.simulation.compiled.tables import MOST  # the extra `fast`

        return MOST // (2 * self.strategy.session.rounds * (self.most_at_risk // self.part))

    @property
    def denominator(self) -> int:
        """Into how many a part is divided: as many as the exact mean asks for or, where those are too many, the finest."""
        return min(lcm(*(chance.denominator for chance in self.chances or ())), self.finest)

    def at_risk(self, principal: int) -> int:
        """What can be lost of a principal: no more than the stakes of all gates. pai_kao 4.5."""
        return min(principal, self.stakes)

    def kept(self, at_risk: int) -> int:
        """Of what was at risk and is won: what is handed over, less commission and in whole chips. R-pk-4, R-money-1."""
        return take_commission(at_risk, COMMISSION, self.strategy.limits.chip)[1]

    def put_up(self, cash: int | None) -> int:
        """A player's whole stake, or as much of the banker's principal as there is in whole chips; 0 ends the session."""
        wanted = self.strategy.principal or self.stakes
        if cash is None or cash >= wanted:
            return wanted
        return cash - cash % self.strategy.limits.chip if self.seat is Seat.BANKER else 0


def make_pai_kao_plan(strategy: PaiKaoStrategy) -> PaiKaoPlan:
    """The plan of a strategy; refused where it asks for what the rules do not allow."""
    if strategy.seat not in list(Seat):
        raise Refusal(UNKNOWN_VALUE, cite("4.1"), option="seat", asked=strategy.seat, allowed=list(Seat))
    seat = Seat(strategy.seat)
    player, banker = (strategy.policy, strategy.against) if seat is Seat.PLAYER else (strategy.against, strategy.policy)
    players, bankers = shared(policy(player, Seat.PLAYER)), shared(policy(banker, Seat.BANKER))
    strategy.limits.check(strategy.stake)
    _check_bank(strategy, seat)
    bet, least = ("gate", strategy.stake) if seat is Seat.PLAYER else ("principal", strategy.limits.chip)
    check_session(strategy.session, strategy.limits, bet=bet, stake=least)
    won, tied, lost = shipped_counts(player, banker)
    chances = Fraction(won, won + tied + lost), Fraction(lost, won + tied + lost)
    mine = chances if seat is Seat.PLAYER else chances[::-1]
    plan = PaiKaoPlan(
        strategy=strategy,
        seat=seat,
        players=players,
        banker=bankers,
        chances=mine if strategy.gates == 1 else None,
    )
    _check_countable(plan)
    return plan


def shared(own: Policy) -> Policy:
    """A policy out of the total that all policies share, so that they are played over the same deals."""
    total = lcm(own.total, policy(EQUILIBRIUM, Seat.PLAYER).total)
    # The same shares out of a larger total: every policy then draws as many numbers, so that policies meet the same deals.
    times = total // own.total
    weights = tuple((times * first, times * second, times * third) for first, second, third in own.weights)
    return Policy(own.name, weights, total)


def _check_bank(strategy: PaiKaoStrategy, seat: Seat) -> None:
    """A banker puts up whole chips against one to seven gates; a player has one gate and no principal."""
    most = MOST_GATES if seat is Seat.BANKER else 1
    if not 1 <= strategy.gates <= most:
        raise Refusal(WRONG_GATE, cite("1.4"), asked=strategy.gates, allowed="1-7" if most > 1 else "1")
    if strategy.principal is None:
        return
    if seat is Seat.PLAYER:
        allowed = ["seat", "policy", "against", "stake"]
        raise Refusal(UNKNOWN_KEY, cite("4.4"), where=Seat.PLAYER.value, asked="principal", allowed=allowed)
    check_principal(strategy.principal, strategy.limits)


def _check_countable(plan: PaiKaoPlan) -> None:
    """No count of a session may leave 64 bits: everything at risk won or lost in every round."""
    from banca.analysis.simulation.compiled.tables import NEVER  # the extra `fast`

    session, most = plan.strategy.session, plan.most_at_risk
    highest = (session.bankroll or 0) + most * max(session.rounds, COMMISSION.denominator)
    is_luck_lost = plan.chances is not None and plan.finest < COARSEST
    if max(highest, session.target or 0) >= NEVER or is_luck_lost:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(most), rounds=session.rounds)


ENDLESS = 1 << 62


def rounds_alike(strategy: PaiKaoStrategy) -> UniformRounds | None:
    """The rounds of a strategy, for an exact session; None against several gates whose policy is mixed."""
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
    stake, chip = Stake("", strategy.stake), strategy.limits.chip
    nets: dict[int, int] = {}
    for result, weight in zip((Result.WIN, Result.TIE, Result.LOSE), counts, strict=True):
        net = settle_stake(1, stake, stake.amount, result, COMMISSION, chip).net
        nets[net] = nets.get(net, 0) + weight
    low = -ENDLESS if strategy.session.bankroll is None else strategy.stake
    return UniformRounds(
        session=strategy.session, rounds=(UniformRound(low, ENDLESS, strategy.stake, nets),), count=1, total=sum(counts)
    )


def _as_banker(plan: PaiKaoPlan) -> UniformRounds:
    """A bank's rounds: with less in hand than its principal it puts up what there is, in whole chips."""
    strategy, chip = plan.strategy, plan.strategy.limits.chip
    each = orders_between(strategy.against, strategy.policy, strategy.gates)

    def at(low: int, high: int) -> UniformRound:
        principal = plan.put_up(low)
        nets: dict[int, int] = {}
        for gain, weight in gains(each, strategy.gates, strategy.stake, principal).items():
            net = share_out((Stake("", principal),), gain, COMMISSION, chip)[0].net
            nets[net] = nets.get(net, 0) + weight
        return UniformRound(low, high, plan.at_risk(principal), nets)

    wanted = plan.put_up(None)
    rich = at(wanted, ENDLESS)
    total, session = sum(rich.nets.values()), strategy.session
    if session.bankroll is None:
        return UniformRounds(session=session, rounds=(rich._replace(low=-ENDLESS),), count=1, total=total)
    short = range(chip, wanted, chip)
    # One kind of round for every number of chips that is less than the principal: what is put up, and so what can be won, differs.
    poor = (at(low, min(low + chip, wanted)) for low in short)
    return UniformRounds(session=session, rounds=chain([rich], poor), count=1 + len(short), total=total)

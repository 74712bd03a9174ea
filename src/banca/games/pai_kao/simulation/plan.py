"""Strategies for Pai Kao, held against the rulebook: refused with the clause before anything runs."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm, prod

from banca.analysis.simulation.compiled.tables import MOST, NEVER
from banca.analysis.simulation.strategy import TOO_LARGE_TO_COUNT, AnyStrategy, Session, check_session
from banca.files import UNKNOWN_KEY
from banca.games.pai_kao import COMMISSION
from banca.games.pai_kao.bank import check_principal
from banca.games.pai_kao.exact import EQUILIBRIUM, MOST_GATES, Policy, Seat, policy, shipped_counts
from banca.games.pai_kao.refusals import WRONG_GATE
from banca.games.pai_kao.tiles import HAND, TILES
from banca.rules import Limits, Refusal, citing, format_patacas
from banca.rules.refusal import UNKNOWN_VALUE
from banca.tables.banked import take_commission


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


cite = citing("pai_kao")

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
    def session(self) -> Session:
        """When one goes home."""
        return self.strategy.session

    @property
    def limits(self) -> Limits:
        """The table's limits."""
        return self.strategy.limits

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
        return gcd(self.most_at_risk, self.kept(self.most_at_risk)) if self.is_fixed else self.limits.chip

    @property
    def is_fixed(self) -> bool:
        """Whether every round has as much at risk as any other."""
        return self.seat is Seat.PLAYER or self.session.bankroll is None

    @property
    def finest(self) -> int:
        """Into how many a part may be divided for luck to be counted in 64 bits, whatever happens."""
        return MOST // (2 * self.session.rounds * (self.most_at_risk // self.part))

    @property
    def denominator(self) -> int:
        """Into how many a part is divided: as many as the exact mean asks for or, where those are too many, the finest."""
        return min(lcm(*(chance.denominator for chance in self.chances or ())), self.finest)

    def at_risk(self, principal: int) -> int:
        """What can be lost of a principal: no more than the stakes of all gates. pai_kao 4.5."""
        return min(principal, self.stakes)

    def kept(self, at_risk: int) -> int:
        """Of what was at risk and is won: what is handed over, less commission and in whole chips. R-pk-4, R-money-1."""
        return take_commission(at_risk, COMMISSION, self.limits.chip)[1]

    def mean(self, at_risk: int) -> Fraction | None:
        """The exact mean gain of a round with so much at risk, in whole chips; None where it is not known."""
        if self.chances is None:
            return None
        win, lose = self.chances
        return win * self.kept(at_risk) - lose * at_risk

    def put_up(self, cash: int | None) -> int:
        """A player's whole stake, or as much of the banker's principal as there is in whole chips; 0 ends the session."""
        wanted = self.strategy.principal or self.stakes
        if cash is None or cash >= wanted:
            return wanted
        return cash - cash % self.limits.chip if self.seat is Seat.BANKER else 0


def make_pai_kao_plan(strategy: PaiKaoStrategy) -> PaiKaoPlan:
    """The plan of a strategy; refused where it asks for what the rules do not allow."""
    if strategy.seat not in list(Seat):
        raise Refusal(UNKNOWN_VALUE, cite("4.1"), option="seat", asked=strategy.seat, allowed=list(Seat))
    seat = Seat(strategy.seat)
    player, banker = (strategy.policy, strategy.against) if seat is Seat.PLAYER else (strategy.against, strategy.policy)
    policies = shared(policy(player, Seat.PLAYER)), shared(policy(banker, Seat.BANKER))
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
        players=policies[0],
        banker=policies[1],
        chances=mine if strategy.gates == 1 else None,
    )
    _check_countable(plan)
    return plan


def shared(own: Policy) -> Policy:
    """A policy out of the total that all policies share, so that they are played over the same deals."""
    total = lcm(own.total, policy(EQUILIBRIUM, Seat.PLAYER).total)
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
    session, most = plan.session, plan.most_at_risk
    highest = (session.bankroll or 0) + most * max(session.rounds, COMMISSION.denominator)
    is_luck_lost = plan.chances is not None and plan.finest < COARSEST
    if max(highest, session.target or 0) >= NEVER or is_luck_lost:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(most), rounds=session.rounds)

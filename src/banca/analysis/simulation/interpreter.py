"""What a strategy means, in plain Python straight from the rulebook: slow, and meant to be obviously right.

Before a round a player acts, then the outcome resolves what stands. What the compiled runners do must come to the same money, to the avo, on the
same outcomes; the tests play whole sessions in this way beside them (`tests/support/runners.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from banca.analysis.simulation.plan import Plan, PlanLine
from banca.analysis.simulation.strategy import BetPolicy, Memory, PolicyCount, table_name
from banca.rules import Bet, Decided, Layout, Outcome, Standing, State, Stay, net_per_unit, pay


@dataclass(frozen=True, slots=True)
class StandingBet:
    """A bet standing: its state, and its stake in avos."""

    state: State
    stake: int


@dataclass(frozen=True, slots=True)
class SeatState:
    """What a player has on the table between two rounds, line by line, but for the money in hand."""

    table: State
    held: tuple[tuple[StandingBet, ...], ...]
    memory: tuple[Memory, ...]

    @property
    def standing(self) -> int:
        """All stakes on the layout."""
        return sum(bet.stake for held in self.held for bet in held)

    def bets(self, plan: Plan) -> Iterator[tuple[Bet, StandingBet]]:
        """Yield every bet standing, with what it is."""
        for line, held in zip(plan.lines, self.held, strict=True):
            for bet in held:
                yield line.bet, bet

    def layout(self, plan: Plan) -> Layout:
        """Return the layout as the rulebook sees it."""
        return Layout(tuple(Standing(of, bet.stake, bet.state) for of, bet in self.bets(plan)), self.table)

    def with_line(self, number: int, held: tuple[StandingBet, ...]) -> "SeatState":
        """Return the same with other bets on one line."""
        return replace(self, held=(*self.held[:number], held, *self.held[number + 1 :]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What the player did before a round: bets placed and taken down, in avos, and whether money was short for one."""

    seat: SeatState
    placed: int
    taken: int
    luck: Fraction
    is_short: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What an outcome did: the money received back, and the stakes it was received for."""

    seat: SeatState
    received: int
    staked: int

    @property
    def won(self) -> int:
        """What the round brings."""
        return self.received - self.staked


def first_seat(plan: Plan) -> SeatState:
    """Return the seat before the first round."""
    memory = tuple(line.play.progression.start for line in plan.lines)
    if plan.policy is not None:
        memory = ((plan.policy.left, 0), *memory[1:])
    return SeatState(plan.table_states[0], tuple(() for _ in plan.lines), memory)


def next_stake(plan: Plan, seat: SeatState, number: int) -> int:
    """Return what a line would stake now; an additional bet nothing where its flat bet does not stand on its number."""
    line = plan.lines[number]
    if not line.bet.added_to:
        return plan.hold(line.play.stake * line.play.progression.units(seat.memory[number]))
    return plan.hold(int(line.play.times * _flat_stake(plan, seat, line.bet) * line.unit))


def _flat_stake(plan: Plan, seat: SeatState, bet: Bet) -> int:
    """The flat bets that an additional bet may be added to now: those that stand on its number."""
    return sum(flat.stake for of, flat in seat.bets(plan) if of.id == bet.added_to and flat.state == bet.start)


def mean_of(plan: Plan, number: int, bets: Iterable[StandingBet], seat: SeatState) -> Fraction:
    """Return the exact mean that bets of a line add to a seat: stakes on one bet in one state are paid as one. R-money-1."""
    line, chip = plan.lines[number], plan.limits.chip
    if not line.chances:
        return sum((line.mean(bet.state, bet.stake, chip) for bet in bets), Fraction(0))
    stakes: Counter[State] = Counter()
    for of, bet in seat.bets(plan):
        if of is line.bet:
            stakes[bet.state] += bet.stake
    mean = Fraction(0)
    for bet in bets:
        mean -= line.mean(bet.state, stakes[bet.state], chip)
        stakes[bet.state] += bet.stake
        mean += line.mean(bet.state, stakes[bet.state], chip)
    return mean


def act(plan: Plan, seat: SeatState, cash: int | None, *, is_leaving: bool) -> Action:
    """Take down what is to come down, additional bets first, then place what is to be placed, line by line."""
    if plan.policy is not None:
        return _act_by_policy(plan, plan.policy, seat, cash, is_leaving=is_leaving)
    placed = taken = 0
    luck = Fraction(0)
    is_short = False
    # An additional bet comes down before its flat bet, which may not come down under it: flat bets are the first lines of a plan.
    for number, line in reversed(list(enumerate(plan.lines))):
        if seat.table in line.down_in and seat.held[number]:
            held = seat.held[number]
            seat = seat.with_line(number, ())
            for bet in held:
                plan.rules.rulebook.check_taking_down(line.bet, bet.state, seat.layout(plan))
                taken += bet.stake
            luck += mean_of(plan, number, held, seat)
    for number, line in enumerate(plan.lines):
        if is_leaving or seat.table not in line.placed_in or len(seat.held[number]) >= line.play.count:
            continue
        stake = next_stake(plan, seat, number)
        if not stake:
            continue
        # Compared in just this form: `sessions` passes an amount that notices what it is compared with.
        if cash is not None and cash + taken - placed < stake:
            is_short = True
            continue
        plan.rules.rulebook.check_placing(plan.rules.chosen, line.bet, stake, seat.layout(plan))
        new = StandingBet(line.bet.start, stake)
        luck -= mean_of(plan, number, (new,), seat)
        seat = seat.with_line(number, (*seat.held[number], new))
        placed += stake
    return Action(seat=seat, placed=placed, taken=taken, luck=luck, is_short=is_short)


def _act_by_policy(plan: Plan, policy: BetPolicy, seat: SeatState, cash: int | None, *, is_leaving: bool) -> Action:
    """Place the bet of the row for the money in hand; behind one that has moved, what its row adds."""
    # The memory of the first line is that of the policy: what is left, and the number of what may be added before this round.
    left, number = seat.memory[0]
    bet: tuple[str, int] | None = None
    is_short = False
    added = 0
    if not is_leaving and seat.standing:
        bet = next((addition for addition in policy.additions[number] if _can_add(plan, seat, addition[0])), None)
    elif not is_leaving and cash is not None and not policy.is_over(left):
        row = policy.find(left, table_name(plan.rules, seat.table), cash)
        if row is not None and seat.table in _line(plan, row.bet).placed_in:
            bet, added = (row.bet, row.stake), policy.numbers[row.added]
        is_short = row is None and cash < policy.least
    placed, luck = 0, Fraction(0)
    if bet is not None:
        line, placed = _line(plan, bet[0]), bet[1]
        plan.rules.rulebook.check_placing(plan.rules.chosen, line.bet, placed, seat.layout(plan))
        seat = seat.with_line(plan.lines.index(line), (StandingBet(line.bet.start, placed),))
        luck = -line.mean(line.bet.start, placed, plan.limits.chip)
    if policy.count is PolicyCount.STAKES:
        left = max(left - placed, 0)
    seat = replace(seat, memory=((left, added), *seat.memory[1:]))
    return Action(seat=seat, placed=placed, taken=0, luck=luck, is_short=is_short)


def _line(plan: Plan, key: str) -> PlanLine:
    return next(line for line in plan.lines if line.bet.key == key)


def _can_add(plan: Plan, seat: SeatState, key: str) -> bool:
    """Whether the flat bet of an additional one stands on its number, and it may be placed now."""
    return _flat_stake(plan, seat, plan.rules.bet(key)) > 0 and seat.table in _line(plan, key).placed_in


def resolve(plan: Plan, seat: SeatState, outcome: Outcome) -> Resolution:
    """Let an outcome decide or move every bet, and the progressions follow their bets."""
    staked = 0
    decided: Counter[tuple[Bet, State, Decided]] = (
        Counter()
    )  # stakes on one bet in one state are paid as one: R-money-1
    all_held, memories = [], []
    for line, held, memory in zip(plan.lines, seat.held, seat.memory, strict=True):
        stays = []
        after = memory
        for bet in held:
            verdict = line.bet.verdict(bet.state, outcome)
            if isinstance(verdict, Stay):
                stays.append(StandingBet(verdict.state, bet.stake))
                continue
            decided[line.bet, bet.state, verdict] += bet.stake
            staked += bet.stake
            if net := net_per_unit(verdict, line.bet.commission):
                units = bet.stake // line.play.stake if line.play.stake else 0
                after = line.play.progression.after(after, won=net > 0, units=units)
        # In the order of the states, so that seats which differ in nothing else are one.
        all_held.append(tuple(sorted(stays, key=lambda bet: line.states.index(bet.state))))
        memories.append(after)
    if plan.policy is not None:
        left, added = seat.memory[0]
        memories[0] = (left - (plan.policy.count is PolicyCount.ROUNDS), added)
    payments = (pay(stake, by, bet.commission, plan.limits.chip) for (bet, _, by), stake in decided.items())
    received = sum(payment.received for payment in payments)
    table = plan.rules.rulebook.table.after(seat.table, outcome)
    return Resolution(seat=SeatState(table, tuple(all_held), tuple(memories)), received=received, staked=staked)

"""A strategy held against the rulebook: everything it might do is tried before anything runs, and refused with the clause."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from banca.analysis.exact.odds import fraction, solve_bet
from banca.analysis.simulation.strategy import FLAT, NO_BANKROLL, BetPolicy, Play, Session, Strategy, check_session
from banca.games import rulebook
from banca.rules import (
    Bet,
    Decided,
    Layout,
    Limits,
    NotNow,
    Outcome,
    Refusal,
    Rules,
    Space,
    Standing,
    State,
    _,
    net_per_unit,
    pay,
    refusal,
    under,
)
from banca.rules.refusal import BAD_STAKE, DIFFERENT_SPACES, UNKNOWN_PHASE

NO_BETS = refusal("no_bets", _("the strategy for {game} makes no bets; it needs at least one"))
TOO_MANY_BETS = refusal(
    "too_many_bets", _("the strategy makes up to {asked} bets at once; at most {allowed} are possible")
)
WRONG_COUNT = refusal(
    "wrong_count", _("{asked} bets on {bet} at the same time are not possible; at most {allowed} here")
)

MOST_AT_ONCE = 60
"""Bets that may stand at once, so that a word has a bit for each."""
MOST_COUNT = 20
MOST_TIMES = 1000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlanLine:
    """One bet of the plan: a play with its bet, and the states of the table in which it is placed and taken down."""

    play: Play
    bet: Bet
    states: tuple[State, ...]
    """The states it may stand in, the start first."""
    values: tuple[Fraction, ...]
    """In each state, the exact mean of what is still to come, per unit staked: at the start, the house's edge below zero."""
    chances: tuple[Mapping[Decided, Fraction], ...]
    """In each state, the chance of every decision, where payments may be rounded down to the chip; else none. R-money-1."""
    placed_in: frozenset[State]
    down_in: frozenset[State]
    unit: Fraction
    """What once the flat bet comes to, for an additional bet."""

    def mean(self, state: State, stake: int, chip: int) -> Fraction:
        """The exact mean of what a stake still brings, in avos, payments rounded down to the chip as they are."""
        number = self.states.index(state)
        if not self.chances or not stake:
            return stake * self.values[number]
        chances = self.chances[number].items()
        return sum((chance * pay(stake, by, self.bet.commission, chip).net for by, chance in chances), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """A strategy that the rules allow, with flat bets before additional ones."""

    strategy: Strategy
    rules: Rules
    lines: tuple[PlanLine, ...]
    space: Space
    table_states: tuple[State, ...]
    """The states of the table, the first first."""

    @property
    def session(self) -> Session:
        """When one goes home."""
        return self.strategy.session

    @property
    def policy(self) -> BetPolicy | None:
        """What the money in hand decides, where it does."""
        return self.strategy.policy

    @property
    def limits(self) -> Limits:
        """The table's limits."""
        return self.strategy.limits or self.rules.rulebook.limits

    def hold(self, stake: int) -> int:
        """A stake held to the maximum, in whole multiples of the minimum. R-money-2, R-money-3."""
        held = min(stake, self.limits.maximum)
        return held - held % self.limits.minimum


def make_plan(strategy: Strategy, rules: Rules | None = None) -> Plan:
    """The plan of a strategy, under rules that are its game's unless said; refused where it asks for what they do not allow."""
    rules = rules or under(rulebook(strategy.game), strategy.options)
    pairs = [(play, bet) for play in strategy.plays for bet in _bets(rules, play)]
    if not pairs:
        raise Refusal(NO_BETS, rules.rulebook.bets_cite, game=strategy.game)
    at_once = sum(max(play.count, 1) for play, _ in pairs)
    if at_once > MOST_AT_ONCE:
        raise Refusal(TOO_MANY_BETS, asked=at_once, allowed=MOST_AT_ONCE)
    # One outcome decides all bets of a round, so all must be bets on the same device.
    spaces = {bet.space for _, bet in pairs}
    if len(spaces) > 1:
        raise Refusal(DIFFERENT_SPACES, bets=[bet.key for _, bet in pairs])
    (space,) = spaces
    table_states = rules.rulebook.table.states(space)
    pairs.sort(key=lambda pair: bool(pair[1].added_to))  # flat bets first
    lines = tuple(_line(strategy, rules, pairs, table_states, play, bet) for play, bet in pairs)
    plan = Plan(strategy=strategy, rules=rules, lines=lines, space=space, table_states=table_states)
    _check_bets_together(plan)
    first = next((line for line in lines if table_states[0] in line.placed_in), lines[0])
    progression = first.play.progression
    stake = plan.hold(first.play.stake * progression.units(progression.start))
    check_session(strategy.session, plan.limits, bet=first.bet.key, stake=stake)
    if strategy.policy is not None:
        _check_policy(plan, strategy.policy)
    return plan


def outcome_classes(plan: Plan) -> tuple[list[int], list[Outcome]]:
    """Return the class of each outcome of the space, and for each class an outcome that stands for it."""
    table = plan.rules.rulebook.table
    classes: dict[tuple[object, ...], int] = {}
    class_of: list[int] = []
    examples: list[Outcome] = []
    for outcome, _weight in plan.space:
        verdicts = [line.bet.verdict(state, outcome) for line in plan.lines for state in line.states]
        # What an outcome does to every bet in every state, and to the table: all that a strategy can tell of it.
        signature = (*verdicts, *(table.after(state, outcome) for state in plan.table_states))
        number = classes.setdefault(signature, len(classes))
        if number == len(examples):
            examples.append(outcome)
        class_of.append(number)
    return class_of, examples


def _check_policy(plan: Plan, policy: BetPolicy) -> None:
    """Whatever a policy stakes must be within the limits, and one needs a bankroll."""
    if plan.session.bankroll is None:
        raise Refusal(NO_BANKROLL)
    for key, stake in sorted(policy.stakes):
        plan.limits.check(stake, of=plan.rules.bet(key).id)


def state_chances(bet: Bet) -> dict[State, dict[Decided, Fraction]]:
    """Every state of a bet, with the chance of each way it may be decided from there."""
    solved = solve_bet(bet)
    chances = (
        {decision: fraction(chance) for decision, chance in zip(solved.decisions, row[:-1], strict=True)}
        for row in solved.values
    )
    return dict(zip(solved.automaton.states, chances, strict=True))


def is_rounded(bet: Bet, decisions: Iterable[Decided], limits: Limits) -> bool:
    """Whether a payment for some multiple of the minimum is no whole number of chips. R-money-1."""
    return any(limits.minimum * (1 + net_per_unit(by, bet.commission)) % limits.chip for by in decisions)


def _bets(rules: Rules, play: Play) -> list[Bet]:
    """The bets a play names: one, or an additional bet on every number."""
    # `pass_odds` names the additional bet on whatever number the flat bet will have.
    family = [bet for bet in rules.bets.values() if bet.id == play.bet and bet.added_to]
    return family or [rules.bet(play.bet)]


def _line(
    strategy: Strategy,
    rules: Rules,
    pairs: list[tuple[Play, Bet]],
    table_states: tuple[State, ...],
    play: Play,
    bet: Bet,
) -> PlanLine:
    limits = strategy.limits or rules.rulebook.limits
    chances = state_chances(bet)
    states = tuple(chances)
    _check_stake(limits, rules, play, bet)
    _check_count(play, bet, states)
    stake, flat = _first_stakes(limits, rules, pairs, play, bet)
    placed_in: set[State] = set()
    refusal: Refusal | None = None
    for state in _in_phases(rules, table_states, play.when, bet):
        # Asking the rulebook in every state of the table is the only way to know: when a bet is open is code, not data.
        try:
            rules.rulebook.check_placing(rules.chosen, bet, stake, Layout(flat, state))
        except NotNow as not_now:
            refusal = refusal or not_now
        else:
            placed_in.add(state)
    in_vain = (phase for phase in play.when if not placed_in & set(_in_phases(rules, table_states, (phase,), bet)))
    if refusal and (not placed_in or any(in_vain)):
        raise refusal
    down_in = frozenset(_in_phases(rules, table_states, play.down, bet) if play.down else ())
    _check_taking_down(rules, pairs, bet, states, down_in)
    return PlanLine(
        play=play,
        bet=bet,
        states=states,
        values=tuple(
            sum((chance * net_per_unit(by, bet.commission) for by, chance in row.items()), Fraction(0))
            for row in chances.values()
        ),
        chances=tuple(chances.values()) if is_rounded(bet, chances[states[0]], limits) else (),
        placed_in=frozenset(placed_in),
        down_in=down_in,
        unit=rules.rulebook.additional_unit(bet) if bet.added_to else Fraction(0),
    )


def _check_stake(limits: Limits, rules: Rules, play: Play, bet: Bet) -> None:
    """A flat bet has a stake within the limits, an additional one a multiple."""
    if not bet.added_to:
        if play.times:
            raise Refusal(
                "not_additional",
                _("{bet} is not an additional bet; give its stake as an amount, not as a multiple"),
                rules.rulebook.bets_cite,
                bet=bet.key,
            )
        if not isinstance(play.stake, int):
            raise Refusal(BAD_STAKE, bet.cite, asked=play.stake)
        limits.check(play.stake)
        return
    if play.stake or not 1 <= play.times <= MOST_TIMES or play.progression != FLAT:
        raise Refusal(
            "needs_times",
            _(
                "{bet} is an additional bet; write times = 1 to {allowed}, a multiple of its flat bet, and no stake or progression"
            ),
            bet.cite,
            bet=bet.key,
            allowed=MOST_TIMES,
        )


def _check_count(play: Play, bet: Bet, states: tuple[State, ...]) -> None:
    """Several at once only of bets that move on from where they were placed, and without a progression."""
    most = MOST_COUNT if len(states) > 1 and play.progression == FLAT else 1
    if not 1 <= play.count <= most:
        raise Refusal(WRONG_COUNT, bet.cite, bet=bet.key, asked=play.count, allowed=most)


def _first_stakes(
    limits: Limits, rules: Rules, pairs: list[tuple[Play, Bet]], play: Play, bet: Bet
) -> tuple[int, tuple[Standing, ...]]:
    """The stake of the bet, and for an additional one the flat bets of the strategy standing on its number."""
    if not bet.added_to:
        return play.stake, ()
    flat = tuple(
        Standing(other, other_play.stake, bet.start) for other_play, other in pairs if other.id == bet.added_to
    )
    # A lay bet stakes more than its flat bet to win as much: the unit says how much more.
    stake = int(play.times * sum(standing.stake for standing in flat) * rules.rulebook.additional_unit(bet))
    return max(stake, limits.minimum), flat


def _in_phases(rules: Rules, table_states: tuple[State, ...], phases: tuple[str, ...], bet: Bet) -> list[State]:
    """The states of the table that these phases name; all, where none is named."""
    names = rules.rulebook.table.phases
    known = list(dict.fromkeys(name for state in table_states for name in names(state)))
    for phase in phases:
        if phase not in known:
            allowed: object = known or _("none: all rounds are alike")
            raise Refusal(UNKNOWN_PHASE, bet.cite, game=rules.rulebook.game, asked=phase, allowed=allowed)
    return [state for state in table_states if not phases or set(phases) & set(names(state))]


def _check_taking_down(
    rules: Rules,
    pairs: list[tuple[Play, Bet]],
    bet: Bet,
    states: tuple[State, ...],
    down_in: frozenset[State],
) -> None:
    """Whatever the strategy would take down must be allowed to come down, with what the strategy leaves there."""
    for state in down_in:
        phases = set(rules.rulebook.table.phases(state))
        left = tuple(
            Standing(other, play.stake, other.start)
            for play, other in pairs
            if other.added_to and not phases & set(play.down)
        )
        for stands_on in states:
            rules.rulebook.check_taking_down(bet, stands_on, Layout(left, state))


def _check_bets_together(plan: Plan) -> None:
    """Two plays on one bet lie on one spot: their stakes are one for the maximum, and neither may be a progression."""
    by_bet: dict[str, list[Play]] = {}
    for line in plan.lines:
        by_bet.setdefault(line.bet.key, []).append(line.play)
    for key, plays in by_bet.items():
        if len(plays) > 1 and any(play.progression != FLAT or play.times for play in plays):
            raise Refusal(
                "bet_twice",
                _("{bet} is listed twice; a bet with a progression or a multiple may be listed only once"),
                plan.rules.bet(key).cite,
                bet=key,
            )
        plan.limits.check(plays[0].stake or plan.limits.minimum, already=sum(play.stake for play in plays[1:]))

"""Settling bets over a sequence of throws: what happened to each, the money, and the clauses."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from banca.rulebook.bet import Bet
from banca.rulebook.game import Rules
from banca.rulebook.layout import Layout, Standing
from banca.rulebook.money import Limits
from banca.rulebook.payment import Payment, pay
from banca.rulebook.refusal import Code, Refusal
from banca.rulebook.throws import Null, Throw
from banca.rulebook.verdict import Decided, State, Stay, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A bet to be settled: placed before throw `at`, or as soon as the rules allow."""

    bet: Bet
    stake: int
    at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What one throw did to one bet; a null throw does nothing (`verdict` is None)."""

    throw: int
    state: State
    verdict: Verdict | None


@dataclass(slots=True, eq=False)
class Fate:
    """One slip's way through the throws."""

    slip: Slip
    placed: int | None = None
    state: State = None
    events: list[Event] = field(default_factory=list)
    decision: Decided | None = None
    payment: Payment | None = None

    @property
    def is_standing(self) -> bool:
        """Placed and not yet decided."""
        return self.placed is not None and self.decision is None


def settle(rules: Rules, slips: Sequence[Slip], throws: Sequence[Throw], limits: Limits) -> tuple[Fate, ...]:
    """Play the throws in order and settle each bet; refuses the whole when any part is against the rules."""
    for slip in slips:
        limits.check(slip.stake)
        if slip.at is not None and not 1 <= slip.at <= len(throws):
            raise Refusal(Code.NO_SUCH_THROW, bet=slip.bet.key, asked=slip.at, allowed=len(throws))
    fates = tuple(Fate(slip) for slip in slips)
    for number, throw in enumerate(throws, start=1):
        before = tuple(throws[: number - 1])
        for fate in fates:
            if fate.placed is None and fate.slip.at in (None, number):
                _place(rules, fate, fates, before, is_last_chance=fate.slip.at == number)
        if all(fate.decision is not None for fate in fates):
            raise Refusal(Code.SEQUENCE_ENDED, rules.rulebook.bets_cite, asked=len(throws), allowed=number - 1)
        for fate in fates:
            if fate.is_standing:
                _meet(fate, throw, number, limits.chip)
    for fate in fates:
        if fate.placed is None:
            _place(rules, fate, fates, tuple(throws), is_last_chance=True)
    return fates


def _layout(fates: Sequence[Fate], before: tuple[Throw, ...]) -> Layout:
    standing = tuple(Standing(fate.slip.bet, fate.slip.stake, fate.state) for fate in fates if fate.is_standing)
    return Layout(standing, before)


def _place(rules: Rules, fate: Fate, fates: Sequence[Fate], before: tuple[Throw, ...], *, is_last_chance: bool) -> None:
    """Put a waiting slip on the layout if the rules allow it now; if not, it waits unless this is its last chance."""
    slip = fate.slip
    try:
        rules.rulebook.check_placing(rules.chosen, slip.bet, slip.stake, _layout(fates, before))
    except Refusal:
        if is_last_chance:
            raise
    else:
        fate.placed, fate.state = len(before) + 1, slip.bet.start


def _meet(fate: Fate, throw: Throw, number: int, chip: int) -> None:
    bet, state = fate.slip.bet, fate.state
    verdict = None if isinstance(throw, Null) else bet.verdict(state, throw.outcome)
    fate.events.append(Event(throw=number, state=state, verdict=verdict))
    if isinstance(verdict, Stay):
        fate.state = verdict.state
    elif verdict is not None:
        fate.decision = verdict
        fate.payment = pay(fate.slip.stake, verdict, bet.commission, chip)

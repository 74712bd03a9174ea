"""Settling bets over a sequence of throws: what happened to each, the money, and the clauses."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from banca.record import FrozenStruct
from banca.rules.bet import Bet, Decided, State, Stay, Verdict, Win
from banca.rules.layout import Layout, Null, Standing, Throw
from banca.rules.money import Limits, Payment, pay
from banca.rules.refusal import NotNow, Refusal
from banca.rules.rulebook import Rules
from banca.rules.text import Citation, _


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A bet to be settled: placed before throw `at` (one more than the throws: after them), or as soon as the rules allow."""

    bet: Bet
    stake: int
    at: int | None = None


class ThrowEffect(FrozenStruct):
    """The effect of one throw on one bet; a null throw has none (`verdict` is None)."""

    throw: int
    state: State
    verdict: Verdict | None


class Fate(Struct, eq=False):
    """The course of one bet through the throws: of all slips that lie on it in one state. R-money-1."""

    slip: Slip
    """The first of its slips."""
    placed: int | None = None
    state: State = None
    events: list[ThrowEffect] = []
    decision: Decided | None = None
    payment: Payment | None = None
    joined: list["Fate"] = []
    """Slips on the same bet that joined it, in order."""

    @property
    def parts(self) -> tuple["Fate", ...]:
        """The first slip and those that joined it."""
        return (self, *(part for fate in self.joined for part in fate.parts))

    @property
    def stake(self) -> int:
        """The total stake on the bet."""
        return sum(part.slip.stake for part in self.parts)

    @property
    def is_standing(self) -> bool:
        """Placed and not yet decided."""
        return self.placed is not None and self.decision is None

    @property
    def standing(self) -> Standing:
        """The bet as it lies on the layout."""
        return Standing(self.slip.bet, self.stake, self.state)


def settle(rules: Rules, slips: Sequence[Slip], throws: Sequence[Throw], limits: Limits) -> tuple[Fate, ...]:
    """Play the throws in order and settle each bet; refuse the whole if any part is against the rules.

    The slips are one player's: those that lie on one bet in one state are one bet, and paid as one. R-money-1.
    """
    for slip in slips:
        limits.check(slip.stake, of=slip.bet.id)
        if slip.at is not None and not 1 <= slip.at <= len(throws) + 1:
            raise Refusal(
                "no_such_throw",
                _("{bet} cannot be placed before outcome {asked}; possible: 1 to {allowed}"),
                bet=slip.bet.key,
                asked=slip.at,
                allowed=len(throws) + 1,
            )
    fates = [Fate(slip) for slip in slips]
    table, after_null = rules.rulebook.table.start, False
    for number, throw in enumerate(throws, start=1):
        # A slip that names no throw is tried before every throw: an additional bet waits until its flat bet stands on a number.
        _place_waiting(rules, limits, fates, Layout((), table, after_null), number)
        if all(fate.decision is not None for fate in fates):
            raise Refusal(
                "sequence_ended",
                _("{asked} outcomes were given, but every bet was decided after {allowed}; leave out the rest"),
                rules.rulebook.bets_cite,
                asked=len(throws),
                allowed=number - 1,
            )
        for fate in fates:
            if fate.is_standing:
                _meet(fate, throw, number, limits.chip)
        _join(fates)
        # A null throw changes neither bets nor table; but some games take no bet until it is repeated.
        after_null = isinstance(throw, Null)
        if not isinstance(throw, Null):
            table = rules.rulebook.table.after(table, throw.outcome)
    # After the last throw a bet may still be put down, and stands; one that still waits is refused now, with the reason of this moment.
    _place_waiting(rules, limits, fates, Layout((), table, after_null), len(throws) + 1, is_last_chance=True)
    return tuple(fates)


def _place_waiting(
    rules: Rules, limits: Limits, fates: list[Fate], empty: Layout, number: int, *, is_last_chance: bool = False
) -> None:
    """Put waiting slips on the layout where the rules allow it now; one refused waits unless this is its last chance."""
    for fate in fates:
        slip = fate.slip
        if fate.placed is not None or slip.at not in (None, number):
            continue
        try:
            rules.rulebook.check_placing(rules.chosen, slip.bet, slip.stake, _with_standing(empty, fates))
        # Any other refusal holds at every moment, and goes through at once.
        except NotNow:
            if is_last_chance or slip.at == number:
                raise
        else:
            limits.check(slip.stake, already=_staked_alike(slip.bet, fates), of=slip.bet.id)
            fate.placed, fate.state = number, slip.bet.start
    _join(fates)


def _join(fates: list[Fate]) -> None:
    """Put what has come to lie on one bet in one state together, with what lay there first."""
    # Stakes of one player on one bet in one state are one bet, paid and rounded as one (R-money-1); a bet that has moved to its number
    # is not in the state of one just placed, and stays by itself.
    spots: dict[tuple[Bet, State], Fate] = {}
    alone = []
    for fate in fates:
        first = spots.setdefault((fate.slip.bet, fate.state), fate) if fate.is_standing else fate
        if first is fate:
            alone.append(fate)
        else:
            first.joined.append(fate)
    # In place, as `settle` goes on with this list; a joined fate lives on as a part of the first.
    fates[:] = alone


def _staked_alike(bet: Bet, fates: Sequence[Fate]) -> int:
    """What already lies on the same bet, just placed like this one; a Come bet that has moved to its number is another."""
    alike = (fate for fate in fates if fate.is_standing and fate.state == bet.start)
    return sum(fate.stake for fate in alike if fate.slip.bet is bet)


def _with_standing(empty: Layout, fates: Sequence[Fate]) -> Layout:
    return empty._replace(standing=tuple(fate.standing for fate in fates if fate.is_standing))


def decided_by(bet: Bet, decision: Decided, payment: Payment) -> tuple[Citation, ...]:
    """Return the clause that decided the bet, then those of the prize and the commission, if any."""
    cites = [bet.decided_by or bet.cite]
    if isinstance(decision, Win):
        cites.append(decision.cite)
    elif decision.cite:
        cites = [decision.cite]
    if payment.commission and bet.commission:
        cites.append(bet.commission.cite)
    return tuple(dict.fromkeys(cites))


def _meet(fate: Fate, throw: Throw, number: int, chip: int) -> None:
    bet, state = fate.slip.bet, fate.state
    verdict = None if isinstance(throw, Null) else bet.verdict(state, throw.outcome)
    fate.events.append(ThrowEffect(throw=number, state=state, verdict=verdict))
    if isinstance(verdict, Stay):
        fate.state = verdict.state
    elif verdict is not None:
        fate.decision = verdict
        fate.payment = pay(fate.stake, verdict, bet.commission, chip)

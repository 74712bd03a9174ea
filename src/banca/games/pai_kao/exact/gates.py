"""The bank against one to seven gates with equal stakes: every result of a round with its exact weight, at any principal.

Gates are alike before the deal, so that only how many of them win and lose matters, and each order of results weighs alike. All seven
gates are dealt to (1.4): what fewer of them do follows from what seven do.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb, factorial
from typing import Any

from banca.games.pai_kao.bank import COMMISSION, Stake, check_principal, cover
from banca.games.pai_kao.exact.deals import COPIES, HANDS_LEFT, WAYS
from banca.games.pai_kao.exact.policies import policy, policy_id, shipped_counts
from banca.games.pai_kao.exact.policy import Policy, Seat
from banca.games.pai_kao.hands import Result
from banca.games.pai_kao.refusals import WRONG_GATE
from banca.games.pai_kao.tiles import HAND
from banca.rules import Defect, Limits, Refusal, citing

cite = citing("pai_kao")

MOST_GATES = 7
"""All but the banker's own. pai_kao 1.4."""
DEALS = factorial(sum(COPIES) - HAND) // factorial(HAND) ** MOST_GATES
"""Ways to deal seven hands, gate by gate, from what the banker's hand leaves."""
WORD = 1 << 64
LIMITS = Limits()

Orders = dict[tuple[int, int], int]
"""Per number of gates that win and that lose: the weight of all deals with one order of these results."""
PLACES = tuple((wins, loses) for wins in range(MOST_GATES + 1) for loses in range(MOST_GATES + 1 - wins))


def orders(wins: int, loses: int, gates: int = MOST_GATES) -> int:
    """In how many orders so many gates win and lose and the others tie.

    >>> orders(2, 1, gates=4)
    12
    """
    return comb(gates, wins) * comb(gates - wins, loses)


def of_fewer(each: Orders, gates: int) -> Orders:
    """What several gates do, looked at for the first `gates` of them."""
    others = max(each)[0] - gates
    return {
        (wins, loses): sum(
            each[wins + more, loses + less] * orders(more, less, others)
            for more in range(others + 1)
            for less in range(others + 1 - more)
        )
        for wins in range(gates + 1)
        for loses in range(gates + 1 - wins)
    }


def gains(each: Orders, gates: int, stake: int, principal: int) -> dict[int, int]:
    """What the bank gains before commission, with weights: gates are settled in order, within the principal. R-pk-3."""
    found: Counter[int] = Counter()
    decided = Counter({(0, 0, 0): 1})
    for count in range(gates + 1):
        after: Counter[tuple[int, int, int]] = Counter()
        for (wins, loses, running), ways in decided.items():
            found[running] += ways * comb(gates, count) * each[wins, loses]
            if count < gates:
                for result, won in ((Result.WIN, 1), (Result.LOSE, 0)):
                    _, then = cover((Stake("", stake),), result, principal, running)
                    after[wins + won, loses + 1 - won, then] += ways
        decided = after
    return {gain: weight for gain, weight in sorted(found.items()) if weight}


@dataclass(frozen=True, slots=True, kw_only=True)
class BankValue:
    """The value of a round for the bank, by policy. Amounts in avos."""

    gates: int
    stake: int
    """The stake of each gate."""
    principal: int
    chances: Mapping[int, Fraction]
    """The chance of each gain of the bank before commission."""

    @property
    def gross(self) -> Fraction:
        """The mean gain before commission."""
        return sum((gain * chance for gain, chance in self.chances.items()), Fraction(0))

    @property
    def commission(self) -> Fraction:
        """The mean commission: four per cent of the round's net gain, if there is one. R-pk-4."""
        return COMMISSION * sum((gain * chance for gain, chance in self.chances.items() if gain > 0), Fraction(0))

    @property
    def value(self) -> Fraction:
        """The mean gain after commission, before rounding to chips."""
        return self.gross - self.commission

    @property
    def per_stake(self) -> Fraction:
        """The value per unit staked by the gates."""
        return self.value / (self.gates * self.stake)

    @property
    def win(self) -> Fraction:
        """The chance that the bank gains."""
        return sum((chance for gain, chance in self.chances.items() if gain > 0), Fraction(0))

    @property
    def even(self) -> Fraction:
        """The chance that it neither gains nor loses."""
        return self.chances.get(0, Fraction(0))

    @property
    def lose(self) -> Fraction:
        """The chance that it loses."""
        return 1 - self.win - self.even

    @property
    def variance(self) -> Fraction:
        """The variance of the gain after commission."""
        squares = sum(
            ((gain - max(gain, 0) * COMMISSION) ** 2 * one for gain, one in self.chances.items()), Fraction(0)
        )
        return squares - self.value**2


def bank_value(each: Orders, *, gates: int, stake: int, principal: int) -> BankValue:
    """What banking is worth where each order of results has this weight."""
    weights = gains(each, gates, stake, principal)
    total = sum(weights.values())
    chances = {gain: Fraction(weight, total) for gain, weight in weights.items()}
    return BankValue(gates=gates, stake=stake, principal=principal, chances=chances)


def bank_between(player: str, banker: str, *, gates: int, stake: int, principal: int | None = None) -> BankValue:
    """What banking is worth between two policies; the principal is the stakes of all gates unless said."""
    each = orders_between(player, banker, gates)
    principal = gates * stake if principal is None else principal
    LIMITS.check(stake)
    check_principal(principal, LIMITS)
    return bank_value(each, gates=gates, stake=stake, principal=principal)


@cache
def orders_between(player: str, banker: str, gates: int) -> Orders:
    """The weight of each order of results when both sides set by policy; the gates' policy pure against several (`most_often`)."""
    if not 1 <= gates <= MOST_GATES:
        raise Refusal(WRONG_GATE, cite("1.4"), asked=gates, allowed="1-7")
    player, banker = policy_id(player), policy_id(banker)
    if gates == 1:
        won, tied, lost = shipped_counts(player, banker)
        return {(1, 0): won, (0, 0): tied, (0, 1): lost}
    return of_fewer(read_gates(shipped_gates(), player, banker), gates)


@cache
def most_often(own: Policy) -> Policy:
    """The policy that always takes the setting that `own` takes most often, as gates do here: a mixed policy's sums are too long."""
    return Policy.pure(own.name, (max(range(3), key=weights.__getitem__) for weights in own.weights))


def is_mixed(player: str) -> bool:
    """Whether gates that set so are looked at by the settings that they take most often."""
    own = policy(player, Seat.PLAYER)
    return any(max(weights) < own.total for weights in own.weights)


@cache
def shipped_gates() -> dict[str, Any]:
    """The counts that come with Banca."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("gates.json").read_text("utf-8"))
    return found


def read_gates(shipped: dict[str, Any], player: str, banker: str) -> Orders:
    """The weight of each order of seven results between two policies, checked: the policies, and the sum over all deals."""
    key = f"{player} {banker}"
    part, theirs = shipped[key], policy(banker, Seat.BANKER)
    seven = dict(zip(PLACES, part["orders"], strict=True))
    total = sum(WAYS) * DEALS * theirs.total
    is_whole = sum(orders(*place) * weight for place, weight in seven.items()) == total
    if part["sha256"] != digest(most_often(policy(player, Seat.PLAYER)), theirs) or not is_whole:
        raise Defect(f"the shipped counts of {key} do not fit the policies")  # a broken promise
    return seven


def digest(player: Policy, banker: Policy) -> str:
    """What two policies amount to."""
    return hashlib.sha256(json.dumps([player.weights, banker.weights]).encode()).hexdigest()


def whole_counts(rows: list[list[int]], wins: int, loses: int) -> Orders:
    """The weight of each order of seven results against a hand, from `rows_of_seven`, which are modulo 2^64.

    No order weighs more than all deals divided by the orders of its results, so that only three may be longer than a word. These follow
    from `wins` and `loses`, the hands that win and lose against it: a gate wins as often as if it were alone.
    """
    found = {(won, lost): _with_ties(rows, won, lost) % WORD for won, lost in PLACES}
    ends = [(MOST_GATES, 0), (0, MOST_GATES), (0, 0)]
    others = {place: orders(*place) * weight for place, weight in found.items() if place not in ends}
    exactly = {
        ends[0]: DEALS * wins // HANDS_LEFT - sum(won * weight for (won, _), weight in others.items()) // MOST_GATES,
        ends[1]: DEALS * loses // HANDS_LEFT - sum(lost * weight for (_, lost), weight in others.items()) // MOST_GATES,
    }
    exactly[ends[2]] = DEALS - sum(others.values()) - sum(exactly.values())
    is_right = all(0 <= weight <= DEALS and weight % WORD == found[place] for place, weight in exactly.items())
    if not is_right or max(others.values()) > DEALS:
        raise Defect("the counts of seven gates contradict each other")
    return found | exactly


def _with_ties(rows: list[list[int]], wins: int, loses: int) -> int:
    """Rows whose first gates win, whose next ones lose, and whose others tie: neither win nor lose."""
    ties = MOST_GATES - wins - loses
    return sum(
        (-1) ** (more + less) * orders(more, less, ties) * rows[wins + more][loses + less]
        for more in range(ties + 1)
        for less in range(ties + 1 - more)
    )

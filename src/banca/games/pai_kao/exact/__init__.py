"""Policies of Pai Kao and what they are worth, exact by enumeration of all deals, against one gate or several."""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any, Self

from banca.games.pai_kao.bank import COMMISSION, check_principal
from banca.games.pai_kao.hands import SPLITS, Faces, Setting, settings
from banca.games.pai_kao.nouns import POLICIES_SAID, POLICIES_TYPED, UNKNOWN_POLICY, WRONG_GATE
from banca.games.pai_kao.tiles import BY_FACE, CLASS_OF, HAND, KINDS, ZERO_CLASSES, pair_rank
from banca.i18n.answer import AnswerStruct
from banca.rules import Limits, Refusal, _, citing, plain
from banca.tables.banked import Result, Stake, cover_stakes


class Seat(StrEnum):
    """The side whose tiles are set."""

    PLAYER = "player"
    BANKER = "banker"


OTHER_SEAT = {Seat.PLAYER: Seat.BANKER, Seat.BANKER: Seat.PLAYER}


@dataclass(frozen=True, slots=True, repr=False)
class Policy:
    """For each hand of kinds, how often each of its three settings is chosen, out of `total`."""

    name: str
    weights: tuple[tuple[int, int, int], ...]
    total: int = 1

    @classmethod
    def pure(cls, name: str, places: Iterable[int]) -> Self:
        """The policy that takes one setting of each hand."""
        return cls(name, tuple((int(place == 0), int(place == 1), int(place == 2)) for place in places))

    def __repr__(self) -> str:
        return f"<policy {self.name}>"


COPIES = tuple(kind.copies for kind in KINDS)
INDEX = {kind: place for place, kind in enumerate(KINDS)}

Hand = tuple[int, ...]
"""Four kinds by their place in table 1, the highest first."""


def _is_possible(hand: Hand) -> bool:
    return all(hand.count(kind) <= COPIES[kind] for kind in hand)


def _classes(hand: Hand) -> tuple[tuple[int, int], ...]:
    classes = []
    for split in SPLITS:
        front, rear = sorted(
            pair_rank(*(KINDS[hand[index]] for index in pair)) for pair in split
        )  # the lower in front: 5.2
        classes.append((CLASS_OF[front], CLASS_OF[rear]))
    return tuple(classes)


HANDS: tuple[Hand, ...] = tuple(
    hand for hand in combinations_with_replacement(range(len(KINDS)), 4) if _is_possible(hand)
)
HAND_INDEX = {hand: place for place, hand in enumerate(HANDS)}
COUNTS = tuple(tuple((kind, hand.count(kind)) for kind in dict.fromkeys(hand)) for hand in HANDS)
"""Per hand: its kinds and how many of each."""


def ways(hand: int, left: tuple[int, ...] | list[int] = COPIES) -> int:
    """How many hands of tiles this hand of kinds stands for, given the tiles left of each kind."""
    product = 1
    for kind, count in COUNTS[hand]:
        product *= comb(left[kind], count)
    return product


HANDS_LEFT = comb(sum(COPIES) - 4, 4)
"""Hands that the 28 tiles left can make."""
WAYS = tuple(ways(hand) for hand in range(len(HANDS)))
CLASSES_OF = tuple(_classes(hand) for hand in HANDS)
"""Per hand: (front class, rear class) of each setting."""


def in_order(tiles: Faces) -> Faces:
    """Tiles in the order of a Hand, so that their three settings stand in the order of CLASSES_OF."""
    return tuple(sorted(tiles, key=lambda face: INDEX[BY_FACE[face]]))


def hand_of(tiles: Faces) -> int:
    """The hand of kinds that four tiles are."""
    return HAND_INDEX[tuple(INDEX[BY_FACE[face]] for face in in_order(tiles))]


def higher(player: tuple[int, int], banker: tuple[int, int]) -> tuple[bool, bool]:
    """Whether the player's front and rear win: copies, and two fronts of zero, go to the banker. pai_kao 6.1, 6.2."""
    return player[0] > banker[0] and player[0] >= ZERO_CLASSES, player[1] > banker[1]


def value_of(win: Fraction, lose: Fraction) -> Fraction:
    """The mean gain per unit staked: even money less commission when winning. R-pk-4."""
    return win * (1 - COMMISSION) - lose


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """One setting's exact chances, from the seat of whoever sets it."""

    setting: Setting
    win: Fraction
    tie: Fraction
    lose: Fraction
    front_wins: Fraction
    """The chance that its front alone is the higher."""
    rear_wins: Fraction

    @property
    def value(self) -> Fraction:
        """The mean gain per unit staked, with commission."""
        return value_of(self.win, self.lose)


def chances(tiles: Faces, against: Policy, seat: Seat) -> tuple[Chances, ...]:
    """The three settings of four tiles against an opponent's policy, over every hand that the tiles left can make."""
    mine = CLASSES_OF[hand_of(tiles)]
    left = list(COPIES)
    for face in tiles:
        left[INDEX[BY_FACE[face]]] -= 1
    # By who has the higher front and rear: all that is asked of a setting is a sum of these four weights.
    lines = [dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0) for _ in mine]
    for other in range(len(HANDS)):
        weight = ways(other, left)
        if not weight:
            continue
        for theirs, share in zip(CLASSES_OF[other], against.weights[other], strict=True):
            if share:
                for place, ours in enumerate(mine):
                    front, rear = higher(ours, theirs) if seat is Seat.PLAYER else higher(theirs, ours)
                    won = (front, rear) if seat is Seat.PLAYER else (not front, not rear)
                    lines[place][won] += weight * share
    return tuple(_chances(setting, won) for setting, won in zip(settings(in_order(tiles)), lines, strict=True))


def _chances(setting: Setting, won: dict[tuple[bool, bool], int]) -> Chances:
    total = sum(won.values())
    only_front, only_rear = won[True, False], won[False, True]
    return Chances(
        setting=setting,
        win=Fraction(won[True, True], total),
        tie=Fraction(only_front + only_rear, total),
        lose=Fraction(won[False, False], total),
        front_wins=Fraction(won[True, True] + only_front, total),
        rear_wins=Fraction(won[True, True] + only_rear, total),
    )


cite = citing("pai_kao")

EQUILIBRIUM = "equilibrium"
DESCRIBED = {
    "highest_front": _("the highest front, then the highest rear"),
    "highest_rear": _("the highest rear, then the highest front"),
    "balanced": _("the front and rear that together beat the most groups of a player who sets the highest rear"),
    EQUILIBRIUM: _("the mixed policy that no other beats by more than a hundred-thousandth of a stake"),
}


def _by(name: str, score: Callable[[tuple[int, int]], Any]) -> Policy:
    scores = ([score(classes) for classes in options] for options in CLASSES_OF)
    return Policy.pure(name, (each.index(max(each)) for each in scores))


@cache
def highest_front() -> Policy:
    """As strong in front as the tiles allow."""
    return _by("highest_front", lambda classes: classes)


@cache
def highest_rear() -> Policy:
    """As strong behind as the tiles allow."""
    return _by("highest_rear", lambda classes: (classes[1], classes[0]))


@cache
def balanced() -> Policy:
    """The setting whose front and rear beat the most fronts and rears, added, of all hands set by their highest rear."""
    fronts, rears = [], []
    for options, weights, ways in zip(CLASSES_OF, highest_rear().weights, WAYS, strict=True):
        front, rear = options[weights.index(1)]
        fronts += [front] * ways
        rears += [rear] * ways
    fronts.sort()
    rears.sort()
    return _by("balanced", lambda classes: bisect_left(fronts, classes[0]) + bisect_left(rears, classes[1]))


@cache
def shipped(name: str = "equilibrium") -> dict[str, Any]:
    """What comes with Banca: `equilibrium`, with the counts of all deals, and `gates`, those of seven gates."""
    counts: dict[str, Any] = json.loads(files(__package__).joinpath(f"{name}.json").read_text("utf-8"))
    return counts


@cache
def equilibrium(seat: Seat) -> Policy:
    """The shipped equilibrium of one seat, from its compact form: a letter per hand for the setting taken, and the mixed hands in full."""
    part, total = shipped()[seat], shipped()["total"]
    weights = [tuple(total * (letter == place) for place in "012") for letter in part["pure"]]
    for hand, mixed in part["mixed"].items():
        weights[int(hand)] = tuple(mixed)
    return Policy(f"{EQUILIBRIUM} ({seat})", tuple(weights), total)


def shipped_counts(player: str, banker: str) -> tuple[int, int, int]:
    """All deals between two policies: the exact weight that the player wins, ties and loses."""
    won, tied, lost = shipped()["deals"][f"{player} {banker}"]
    return won, tied, lost


def policy_id(name: str) -> str:
    """The id of the policy that somebody calls so, in any of the three languages.

    >>> policy_id("均衡"), policy_id("Maior grupo de trás")
    ('equilibrium', 'highest_rear')
    """
    policy = POLICIES_TYPED.get(plain(name))
    if policy is None:
        raise Refusal(UNKNOWN_POLICY, cite("5.1"), asked=name, allowed=list(POLICIES_SAID))
    return policy


def policy(name: str, seat: Seat) -> Policy:
    """The policy called `name`, for a seat."""
    wanted = policy_id(name)
    if wanted == EQUILIBRIUM:
        return equilibrium(seat)
    return {"highest_front": highest_front, "highest_rear": highest_rear, "balanced": balanced}[wanted]()


MOST_GATES = 7
"""All but the banker's own. pai_kao 1.4."""
DEALS = factorial(sum(COPIES) - HAND) // factorial(HAND) ** MOST_GATES
"""Ways to deal seven hands, gate by gate, from what the banker's hand leaves."""
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
    # Gates are equal, so that only the order of wins and losses matters: a gate that ties leaves the bank where it stands. Of each
    # number of gates that are decided, every order is followed through the bank's money, and taken as often as ties can lie between.
    gain: Counter[int] = Counter()
    decided = Counter({(0, 0, 0): 1})
    for count in range(gates + 1):
        after: Counter[tuple[int, int, int]] = Counter()
        for (wins, loses, standing), ways in decided.items():
            gain[standing] += ways * comb(gates, count) * each[wins, loses]
            if count < gates:
                for result, won in ((Result.WIN, 1), (Result.LOSE, 0)):
                    _, then = cover_stakes((Stake("", stake),), result, principal, standing)
                    after[wins + won, loses + 1 - won, then] += ways
        decided = after
    return {standing: weight for standing, weight in sorted(gain.items()) if weight}


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
    def staked(self) -> int:
        """The stakes of all gates."""
        return self.gates * self.stake

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
        return self.value / self.staked

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
            ((gain - max(gain, 0) * COMMISSION) ** 2 * chance for gain, chance in self.chances.items()), Fraction(0)
        )
        return squares - self.value**2


class Value(AnswerStruct, kw_only=False):
    """The value of a gate per unit staked, when both sides set by a policy."""

    player: str
    banker: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    JSON = ("player", "banker", "win", "tie", "lose", "value_player", "value_banker")

    @property
    def value_player(self) -> Fraction:
        """The player's mean gain."""
        return value_of(self.win, self.lose)

    @property
    def value_banker(self) -> Fraction:
        """The banker's mean gain."""
        return value_of(self.lose, self.win)


def value_between(player: str, banker: str) -> Value:
    """Return a gate's value over all deals against the banker, each side setting by its policy, with commission."""
    player, banker = policy_id(player), policy_id(banker)
    counts = shipped_counts(player, banker)
    return Value(player, banker, *(Fraction(count, sum(counts)) for count in counts))


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
    return of_fewer(orders_of_seven(player, banker), gates)


def orders_of_seven(player: str, banker: str) -> Orders:
    """The shipped weight of each order of seven results between two policies."""
    return dict(zip(PLACES, shipped("gates")[f"{player} {banker}"]["orders"], strict=True))


@cache
def most_often(own: Policy) -> Policy:
    """The policy that always takes the setting that `own` takes most often, as gates do here: a mixed policy's sums are too long."""
    return Policy.pure(own.name, (max(range(3), key=weights.__getitem__) for weights in own.weights))


def is_mixed(player: str) -> bool:
    """Whether gates that set so are looked at by the settings that they take most often."""
    own = policy(player, Seat.PLAYER)
    return any(max(weights) < own.total for weights in own.weights)

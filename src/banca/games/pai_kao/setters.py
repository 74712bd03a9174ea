"""Who sets the tiles: of a gate the highest stake, of the banker's gate the banker, in doubt with the casino. Articles 3 and 7."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Protocol

from banca.games.pai_kao.refusals import NOT_THE_SETTER
from banca.rules import Citation, Refusal, _, citing

cite = citing("pai_kao")

HOUSE = "(house)"
"""Who has set a gate whose bettors all set others: nobody, it is set by the house way. R-pk-5."""


class HasStake(Protocol):
    """Anything put down by somebody."""

    @property
    def who(self) -> str:
        """Whose it is."""
        ...

    @property
    def amount(self) -> int:
        """How much, in avos."""
        ...


def check_side_bets(*, co_bankers: Collection[str], of: str, bettors: Iterable[str], gate: int) -> None:
    """A player who co-banks takes no side bets: a gate that is a co-banker's carries nobody else's stake. pai_kao 3.3."""
    if of in co_bankers and set(bettors) - {of}:
        raise Refusal(
            "co_banker_side_bet",
            _("{asked} co-banks and may not accept bets of other players on gate {gate}"),
            cite("3.3"),
            asked=of,
            gate=gate,
        )


class LastWord(Enum):
    """Whose word on the banker's tiles is the last, in doubt."""

    BANKER = "banker"
    CASINO = "casino"


def who_has_last_word(*, banker_principal: int, casino_principal: int) -> tuple[LastWord, Citation]:
    """Banker or casino, the larger principal; equal, the banker. pai_kao 3.4, R-pk-2."""
    if casino_principal > banker_principal:
        return LastWord.CASINO, cite("3.4")
    return LastWord.BANKER, cite("R-pk-2") if casino_principal == banker_principal else cite("3.4")


def setter(stakes: Sequence[HasStake]) -> str:
    """Who sets a gate's tiles: the player with the highest stake on it; equal, the first to stake. pai_kao 7.1, R-pk-5."""
    staked: dict[str, int] = {}
    for stake in stakes:
        staked[stake.who] = staked.get(stake.who, 0) + stake.amount
    return max(staked, key=staked.__getitem__)


def setter_but(bound: Collection[str], stakes: Sequence[HasStake]) -> str:
    """Who sets a gate's tiles of those who are not bound elsewhere; where all are, it is set by the house way. R-pk-5."""
    free = [stake for stake in stakes if stake.who not in bound]
    return setter(free) if free else HOUSE


def choose_setters(
    stakes: Mapping[int, Sequence[HasStake]],
    order: Iterable[int],
    *,
    holders: Mapping[int, str] = MappingProxyType({}),
    named: Mapping[int, str] = MappingProxyType({}),
    co_bankers: Collection[str] = (),
) -> dict[int, str]:
    """Who sets each gate that carries stakes: as named; then holders with the highest stake on their own gates; then the others in order.

    Nobody sets two, and a co-banker sets no gate with stakes of others. pai_kao 3.3, 7.1, 7.5, R-pk-5.
    """
    chosen = dict(named)
    chosen |= {gate: who for gate, who in holders.items() if stakes.get(gate) and setter(stakes[gate]) == who}
    for gate in order:
        if stakes.get(gate) and gate not in chosen:
            chosen[gate] = setter_but(
                {*chosen.values(), *bound_by_bank(co_bankers, stakes[gate])} - {HOUSE}, stakes[gate]
            )
    return chosen


def bound_by_bank(co_bankers: Collection[str], stakes: Sequence[HasStake]) -> set[str]:
    """Those who may not set a gate because they co-bank and others have staked on it. pai_kao 3.3."""
    bettors = {stake.who for stake in stakes}
    return bettors & set(co_bankers) if len(bettors) > 1 else set()


SETS_NO_OTHER = _("a bettor who sets no other gate (set_by)")
BY_HOUSE_WAY = _("nobody: it is set by the house way")
SETTER_CITES = (cite("7.1"), cite("R-pk-5"))
HOUSE_SETS_CITES = (cite("7.5"), cite("R-pk-5"))


def check_sets(who: str, stakes: Sequence[HasStake], bound: Collection[str]) -> None:
    """One player sets a gate: the one entitled, unless that one sets another; nobody sets two. pai_kao 7.4, 7.5."""
    if who in bound:
        raise Refusal(NOT_THE_SETTER, cite("7.5"), asked=who, allowed=SETS_NO_OTHER)
    entitled = setter_but(bound, stakes)
    if who != entitled:
        allowed = BY_HOUSE_WAY if entitled == HOUSE else entitled
        raise Refusal(NOT_THE_SETTER, cite("7.4"), asked=who, allowed=allowed)

"""The conduct of a Pai Kao table: gates, deal, bank and setting, each by its clause. Articles 1 to 4, 7 and 8."""

from collections.abc import Sequence
from typing import Protocol

from banca.games.pai_kao import acts
from banca.games.pai_kao.refusals import (
    ALREADY_TURNED,
    BANK_TOO_LONG,
    CO_BANKER_SIDE_BET,
    DICE_COCKED,
    NOT_SET,
    NOT_THE_SETTER,
    PRINCIPAL_REDUCED,
    STAKE_AFTER_SHAKE,
    TOO_MANY_CUTS,
    WRONG_GATE,
)
from banca.live.act import EITHER, PLAYER, Act, Does
from banca.rulebook import Citation, NotNow, NullReason, Refusal, citing, format_patacas, words

cite = citing("pai_kao")

GATES = range(1, 9)
DICE = 4
MOST_CUTS = 2
MOST_ROUNDS = 2

BEFORE_PRINCIPAL = (acts.SETTLED, acts.STACKED)
BEFORE_SHAKE = (acts.STACKED, acts.BANK_OPEN)
COCKED, FELL_OUT = "cocked", "fell_out"
NULL_SHAKES = {
    COCKED: NullReason(
        words("a die does not lie flat", pt="um dado não pousou direito", zh="骰子未平放"), (cite("1.5"),)
    ),
    FELL_OUT: NullReason(
        words("a die fell out of the cup", pt="um dado saltou do copo", zh="骰子跌出骰盅"), (cite("1.5"),)
    ),
}
"""Why a shake does not count and the banker shakes again. pai_kao 1.5."""

ACTS = (
    Act(takes=acts.MixAndStack, phase=acts.SETTLED, then=acts.STACKED, cite=cite("1.1"), does=Does.HIDE),
    Act(takes=acts.ReplaceSet, phase=acts.SETTLED, then=acts.SETTLED, cite=cite("9"), is_automatic=False),
    *(
        Act(takes=kind, phase=phase, then=phase, cite=by_clause, by=by)
        for kind, by_clause, by in (
            (acts.TakeBank, cite("4.1"), PLAYER),
            (acts.PassBank, cite("4.3"), EITHER),
            (acts.Agree, cite("4.1"), PLAYER),
        )
        for phase in BEFORE_PRINCIPAL
    ),
    *(
        Act(takes=acts.Cut, phase=phase, then=phase, cite=cite("2.1"), by=PLAYER, usual={"one_hand": True})
        for phase in BEFORE_SHAKE
    ),
    Act(takes=acts.PutDownPrincipal, phase=acts.STACKED, then=acts.BANK_OPEN, cite=cite("4.4"), by=PLAYER),
    Act(takes=acts.CoBank, phase=acts.BANK_OPEN, then=acts.BANK_OPEN, cite=cite("3.1"), by=EITHER, is_automatic=False),
    Act(
        takes=acts.StakeOnGate, phase=acts.BANK_OPEN, then=acts.BANK_OPEN, cite=cite("4.6"), by=PLAYER, does=Does.PLACE
    ),
    Act(
        takes=acts.WithdrawStake,
        phase=acts.BANK_OPEN,
        then=acts.BANK_OPEN,
        cite=cite("4.7"),
        by=PLAYER,
        does=Does.TAKE_DOWN,
    ),
    Act(takes=acts.Shake, phase=acts.BANK_OPEN, then=acts.SHAKEN, cite=cite("4.4"), by=PLAYER, does=Does.SHOW),
    Act(
        takes=acts.NullShake,
        phase=acts.SHAKEN,
        then=acts.SHAKEN,
        cite=cite("1.5"),
        does=Does.NULL,
        choices={"reason": tuple((name, null.says) for name, null in NULL_SHAKES.items())},
    ),
    Act(takes=acts.ShakeAgain, phase=acts.SHAKEN, then=acts.SHAKEN, cite=cite("1.5"), by=PLAYER, does=Does.SHOW),
    Act(takes=acts.Deal, phase=acts.SHAKEN, then=acts.DEALT, cite=cite("1.4"), does=Does.CALL),
    Act(takes=acts.Expose, phase=acts.DEALT, then=acts.DEALT, cite=cite("2.2"), is_automatic=False, is_observed=True),
    Act(takes=acts.DealAgain, phase=acts.DEAL_VOID, then=acts.BANK_OPEN, cite=cite("2.3")),
    Act(takes=acts.SetTiles, phase=acts.DEALT, then=acts.DEALT, cite=cite("7.4"), by=EITHER),
    Act(takes=acts.SetForAbsent, phase=acts.DEALT, then=acts.DEALT, cite=cite("R-pk-11"), is_automatic=False),
    Act(takes=acts.TurnBanker, phase=acts.DEALT, then=acts.BANKER_TURNED, cite=cite("8.1"), by=EITHER),
    Act(takes=acts.TurnGates, phase=acts.BANKER_TURNED, then=acts.TURNED, cite=cite("8.3")),
    Act(takes=acts.Settle, phase=acts.TURNED, then=acts.SETTLED, cite=cite("4.8"), does=Does.PAY),
)
"""After the shake nothing on the table changes (4.7); after the banker's first tile no setting does (8.2)."""


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


def check_gate(number: int) -> None:
    """There are eight gates. pai_kao 1.4."""
    if number not in GATES:
        raise Refusal(WRONG_GATE, cite("1.4"), asked=number, allowed="1-8")


def betting_order(banker: int) -> list[int]:
    """The other gates from the banker on, right to left. Gates are numbered that way. pai_kao 1.3."""
    return [(banker - 1 + step) % len(GATES) + 1 for step in range(1, len(GATES))]


def first_gate_dealt(banker: int, dice: Sequence[int]) -> tuple[int, Citation]:
    """The banker's own gate counts as 1; the total is neither added to nor taken from. pai_kao 1.2, 1.3, R-pk-1.

    >>> first_gate_dealt(3, [1, 1, 1, 1])[0], first_gate_dealt(3, [2, 2, 2, 3])[0]
    (6, 3)
    """
    check_gate(banker)
    if len(dice) != DICE or any(type(die) is not int or die not in range(1, 7) for die in dice):
        raise Refusal(DICE_COCKED, cite("1.2"), asked=list(dice), allowed="four dice, 1 to 6")
    return (banker - 1 + sum(dice) - 1) % len(GATES) + 1, cite("R-pk-1")


def check_shake(*, cocked: bool, fell_out: bool) -> None:
    """A cocked die, or one out of the cup, is shaken again by the banker. pai_kao 1.5."""
    if cocked or fell_out:
        raise NotNow(DICE_COCKED, cite("1.5"), asked="a die", allowed="four dice lying flat in the cup")


def check_cut(*, cutter_is_banker: bool, one_hand: bool, gates_cut: int, banker_has_cut: bool) -> None:
    """Players first, at most two gates, then the banker, then nobody; always with one hand. pai_kao 2.1."""
    too_many = not cutter_is_banker and gates_cut >= MOST_CUTS
    if banker_has_cut or too_many or not one_hand:
        raise Refusal(TOO_MANY_CUTS, cite("2.1"), allowed=MOST_CUTS)


def check_side_bets(*, co_bankers: Sequence[str], set_by: str, bettors: Sequence[str], gate: int) -> None:
    """A player who co-banks takes no side bets: a gate that a co-banker sets carries nobody else's stake. pai_kao 3.3."""
    if set_by in co_bankers and set(bettors) != {set_by}:
        raise Refusal(CO_BANKER_SIDE_BET, cite("3.3"), asked=set_by, gate=gate)


def who_sets_banker(*, banker_principal: int, casino_principal: int) -> tuple[str, Citation]:
    """In doubt, whoever of banker and casino has the larger principal; equal, the banker. pai_kao 3.4, R-pk-2."""
    if casino_principal > banker_principal:
        return "casino", cite("3.4")
    return "banker", cite("R-pk-2") if casino_principal == banker_principal else cite("3.4")


def setter(stakes: Sequence[HasStake]) -> str:
    """Who sets a gate's tiles: whoever has staked most on it; equal, the first to stake. pai_kao 7.1, R-pk-5."""
    staked: dict[str, int] = {}
    for stake in stakes:
        staked[stake.who] = staked.get(stake.who, 0) + stake.amount
    return max(staked, key=staked.__getitem__)


SETS_NO_OTHER = words(
    "somebody who sets no other gate (set_by)",
    pt="alguém que não componha outra porta (set_by)",
    zh="沒有組合另一門的人 (set_by)",
)
SETTER_CITES = (cite("7.1"), cite("R-pk-5"))


def check_sets(who: str, stakes: Sequence[HasStake], sets_elsewhere: Sequence[str]) -> None:
    """One player sets a gate: the one entitled, unless that one sets another; nobody sets two. pai_kao 7.4, 7.5."""
    if who in sets_elsewhere:
        raise Refusal(NOT_THE_SETTER, cite("7.5"), asked=who, allowed=SETS_NO_OTHER)
    entitled = setter([stake for stake in stakes if stake.who not in sets_elsewhere] or stakes)
    if who != entitled:
        raise Refusal(NOT_THE_SETTER, cite("7.4"), asked=who, allowed=entitled)


def check_stake_in_time(*, shaken: bool) -> None:
    """Stakes and principals are put down before the shake and neither change nor move after it. pai_kao 4.6, 4.7."""
    if shaken:
        raise Refusal(STAKE_AFTER_SHAKE, cite("4.7"))


def check_turned(*, all_set: bool, banker_turned: bool, changes_setting: bool) -> None:
    """The banker turns after all gates are set; then no setting changes. pai_kao 8.1, 8.2."""
    if not all_set:
        raise NotNow(NOT_SET, cite("8.1"))
    if banker_turned and changes_setting:
        raise Refusal(ALREADY_TURNED, cite("8.2"))


def check_second_round(*, principal: int, won: int, new_principal: int) -> None:
    """A banker who won and banks again leaves principal and winnings; more may be added, nothing taken. pai_kao 4.9."""
    least = principal + won
    if won > 0 and new_principal < least:
        raise Refusal(
            PRINCIPAL_REDUCED, cite("4.9"), asked=format_patacas(new_principal), allowed=format_patacas(least)
        )


def check_banks_again(*, rounds: int, others_agree: bool) -> None:
    """At most two rounds in a row, unless the other seven all agree otherwise. pai_kao 4.1."""
    if rounds >= MOST_ROUNDS and not others_agree:
        raise Refusal(BANK_TOO_LONG, cite("4.1"), asked=rounds + 1, allowed=MOST_ROUNDS)


def next_banker(
    banker: int, *, refusing: frozenset[int], bet_before: frozenset[int], held: frozenset[int] = frozenset(GATES)
) -> tuple[int, Citation] | None:
    """The bank goes round the gates that somebody holds; one that refuses passes it to the nearest on its right that bet in the round before. pai_kao 4.1, 4.3."""
    order = [gate for gate in betting_order(banker) if gate in held]
    if order and order[0] not in refusing:
        return order[0], cite("4.1")
    passed_on = (gate for gate in order[1:] if gate in bet_before and gate not in refusing)
    return next(((gate, cite("4.3")) for gate in passed_on), None)

"""The procedure of Pai Kao: gates, deal, bank and setting by their clauses. Articles 1 to 4, 7 and 8."""

from collections.abc import Sequence

from banca.games.pai_kao.nouns import DICE_COCKED, WRONG_GATE
from banca.rules import Citation, NotNow, NullReason, Refusal, _, citing, format_patacas

cite = citing("pai_kao")

GATES = range(1, 9)
DICE = 4
MOST_CUTS = 2
MOST_ROUNDS = 2

FIRST_FORM, THIRD_FORM, FORM = 1, 3, 4
"""The forms of the procedure, by the number that the opening of a table records. Version 1.0 opened tables by the third.

A journal is decided anew in every audit, so that a table keeps the form that it opened by. By the first, bets were open again after a
void deal (R-pk-12), the casino could co-bank until the shake (R-pk-15) and set the banker's tiles outright (3.4), co-bankers' gates
carried stakes of others (3.3), the deal was not declared (4.4), and 4.9 bound the next turn too (R-pk-13). The third does not cite R-pk-18.
"""

COCKED, ON_ANOTHER, FELL_OUT = "cocked", "stacked", "fell_out"
NULL_SHAKES = {
    COCKED: NullReason(_("a die is cocked"), (cite("1.5"),)),
    ON_ANOTHER: NullReason(_("dice are stacked on one another"), (cite("1.5"), cite("R-pk-9"))),
    FELL_OUT: NullReason(_("a die fell out of the cup"), (cite("1.5"),)),
}
"""Why a shake does not count and the banker shakes again. pai_kao 1.5, R-pk-9."""

FIRST_STACK, LAST_STACK = 1, 8
DEALT_FROM = {FIRST_STACK: _("with the first stack"), LAST_STACK: _("with the last stack")}
"""How the banker may declare that the tiles are dealt. pai_kao 4.4, R-pk-14."""
DECLARED_CITES = (cite("4.4"), cite("R-pk-14"))

FOUR_DICE = _("four dice, each 1 to 6")


def check_gate(number: int) -> None:
    """There are eight gates. pai_kao 1.4."""
    if number not in GATES:
        raise Refusal(WRONG_GATE, cite("1.4"), asked=number, allowed=_("1 to 8"))


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
        raise Refusal(DICE_COCKED, cite("1.2"), asked=list(dice), allowed=FOUR_DICE)
    # Twice one less: gates are numbered from 1, and the banker's own gate counts as 1.
    return (banker - 1 + sum(dice) - 1) % len(GATES) + 1, cite("R-pk-1")


def check_shake(*, counts: bool) -> None:
    """After a shake that does not count the banker shakes again. pai_kao 1.5."""
    if not counts:
        raise NotNow(DICE_COCKED, cite("1.5"), asked=_("no valid dice"), allowed=_("four dice flat in the cup"))


def check_stake_in_time(*, shaken: bool) -> None:
    """Stakes and principals are put down before the shake and neither change nor move after it. pai_kao 4.6, 4.7."""
    if shaken:
        raise Refusal(
            "stake_after_shake",
            _("the dice have been shaken: no stake or principal may be put down, changed or moved"),
            cite("4.7"),
        )


def check_second_round(*, principal: int, won: int, new_principal: int) -> None:
    """A banker who won and banks again leaves principal and winnings; more may be added, nothing taken. pai_kao 4.9."""
    least = principal + won
    if won > 0 and new_principal < least:
        raise Refusal(
            "principal_reduced",
            _("a principal of {asked} is less than the principal and winnings of the first round: {allowed}"),
            cite("4.9"),
            asked=format_patacas(new_principal),
            allowed=format_patacas(least),
        )


def check_banks_again(*, rounds: int, others_agree: bool, has_others: bool = True) -> None:
    """At most two rounds in a row, unless the other seven all agree otherwise; without another player nobody does. pai_kao 4.1, R-pk-13."""
    if rounds >= MOST_ROUNDS and not others_agree:
        clause = cite("4.1") if has_others else cite("R-pk-13")
        raise Refusal(
            "bank_too_long",
            _(
                "a gate may bank {allowed} rounds in a row, unless all the other gates agree to more; this would be round {asked}"
            ),
            clause,
            asked=rounds + 1,
            allowed=MOST_ROUNDS,
        )


def next_banker(
    banker: int, *, refusing: frozenset[int], bet_before: frozenset[int], held: frozenset[int] = frozenset(GATES)
) -> tuple[int, Citation] | None:
    """The bank goes round the gates that somebody holds; one that refuses passes it to the nearest on its right that bet in the round before. pai_kao 4.1, 4.3, R-pk-18."""
    # The next gate banks whether or not it bet; only past one that refuses must the gate have bet in the round before. 4.1, 4.3.
    order = [gate for gate in betting_order(banker) if gate in held]
    if order and order[0] not in refusing:
        return order[0], cite("4.1")
    others = [gate for gate in order[1:] if gate not in refusing]
    gate = next((gate for gate in others if gate in bet_before), None)
    if gate is None:
        return None
    return gate, cite("4.3") if gate == others[0] else cite("R-pk-18")

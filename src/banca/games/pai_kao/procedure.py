"""The conduct of a Pai Kao table: gates, deal, bank and setting, each by its clause. Articles 1 to 4, 7 and 8."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from banca.games.pai_kao import acts
from banca.games.pai_kao.refusals import (
    DICE_COCKED,
    TOO_MANY_CUTS,
    WRONG_GATE,
)
from banca.rules import Citation, NotNow, NullReason, Refusal, _, citing, format_patacas
from banca.tables.acts import EITHER, MISTYPED, PLAYER, Act, ActKind

cite = citing("pai_kao")

GATES = range(1, 9)
DICE = 4
MOST_CUTS = 2
MOST_ROUNDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """Where tables of an earlier form go on otherwise than those that open now: a table keeps the form that it opened by."""

    stakes_after_void_deal: bool = False
    """Whether bets are open again after a void deal. R-pk-12."""
    casino_joins_late: bool = False
    """Whether the casino may co-bank until the shake. R-pk-15."""
    casino_sets: bool = False
    """Whether a casino with the larger principal sets the banker's tiles outright, and not only in doubt. pai_kao 3.4."""
    co_bankers_take_side_bets: bool = False
    """Whether a gate that a co-banker holds carries stakes of others. pai_kao 3.3."""
    agreed_by_nobody: bool = False
    """Whether a third round needs nobody where no other gate is held. R-pk-13."""
    declares_deal: bool = True
    """Whether the banker declares how the tiles are dealt. pai_kao 4.4."""
    holders_set_first: bool = True
    """Whether those who have the highest stake on the gate they hold set that one. R-pk-5."""
    cites_returned: bool = True
    """Whether a stake that goes back with its gate cites the reading. R-pk-10."""
    pays_stakes_apart: bool = False
    """Whether each of a player's stakes on one gate is rounded by itself. R-money-1."""
    forgets_gates_out: bool = False
    """Whether a void deal forgets who bet on gates that were out. pai_kao 4.3."""
    new_turns_are_bound: bool = False
    """Whether a banker who takes the bank again, as a new turn, leaves what was won in the turn before. R-pk-13."""
    cites_skipped: bool = True
    """Whether a bank that passes over a gate that did not bet cites the reading. R-pk-18."""


# A journal is decided anew in every audit, so that a rule which is read otherwise today still holds for the tables that opened before.
FIRST_FORM, SECOND_FORM, THIRD_FORM, FORM = 1, 2, 3, 4
FORMS = {
    FIRST_FORM: Procedure(
        stakes_after_void_deal=True,
        casino_joins_late=True,
        casino_sets=True,
        co_bankers_take_side_bets=True,
        agreed_by_nobody=True,
        declares_deal=False,
        holders_set_first=False,
        cites_returned=False,
        pays_stakes_apart=True,
        forgets_gates_out=True,
        new_turns_are_bound=True,
        cites_skipped=False,
    ),
    SECOND_FORM: Procedure(
        pays_stakes_apart=True, forgets_gates_out=True, new_turns_are_bound=True, cites_skipped=False
    ),
    THIRD_FORM: Procedure(cites_skipped=False),
    FORM: Procedure(),
}
"""The forms of the procedure, by the number that the opening of a table records."""


def form_of(number: int) -> Procedure:
    """The form of this number; of one that is not known, the nearest that is."""
    return FORMS[min(max(number, FIRST_FORM), FORM)]


BEFORE_PRINCIPAL = (acts.SETTLED, acts.STACKED)
BEFORE_SHAKE = (acts.STACKED, acts.BANK_OPEN, acts.STACKED_AGAIN)
TILES_LIE = (acts.DEALT, acts.BANKER_TURNED, acts.TURNED)
COCKED, ON_ANOTHER, FELL_OUT = "cocked", "stacked", "fell_out"
NULL_SHAKES = {
    COCKED: NullReason(_("a die is cocked"), (cite("1.5"),)),
    ON_ANOTHER: NullReason(
        _("dice are stacked on one another"),
        (cite("1.5"), cite("R-pk-9")),
    ),
    FELL_OUT: NullReason(_("a die fell out of the cup"), (cite("1.5"),)),
}
"""Why a shake does not count and the banker shakes again. pai_kao 1.5, R-pk-9."""

FIRST_STACK, LAST_STACK = 1, 8
DEALT_FROM = {
    FIRST_STACK: _("with the first stack"),
    LAST_STACK: _("with the last stack"),
}
"""How the banker may declare that the tiles are dealt. pai_kao 4.4, R-pk-14."""
DECLARED_CITES = (cite("4.4"), cite("R-pk-14"))

ACTS = (
    Act(takes=acts.MixAndStack, phase=acts.SETTLED, then=acts.STACKED, cite=cite("1.1"), does=ActKind.HIDE),
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
    Act(takes=acts.CoBank, phase=acts.STACKED, then=acts.STACKED, cite=cite("3.1"), is_automatic=False),
    Act(
        takes=acts.PutDownPrincipal,
        phase=acts.STACKED,
        then=acts.BANK_OPEN,
        cite=cite("4.4"),
        by=PLAYER,
        choices={"dealt_from": tuple((str(stack), words) for stack, words in DEALT_FROM.items())},
    ),
    Act(takes=acts.CoBank, phase=acts.BANK_OPEN, then=acts.BANK_OPEN, cite=cite("3.2"), by=EITHER, is_automatic=False),
    Act(
        takes=acts.StakeOnGate,
        phase=acts.BANK_OPEN,
        then=acts.BANK_OPEN,
        cite=cite("4.6"),
        by=PLAYER,
        does=ActKind.PLACE,
    ),
    Act(
        takes=acts.WithdrawStake,
        phase=acts.BANK_OPEN,
        then=acts.BANK_OPEN,
        cite=cite("4.7"),
        by=PLAYER,
        does=ActKind.TAKE_DOWN,
    ),
    *(
        Act(takes=acts.Shake, phase=phase, then=acts.SHAKEN, cite=cite("4.4"), by=EITHER, does=ActKind.SHOW)
        for phase in (acts.BANK_OPEN, acts.STACKED_AGAIN)
    ),
    Act(
        takes=acts.NullShake,
        phase=acts.SHAKEN,
        then=acts.SHAKEN,
        cite=cite("1.5"),
        does=ActKind.NULL,
        choices={"reason": tuple((name, null.says) for name, null in NULL_SHAKES.items())},
    ),
    Act(takes=acts.ShakeAgain, phase=acts.SHAKEN, then=acts.SHAKEN, cite=cite("1.5"), by=EITHER, does=ActKind.SHOW),
    Act(takes=acts.Deal, phase=acts.SHAKEN, then=acts.DEALT, cite=cite("1.4"), does=ActKind.CALL),
    Act(takes=acts.Expose, phase=acts.DEALT, then=acts.DEALT, cite=cite("2.2"), is_automatic=False, is_observed=True),
    *(
        Act(
            takes=kind,
            phase=phase,
            then=phase,
            cite=MISTYPED,
            does=ActKind.CORRECT,
            is_automatic=False,
            is_observed=True,
        )
        for kind, phases in ((acts.CorrectDice, (acts.SHAKEN,)), (acts.CorrectTiles, TILES_LIE))
        for phase in phases
    ),
    Act(takes=acts.DealAgain, phase=acts.DEAL_VOID, then=acts.STACKED_AGAIN, cite=cite("2.3")),
    Act(takes=acts.SetTiles, phase=acts.DEALT, then=acts.DEALT, cite=cite("7.4"), by=EITHER),
    Act(takes=acts.SetForAbsent, phase=acts.DEALT, then=acts.DEALT, cite=cite("R-pk-11"), is_automatic=False),
    Act(takes=acts.TurnBanker, phase=acts.DEALT, then=acts.BANKER_TURNED, cite=cite("8.1"), by=EITHER),
    Act(takes=acts.TurnGates, phase=acts.BANKER_TURNED, then=acts.TURNED, cite=cite("8.3")),
    Act(takes=acts.Settle, phase=acts.TURNED, then=acts.SETTLED, cite=cite("4.8"), does=ActKind.PAY),
)
"""After the shake nothing on the table changes (4.7); after the banker's first tile no setting does (8.2)."""


def acts_by(form: Procedure, rows: Iterable[Act]) -> list[Act]:
    """The rows of a table that opened by a form of the procedure."""
    own = list(rows)
    if form.casino_joins_late:
        own = [act for act in own if (act.takes, act.phase) != (acts.CoBank, acts.STACKED)]
    if form.stakes_after_void_deal:
        own = [replace(act, then=acts.BANK_OPEN) if act.takes is acts.DealAgain else act for act in own]
    return own


EVERY_GATE = _("1 to 8")
FOUR_DICE = _("four dice, each 1 to 6")
FLAT_DICE = _("four dice flat in the cup")
NOTHING_COUNTS = _("no valid dice")


def check_gate(number: int) -> None:
    """There are eight gates. pai_kao 1.4."""
    if number not in GATES:
        raise Refusal(WRONG_GATE, cite("1.4"), asked=number, allowed=EVERY_GATE)


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
    return (banker - 1 + sum(dice) - 1) % len(GATES) + 1, cite("R-pk-1")


def check_shake(*, counts: bool) -> None:
    """After a shake that does not count the banker shakes again. pai_kao 1.5."""
    if not counts:
        raise NotNow(DICE_COCKED, cite("1.5"), asked=NOTHING_COUNTS, allowed=FLAT_DICE)


def check_cut(*, cutter_is_banker: bool, one_hand: bool, gates_cut: int, banker_has_cut: bool) -> None:
    """Players first, at most two gates, then the banker, then nobody; always with one hand. pai_kao 2.1."""
    too_many = not cutter_is_banker and gates_cut >= MOST_CUTS
    if banker_has_cut or too_many or not one_hand:
        raise Refusal(TOO_MANY_CUTS, cite("2.1"), allowed=MOST_CUTS)


def check_stake_in_time(*, shaken: bool) -> None:
    """Stakes and principals are put down before the shake and neither change nor move after it. pai_kao 4.6, 4.7."""
    if shaken:
        raise Refusal(
            "stake_after_shake",
            _("the dice have been shaken: no stake or principal may be put down, changed or moved"),
            cite("4.7"),
        )


def check_turned(*, all_set: bool, banker_turned: bool, changes_setting: bool) -> None:
    """The banker turns after all gates are set; then no setting changes. pai_kao 8.1, 8.2."""
    if not all_set:
        raise NotNow("not_set", _("some gates have not set their tiles yet"), cite("8.1"))
    if banker_turned and changes_setting:
        raise Refusal(
            "already_turned", _("a tile of the banker has been turned: no setting may be changed"), cite("8.2")
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
    order = [gate for gate in betting_order(banker) if gate in held]
    if order and order[0] not in refusing:
        return order[0], cite("4.1")
    others = [gate for gate in order[1:] if gate not in refusing]
    gate = next((gate for gate in others if gate in bet_before), None)
    if gate is None:
        return None
    return gate, cite("4.3") if gate == others[0] else cite("R-pk-18")

"""The procedure of a Pai Kao table: its phases, the command for each act, and gates, deal, bank and setting by their clauses. Articles 1 to 4, 7 and 8."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, cast

from msgspec import Meta, defstruct

from banca.games.pai_kao.nouns import (
    DICE_COCKED,
    WRONG_GATE,
)
from banca.rules import Citation, NotNow, NullReason, Refusal, _, citing, format_patacas
from banca.tables import commands
from banca.tables.acts import EITHER, MISTYPED, PLAYER, Act, ActKind
from banca.tables.commands import Avos, Command, Number, Reason, Word

SETTLED = _("settled")
STACKED = _("stacked")
BANK_OPEN = _("bank open")
SHAKEN = _("shaken")
DEALT = _("dealt")
DEAL_VOID = _("deal void")
STACKED_AGAIN = _("stacked again")
BANKER_TURNED = _("banker turned")
TURNED = _("turned")

GateNumber = Annotated[int, Meta(ge=1, le=8)]
Die = Annotated[int, Meta(ge=1, le=6)]
GATE_LABEL: Mapping[str, str] = {"gate": _("gate")}
DICE_LABELS: Mapping[str, str] = {"dice": _("dice"), "cocked": _("number of cocked dice")}
TILES_LABEL: Mapping[str, str] = {"tiles": _("tiles")}


class Sit(commands.Sit, frozen=True, kw_only=True):
    """Take a seat, at a gate or without one."""

    says = _("Take a seat")
    labels = GATE_LABEL
    gate: GateNumber | None = None


class SeatPractice(commands.SeatPractice, frozen=True, kw_only=True):
    """Let the program play a gate, by a policy."""

    says = _("Let the program play a gate")
    labels = GATE_LABEL
    gate: GateNumber


# Nine acts take nothing: each is a command by name alone, as its class in journals and addresses is called after it.
def _plain_act(name: str, says: str, doc: str) -> type[Command]:
    texts = {"__doc__": doc, "says": says}
    kind = defstruct(name, (), bases=(Command,), module=__name__, namespace=texts, frozen=True, kw_only=True)
    return cast(type[Command], kind)


MixAndStack = _plain_act("MixAndStack", _("Mix and stack the tiles"), "The tiles are mixed and stacked.")
ReplaceSet = _plain_act("ReplaceSet", _("Replace the set of tiles"), "Another set of tiles is taken.")
TakeBank = _plain_act("TakeBank", _("Take the bank"), "A gate takes a bank that is free.")
PassBank = _plain_act("PassBank", _("Pass the bank"), "A gate refuses the bank, or passes it.")
Agree = _plain_act(
    "Agree",
    _("Agree to one more round with this banker"),
    "A gate agrees to one more round of the same banker.",
)
DealAgain = _plain_act(
    "DealAgain",
    _("Mix and stack again for a new deal"),
    "The tiles of a void deal are mixed and stacked for the new one.",
)
TurnBanker = _plain_act("TurnBanker", _("Turn the banker's tiles"), "The banker's tiles are turned.")
TurnGates = _plain_act("TurnGates", _("Turn the gates' tiles"), "The croupier turns what the gates have set.")
Settle = _plain_act("Settle", _("Settle and pay"), "Everybody takes what is theirs.")


class Cut(Command, frozen=True, kw_only=True):
    """A gate cuts the stacks; `picked` of them go from the beginning to the end."""

    says = _("Cut the stacks")
    labels: ClassVar[Mapping[str, str]] = {
        "one_hand": _("with one hand"),
        "picked": _("number of stacks to move"),
    }
    one_hand: bool
    picked: Number | None = None


class PutDownPrincipal(Command, frozen=True, kw_only=True):
    """The banker puts down the principal and declares how the tiles are dealt; with the first stack where nothing else is said."""

    says = _("Put down the principal")
    labels: ClassVar[Mapping[str, str]] = {"dealt_from": _("the deal begins")}
    stake: Avos
    dealt_from: Number | None = None


class CoBank(Command, frozen=True, kw_only=True):
    """A principal is added to the banker's."""

    says = _("Co-bank")
    stake: Avos


# What several commands take they have from a class that is no command itself: a base's fields are written first.


class _OfGate(Command, frozen=True, kw_only=True):
    labels = GATE_LABEL
    gate: GateNumber


class StakeOnGate(_OfGate, frozen=True, kw_only=True, tag="stake"):
    """A stake on a gate."""

    says = _("Bet on a gate")
    stake: Avos


class WithdrawStake(_OfGate, frozen=True, kw_only=True):
    """All that one has on a gate is taken back."""

    says = _("Withdraw the stake")


class _OfDice(Command, frozen=True, kw_only=True):
    labels = DICE_LABELS
    sees = ("dice",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None


class Shake(_OfDice, frozen=True, kw_only=True):
    """The banker shakes the four dice."""

    says = _("Shake the dice")
    may_see = ("cocked",)
    cocked: Number | None = None


class ShakeAgain(_OfDice, frozen=True, kw_only=True):
    """The banker shakes again."""

    says = _("Shake the dice again")
    may_see = ("cocked",)
    cocked: Number | None = None


class NullShake(Command, frozen=True, kw_only=True):
    """A die is cocked or has left the cup, or dice are stacked: the shake does not count."""

    says = _("Declare the shake null")
    reason: Word


class CorrectDice(_OfDice, frozen=True, kw_only=True):
    """The dice were entered wrongly: they are entered anew, with the reason, until the deal. R-live-2."""

    says = _("Correct the dice")
    reason: Reason


class _OfTiles(Command, frozen=True, kw_only=True):
    labels = TILES_LABEL
    sees = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None


class Deal(_OfTiles, frozen=True, kw_only=True):
    """The tiles are dealt, in the order of the stacks; entered for every gate, or for those that play and the banker's."""

    says = _("Deal the tiles")


class CorrectTiles(_OfTiles, frozen=True, kw_only=True):
    """The tiles were entered wrongly: they are entered anew, with the reason, until the round is settled. R-live-2.

    Once the banker has turned, `settings` says how the gates with other tiles lie set: `3: 6-6 1-3 / 5-5 4-5`.
    """

    says = _("Correct the tiles")
    labels: ClassVar[Mapping[str, str]] = {**TILES_LABEL, "settings": _("settings as they lie on the table")}
    settings: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    reason: Reason


class Expose(_OfGate, frozen=True, kw_only=True):
    """Tiles of a gate were seen by accident."""

    says = _("Record exposed tiles")
    labels: ClassVar[Mapping[str, str]] = {**GATE_LABEL, "exposed": _("number of tiles exposed")}
    exposed: Number


class SetTiles(_OfGate, frozen=True, kw_only=True):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says = _("Set the tiles")
    labels: ClassVar[Mapping[str, str]] = {**GATE_LABEL, "setting": _("setting")}
    setting: Word


class SetForAbsent(_OfGate, frozen=True, kw_only=True):
    """Tiles that nobody has set in time are set by the house way. R-pk-11."""

    says = _("Set the tiles of an absent player")


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


BEFORE_PRINCIPAL = (SETTLED, STACKED)
BEFORE_SHAKE = (STACKED, BANK_OPEN, STACKED_AGAIN)
TILES_LIE = (DEALT, BANKER_TURNED, TURNED)
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
    Act(takes=MixAndStack, phase=SETTLED, then=STACKED, cite=cite("1.1"), does=ActKind.HIDE),
    Act(takes=ReplaceSet, phase=SETTLED, then=SETTLED, cite=cite("9"), is_automatic=False),
    *(
        Act(takes=kind, phase=phase, then=phase, cite=by_clause, by=by)
        for kind, by_clause, by in (
            (TakeBank, cite("4.1"), PLAYER),
            (PassBank, cite("4.3"), EITHER),
            (Agree, cite("4.1"), PLAYER),
        )
        for phase in BEFORE_PRINCIPAL
    ),
    *(
        Act(takes=Cut, phase=phase, then=phase, cite=cite("2.1"), by=PLAYER, usual={"one_hand": True})
        for phase in BEFORE_SHAKE
    ),
    Act(takes=CoBank, phase=STACKED, then=STACKED, cite=cite("3.1"), is_automatic=False),
    Act(
        takes=PutDownPrincipal,
        phase=STACKED,
        then=BANK_OPEN,
        cite=cite("4.4"),
        by=PLAYER,
        choices={"dealt_from": tuple((str(stack), words) for stack, words in DEALT_FROM.items())},
    ),
    Act(takes=CoBank, phase=BANK_OPEN, then=BANK_OPEN, cite=cite("3.2"), by=EITHER, is_automatic=False),
    Act(
        takes=StakeOnGate,
        phase=BANK_OPEN,
        then=BANK_OPEN,
        cite=cite("4.6"),
        by=PLAYER,
        does=ActKind.PLACE,
    ),
    Act(
        takes=WithdrawStake,
        phase=BANK_OPEN,
        then=BANK_OPEN,
        cite=cite("4.7"),
        by=PLAYER,
        does=ActKind.TAKE_DOWN,
    ),
    *(
        Act(takes=Shake, phase=phase, then=SHAKEN, cite=cite("4.4"), by=EITHER, does=ActKind.SHOW)
        for phase in (BANK_OPEN, STACKED_AGAIN)
    ),
    Act(
        takes=NullShake,
        phase=SHAKEN,
        then=SHAKEN,
        cite=cite("1.5"),
        does=ActKind.NULL,
        choices={"reason": tuple((name, null.says) for name, null in NULL_SHAKES.items())},
    ),
    Act(takes=ShakeAgain, phase=SHAKEN, then=SHAKEN, cite=cite("1.5"), by=EITHER, does=ActKind.SHOW),
    Act(takes=Deal, phase=SHAKEN, then=DEALT, cite=cite("1.4"), does=ActKind.CALL),
    Act(takes=Expose, phase=DEALT, then=DEALT, cite=cite("2.2"), is_automatic=False, is_observed=True),
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
        for kind, phases in ((CorrectDice, (SHAKEN,)), (CorrectTiles, TILES_LIE))
        for phase in phases
    ),
    Act(takes=DealAgain, phase=DEAL_VOID, then=STACKED_AGAIN, cite=cite("2.3")),
    Act(takes=SetTiles, phase=DEALT, then=DEALT, cite=cite("7.4"), by=EITHER),
    Act(takes=SetForAbsent, phase=DEALT, then=DEALT, cite=cite("R-pk-11"), is_automatic=False),
    Act(takes=TurnBanker, phase=DEALT, then=BANKER_TURNED, cite=cite("8.1"), by=EITHER),
    Act(takes=TurnGates, phase=BANKER_TURNED, then=TURNED, cite=cite("8.3")),
    Act(takes=Settle, phase=TURNED, then=SETTLED, cite=cite("4.8"), does=ActKind.PAY),
)
"""After the shake nothing on the table changes (4.7); after the banker's first tile no setting does (8.2)."""


def acts_by(form: Procedure, rows: Iterable[Act]) -> list[Act]:
    """The rows of a table that opened by a form of the procedure."""
    own = list(rows)
    if form.casino_joins_late:
        own = [act for act in own if (act.takes, act.phase) != (CoBank, STACKED)]
    if form.stakes_after_void_deal:
        own = [replace(act, then=BANK_OPEN) if act.takes is DealAgain else act for act in own]
    return own


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

"""The procedure of a Pai Kao table: its phases, the command for each act, and gates, deal, bank and setting by their clauses. Articles 1 to 4, 7 and 8."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

from msgspec import Meta

from banca.games.pai_kao.nouns import (
    DICE_COCKED,
    WRONG_GATE,
)
from banca.rules import Citation, NotNow, NullReason, Refusal, _, citing, format_patacas
from banca.tables import commands
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
LABELS: Mapping[str, str] = {
    "gate": _("gate"),
    "dice": _("dice"),
    "cocked": _("number of cocked dice"),
    "one_hand": _("with one hand"),
    "picked": _("number of stacks to move"),
    "dealt_from": _("the deal begins"),
    "tiles": _("tiles"),
    "settings": _("settings as they lie on the table"),
    "exposed": _("number of tiles exposed"),
    "setting": _("setting"),
}


class Sit(commands.Sit):
    """Take a seat, at a gate or without one."""

    says = _("Take a seat")
    labels = LABELS
    gate: GateNumber | None = None


class SeatPractice(commands.SeatPractice):
    """Let the program play a gate, by a policy."""

    says = _("Let the program play a gate")
    labels = LABELS
    gate: GateNumber


# Nine acts take nothing: each is a command by name alone, as its class in journals and addresses is called after it.
def _plain_act(name: str, says: str, doc: str) -> type[Command]:
    texts = {"__doc__": doc, "__module__": __name__, "says": says}
    return cast("type[Command]", cast(Any, type(Command))(name, (Command,), texts))


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


class Cut(Command):
    """A gate cuts the stacks; `picked` of them go from the beginning to the end."""

    says = _("Cut the stacks")
    labels = LABELS
    one_hand: bool
    picked: Number | None = None


class PutDownPrincipal(Command):
    """The banker puts down the principal and declares how the tiles are dealt; with the first stack where nothing else is said."""

    says = _("Put down the principal")
    labels = LABELS
    stake: Avos
    dealt_from: Number | None = None


class CoBank(Command):
    """A principal is added to the banker's."""

    says = _("Co-bank")
    stake: Avos


# What several commands take they have from a class that is no command itself: a base's fields are written first.


class _OfGate(Command):
    labels = LABELS
    gate: GateNumber


class StakeOnGate(_OfGate, tag="stake"):
    """A stake on a gate."""

    says = _("Bet on a gate")
    stake: Avos


class WithdrawStake(_OfGate):
    """All that one has on a gate is taken back."""

    says = _("Withdraw the stake")


class _OfDice(Command):
    labels = LABELS
    sees = ("dice",)
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None


class Shake(_OfDice):
    """The banker shakes the four dice."""

    says = _("Shake the dice")
    may_see = ("cocked",)
    cocked: Number | None = None


class ShakeAgain(Shake):
    """The banker shakes again."""

    says = _("Shake the dice again")


class NullShake(Command):
    """A die is cocked or has left the cup, or dice are stacked: the shake does not count."""

    says = _("Declare the shake null")
    reason: Word


class CorrectDice(_OfDice):
    """The dice were entered wrongly: they are entered anew, with the reason, until the deal. R-live-2."""

    says = _("Correct the dice")
    reason: Reason


class _OfTiles(Command):
    labels = LABELS
    sees = ("tiles",)
    tiles: Annotated[tuple[Word, ...], Meta(max_length=32)] | None = None


class Deal(_OfTiles):
    """The tiles are dealt, in the order of the stacks; entered for every gate, or for those that play and the banker's."""

    says = _("Deal the tiles")


class CorrectTiles(_OfTiles):
    """The tiles were entered wrongly: they are entered anew, with the reason, until the round is settled. R-live-2.

    Once the banker has turned, `settings` says how the gates with other tiles lie set: `3: 6-6 1-3 / 5-5 4-5`.
    """

    says = _("Correct the tiles")
    settings: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    reason: Reason


class Expose(_OfGate):
    """Tiles of a gate were seen by accident."""

    says = _("Record exposed tiles")
    exposed: Number


class SetTiles(_OfGate):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says = _("Set the tiles")
    setting: Word


class SetForAbsent(_OfGate):
    """Tiles that nobody has set in time are set by the house way. R-pk-11."""

    says = _("Set the tiles of an absent player")


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

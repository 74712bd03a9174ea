"""The acts at a Pai Kao table: its phases, and the command that asks for each act."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, cast

from msgspec import Meta, defstruct

from banca.rules import _
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
GATE: Mapping[str, str] = {"gate": _("gate")}
DICE: Mapping[str, str] = {"dice": _("dice"), "cocked": _("number of cocked dice")}
TILES: Mapping[str, str] = {"tiles": _("tiles")}


class Sit(commands.Sit, frozen=True, kw_only=True):
    """Take a seat, at a gate or without one."""

    says = _("Take a seat")
    labels = GATE
    gate: GateNumber | None = None


class SeatPractice(commands.SeatPractice, frozen=True, kw_only=True):
    """Let the program play a gate, by a policy."""

    says = _("Let the program play a gate")
    labels = GATE
    gate: GateNumber


def _plain_act(name: str, says: str, doc: str) -> type[Command]:
    """The command of an act that takes nothing."""
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
    labels = GATE
    gate: GateNumber


class StakeOnGate(_OfGate, frozen=True, kw_only=True, tag="stake"):
    """A stake on a gate."""

    says = _("Bet on a gate")
    stake: Avos


class WithdrawStake(_OfGate, frozen=True, kw_only=True):
    """All that one has on a gate is taken back."""

    says = _("Withdraw the stake")


class _OfDice(Command, frozen=True, kw_only=True):
    labels = DICE
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
    labels = TILES
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
    labels: ClassVar[Mapping[str, str]] = {**TILES, "settings": _("settings as they lie on the table")}
    settings: Annotated[tuple[Word, ...], Meta(max_length=8)] | None = None
    reason: Reason


class Expose(_OfGate, frozen=True, kw_only=True):
    """Tiles of a gate were seen by accident."""

    says = _("Record exposed tiles")
    labels: ClassVar[Mapping[str, str]] = {**GATE, "exposed": _("number of tiles exposed")}
    exposed: Number


class SetTiles(_OfGate, frozen=True, kw_only=True):
    """The tiles of a gate are laid as two pairs, front and rear: `6-6 1-3 / 5-5 4-5`."""

    says = _("Set the tiles")
    labels: ClassVar[Mapping[str, str]] = {**GATE, "setting": _("setting")}
    setting: Word


class SetForAbsent(_OfGate, frozen=True, kw_only=True):
    """Tiles that nobody has set in time are set by the house way. R-pk-11."""

    says = _("Set the tiles of an absent player")

"""A table of Fish-Prawn-Crab: shake under the cover, bets, bell, reveal, pay. Articles 2 to 4."""

from banca.games.fish_prawn_crab.rules import DRIVE
from banca.rules import ChosenOptions, Refusal, _, citing
from banca.tables.acts import PLAYER, Act, ActKind, Situation, bets_open
from banca.tables.commands import Command, EnterOutcome, Number, Pay, PlaceBet, Word

cite = citing("fish_prawn_crab")

PAID = _("paid")
COVERED = _("covered")
BETS_OPEN = _("bets open")
BETS_CLOSED = _("bets closed")
REVEALED = _("revealed")
NULL = _("null")
COVERED_AGAIN = _("covered again")
BETS_OPEN_AGAIN = _("bets open again")
CALLED = _("called")


class Cover(Command):
    """The cover is put on and latched."""

    says = _("Put the cover on")
    labels = {"latched": _("the cover is latched")}
    latched: bool


class Shake(Command):
    """The dice are shaken under the cover."""

    says = _("Shake")
    labels = {
        "presses": _("number of times the lever was pressed"),
        "started": _("the shaker was started"),
    }
    presses: Number | None = None
    started: bool | None = None


class RingBell(Command):
    """The bell: no bet is taken any more."""

    says = _("Ring the bell: no more bets")


class LiftCover(Command):
    """The dice are shown."""

    says = _("Lift the cover")


class DeclareNull(Command):
    """The dice are stacked or lean: the round does not count."""

    says = _("Declare the round null")
    reason: Word


class CallResult(EnterOutcome):
    """The croupier calls what the dice show."""

    says = _("Call the result")


PRESSES = 3


def check_shaken(chosen: ChosenOptions, *, presses: int, started: bool) -> None:
    """Refuse dice unless the lever was pressed three times in a row, or the electronic shaker started. fish_prawn_crab 1.3.1, 2.1."""
    is_shaken = presses == PRESSES if chosen[DRIVE] == "lever" else started
    if not is_shaken:
        drive = DRIVE.says_value[chosen[DRIVE]]
        raise Refusal(
            "not_shaken",
            _(
                "the dice have not been shaken (drive: {drive}; times the lever was pressed: {asked}); press the lever {allowed} times in a row, or start the electronic drive"
            ),
            cite("2.1"),
            drive=drive,
            asked=presses,
            allowed=PRESSES,
        )


def check_latched(situation: Situation[Cover]) -> None:
    """Refuse a cover whose latches are not both locked. fish_prawn_crab 1.3.2, 2.1."""
    if not situation.command.latched:
        raise Refusal("not_latched", _("the cover is not fastened; both latches must be closed"), cite("1.3.2"))


def check_drive(situation: Situation[Shake]) -> None:
    """Refuse dice that were not shaken as the house's device does it. fish_prawn_crab 1.3.1, 2.1."""
    check_shaken(situation.chosen, presses=situation.command.presses or 0, started=bool(situation.command.started))


def fields_of_drive(chosen: ChosenOptions) -> tuple[str, ...]:
    """Return what the croupier is asked of the shaking: how often the lever was pressed, or whether the shaker was started. fish_prawn_crab 1.3.1."""
    return ("presses",) if chosen[DRIVE] == "lever" else ("started",)


def shake(phase: str, then: str) -> Act:
    """The dice come to lie, hidden, before the bets. fish_prawn_crab 2.1."""
    return Act(
        takes=Shake,
        phase=phase,
        then=then,
        cite=cite("2.1"),
        does=ActKind.HIDE,
        check=check_drive,
        usual={"presses": PRESSES, "started": True},
        asks=fields_of_drive,
    )


ACTS = (
    Act(takes=Cover, phase=PAID, then=COVERED, cite=cite("4"), check=check_latched, usual={"latched": True}),
    shake(COVERED, BETS_OPEN),
    *bets_open((BETS_OPEN,), cite("2.1"), cite("3.4")),
    Act(takes=RingBell, phase=BETS_OPEN, then=BETS_CLOSED, cite=cite("3.1")),
    Act(takes=LiftCover, phase=BETS_CLOSED, then=REVEALED, cite=cite("3.2")),
    Act(takes=DeclareNull, phase=REVEALED, then=NULL, cite=cite("3.3"), does=ActKind.NULL),
    Act(takes=Cover, phase=NULL, then=COVERED_AGAIN, cite=cite("3.3"), check=check_latched, usual={"latched": True}),
    shake(COVERED_AGAIN, BETS_OPEN_AGAIN),
    # No row takes a bet back here. 3.4.
    Act(takes=PlaceBet, phase=BETS_OPEN_AGAIN, then=BETS_OPEN_AGAIN, cite=cite("3.4"), by=PLAYER, does=ActKind.PLACE),
    Act(takes=RingBell, phase=BETS_OPEN_AGAIN, then=BETS_CLOSED, cite=cite("3.1")),
    Act(takes=CallResult, phase=REVEALED, then=CALLED, cite=cite("3.2"), does=ActKind.CALL),
    Act(takes=Pay, phase=CALLED, then=PAID, cite=cite("4"), does=ActKind.PAY),
)
"""After a null round new bets may be added but none withdrawn; the dome stays uncovered until every prize is paid."""

"""The conduct of a Cussec table: shake under the cover, bets, bell, reveal, pay. Articles C and N."""

from banca.rules import ChosenOptions, Refusal, _, _n, citing, refusal
from banca.tables.acts import PLAYER, Act, ActKind, Situation, bets_open
from banca.tables.commands import PlaceBet

from banca_cussec.acts import (
    BETS_CLOSED,
    BETS_OPEN,
    BETS_OPEN_AGAIN,
    CALLED,
    COVERED,
    COVERED_AGAIN,
    NULL,
    PAID,
    REVEALED,
    CallResult,
    Cover,
    DeclareNull,
    LiftCover,
    Pay,
    RingBell,
    Shake,
)
from banca_cussec.device import DRIVE

cite = citing("cussec")

PRESSES = 3

LEVER_PRESSES = refusal(
    "lever_presses",
    _n(
        "the lever was pressed {asked} time; {allowed} in a row are required",
        "the lever was pressed {asked} times; {allowed} in a row are required",
        by="asked",
    ),
)
SHAKER_NOT_STARTED = refusal(
    "shaker_not_started",
    _("the electronic shaker was not started"),
)


def check_shaken(chosen: ChosenOptions, *, presses: int, started: bool) -> None:
    """The lever was pressed three times in a row, or the electronic shaker started. cussec M-2, C-1."""
    if chosen[DRIVE] == "electronic":
        if not started:
            raise Refusal(SHAKER_NOT_STARTED, cite("C-1"))
    elif presses != PRESSES:
        raise Refusal(LEVER_PRESSES, cite("C-1"), asked=presses, allowed=PRESSES)


def check_drive(situation: Situation[Shake]) -> None:
    """The dice have been shaken as the house's device does it. cussec M-2, C-1."""
    check_shaken(situation.chosen, presses=situation.command.presses or 0, started=bool(situation.command.started))


def fields_of_drive(chosen: ChosenOptions) -> tuple[str, ...]:
    """What the croupier says of the shaking: how often the lever was pressed, or that the shaker was started. cussec M-2."""
    return ("started",) if chosen[DRIVE] == "electronic" else ("presses",)


def shake(phase: str, then: str) -> Act:
    """The dice come to lie, hidden, before the bets. cussec C-1."""
    return Act(
        takes=Shake,
        phase=phase,
        then=then,
        cite=cite("C-1"),
        does=ActKind.HIDE,
        check=check_drive,
        usual={"presses": PRESSES, "started": True},
        asks=fields_of_drive,
    )


ACTS = (
    Act(takes=Cover, phase=PAID, then=COVERED, cite=cite("C-5")),
    shake(COVERED, BETS_OPEN),
    *bets_open((BETS_OPEN,), cite("R-cussec-6"), cite("C-2")),
    Act(takes=RingBell, phase=BETS_OPEN, then=BETS_CLOSED, cite=cite("C-3")),
    Act(takes=LiftCover, phase=BETS_CLOSED, then=REVEALED, cite=cite("C-4")),
    Act(takes=DeclareNull, phase=REVEALED, then=NULL, cite=cite("N-4"), does=ActKind.NULL),
    Act(takes=Cover, phase=NULL, then=COVERED_AGAIN, cite=cite("N-4")),
    shake(COVERED_AGAIN, BETS_OPEN_AGAIN),
    Act(
        takes=PlaceBet,
        phase=BETS_OPEN_AGAIN,
        then=BETS_OPEN_AGAIN,
        cite=cite("R-cussec-7"),
        by=PLAYER,
        does=ActKind.PLACE,
    ),
    Act(takes=RingBell, phase=BETS_OPEN_AGAIN, then=BETS_CLOSED, cite=cite("C-3")),
    Act(takes=CallResult, phase=REVEALED, then=CALLED, cite=cite("C-4"), does=ActKind.CALL),
    Act(takes=Pay, phase=CALLED, then=PAID, cite=cite("C-5"), does=ActKind.PAY),
)
"""After a null round new bets may be added but none withdrawn; the cup stays uncovered until every prize is paid."""

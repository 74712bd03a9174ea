"""The conduct of a Cussec table: shake under the cover, bets, bell, reveal, pay. Articles C and N."""

from banca.live.act import PLAYER, Act, Asked, Does, bets_open
from banca.rulebook import Chosen, Code, Refusal, citing

from banca_cussec.device import DRIVE

cite = citing("cussec")

PRESSES = 3
BEFORE_BETS = cite("R-cussec-6")


def check_shaken(chosen: Chosen, *, presses: int, started: bool) -> None:
    """The lever was pressed three times in a row, or the electronic shaker started. cussec M-2, C-1."""
    is_shaken = presses == PRESSES if chosen[DRIVE] == "lever" else started
    if not is_shaken:
        raise Refusal(Code.NOT_SHAKEN, cite("C-1"), drive=chosen[DRIVE], asked=presses, allowed=PRESSES)


def check_drive(asked: Asked) -> None:
    """The dice have been shaken as the house's device does it."""
    check_shaken(asked.chosen, presses=asked.command.presses or 0, started=bool(asked.command.started))


def shake(phase: str, then: str) -> Act:
    """The dice come to lie, hidden, before the bets. cussec C-1."""
    return Act(
        name="shake",
        phase=phase,
        then=then,
        cite=cite("C-1"),
        does=Does.HIDE,
        also=("presses", "started"),
        check=check_drive,
    )


ACTS = (
    Act(name="cover", phase="paid", then="covered", cite=cite("C-5")),
    shake("covered", "bets open"),
    *bets_open(("bets open",), BEFORE_BETS, cite("C-2")),
    Act(name="ring_bell", phase="bets open", then="bets closed", cite=cite("C-3")),
    Act(name="lift_cover", phase="bets closed", then="revealed", cite=cite("C-4")),
    Act(
        name="declare_null",
        phase="revealed",
        then="null",
        cite=cite("N-4"),
        does=Does.NULL,
        takes=("reason",),
    ),
    Act(name="cover", phase="null", then="covered again", cite=cite("N-4")),
    shake("covered again", "bets open again"),
    Act(
        name="place_bet",
        phase="bets open again",
        then="bets open again",
        cite=cite("R-cussec-7"),
        by=PLAYER,
        does=Does.PLACE,
        takes=("bet", "stake"),
    ),
    Act(name="ring_bell", phase="bets open again", then="bets closed", cite=cite("C-3")),
    Act(name="call_result", phase="revealed", then="called", cite=cite("C-4"), does=Does.CALL, takes=("outcome",)),
    Act(name="pay", phase="called", then="paid", cite=cite("C-5"), does=Does.PAY),
)
"""After a null round new bets may be added but none withdrawn; the dome stays uncovered until every prize is paid."""

"""The conduct of a Fish-Prawn-Crab table: shake under the cover, bets, bell, reveal, pay. Articles 2 to 4."""

from banca.games.fish_prawn_crab.device import DRIVE
from banca.live.act import PLAYER, Act, Asked, Does, bets_open
from banca.rulebook import Chosen, Refusal, citing, refusal, words

cite = citing("fish_prawn_crab")

PRESSES = 3

NOT_SHAKEN = refusal(
    "not_shaken",
    words(
        "the dice are not shaken: {drive}, {asked} presses; the lever takes {allowed} in a row",
        pt="os dados não foram agitados: {drive}, {asked} pressões; a alavanca exige {allowed} seguidas",
        zh="骰子未搖妥：{drive}，按 {asked} 次；把手須連按 {allowed} 次",
    ),
)
NOT_LATCHED = refusal(
    "not_latched",
    words(
        "the cover is not locked; both latches must be",
        pt="a tampa não está trancada; ambos os fechos têm de o estar",
        zh="盅蓋未扣牢；兩個扣都須扣上",
    ),
)


def check_shaken(chosen: Chosen, *, presses: int, started: bool) -> None:
    """The lever was pressed three times in a row, or the electronic shaker started. fish_prawn_crab 1.3.1, 2.1."""
    is_shaken = presses == PRESSES if chosen[DRIVE] == "lever" else started
    if not is_shaken:
        raise Refusal(NOT_SHAKEN, cite("2.1"), drive=chosen[DRIVE], asked=presses, allowed=PRESSES)


def check_latched(asked: Asked) -> None:
    """The cover is on and both latches are locked. fish_prawn_crab 1.3.2, 2.1."""
    if not asked.command.latched:
        raise Refusal(NOT_LATCHED, cite("1.3.2"))


def check_drive(asked: Asked) -> None:
    """The dice have been shaken as the house's device does it. fish_prawn_crab 1.3.1, 2.1."""
    check_shaken(asked.chosen, presses=asked.command.presses or 0, started=bool(asked.command.started))


ACTS = (
    Act(name="cover", phase="paid", then="covered", cite=cite("4"), takes=("latched",), check=check_latched),
    Act(
        name="shake",
        phase="covered",
        then="bets open",
        cite=cite("2.1"),
        does=Does.HIDE,
        also=("presses", "started"),
        check=check_drive,
    ),
    *bets_open(("bets open",), cite("2.1"), cite("3.4")),
    Act(name="ring_bell", phase="bets open", then="bets closed", cite=cite("3.1")),
    Act(name="lift_cover", phase="bets closed", then="revealed", cite=cite("3.2")),
    Act(
        name="declare_null",
        phase="revealed",
        then="null",
        cite=cite("3.3"),
        does=Does.NULL,
        takes=("reason",),
    ),
    Act(name="cover", phase="null", then="covered again", cite=cite("3.3"), takes=("latched",), check=check_latched),
    Act(
        name="shake",
        phase="covered again",
        then="bets open again",
        cite=cite("2.1"),
        does=Does.HIDE,
        also=("presses", "started"),
        check=check_drive,
    ),
    Act(
        name="place_bet",
        phase="bets open again",
        then="bets open again",
        cite=cite("3.4"),
        by=PLAYER,
        does=Does.PLACE,
        takes=("bet", "stake"),
    ),
    Act(name="ring_bell", phase="bets open again", then="bets closed", cite=cite("3.1")),
    Act(name="call_result", phase="revealed", then="called", cite=cite("3.2"), does=Does.CALL, takes=("outcome",)),
    Act(name="pay", phase="called", then="paid", cite=cite("4"), does=Does.PAY),
)
"""After a null round new bets may be added but none withdrawn; the dome stays uncovered until every prize is paid."""

"""What takes two persons: changes of staff, large payments out of the house, and voids after information is out."""

from banca.house.cage import CAGE
from banca.house.register import REGISTER, Recorded, RegisterState
from banca.house.register.conduct import PROGRAM
from banca.house.register.event import PasswordReset, PersonAdded, PersonShutOut, SecondAsked
from banca.house.request import LiveTable, Request
from banca.rulebook import Code, Refusal
from banca.rulebook.live.command import Command, Role

OUT_OF_THE_BANK = ("return_bank", "close")


def takes_two(table: LiveTable, command: Command, register: RegisterState) -> bool:
    """Whether a command, as its table stands, is one that a single person does not do."""
    if table.id == REGISTER:
        return isinstance(command, Recorded) and _is_of_staff(command, register)
    if table.id == CAGE:
        return command.do == "cash_out" and (command.stake or 0) > register.safeguards.cash_out
    if command.do == "void_round":
        return table.conduct.is_informed(table.state) or bool(table.state.commitment)
    return command.do in OUT_OF_THE_BANK


def _is_of_staff(command: Recorded, register: RegisterState) -> bool:
    match command.note:
        case PersonAdded():
            return command.note.role is not Role.PLAYER
        case PasswordReset() | PersonShutOut():
            return command.note.name in register.staff
    return False


def check_second(table: LiveTable, request: Request, register: RegisterState) -> None:
    """Refuse one person alone, as long as there is somebody who could be the second."""
    who = request.actor.name
    if request.second or who in PROGRAM or not register.safeguards.two_persons:
        return
    if takes_two(table, request.command, register) and (seconds := register.seconds(who)):
        raise Refusal(Code.TAKES_TWO, asked=request.command.do, allowed=seconds)


def in_time(table: LiveTable, asked: SecondAsked) -> None:
    """Refuse a second person who comes when the round that it was about is over."""
    if asked.command.do == "void_round" and table.state.round != asked.round:
        raise Refusal(Code.ROUND_IS_OVER, asked=asked.round, allowed=table.state.round)

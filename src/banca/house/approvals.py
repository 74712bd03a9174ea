"""What takes two persons: changes of staff, large payments out of the house, and voids after information is out."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from banca.house.cage import CAGE, CashedOut, CashOut
from banca.house.clock import write_time
from banca.house.commands import CommandRequest, LiveTable
from banca.house.journal import Entry
from banca.house.refusals import ROUND_IS_OVER, TAKES_TWO, WISH_TOO_OLD
from banca.house.register import (
    PROGRAM,
    REGISTER,
    ApprovalRequested,
    PasswordReset,
    PersonAdded,
    PersonShutOut,
    Record,
    RegisterEvent,
    RegisterState,
)
from banca.rules import Defect, Refusal
from banca.tables.commands import Close, Command, ReturnBank, Role, VoidRound, describe_act

SERIOUS = (CashOut, VoidRound, ReturnBank, Close, Record)
"""Kinds of command that may take a second person; no others do."""
DAY = timedelta(days=1)
"""What one person pays out at the cage alone is added up over so long."""


def takes_two(
    table: LiveTable, command: Command, register: RegisterState, paid: int = 0, *, is_stopped: bool = False
) -> bool:
    """Tell whether a command takes two persons, as its table stands and `paid` was paid out alone today."""
    if table.id == REGISTER:
        return isinstance(command, Record) and _is_about_staff(command.fact, register)
    if table.id == CAGE:
        return isinstance(command, CashOut) and paid + command.stake > register.safeguards.cash_out
    if isinstance(command, VoidRound):  # before information is out, a void favours nobody
        return is_stopped or table.engine.is_informed(table.state) or bool(table.state.commitment)
    return isinstance(command, ReturnBank | Close)


def takes_second(command: Command) -> CashOut | VoidRound | ReturnBank | Close | Record:
    """Return a command of a kind that may take two persons."""
    if isinstance(command, SERIOUS):
        return command
    raise Defect(f"nobody agrees to {command.do}")


def _is_about_staff(fact: RegisterEvent, register: RegisterState) -> bool:
    if isinstance(fact, PersonAdded):
        return fact.role is not Role.PLAYER
    return isinstance(fact, PasswordReset | PersonShutOut) and fact.name in register.staff


def paid_alone(entries: Iterable[Entry], by: str, at: str) -> int:
    """Return what a person has paid out at the cage alone within a day; its entries come newest first."""
    since = write_time(datetime.fromisoformat(at) - DAY)
    total = 0
    for entry in entries:
        if entry.at < since:
            break
        if entry.by == by and not entry.second:
            total += sum(event.amount for event in entry.events if isinstance(event, CashedOut))
    return total


def demand_second(
    table: LiveTable, request: CommandRequest, register: RegisterState, paid: int, *, is_stopped: bool
) -> None:
    """Refuse one person alone, as long as there is somebody who could be the second: a house with one supervisor must go on."""
    who = request.actor.name
    if request.second or who in PROGRAM or not register.safeguards.two_persons:
        return
    is_serious = takes_two(table, request.command, register, paid, is_stopped=is_stopped)
    if is_serious and (seconds := register.second_persons(who)):
        raise Refusal(TAKES_TWO, asked=describe_act(type(request.command), request.command.do), allowed=seconds)


def check_in_time(table: LiveTable, request: ApprovalRequested, at: str) -> None:
    """Refuse an approval that comes when the round is over, or the request has expired."""
    if request.until and datetime.fromisoformat(at) > datetime.fromisoformat(request.until):
        raise Refusal(WISH_TOO_OLD, asked=request.number, until=request.until)
    if isinstance(request.command, VoidRound) and table.state.round != request.round:
        raise Refusal(ROUND_IS_OVER, asked=request.round, allowed=table.state.round)

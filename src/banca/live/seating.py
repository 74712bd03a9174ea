"""What every table has whatever is played: terms, seats, a bank of the house's, an end. None of it belongs in a phase."""

from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from banca.live.command import (
    ROLES,
    Actor,
    Close,
    Command,
    FundBank,
    Leave,
    Pledge,
    ReturnBank,
    Reveal,
    Role,
    SeatPractice,
    Sit,
    Unseat,
    VoidRound,
    act_named,
)
from banca.live.event import (
    BankReduced,
    Closed,
    Event,
    Funded,
    Left,
    Opened,
    PracticeSeated,
    RoundVoided,
    Seated,
)
from banca.live.refusals import ALREADY_SEATED, AMOUNT_NOT_POSITIVE, NOT_ENOUGH_MONEY, NOT_YOUR_ACT
from banca.live.results import Chance
from banca.live.table import Funds, TableState
from banca.rules import _
from banca.rules.money import Limits, format_patacas
from banca.rules.refusal import Refusal

S = TypeVar("S", bound=TableState)

MOST_SEATS = 1000
PRACTICE = "practice:"
"""How the name of a seat begins that the program plays; nobody's own name does."""
PRACTICE_MONEY = 1_000_000
"""The play money such a seat starts with, in avos: it comes by the cage."""

IN_ANY_PHASE: dict[type[Command], tuple[Role, ...]] = {
    Sit: (Role.PLAYER,),
    Leave: (Role.PLAYER,),
    Unseat: (Role.CROUPIER, Role.SUPERVISOR),
    SeatPractice: (Role.SUPERVISOR,),
    VoidRound: (Role.SUPERVISOR,),
    Pledge: (Role.PLAYER,),
    Reveal: (Role.PLAYER,),
    FundBank: (Role.SUPERVISOR,),
    ReturnBank: (Role.SUPERVISOR,),
    Close: (Role.SUPERVISOR,),
}
"""Who may do what in whatever phase. A practice seat brings play money, so it is a supervisor's."""


def terms_of(limits: Limits, opened: Opened) -> Limits:
    """The game's limits with the table's own figures."""
    return replace(limits, minimum=opened.minimum, maximum=opened.maximum, chip=opened.chip, minimums=opened.minimums)


def check_role(command: Command, actor: Actor, *allowed: Role) -> None:
    """Refuse what belongs to another role."""
    if actor.role not in allowed:
        raise Refusal(
            NOT_YOUR_ACT, asked=act_named(type(command), command.do), allowed=[ROLES[role] for role in allowed]
        )


def check_seated(table: TableState, player: str) -> None:
    """Refuse somebody without a seat."""
    if player not in table.seats:
        raise Refusal("not_seated", _("{asked} has no seat at this table; take a seat first"), asked=player)


def check_wallet(stake: int, funds: Funds) -> None:
    """Refuse more than the wallet holds."""
    if stake > funds.wallet:
        raise Refusal(NOT_ENOUGH_MONEY, asked=format_patacas(stake), allowed=format_patacas(funds.wallet))


def decide_sitting(table: TableState, command: Command, actor: Actor, most: int = MOST_SEATS) -> Event:
    """Somebody sits down, or the program does."""
    is_practice = isinstance(command, SeatPractice)
    player = PRACTICE + command.concerns.removeprefix(PRACTICE) if is_practice else actor.name
    if player in table.seats:
        raise Refusal(ALREADY_SEATED, asked=player)
    if len(table.seats) >= most:
        raise Refusal("no_seat_left", _("all {allowed} seats are taken"), allowed=most)
    if isinstance(command, SeatPractice):
        return PracticeSeated(player=player, policy=command.policy)
    return Seated(player=player)


def decide_leaving(table: TableState, command: Command, actor: Actor) -> Left:
    """Somebody leaves, or is asked to."""
    player = command.concerns or actor.name
    check_seated(table, player)
    return Left(player=player)


def voided(commitment: str, reason: str, chance: Chance | None) -> tuple[Event, ...]:
    """A round is void: its hidden result is shown, or named where it can no longer be opened."""
    if chance is None or not chance.nonce:
        return (RoundVoided(reason=reason, commitment=commitment),)
    return chance.opening(commitment), RoundVoided(reason=reason)


def decide_bank(command: FundBank | ReturnBank | Close, funds: Funds, *, owed: int) -> Event:
    """A supervisor puts money into the table's bank or takes out what the house cannot come to owe; or closes the table."""
    if isinstance(command, Close):
        return Closed(bank=funds.bank)
    amount = command.stake
    if amount <= 0:
        raise Refusal(AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
    if isinstance(command, FundBank):
        return Funded(amount=amount)
    if amount > funds.bank - owed:
        asked, allowed = format_patacas(amount), format_patacas(max(funds.bank - owed, 0))
        raise Refusal(
            "bank_owed",
            _("{asked} cannot be withdrawn: the house may still have to pay it; at most: {allowed}"),
            asked=asked,
            allowed=allowed,
        )
    return BankReduced(amount=amount)


def with_seat(table: S, player: str, policy: str = "") -> S:
    """The table with one more seat, the last."""
    practice = table.practice | ({player: policy} if policy else {})
    return structs.replace(table, seats=(*table.seats, player), practice=practice)


def without_seat(table: S, player: str) -> S:
    """The table with one seat less."""
    seats = tuple(seat for seat in table.seats if seat != player)
    practice = {seat: policy for seat, policy in table.practice.items() if seat != player}
    return structs.replace(table, seats=seats, practice=practice)

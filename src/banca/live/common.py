"""What every live table has, whatever is played: terms, seats, a bank of the house's, an end."""

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from banca.live.act import check_fields
from banca.live.command import Actor, Command, Role
from banca.live.event import Closed, CommitmentOpened, Event, Funded, Left, Opened, RoundVoided, Seated
from banca.rulebook.money import Limits, format_patacas
from banca.rulebook.refusal import Code, Refusal

MOST_SEATS = 1000
PRACTICE = "practice:"
"""How the name of a seat begins that the program plays; nobody's own name does."""
PRACTICE_MONEY = 1_000_000
"""The play money such a seat starts with, in avos: it comes by the cage."""


class ChanceSource(StrEnum):
    """Where results come from."""

    OBSERVED = "observed"
    """The croupier enters what lies on the table."""
    DRAWN = "drawn"
    """The program draws it from the operating system's randomness."""


class Funds(Struct, frozen=True, kw_only=True):
    """What the wallet of the player concerned and the table's bank hold, in avos."""

    wallet: int = 0
    bank: int = 0


class Want(StrEnum):
    """What a command needs of chance before it can be decided."""

    DRAW = "draw"
    """A result now."""
    HIDE = "hide"
    """A result now, hidden, of which only the commitment is told."""
    OPEN = "open"
    """The result that was hidden."""
    RECALL = "recall"
    """The result that was hidden, if it can still be opened; without it the command is decided all the same."""


class Chance(Struct, frozen=True, kw_only=True):
    """A result that was drawn; with the commitment and the nonce where it is hidden or opened."""

    outcome: str = ""
    commitment: str = ""
    nonce: str = ""
    round: int = 0
    """The round that the commitment names; 0 where it names none, as in journals of before."""

    def opening(self, commitment: str) -> CommitmentOpened:
        """The result that was hidden behind a table's commitment, as it is shown."""
        return CommitmentOpened(commitment=commitment, outcome=self.outcome, nonce=self.nonce, round=self.round)


class HasSeats(Protocol):
    """What seating needs to know of a table."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Players in order."""
        ...

    @property
    def practice(self) -> dict[str, str]:
        """Seats that the program plays."""
        ...


SEATING = ("sit", "leave", "unseat", "seat_practice")
BANK = ("fund_bank", "return_bank", "close")
HOUSE_ACTS: dict[str, tuple[tuple[Role, ...], tuple[str, ...]]] = {
    "unseat": ((Role.CROUPIER, Role.SUPERVISOR), ("player",)),
    "seat_practice": ((Role.SUPERVISOR,), ("player", "policy")),
    "void_round": ((Role.SUPERVISOR,), ("reason",)),
    "fund_bank": ((Role.SUPERVISOR,), ("stake",)),
    "return_bank": ((Role.SUPERVISOR,), ("stake",)),
    "close": ((Role.SUPERVISOR,), ()),
}
"""What belongs in no phase of any game: who does it, and what it takes. A practice seat brings play money, so it is a supervisor's."""


def terms_of(limits: Limits, opened: Opened) -> Limits:
    """The game's limits with the table's own figures."""
    return Limits(minimum=opened.minimum, maximum=opened.maximum, chip=opened.chip, multiple_cite=limits.multiple_cite)


def check_role(command: Command, actor: Actor, *allowed: Role) -> None:
    """Refuse what belongs to another role."""
    if actor.role not in allowed:
        raise Refusal(Code.NOT_YOUR_ACT, asked=command.do, allowed=list(allowed))


def check_house_act(command: Command, actor: Actor) -> None:
    """Refuse an act of the house's that is another's, or does not carry what it takes."""
    roles, takes = HOUSE_ACTS[command.do]
    check_role(command, actor, *roles)
    check_fields(command, takes)


def check_seated(table: HasSeats, player: str) -> None:
    """Refuse somebody without a seat."""
    if player not in table.seats:
        raise Refusal(Code.NOT_SEATED, asked=player)


def check_wallet(stake: int, funds: Funds) -> None:
    """Refuse more than the wallet holds."""
    if stake > funds.wallet:
        raise Refusal(Code.NOT_ENOUGH_MONEY, asked=format_patacas(stake), allowed=format_patacas(funds.wallet))


def decide_seating(table: HasSeats, command: Command, actor: Actor, most: int = MOST_SEATS) -> tuple[Event, ...]:
    """Sit down, leave, be asked to leave, or let the program play a seat."""
    if command.do in HOUSE_ACTS:
        check_house_act(command, actor)
    else:
        check_role(command, actor, Role.PLAYER)
        check_fields(command)
    player, policy = command.player or actor.name, command.policy or ""
    if policy:
        player = PRACTICE + player.removeprefix(PRACTICE)
    if command.do in ("leave", "unseat"):
        check_seated(table, player)
        return (Left(player=player),)
    if player in table.seats:
        raise Refusal(Code.ALREADY_SEATED, asked=player)
    if len(table.seats) >= most:
        raise Refusal(Code.NO_SEAT_LEFT, allowed=most)
    return (Seated(player=player, policy=policy),)


def voided(commitment: str, reason: str, chance: Chance | None) -> tuple[Event, ...]:
    """A round is void: its hidden result is shown, or named where it can no longer be opened."""
    if chance is None:
        return (RoundVoided(reason=reason, commitment=commitment),)
    return chance.opening(commitment), RoundVoided(reason=reason)


def decide_bank(command: Command, actor: Actor, funds: Funds, *, owed: int) -> tuple[Event, ...]:
    """A supervisor puts money into the table's bank or takes out what the house cannot come to owe; or closes the table."""
    check_house_act(command, actor)
    if command.do == "close":
        return (Closed(bank=funds.bank),)
    amount = command.stake or 0
    if amount <= 0:
        raise Refusal(Code.AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
    if command.do == "fund_bank":
        return (Funded(amount=amount),)
    if amount > funds.bank - owed:
        asked, allowed = format_patacas(amount), format_patacas(max(funds.bank - owed, 0))
        raise Refusal(Code.BANK_OWED, asked=asked, allowed=allowed)
    return (Funded(amount=-amount),)

"""The cage: where money comes into the house and leaves it. A journal of its own, and supervisors only."""

from msgspec import Struct

from banca.live.act import Act, check_fields
from banca.live.command import Actor, Command, Role
from banca.live.common import Chance, Funds, Want, check_role
from banca.live.event import CashedIn, CashedOut, Event, Opened
from banca.rulebook import Code, Refusal, format_patacas

CAGE = "cage"
CASH_IN, CASH_OUT = "cash_in", "cash_out"


class Office(Struct, frozen=True):
    """What stands where nobody plays: no seats, no rounds. The cage remembers nothing at all: balances are the ledger's."""

    phase: str = "open"
    seats: tuple[str, ...] = ()
    practice: dict[str, str] = {}
    round: int = 1
    is_closed: bool = False
    commitment: str = ""


class CageConduct:
    """Cash in and cash out, by a supervisor."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.start = Office()

    def acts_now(self, live: Office, role: Role) -> list[Act]:  # noqa: ARG002 - the shape of every conduct
        """None that belong to a phase."""
        return []

    def wants(self, live: Office, command: Command) -> tuple[Want, tuple[tuple[str, int], ...]] | None:  # noqa: ARG002
        """Nothing of chance."""
        return None

    def is_informed(self, live: Office) -> bool:  # noqa: ARG002 - the shape of every conduct
        """Nothing is played for here."""
        return False

    def decide(
        self, live: Office, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """Money for a player's wallet, or out of it."""
        del live, chance
        if command.do not in (CASH_IN, CASH_OUT):
            raise Refusal(Code.UNKNOWN_ACT, asked=command.do, allowed=[CASH_IN, CASH_OUT])
        check_role(command, actor, Role.SUPERVISOR)
        check_fields(command, ("player", "stake"))
        player, amount = command.player or "", command.stake or 0
        if amount <= 0:
            raise Refusal(Code.AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
        if command.do == CASH_IN:
            return (CashedIn(player=player, amount=amount),)
        if amount > funds.wallet:
            raise Refusal(Code.NOT_ENOUGH_MONEY, asked=format_patacas(amount), allowed=format_patacas(funds.wallet))
        return (CashedOut(player=player, amount=amount),)

    def evolve(self, live: Office, event: Event) -> Office:  # noqa: ARG002 - the shape of every conduct
        """Nothing but money changes."""
        return live

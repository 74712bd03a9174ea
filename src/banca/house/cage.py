"""The cage, where money comes into the house and leaves it. It remembers nothing: balances are the ledger's."""

from collections.abc import Iterator

from banca.rules import Refusal, _, format_patacas
from banca.tables.acts import AMOUNT_NOT_POSITIVE, NOT_ENOUGH_MONEY, UNKNOWN_ACT, CommandCodec
from banca.tables.commands import Actor, Avos, Command, Name, Role
from banca.tables.engine import check_role
from banca.tables.events import OUTSIDE, Event, TableOpened, Transfer, wallet

CAGE = "cage"


class CashIn(Command):
    """Pay money into a player's wallet."""

    player: Name
    stake: Avos


class CashOut(Command):
    """Pay money out of a player's wallet."""

    player: Name
    stake: Avos


class CashedIn(Event):
    """Money came into a player's wallet."""

    says = _("deposit of {amount} into the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """Move it from outside."""
        yield Transfer(OUTSIDE, wallet(self.player), self.amount)


class CashedOut(Event):
    """Money left a player's wallet."""

    says = _("withdrawal of {amount} from the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """Move it to the outside."""
        yield Transfer(wallet(self.player), OUTSIDE, self.amount)


CAGE_CODEC = CommandCodec((CashIn, CashOut), (TableOpened, CashedIn, CashedOut))


def decide_payment(command: Command, actor: Actor, held: int) -> CashedIn | CashedOut:
    """Decide a payment into or out of a wallet that holds so much, by a supervisor."""
    if not isinstance(command, CashIn | CashOut):
        raise Refusal(UNKNOWN_ACT, asked=command.do, allowed=["cash_in", "cash_out"])
    check_role(command, actor, Role.SUPERVISOR)
    player, amount = command.player, command.stake
    if amount <= 0:
        raise Refusal(AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
    if isinstance(command, CashIn):
        return CashedIn(player=player, amount=amount)
    if amount > held:
        raise Refusal(NOT_ENOUGH_MONEY, asked=format_patacas(amount), allowed=format_patacas(held))
    return CashedOut(player=player, amount=amount)

"""The cage: where money comes into the house and leaves it. A journal of its own, and supervisors only."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, NoReturn, TypeVar

from banca.rules import Defect, Refusal, _, format_patacas
from banca.tables.acts import AMOUNT_NOT_POSITIVE, NOT_ENOUGH_MONEY, UNKNOWN_ACT, Act, CommandCodec
from banca.tables.chance import Chance
from banca.tables.commands import Actor, Avos, Command, Name, Role
from banca.tables.engine import TableEngine, check_role
from banca.tables.events import OUTSIDE, Event, TableOpened, Transfer, wallet
from banca.tables.state import Funds, TableState

# Journals of the house at which nobody plays: the cage and the register are conducted like tables, without seats or rounds.


class Office(TableState, frozen=True, kw_only=True):
    """What stands where nobody plays: no seats, no rounds."""

    phase: str = "open"


S = TypeVar("S", bound=Office)


class OfficeConduct(TableEngine[S]):
    """Commands are decided one by one; nothing belongs in a phase."""

    def __init__(self, opened: TableOpened, forms: CommandCodec) -> None:
        super().__init__(opened, (), forms)

    def perform(
        self, state: S, act: Act, command: Command, actor: Actor, funds: Funds, chance: Chance | None
    ) -> Iterable[Event]:
        """An office has no acts of a croupier."""
        _never(state, act, command, actor, funds, chance)

    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """An office has no rounds to void."""
        _never(state, reason, chance)


def _never(*_: object) -> NoReturn:
    raise Defect("nobody plays here")


CAGE = "cage"


class CashIn(Command, frozen=True, kw_only=True):
    """Money into a player's wallet."""

    player: Name
    stake: Avos


class CashOut(Command, frozen=True, kw_only=True):
    """Money out of a player's wallet."""

    player: Name
    stake: Avos


class CashedIn(Event, frozen=True, kw_only=True):
    """Money comes into a player's wallet."""

    says: ClassVar[str] = _("deposit of {amount} into the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """From outside."""
        yield Transfer(OUTSIDE, wallet(self.player), self.amount)


class CashedOut(Event, frozen=True, kw_only=True):
    """Money leaves a player's wallet."""

    says: ClassVar[str] = _("withdrawal of {amount} from the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """To the outside."""
        yield Transfer(wallet(self.player), OUTSIDE, self.amount)


CAGE_FORMS = CommandCodec((CashIn, CashOut), (TableOpened, CashedIn, CashedOut))


class CageConduct(OfficeConduct[Office]):
    """Cash in and cash out, by a supervisor. The cage remembers nothing at all: balances are the ledger's."""

    def __init__(self, opened: TableOpened) -> None:
        super().__init__(opened, CAGE_FORMS)

    @property
    def start(self) -> Office:
        """Nothing."""
        return Office()

    def decide(
        self, state: Office, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """Money for a player's wallet, or out of it."""
        del state, chance
        if not isinstance(command, CashIn | CashOut):
            raise Refusal(UNKNOWN_ACT, asked=command.do, allowed=["cash_in", "cash_out"])
        check_role(command, actor, Role.SUPERVISOR)
        player, amount = command.player, command.stake
        if amount <= 0:
            raise Refusal(AMOUNT_NOT_POSITIVE, asked=format_patacas(amount))
        if isinstance(command, CashIn):
            return (CashedIn(player=player, amount=amount),)
        if amount > funds.wallet:
            raise Refusal(NOT_ENOUGH_MONEY, asked=format_patacas(amount), allowed=format_patacas(funds.wallet))
        return (CashedOut(player=player, amount=amount),)

    def evolve(self, state: Office, event: Event) -> Office:  # the shape of every conduct
        """Nothing but money changes."""
        return state

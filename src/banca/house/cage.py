"""The offices of the house: journals at which nobody plays. The cage, where money comes in and leaves; the register is the other."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, NoReturn, TypeVar

from banca.rules import Defect, Refusal, _, format_patacas
from banca.tables.acts import AMOUNT_NOT_POSITIVE, NOT_ENOUGH_MONEY, UNKNOWN_ACT, CommandCodec
from banca.tables.chance import Chance
from banca.tables.commands import Actor, Avos, Command, Name, Role
from banca.tables.engine import TableEngine, check_role
from banca.tables.events import OUTSIDE, Event, TableOpened, Transfer, wallet
from banca.tables.state import Funds, TableState


class Office(TableState, frozen=True, kw_only=True):
    """The state of an office: no seats, no rounds."""

    phase: str = "open"


S = TypeVar("S", bound=Office)


class OfficeEngine(TableEngine[S]):
    """A table without acts: each command is decided for itself."""

    def __init__(self, opened: TableOpened, forms: CommandCodec) -> None:
        super().__init__(opened, (), forms)

    def void(self, state: S, reason: str, chance: Chance | None) -> Iterable[Event]:
        """Fail: an office has no rounds."""
        _never(state, reason, chance)


def _never(*_: object) -> NoReturn:
    raise Defect("nobody plays here")


CAGE = "cage"


class CashIn(Command, frozen=True, kw_only=True):
    """Pay money into a player's wallet."""

    player: Name
    stake: Avos


class CashOut(Command, frozen=True, kw_only=True):
    """Pay money out of a player's wallet."""

    player: Name
    stake: Avos


class CashedIn(Event, frozen=True, kw_only=True):
    """Money came into a player's wallet."""

    says: ClassVar[str] = _("deposit of {amount} into the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """Move it from outside."""
        yield Transfer(OUTSIDE, wallet(self.player), self.amount)


class CashedOut(Event, frozen=True, kw_only=True):
    """Money left a player's wallet."""

    says: ClassVar[str] = _("withdrawal of {amount} from the wallet of {player}")
    player: str
    amount: int

    def transfers(self) -> Iterator[Transfer]:
        """Move it to the outside."""
        yield Transfer(wallet(self.player), OUTSIDE, self.amount)


CAGE_FORMS = CommandCodec((CashIn, CashOut), (TableOpened, CashedIn, CashedOut))


class CageEngine(OfficeEngine[Office]):
    """Pays in and out, by a supervisor. The cage remembers nothing: balances are the ledger's."""

    def __init__(self, opened: TableOpened) -> None:
        super().__init__(opened, CAGE_FORMS)

    @property
    def start(self) -> Office:
        """The state of an office that never changes."""
        return Office()

    def decide(
        self, state: Office, command: Command, actor: Actor, funds: Funds, chance: Chance | None = None
    ) -> tuple[Event, ...]:
        """Decide a payment in or out."""
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

    def evolve(self, state: Office, event: Event) -> Office:
        """Change nothing: the money is in the ledger."""
        return state

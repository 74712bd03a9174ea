"""A way of playing Pai Kao, as data."""

from dataclasses import dataclass, field

from banca.analysis.simulation.strategy import AnyStrategy
from banca.rules import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiKaoStrategy(AnyStrategy):
    """Pai Kao by policy, from either seat, the same in every round. Amounts in avos."""

    game: str = field(default="pai_kao", init=False)
    seat: str
    """`player` or `banker`."""
    policy: str
    against: str
    """How the other side sets its tiles."""
    stake: int
    """As a player, one's own; as the banker, that of each gate."""
    gates: int = 1
    """As the banker, how many gates play, 1 to 7."""
    principal: int | None = None
    """As the banker, what one puts up; the stakes of all gates unless said. Held to what is in hand."""
    limits: Limits = field(default_factory=Limits)

"""A way of playing, as data: which bets, when, for how much, and when to go home."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from banca.law import Texts
from banca.rulebook import Limits
from banca.simulation.progressions import FLAT, Progression
from banca.simulation.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One bet of a strategy. Before every round it is placed again wherever it may be and does not lie there already."""

    bet: str
    """`field`, `hard_way:6`; `pass_odds` without a number is added wherever the flat bet stands."""
    stake: int = 0
    """In avos; an additional bet has `times` instead."""
    times: int = 0
    """An additional bet as a multiple of its flat bet; a lay bet so that its prize is that multiple (R-craps-9)."""
    when: tuple[str, ...] = ()
    """The phases in which it is placed; without any, whenever the rules allow."""
    down: tuple[str, ...] = ()
    """The phases in which it is taken down again; without any, it stays until it is decided."""
    count: int = 1
    """How many of it may stand at once, for bets that move on: three Come bets. One a round is added."""
    progression: Progression = FLAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """A whole strategy for one game, under the house's options and limits."""

    game: str
    plays: tuple[Play, ...]
    session: Session = field(default_factory=Session)
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits | None = None
    """The game's own unless said."""
    title: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiKaoStrategy:
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
    session: Session = field(default_factory=Session)
    limits: Limits = field(default_factory=Limits)
    title: Texts = field(default_factory=dict)

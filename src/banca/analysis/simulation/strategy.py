"""A way of playing, as data: which bets, when, for how much, and when to go home."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from banca.analysis.simulation.policy import BetPolicy
from banca.analysis.simulation.progressions import FLAT, Progression
from banca.analysis.simulation.session import Session
from banca.games import find
from banca.law import Texts
from banca.rules import Limits, under, unknown_option


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One bet of a strategy. Before every round it is placed again if the rules allow it and it does not stand already."""

    bet: str
    """`field`, `hard_way:6`; `pass_odds` without a number is added wherever the flat bet stands."""
    stake: int = 0
    """In avos; an additional bet has `times` instead."""
    times: int = 0
    """An additional bet as a multiple of its flat bet; a lay bet so that its prize is that multiple."""
    when: tuple[str, ...] = ()
    """The phases in which it is placed; if empty, whenever the rules allow."""
    down: tuple[str, ...] = ()
    """The phases in which it is taken down again; if empty, it stays until it is decided."""
    count: int = 1
    """How many of it may stand at once, for bets that move on: three Come bets. One a round is added."""
    progression: Progression = FLAT


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyStrategy:
    """What every strategy states, in any game: the options and limits it plays under, and when to stop."""

    game: str
    session: Session = field(default_factory=Session)
    options: Mapping[str, object] = field(default_factory=dict)
    limits: Limits | None = None
    """By default the game's own."""
    title: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy(AnyStrategy):
    """A whole strategy for a game of chance."""

    plays: tuple[Play, ...]
    policy: BetPolicy | None = None
    """The policy, if the money in hand decides what is bet; the plays then only list its bets."""


def chosen_by(strategy: AnyStrategy) -> dict[str, object]:
    """The value of each of the house's options; refused where the game has no such option, or no such value."""
    book = find(strategy.game).rulebook
    if book is not None:
        return dict(under(book, strategy.options).chosen)
    for name in strategy.options:
        raise unknown_option(name, ())
    return {}

"""The money beside the watch: per table, shift, bet and player."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from banca.house.watch import MoneySums
from banca.i18n.answer import AnswerStruct, Money
from banca.rules.money import AVOS

Kept = tuple[tuple[str, str, str, str], MoneySums]
"""Table, shift, player and bet; empty for all players, or all bets."""


class MoneyShown(AnswerStruct, frozen=True, kw_only=True):
    """What was staked, won and expected; `luck` is the players'. Of one bet there is no drop."""

    table: str
    game: str
    day: str
    shift: int | None
    player: str
    bet: str
    rounds: int
    drop: Money | None
    """An estimate: the most that each player had out at once in a shift. What players bring to a table is not recorded."""
    handle: Money
    win: Money
    theoretical: Money
    hold: float | None = None
    """Always null: hold is the win as a share of a drop that was measured, and none is."""
    luck: Money
    luck_error: float
    """One standard error of the luck, in patacas."""


class MoneyOf(NamedTuple):
    """What sums are of."""

    table: str = ""
    game: str = ""
    period: str = ""
    player: str = ""
    bet: str = ""


def per_table(kept: Iterable[Kept], games: Mapping[str, str]) -> Iterator[MoneyShown]:
    """Of each table, over all its shifts."""
    return _added(
        (MoneyOf(table=table, game=games.get(table, "")), sums) for (table, _, *of), sums in kept if not any(of)
    )


def per_shift(kept: Iterable[Kept], games: Mapping[str, str]) -> Iterator[MoneyShown]:
    """Of each table in each shift."""
    return _added(
        (MoneyOf(table=table, game=games.get(table, ""), period=period), sums)
        for (table, period, *of), sums in kept
        if not any(of)
    )


def per_bet(kept: Iterable[Kept], games: Mapping[str, str]) -> Iterator[MoneyShown]:
    """Of each bet of a game, at all its tables."""
    return _added((MoneyOf(game=games.get(table, ""), bet=bet), sums) for (table, _, _, bet), sums in kept if bet)


def per_player(kept: Iterable[Kept]) -> Iterator[MoneyShown]:
    """Of each player, at all tables."""
    return _added((MoneyOf(player=player), sums) for (_, _, player, _), sums in kept if player)


def _added(found: Iterable[tuple[MoneyOf, MoneySums]]) -> Iterator[MoneyShown]:
    """What there was of bets against the house."""
    sums: dict[MoneyOf, MoneySums] = {}
    for of, one in found:
        sums.setdefault(of, MoneySums()).add(one)
    return (_shown(of, one) for of, one in sorted(sums.items()) if one.rounds)


def _shown(of: MoneyOf, sums: MoneySums) -> MoneyShown:
    day, _, shift = of.period.partition("/")
    return MoneyShown(
        table=of.table,
        game=of.game,
        day=day,
        shift=int(shift) if shift else None,
        player=of.player,
        bet=of.bet,
        rounds=sums.rounds,
        drop=None if of.bet else Money(sums.drop),
        handle=Money(sums.handle),
        win=Money(sums.win),
        theoretical=Money(sums.theoretical),
        luck=Money(sums.exact_luck),
        luck_error=sums.deviation / AVOS,
    )

"""A policy: what to bet with how much money, and with what is left of rounds or stakes. Played as a strategy is, by `act` and `meet`.

One flat bet is on the layout at a time. Where it moves, what the policy adds to it is placed before the next round, and not later.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from banca.rules import Rules, State, _, refusal

ANY_TABLE = ""
"""In place of a state of the table: wherever the bet may be placed."""
MOST_ROWS = 1_000_000
BAD_POLICY = refusal("bad_policy", _("row {row} of the policy cannot be used: {because}"))


class PolicyCount(StrEnum):
    """What a policy counts down."""

    NOTHING = "nothing"
    ROUNDS = "rounds"
    STAKES = "stakes"
    """What is still to be staked, in avos."""


class PolicyRow(NamedTuple):
    """With so much left, in this state of the table, with `low` to below `high` in hand: the bet, and what is added where it moves."""

    left: int
    table: str
    low: int
    high: int
    bet: str
    stake: int
    added: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class BetPolicy:
    """All rows. Where there is none, one waits; with less than `least` in hand, one is ruined. Amounts in avos."""

    count: PolicyCount
    left: int
    """At the beginning."""
    least: int
    rows: tuple[PolicyRow, ...]

    @cached_property
    def by_place(self) -> dict[tuple[int, str], tuple[PolicyRow, ...]]:
        """The rows by what is left and the state of the table, the richest first."""
        found: dict[tuple[int, str], list[PolicyRow]] = {}
        for row in self.rows:
            found.setdefault((row.left, row.table), []).append(row)
        return {place: tuple(sorted(rows, key=lambda row: -row.low)) for place, rows in found.items()}

    @cached_property
    def additions(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """Everything that is ever added together: nothing first."""
        return tuple(dict.fromkeys(((), *(row.added for row in self.rows))))

    @cached_property
    def numbers(self) -> dict[tuple[tuple[str, int], ...], int]:
        """Their numbers."""
        return {added: number for number, added in enumerate(self.additions)}

    @property
    def bets(self) -> tuple[str, ...]:
        """Every flat bet."""
        return tuple(dict.fromkeys(row.bet for row in self.rows))

    @property
    def added(self) -> tuple[str, ...]:
        """Every additional bet, by its id: the family without its numbers."""
        every = (key.partition(":")[0] for added in self.additions for key, _ in added)
        return tuple(dict.fromkeys(every))

    def find(self, left: int, table: str, cash: int) -> PolicyRow | None:
        """The row for an amount. It is compared with the beginnings of rows, the highest first: a purse notices."""
        for name in (table, ANY_TABLE) if table else (ANY_TABLE,):
            for row in self.by_place.get((left, name), ()):
                if not cash < row.low:
                    return None if not cash < row.high else row
        return None

    def is_over(self, left: int) -> bool:
        """Whether nothing is left to be done."""
        return self.count is not PolicyCount.NOTHING and left <= 0


def table_name(rules: Rules, state: State) -> str:
    """What a policy calls a state of the table: its narrowest phase."""
    return next(reversed(rules.rulebook.table.phases(state)), ANY_TABLE)

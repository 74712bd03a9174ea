"""Strategies as data: what is bet, how stakes follow wins and losses, and when a session ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import NamedTuple

from banca.files import BAD_ENTRY
from banca.games import find
from banca.law import Texts
from banca.rules import Limits, Refusal, Rules, State, _, _n, format_patacas, refusal, under, unknown_option

BAD_ROUNDS = refusal("bad_rounds", _("a session cannot have {asked} rounds; possible: 1 to {allowed}"))
NO_BANKROLL = refusal("no_bankroll", _("a target or a stop-loss needs a bankroll"))
BANKROLL_TOO_SMALL = refusal(
    "bankroll_too_small", _("a bankroll of {asked} is too small for the first bet, {stake} on {bet}")
)
BAD_TARGET = refusal(
    "bad_target",
    _("a target of {asked} is already reached before the first round; it must be above the bankroll, {bankroll}"),
)
BAD_STOP_LOSS = refusal(
    "bad_stop_loss",
    _("a stop-loss of {asked} is not possible; it must be above 0 and at most the bankroll, {bankroll}"),
)
TOO_LARGE_TO_COUNT = refusal(
    "too_large_to_count",
    _n(
        "amounts of {asked} over {rounds} round are too large to count exactly; use smaller amounts",
        "amounts of {asked} over {rounds} rounds are too large to count exactly; use smaller amounts or fewer rounds",
        by="rounds",
    ),
)
UNKNOWN_STRATEGY = refusal(
    "unknown_strategy", _("there is no strategy {asked}; name a .toml file or one of: {allowed}")
)
OTHER_GAME = refusal("other_game", _("{asked} is a strategy for {found}, not for {game}"))
UNKNOWN_PROGRESSION = refusal("unknown_progression", _("there is no progression {asked}; available: {allowed}"))
BAD_SESSIONS = refusal("bad_sessions", _("cannot play {asked} sessions; possible: 1 to {allowed}"))
NOTHING_DONE = refusal("nothing_done", _("stopped before there was any result"))

ROUNDS = 1000
"""Rounds of a session unless said."""
MOST_ROUNDS = 10_000_000
MOST_MONEY = 10**15
"""In avos."""
POINTS = 32
"""In how many places along a session the money is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """When a session ends, in avos. Without a bankroll there is money for every bet."""

    bankroll: int | None = None
    target: int | None = None
    """The session ends when the money in hand and on the layout together reaches this."""
    stop_loss: int | None = None
    """The session ends when this much is lost."""
    rounds: int = ROUNDS

    def goes_home(self, worth: int, rounds: int) -> "SessionEnd | None":
        """Return why the session ends now, or None."""
        if self.target is not None and worth >= self.target:
            return SessionEnd.TARGET
        if self.stop_loss is not None and self.bankroll is not None and worth <= self.bankroll - self.stop_loss:
            return SessionEnd.STOP_LOSS
        return SessionEnd.ROUNDS if rounds >= self.rounds else None

    @property
    def looked_at(self) -> tuple[int, ...]:
        """The rounds after which the money is recorded, spread evenly over the session."""
        points = min(POINTS, self.rounds)
        return tuple(point * self.rounds // points for point in range(1, points + 1))


class SessionEnd(IntEnum):
    """Why a session ended."""

    ROUNDS = 0
    TARGET = 1
    STOP_LOSS = 2
    RUIN = 3


def check_session(session: Session, limits: Limits, *, bet: str, stake: int) -> None:
    """Refuse a session that cannot begin, with the first bet's stake, cannot end, or is about more money than can be counted."""
    most = max(limits.maximum, session.bankroll or 0, session.target or 0)
    if most > MOST_MONEY:
        raise Refusal(TOO_LARGE_TO_COUNT, asked=format_patacas(most), rounds=session.rounds)
    if not 1 <= session.rounds <= MOST_ROUNDS:
        raise Refusal(BAD_ROUNDS, asked=session.rounds, allowed=MOST_ROUNDS)
    if session.bankroll is None:
        if session.target is not None or session.stop_loss is not None:
            raise Refusal(NO_BANKROLL)
        return
    bankroll = format_patacas(session.bankroll)
    if session.bankroll < stake:
        raise Refusal(BANKROLL_TOO_SMALL, asked=bankroll, bet=bet, stake=format_patacas(stake))
    if session.target is not None and session.target <= session.bankroll:
        raise Refusal(BAD_TARGET, asked=format_patacas(session.target), bankroll=bankroll)
    if session.stop_loss is not None and not 0 < session.stop_loss <= session.bankroll:
        raise Refusal(BAD_STOP_LOSS, asked=format_patacas(session.stop_loss), bankroll=bankroll)


RESET = -1_000_000
"""A move that goes back to the bottom from wherever one is."""

LONGEST_LINE = 200
"""A Labouchère line that has grown to this length is given up, and a new one begun."""

MOST_UNITS = 10**60

Memory = tuple[int, ...]
"""What a progression remembers: the step one stands on, or what is left of the line."""


def check_units(what: str, units: tuple[int, ...]) -> None:
    """Refuse what cannot be staked."""
    if not 0 < len(units) < LONGEST_LINE or not all(
        type(number) is int and 0 < number < MOST_UNITS for number in units
    ):
        because = _("it must be a list of fewer than 200 whole numbers above 0")
        raise Refusal(BAD_ENTRY, where="progression", asked=what, because=because)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """Stakes as the steps of a ladder; a step below the bottom stays on the bottom.

    >>> fibonacci().after((4,), won=True, units=5)
    (2,)
    """

    steps: tuple[int, ...]
    win: int
    lose: int
    restarts: bool = False
    """After the top step, start from the bottom again; otherwise stay on the top."""

    def __post_init__(self) -> None:
        check_units("steps", self.steps)

    @property
    def start(self) -> Memory:
        """The bottom step."""
        return (0,)

    def units(self, memory: Memory) -> int:
        """Return the stake in units."""
        return self.steps[memory[0]]

    def after(self, memory: Memory, *, won: bool, units: int) -> Memory:  # the shape of Labouchere.after
        """Return the step after a win or a loss."""
        level = max(memory[0] + (self.win if won else self.lose), 0)
        if level < len(self.steps):
            return (level,)
        return (0,) if self.restarts else (len(self.steps) - 1,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labouchere:
    """A line of numbers: stake the first and the last together, strike both after a win, write a loss behind the line."""

    line: tuple[int, ...]

    def __post_init__(self) -> None:
        check_units("line", self.line)

    @property
    def start(self) -> Memory:
        """The whole line."""
        return self.line

    def units(self, memory: Memory) -> int:
        """Return the first and the last number together, or the only one."""
        return memory[0] + memory[-1] if len(memory) > 1 else memory[0]

    def after(self, memory: Memory, *, won: bool, units: int) -> Memory:
        """Return what is left of the line; an empty one, or one grown too long, starts anew."""
        # The units lost, not the sum of both ends: a stake held to the table's maximum lost less.
        line = memory[1:-1] if won else (*memory, units)
        return line if 0 < len(line) < LONGEST_LINE else self.line


Progression = Ladder | Labouchere

FLAT = Ladder(steps=(1,), win=0, lose=0)
"""Always the same stake."""


def martingale(steps: int = 10) -> Ladder:
    """Double after every loss, and go back to one unit after a win or when the steps are used up.

    Args:
        steps: How often to double.

    Raises:
        Refusal: The steps are not whole numbers above 0, or too many.
    """
    return Ladder(steps=tuple(2**step for step in range(steps)), win=RESET, lose=1, restarts=True)


def paroli(steps: int = 3) -> Ladder:
    """Double after a win, and go back to one unit after a loss or when the steps are used up.

    Args:
        steps: How often to double.

    Raises:
        Refusal: The steps are not whole numbers above 0, or too many.
    """
    return Ladder(steps=tuple(2**step for step in range(steps)), win=1, lose=RESET, restarts=True)


def dalembert(steps: int = 50) -> Ladder:
    """Stake one unit more after a loss, one less after a win.

    Args:
        steps: The highest stake in units.

    Raises:
        Refusal: The steps are not whole numbers above 0, or too many.
    """
    return Ladder(steps=tuple(range(1, steps + 1)), win=-1, lose=1)


def fibonacci(steps: int = 15) -> Ladder:
    """Stake along the Fibonacci numbers: one step on after a loss, two back after a win.

    Args:
        steps: How many of the numbers.

    Raises:
        Refusal: The steps are not whole numbers above 0, or too many.
    """
    numbers = [1, 1]
    while len(numbers) < steps:
        numbers.append(numbers[-1] + numbers[-2])
    return Ladder(steps=tuple(numbers[:steps]), win=-2, lose=1)


def press(steps: tuple[int, ...] = (1, 2, 3, 4)) -> Ladder:
    """Go one step up after every win, up to the top; a loss starts anew. Falling steps regress.

    Args:
        steps: The stakes in units, in order.

    Raises:
        Refusal: The steps are not whole numbers above 0, or too many.
    """
    return Ladder(steps=steps, win=1, lose=RESET)


def labouchere(line: tuple[int, ...] = (1, 2, 3, 4)) -> Labouchere:
    """The line of numbers to be struck out."""
    return Labouchere(line=line)


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
        groups: dict[tuple[int, str], list[PolicyRow]] = {}
        for row in self.rows:
            groups.setdefault((row.left, row.table), []).append(row)
        return {group: tuple(sorted(rows, key=lambda row: -row.low)) for group, rows in groups.items()}

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

    @property
    def stakes(self) -> set[tuple[str, int]]:
        """Every bet with every stake that is made on it."""
        return {(row.bet, row.stake) for row in self.rows} | {bet for added in self.additions for bet in added}

    def find(self, left: int, table: str, cash: int) -> PolicyRow | None:
        """Return the row for an amount; None where there is none."""
        # Compared in just this form, with the beginnings of rows, the highest first: `sessions` passes an amount that notices
        # what it is compared with.
        # Rows for this state of the table come before those for any.
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

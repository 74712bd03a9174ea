"""Progressions: how the stake of a bet follows its own wins and losses.

All but one are ladders: a list of stakes in units, and how many steps a win and a loss move. A tie moves nothing.
"""

from dataclasses import dataclass

from banca.entries import BAD_ENTRY
from banca.rules import Refusal, _

RESET = -1_000_000
"""A move that goes back to the bottom from wherever one is."""

LONGEST_LINE = 200
"""A Labouchère line that has grown to this length is given up, and a new one begun."""

MOST_UNITS = 10**60

Memory = tuple[int, ...]
"""What a progression remembers: the step one stands on, or what is left of the line."""


def check_units(what: str, units: tuple[int, ...]) -> None:
    """Refuse what cannot be staked."""
    if not 0 < len(units) < LONGEST_LINE or not all(type(one) is int and 0 < one < MOST_UNITS for one in units):
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

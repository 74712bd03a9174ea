"""What another way to hold a stake on zero would do. R-roulette-1."""

from collections.abc import Iterable

from banca.games.roulette.bets import ZERO, Zero, even_money_bet, even_money_step
from banca.games.roulette.steps import IN_PRISON, EvenMoneyClass
from banca.rules import Chosen, Lose, OtherReading, State, Step, Verdict, citing

cite = citing("roulette")


def second_zero_takes_it() -> Step:
    """A held stake is lost if zero falls again."""
    held = even_money_step(Zero.EN_PRISON)

    def step(state: State, seen: EvenMoneyClass) -> Verdict:
        return Lose(ZERO.cite) if (state, seen) == (IN_PRISON, EvenMoneyClass.ZERO) else held(state, seen)

    return step


def other_readings(_: Chosen) -> Iterable[OtherReading]:
    """Under `zero=en_prison`, on red: a second zero holds the stake, or takes it."""
    reading = cite("R-roulette-1")
    as_read = even_money_bet("red", even_money_step(Zero.EN_PRISON), (reading,))
    yield OtherReading(reading, as_read, even_money_bet("red", second_zero_takes_it(), (reading,)))

"""How roulette bets are decided. Reconstructed: roulette L-4, L-5."""

from enum import StrEnum

from banca.rules import LOSE, Decided, State, Stay, Step, Verdict, Win, _


class EvenMoneyClass(StrEnum):
    """What an even-money bet tells apart."""

    ZERO = "zero"
    HIT = "hit"
    MISS = "miss"


IN_PRISON = _("in prison")


def covers(prize: Win) -> Step:
    """A bet on numbers: one of them wins, any other loses. roulette L-4."""

    def step(_: State, is_hit: bool) -> Verdict:  # noqa: FBT001 - what the bet sees
        return prize if is_hit else LOSE

    return step


def even_money(prize: Win, on_zero: Verdict) -> Step:
    """Red, even and the like: zero belongs to neither side. roulette L-4, L-5."""

    def step(_: State, seen: EvenMoneyClass) -> Verdict:
        if seen == EvenMoneyClass.ZERO:
            return on_zero
        return prize if seen == EvenMoneyClass.HIT else LOSE

    return step


def even_money_en_prison(prize: Win, held: Stay, released: Decided, lost: Decided) -> Step:
    """Zero holds the stake; the next number that is not zero gives it back or takes it. roulette L-5, R-roulette-1."""
    free = even_money(prize, on_zero=held)

    def step(state: State, seen: EvenMoneyClass) -> Verdict:
        if state != IN_PRISON:
            return free(state, seen)
        if seen == EvenMoneyClass.ZERO:
            return held
        return released if seen == EvenMoneyClass.HIT else lost

    return step

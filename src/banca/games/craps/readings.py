"""What other readings of the craps regulation would do, as bets that can be analysed. R-craps-5, R-craps-6, R-craps-11, R-craps-20, R-craps-21."""

from collections.abc import Iterable
from dataclasses import replace

from banca.games.craps.bets import BIG, BIG_NUMBERS, DONT_ODDS, DONT_PRIZE, HARD_WAYS, SMALL, bets
from banca.games.craps.device import Pair
from banca.games.craps.steps import FIRST_THROW, Point, dont, hard_way, line, number_before_seven, one_throw
from banca.rules import LOSE, PUSH, Chosen, OtherReading, Stay, Step, Verdict, citing

cite = citing("craps")


def dont_ending_as_pass() -> Step:
    """The Chinese 5.2.3 to the letter: Don't Pass on the first throw, then the point wins and a seven loses."""
    first, then = dont(DONT_PRIZE), line(DONT_PRIZE)

    def step(point: Point, thrown: int) -> Verdict:
        return (first if point == FIRST_THROW else then)(point, thrown)

    return step


def either_before_seven(first: int, second: int) -> Step:
    """5.4.2 read as one bet on both numbers: whichever comes wins."""

    def step(state: Point, thrown: int) -> Verdict:
        if thrown in (first, second):
            return BIG_NUMBERS[first]
        return LOSE if thrown == 7 else Stay(state)

    return step


def decided_by_one_throw(number: int) -> Step:
    """5.4.2 with its "tie" to the letter: any other total hands the stake back."""

    def step(_: Point, thrown: int) -> Verdict:
        if thrown == number:
            return BIG_NUMBERS[number]
        return LOSE if thrown == 7 else PUSH

    return step


def hard_way_in_one_throw(number: int, other: Verdict) -> Step:
    """5.4.1 as a bet of one throw: a total that it does not mention ends it in this way."""
    over_throws = hard_way(number, HARD_WAYS[number])

    def step(state: Point, pair: Pair) -> Verdict:
        verdict = over_throws(state, pair)
        return other if isinstance(verdict, Stay) else verdict

    return step


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """Both readings, side by side; of R-craps-20 under either value of its option."""
    by_key = {bet.key: bet for bet in bets(chosen)}
    dont_pass = by_key["dont_pass"]
    yield OtherReading(cite("R-craps-5"), dont_pass, replace(dont_pass, step=dont_ending_as_pass()))
    for number in (4, 5, 6):
        lay = by_key[f"dont_pass_odds:{number}"]
        as_pass = number_before_seven(number, DONT_ODDS[number])
        yield OtherReading(cite("R-craps-5"), lay, replace(lay, step=as_pass))
    for first, second in ((6, 8), (5, 9), (4, 10)):
        big = by_key[f"big_number:{first}"]
        yield OtherReading(cite("R-craps-6"), big, replace(big, step=either_before_seven(first, second)))
        yield OtherReading(cite("R-craps-11"), big, replace(big, step=decided_by_one_throw(first)))
    for bet_id, prizes in (("big", BIG), ("small", SMALL)):
        loses = replace(by_key[bet_id], step=one_throw(prizes))
        yield OtherReading(cite("R-craps-20"), loses, replace(loses, step=one_throw({**prizes, 7: PUSH})))
    for number in (4, 6):
        hard = by_key[f"hard_way:{number}"]
        for other in (PUSH, LOSE):
            yield OtherReading(cite("R-craps-21"), hard, replace(hard, step=hard_way_in_one_throw(number, other)))

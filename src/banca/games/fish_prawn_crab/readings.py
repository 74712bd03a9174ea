"""What another reading of the Fish-Prawn-Crab regulation would do. R-fpc-1, R-fpc-2."""

from collections.abc import Iterable
from dataclasses import replace

from banca.games.fish_prawn_crab.bets import bets
from banca.games.fish_prawn_crab.steps import pays_by
from banca.rulebook import Chosen, Odds, OtherReading, Win, citing

cite = citing("fish_prawn_crab")


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """The Chinese note to 5.4 to the letter, where one die loses as well and nothing wins; and 5.5 without its "only"."""
    by_key = {bet.key: bet for bet in bets(chosen)}
    one, two = by_key["one_colour:red"], by_key["two_colour:red"]
    yield OtherReading(cite("R-fpc-1"), one, replace(one, step=pays_by({})))
    prize = Win(Odds(3), cite("6.5"))
    yield OtherReading(cite("R-fpc-2"), two, replace(two, step=pays_by({2: prize, 3: prize})))

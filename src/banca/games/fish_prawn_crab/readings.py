"""What another reading of the Fish-Prawn-Crab regulation would do. R-fpc-1, R-fpc-2, R-fpc-5, R-fpc-6."""

from collections.abc import Iterable
from dataclasses import replace

from banca.games.fish_prawn_crab.bets import TOTALS, bets, without_triples
from banca.games.fish_prawn_crab.device import Figure, is_triple, total
from banca.games.fish_prawn_crab.steps import pays_by
from banca.rules import Chosen, Odds, OtherReading, Win, citing

cite = citing("fish_prawn_crab")


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """The other readings, side by side with ours.

    The Chinese note to 5.4 to the letter, where one die loses as well and nothing wins; 5.5 without its "only"; totals that a triple
    loses; 6.9 in Portuguese to the letter, where the triple of a chosen figure does not win.
    """
    by_key = {bet.key: bet for bet in bets(chosen)}
    one, two = by_key["one_colour:red"], by_key["two_colour:red"]
    yield OtherReading(cite("R-fpc-1"), one, replace(one, step=pays_by({})))
    prize = Win(Odds(3), cite("6.5"))
    yield OtherReading(cite("R-fpc-2"), two, replace(two, step=pays_by({2: prize, 3: prize})))
    for number in (6, 9):
        of_total = by_key[f"total:{number}"]
        count = replace(of_total, sees=total, step=pays_by({number: TOTALS[number]}))
        yield OtherReading(cite("R-fpc-5"), count, without_triples(count))
    any_triple, chosen_figure = by_key["any_triple"], Figure.FISH
    not_chosen = replace(any_triple, sees=lambda triple: is_triple(triple) and triple[0] != chosen_figure)
    yield OtherReading(cite("R-fpc-6"), any_triple, not_chosen)

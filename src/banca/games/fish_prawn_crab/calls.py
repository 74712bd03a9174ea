"""How a round is called at a table of Fish-Prawn-Crab: the figures, their total, and Small, Big or a triple. Articles 5 and 7."""

from banca.games.fish_prawn_crab.device import NAMES, Triple, is_triple, total
from banca.rules import Rules, State, Text, Win, _

FIGURES = _("{figures}: total {total}, {side}")
TRIPLE = _("three {figure}: total {total}, a triple, Small and Big lose")
SIDES = ("small", "big")


def called(rules: Rules, triple: Triple, table: State) -> Text:  # the shape of Rulebook.called
    """The figures as they lie, and what everybody at the table asks first."""
    if is_triple(triple):
        return TRIPLE.fill(figure=NAMES[triple[0]], total=total(triple))
    sides = (rules.bets[side] for side in SIDES)
    side = next(bet.name for bet in sides if isinstance(bet.verdict(bet.start, triple), Win))
    return FIGURES.fill(figures=[NAMES[one] for one in triple], total=total(triple), side=side)

"""How a round is called at a table of Fish-Prawn-Crab: the figures, their total, and Small, Big or a triple. Articles 5 and 7."""

from banca.games.fish_prawn_crab.device import NAMES, Triple, is_triple, total
from banca.rulebook import Phrase, Rules, State, Win, words

FIGURES = words(
    "{figures}: total {total}, {side}", pt="{figures}: número {total}, {side}", zh="{figures}：點數 {total}，{side}"
)
TRIPLE = words(
    "three {figure}: total {total}, a triple, Small and Big lose",
    pt="três {figure}: número {total}, três figuras iguais, perdem Pequeno e Grande",
    zh="三{figure}：點數 {total}，圍骰，大小皆輸",
)
SIDES = ("small", "big")


def called(rules: Rules, triple: Triple, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The figures as they lie, and what everybody at the table asks first."""
    if is_triple(triple):
        return Phrase(TRIPLE, {"figure": NAMES[triple[0]], "total": total(triple)})
    sides = (rules.bets[side] for side in SIDES)
    side = next(bet.name for bet in sides if isinstance(bet.verdict(bet.start, triple), Win))
    return Phrase(FIGURES, {"figures": [NAMES[one] for one in triple], "total": total(triple), "side": side})

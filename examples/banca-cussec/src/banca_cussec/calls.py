"""How a round is called at a Cussec table: the dice, their total, and Small, Big or a triple. Article B."""

from banca.rules import Rules, State, Text, Win, _

from banca_cussec.device import Triple, is_triple, total

DICE = _("{dice}: total {total}, {side}")
TRIPLE = _("three {number}: total {total}, Small and Big lose")


def called(rules: Rules, triple: Triple, table: State) -> Text:  # the shape of Rulebook.called
    """The dice as they lie, and what everybody at the table asks first."""
    if is_triple(triple):
        return TRIPLE.fill(number=triple[0], total=total(triple))
    sides = (rules.bets[side] for side in ("small", "big"))
    side = next(bet.name for bet in sides if isinstance(bet.verdict(bet.start, triple), Win))
    return DICE.fill(dice=list(triple), total=total(triple), side=side)

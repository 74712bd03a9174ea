"""How a round is called at a Cussec table: the dice, their total, and Small, Big or a triple. Article B."""

from banca.rulebook import Phrase, Rules, State, Win, words

from banca_cussec.device import Triple, is_triple, total

DICE = words("{dice}: total {total}, {side}", pt="{dice}: total {total}, {side}", zh="{dice}：總數 {total}，{side}")
TRIPLE = words(
    "three {number}: total {total}, Small and Big lose",
    pt="três {number}: total {total}, perdem Pequeno e Grande",
    zh="三個 {number}：總數 {total}，大小皆輸",
)


def called(rules: Rules, triple: Triple, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """The dice as they lie, and what everybody at the table asks first."""
    if is_triple(triple):
        return Phrase(TRIPLE, {"number": triple[0], "total": total(triple)})
    sides = (rules.bets[side] for side in ("small", "big"))
    side = next(bet.name for bet in sides if isinstance(bet.verdict(bet.start, triple), Win))
    return Phrase(DICE, {"dice": list(triple), "total": total(triple), "side": side})

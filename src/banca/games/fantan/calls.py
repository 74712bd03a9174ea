"""How a count is called at fantan: what is left of the heap. fantan 3.1."""

from banca.rules import Rules, State, Text, _

LEFT = _("{number} left: Fan {number}")


def called(rules: Rules, number: int, table: State) -> Text:  # the shape of Rulebook.called
    """What is left, 1 to 4."""
    return LEFT.fill(number=number)

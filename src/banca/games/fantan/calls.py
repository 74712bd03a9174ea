"""How a count is called at fantan: what is left of the heap. fantan 3.1."""

from banca.rulebook import Phrase, Rules, State, words

LEFT = words("{number} left: Fan {number}", pt="sobram {number}: Fan {number}", zh="餘 {number}：開 {number} 番")


def called(rules: Rules, number: int, table: State) -> Phrase:  # noqa: ARG001 - the shape of Rulebook.called
    """What is left, 1 to 4."""
    return Phrase(LEFT, {"number": number})

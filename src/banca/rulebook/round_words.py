"""What a regulation calls the round that is counted: a throw, a spin, a hand."""

from dataclasses import dataclass, fields

from banca.rulebook.wording import Given, words


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWords:
    """One round, several of them, and their number, as figures of a bet are named by them."""

    one: Given
    many: Given
    number: Given
    """What is counted, as a heading has it; Chinese counts with another word than it names."""
    in_one: Given
    """Of a bet that is decided at once."""
    several: Given
    """Of a bet that lasts."""

    def in_language(self, language: str) -> dict[str, str]:
        """The words by the names of the blanks that they fill."""
        return {one.name: getattr(self, one.name).told[language] for one in fields(self)}

    def put_into(self, text: Given) -> Given:
        """A text that has no other blanks than these."""
        return Given({language: said.format(**self.in_language(language)) for language, said in text.told.items()})


ROUND = RoundWords(
    one=words("round", pt="jogada", zh="局"),
    many=words("rounds", pt="jogadas", zh="局"),
    number=words("Rounds", pt="Jogadas", zh="局數"),
    in_one=words("in one round", pt="numa só jogada", zh="一局"),
    several=words("several rounds", pt="várias jogadas", zh="多局"),
)
"""Of a regulation that has no word of its own."""

"""What a regulation calls those who bet and the casino: its own words, where the texts of every game have the usual ones."""

from dataclasses import dataclass

from banca.rulebook.wording import Given, words

PLAYER = words("player", pt="jogador", zh="博彩者")
"""Who bets, in the texts of every game."""
CASINO = words("casino", pt="casino", zh="娛樂場")
"""In the texts of every game, and of a regulation that has no word of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """A regulation's words for what every regulation names."""

    player: Given = PLAYER
    casino: Given = CASINO

    def put_into(self, said: str, language: str) -> str:
        """A text of every game, in the words of one regulation.

        >>> OwnWords(player=words("player", pt="jogador", zh="閒家")).put_into("博彩者的注碼", "zh")
        '閒家的注碼'
        """
        for usual, own in ((PLAYER, self.player), (CASINO, self.casino)):
            said = said.replace(usual.told[language], own.told[language])
        return said


USUAL_WORDS = OwnWords()
"""Of a regulation that has no words of its own."""

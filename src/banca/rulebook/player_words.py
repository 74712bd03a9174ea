"""What a regulation calls those who bet: its own word, where the texts of every game have the usual one."""

from banca.rulebook.wording import Given, words

PLAYER = words("player", pt="jogador", zh="博彩者")
"""In the texts of every game, and of a regulation that has no word of its own."""


def with_player(said: str, player: Given, language: str) -> str:
    """A text of every game, with one game's word for a player.

    >>> with_player("博彩者的注碼", words("player", pt="jogador", zh="閒家"), "zh")
    '閒家的注碼'
    """
    return said.replace(PLAYER.told[language], player.told[language])

"""What a game between players is worth, where its folder says so in Python: each way of setting against each other."""

from collections.abc import Iterator
from itertools import product

from banca.games import find
from banca.i18n import Translator
from manual.markdown import code, table

EXPLAINED = """This game is played between players, one of whom is the banker; there is no bet against the house. What a seat is worth depends on how both sides set their
tiles: below is the mean gain of the player's seat per unit staked, commission counted, over all deals, exactly. `banca.{game}` has the functions.

"""


def policies_section(game: str, say: Translator) -> Iterator[str]:
    """The value of the player's seat for each pair of policies; nothing where the game has none."""
    part = find(game).part("python")
    if part is None or not hasattr(part, "policies"):
        return
    names = part.policies()
    yield "## What a seat is worth\n\n"
    yield EXPLAINED.format(game=game)
    rows = []
    for player, banker in product(names, names):
        value = part.value(player, banker)
        shares = (value.value_player, value.win, value.tie, value.lose, value.value_banker)
        worth = f"**{say.exact(value.value_player)}**"
        rows.append([code(player), code(banker), worth, *(say.percent(one) for one in shares)])
    head = ["player sets by", "banker sets by", "player's value", "", "wins", "ties", "loses", "banker's value"]
    yield table(head, rows, "llrrrrrr")

"""What becomes of a bet, in the words of its game's regulation."""

from banca.games import find
from banca.rules import KINDS, Lose, Push, Stay, Text, Win, _

PUSH = KINDS[Push]
RESULTS: dict[str, Text] = {
    KINDS[Win]: _("wins"),
    KINDS[Lose]: _("loses"),
    PUSH: _("ties"),
    KINDS[Stay]: _("stays"),
}


def results_of(game: str) -> dict[str, Text]:
    """By the kind of verdict; a regulation that returns stakes without calling it a tie has its own word."""
    book = find(game).rulebook
    return RESULTS | ({PUSH: book.push_word} if book and book.push_word else {})

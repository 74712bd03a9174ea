"""What becomes of a bet, in the words of its game's regulation."""

from banca.games import find
from banca.rulebook import KINDS, Lose, Push, Stay, Term, Win, term
from banca.rulebook.wording import Given

PUSH = KINDS[Push]
RESULTS: dict[str, Term | Given] = {
    KINDS[Win]: term("wins"),
    KINDS[Lose]: term("loses"),
    PUSH: term("ties"),
    KINDS[Stay]: term("stays"),
}


def results_of(game: str) -> dict[str, Term | Given]:
    """By the kind of verdict; a regulation that returns stakes without calling it a tie has its own word."""
    book = find(game).rulebook
    return RESULTS | ({PUSH: book.push_word} if book and book.push_word else {})

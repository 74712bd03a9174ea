"""Football poker from Python, as `banca.football_poker`: the next hand from the cards that are left, and what dealing on does."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banca.analysis.exact import Analysis, analysed
from banca.games.football_poker.rules import DECKS, RULEBOOK, cards_left
from banca.games.football_poker.rules import next_hand as bets_on_next_hand
from banca.rules.refusal import needs_extra

if TYPE_CHECKING:
    from banca.games.football_poker.exact import DealtOn

__all__ = ["dealt_on", "next_hand"]


def next_hand(seen: str | Sequence[str] = (), **options: object) -> dict[str, Analysis]:
    """Analyse every bet on the next hand exactly, given the cards that are out: `"K-9-4 5-2"`, or a list of hands or cards.

    Args:
        seen: The cards that are out.
        **options: The house's options by name; those not named keep their defaults.

    Returns:
        The analysis of each bet by its key.

    Raises:
        Refusal: A card is unknown, or is out more often than the packs have it.

    Examples:
        >>> next_hand("4-5-K", decks=1)["post"].house_edge
        Fraction(3085, 18424)
    """
    chosen = RULEBOOK.under(**options).chosen
    left = cards_left(chosen[DECKS], seen.split() if isinstance(seen, str) else seen)
    return {bet.key: analysed(bet) for bet in bets_on_next_hand(chosen, left)}


def dealt_on(decks: int = DECKS.default, shoes: int = 1_000_000) -> "DealtOn":
    """Return what dealing a shoe down to its cut card does to every bet: proven for one pack, measured for more (R-fp-3).

    Args:
        decks: Packs in the shoe.
        shoes: How many to deal if nothing is proven.

    Raises:
        Refusal: The extra `fast` is not installed.
    """
    with needs_extra("football_poker.dealt_on", "fast"):
        from banca.games.football_poker import exact
    return exact.dealt_on(decks, shoes)

"""What the other reading of football poker 10.1 would do. R-fp-1."""

from collections.abc import Iterable

from banca.games.football_poker.bets import PostOpens, post
from banca.games.football_poker.device import DECKS, shoe
from banca.rulebook import Chosen, OtherReading, citing

cite = citing("football_poker")


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """Post bets taken before the deal, and only once two cards make 0 or 9."""
    space = shoe(chosen[DECKS])
    yield OtherReading(cite("R-fp-1"), post(PostOpens.BEFORE_DEAL, space), post(PostOpens.ON_POST, space))

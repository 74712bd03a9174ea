"""What the other readings of football poker 10.1 would do. R-fp-1."""

from collections.abc import Iterable

from banca.games.football_poker.bets import POST_OPENS, has_third_card, post, post_in_action
from banca.games.football_poker.device import DECKS, shoe
from banca.rules import Chosen, OtherReading


def other_readings(chosen: Chosen) -> Iterable[OtherReading]:
    """Post bets taken before the deal; only once two cards make 0 or 9; and taken before, but in action only then."""
    space, reading = shoe(chosen[DECKS]), POST_OPENS.cite
    as_read = post(space, (reading,))
    yield OtherReading(reading, as_read, post_in_action(space.given(has_third_card), (reading,)))
    yield OtherReading(reading, as_read, post_in_action(space, (reading,)))

"""The play money of seats that the program plays: it comes in and goes out by the cage, as everybody's does."""

from collections.abc import Callable, Iterator

from banca.house.cage import CashIn, CashOut
from banca.house.request import LiveTable
from banca.live.event import Closed, Event, Left, PracticeSeated, wallet
from banca.live.kinds import KindOf
from banca.live.seating import PRACTICE, PRACTICE_MONEY
from banca.rules import Refusal, _

OF_PRACTICE = KindOf(PracticeSeated, Left, Closed)
"""What may concern the money of practice seats; nothing else that happens does."""


def check_play_money(events: tuple[Event, ...], *, is_play_money: bool) -> None:
    """Refuse a practice seat where players' money is worth something: what it loses, somebody would take to the cage."""
    if not is_play_money and any(isinstance(event, PracticeSeated) for event in events):
        raise Refusal(
            "practice_needs_play_money",
            _("practice seats are allowed only where all money is play money, as in a house started with --demo"),
        )


def at_the_cage(table: LiveTable, events: tuple[Event, ...], holds: Callable[[str], int]) -> Iterator[CashIn | CashOut]:
    """What the cage pays out to practice seats that sit down at a table, and takes back from those that leave it.

    A name has one wallet wherever it sits: it is filled up when it sits down, and emptied when it leaves or its table closes.
    """
    for event in events:
        if isinstance(event, PracticeSeated):
            lacks = PRACTICE_MONEY - holds(wallet(event.player))
            if lacks > 0:
                yield CashIn(player=event.player, stake=lacks)
        for player in _gone(table, event):
            if held := holds(wallet(player)):
                yield CashOut(player=player, stake=held)


def _gone(table: LiveTable, event: Event) -> list[str]:
    """Practice seats that play no more after this."""
    if isinstance(event, Left) and event.player.startswith(PRACTICE):
        return [event.player]
    return list(table.state.practice) if isinstance(event, Closed) else []

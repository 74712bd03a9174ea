"""The window of one draw: from the commitment to its seed, through players' pledges, to the draw that opens it. R-live-3."""

from hashlib import sha256
from typing import TypeVar

from msgspec import structs

from banca.live.command import Pledge, Reveal
from banca.live.draw_event import (
    DevicesPublished,
    Pledged,
    PledgesClosed,
    Revealed,
    SeedCommitted,
    SeedLost,
    SeedOpened,
)
from banca.live.event import Event
from banca.live.table import TableState, Window
from banca.rules import _
from banca.rules.refusal import Defect, Refusal
from banca.rules.text import citing

cite = citing("rulebook")
DRAWN_TOGETHER = cite("R-live-3")
"""What is drawn follows from the house's committed seed and the players' numbers."""


S = TypeVar("S", bound=TableState)


def digest_of(nonce: str) -> str:
    """What a player pledges: the SHA-256 digest of the number's bytes.

    >>> digest_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return sha256(bytes.fromhex(nonce)).hexdigest()


def pledged(window: Window, command: Pledge, player: str, *, is_open: bool) -> Pledged:
    """A player pledges a number, once for each draw; refused where the bets are closed."""
    if not is_open:
        raise Refusal(
            "no_pledges_now",
            _(
                "no number can be pledged now; numbers can be pledged at a table that draws its results, while bets are open"
            ),
            DRAWN_TOGETHER,
        )
    if player in window.pledges:
        raise Refusal(
            "pledged_already", _("{asked} has already pledged a number for this draw"), DRAWN_TOGETHER, asked=player
        )
    return Pledged(player=player, number=window.number, pledge=command.pledge)


def revealed(window: Window, command: Reveal, player: str) -> Revealed:
    """A player shows the number, as it was pledged; nobody does while bets are open."""
    if not window.is_closed or player not in window.pledges or player in window.nonces:
        raise Refusal(
            "nothing_to_reveal",
            _(
                "there is nothing for {asked} to reveal now; a pledged number is revealed once, after the bets close and before the draw"
            ),
            DRAWN_TOGETHER,
            asked=player,
        )
    if digest_of(command.nonce) != window.pledges[player]:
        raise Refusal("not_as_pledged", _("this is not the number that {asked} pledged"), DRAWN_TOGETHER, asked=player)
    return Revealed(player=player, number=window.number, nonce=command.nonce)


def evolve_window(state: S, event: Event) -> S:
    """The table after what happened around a draw."""
    window = state.window
    match event:
        case SeedCommitted():
            window = Window(number=event.number, commitment=event.commitment)
        case Pledged():
            window = structs.replace(window, pledges={**window.pledges, event.player: event.pledge})
        case PledgesClosed():
            window = structs.replace(window, is_closed=True)
        case Revealed():
            window = structs.replace(window, nonces={**window.nonces, event.player: event.nonce})
        case SeedOpened() | SeedLost():
            window = Window(number=event.number)
        case DevicesPublished():
            return state
        case _:
            raise Defect(f"a table knows no {type(event).__name__}")
    return structs.replace(state, window=window)

"""How the program plays a seat at Pai Kao: as the table asks, and with its tiles set by a policy."""

from collections.abc import Iterator

from banca.games.pai_kao import acts
from banca.games.pai_kao.conduct import PaiKaoConduct, owed_by_practice
from banca.games.pai_kao.exact import Seat, hand_of, in_order, policy
from banca.games.pai_kao.hands import format_setting, settings
from banca.games.pai_kao.state import PaiKaoState
from banca.live.command import Command
from banca.live.moves import Move, Patience

DEMO_SEATS = tuple(
    acts.SeatPractice(player=f"gate-{gate}", gate=gate, policy=name)
    for gate, name in {2: "balanced", 5: "equilibrium", 7: "highest_rear"}.items()
)
"""The gates that the program plays at the demo's table, and how."""


def moves(conduct: PaiKaoConduct, state: PaiKaoState) -> Iterator[Move]:
    """What practice seats do now; a shake ends the staking, so persons who may still stake are waited for."""
    for owed in owed_by_practice(state, conduct.opened):
        if owed.command is None:
            yield Move(owed.player, list(_settings(state, owed.sets, owed.player)))
        else:
            is_shake = isinstance(owed.command, acts.Shake)
            waits = Patience.LONG if _awaits_stakes(state) else Patience.SHORT
            yield Move(owed.player, [(owed.command, 1)], waits if is_shake else Patience.NONE)


def _settings(state: PaiKaoState, gate: int, player: str) -> Iterator[tuple[Command, int]]:
    """The settings that the seat's policy takes for these tiles, each with its weight."""
    tiles = state.tiles[gate]
    seat = Seat.BANKER if gate == state.banker else Seat.PLAYER
    weights = policy(state.practice[player], seat).weights[hand_of(tiles)]
    for setting, weight in zip(settings(in_order(tiles)), weights, strict=True):
        yield acts.SetTiles(gate=gate, setting=format_setting(setting)), weight


def _awaits_stakes(state: PaiKaoState) -> bool:
    """Whether a person holds a gate and may still stake."""
    persons = [who for gate, who in state.gates.items() if who not in state.practice and gate != state.banker]
    return (
        state.phase == acts.BANK_OPEN and not state.window.is_closed and any(not state.staked(who) for who in persons)
    )

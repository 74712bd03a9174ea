"""How the program plays a seat at Pai Kao: as the table asks, and with its tiles set by a policy."""

from collections.abc import Iterator

from banca.games.pai_kao import table
from banca.games.pai_kao.exact import Seat, hand_of, in_order, policy
from banca.games.pai_kao.hands import format_setting, settings
from banca.games.pai_kao.state import PaiKaoState
from banca.games.pai_kao.table import PaiKaoEngine, is_too_long
from banca.tables.commands import Command
from banca.tables.engine import PracticeMove, WaitLevel

DEMO_SEATS = tuple(
    table.SeatPractice(player=f"gate-{gate}", gate=gate, policy=name)
    for gate, name in {2: "balanced", 5: "equilibrium", 7: "highest_rear"}.items()
)
"""The gates that the program plays at the demo's table, and how."""

PRINCIPAL_STAKES = 20
"""The principal of a practice seat, in minimum stakes."""


def moves(engine: PaiKaoEngine, state: PaiKaoState) -> Iterator[PracticeMove]:
    """Yield what practice seats owe in this phase: the first that the table allows is done; nothing while it waits for somebody else.

    The first shake of a round ends the betting: the house holds it back as long as it gives the other players time.
    """
    banker, minimum = state.banking_practice_seat, engine.opened.minimum
    seats = [(gate, who) for gate, who in sorted(state.gates.items()) if who in state.practice]
    match state.phase:
        case table.SETTLED | table.STACKED if not state.banker:
            # A bank that is free goes to a person who may still want it.
            wanted = state.gates.keys() - state.refusing - {gate for gate, _ in seats}
            takers = [who for gate, who in seats if gate not in state.refusing]
            if takers and not wanted:
                yield _move(takers[0], table.TakeBank())
        case table.SETTLED | table.STACKED if banker and is_too_long(state):
            yield _move(banker, table.PassBank())
        case table.STACKED if banker:
            principal = max(state.least_principal(banker), PRINCIPAL_STAKES * minimum)
            yield _move(banker, table.PutDownPrincipal(stake=principal))
            yield _move(banker, table.PassBank())  # where it cannot pay for that principal
        case table.BANK_OPEN | table.STACKED_AGAIN:
            if state.phase == table.BANK_OPEN:
                for gate, who in seats:
                    if gate != state.banker and not state.staked(who):
                        yield _move(who, table.StakeOnGate(gate=gate, stake=minimum))
            if banker:
                yield _move(banker, table.Shake(), WaitLevel.LONG if _awaits_stakes(state) else WaitLevel.SHORT)
        case table.SHAKEN if banker and not state.dice:
            yield _move(banker, table.ShakeAgain())
        case table.DEALT:
            to_be_set = state.to_be_set()
            for gate in to_be_set:
                if (who := state.setters[gate]) in state.practice:
                    yield PracticeMove(who, list(_settings(state, gate, who)))
            # Where the casino has the last word on the banker's tiles, the croupier turns them: R-pk-2.
            if banker and not to_be_set and not state.casino_may_object:
                yield _move(banker, table.TurnBanker())
        case _:
            pass


def _move(player: str, command: Command, patience: WaitLevel = WaitLevel.NONE) -> PracticeMove:
    return PracticeMove(player, [(command, 1)], patience)


def _settings(state: PaiKaoState, gate: int, player: str) -> Iterator[tuple[Command, int]]:
    """The settings that the seat's policy takes for these tiles, each with its weight."""
    tiles = state.tiles[gate]
    # A policy's weights stand in the order of the hand's kinds, whatever order the tiles were dealt in.
    seat = Seat.BANKER if gate == state.banker else Seat.PLAYER
    weights = policy(state.practice[player], seat).weights[hand_of(tiles)]
    for setting, weight in zip(settings(in_order(tiles)), weights, strict=True):
        yield table.SetTiles(gate=gate, setting=format_setting(setting)), weight


def _awaits_stakes(state: PaiKaoState) -> bool:
    persons = [who for gate, who in state.gates.items() if who not in state.practice and gate != state.banker]
    is_open = state.phase == table.BANK_OPEN and not state.window.is_closed
    return is_open and any(not state.staked(who) for who in persons)

"""What the program does at a table: the croupier's next act at an automatic table, and the acts of practice seats."""

from collections.abc import Iterator

from banca.games import find
from banca.house.commands import CommandRequest, DealtBy, LiveTable
from banca.house.house import House
from banca.house.rng import SYSTEM, Source, draw
from banca.rules import Refusal
from banca.tables.commands import AUTOMATIC, Actor, Command, Role
from banca.tables.engine import PracticeMove, WaitLevel

MOST_ACTS = 100
"""Of practice seats in one turn."""


def croupier_acts(table: LiveTable) -> list[Command]:
    """Return what the croupier of an automatic table may do next, the likeliest first; nothing while it waits for players.

    No round begins for practice seats alone.
    """
    if table.opened.conduct != DealtBy.AUTOMATIC or table.state.is_closed or _is_practice_alone(table):
        return []
    return table.engine.croupier_acts(table.state, AUTOMATIC)


def practice_acts(
    table: LiveTable, source: Source = SYSTEM, patience: WaitLevel = WaitLevel.OVER
) -> Iterator[tuple[Actor, Command]]:
    """Yield what practice seats do now, when people have been waited for so long; a mixed policy draws."""
    if table.state.is_closed or not table.state.practice or _is_practice_alone(table):
        return
    for move in _moves(table):
        if move.patience <= patience:
            yield Actor(move.player, Role.PLAYER), draw(move.commands, source)


def _moves(table: LiveTable) -> Iterator[PracticeMove]:
    part = find(table.opened.game).part("practice", "moves")
    yield from part.moves(table.engine, table.state) if part else table.engine.practice_moves(table.state)


def _is_practice_alone(table: LiveTable) -> bool:
    # What the program played alone would fill the journal for ever.
    state = table.state
    between = state.phase == table.engine.start.phase and not state.has_stakes
    return between and bool(state.practice) and len(state.practice) == len(state.seats)


def play_practice_seats(house: House, table_id: str, patience: WaitLevel) -> None:
    """Let the practice seats of a table play until they wait for somebody."""
    for _ in range(MOST_ACTS):
        table = house.table(table_id)
        acts = list(practice_acts(table, patience=patience))
        if not any(_do(house, table, actor, command) for actor, command in acts):
            return


def deal_next(house: House, table_id: str) -> None:
    """Do the croupier's next act at an automatic table, if there is one."""
    table = house.table(table_id)
    any(_do(house, table, AUTOMATIC, command) for command in croupier_acts(table))


def act_for_absent(house: House, table_id: str, patience: WaitLevel) -> None:
    """Do at a table what people who are away leave undone, if they have been waited for so long."""
    table = house.table(table_id)
    for actor, command in list(table.engine.late_acts(table.state, patience)):
        _do(house, house.table(table_id), actor, command)


def _do(house: House, table: LiveTable, actor: Actor, command: Command) -> bool:
    # The id names the entry that it follows: two processes that attend to one table do it once.
    try:
        house.do(
            CommandRequest(table=table.id, actor=actor, id=f"{command.do}-{table.seq}", command=command, seq=table.seq)
        )
    except Refusal:
        return False
    return True

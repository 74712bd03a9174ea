"""What the seats that the program plays owe the table now: everything but how their tiles are set, which is the policy's."""

from collections.abc import Iterator
from typing import NamedTuple

from banca.games.pai_kao import acts
from banca.games.pai_kao.live.banking import is_too_long
from banca.games.pai_kao.live.state import PaiKaoState
from banca.live.command import Command
from banca.live.event import Opened

PRINCIPAL_STAKES = 20
"""The principal of a practice seat, in minimum stakes."""


class Owed(NamedTuple):
    """A practice seat's next act: a command, or the gate whose tiles it sets."""

    player: str
    command: Command | None = None
    sets: int = 0


def owed_by_practice(table: PaiKaoState, opened: Opened) -> list[Owed]:
    """What practice seats owe in this phase: the first that the table allows; empty while it waits for somebody else.

    The first shake of a round ends the betting: the house holds it back as long as it gives the other players time.
    """
    match table.phase:
        case acts.SETTLED | acts.STACKED:
            return list(_bank(table, opened))
        case acts.BANK_OPEN:
            return [*_stakes(table, opened), *(Owed(who, acts.Shake()) for who in _banker(table))]
        case acts.STACKED_AGAIN:
            return [Owed(who, acts.Shake()) for who in _banker(table)]
        case acts.SHAKEN:
            return [Owed(who, acts.ShakeAgain()) for who in _banker(table) if not table.dice]
        case acts.DEALT:
            return list(_settings(table))
        case _:
            return []


def _banker(table: PaiKaoState) -> list[str]:
    """The banker, where the program plays it."""
    return [table.banker_name] if table.banker_name in table.practice else []


def _bank(table: PaiKaoState, opened: Opened) -> Iterator[Owed]:
    """A practice seat takes a free bank that no other player wants, puts down its principal, and passes on what it cannot pay for or has had."""
    if not table.banker:
        wanted = [gate for gate, who in table.gates.items() if who not in table.practice and gate not in table.refusing]
        takers = [
            who for gate, who in sorted(table.gates.items()) if who in table.practice and gate not in table.refusing
        ]
        if takers and not wanted:
            yield Owed(takers[0], acts.TakeBank())
        return
    for who in _banker(table):
        if is_too_long(table):
            yield Owed(who, acts.PassBank())
        elif table.phase == acts.STACKED:
            again = table.principal_before + max(table.won_before, 0) if table.banked_before == who else 0
            yield Owed(who, acts.PutDownPrincipal(stake=max(again, PRINCIPAL_STAKES * opened.minimum)))
            yield Owed(who, acts.PassBank())


def _stakes(table: PaiKaoState, opened: Opened) -> Iterator[Owed]:
    """The minimum on its own gate."""
    for gate, who in sorted(table.gates.items()):
        if who in table.practice and gate != table.banker and not table.staked(who):
            yield Owed(who, acts.StakeOnGate(gate=gate, stake=opened.minimum))


def _settings(table: PaiKaoState) -> Iterator[Owed]:
    """Its tiles; then, as banker, to turn them, unless that is the croupier's. R-pk-2."""
    open_gates = table.to_be_set()
    for gate in open_gates:
        if table.setters[gate] in table.practice:
            yield Owed(table.setters[gate], sets=gate)
    if not open_gates and (table.form.casino_sets or not table.casino_decides):
        yield from (Owed(who, acts.TurnBanker()) for who in _banker(table))

"""What the seats that the program plays owe the table now; the house turns it into commands."""

from collections.abc import Iterator
from typing import NamedTuple

from banca.games.pai_kao.live.banking import is_too_long
from banca.games.pai_kao.live.state import PaiKaoLive
from banca.live.event import Opened
from banca.rulebook import words

POLICIES = {
    "highest_front": words("highest front", pt="maior à frente", zh="最大前線"),
    "highest_rear": words("highest rear", pt="maior atrás", zh="最大後線"),
    "balanced": words("balanced", pt="equilibrada", zh="前後兼顧"),
    "equilibrium": words("equilibrium", pt="equilíbrio", zh="均衡"),
}
"""How a practice seat sets its tiles: the policies that Banca analyses, and what they are called."""

PRINCIPAL_STAKES = 20
"""The principal of a practice seat, in minimum stakes."""


class Owed(NamedTuple):
    """A practice seat's next act: `gate` where it takes one, `stake` in avos where it takes one."""

    player: str
    act: str
    gate: int = 0
    stake: int = 0


def practice_moves(live: PaiKaoLive, opened: Opened) -> list[Owed]:
    """What practice seats owe in this phase: the first that the table allows; empty while it waits for somebody else.

    A shake ends the staking: the house holds it back as long as it gives the other players time.
    """
    match live.phase:
        case "settled" | "stacked":
            return list(_bank(live, opened))
        case "bank open":
            return [*_stakes(live, opened), *(Owed(who, "shake") for who in _banker(live))]
        case "shaken":
            return [Owed(who, "shake_again") for who in _banker(live) if not live.dice]
        case "dealt":
            return list(_settings(live))
        case _:
            return []


def _banker(live: PaiKaoLive) -> list[str]:
    """The banker, where the program plays it."""
    return [live.banker_name] if live.banker_name in live.practice else []


def _bank(live: PaiKaoLive, opened: Opened) -> Iterator[Owed]:
    """A practice seat takes a free bank that no other player wants, puts down its principal, and passes on what it cannot pay for or has had."""
    if not live.banker:
        wanted = [gate for gate, who in live.gates.items() if who not in live.practice and gate not in live.refusing]
        takers = [who for gate, who in sorted(live.gates.items()) if who in live.practice and gate not in live.refusing]
        if takers and not wanted:
            yield Owed(takers[0], "take_bank")
        return
    for who in _banker(live):
        if is_too_long(live):
            yield Owed(who, "pass_bank")
        elif live.phase == "stacked":
            again = live.principal_before + max(live.won_before, 0) if live.banked_before == who else 0
            yield Owed(who, "put_down_principal", stake=max(again, PRINCIPAL_STAKES * opened.minimum))
            yield Owed(who, "pass_bank")


def _stakes(live: PaiKaoLive, opened: Opened) -> Iterator[Owed]:
    """The minimum on its own gate."""
    for gate, who in sorted(live.gates.items()):
        if who in live.practice and gate != live.banker and not live.staked(who):
            yield Owed(who, "stake", gate=gate, stake=opened.minimum)


def _settings(live: PaiKaoLive) -> Iterator[Owed]:
    """Its tiles; then, as banker, to turn."""
    open_gates = live.to_be_set()
    for gate in open_gates:
        if live.setters[gate] in live.practice:
            yield Owed(live.setters[gate], "set_tiles", gate=gate)
    if not open_gates:
        yield from (Owed(who, "turn_banker") for who in _banker(live))

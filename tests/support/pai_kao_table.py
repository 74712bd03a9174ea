"""A Pai Kao table with its books, for tests: every command also checks the money and the journal's form."""

from typing import Any, Self

import pytest

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live import CASINO
from banca.games.pai_kao.procedure import betting_order, first_gate_dealt
from banca.games.pai_kao.tiles import TILES
from banca.live.command import Actor, Role
from banca.live.event import Event, wallet
from banca.rulebook import Refusal
from live import CROUPIER, ROLES, At

DICE = (1, 1, 1, 2)
FUNDED = 10_000_000
LIMITS = {"minimum": 100, "maximum": 100_000, "chip": 1, "player_maximum": 200_000}


class Table(At):
    """A Pai Kao table; everybody but croupier, supervisor and inspector is a player, and comes with money."""

    def __init__(self, chance: str = "observed", seed: int = 1, **terms: int) -> None:
        """By today's form of the procedure, or as `procedure` says."""
        super().__init__("pai_kao", chance, seed, bank=0, **(LIMITS | terms))

    def fund(self, who: str) -> None:
        if wallet(who) not in self.books and who not in ROLES:
            self.give(who, FUNDED)

    def ask(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        self.fund(who)
        return super().ask(who, do, **fields)

    def stakes(self, *placed: tuple[str, int, int]) -> Self:
        """Place stakes: who, on which gate, how much."""
        for who, gate, stake in placed:
            self.do(who, "stake", gate=gate, stake=stake)
        return self

    def refuses(self, code: str, cite: str, who: str, do: str, **fields: Any) -> None:
        """Assert that an act is refused with a code and a clause."""
        with pytest.raises(Refusal) as caught:
            self.do(who, do, **fields)
        assert (caught.value.code, str(caught.value.cite)) == (code, cite)

    def set_all(self, choice: int = 0) -> None:
        for gate in self.live.to_be_set():
            who = self.live.setters[gate]
            written = format_setting(three_settings(self.live.tiles[gate])[choice])
            self.do("croupier" if who == CASINO else who, "set_tiles", gate=gate, setting=written)

    def finish(self, choice: int = 0) -> tuple[Event, ...]:
        self.set_all(choice)
        self.do("croupier" if self.live.casino_decides else self.live.banker_name, "turn_banker")
        self.do("croupier", "turn_gates")
        return self.do("croupier", "settle")


def seated(*players: str, chance: str = "observed", **terms: int) -> Table:
    """Players at gates 1, 2, 3 …; the first has the bank, and the tiles are stacked."""
    table = Table(chance, **terms)
    table.do("supervisor", "fund_bank", stake=FUNDED)
    for gate, player in enumerate(players, 1):
        table.do(player, "sit", gate=gate)
    table.do(players[0], "take_bank")
    table.do("croupier", "mix_and_stack")
    return table


def banking(*players: str, principal: int = 10_000, casino: int = 0, **terms: Any) -> Table:
    """The first player banks, and the casino beforehand, where it does."""
    table = seated(*players, **terms)
    if casino:
        table.do("croupier", "co_bank", stake=casino)
    table.do(players[0], "put_down_principal", stake=principal)
    return table


def in_stack_order(hands: dict[int, str], banker: int = 1, dice: tuple[int, ...] = DICE) -> tuple[str, ...]:
    """The set stacked so that these gates get these tiles."""
    rest = list(TILES)
    for face in " ".join(hands.values()).split():
        rest.remove(face)
    first, _ = first_gate_dealt(banker, dice)
    dealt = []
    for gate in (first, *betting_order(first)):
        dealt += hands[gate].split() if gate in hands else [rest.pop() for _ in range(4)]
    return tuple(dealt)


def deal(table: Table, **hands: str) -> None:
    table.do(table.live.banker_name, "shake", dice=DICE)
    by_gate = {int(name[1:]): tiles for name, tiles in hands.items()}
    table.do("croupier", "deal", tiles=in_stack_order(by_gate, table.live.banker))


STRONG, MIDDLE, WEAK = "6-6 6-6 1-1 1-1", "4-4 5-6 5-5 3-6", "5-5 4-6 1-3 1-6"


def play_round(table: Table, **stakes: int) -> tuple[Event, ...]:
    """Everybody stakes on their own gate."""
    for who, amount in stakes.items():
        table.do(who, "stake", gate=table.live.gate_of(who), stake=amount)
    deal(table, **{f"g{table.live.banker}": STRONG})
    return table.finish()


def viewer(who: str) -> Actor:
    """Whoever looks: the casino by its croupier."""
    return CROUPIER if who == CASINO else Actor(who, Role.PLAYER)


def sees(table: Table, who: str) -> set[int]:
    tiles = table.conduct.view(table.live, viewer(who))["tiles"]
    assert isinstance(tiles, dict)
    return set(map(int, tiles))


def setting_of(table: Table, gate: int, choice: int = 0) -> str:
    """One of the three ways to set a gate's tiles, as it is written."""
    return format_setting(three_settings(table.live.tiles[gate])[choice])

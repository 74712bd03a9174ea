"""A Pai Kao table with its books, for tests: every command also checks the money and the journal's form."""

import random
from typing import Any, Union

import msgspec
from banca.live.common import Chance, Funds, Want

from banca.games.pai_kao import settings as three_settings
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.live import CASINO, EVENTS, SHUFFLE, PaiKaoConduct
from banca.games.pai_kao.procedure import betting_order, first_gate_dealt
from banca.games.pai_kao.tiles import TILES
from banca.live import event as happened
from banca.live.command import Actor, Command, Role
from banca.live.event import BANK, OUTSIDE, STAKES, Event, Opened, wallet

SHARED = tuple(
    kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
JOURNAL = msgspec.json.Decoder(Union[(*SHARED, *EVENTS)])
ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR, "inspector": Role.INSPECTOR}
DICE = (1, 1, 1, 2)
FUNDED = 10_000_000


class Table:
    """A table with its books; everybody but croupier, supervisor and inspector is a player."""

    def __init__(self, chance: str = "observed", seed: int = 1, **terms: int) -> None:
        limits: dict[str, Any] = {"minimum": 100, "maximum": 100_000, "chip": 1, "player_maximum": 200_000} | terms
        self.opened = Opened(
            game="pai_kao", instrument="", options={}, chance=chance, conduct="croupier", version="", **limits
        )
        self.conduct = PaiKaoConduct(self.opened)
        self.live = self.conduct.start
        self.events: list[Event] = []
        self.books: dict[str, int] = {OUTSIDE: 0}
        self.rng = random.Random(seed)  # noqa: S311 - a test repeats itself
        self.hidden = ""

    def balance(self, name: str) -> int:
        return self.books.get(name, 0)

    def chance(self, command: Command) -> Chance | None:
        wanted = self.conduct.wants(self.live, command)
        if wanted is None:
            return None
        want, possible = wanted
        if want is Want.DRAW:
            return Chance(outcome=self.rng.choice(possible)[0])
        if want is Want.HIDE:
            assert possible is SHUFFLE
            self.hidden = " ".join(self.rng.sample(TILES, len(TILES)))
            return Chance(commitment=f"digest of {hash(self.hidden)}")
        return Chance(outcome=self.hidden, nonce="nonce") if self.hidden else None

    def fund(self, who: str) -> None:
        if wallet(who) not in self.books and who not in ROLES:
            self.books[OUTSIDE] -= FUNDED
            self.books[wallet(who)] = FUNDED

    def do(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        command = Command(do=do, **fields)
        self.fund(who)
        funds = Funds(wallet=self.balance(wallet(who)), bank=self.balance(BANK))
        actor = Actor(who, ROLES.get(who, Role.PLAYER))
        found = self.conduct.decide(self.live, command, actor, funds, self.chance(command))
        for event in found:
            self.apply(event)
        assert sum(self.books.values()) == 0
        assert all(held >= 0 for name, held in self.books.items() if name != OUTSIDE), self.books
        lies = sum(stake.amount for _, stake in self.live.in_play()) + sum(share.amount for share in self.live.bank)
        assert self.balance(STAKES) == lies
        return found

    def apply(self, event: Event) -> None:
        assert JOURNAL.decode(msgspec.json.encode(event)) == event
        self.live = self.conduct.evolve(self.live, event)
        self.events.append(event)
        for source, target, amount in event.transfers():
            assert amount >= 0, event
            self.books[source] = self.balance(source) - amount
            self.books[target] = self.balance(target) + amount

    def set_all(self, choice: int = 0) -> None:
        for gate in self.live.to_be_set():
            who = self.live.setters[gate]
            written = format_setting(three_settings(self.live.tiles[gate])[choice])
            self.do("croupier" if who == CASINO else who, "set_tiles", gate=gate, setting=written)

    def finish(self, choice: int = 0) -> tuple[Event, ...]:
        self.set_all(choice)
        self.do(self.live.banker_name, "turn_banker")
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


def banking(*players: str, principal: int = 10_000, **terms: Any) -> Table:
    table = seated(*players, **terms)
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


def sees(table: Table, viewer: str) -> set[int]:
    tiles = table.conduct.view(table.live, viewer, sees_all=False)["tiles"]
    assert isinstance(tiles, dict)
    return set(tiles)

"""Drive a live table: every command also checks the money, the form of the journal, and the replay."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, Self

import msgspec
import pytest

from banca.games import find
from banca.games.pai_kao.hands import format_setting
from banca.games.pai_kao.hands import settings as three_settings
from banca.games.pai_kao.procedure import betting_order, first_gate_dealt
from banca.games.pai_kao.tiles import TILES
from banca.house.commands import engine_of
from banca.rules import Refusal
from banca.tables.acts import Act, ActKind
from banca.tables.banked import CASINO
from banca.tables.chance import Chance, Device, DrawKind, ShuffledPieces
from banca.tables.commands import Actor, Command, Role
from banca.tables.events import BANK, OUTSIDE, STAKES, BankFunded, Event, TableOpened, wallet
from banca.tables.state import Funds

ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR, "inspector": Role.INSPECTOR}
CROUPIER = Actor("croupier", Role.CROUPIER)


def opened(game: str, chance: str = "observed", **terms: Any) -> TableOpened:
    options = {name: str(value) for name, value in terms.pop("options", {}).items()}
    limits: dict[str, Any] = {"minimum": 1000, "maximum": 1_000_000, "chip": 50, "player_maximum": 5_000_000}
    terms = {"procedure": find(game).procedure} | limits | terms
    return TableOpened(
        game=game,
        instrument="",
        options=options,
        chance=chance,
        conduct="croupier",
        version="",
        **terms,
    )


def actor(who: str) -> Actor:
    return Actor(who, ROLES.get(who, Role.PLAYER))


def drawn(possible: Device, rng: random.Random) -> str:
    """One of the results that can come up."""
    if isinstance(possible, ShuffledPieces):
        return " ".join(rng.sample(possible.pieces, len(possible.pieces)))
    results, weights = zip(*possible.results, strict=True)
    (result,) = rng.choices(results, weights)
    return str(result)


class At:
    """A table of any game with its books: players are anybody but croupier, supervisor and inspector."""

    def __init__(
        self, game: str, chance: str = "observed", seed: int = 1, bank: int = 100_000_000, **terms: Any
    ) -> None:
        self.opened = opened(game, chance, **terms)
        self.engine: Any = engine_of(self.opened)
        """Of the game's own kind."""
        self.live: Any = self.engine.start
        self.events: list[Event] = []
        self.books: dict[str, int] = {OUTSIDE: 0}
        self.rng = random.Random(seed)  # a test repeats itself
        self.hidden = ""
        self._written = msgspec.json.Decoder(self.engine.codec.event)
        if bank:
            self.apply([BankFunded(amount=bank)])

    def apply(self, events: Sequence[Event]) -> None:
        for event in events:
            written = msgspec.json.encode(event)
            assert msgspec.json.encode(self._written.decode(written)) == written
            self.live = self.engine.evolve(self.live, event)
            self.events.append(event)
            for source, target, amount in event.transfers():
                assert amount >= 0, event
                self.books[source] = self.balance(source) - amount
                self.books[target] = self.balance(target) + amount
        self.check_money()

    def check_money(self) -> None:
        assert sum(self.books.values()) == 0
        assert all(balance >= 0 for name, balance in self.books.items() if name != OUTSIDE), self.books
        assert self.balance(STAKES) == self.live.money

    def balance(self, name: str) -> int:
        return self.books.get(name, 0)

    def give(self, player: str, amount: int) -> None:
        self.books[OUTSIDE] -= amount
        self.books[wallet(player)] = self.balance(wallet(player)) + amount

    def command(self, do: str, **fields: Any) -> Command:
        read: Command = self.engine.codec.read({"do": do, **fields})
        return read

    def chance(self, command: Command) -> Chance | None:
        wanted = self.engine.draw_request(self.live, command)
        if wanted is None:
            return None
        if wanted.kind in (DrawKind.OPEN, DrawKind.RECALL):
            return Chance(outcome=self.hidden, nonce="n", round=self.live.round) if self.hidden else None
        result = drawn(wanted.device, self.rng)
        if wanted.kind is DrawKind.DRAW:
            return Chance(outcome=result)
        self.hidden = result
        return Chance(commitment="digest", round=self.live.round)

    def ask(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        return self.ask_with(who, self.command(do, **fields))

    def ask_with(self, who: str, command: Command) -> tuple[Event, ...]:
        funds = Funds(wallet=self.balance(wallet(command.concerns or who)), bank=self.balance(BANK))
        events: tuple[Event, ...] = self.engine.decide(self.live, command, actor(who), funds, self.chance(command))
        return events

    def do(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        events = self.ask(who, do, **fields)
        self.apply(events)
        return events

    def can(self, who: str, do: str, **fields: Any) -> bool:
        try:
            self.ask(who, do, **fields)
        except Refusal:
            return False
        return True

    def offers(self, who: str) -> set[str]:
        """The acts that the table says somebody may do now."""
        return {one.do for one in self.engine.available_acts(self.live, actor(who))}

    def seat(self, *players: str, money: int = 10_000_000) -> "At":
        for player in players:
            self.give(player, money)
            self.do(player, "sit")
        return self

    def net(self, player: str, money: int = 10_000_000) -> int:
        """What the player has won so far, with what still lies on the table."""
        staked: int = self.live.money_of(player)
        return self.books[wallet(player)] + staked - money

    def check_replay(self) -> None:
        """The events alone, through JSON, lead to the same state."""
        replayed = self.engine.start
        for event in self.events:
            replayed = self.engine.evolve(replayed, self._written.decode(msgspec.json.encode(event)))
        assert replayed == self.live


class Driven(Protocol):
    """What is looked at to fill in an act: of a table here, or of one in a house."""

    @property
    def engine(self) -> Any: ...
    @property
    def live(self) -> Any: ...
    @property
    def rng(self) -> random.Random: ...


def filled(table: Driven, act: Act) -> dict[str, Any]:
    """What an act takes, filled in so that it might be right."""
    engine = table.engine
    ways = engine.possible_commands(table.live, act, CROUPIER) or list(engine.candidates(table.live, act, CROUPIER))
    fields: dict[str, Any] = ways[0].given() if ways else {}
    if "outcome" in act.takes.sees and not engine.is_drawn:
        fields["outcome"] = example(table, act)
    return fields


def example(table: Driven, act: Act) -> str:
    """A result that might be called: of a hand that is dealt further, what it is dealt; of a wrong entry, another."""
    rules = table.engine.rules
    possible = act.draws(rules.space, table.live) if act.draws else None
    shown = [text for text, _ in possible] if possible else [rules.rulebook.show(one) for one, _ in rules.space]
    if act.does is ActKind.CORRECT:
        shown.remove(table.live.shown)
    chosen: str = table.rng.choice(shown)
    return chosen.rpartition("-")[2] if act.does is ActKind.CALL and act.reads else chosen


def goes_on(act: Act) -> bool:
    """Whether a round needs this act of the croupier's."""
    return act.is_automatic and not act.is_last_resort


def play(table: At, until: type) -> Any:
    """The croupier goes on, with what may be right, until something of this kind happens."""
    for _ in range(50):
        for event in step(table):
            if isinstance(event, until):
                return event
    raise AssertionError(until)


def step(table: At) -> tuple[Event, ...]:
    """The croupier's next act."""
    for act in table.engine.acts_now(table.live, Role.CROUPIER):
        fields = filled(table, act)
        if goes_on(act) and table.can("croupier", act.name, **fields):
            return table.do("croupier", act.name, **fields)
    raise AssertionError(table.live.phase)


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
    tiles = table.engine.view(table.live, viewer(who))["tiles"]
    assert isinstance(tiles, dict)
    return set(map(int, tiles))


def setting_of(table: Table, gate: int, choice: int = 0) -> str:
    """One of the three ways to set a gate's tiles, as it is written."""
    return format_setting(three_settings(table.live.tiles[gate])[choice])

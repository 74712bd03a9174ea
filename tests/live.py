"""Drives a pure live table in tests: every command also checks the money, the journal's form, and the replay."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Union

import msgspec
from banca.live.common import Chance, Funds, Want
from banca.live.state import Live

from banca.games import find, rulebook
from banca.games.craps.device import INSPECTION
from banca.live import event as happened
from banca.live.command import Actor, Command, Role
from banca.live.conduct import Conduct
from banca.live.event import BANK, OUTSIDE, Event, Opened, wallet
from banca.rulebook import Refusal

ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR, "inspector": Role.INSPECTOR}
KINDS = tuple(kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, Event))
if TYPE_CHECKING:
    AnyEvent = Event
else:
    AnyEvent = Union[tuple(kind for kind in KINDS if kind is not Event)]  # noqa: UP007 - made of what there is
EVENTS = msgspec.json.Decoder(list[AnyEvent])


def opened(game: str, chance: str = "observed", **terms: Any) -> Opened:
    options = {name: str(value) for name, value in terms.pop("options", {}).items()}
    limits = {"minimum": 1000, "maximum": 1_000_000, "chip": 50, "player_maximum": 5_000_000} | terms
    return Opened(
        game=game,
        instrument="",
        options=options,
        chance=chance,
        conduct="croupier",
        version="",
        **limits,
    )


def actor(who: str) -> Actor:
    return Actor(who, ROLES.get(who, Role.PLAYER))


class At:
    """A table with its books: players are anybody but croupier, supervisor and inspector."""

    def __init__(
        self, game: str, chance: str = "observed", seed: int = 1, bank: int = 100_000_000, **terms: Any
    ) -> None:
        self.opened = opened(game, chance, **terms)
        self.conduct = Conduct(rulebook(game).under(**self.opened.options), find(game).acts, self.opened)
        self.live: Live = self.conduct.start
        self.events: list[Event] = []
        self.books: dict[str, int] = {}
        self.rng = random.Random(seed)  # noqa: S311 - a test repeats itself
        self.hidden = ""
        self.apply([happened.Funded(amount=bank)])

    def apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self.live = self.conduct.evolve(self.live, event)
            self.events.append(event)
            for source, target, amount in event.transfers():
                assert amount >= 0, event
                self.books[source] = self.books.get(source, 0) - amount
                self.books[target] = self.books.get(target, 0) + amount
        self.check_money()

    def check_money(self) -> None:
        assert sum(self.books.values()) == 0
        assert all(balance >= 0 for name, balance in self.books.items() if name != OUTSIDE), self.books
        assert self.books.get("stakes", 0) == sum(map(self.live.staked, self.live.bets))

    def give(self, player: str, amount: int) -> None:
        self.books[OUTSIDE] -= amount
        self.books[wallet(player)] = self.books.get(wallet(player), 0) + amount

    def chance(self, command: Command) -> Chance | None:
        wanted = self.conduct.wants(self.live, command)
        if wanted is None:
            return None
        want, possible = wanted
        if want in (Want.OPEN, Want.RECALL):
            return Chance(outcome=self.hidden, nonce="n") if self.hidden else None
        results, weights = zip(*possible, strict=True)
        (drawn,) = self.rng.choices(results, weights)
        if want is Want.DRAW:
            return Chance(outcome=drawn)
        self.hidden = drawn
        return Chance(commitment="digest")

    def ask(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        command = Command(do=do, **fields)
        named = command.player or who
        funds = Funds(wallet=self.books.get(wallet(named), 0), bank=self.books.get(BANK, 0))
        return self.conduct.decide(self.live, command, actor(who), funds, self.chance(command))

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

    def seat(self, *players: str, money: int = 10_000_000) -> "At":
        for player in players:
            self.give(player, money)
            self.do(player, "sit")
        return self

    def net(self, player: str, money: int = 10_000_000) -> int:
        """What the player has won so far, with what still lies on the table."""
        return self.books[wallet(player)] + self.live.staked(player) - money

    def check_replay(self) -> None:
        """The events alone, through JSON, lead to the same state."""
        replayed = self.conduct.start
        for event in EVENTS.decode(msgspec.json.encode(self.events)):
            replayed = self.conduct.evolve(replayed, event)
        assert replayed == self.live


FIELDS = {
    "latched": True,
    "presses": 3,
    "turns": 3,
    "passed": tuple(clause.clause for clause in INSPECTION.values()),
    "reason": None,
}


class Driven(Protocol):
    """What is looked at to fill in an act: of a table here, or of one in a house."""

    @property
    def conduct(self) -> Conduct: ...
    @property
    def live(self) -> Live: ...
    @property
    def opened(self) -> Opened: ...
    @property
    def rng(self) -> random.Random: ...


def filled(table: Driven, act: Any) -> dict[str, Any]:
    """What an act takes, filled in so that it might be right."""
    fields = {name: FIELDS[name] for name in (*act.takes, *act.also) if name in FIELDS}
    if "reason" in fields:
        fields["reason"] = next((why for why in table.conduct.rules.rulebook.nulls if why != "off_board"), "")
    if act.name == "call_invalid":
        fields["turns"] = 1
    if "outcome" in act.takes and table.opened.chance == "observed":
        fields["outcome"] = example(table, act)
    return fields


def example(table: Driven, act: Any) -> str:
    possible = act.draws(table.conduct.rules.space, table.live) if act.draws else None
    shown = (
        [text for text, _ in possible]
        if possible
        else [table.conduct.rules.rulebook.show(one) for one, _ in table.conduct.rules.space]
    )
    chosen: str = table.rng.choice(shown)
    return chosen.rpartition("-")[2] if act.name == "deal_third_card" else chosen


def play(table: At, until: type) -> Any:
    """The croupier goes on, with what may be right, until something of this kind happens."""
    for _ in range(50):
        for act in table.conduct.acts_now(table.live, Role.CROUPIER):
            if act.name in ("place_for", "take_back_dice") or not table.can("croupier", act.name, **filled(table, act)):
                continue
            events = table.do("croupier", act.name, **filled(table, act))
            found = [event for event in events if isinstance(event, until)]
            if found:
                return found[0]
            break
    raise AssertionError(until)


def step(table: At) -> Any:
    """The croupier's next act."""
    for act in table.conduct.acts_now(table.live, Role.CROUPIER):
        if act.name not in ("place_for", "take_back_dice") and table.can("croupier", act.name, **filled(table, act)):
            return table.do("croupier", act.name, **filled(table, act))
    raise AssertionError(table.live.phase)

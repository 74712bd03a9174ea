"""Plays in a house on a store: all seven games at drawn tables, by random commands that are mostly legal; and looks at the books."""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec import structs

from banca.games import find, of_chance, playable
from banca.house import audit
from banca.house.automatic import croupier_acts, practice_acts
from banca.house.cage import CAGE
from banca.house.house import House
from banca.house.journal import forms_of
from banca.house.opening import Conducted, TableTerms
from banca.house.request import Answer, CommandRequest, LiveTable, Published
from banca.house.store import Store
from banca.live.act import Does
from banca.live.bet_event import OF_CHANCE
from banca.live.chance_conduct import ChanceConduct
from banca.live.command import (
    AUTOMATIC,
    EVERYWHERE,
    THE_HOUSE,
    Actor,
    Command,
    OpenTable,
    PlaceBet,
    Role,
    SeatPractice,
    WithdrawBet,
)
from banca.live.event import OUTSIDE, STAKES, wallet
from banca.live.forms import Forms
from banca.live.results import ChanceSource
from banca.rulebook import Refusal

MINIMUM = 1000
MONEY = 1_000_000_00
BANK = 10_000_000_00
ALL = playable()
SUPERVISOR = Actor("boss", Role.SUPERVISOR)
CROUPIER = Actor("croupier", Role.CROUPIER)
PLAYERS = ("ana", "rui", "mei")


def player(name: str) -> Actor:
    return Actor(name, Role.PLAYER)


def table_of(game: str) -> str:
    return f"t-{game.replace('_', '-')}"


COMMON = Forms((*EVERYWHERE, PlaceBet, WithdrawBet), OF_CHANCE)
"""What every table of chance takes."""


def command(table: str, do: str, **fields: Any) -> Command:
    """A command for the cage, or for a table whose name holds the name of its game."""
    games = [CAGE] if table == CAGE else [game for game in ALL if game.replace("_", "-") in table]
    forms = forms_of(games[0]) if games else COMMON
    return forms.read({"do": do, **fields})


def asked(table: str, actor: Actor, name: str, do: str, seq: int | None = None, **fields: Any) -> CommandRequest:
    return CommandRequest(table=table, actor=actor, id=name, command=command(table, do, **fields), seq=seq)


def opening(table: str, game: str, name: str = "open", **terms: Any) -> CommandRequest:
    given: dict[str, Any] = {
        "minimum": MINIMUM,
        "maximum": MINIMUM * 1000,
        "bank": BANK,
        "chance": ChanceSource.DRAWN,
        "conduct": Conducted.AUTOMATIC,
    }
    opened = TableTerms(id=table, game=game, **(given | terms))
    return CommandRequest(table=table, actor=THE_HOUSE, id=name, command=OpenTable(), opening=opened)


def cash(name: str, who: str, amount: int, do: str = "cash_in") -> CommandRequest:
    return asked("cage", SUPERVISOR, name, do, player=who, stake=amount)


def demo_seats(game: str) -> Sequence[SeatPractice]:
    """The seats that the program plays at a demo's table of the game."""
    part = find(game).part("practice")
    return part.DEMO_SEATS if part else ()


class Drive:
    """Somebody who plays everywhere at once; the same seed gives the same wishes."""

    def __init__(self, house: House, seed: int = 1, players: Sequence[str] = PLAYERS, name: str = "c") -> None:
        self.house = house
        self.players = players
        self.rng = random.Random(seed)  # noqa: S311 - a test repeats itself
        self._ids = (f"{name}{number}" for number in count(1))

    def open_all(self, games: Sequence[str] = ALL) -> "Drive":
        """Tables, money and seats; and those seats that the program plays at the demo's tables."""
        requests = [opening(table_of(game), game) for game in games]
        requests += [cash(f"in-{who}", who, MONEY) for who in self.players]
        for game in games:
            table = table_of(game)
            requests += [asked(table, player(who), "sit", "sit") for who in self.players]
            for seat in demo_seats(game):
                self.house.is_play_money = True
                requests.append(CommandRequest(table=table, actor=SUPERVISOR, id=seat.player, command=seat))
        for answer in self.house.do_all(requests):
            assert isinstance(answer, Published), answer
        return self

    def wish(self, table: LiveTable) -> CommandRequest | None:
        """What somebody at this table might do next; nothing where nobody can: every gate of Pai Kao may have refused the bank."""
        acts = [(AUTOMATIC, command) for command in croupier_acts(table)]
        acts += list(practice_acts(table))
        own = self._own(table)
        places = any(act.does is Does.PLACE for act in table.conduct.acts_now(table.state, Role.PLAYER))
        if not acts or (places and own and self.rng.random() < 0.6):
            acts = own
        elif not isinstance(table.conduct, ChanceConduct):
            acts += own
        if not acts:
            return None
        actor, command = self.rng.choice(acts)
        return CommandRequest(table=table.id, actor=actor, id=next(self._ids), command=command)

    def _own(self, table: LiveTable) -> list[tuple[Actor, Command]]:
        """What players might do: bet, allowed or not; at other games whatever the table lets them."""
        stake, conduct = MINIMUM * self.rng.randint(1, 5), table.conduct
        if isinstance(conduct, ChanceConduct):
            bet = self.rng.choice(list(conduct.rules.bets))
            is_back = self.rng.random() < 0.15
            command = WithdrawBet(bet=bet) if is_back else PlaceBet(bet=bet, stake=stake)
            return [(player(self.rng.choice(self.players)), command)]
        ways = [
            (who, way)
            for who in map(player, self.players)
            for act in conduct.acts_now(table.state, Role.PLAYER)
            for way in conduct.possible_ways(table.state, act, who)
        ]
        return [(who, structs.replace(way, stake=stake) if "stake" in way.given() else way) for who, way in ways]

    def play(self, commands: int, games: Sequence[str] = ALL, batch: int = 8) -> list[tuple[CommandRequest, Answer]]:
        """So many wishes, several at a time, each at another table."""
        told: list[tuple[CommandRequest, Answer]] = []
        while len(told) < commands:
            tables = self.rng.sample(games, min(batch, len(games)))
            wishes = [self.wish(self.house.table(table_of(game))) for game in tables]
            requests = [one for one in wishes if one is not None]
            told += zip(requests, self.house.do_all(requests), strict=True)
        return told


def outcome(answer: Answer) -> object:
    """What can be compared of an answer."""
    return answer.code if isinstance(answer, Refusal) else answer.entry


def code_of(house: House, request: CommandRequest) -> str | None:
    """Why a command is refused, if it is."""
    (answer,) = house.do_all([request])
    return answer.code if isinstance(answer, Refusal) else None


def as_it_stands(house: House) -> dict[str, object]:
    """Every table's state and digest, and every balance."""
    tables = {name: house.table(name) for name in house.store.tables()}
    found: dict[str, object] = {name: (table.seq, table.head, table.state) for name, table in tables.items()}
    return found | {"balances": {name: house.balance(name) for name in house.store.balances()}}


def check_books(store: Store) -> None:
    """The whole store once more by the audit; and by hand: no id twice, no gap, money sums to zero and lies where it should."""
    found = audit.verify(store)
    assert found.is_whole, found.faults
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert all(balance >= 0 for name, balance in balances.items() if name != OUTSIDE)
    for table, (_, seq) in store.tables().items():
        rows = list(store.rows(table))
        assert [row.seq for row in rows] == list(range(1, seq + 1))
        assert len({(row.by, row.command_id) for row in rows}) == len(rows)


def check_stakes(house: House) -> None:
    """What lies on a table of chance is what its account of stakes holds."""
    for game in of_chance():
        table = house.table(table_of(game))
        assert house.balance(f"{STAKES}:{table.id}") == sum(map(table.state.staked, table.state.bets))


def wallet_of(house: House, who: str) -> int:
    return house.balance(wallet(who))

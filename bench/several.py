"""A house for several processes on one PostgreSQL: many accounts, tables that people conduct and tables that the program conducts, players at them."""

from dataclasses import dataclass, field

from argon2 import PasswordHasher
from sqlalchemy import text

from banca.house.cage import CAGE, CashIn
from banca.house.commands import CommandRequest, DealtBy, TableTerms
from banca.house.house import House
from banca.house.people import People
from banca.house.seal import Seal
from banca.house.store import Store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, Command, OpenTable, PlaceBet, Role, Sit

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
MONEY = 10**9
STAKE = 1000
BULK = """
    INSERT INTO users (name, role, password, must_change, is_disabled)
    SELECT 'member-' || n, 'player', '-', false, false FROM generate_series(1, :many) AS n
"""
BULK_ACCOUNTS = (
    "INSERT INTO accounts (name, balance) SELECT 'wallet:member-' || n, 0 FROM generate_series(1, :many) AS n"
)


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """Who sits where, and with what they come in."""

    tokens: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    """Players by name: the table they sit at."""
    automatic: tuple[str, ...]

    @property
    def players(self) -> list[str]:
        """Everybody who plays."""
        return list(self.seats)


def prepare(
    store: Store, seal: Seal, *, accounts: int, tables: int, automatic: int, players: int, seated: int | None = None
) -> Prepared:
    """Open the tables, seat the players at some of them, who have money and tokens; and a supervisor."""
    fill(store, accounts)
    house = House(store, seal=seal)
    people = People(house, hasher=CHEAP)
    names = [f"hall-{number}" for number in range(tables)]
    by_program = tuple(f"auto-{number}" for number in range(automatic))
    house.do_all([_open(name, DealtBy.CROUPIER) for name in names])
    house.do_all([_open(name, DealtBy.AUTOMATIC) for name in by_program])
    found = Prepared(automatic=by_program)
    people.add("sofia", Role.SUPERVISOR, "a password of this house")
    found.tokens["sofia"] = people.issue("sofia", "bench").token
    for number in range(players):
        name = f"p{number}"
        people.add(name, Role.PLAYER, "a password of this house")
        found.tokens[name] = people.issue(name, "bench").token
        found.seats[name] = names[number % (seated or tables)]
    cash = [_ask(CAGE, THE_HOUSE, name, CashIn(player=name, stake=MONEY)) for name in found.players]
    sit = [_ask(table, Actor(name, Role.PLAYER), "sit", Sit()) for name, table in found.seats.items()]
    house.do_all([*cash, *sit])
    return found


def fill(store: Store, accounts: int) -> None:
    """So many people with an account, who play no part."""
    with store.engine.begin() as connection:
        for statement in (BULK, BULK_ACCOUNTS):
            connection.execute(text(statement), {"many": accounts})


def empty(store: Store) -> None:
    """Those people have gone again: no journal knows of them."""
    with store.engine.begin() as connection:
        connection.execute(text("DELETE FROM users WHERE name LIKE 'member-%'"))
        connection.execute(text("DELETE FROM accounts WHERE name LIKE 'wallet:member-%'"))


def _open(name: str, dealt_by: DealtBy) -> CommandRequest:
    terms = TableTerms(
        id=name,
        game="roulette",
        bank=10**13,
        maximum=10**9,
        player_maximum=10**12,
        chance=ChanceSource.DRAWN,
        conduct=dealt_by,
    )
    return CommandRequest(table=name, actor=THE_HOUSE, id="open", command=OpenTable(), opening=terms)


def _ask(table: str, actor: Actor, name: str, command: Command) -> CommandRequest:
    return CommandRequest(table=table, actor=actor, id=name, command=command)


def batch_of(there: Prepared, size: int, name: str) -> list[CommandRequest]:
    """So many bets of different players."""
    who = (there.players * (size // len(there.players) + 1))[:size]
    bet = PlaceBet(bet="straight:17", stake=STAKE)
    return [_ask(there.seats[one], Actor(one, Role.PLAYER), f"{name}-{place}", bet) for place, one in enumerate(who)]

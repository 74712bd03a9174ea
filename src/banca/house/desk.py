"""The house from Python: open tables, seat people, act, look on."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec import convert

from banca.house.cage import CAGE
from banca.house.commands import CommandRequest, CommittedEntry, TableTerms
from banca.house.house import House
from banca.house.seal import default_key, open_seal
from banca.house.store import IN_MEMORY, open_store
from banca.house.views import View, view
from banca.tables.commands import THE_HOUSE, Actor, Command, OpenTable, Role
from banca.tables.events import Event, wallet


def open_desk(url: str = IN_MEMORY, *, key: Path | None = None) -> "HouseClient":
    """Open the house behind a store's URL, with the key in a file; without a URL one in memory."""
    store = open_store(url)
    return HouseClient(House(store, seal=open_seal(store, key or default_key()) if store.is_shared else None))


class HouseClient:
    """A house and its people. Amounts are in avos.

    Tables open with `open_table`, money comes by `cash_in`; `player("ana").do(table, "sit")` and `croupier("rui").do(…)` act there.
    """

    def __init__(self, house: House) -> None:
        self.house = house

    def open_table(self, table: str, game: str, **terms: Any) -> None:  # as TableTerms has them
        """Open a table; `terms` are options, limits, bank, chance and conduct."""
        opening = convert({"id": table, "game": game, **terms}, TableTerms)
        self._do(THE_HOUSE, table, OpenTable(), opening=opening)

    def cash_in(self, player: str, amount: int) -> None:
        """Pay money into a player's wallet."""
        self._do(THE_HOUSE, CAGE, self.command(CAGE, "cash_in", player=player, stake=amount))

    def cash_out(self, player: str, amount: int) -> None:
        """Pay money out of a player's wallet."""
        self._do(THE_HOUSE, CAGE, self.command(CAGE, "cash_out", player=player, stake=amount))

    def wallet(self, player: str) -> int:
        """Return what a player has that is not on a table."""
        return self.house.balance(wallet(player))

    def player(self, name: str) -> "Player":
        """Return a player."""
        return Player(self, Actor(name, Role.PLAYER))

    def croupier(self, name: str) -> "Player":
        """Return a croupier."""
        return Player(self, Actor(name, Role.CROUPIER))

    def supervisor(self, name: str) -> "Player":
        """Return a supervisor."""
        return Player(self, Actor(name, Role.SUPERVISOR))

    def close(self) -> None:
        """Close the store."""
        self.house.store.close()

    def command(self, table: str, act: str, **fields: Any) -> Command:  # as the act takes them
        """Read a command as a table takes it: half an avo is no money."""
        return self.house.table(table).engine.codec.read({"do": act, **fields})

    def _do(self, actor: Actor, table: str, command: Command, **more: Any) -> CommittedEntry:
        return self.house.do(CommandRequest(table=table, actor=actor, id=uuid4().hex, command=command, **more))


class Player:
    """A person in the house: a player, or one of the staff."""

    def __init__(self, desk: HouseClient, actor: Actor) -> None:
        self._desk = desk
        self.actor = actor

    def do(self, table: str, act: str, **fields: Any) -> tuple[Event, ...]:  # as the act takes them
        """Act at a table; return what happened, or raise the refusal with its clause."""
        command = self._desk.command(table, act, **fields)
        return self._desk._do(self.actor, table, command).entry.events  # one face

    def look(self, table: str) -> View:
        """Return the table as this person may see it."""
        return view(self._desk.house.table(table), self.actor)

"""Whatever anybody asks for, in whatever phase: it is done or refused. No command stops a table, and no table is hidden from its staff."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec.inspect import BoolType, IntType, UnionType, VarTupleType, type_info
from msgspec.structs import fields

from banca.games.pai_kao.hands import format_setting, house_way
from banca.games.pai_kao.tiles import TILES
from banca.house.commands import CommandRequest, CommittedEntry, DealtBy, LiveTable
from banca.house.house import House
from banca.house.store import Store
from banca.house.views import view
from banca.rules import Refusal
from banca.tables.chance import ChanceSource
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import Actor, Role
from support.houses import ALL, PLAYERS, asked, cash, check_books, opening, player
from support.lanes import many
from support.tables import filled

CROUPIER, SUPERVISOR, INSPECTOR = (Actor(role.value, role) for role in Role if role is not Role.PLAYER)
ACTORS = (CROUPIER, CROUPIER, CROUPIER, SUPERVISOR, INSPECTOR, *map(player, PLAYERS), player("nobody"))
ODD = ("", " ", "0", "-1", "7", "?", "天 地", "6-6 1-3 / 5-5 4-5", "3: 6-6 1-3 / 5-5 4-5", "²: / /", "1" * 80, "a\x00b")


def sitting(table: str, gate: int) -> dict[str, Any]:
    return {"do": "sit", "gate": gate} if "pai-kao" in table else {"do": "sit"}


class Anything:
    """Commands that may be right at a table, and are mostly not."""

    def __init__(self, house: House, table: str, rng: random.Random) -> None:
        self._house, self._table, self.rng = house, table, rng

    @property
    def _now(self) -> LiveTable:
        return self._house.table(self._table)

    @property
    def live(self) -> Any:
        return self._now.state

    @property
    def engine(self) -> Any:
        return self._now.engine

    def next(self) -> tuple[Actor, dict[str, Any]]:
        """Mostly what the phase asks for, with a field spoilt now and then; else any act there is, in any way."""
        actor, rng = self.rng.choice(ACTORS), self.rng
        if (gone := [who for who in PLAYERS if who not in self.live.seats]) and rng.random() < 0.3:
            return player(gone[0]), sitting(self._table, gate=PLAYERS.index(gone[0]) + 1)
        if rng.random() < 0.3 and (waits := self.engine.awaited_acts(self.live)):
            actor = player(waits[0][0])
        acts = self.engine.acts_now(self.live, actor.role)
        if acts and rng.random() < 0.8:
            likely = [act for act in acts if act.then != act.phase and not act.is_last_resort]
            if actor.role is Role.PLAYER and self.engine.accepts_bets(self.live):
                likely = [act for act in acts if "stake" in act.takes.__struct_fields__]
            act = rng.choice(likely if likely and rng.random() < 0.5 else acts)
            ways = self.engine.possible_commands(self.live, act, actor)
            given = rng.choice(ways).given() if ways else {}
            if actor == CROUPIER:
                given = filled(self, act)
            if "stake" in given:
                given["stake"] = rng.choice((1000, 5000, 50_000))
            spoils, do, kind = 0.1, act.name, act.takes
        else:
            do, kind = rng.choice(list(self.engine.codec.kinds.items()))
            given, spoils = {}, 0.9
        for field in fields(kind):
            if rng.random() < spoils:
                given[field.name] = self._value(type_info(field.type))
        return actor, {"do": do, **{name: one for name, one in given.items() if one is not None}}

    def _value(self, kind: Any) -> Any:
        rng = self.rng
        match kind:
            case UnionType():
                return None if rng.random() < 0.4 else self._value(kind.types[0])
            case BoolType():
                return rng.random() < 0.5
            case IntType():
                return rng.choice((0, 1, 2, 6, 8, 1000, 1001, 5000, 2**53))
            case VarTupleType():
                size = rng.choice((0, 1, 4, 8, 12, 32))
                if isinstance(kind.item_type, IntType):
                    return tuple(rng.randint(1, 6) for _ in range(rng.choice((0, 1, 4, 4, 8))))
                return tuple(rng.sample(TILES, size)) if rng.random() < 0.7 else (self._text(),) * min(size, 8)
            case _:
                return self._text()

    def _text(self) -> str:
        rng, live = self.rng, self.live
        pool: list[str] = [*ODD, *PLAYERS, live.phase]
        if isinstance(self.engine, ChanceEngine):
            rules = self.engine.rules
            pool += [*rules.bets, *map(str, rules.rulebook.nulls)] * 3
            pool += [rules.rulebook.show(one) for one, _ in list(rules.space)[:50]]
        else:
            settings = [format_setting(house_way(tiles)) for tiles in live.tiles.values()]
            pool += [*settings * 3, *(f"{gate}: {one}" for gate in (1, 2, 3) for one in settings)]
        return rng.choice(pool)[:80]


def opened(house: House) -> list[str]:
    """Every game, observed and drawn; three players with money everywhere. Half of all commands go to the table with the most acts."""
    tables = {f"{game.replace('_', '-')}-{chance.value}": (game, chance) for game in ALL for chance in ChanceSource}
    terms = {"conduct": DealtBy.CROUPIER}
    requests = [opening(table, game, chance=chance, **terms) for table, (game, chance) in tables.items()]
    requests += [cash(f"in-{who}", who, 1_000_000_00) for who in PLAYERS]
    for table in tables:
        requests += [asked(table, player(who), "sit", **sitting(table, gate)) for gate, who in enumerate(PLAYERS, 1)]
    for answer in house.do_all(requests):
        assert isinstance(answer, CommittedEntry), answer
    return [*tables, *["pai-kao-observed"] * len(tables)]


def asked_at_random(house: House, tables: list[str], seed: int, commands: int) -> Iterator[tuple[Actor, Any, Any]]:
    rng, ids = random.Random(seed), count(1)  # a test repeats itself
    for _ in range(commands):
        name = rng.choice(tables)
        actor, given = Anything(house, name, rng).next()
        try:
            command = house.table(name).engine.codec.read(given)
            done = house.do(CommandRequest(table=name, actor=actor, id=f"c{next(ids)}", command=command))
        except Refusal as refusal:
            yield actor, (name, given), refusal
        else:
            yield actor, (name, given), done
            table = house.table(name)
            for who in (*ACTORS, *map(player, table.state.seats)):
                msgspec.json.encode(view(table, who))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 1 + many(1)))
def test_no_command_of_anybody_stops_a_table_or_makes_it_unreadable(store: Store, seed: int) -> None:
    house = House(store)
    house.set_safeguards(two_persons=False)
    tables = opened(house)
    done = 0
    for _, given, answer in asked_at_random(house, tables, seed, 2000):
        assert not house.stopped, (given, house.stopped)
        done += isinstance(answer, CommittedEntry)
    assert done > 200
    check_books(store)

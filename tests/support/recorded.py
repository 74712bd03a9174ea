"""A house that has been played in, on a store: every game, observed and drawn, for tests that look back at it."""

import fcntl
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from banca.games import playable
from banca.games.pai_kao.tiles import TILES
from banca.house.automatic import attend
from banca.house.chance import Source
from banca.house.house import House
from banca.house.opening import TableTerms
from banca.house.request import CommandRequest, Published
from banca.house.store import Store, open_store
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role
from banca.live.moves import Patience
from banca.live.results import ChanceSource
from banca.rulebook import Refusal
from live import filled, goes_on

PAI_KAO = "pai_kao"

ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR}
PLAYERS = ("ana", "rui")
BETS = {
    "craps": ("pass_line", "field", "big_number:6", "any_seven"),
    "fish_prawn_crab": ("small", "figure:fish", "total:10", "any_triple"),
    "wheel": ("symbol:1", "symbol:4"),
    "fantan": ("fan:1", "nga:12-3", "kuoc:1-2"),
    "football_poker": ("upper", "even"),
    "roulette": ("red", "straight:17", "dozen:2"),
}


class Recorded:
    """A house on a store; commands by name."""

    def __init__(self, url: str, seed: int = 1) -> None:
        self.url = url
        self.store: Store = open_store(url)
        self.rng = random.Random(seed)  # noqa: S311 - a test repeats itself
        self.house = House(self.store, is_play_money=True, source=Source(self.rng.randbytes))
        self._ids = count(1)
        for player in PLAYERS:
            self.do("cage", "supervisor", "cash_in", player=player, stake=50_000_00)

    def do(self, table: str, who: str, do: str, **fields: Any) -> Published:
        actor = Actor(who, ROLES.get(who, Role.PLAYER))
        command = self.house.table(table).conduct.forms.read({"do": do, **fields})
        return self.house.do(CommandRequest(table=table, actor=actor, id=f"id-{next(self._ids)}", command=command))

    def can(self, table: str, who: str, do: str, **fields: Any) -> bool:
        try:
            self.do(table, who, do, **fields)
        except Refusal:
            return False
        return True

    def open(self, table: str, game: str, chance: str, **terms: Any) -> None:
        asked = TableTerms(
            id=table,
            game=game,
            minimum=1000,
            maximum=1_000_000,
            chip=50,
            bank=50_000_000,
            chance=ChanceSource(chance),
            **terms,
        )
        self.house.do(CommandRequest(table=table, actor=THE_HOUSE, id="open", command=OpenTable(), opening=asked))

    def play(self, table: str, rounds: int) -> None:
        """Rounds of a game of chance in which both players bet whatever they may."""
        at = AtHouse(self, table)
        before = at.live.round
        while at.live.round < before + rounds:
            if not at.live.bets or self.rng.random() < 0.3:
                bet = self.rng.choice(BETS[at.opened.game])
                self.can(table, self.rng.choice(PLAYERS), "place_bet", bet=bet, stake=self.rng.choice((1000, 3000)))
            at.step()

    def play_pai_kao(self, table: str, rounds: int) -> None:
        """The program plays all gates; the croupier does what is due."""
        before = self.house.table(table).state.round
        drawn = self.house.table(table).opened.chance == "drawn"
        for _ in range(200):
            attend(self.house, table, Patience.OVER if drawn else Patience.NONE)
            state = self.house.table(table).state
            if state.round >= before + rounds:
                return
            if state.phase == "bank open" and not drawn:
                dice = tuple(self.rng.choices(range(1, 7), k=4))
                self.do(table, state.banker_name, "shake", dice=dice)
                continue
            tiles = {} if drawn else {"tiles": tuple(self.rng.sample(TILES, len(TILES)))}
            for act, fields in (("mix_and_stack", {}), ("deal", tiles), ("turn_gates", {}), ("settle", {})):
                if self.can(table, "croupier", act, **fields):
                    break
        raise AssertionError(state.phase)


class AtHouse:
    """A table of chance as `live` drives one."""

    def __init__(self, recorded: Recorded, table: str) -> None:
        self._recorded = recorded
        self._table = table
        self.rng = recorded.rng

    @property
    def live(self) -> Any:
        return self._recorded.house.table(self._table).state

    @property
    def conduct(self) -> Any:
        return self._recorded.house.table(self._table).conduct

    @property
    def opened(self) -> Any:
        return self.conduct.opened

    def step(self) -> None:
        acts = [act for act in self.conduct.acts_now(self.live, Role.CROUPIER) if goes_on(act)]
        for act in acts[::-1] if self.rng.random() < 0.9 else acts:
            if self._recorded.can(self._table, "croupier", act.name, **filled(self, act)):
                return


def tables() -> Iterator[tuple[str, str, str]]:
    """Name, game and chance of every table there is."""
    for game in playable():
        for chance in ("observed", "drawn"):
            yield f"{game.replace('_', '-')}-{chance}", game, chance


def record(file: Path, rounds: int = 2, seed: int = 1) -> Recorded:
    """Every game, observed and drawn; one round is voided and one still under way, with their results hidden."""
    recorded = Recorded(f"sqlite:///{file}", seed)
    for table, game, chance in tables():
        recorded.open(table, game, chance)
        if game == PAI_KAO:
            for gate, policy in ((1, "balanced"), (3, "highest_rear"), (6, "highest_front")):
                recorded.do(table, "supervisor", "seat_practice", player=f"gate-{gate}", gate=gate, policy=policy)
            recorded.play_pai_kao(table, rounds)
            continue
        for player in PLAYERS:
            recorded.do(table, player, "sit")
        recorded.play(table, rounds)
    voided = "fantan-drawn"
    recorded.do(voided, "croupier", "cover")
    recorded.do(voided, "ana", "place_bet", bet="fan:2", stake=2000)
    recorded.do(voided, "supervisor", "void_round", reason="the lights went out")
    recorded.do(voided, "croupier", "cover")
    recorded.do(voided, "rui", "place_bet", bet="fan:3", stake=5000)
    recorded.do("cage", "supervisor", "cash_out", player="ana", stake=1000)
    return recorded


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        open_store(f"sqlite:///{file}").close()
        return file.read_bytes()


def bare_store(file: Path) -> str:
    """The URL of an empty store: the schema's steps are gone through once for all of them, which saves most of the time."""
    file.touch(mode=0o600)
    file.write_bytes(_migrated())
    return f"sqlite:///{file}"


def made_once(base: Path, name: str, make: Callable[[Path], object]) -> Path:
    """A file that the first worker of a run makes and all of them read; `base` is pytest's folder of this worker."""
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    file, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            file.unlink(missing_ok=True)
            make(file)
            done.touch()
    return file


def recorded_house(base: Path) -> Path:
    """The house of `record`, one for a whole run: to be copied, never written."""
    return made_once(base, "recorded-house.db", lambda file: record(file).store.close())

"""Houses that have been played in, on a store: by random commands, by a script, by other processes."""

import fcntl
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import structs

from banca.games import find, of_chance, playable
from banca.games.pai_kao.tiles import TILES
from banca.house import audit
from banca.house.audit.store_reader import Link, read_store
from banca.house.cage import CAGE
from banca.house.commands import Answer, CommandRequest, CommittedEntry, DealtBy, LiveTable, TableTerms
from banca.house.database import StoreDownError
from banca.house.dealer import croupier_acts, play_practice_seats, practice_acts
from banca.house.house import House
from banca.house.journal import forms_of
from banca.house.people import People
from banca.house.rng import Source
from banca.house.seal import default_key, open_seal
from banca.house.store import Store, open_store
from banca.house.story import tell_rounds
from banca.i18n import Translator
from banca.rules import Refusal
from banca.tables.acts import ActKind, CommandCodec
from banca.tables.chance import ChanceSource
from banca.tables.chance_engine import ChanceEngine
from banca.tables.commands import (
    AUTOMATIC,
    TABLE_COMMANDS,
    THE_HOUSE,
    Actor,
    Command,
    OpenTable,
    PlaceBet,
    Role,
    SeatPractice,
    WithdrawBet,
)
from banca.tables.engine import WaitLevel
from banca.tables.events import CHANCE_EVENTS, OUTSIDE, STAKES, wallet
from support.lanes import PATIENCE
from support.tables import filled, goes_on

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


COMMON = CommandCodec((*TABLE_COMMANDS, PlaceBet, WithdrawBet), CHANCE_EVENTS)
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
        "conduct": DealtBy.AUTOMATIC,
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
        self.rng = random.Random(seed)  # a test repeats itself
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
            assert isinstance(answer, CommittedEntry), answer
        return self

    def wish(self, table: LiveTable) -> CommandRequest | None:
        """What somebody at this table might do next; nothing where nobody can: every gate of Pai Kao may have refused the bank."""
        acts = [(AUTOMATIC, command) for command in croupier_acts(table)]
        acts += list(practice_acts(table))
        own = self._own(table)
        places = any(act.does is ActKind.PLACE for act in table.engine.acts_now(table.state, Role.PLAYER))
        if not acts or (places and own and self.rng.random() < 0.6):
            acts = own
        elif not isinstance(table.engine, ChanceEngine):
            acts += own
        if not acts:
            return None
        actor, command = self.rng.choice(acts)
        return CommandRequest(table=table.id, actor=actor, id=next(self._ids), command=command)

    def _own(self, table: LiveTable) -> list[tuple[Actor, Command]]:
        """What players might do: bet, allowed or not; at other games whatever the table lets them."""
        stake, engine = MINIMUM * self.rng.randint(1, 5), table.engine
        if isinstance(engine, ChanceEngine):
            bet = self.rng.choice(list(engine.rules.bets))
            is_back = self.rng.random() < 0.15
            command = WithdrawBet(bet=bet) if is_back else PlaceBet(bet=bet, stake=stake)
            return [(player(self.rng.choice(self.players)), command)]
        ways = [
            (who, way)
            for who in map(player, self.players)
            for act in engine.acts_now(table.state, Role.PLAYER)
            for way in engine.possible_commands(table.state, act, who)
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


def story(links: Iterable[Link], say: Translator, number: int | None = None) -> Iterator[str]:
    """A whole journal, or one round of it, line by line."""
    for summary, lines in tell_rounds(links, say):
        if number in (None, summary.number):
            yield summary.heading(say)
            yield from (line.as_text(say) for line in lines)


def transfers(store: Store, table: str) -> list[tuple[int, int, str, str, int]]:
    """A table's transfers in order: sequence, place, source, target, amount."""
    with read_store(store) as reader:
        return list(reader.transfers(table))


def check_books(store: Store) -> None:
    """The whole store once more by the audit; and by hand: no id twice, no gap, money sums to zero and lies where it should."""
    found = audit.verify(store)
    assert found.is_whole, found.faults
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert all(balance >= 0 for name, balance in balances.items() if name != OUTSIDE)
    for table, (_, _, seq, *_) in store.tables().items():
        rows = list(store.rows(table))
        assert [row.seq for row in rows] == list(range(1, seq + 1))
        assert len({(row.by, row.command_id) for row in rows}) == len(rows)


def check_stakes(house: House) -> None:
    """What lies on a table of chance is what its account of stakes holds."""
    for game in of_chance():
        table = house.table(table_of(game))
        assert house.balance(f"{STAKES}:{table.id}") == sum(map(table.state.money_of, table.state.bets))


def wallet_of(house: House, who: str) -> int:
    return house.balance(wallet(who))


PAI_KAO = "pai_kao"

ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR}
RECORDED_PLAYERS = ("ana", "rui")
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
        self.rng = random.Random(seed)  # a test repeats itself
        self.house = House(self.store, is_play_money=True, source=Source(self.rng.randbytes))
        self._ids = count(1)
        for player in RECORDED_PLAYERS:
            self.do("cage", "supervisor", "cash_in", player=player, stake=50_000_00)

    def do(self, table: str, who: str, do: str, **fields: Any) -> CommittedEntry:
        actor = Actor(who, ROLES.get(who, Role.PLAYER))
        command = self.house.table(table).engine.codec.read({"do": do, **fields})
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
                self.can(
                    table, self.rng.choice(RECORDED_PLAYERS), "place_bet", bet=bet, stake=self.rng.choice((1000, 3000))
                )
            at.step()

    def play_pai_kao(self, table: str, rounds: int) -> None:
        """The program plays all gates; the croupier does what is due."""
        before = self.house.table(table).state.round
        drawn = self.house.table(table).opened.chance == "drawn"
        for _ in range(200):
            play_practice_seats(self.house, table, WaitLevel.OVER if drawn else WaitLevel.NONE)
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
    def engine(self) -> Any:
        return self._recorded.house.table(self._table).engine

    @property
    def opened(self) -> Any:
        return self.engine.opened

    def step(self) -> None:
        acts = [act for act in self.engine.acts_now(self.live, Role.CROUPIER) if goes_on(act)]
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
        for player in RECORDED_PLAYERS:
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


SPAWN = get_context("spawn")


@contextmanager
def at_once(work: Callable[..., Any], *each: tuple[Any, ...]) -> Iterator[list[Any]]:
    """Processes that begin their work together; what each of them tells in the end, in no order."""
    gate, told = SPAWN.Barrier(len(each)), SPAWN.Queue()
    started = [SPAWN.Process(target=_begin, args=(gate, told, work, given)) for given in each]
    for one in started:
        one.start()
    yield [told.get(timeout=PATIENCE) for _ in started]
    for one in started:
        one.join(PATIENCE)
        assert one.exitcode == 0
        one.close()
    told.close()
    told.join_thread()


def _begin(gate: Any, told: Any, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    gate.wait(PATIENCE)
    try:
        told.put(work(*given))
    except BaseException as fault:
        told.put(repr(fault))
        raise


def start_up(url: str) -> tuple[list[str], bool]:
    """A server that starts: the tables it finds, and whether it was the one to make the first supervisor."""
    store = open_store(url)
    house = House(store)
    people = People(house)
    password = people.first_start()
    found = sorted(house.games)
    store.close()
    return found, password is not None


Told = dict[tuple[str, str], object]


def serve_many(url: str, table: str, players: list[str], rounds: int, seed: int) -> Told:
    """A server at which many players bet at one table, in batches; every third command comes twice, here and elsewhere.

    For each command the sequence it was carried out at, or why it was refused.
    """
    store = open_store(url)
    house = House(store)
    rng = random.Random(seed)  # a test repeats itself
    told: Told = {}
    for number in range(rounds):
        requests = [
            asked(table, player(who), f"bet-{number}", "place_bet", bet=f"straight:{number}", stake=MINIMUM)
            for who in players
        ]
        requests += rng.sample(requests, len(requests) // 3)
        rng.shuffle(requests)
        for start in range(0, len(requests), 5):
            _note(told, house, requests[start : start + 5])
    store.close()
    return told


def _note(told: Told, house: House, requests: list[CommandRequest]) -> None:
    answers = None
    while answers is None:
        try:
            answers = house.do_all(requests)
        except StoreDownError:  # as a client does: the same ids once more
            continue
    for request, answer in zip(requests, answers, strict=True):
        key = (request.actor.name, request.id)
        said: object = answer.entry.seq if isinstance(answer, CommittedEntry) else str(answer.code)
        assert told.setdefault(key, said) == said, key


Noted = list[tuple[str, str, str, int]]


def play_all(url: str, name: str, commands: int, seed: int) -> tuple[Noted, dict[str, str], int]:
    """A server at which somebody plays all games; what was carried out, which tables stopped, and how often it was too busy."""
    store = open_store(url)
    house = House(store, seal=open_seal(store, default_key()))
    drive = Drive(house, seed, name=name)
    done: Noted = []
    busy = 0
    while len(done) < commands:
        try:
            told = drive.play(1)
        except StoreDownError:
            busy += 1
            continue
        done += [
            (request.table, request.actor.name, request.id, answer.entry.seq)
            for request, answer in told
            if isinstance(answer, CommittedEntry)
        ]
    store.close()
    return done, house.stopped, busy

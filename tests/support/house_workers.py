"""What other processes do to a store in tests: each is a real process that shares nothing with us but the store."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from banca.house.house import House
from banca.house.key import default_key, open_seal
from banca.house.people import People
from banca.house.request import CommandRequest, Published
from banca.house.store import open_store
from banca.house.store_errors import StoreDownError
from house_drive import MINIMUM, Drive, asked, player
from patience import PATIENCE

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
    rng = random.Random(seed)  # noqa: S311 - a test repeats itself
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
        said: object = answer.entry.seq if isinstance(answer, Published) else str(answer.code)
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
            if isinstance(answer, Published)
        ]
    store.close()
    return done, house.stopped, busy

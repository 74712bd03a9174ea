"""Pages and lists of a large house: how long and how large each is, with 2,000 tables and 200,000 people.

    python bench/lists.py [TABLES PEOPLE]

Each address is asked for again and again over a real connection; the first answer, the median and the size as sent are printed.
"""

import gzip
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from argon2 import PasswordHasher
from sqlalchemy import insert

from banca.house.cage import CashIn
from banca.house.commands import CommandRequest, TableTerms
from banca.house.house import House
from banca.house.people import People
from banca.house.schema import USERS
from banca.house.store import open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, OpenTable, Role
from house import banca, free_port, server

TABLES, PEOPLE = 2_000, 200_000
TIMES = 15
MOST_SECONDS, MOST_BYTES = 0.1, 100_000
BATCH = 500
GAMES = ("craps", "roulette", "wheel", "fantan", "fish_prawn_crab")
ADDRESSES = {
    "lobby": "/",
    "lobby, last page": "/?page=1000",
    "lobby's tables": "/lobby/tables",
    "house": "/house",
    "tables": "/api/v1/tables?count=50",
    "people": "/api/v1/users?count=50",
    "people, in the middle": "/api/v1/users?count=50&after=player:p0100000",
    "people, by part of a name": "/api/v1/users?count=50&sought=p0199",
    "audit": "/audit",
    "journals": "/api/v1/audit?count=50",
    "the cage": "/api/v1/audit/cage?count=50",
    "the cage, one player": "/api/v1/audit/cage?count=50&player=p0000007",
    "register": "/api/v1/audit/register?count=50",
    "one table": "/api/v1/tables/t0001",
    "an unknown table": "/api/v1/tables/nowhere",
}


def prepare(folder: Path, tables: int, people: int) -> tuple[str, dict[str, str]]:
    """A store with tables, players with money, a supervisor and an inspector; their tokens."""
    url = f"sqlite:///{folder / 'house.db'}"
    store = open_store(url)
    house = House(store)
    terms = [
        TableTerms(id=f"t{n:04}", game=GAMES[n % len(GAMES)], bank=10**9, chance=ChanceSource.DRAWN)
        for n in range(tables)
    ]
    do_all(
        house,
        [CommandRequest(table=one.id, actor=THE_HOUSE, id="open", command=OpenTable(), opening=one) for one in terms],
    )
    names = [f"p{n:07}" for n in range(people)]
    about = {"role": "player", "password": "", "must_change": False, "is_disabled": False}
    with store.transaction() as connection:
        connection.execute(insert(USERS), [{"name": name, **about} for name in names])
    do_all(
        house,
        [
            CommandRequest(table="cage", actor=THE_HOUSE, id=name, command=CashIn(player=name, stake=10_000))
            for name in names
        ],
    )
    staff = People(house, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    tokens = {}
    for role in (Role.SUPERVISOR, Role.INSPECTOR):
        staff.add(f"the-{role}", role, "a password of this bench")
        tokens[role.value] = staff.issue(f"the-{role}", "bench").token
    store.close()
    return url, tokens


def do_all(house: House, requests: list[CommandRequest]) -> None:
    """In batches, as a server does."""
    for start in range(0, len(requests), BATCH):
        house.do_all(requests[start : start + BATCH])


def ask(port: int, path: str, token: str) -> tuple[float, int, int]:
    """Seconds, bytes as sent, and bytes of the text."""
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    began = time.perf_counter()
    try:
        with urllib.request.urlopen(asked) as answer:  # noqa: S310 - ourselves
            body, packed = answer.read(), answer.headers.get("Content-Encoding") == "gzip"
    except urllib.error.HTTPError as refused:
        body, packed = refused.read(), False
    took = time.perf_counter() - began
    return took, len(body), len(gzip.decompress(body)) if packed else len(body)


def main() -> None:
    """Everything in turn."""
    tables, people = (int(one.replace(",", "")) for one in sys.argv[1:]) if len(sys.argv) > 1 else (TABLES, PEOPLE)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        url, tokens = prepare(folder, tables, people)
        port = free_port()
        failed = []
        with server(*banca(url, port, folder), port=port):
            print(f"{tables:,} tables, {people:,} people{'first':>20}{'median':>10}{'sent':>10}{'text':>10}")
            for name, path in ADDRESSES.items():
                is_audit = "audit" in path
                token = tokens["inspector" if is_audit else "supervisor"]
                found = [ask(port, path, token) for _ in range(TIMES)]
                median = statistics.median(took for took, _, _ in found[1:])
                _, sent, text = found[-1]
                print(
                    f"{name:34}{found[0][0] * 1000:8.0f} ms{median * 1000:7.1f} ms{sent / 1000:7.1f} kB{text / 1000:7.1f} kB"
                )
                if median > MOST_SECONDS or sent > MOST_BYTES:
                    failed.append(name)
        print("all within 100 ms and 100 kB" if not failed else f"NOT within 100 ms and 100 kB: {', '.join(failed)}")


if __name__ == "__main__":
    main()

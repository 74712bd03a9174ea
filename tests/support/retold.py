"""A house whose past is a script: played for real, and told again otherwise, as only the house itself could."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct, json

from banca.house.audit import Held
from banca.house.chance import Source
from banca.house.house import House
from banca.house.log import HouseLog, receipt_of
from banca.house.log_key import MARK
from banca.house.opening import TableTerms
from banca.house.register import REGISTER, Record
from banca.house.register.event import PersonAdded, digest_kept
from banca.house.request import CommandRequest
from banca.house.schema import USERS
from banca.house.seal import Seal
from banca.house.store import open_store
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role
from banca.live.results import ChanceSource
from banca.transparency.note import Signer
from banca.transparency.receipt import Receipt

BEGAN = datetime(2026, 3, 2, 12, tzinfo=UTC)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ORIGIN = "casino.example/log"
ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR}
PLAYERS = ("ana", "rui", "eve")
OBSERVED, TWIN, DRAWN, COMMITTED = "roulette-1", "roulette-2", "roulette-3", "fantan-1"


class Step(Struct, frozen=True, kw_only=True):
    """Something that somebody did."""

    id: str
    at: datetime
    table: str
    who: str
    do: str
    about: dict[str, Any]


class Told(Struct, frozen=True, kw_only=True):
    """What outsiders hold of a house: its last checkpoint, and the receipts of its players."""

    checkpoint: str
    receipts: list[Receipt]


def script() -> list[Step]:
    """Two tables with a croupier, one of them voided once; one that draws, one that commits; a cage, people."""
    steps: list[Step] = []

    def add(table: str, who: str, do: str, **about: Any) -> None:
        number = len(steps) + 1
        steps.append(
            Step(id=f"s{number}", at=BEGAN + timedelta(minutes=number), table=table, who=who, do=do, about=about)
        )

    def spin(table: str, number: str | None = None) -> None:
        add(table, "croupier", "throw_ball")
        add(table, "croupier", "call_no_more_bets")
        add(table, "croupier", "read_number", **({"outcome": number} if number else {}))
        add(table, "croupier", "pay")

    for name in ("ana", "rui"):
        add(REGISTER, "house", "person", name=name, role=Role.PLAYER)
        add("cage", "supervisor", "cash_in", player=name, stake=5_000_000)
    for table, game, chance in (
        (OBSERVED, "roulette", "observed"),
        (TWIN, "roulette", "observed"),
        (DRAWN, "roulette", "drawn"),
        (COMMITTED, "fantan", "drawn"),
    ):
        add(table, "house", "open", game=game, chance=chance)
        add(table, "ana", "sit")
        add(table, "rui", "sit")
    add(OBSERVED, "ana", "place_bet", bet="straight:17", stake=1000)
    add(OBSERVED, "rui", "place_bet", bet="red", stake=2000)
    spin(OBSERVED, "17")
    add(TWIN, "rui", "place_bet", bet="even", stake=3000)
    spin(TWIN, "8")
    add(TWIN, "ana", "place_bet", bet="black", stake=3000)
    add(TWIN, "supervisor", "void_round", reason="the wheel was bumped")
    add(TWIN, "ana", "place_bet", bet="black", stake=1000)
    for bet in ("red", "odd"):
        add(DRAWN, "ana", "place_bet", bet=bet, stake=2000)
        spin(DRAWN)
    add(COMMITTED, "croupier", "cover")
    add(COMMITTED, "rui", "place_bet", bet="fan:1", stake=3000)
    add(COMMITTED, "croupier", "close_bets")
    add(COMMITTED, "croupier", "count")
    add(COMMITTED, "croupier", "pay")
    add(COMMITTED, "croupier", "cover")
    add(COMMITTED, "ana", "place_bet", bet="fan:2", stake=3000)
    add(COMMITTED, "supervisor", "void_round", reason="the cup was lifted")
    add(OBSERVED, "ana", "place_bet", bet="low", stake=1000)
    spin(OBSERVED, "30")
    return steps


def tell(file: Path, steps: Iterable[Step], seeds: dict[str, int] | None = None) -> Told:
    """A store with all this, under the house's own key; results that are drawn come of a table's seed."""
    now, rng = [BEGAN], [random.Random(0)]  # noqa: S311 - a test repeats itself
    store = open_store(f"sqlite:///{file}")
    signer = Signer(ORIGIN, KEY)
    store.keep_mark(MARK, str(signer.verifier))
    log = HouseLog(store, [signer])

    def randbytes(count: int) -> bytes:
        return rng[0].randbytes(count)

    source = Source(randbytes, salt=randbytes)
    house = House(store, log=log, seal=Seal(bytes(32)), source=source, clock=lambda: now[0])
    receipts = []
    for step in steps:
        now[0], rng[0] = step.at, random.Random(f"{(seeds or {}).get(step.table, 1)} {step.id}")  # noqa: S311
        done = house.do(_request(house, step))
        if step.who in PLAYERS:
            receipt = receipt_of(done, has_body=True)
            assert receipt is not None
            receipts.append(receipt)
    told = Told(checkpoint=log.newest().note, receipts=receipts)
    store.close()
    return told


def _request(house: House, step: Step) -> CommandRequest:
    about = dict(step.about)
    if step.table == REGISTER:
        password = f"hash of {about['name']}"
        row = USERS.insert().values(**about, password=password, must_change=False, is_disabled=False)
        fact = PersonAdded(**about, kept=digest_kept(password))
        return CommandRequest(table=REGISTER, actor=THE_HOUSE, id=step.id, command=Record(fact=fact), also=(row,))
    if step.do == "open":
        terms = TableTerms(
            id=step.table,
            game=about["game"],
            minimum=1000,
            maximum=1_000_000,
            chip=50,
            bank=50_000_000,
            chance=ChanceSource(about["chance"]),
        )
        return CommandRequest(table=step.table, actor=THE_HOUSE, id=step.id, command=OpenTable(), opening=terms)
    actor = Actor(step.who, ROLES.get(step.who, Role.PLAYER))
    command = house.table(step.table).conduct.forms.read({"do": step.do, **about})
    return CommandRequest(table=step.table, actor=actor, id=step.id, command=command)


def held(told: Told, *, checkpoint: bool = False, receipts: bool = False) -> Held:
    """What of it is given to an audit."""
    return Held(
        [("checkpoint", told.checkpoint)] if checkpoint else [],
        [(f"{one.table} {one.seq}", json.encode(one)) for one in told.receipts] if receipts else [],
        [Signer(ORIGIN, KEY).verifier],
    )

"""Write the true documents that `make.py` forges: `python tests/data/forgeries/make_true.py`, with src and tests on the path.

They are kept as files; this script says how they came about and is needed only where they are to be made anew.
"""

import json
import random
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import json as msgspec_json

import banca
from banca.house.audit.exchange import export
from banca.house.commands import CommandRequest, TableTerms
from banca.house.dealer import play_practice_seats
from banca.house.house import House
from banca.house.log import LOG_MARK as MARK
from banca.house.log import HouseLog, receipt_of
from banca.house.rng import Source
from banca.house.seal import Seal
from banca.house.store import open_store
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, OpenTable, Role
from banca.tables.engine import WaitLevel
from banca.transparency.note import Signer, SignerKind
from banca.transparency.receipt import compact

HERE = Path(__file__).parent
BANCA = (sys.executable, "-m", "banca")
NUMBERS = {"ana": "0a" * 32, "rui": "0b" * 32}
ROLES = {"croupier": Role.CROUPIER, "supervisor": Role.SUPERVISOR}
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
WITNESS = Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64)))


class TrueHouse:
    """A house in memory whose clock and chance repeat themselves."""

    def __init__(self) -> None:
        self.now, rng = datetime(2026, 3, 2, 12, tzinfo=UTC), random.Random(33)  # repeats itself
        self.store = open_store("sqlite://")
        self.signer = Signer("casino.example/log", KEY)
        self.store.keep_mark(MARK, str(self.signer.verifier))
        self.log = HouseLog(self.store, [self.signer])
        source = Source(rng.randbytes, salt=rng.randbytes)
        self.house = House(
            self.store, is_play_money=True, log=self.log, seal=Seal(bytes(32)), source=source, clock=self.clock
        )
        self.ids = count(1)
        for player in NUMBERS:
            self.do("cage", "supervisor", "cash_in", player=player, stake=5_000_000)

    def clock(self) -> datetime:
        return self.now

    def open(self, table: str, game: str, chance: str = "drawn", **terms: Any) -> None:
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

    def do(self, table: str, who: str, do: str, **fields: Any) -> Any:
        self.now += timedelta(seconds=7)
        actor = Actor(who, ROLES.get(who, Role.PLAYER))
        command = self.house.table(table).engine.codec.read({"do": do, **fields})
        return self.house.do(CommandRequest(table=table, actor=actor, id=f"c{next(self.ids)}", command=command))

    def write(self, name: str, *tables: str) -> None:
        (HERE / "results" / "true" / f"{name}.jsonl").write_bytes(b"".join(export(self.store, tables or None)))


def pledge(number: str) -> str:
    return sha256(bytes.fromhex(number)).hexdigest()


def one_spin(house: TrueHouse) -> None:
    """Both reveal."""
    roulette(house, (("rui", "ana"),), table="spin-1", closes=False)


def one_count(house: TrueHouse) -> None:
    fantan(house, "count-1", ("play",))


def roulette(
    house: TrueHouse,
    rounds: tuple[tuple[str, ...] | None, ...] = (("rui", "ana"), ("ana",), None),
    table: str = "roulette-1",
    *,
    closes: bool = True,
) -> None:
    """Both reveal; one withholds; the round is void; the table closes."""
    house.open(table, "roulette")
    house.do(table, "ana", "sit")
    house.do(table, "rui", "sit")
    for revealing in rounds:
        house.do(table, "ana", "place_bet", bet="red", stake=1000)
        if revealing is None:
            house.do(table, "supervisor", "void_round", reason="the lights went out")
            continue
        for player, number in NUMBERS.items():
            house.do(table, player, "pledge", pledge=pledge(number))
        house.do(table, "croupier", "throw_ball")
        house.do(table, "croupier", "call_no_more_bets")
        for player in revealing:
            house.do(table, player, "reveal", nonce=NUMBERS[player])
        house.do(table, "croupier", "read_number")
        house.do(table, "croupier", "pay")
    if not closes:
        return
    house.do(table, "ana", "leave")
    house.do(table, "rui", "leave")
    house.do(table, "supervisor", "close")


def fantan(
    house: TrueHouse, table: str = "fantan-1", fates: tuple[str, ...] = ("play", "play", "void", "hidden")
) -> None:
    """Two rounds are played, one is void, the result of a fourth is still hidden."""
    house.open(table, "fantan")
    house.do(table, "ana", "sit")
    for fate in fates:
        house.do(table, "croupier", "cover")
        house.do(table, "ana", "place_bet", bet="fan:1", stake=1000)
        if fate == "void":
            house.do(table, "supervisor", "void_round", reason="the cup was lifted")
        elif fate == "play":
            for act in ("close_bets", "count", "pay"):
                house.do(table, "croupier", act)


def craps(house: TrueHouse, table: str = "craps-1", rounds: int = 1) -> None:
    house.open(table, "craps")
    house.do(table, "ana", "sit")
    for _ in range(rounds):
        house.do(table, "ana", "place_bet", bet="field", stake=1000)
        house.do(table, "croupier", "offer_dice")
        house.do(table, "ana", "throw")
        house.do(table, "croupier", "call_result")
        house.do(table, "croupier", "settle")


def football_poker(house: TrueHouse, shoe: str, table: str) -> None:
    """Hands until one has stood and one has taken a third card."""
    house.open(table, "football_poker", options={"shoe": shoe, "decks": 1})
    house.do(table, "ana", "sit")
    seen: set[str] = set()
    while len(seen) < 2:
        house.do(table, "ana", "place_bet", bet="upper", stake=1000)
        house.do(table, "croupier", "deal_two_cards")
        acts = [name for name in ("stand", "deal_third_card") if can(house, table, name)]
        seen.update(acts)
        house.do(table, "croupier", "pay")


def can(house: TrueHouse, table: str, act: str) -> bool:
    try:
        house.do(table, "croupier", act)
    except banca.Refusal:
        return False
    return True


def pai_kao(house: TrueHouse, table: str = "pai-kao-1") -> None:
    """Two gates that the program plays; ana cuts before the second deal."""
    house.open(table, "pai_kao")
    for gate in (3, 6):
        house.house.do(
            CommandRequest(
                table=table,
                actor=THE_HOUSE,
                id=f"seat-{gate}",
                command=house.house.table(table).engine.codec.read(
                    {"do": "seat_practice", "player": f"gate-{gate}", "policy": "highest_rear", "gate": gate}
                ),
            )
        )
    house.do(table, "ana", "sit", gate=1)
    for _ in range(200):
        state = house.house.table(table).state
        if state.phase == "stacked" and not state.cuts:
            with suppress(banca.Refusal):
                house.do(table, "ana", "cut", one_hand=True, picked=3)
        for act in ("pass_bank", "agree"):
            with suppress(banca.Refusal):
                house.do(table, "ana", act)
        play_practice_seats(house.house, table, WaitLevel.OVER)
        if house.house.table(table).state.round >= 2:
            return
        for act in ("mix_and_stack", "deal", "turn_banker", "turn_gates", "settle"):
            if can(house, table, act):
                break
    raise AssertionError(house.house.table(table).state.phase)


def observed(house: TrueHouse, table: str = "observed-1") -> None:
    house.open(table, "roulette", "observed")
    house.do(table, "croupier", "throw_ball")
    house.do(table, "croupier", "call_no_more_bets")
    house.do(table, "croupier", "read_number", outcome="17")
    house.do(table, "croupier", "pay")


def write_results() -> None:
    for name, table, play in (
        ("spin", "spin-1", one_spin),
        ("count", "count-1", one_count),
        ("roulette", "roulette-1", roulette),
        ("fantan", "fantan-1", fantan),
        ("craps", "craps-1", craps),
        ("pai_kao", "pai-kao-1", pai_kao),
        ("football_poker", "football-1", lambda house: football_poker(house, "fresh", "football-1")),
        ("shoe", "shoe-1", lambda house: football_poker(house, "to_cut_card", "shoe-1")),
    ):
        house = TrueHouse()
        play(house)
        house.write(name, table)
    house = TrueHouse()
    for play in (observed, fantan, craps):
        play(house)
    house.write("house")


def write_receipts() -> None:
    """Of one log: with and without the entry, a list, the letters of a QR code, and one under a witness's signature."""
    house = TrueHouse()
    roulette(house)
    house.open("fantan-1", "fantan")
    house.do("fantan-1", "ana", "sit")
    house.do("fantan-1", "croupier", "cover")
    one, two = (house.do("fantan-1", "ana", "place_bet", bet=bet, stake=1000) for bet in ("fan:1", "fan:2"))
    whole, other = receipt_of(one, has_body=True), receipt_of(two, has_body=True)
    assert whole
    assert other
    text = other.checkpoint.split("\n\n")[0] + "\n"
    line = Signer("dicj.example/w", WITNESS, SignerKind.WITNESS).line(text, 1772452800)
    written = {
        "whole": msgspec_json.encode(whole),
        "without_entry": msgspec_json.encode(receipt_of(one, has_body=False)),
        "list": msgspec_json.encode([whole, other]),
        "witnessed": msgspec_json.encode(
            {**json.loads(msgspec_json.encode(other)), "checkpoint": other.checkpoint + line}
        ),
    }
    for name, document in written.items():
        (HERE / "receipts" / "true" / f"{name}.json").write_bytes(document + b"\n")
    (HERE / "receipts" / "true" / "qr.txt").write_text(compact(whole) + "\n")


def write_certificates() -> None:
    """Some bets of craps and of roulette, a dossier of a proposal without what takes most room, and odds with their certificate."""
    folder = HERE / "certificates" / "true"
    craps: dict[str, Any] = banca.game("craps").certificate()
    kept = ("pass_line", "field")
    craps["bets"] = [bet for bet in craps["bets"] if bet["bet"] in kept]
    write_json(folder / "craps.json", craps)
    wheel: dict[str, Any] = banca.game("roulette", zero="half_back").certificate()
    wheel["bets"] = [bet for bet in wheel["bets"] if bet["bet"] in ("red", "straight:17")]
    write_json(folder / "roulette.json", wheel)
    write_json(folder / "wheel.json", banca.game("wheel").certificate())
    odds = json.loads(
        subprocess.run([*BANCA, "odds", "craps", *kept, "--json"], capture_output=True, check=True).stdout
    )
    write_json(folder / "odds.json", {**odds, "certificate": craps})
    for count_of_bets, name in ((1, "dossier"), (2, "dossier_two")):
        with TemporaryDirectory() as room:
            source, made = Path(room) / "low.star", Path(room) / "dossier.json"
            source.write_text(PROPOSAL + "".join(map(BET.format, range(1, count_of_bets + 1))), encoding="utf-8")
            subprocess.run([*BANCA, "dossier", source, "--rounds", "0", "-o", made], capture_output=True, check=True)
            dossier = json.loads(made.read_bytes())
        dossier.update(layout="<svg/>", comparison=dossier["comparison"][:1], rests_on=dossier["rests_on"][:1])
        for bet in dossier["bets"]:
            bet.update(at_options=bet["at_options"][:1], examples=bet["examples"][:1])
        write_json(folder / f"{name}.json", dossier)


PROPOSAL = """proposal(game = "roulette", title = say(en = "Low", pt = "Baixos", zh = "低"))
"""
BET = """bet(
    id = "low_{0}",
    name = say(en = "Low {0}", pt = "Baixos {0}", zh = "低{0}"),
    description = say(en = "1 to 6.", pt = "1 a 6.", zh = "1至6。"),
    wins = lambda o: o.number in (1, 2, 3, 4, 5, 6),
    sees = ["number"],
    pays = "5 to 1",
)
"""


def write_json(file: Path, document: Any) -> None:
    file.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_results()
    write_receipts()
    write_certificates()

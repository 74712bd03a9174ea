"""Hidden results: under which key they open, what a house does without it, where a commitment is good, and who sees what."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from banca.games.fish_prawn_crab.rules import Figure
from banca.games.pai_kao.tiles import TILES
from banca.house import rng
from banca.house.audit import TableReport, Verification, Voids, Weight, verify
from banca.house.audit.replay import check_voids
from banca.house.dealer import play_practice_seats
from banca.house.house import House
from banca.house.rng import RoundAt, Source, commit, result
from banca.house.seal import Seal, is_sealed
from banca.rules import Refusal, format_patacas
from banca.tables.chance import Device
from banca.tables.engine import WaitLevel
from banca.tables.events import CommitmentOpened, ResultCommitted, RoundEnded, RoundVoided, SeedCommitted, SeedOpened
from support.commands import answer
from support.forgery import connected, entries, first_bad, forge, rewrite, rows, run, verified
from support.houses import Recorded

TABLE = "fantan-1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def house(db: str) -> Iterator[Recorded]:
    recorded = Recorded(db)
    yield recorded
    recorded.store.close()


@pytest.fixture
def played(house: Recorded) -> Recorded:
    house.open(TABLE, "fantan", "drawn")
    house.do(TABLE, "ana", "sit")
    return house


def cover(played: Recorded) -> str:
    played.do(TABLE, "croupier", "cover")
    played.do(TABLE, "ana", "place_bet", bet="fan:1", stake=1000)
    return str(played.house.table(TABLE).state.commitment)


def finish(played: Recorded) -> None:
    for act in ("close_bets", "count", "pay"):
        played.do(TABLE, "croupier", act)


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        action()
    return caught.value.code


def faults(found: Verification) -> list[str]:
    return [one.why.code for one in found.faults]


@pytest.mark.parametrize(
    ("results", "is_told"),
    [((100, 200, 300), True), ((-100, -200, -300), True), ((100, 200), False), ((100, 200, 300, -50), False)],
)
def test_voids_that_all_go_one_way_are_told(results: tuple[int, ...], is_told: bool) -> None:  # noqa: FBT001 - a case
    voids = Voids(rounds=len(results) + 1)
    for players in results:
        voids.add(players)
    report = TableReport(table="t", game="craps", voids=voids)
    check_voids(report)
    assert [finding.code for finding in report.findings] == ["voids_one_sided"] * is_told
    assert (voids.known, voids.players) == (len(results), sum(results))


def test_without_the_key_it_is_refused_and_the_round_can_be_voided(played: Recorded) -> None:
    commitment = cover(played)
    played.house = House(played.store, seal=Seal.fresh())
    played.do(TABLE, "croupier", "close_bets")
    assert refused(lambda: played.do(TABLE, "croupier", "count")) == "commitment_lost"
    *_, voided = played.do(TABLE, "supervisor", "void_round", reason="the key is lost").entry.events
    assert voided == RoundVoided(reason="the key is lost", commitment=commitment)
    assert played.house.balance("wallet:ana") == 50_000_00
    found = verify(played.store, seal=played.house.seal)
    assert {(one.weight, one.why.code) for one in found.findings} == {
        (Weight.NOTICE, "commitment_voided"),
        (Weight.NOTICE, "done_alone"),
    }
    cover(played)
    finish(played)
    assert verify(played.store, seal=played.house.seal).is_whole


def test_what_was_sealed_for_another_commitment_does_not_open(played: Recorded, file: Path) -> None:
    first = cover(played)
    finish(played)
    second = cover(played)
    ((kept, _),) = rows(file, "SELECT outcome, nonce FROM secrets WHERE commitment = ?", first)
    run(file, ("UPDATE secrets SET outcome = ? WHERE commitment = ?", (kept, second)))
    played.do(TABLE, "croupier", "close_bets")
    assert refused(lambda: played.do(TABLE, "croupier", "count")) == "commitment_lost"
    assert verified(file).is_whole, "without the key nobody can say"
    assert faults(verify(played.store, seal=played.house.seal)) == ["secret_differs"]


@pytest.mark.parametrize("change", ["DELETE FROM secrets", "UPDATE secrets SET outcome = '1', nonce = 'other'"])
def test_one_that_is_lost_or_exchanged_is_never_replaced(played: Recorded, file: Path, change: str) -> None:
    commitment = cover(played)
    run(file, change)
    played.do(TABLE, "croupier", "close_bets")
    assert refused(lambda: played.do(TABLE, "croupier", "count")) == "commitment_lost"
    assert played.house.table(TABLE).state.commitment == commitment
    played.do(TABLE, "supervisor", "void_round", reason="lost")
    assert not played.house.table(TABLE).state.commitment
    assert played.house.balance("wallet:ana") == 50_000_00
    assert not played.house.stopped


def test_another_house_with_the_key_opens_it_and_an_audit_needs_none_for_what_was_shown(
    played: Recorded, file: Path
) -> None:
    cover(played)
    played.house = House(played.store, seal=played.house.seal)
    finish(played)
    ((outcome, nonce),) = rows(file, "SELECT outcome, nonce FROM secrets")
    assert is_sealed((outcome, nonce))
    for seal in (None, played.house.seal, Seal.fresh()):
        assert not verify(played.store, seal=seal).findings


def both(file: Path, change: Callable[[Any], Any]) -> None:
    """Change the commitment and its opening in the last round."""
    for kind in (ResultCommitted, CommitmentOpened):
        forge(file, TABLE, kind, change)


def test_a_commitment_of_an_earlier_round_is_not_good_again(played: Recorded, file: Path) -> None:
    """A house that shows the same hidden result twice: it knew the second before the bets, and so did its friends."""
    for _ in range(2):
        cover(played)
        finish(played)
    shown = [one for entry in entries(file, TABLE) for one in entry.events if isinstance(one, CommitmentOpened)]
    both(
        file, lambda event: structs.replace(event, **{name: getattr(shown[0], name) for name in structs.asdict(event)})
    )
    codes = faults(verified(file, TABLE))
    assert "commitment_misplaced" in codes
    both(file, lambda event: structs.replace(event, round=2))
    codes = faults(verified(file, TABLE))
    assert "commitment_misplaced" not in codes
    assert "commitment_broken" in codes


def test_a_commitment_of_another_table_is_not_good(played: Recorded, file: Path) -> None:
    cover(played)
    finish(played)
    played.open("fantan-2", "fantan", "drawn")
    past = [structs.replace(entry, table="fantan-2") for entry in entries(file, TABLE)]
    rewrite(file, "fantan-2", past)
    assert "commitment_broken" in faults(verified(file, "fantan-2"))


def test_a_forged_result_of_a_void_and_a_round_that_ends_without_an_opening_are_found(
    played: Recorded, file: Path
) -> None:
    cover(played)
    played.do(TABLE, "supervisor", "void_round", reason="the lights went out")
    forge(file, TABLE, CommitmentOpened, lambda event: structs.replace(event, outcome=str(int(event.outcome) % 4 + 1)))
    assert "commitment_broken" in faults(verified(file, TABLE))
    cover(played)
    finish(played)
    forge(file, TABLE, CommitmentOpened, lambda _: None)
    assert "commitment_unopened" in faults(verified(file, TABLE))


@pytest.fixture
def stacked(house: Recorded) -> Recorded:
    house.open("pk", "pai_kao", "drawn")
    for gate in (1, 3, 6):
        house.do("pk", "supervisor", "seat_practice", player=f"gate-{gate}", gate=gate, policy="balanced")
    house.do("pk", "croupier", "mix_and_stack")
    return house


def test_the_order_of_the_tiles_is_sealed_until_they_are_dealt(stacked: Recorded, file: Path) -> None:
    kept = rows(file, "SELECT outcome, nonce FROM secrets")
    assert len(kept) == 2  # the order of the tiles, and the seed of the dice
    assert all(is_sealed(one) for one in kept)
    seed, shown, voided, following = stacked.do("pk", "supervisor", "void_round", reason="a tile fell").entry.events
    assert isinstance(seed, SeedOpened)
    assert isinstance(following, SeedCommitted)
    assert isinstance(shown, CommitmentOpened)
    assert sorted(shown.outcome.split()) == sorted(TILES)
    assert voided == RoundVoided(reason="a tile fell")
    found = verified(file)
    assert found.is_whole
    (table,) = (one for one in found.tables if one.table == "pk")
    assert (table.voids.rounds, table.voids.known) == (1, 0)


def test_tiles_that_lie_open_are_settled_without_the_key_and_the_audit_tells_it(stacked: Recorded) -> None:
    while stacked.house.table("pk").state.phase != "turned":
        play_practice_seats(stacked.house, "pk", WaitLevel.OVER)
        assert stacked.can("pk", "croupier", "deal") or stacked.can("pk", "croupier", "turn_gates")
    stacked.house = House(stacked.store, seal=Seal.fresh())
    settled = stacked.do("pk", "croupier", "settle").entry.events
    assert isinstance(settled[-1], RoundEnded)
    assert not any(isinstance(one, CommitmentOpened) for one in settled)
    assert faults(verify(stacked.store)) == ["commitment_unopened"]


FISH = "fish-1"
STAKE = 10_00
VOIDS = 4
FIGURES = [figure.value for figure in Figure]
RESULTS = {"-".join(faces) for faces in product(FIGURES, repeat=3)}


@pytest.fixture
def drawn(house: Recorded, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the house has drawn at a table of fish-prawn-crab, as only the house knows it."""
    results: list[str] = []

    def spied(possible: Device, source: Source) -> str:
        results.append(result(possible, source))
        return results[-1]

    monkeypatch.setattr(rng, "result", spied)
    house.open(FISH, "fish_prawn_crab", "drawn")
    house.do(FISH, "ana", "sit")
    return results


def shake(house: Recorded) -> None:
    house.do(FISH, "croupier", "cover", latched=True)
    house.do(FISH, "croupier", "shake", presses=3)


def pay(house: Recorded) -> None:
    for act in ("ring_bell", "lift_cover", "call_result", "pay"):
        house.do(FISH, "croupier", act)


def test_who_reads_the_store_does_not_see_what_is_hidden(house: Recorded, drawn: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        shake(house)
        assert drawn[-1] in RESULTS
        with connected(tmp_path / "house.db") as raw:
            tables = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            cells = {cell for table in tables for row in raw.execute(f"SELECT * FROM {table}") for cell in row}  # noqa: S608
        assert not RESULTS & cells
        written = b"".join(file.read_bytes() for file in tmp_path.glob("house.db*"))
        shown = rb'(?<!\[")' + drawn[-1].encode()  # but in the list of what can come up
        assert len(drawn) > 1 or not re.search(shown, written)
        pay(house)


def test_voids_are_told_against_what_they_would_have_paid(house: Recorded, drawn: list[str]) -> None:
    """The rounds that ana would have won are voided, those that she loses are played."""
    missed = 0
    for number in range(2 * VOIDS):
        shake(house)
        faces = drawn[-1].split("-")
        would_win = number % 2
        other = next(figure for figure in FIGURES if figure not in faces)
        house.do(FISH, "ana", "place_bet", bet=f"figure:{faces[0] if would_win else other}", stake=STAKE)
        if would_win:
            missed += faces.count(faces[0]) * STAKE  # fish_prawn_crab 6.3: one, two or three to one
            house.do(FISH, "supervisor", "void_round", reason="latch loose")
        else:
            pay(house)
    report = answer("audit", "verify", "--db", house.url)
    (table,) = (one for one in report["tables"] if one["table"] == FISH)
    in_all = format_patacas(missed)
    assert table["voids"] == {"rounds": VOIDS, "known": VOIDS, "won": VOIDS, "lost": 0, "players": in_all}
    codes = [one["code"] for one in report["findings"]]
    assert codes == ["done_alone", "void_opened"] * VOIDS + ["voids_one_sided"]
    assert report["whole"]


def test_a_commitment_that_names_no_round_is_found(played: Recorded, file: Path) -> None:
    for _ in range(2):
        cover(played)
        finish(played)
    commitment, nonce = commit("3", RoundAt(TABLE, 0))
    opened = CommitmentOpened(commitment=commitment, outcome="3", nonce=nonce, round=0)
    forge(file, TABLE, ResultCommitted, lambda _: ResultCommitted(commitment=commitment, round=0))
    forge(file, TABLE, CommitmentOpened, lambda _: opened)
    bad = first_bad(verified(file, TABLE), TABLE)
    assert (bad.why.code, bad.why.about["found"], bad.why.about["expected"]) == ("commitment_misplaced", 0, 2)

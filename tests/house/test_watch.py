"""The watch over a store: each entry is read once, in whatever pieces; the money agrees with the ledger; what is steered is found."""

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import select, update

from banca.answers.watch import watch_answer
from banca.exact import analysed
from banca.games import of_chance, rules_of
from banca.house.audit import verify
from banca.house.schema import ACCOUNTS, JOURNAL
from banca.house.store import Store, open_store
from banca.house.store_errors import StoreConflictError
from banca.house.watch import SeriesKind, Watching, WatchRows
from banca.house.watch.rows import DayCalls, WatchHead, WatchWriting
from banca.watch.combination import alarm_at
from support import forgery
from support.commands import answer, run
from support.houses import RECORDED_PLAYERS, Recorded, record
from support.postgres import Postgres

pytestmark = pytest.mark.slow

ROUNDS = 6


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Every game, observed and drawn."""
    return record(tmp_path_factory.mktemp("watch") / "house.db", ROUNDS)


@pytest.fixture
def copies(house: Recorded, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """Two stores of one's own with the same journals, of which nothing has been read."""
    stores = []
    for name in ("first.db", "second.db"):
        forgery.copied(Path(house.url.removeprefix("sqlite:///")), tmp_path / name)
        stores.append(open_store(f"sqlite:///{tmp_path / name}"))
    first, second = stores
    yield first, second
    first.close()
    second.close()


def kept(rows: WatchRows) -> tuple[object, object]:
    """Every series, rounded where the order of adding floats shows, and all sums."""
    series = {
        name: (number, state.kind, state.rounds, state.day, round(state.log_e, 9), round(state.most, 9), state.lead)
        for name, (number, state) in rows.all_series().items()
    }
    sums = {key: (one.rounds, one.handle, one.win, one.drop, one.luck) for key, one in rows.all_sums()}
    return series, sums


def test_a_journal_read_in_pieces_comes_to_what_it_comes_to_read_at_once(copies: tuple[Store, Store]) -> None:
    first, second = copies
    whole = Watching(first)
    whole.read_all()
    pieces = 0
    while Watching(second).read_on(most=17):
        pieces += 1
    assert pieces > 10
    assert kept(WatchRows(second)) == kept(whole.rows)


def test_entries_are_read_once_and_what_could_be_expected_is_the_exact_edge_of_what_was_staked(tmp_path: Path) -> None:
    """Of bets that every round decides, where no payment is rounded, that is the handle times the edge."""
    recorded = Recorded(f"sqlite:///{tmp_path / 'own.db'}")
    recorded.open("r1", "roulette", "drawn")
    for player in RECORDED_PLAYERS:
        recorded.do("r1", player, "sit")
    recorded.play("r1", 5)
    watching = Watching(recorded.store)
    first = watching.read_all()
    assert first == recorded.store.seq("r1")
    assert watching.read_all() == 0
    recorded.play("r1", 3)
    assert watching.read_all() == recorded.store.seq("r1") - first
    (_, device) = watching.rows.all_series()["device/r1/0"]
    assert device.rounds == 8
    report = watch_answer(watching.rows, {"r1": "roulette"})
    assert report.bets
    for bet in report.bets:
        figures = analysed(rules_of("roulette").bets[bet.bet])
        assert bet.theoretical.avos == Fraction(bet.handle.avos) * figures.house_edge


def test_what_the_house_won_is_what_its_accounts_hold(copies: tuple[Store, Store]) -> None:
    store, _ = copies
    watching = Watching(store)
    watching.read_all()
    with store.engine.connect() as connection:
        holds = {row.name: row.balance for row in connection.execute(select(ACCOUNTS))}
    report = watch_answer(watching.rows, {name: game for name, (game, _) in store.tables().items()})
    assert {one.game for one in report.tables} == set(of_chance())
    for one in report.tables:
        own = sum(holds.get(f"{account}:{one.table}", 0) for account in ("bank", "commission", "breakage"))
        assert one.win.avos == own - 50_000_000
        assert one.theoretical.avos == one.win.avos + one.luck.avos
        of_table = [each for each in report.shifts if each.table == one.table]
        assert sum(each.win.avos for each in of_table) == one.win.avos
    assert sum(one.win.avos for one in report.bets) == sum(one.win.avos for one in report.tables)
    assert sum(one.win.avos for one in report.players) == sum(one.win.avos for one in report.tables)
    assert sum(one.luck.avos for one in report.players) == sum(one.luck.avos for one in report.tables)


def steered(tmp_path: Path, rounds: int) -> Recorded:
    """A roulette at which the croupier always calls 17, and ana has something on it."""
    recorded = Recorded(f"sqlite:///{tmp_path / 'steered.db'}")
    recorded.open("r1", "roulette", "observed")
    recorded.do("r1", "ana", "sit")
    for _ in range(rounds):
        recorded.do("r1", "ana", "place_bet", bet="straight:17", stake=1000)
        recorded.do("r1", "croupier", "throw_ball")
        recorded.do("r1", "croupier", "call_no_more_bets")
        recorded.do("r1", "croupier", "read_number", outcome="17")
        recorded.do("r1", "croupier", "pay")
    return recorded


def test_a_steered_table_alarms_beside_the_journal_and_changes_nothing_in_it(tmp_path: Path) -> None:
    recorded = steered(tmp_path, 60)
    before = recorded.store.heads()
    watching = Watching(recorded.store)
    watching.read_all()
    alerts = watching.rows.alerts()
    assert {one.body.kind for one in alerts} >= {SeriesKind.DEVICE, SeriesKind.PLAYER, SeriesKind.TABLE}
    first = next(one for one in alerts if one.series == "device/r1/0")
    assert first.body.log_e >= first.body.needed == alarm_at(first.body.number)
    assert first.body.rounds < 60
    assert first.body.lead
    leads = {("number", "each"), ("number", "repeat"), ("place", "step")}
    assert (first.body.lead.feature, first.body.lead.kind) in leads
    assert recorded.store.heads() == before
    assert not verify(recorded.store).faults
    watching.read_all()
    assert watching.rows.alerts() == alerts
    recorded.store.close()
    url = f"sqlite:///{tmp_path / 'steered.db'}"
    answered = answer("watch", "--db", url)
    assert answered["series"][0]["standing"] == "alarm"
    assert "straight:17" in run("watch", "--db", url, "--table", "r1").stdout
    assert run("watch", "--db", url, "--table", "r2").exit_code == 1


def test_rounds_that_were_void_are_not_results_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    recorded = steered(tmp_path, 3)
    for act in ("throw_ball", "call_no_more_bets"):
        recorded.do("r1", "croupier", act)
    recorded.do("r1", "supervisor", "void_round", reason="a ball of steel")
    watching = Watching(recorded.store)
    watching.read_all()
    (_, device) = watching.rows.all_series()["device/r1/0"]
    assert device.rounds == 3
    (of_day,) = watching.rows.head().calls.values()
    assert of_day == {"roulette/observed": {"croupier": DayCalls(calls=4, voids=1)}}
    with pytest.raises(StoreConflictError):  # two who read on at once do not count twice
        watching.rows.write(WatchHead(passes=watching.rows.head().passes - 1), WatchWriting())
    recorded.store.close()


def test_a_journal_that_cannot_be_read_is_told_and_keeps_nobody_from_being_watched(copies: tuple[Store, Store]) -> None:
    copied, _ = copies
    with copied.changes() as connection:
        connection.execute(
            update(JOURNAL).where(JOURNAL.c.table_id == "fantan-drawn", JOURNAL.c.seq == 9).values(body=b"{}")
        )
    watching = Watching(copied)
    watching.read_all()
    assert set(watching.rows.head().unread) == {"fantan-drawn"}
    (_, other) = watching.rows.all_series()["device/wheel-drawn/0"]
    assert other.rounds == ROUNDS


def test_calls_are_compared_when_their_day_is_over(tmp_path: Path) -> None:
    recorded = steered(tmp_path, 1)
    watching = Watching(recorded.store)
    watching.read_all()
    head = watching.rows.head()
    head.calls = {
        f"2026-01-{day:02}": {"roulette/observed": {"bento": DayCalls(100, 10), "carla": DayCalls(100, 1)}}
        for day in range(1, 15)
    }
    watching.rows.write(head, WatchWriting())
    recorded.do("r1", "ana", "place_bet", bet="red", stake=1000)
    watching.read_all()
    series = watching.rows.all_series()
    (_, bento), (_, carla) = (series[f"nulls/roulette/observed/{name}"] for name in ("bento", "carla"))
    assert bento.log_e > math.log(1000)
    assert carla.log_e > math.log(1000)
    assert watching.rows.head().calls.keys() & head.calls.keys() == set()
    recorded.store.close()


def test_the_watch_is_kept_on_postgresql_too(postgres: Postgres) -> None:
    recorded = Recorded(postgres.database())
    recorded.open("w1", "wheel", "drawn")
    for player in RECORDED_PLAYERS:
        recorded.do("w1", player, "sit")
    recorded.play("w1", 4)
    watching = Watching(recorded.store)
    while watching.read_on(most=5):
        pass
    (_, device) = watching.rows.all_series()["device/w1/0"]
    assert device.rounds == 4
    recorded.store.close()

"""The watch over a store: each entry is read once, in whatever pieces; the money agrees with the ledger; what is steered is found."""

import math
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from banca.analysis.exact import analysed
from banca.games import of_chance, rules_of
from banca.house.audit import Check, verify
from banca.house.database import StoreConflictError
from banca.house.schema import ACCOUNTS, JOURNAL, WATCH_ALERTS
from banca.house.store import Store, open_store
from banca_watch import features, journals
from banca_watch.e_values import alarm_at
from banca_watch.journals import StoreWatch
from banca_watch.report import watch_report
from banca_watch.store import DayCalls, SeriesKind, WatchHead, WatchRows, WatchWriting, stored_faults
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
        for name, (number, state) in rows.everything().series.items()
    }
    sums = {key: (one.rounds, one.handle, one.win, one.drop, one.luck) for key, one in rows.everything().money}
    return series, sums


def test_a_journal_read_in_pieces_comes_to_what_it_comes_to_read_at_once(copies: tuple[Store, Store]) -> None:
    first, second = copies
    whole = StoreWatch(first)
    whole.read_all()
    pieces = 0
    while StoreWatch(second).read_on(most=17):
        pieces += 1
    assert pieces > 10
    assert kept(WatchRows(second)) == kept(whole.rows)
    for store in copies:  # and it follows from the journals, read once more
        assert not [one for one in verify(store).faults if one.check is Check.WATCH]


def test_entries_are_read_once_and_what_could_be_expected_is_the_exact_edge_of_what_was_staked(tmp_path: Path) -> None:
    """Of bets that every round decides, where no payment is rounded, that is the handle times the edge."""
    recorded = Recorded(f"sqlite:///{tmp_path / 'own.db'}")
    recorded.open("r1", "roulette", "drawn")
    for player in RECORDED_PLAYERS:
        recorded.do("r1", player, "sit")
    recorded.play("r1", 5)
    watch = StoreWatch(recorded.store)
    first = watch.read_all()
    assert first == recorded.store.seq("r1")
    assert watch.read_all() == 0
    recorded.play("r1", 3)
    assert watch.read_all() == recorded.store.seq("r1") - first
    (_, device) = watch.rows.everything().series["device/r1/0"]
    assert device.rounds == 8
    report = watch_report(watch, {"r1": "roulette"})
    assert report.bets
    for bet in report.bets:
        figures = analysed(rules_of("roulette").bets[bet.bet])
        assert bet.theoretical.avos == Fraction(bet.handle.avos) * figures.house_edge


def test_what_the_house_won_is_what_its_accounts_hold(copies: tuple[Store, Store]) -> None:
    store, _ = copies
    watch = StoreWatch(store)
    watch.read_all()
    with store.engine.connect() as connection:
        holds = {row.name: row.balance for row in connection.execute(select(ACCOUNTS))}
    report = watch_report(watch, {name: row.game for name, row in store.tables().items()})
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
    before = recorded.store.tables()
    watch = StoreWatch(recorded.store)
    watch.read_all()
    alerts = watch.rows.everything().alerts
    assert {one.body.kind for one in alerts} >= {SeriesKind.DEVICE, SeriesKind.PLAYER, SeriesKind.TABLE}
    first = next(one for one in alerts if one.series == "device/r1/0")
    assert first.body.log_e >= first.body.needed == alarm_at(first.body.number)
    assert first.body.rounds < 60
    assert first.body.lead
    leads = {("number", "each"), ("number", "repeat"), ("place", "step")}
    assert (first.body.lead.feature, first.body.lead.kind) in leads
    assert recorded.store.tables() == before
    assert not verify(recorded.store).faults
    watch.read_all()
    assert watch.rows.everything().alerts == alerts
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
    watch = StoreWatch(recorded.store)
    watch.read_all()
    (_, device) = watch.rows.everything().series["device/r1/0"]
    assert device.rounds == 3
    (of_day,) = watch.rows.head().calls.values()
    assert of_day == {"roulette/observed": {"croupier": DayCalls(calls=4, voids=1)}}
    with pytest.raises(StoreConflictError):  # two who read on at once do not count twice
        watch.rows.write(WatchHead(passes=watch.rows.head().passes - 1), WatchWriting())
    recorded.store.close()


def test_a_journal_that_cannot_be_read_is_told_and_keeps_nobody_from_being_watched(copies: tuple[Store, Store]) -> None:
    copied, _ = copies
    with copied.transaction() as connection:
        connection.execute(
            update(JOURNAL).where(JOURNAL.c.table_id == "fantan-drawn", JOURNAL.c.seq == 9).values(body=b"{}")
        )
    watch = StoreWatch(copied)
    watch.read_all()
    assert set(watch.rows.head().unread) == {"fantan-drawn"}
    (_, other) = watch.rows.everything().series["device/wheel-drawn/0"]
    assert other.rounds == ROUNDS


def test_two_who_read_at_the_same_moment_read_everything_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = Recorded(f"sqlite:///{tmp_path / 'own.db'}")
    recorded.open("r1", "roulette", "drawn")
    recorded.do("r1", "ana", "sit")
    recorded.play("r1", 3)
    other, watch = StoreWatch(recorded.store), StoreWatch(recorded.store)
    save = WatchRows.write

    def save_second(rows: WatchRows, *writing: Any) -> None:
        monkeypatch.undo()
        assert other.read_on()
        save(rows, *writing)

    monkeypatch.setattr(WatchRows, "write", save_second)
    assert watch.read_all() == 0
    assert watch.rows.head().entries == recorded.store.seq("r1")
    recorded.store.close()


def test_what_is_not_watched_is_named_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    """A shoe that is dealt on, and facts that are words, are not looked at; only of what was is it said that there are no alarms."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    recorded = Recorded(url)
    recorded.open("fp", "football_poker", "drawn", options={"shoe": "to_cut_card"})
    for player in RECORDED_PLAYERS:
        recorded.do("fp", player, "sit")
    recorded.play("fp", 3)
    dealt = answer("watch", "--db", url)
    assert dealt["entries"] == recorded.store.seq("fp")
    assert (dealt["series"], dealt["alerts"], dealt["watched"], dealt["rounds"]) == ([], [], [], 0)
    assert [(one["table"], one["code"]) for one in dealt["unwatched"]] == [("fp", "chances_change")]
    assert "No alarms" not in run("watch", "--db", url).stdout
    recorded.open("r1", "roulette", "drawn")
    recorded.do("r1", "ana", "sit")
    recorded.play("r1", 2)
    both = answer("watch", "--db", url)
    assert (both["watched"], both["rounds"]) == (["r1"], 2)
    assert [(one["table"], one["game"], one["what"]) for one in both["unwatched"][1:]] == [("", "roulette", ["colour"])]
    text = " ".join(run("watch", "--db", url).stdout.split())
    assert "No alarms (tables watched: 1, rounds: 2)." in text
    assert "fp: results of the device" in text
    assert "football_poker, shoe=to_cut_card" in text
    assert both["tables"][0]["hold"] is None
    assert "hold" not in text
    recorded.store.close()


def test_entries_that_a_pass_has_not_reached_are_named_too(tmp_path: Path) -> None:
    recorded = steered(tmp_path, 2)
    watch = StoreWatch(recorded.store)
    watch.read_on(most=3)
    (left,) = [one for one in watch_report(watch, {"r1": "roulette"}).unwatched if one.table]
    assert (left.table, left.code, left.why.about) == ("r1", "not_read_yet", {"count": recorded.store.seq("r1") - 3})
    with recorded.store.transaction() as connection:
        connection.execute(update(JOURNAL).where(JOURNAL.c.table_id == "r1", JOURNAL.c.seq == 4).values(body=b"{}"))
    assert watch.read_all() == 0
    answered = watch_report(watch, {"r1": "roulette"})
    assert answered.unread == ("r1",)
    assert [one.code for one in answered.unwatched if one.table] == ["unread"]
    recorded.store.close()


def test_a_game_in_whose_results_nothing_can_be_counted_is_named_and_its_luck_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "MOST_VALUES", 3)  # fantan has one fact, with four values
    journals.cached_plans.cache_clear()
    recorded = Recorded(f"sqlite:///{tmp_path / 'own.db'}")
    recorded.open("f1", "fantan", "drawn")
    recorded.do("f1", "ana", "sit")
    recorded.play("f1", 2)
    watch = StoreWatch(recorded.store)
    watch.read_all()
    answered = watch_report(watch, {"f1": "fantan"})
    assert {series.evidence.kind for series in answered.series} >= {SeriesKind.TABLE, SeriesKind.PLAYER}
    assert SeriesKind.DEVICE not in {series.evidence.kind for series in answered.series}
    assert [(one.table, one.code) for one in answered.unwatched] == [("f1", "nothing_to_count")]
    journals.cached_plans.cache_clear()
    recorded.store.close()


SET_AHEAD = "UPDATE watched SET seq = seq + 1000"
DELETED = "DELETE FROM watch_alerts"
FORGERIES: dict[str, tuple[set[str], str]] = {
    SET_AHEAD: ({"watch_position", "watch_changed"}, ""),
    "UPDATE watched SET seq = seq - 10": ({"watch_changed"}, "watch_series_differs"),
    "UPDATE watched SET body = CAST(replace(body, 'croupier', 'croupieR') AS BLOB)": ({"watch_changed"}, ""),
    DELETED: ({"watch_alarm_gone", "watch_changed"}, ""),
    f"{SET_AHEAD}; {DELETED}": ({"watch_position", "watch_alarm_gone", "watch_changed"}, ""),
    "DELETE FROM watch_series WHERE number = 1": ({"watch_changed"}, "watch_series_differs"),
    "UPDATE watch_series SET body = X'00' WHERE number = 1": ({"watch_changed"}, "watch_series_differs"),
    "UPDATE watch_series SET number = number + 5000": ({"watch_changed"}, ""),
    "DELETE FROM watch_money WHERE player = 'ana'": ({"watch_changed"}, "watch_money_differs"),
    "UPDATE watch_head SET body = X'80'": ({"watch_changed"}, ""),
    "DELETE FROM watch_head": ({"watch_changed"}, ""),
}
"""What somebody does to the rows of the watch; the codes by which the watch tells it, and what the audit finds besides in the journals."""


@pytest.fixture(scope="module")
def alarmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a table that was steered, and has been watched."""
    recorded = steered(tmp_path_factory.mktemp("alarmed"), 20)
    StoreWatch(recorded.store).read_all()
    recorded.store.close()
    return Path(recorded.url.removeprefix("sqlite:///"))


@pytest.mark.parametrize("forgery_of_rows", FORGERIES)
def test_the_watch_cannot_be_blinded_without_a_word(alarmed: Path, tmp_path: Path, forgery_of_rows: str) -> None:
    """It tells so itself, does not read on, and the audit tells it; read anew, all alarms are there again."""
    file = forgery.copied(alarmed, tmp_path / "forged.db")
    url = f"sqlite:///{file}"
    forgery.run(file, *forgery_of_rows.split("; "))
    told, besides = FORGERIES[forgery_of_rows]
    with closing(open_store(url)) as store:
        assert {one.code for one in stored_faults(WatchRows(store))} == told
        found = {one.why.code for one in verify(store).faults if one.check is Check.WATCH}
        assert found >= told | ({besides} if besides else set())
    shown = run("watch", "--db", url)
    assert "Fault: " in shown.stdout
    assert "No alarms" not in shown.stdout
    anew = answer("watch", "--db", url, "--anew")
    assert not anew["faults"]
    assert {one["series"] for one in anew["alerts"]} >= {"device/r1/0", "player/ana"}
    with closing(open_store(url)) as store:
        assert not verify(store).faults


def test_rows_forged_with_their_digest_are_found_by_the_audit(alarmed: Path, tmp_path: Path) -> None:
    """Somebody who works the digest out anew leaves nothing to be seen in the rows: the journals come to something else."""
    url = f"sqlite:///{forgery.copied(alarmed, tmp_path / 'forged.db')}"
    with closing(open_store(url)) as store:
        rows = WatchRows(store)
        with store.transaction() as connection:
            connection.execute(delete(WATCH_ALERTS))
        head, series = rows.head(), rows.everything().series
        for _, state in series.values():
            state.log_e, state.most, state.is_alarmed = 0.0, 0.0, False
        head.digest = ""
        rows.write(head, WatchWriting(series=series))
        assert not stored_faults(rows)
        assert {one.why.code for one in verify(store).faults} == {"watch_alarm_gone"}


def test_calls_are_compared_when_their_day_is_over(tmp_path: Path) -> None:
    recorded = steered(tmp_path, 1)
    watch = StoreWatch(recorded.store)
    watch.read_all()
    head = watch.rows.head()
    head.calls = {
        f"2026-01-{day:02}": {"roulette/observed": {"bento": DayCalls(100, 10), "carla": DayCalls(100, 1)}}
        for day in range(1, 15)
    }
    watch.rows.write(head, WatchWriting())
    recorded.do("r1", "ana", "place_bet", bet="red", stake=1000)
    watch.read_all()
    series = watch.rows.everything().series
    (_, bento), (_, carla) = (series[f"nulls/roulette/observed/{name}"] for name in ("bento", "carla"))
    assert bento.log_e > math.log(1000)
    assert carla.log_e > math.log(1000)
    assert watch.rows.head().calls.keys() & head.calls.keys() == set()
    recorded.store.close()


def test_the_watch_is_kept_on_postgresql_too(postgres: Postgres) -> None:
    recorded = Recorded(postgres.database())
    recorded.open("w1", "wheel", "drawn")
    for player in RECORDED_PLAYERS:
        recorded.do("w1", player, "sit")
    recorded.play("w1", 4)
    watch = StoreWatch(recorded.store)
    while watch.read_on(most=5):
        pass
    (_, device) = watch.rows.everything().series["device/w1/0"]
    assert device.rounds == 4
    recorded.store.close()

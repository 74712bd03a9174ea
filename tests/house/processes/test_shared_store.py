"""Several servers on one store: no effect twice, no command lost, and nothing said on what is no longer so."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy import text

from banca.house.commands import CommittedEntry
from banca.house.database import StoreDownError
from banca.house.house import Batch, House
from banca.house.refusals import COMMAND_REPEATED, TABLE_STOPPED
from banca.house.seal import default_key, open_seal
from banca.house.store import SET_IDLE_TIMEOUT, Store, open_store
from banca.tables.acts import BANK_TOO_SMALL, NO_SUCH_BET, NOT_ENOUGH_MONEY
from banca.tables.events import wallet
from support.houses import (
    CROUPIER,
    MINIMUM,
    MONEY,
    SUPERVISOR,
    Drive,
    as_it_stands,
    asked,
    at_once,
    cash,
    check_books,
    code_of,
    outcome,
    play_all,
    player,
    serve_many,
    table_of,
    wallet_of,
)
from support.lanes import PATIENCE
from support.postgres import Postgres
from support.server import until

pytestmark = pytest.mark.slow

ROULETTE, WHEEL, CRAPS = (table_of(game) for game in ("roulette", "wheel", "craps"))


@dataclass(frozen=True)
class Two:
    """Two servers on one store, and a store that looks on."""

    one: House
    other: House
    store: Store


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Two]:
    """On a file, but for tests that ask for PostgreSQL too."""
    is_shared = getattr(request, "param", "sqlite") == "postgresql"
    url = request.getfixturevalue("postgres").database() if is_shared else f"sqlite:///{tmp_path / 'house.db'}"
    stores = [open_store(url) for _ in range(3)]
    one = House(stores[0])
    Drive(one).open_all(["wheel", "craps"])
    yield Two(one, House(stores[1]), stores[2])
    for store in stores:
        store.close()


def place(house: House, name: str, table: str = WHEEL) -> CommittedEntry:
    named = "symbol:1" if table == WHEEL else "field"
    return house.do(asked(table, player("ana"), name, "place_bet", bet=named, stake=MINIMUM))


class TestViews:
    """A view that is not whole is renewed; it never stops a table."""

    on_both = pytest.mark.parametrize("two", ["sqlite", "postgresql"], indirect=True)

    def test_money_is_known_newer_than_its_table(self, two: Two) -> None:
        """A conflict at one table makes all money known; another table is then older than its money."""
        place(two.one, "1")
        place(two.one, "1", table=CRAPS)
        for table in (WHEEL, CRAPS):
            two.other.table(table)
        for do, fields in (("call_no_more_bets", {}), ("turn", {}), ("read_pointer", {"turns": 3}), ("pay", {})):
            two.one.do(asked(WHEEL, CROUPIER, do, do, **fields))
        place(two.one, "2", table=CRAPS)
        place(two.other, "3", table=CRAPS)
        withdraw = asked(WHEEL, player("ana"), "down", "withdraw_bet", bet="symbol:1")
        assert code_of(two.other, withdraw) == NO_SUCH_BET
        assert not two.other.stopped
        check_books(two.store)

    @on_both
    def test_a_conflict_is_decided_anew(self, two: Two) -> None:
        two.other.table(WHEEL)
        for number in range(5):
            place(two.one, f"one-{number}")
            place(two.other, f"other-{number}")
        two.one.refresh()
        assert as_it_stands(two.one) == as_it_stands(two.other)
        assert wallet_of(two.one, "ana") == MONEY - 10 * MINIMUM
        check_books(two.store)

    @on_both
    def test_the_same_command_at_both(self, two: Two) -> None:
        two.other.table(WHEEL)
        first = place(two.one, "1")
        assert place(two.other, "1").entry == first.entry
        assert code_of(two.other, asked(WHEEL, player("ana"), "1", "leave")) == COMMAND_REPEATED
        assert two.store.balances()[wallet("ana")] == MONEY - MINIMUM

    @on_both
    def test_the_last_money_is_spent_once(self, two: Two) -> None:
        two.one.do(cash("out", "ana", MONEY - MINIMUM, "cash_out"))
        two.other.refresh()
        two.other.table(CRAPS)
        two.other.do(cash("look", "rui", 1))
        place(two.one, "1")
        request = asked(CRAPS, player("ana"), "2", "place_bet", bet="field", stake=MINIMUM)
        assert code_of(two.other, request) == NOT_ENOUGH_MONEY
        assert two.store.balances()[wallet("ana")] == 0
        check_books(two.store)


class TestUnreadable:
    """What another process wrote and we cannot read, as after an upgrade of half the servers: its table stops, no other."""

    @pytest.mark.parametrize("how", ["refresh", "conflict", "down", "start"])
    def test_its_table_stops_alone(self, two: Two, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
        for table in (WHEEL, CRAPS):
            two.other.table(table)
        place(two.one, "1")
        with two.store.engine.begin() as connection:
            spoil = text("UPDATE journal SET body = :body WHERE table_id = :table AND command_id = '1'")
            connection.execute(spoil, {"body": b'{"event": "of tomorrow"}', "table": WHEEL})
        if how == "refresh":
            two.other.refresh()
        elif how == "down":
            with monkeypatch.context() as patch:
                patch.setattr(two.other.store, "write", Mock(side_effect=StoreDownError("gone")))
                with pytest.raises(StoreDownError):
                    place(two.other, "0", table=CRAPS)
        bet = asked(WHEEL, player("rui"), "1", "place_bet", bet="symbol:1", stake=MINIMUM)
        house = House(two.store) if how == "start" else two.other
        stopped, done = house.do_all([bet, asked(CRAPS, player("mei"), "out", "leave")])
        assert outcome(stopped) == TABLE_STOPPED
        assert isinstance(done, CommittedEntry)
        assert list(house.stopped) == [WHEEL]


class TestRefusals:
    """Nothing is refused on what was so a while ago, alone or behind others in a batch."""

    @pytest.mark.parametrize("behind", [0, 1], ids=["alone", "behind another"])
    def test_money_that_has_just_come_a_seat_just_taken_and_an_entry_just_written_count(
        self, two: Two, behind: int
    ) -> None:
        def bet(who: str, seq: int | None = None) -> None:
            request = asked(WHEEL, player(who), "bet", "place_bet", seq=seq, bet="symbol:1", stake=MINIMUM)
            answers = two.other.do_all([cash(f"x-{who}", "rui", 1)] * behind + [request])
            assert isinstance(answers[-1], CommittedEntry), answers

        two.one.do(asked(WHEEL, player("tao"), "sit", "sit"))
        two.other.table(WHEEL)
        two.one.do(cash("in-tao", "tao", MINIMUM))
        bet("tao")
        two.one.do_all([cash("in-wen", "wen", MINIMUM), asked(WHEEL, player("wen"), "sit", "sit")])
        bet("wen")
        bet("rui", place(two.one, "1").entry.seq)

    def test_a_bank_that_was_just_emptied(self, two: Two) -> None:
        two.other.table(WHEEL)
        bank = two.one.balance(f"bank:{WHEEL}")
        two.one.do(asked(WHEEL, SUPERVISOR, "back", "return_bank", stake=bank))
        two.other.refresh_table(WHEEL)
        bet = asked(WHEEL, player("ana"), "1", "place_bet", bet="symbol:1", stake=MINIMUM)
        assert outcome(two.other.do_all([bet])[0]) == BANK_TOO_SMALL


@pytest.mark.parametrize("two", ["postgresql"], indirect=True)
class TestStopped:
    """A process that is stopped in the middle holds nobody up, and nothing of it is lost or done twice."""

    def test_who_decides_anew_is_alone_and_has_to_do_so_once(self, two: Two) -> None:
        store = two.one.store
        store.idle_milliseconds = 0  # however slow this machine is
        two.other.table(WHEEL)
        with ThreadPoolExecutor(1) as thread:
            with store.exclusive():
                writing = thread.submit(place, two.other, "theirs")
                waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                with two.store.engine.connect() as connection:
                    until(lambda: connection.exec_driver_sql(waits).scalar())
                place(two.one, "mine")  # who is alone may write, and they do not
                assert not writing.done()
                seq = two.one.table(WHEEL).seq
            writing.result(PATIENCE)
        assert two.other.table(WHEEL).seq == seq + 1
        assert two.other.conflicts == 1

    def test_who_is_stopped_while_they_write(self, two: Two) -> None:
        """A process that holds the log's head and says nothing: the server undoes what it has not committed."""
        store = two.one.store
        store.idle_milliseconds = 0
        stopped = Batch(two.one, two.one.clock.now())
        stopped.decide(asked(WHEEL, player("ana"), "stopped", "place_bet", bet="symbol:1", stake=MINIMUM))

        def be_stopped() -> None:
            with store.transaction() as connection:
                store.write_rows(connection, stopped.changes)
                connection.exec_driver_sql(SET_IDLE_TIMEOUT, ("20",))
                place(two.other, "other")  # it waits for the head until the server lets go of it

        with pytest.raises(StoreDownError):
            be_stopped()
        done = [row.command_id for row in two.store.rows(WHEEL)]
        assert ("other" in done, "stopped" in done) == (True, False)
        place(two.one, "stopped")  # who was stopped goes on, and what was undone is done once
        assert [row.command_id for row in two.store.rows(WHEEL)].count("stopped") == 1

    def test_who_is_stopped_while_they_are_alone(self, two: Two) -> None:
        two.one.store.idle_milliseconds = 20
        with pytest.raises(StoreDownError), two.one.store.exclusive():
            place(two.other, "other")
        assert not two.one.store.is_exclusive


@pytest.mark.server
def test_two_processes_at_one_table_with_many_players(tmp_path: Path) -> None:
    """Every command is sent to both, and some of them twice."""
    store_url = f"sqlite:///{tmp_path / 'house.db'}"
    players, rounds = [f"p{number}" for number in range(6)], 6
    store = open_store(store_url)
    Drive(House(store), players=players).open_all(["roulette"])
    before = store.seq(ROULETTE)
    with at_once(serve_many, *((store_url, ROULETTE, players, rounds, seed) for seed in (1, 2))) as told:
        one, other = told
        assert one == other
        assert len(one) == len(players) * rounds
        assert sorted(one.values()) == list(range(before + 1, before + len(one) + 1))
    for row in store.rows(ROULETTE, after=before):
        assert one[row.by, row.command_id] == row.seq
    balances = store.balances()
    assert {balances[wallet(who)] for who in players} == {MONEY - rounds * MINIMUM}
    assert balances[f"stakes:{ROULETTE}"] == rounds * MINIMUM * len(players)
    check_books(store)
    store.close()


@pytest.mark.server
def test_two_processes_play_everything(postgres: Postgres) -> None:
    url = postgres.database()
    store = open_store(url)
    seal = open_seal(store, default_key())
    Drive(House(store, seal=seal)).open_all()
    with at_once(play_all, *((url, f"p{seed}-", 40, seed) for seed in (1, 2))) as told:
        assert all(isinstance(one, tuple) for one in told), told
        assert [stopped for _, stopped, _ in told] == [{}, {}]
        assert [busy for _, _, busy in told] == [0, 0]
        carried_out = [one for done, _, _ in told for one in done]
    written = {(row.table_id, row.by, row.command_id): row.seq for name in store.tables() for row in store.rows(name)}
    assert all(written[table, by, name] == seq for table, by, name, seq in carried_out)
    assert len({(table, seq) for table, _, _, seq in carried_out}) == len(carried_out)
    check_books(store)
    anew = House(store, seal=seal)
    for name, (_, _, seq, *_) in store.tables().items():
        assert anew.table(name).seq == seq
    store.close()

"""The first look at a table's story reads as much after years as after a day: from a snapshot on, a page at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from banca.answers.contents import Contents
from banca.house import table_snapshot
from banca.house.audit.snapshot import Snapshot
from banca.house.house import House
from banca.house.opening import TableTerms
from banca.house.request import CommandRequest
from banca.house.store import open_store
from banca.live.command import THE_HOUSE, Actor, OpenTable, Role
from banca.live.results import ChanceSource
from banca.service.audit import Shelf, _as_far
from banca.words import speech
from recorded import bare_store

pytestmark = pytest.mark.slow

TABLE, COUNT = "roulette-1", 3
CROUPIER = Actor("croupier", Role.CROUPIER)
ACTS = ("throw_ball", "call_no_more_bets", "read_number", "pay")
EVERY = 10


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The entries of journals that are read."""
    read: list[int] = []
    usual = Snapshot.rows

    def rows(self: Snapshot, *between: Any) -> Any:
        for row in usual(self, *between):
            read.append(row.seq)
            yield row

    with monkeypatch.context() as patch:
        patch.setattr(Snapshot, "rows", rows)
        yield read


class Played:
    """A table that the croupier plays alone, by a clock that goes on with it."""

    def __init__(self, folder: Path) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.store = open_store(bare_store(folder / "house.db"))
        self.house = House(self.store, clock=lambda: self.now)
        terms = TableTerms(id=TABLE, game="roulette", bank=10**10, chance=ChanceSource.DRAWN)
        self.house.do(CommandRequest(table=TABLE, actor=THE_HOUSE, id="open", command=OpenTable(), opening=terms))

    def play(self, rounds: int) -> "Played":
        for _ in range(rounds):
            self.now += timedelta(hours=6)
            for act in ACTS:
                table = self.house.table(TABLE)
                command = table.conduct.forms.read({"do": act})
                self.house.do(CommandRequest(table=TABLE, actor=CROUPIER, id=f"{table.seq}", command=command))
        return self

    def look(self, first: int | None = None, *, is_oldest_first: bool = False, since: Any = None) -> Contents:
        is_filtered = since is not None
        is_enough = _as_far(first, COUNT, since, is_filtered=is_filtered, is_oldest_first=is_oldest_first)
        return Shelf().of(self.store, TABLE, is_enough)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr(table_snapshot, "EVERY", EVERY)
    return Played(tmp_path).play(12)


def test_the_first_look_reads_no_more_of_an_old_table(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    most = []
    for _ in range(2):
        with counted(monkeypatch) as read:
            found = played.look()
            most.append(len(read))
            assert found.rounds[-1].chapter.number == played.house.table(TABLE).state.round - 1
            assert found.rounds[0].chapter.number > 1
            assert len(found.rounds) > COUNT
        played.play(25)
    assert most[1] <= most[0] + 4 * EVERY  # the newest snapshot is a round or two nearer or farther
    assert max(most) < played.house.table(TABLE).seq / 2


def test_what_is_read_back_is_as_whoever_reads_all_of_it_has_it(played: Played) -> None:
    whole = Contents(played.store, TABLE)
    whole.read_on()
    assert [one.chapter.number for one in whole.rounds] == list(range(1, len(whole.rounds) + 1))
    say = speech()
    for first in (12, 5, 1):
        found = played.look()  # the newest first, then back to one of them
        found.read_on(lambda rounds, first=first: rounds[0].chapter.number <= first)  # type: ignore[misc]
        assert found.rounds == whole.rounds[-len(found.rounds) :]
        assert (found.seq, found.head, found.broken) == (whole.seq, whole.head, None)
        assert found.lines(first, say) == whole.lines(first, say)
        assert found.round(first) == whole.round(first) is not None
    found = played.look()
    played.play(3)  # it goes on when the table does
    found.read_on(lambda _: True)
    whole = Contents(played.store, TABLE)
    whole.read_on()
    assert found.rounds == whole.rounds[-len(found.rounds) :]


def test_one_round_or_a_day_is_read_from_the_snapshot_before_it(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.play(20)
    found = played.look()
    with counted(monkeypatch) as read:
        found.lines(found.rounds[-1].chapter.number, speech())
        assert len(read) < EVERY
    day = (played.now - timedelta(days=2)).date()
    with counted(monkeypatch) as read:
        found = played.look(since=day)
        assert len(read) < played.house.table(TABLE).seq / 2
    assert found.rounds[0].at < day.isoformat()


def test_a_break_is_told_by_whoever_reads_as_far_back(played: Played) -> None:
    assert played.look(is_oldest_first=True).rounds[0].chapter.number == 1
    with played.store.changes() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = ' ' || body WHERE seq = 3 AND table_id = ?", (TABLE,))
    assert played.look().broken is None
    assert played.look(is_oldest_first=True).broken is not None

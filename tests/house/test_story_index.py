"""A table's story is read from a snapshot on, a page at a time: as whoever reads all of it has it."""

from pathlib import Path

import pytest

from banca.house import snapshots
from banca.house.commands import CommandRequest, TableTerms
from banca.house.house import House
from banca.house.store import open_store
from banca.house.story import RoundIndex, to_the_first
from banca.i18n import translator
from banca.server.api.audit import StoryCache, rounds_needed
from banca.tables.chance import ChanceSource
from banca.tables.commands import THE_HOUSE, Actor, OpenTable, Role
from support.houses import bare_store

pytestmark = pytest.mark.slow

TABLE = "roulette-1"
CROUPIER = Actor("croupier", Role.CROUPIER)


class Played:
    """A table that the croupier plays alone."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(bare_store(folder / "house.db"))
        self.house = House(self.store)
        terms = TableTerms(id=TABLE, game="roulette", bank=10**10, chance=ChanceSource.DRAWN)
        self.house.do(CommandRequest(table=TABLE, actor=THE_HOUSE, id="open", command=OpenTable(), opening=terms))

    def play(self, rounds: int) -> "Played":
        for _ in range(rounds):
            for act in ("throw_ball", "call_no_more_bets", "read_number", "pay"):
                table = self.house.table(TABLE)
                command = table.engine.codec.read({"do": act})
                self.house.do(CommandRequest(table=TABLE, actor=CROUPIER, id=f"{table.seq}", command=command))
        return self

    def look(self, *, is_oldest_first: bool = False) -> RoundIndex:
        is_enough = rounds_needed(None, 3, None, is_filtered=False, is_oldest_first=is_oldest_first)
        return StoryCache().rounds(self.store, TABLE, is_enough)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    return Played(tmp_path).play(12)


def test_what_is_read_back_is_as_whoever_reads_all_of_it_has_it(played: Played) -> None:
    whole = RoundIndex(played.store, TABLE)
    whole.read_on(to_the_first)
    assert [one.number for one in whole.rounds] == list(range(1, len(whole.rounds) + 1))
    say = translator()
    for first in (12, 5, 1):
        found = played.look()  # the newest first, then back to one of them
        assert found.rounds[0].number > 1
        found.read_on(lambda rounds, first=first: rounds[0].number <= first)  # type: ignore[misc]
        assert found.rounds == whole.rounds[-len(found.rounds) :]
        assert (found.part.seq, found.part.head, found.broken) == (whole.part.seq, whole.part.head, None)
        shown, same = found.round(first), whole.round(first)
        assert shown is not None
        assert same is not None
        assert shown == same
        assert found.lines(shown, say) == whole.lines(same, say)
    found = played.look()
    played.play(3)  # it goes on when the table does
    found.read_on(lambda _: True)
    whole = RoundIndex(played.store, TABLE)
    whole.read_on(to_the_first)
    assert found.rounds == whole.rounds[-len(found.rounds) :]


def test_a_break_is_told_by_whoever_reads_as_far_back(played: Played) -> None:
    assert played.look(is_oldest_first=True).rounds[0].number == 1
    with played.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE journal SET body = ' ' || body WHERE seq = 3 AND table_id = ?", (TABLE,))
    assert played.look().broken is None
    assert played.look(is_oldest_first=True).broken is not None

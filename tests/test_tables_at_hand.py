"""Tables in memory: idle ones make room where there are many, and nobody notices."""

from datetime import datetime
from pathlib import Path

import pytest

from banca.house import at_hand, audit, table_snapshot
from banca.house.audit import BackgroundAudit
from banca.house.house import House
from banca.house.request import CommandRequest
from banca.house.store import Store, open_store
from banca.live.command import FundBank
from house_drive import SUPERVISOR, Drive, asked, cash, opening, player, table_of


class TestMemory:
    """Tables at which nothing goes on make room, and are read again when somebody comes."""

    @pytest.fixture
    def houses(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[House]:
        monkeypatch.setattr(at_hand, "MOST_AT_HAND", 10)
        houses = [House(open_store(f"sqlite:///{tmp_path / 'many.db'}")) for _ in range(2)]
        for number in range(30):
            houses[0].do(opening(f"t{number}", "roulette", f"o{number}"))
        houses[1].refresh()
        return houses

    def test_idle_tables_rest(self, houses: list[House]) -> None:
        house = houses[1]
        house.do(cash("in", "ana", 100_000))
        house.do(asked("t3", player("ana"), "sit", "sit"))
        for number in range(30):
            assert house.table(f"t{number}").seq >= 1
        at = [number for number in range(30) if house.at_hand(f"t{number}")]
        assert len(at) <= 12
        assert 3 in at  # somebody sits there
        assert house.rests("t0")
        assert [table.id for table in house.occupied()] == ["t3"]
        assert house.table("t0").state.phase
        assert not house.rests("t0")

    def test_news_of_a_table_that_rests(self, houses: list[House]) -> None:
        one, other = houses
        for number in range(30):
            other.table(f"t{number}")
        assert other.rests("t0")
        heard: list[int] = []
        other.listeners.append(lambda told: heard.extend(each.entry.seq for each in told))
        one.do(CommandRequest(table="t0", actor=SUPERVISOR, id="fund", command=FundBank(stake=100_00)))
        other.refresh()
        assert heard == [2]
        assert other.table("t0").seq == 2


@pytest.mark.slow
def test_either_store_takes_snapshots_loads_from_them_and_is_audited(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_snapshot, "EVERY", 20)
    games = ["craps", "fantan"]
    Drive(House(store)).open_all(games).play(200, games)
    again = House(store)
    for game in games:
        table = again.table(table_of(game))
        found = store.snapshot(table.id)
        assert found is not None
        assert table.snapshot == found.seq
    assert audit.verify(store).is_whole
    since = datetime.fromisoformat(again.table(table_of("craps")).at)
    assert audit.verify(store, since=since).is_whole
    background = BackgroundAudit(store)
    looked = sum(verified.entries for verified in iter(background.step, None))
    assert not background.faults
    assert background.progress().audited <= looked
    assert background.progress().audited >= sum(again.table(table_of(game)).snapshot for game in games)

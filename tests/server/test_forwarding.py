"""A command that comes in at another process than its table's home is decided by the home, and is done once whatever happens to the link."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from banca.house.commands import Answer, CommandRequest
from banca.house.house import House
from banca.server.metrics import FORWARDED
from banca.server.process import listen
from support.lanes import PATIENCE
from support.postgres import Postgres
from support.server import Service, beside, until

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

BET = {"do": "place_bet", "bet": "pass_line", "stake": 1000}
SIT = {"do": "sit"}


def decided_by(house: House) -> list[str]:
    """The ids of commands that a house decides from now on."""
    ids: list[str] = []
    do_all = house.do_all

    def noting(requests: Sequence[CommandRequest]) -> list[Answer]:
        ids.extend(request.id for request in requests)
        return do_all(requests)

    house.do_all = noting  # type: ignore[method-assign]
    return ids


def test_a_forwarded_command_is_decided_by_its_home_once(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, inner, outer = postgres.database(), listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    with Service(tmp_path, url=url, inner=inner) as entrance, beside(url, entrance.tokens, inner=outer) as home:
        until(lambda: len(entrance.app.state.peers.live) == len(home.app.state.peers.live) == 2)
        entrance.fund()
        table = next(name for name in (f"craps-{n}" for n in range(100)) if home.app.state.peers.is_home(name))
        entrance.open(table, "craps")
        until(lambda: table in home.house.games)

        def give(name: str, command: dict[str, Any], who: str = "ana") -> Any:
            return entrance.post(who, f"/tables/{table}/commands", id=name, command=command)

        def is_connected() -> bool:
            counter = FORWARDED.labels("answered")._value  # it has no other way to be read
            before = counter.get()
            assert give("x", {"do": "dance"}, "chan").status_code == 422
            return bool(counter.get() > before)

        until(is_connected)
        decided_here, decided_at_home = decided_by(entrance.house), decided_by(home.house)
        first = give("sit", SIT).json()
        assert (decided_here, decided_at_home) == ([], ["sit"])
        for process in (entrance, home):  # sent again anywhere
            again = process.post("ana", f"/tables/{table}/commands", id="sit", command=SIT).json()
            assert [again[name] for name in ("seq", "digest", "leaf")] == [
                first[name] for name in ("seq", "digest", "leaf")
            ]
        assert home.store.seq(table) == first["seq"]

        go_on, done = Event(), Event()
        do_all = home.house.do_all

        def later(requests: Sequence[CommandRequest]) -> list[Answer]:
            assert go_on.wait(PATIENCE)
            answers = do_all(requests)
            done.set()
            return answers

        monkeypatch.setattr(home.house, "do_all", later)
        monkeypatch.setattr(entrance.app.state.forwarder, "_seconds", 0.05)
        late = give("bet", BET)  # the home takes too long: who was asked decides, and what comes later changes nothing
        assert late.status_code == 201, late.text
        assert decided_here == ["bet"]
        go_on.set()
        assert done.wait(PATIENCE)
        assert home.store.seq(table) == late.json()["seq"] == first["seq"] + 1

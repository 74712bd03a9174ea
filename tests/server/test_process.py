"""How a server process starts and ends: what was acknowledged is kept, streams end, the log says so."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from banca.house.audit import Weight, verify
from banca.house.store import Store
from support.lanes import PATIENCE
from support.server import MONEY, Process, Service, following, until


@pytest.mark.server
@pytest.mark.slow
def test_sigterm_keeps_what_was_acknowledged_ends_the_streams_and_is_logged(tmp_path: Path) -> None:
    process = Process(tmp_path, "--demo")
    guests = [process.post(None, "/demo/players").json() for _ in range(4)]
    acknowledged: list[str] = []
    ended = Event()
    heard: list[int] = []
    for guest in guests:
        process.tokens[guest["name"]] = guest["token"]
    table = "demo-pai-kao"

    def listen() -> None:
        with following(process, guests[0]["name"], table, "?after=0") as frames:
            heard.extend(seq for seq, _ in frames)
        ended.set()

    def play(place: int) -> set[int]:
        """Sits down and leaves again without end, until the server says no more."""
        name, statuses = guests[place]["name"], set()
        with httpx.Client(base_url=process.client.base_url, timeout=PATIENCE) as client:
            for number in range(100_000):
                body = {"id": f"{place}-{number}", "command": {"do": "leave" if number % 2 else "sit"}}
                how = {"Authorization": f"Bearer {process.tokens[name]}"}
                try:
                    answer = client.post(f"/api/v1/tables/{table}/commands", json=body, headers=how)
                except httpx.TransportError:
                    break
                statuses.add(answer.status_code)
                if answer.status_code != 201:
                    assert answer.json()["code"] == "draining"
                    break
                acknowledged.append(f"{name} {body['id']}")
        return statuses

    listener = Thread(target=listen)
    listener.start()
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, place) for place in (1, 2, 3)]
        until(lambda: len(acknowledged) > 50)
        code = process.end(signal.SIGTERM)
        assert set().union(*(one.result() for one in playing)) <= {201, 503}
    assert code == 0
    assert ended.wait(PATIENCE)
    listener.join()
    store = Store(process.db)
    written = {f"{row.by} {row.command_id}": row.seq for row in store.rows(table)}
    assert set(acknowledged) <= set(written)
    real = [seq for seq in heard if seq != -1]
    assert real == list(range(1, len(real) + 1))
    checked = verify(store)
    assert {one.weight for one in checked.findings} <= {Weight.NOTICE}, checked.findings
    store.close()
    lines = map(json.loads, (tmp_path / "errors").read_text().splitlines())  # JSON, and nothing else
    starting, stopping, stopped = (line for line in lines if line["what"].startswith(("starting", "stop")))
    assert (starting["address"], starting["store"]) == (process.base.removeprefix("http://"), "sqlite")
    assert {"version", "python", "at", "level"} <= set(starting)
    assert (stopping["what"], stopping["signal"]) == ("stopping", "SIGTERM")
    assert (stopped["what"], stopped["pid"]) == ("stopped", starting["pid"])


def test_a_server_that_drains_says_so_and_finishes(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.fund("ana")
        service.open("craps-1", "craps")
        service.do("ana", "craps-1", "sit")
        service.app.state.batches.is_draining = True
        refused = service.command("ana", "craps-1", "place_bet", bet="pass_line", stake=1000)
        assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (503, "draining", "1")
        assert service.client.get("/health/ready").json()["status"] == "draining"
        assert service.client.get("/health/live").status_code == 200
        assert service.house.balance("wallet:ana") == MONEY

"""Processes of a house, for longer than `make test` takes: killed under load on either store, two at one table of PostgreSQL, stopped before they serve."""

import asyncio
import json
import os
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from banca.house.house import House
from banca.house.store import open_store
from banca.tables.events import wallet
from crash import crash
from crash_load import prepare
from support.houses import MINIMUM, MONEY, Drive, at_once, check_books, serve_many, table_of
from support.lanes import PATIENCE
from support.postgres import Postgres
from support.server import BIN, Process, until

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_nothing_is_lost_and_nothing_is_done_twice(store_url: str, tmp_path: Path) -> None:
    prepared = prepare(store_url, players=30, key=tmp_path / "house.key")
    with ThreadPoolExecutor(1) as aside:  # a browser's tests may have a loop in this thread
        figures = aside.submit(asyncio.run, crash(store_url, tmp_path, prepared, kills=4, seed=7)).result()
    assert figures.is_right, figures
    assert figures.kills == 4
    assert figures.acknowledged > 100
    assert figures.repeated > 0


def test_two_processes_at_one_table_with_many_players(postgres: Postgres) -> None:
    """Every command is sent to both, and some of them twice."""
    url, table, players, rounds = postgres.database(), table_of("roulette"), [f"p{n}" for n in range(12)], 12
    store = open_store(url)
    Drive(House(store), players=players).open_all(["roulette"])
    before = store.seq(table)
    with at_once(serve_many, *((url, table, players, rounds, seed) for seed in (1, 2))) as answers:
        one, other = answers
        assert one == other
        assert sorted(one.values()) == list(range(before + 1, before + len(players) * rounds + 1))
    balances = store.balances()
    assert {balances[wallet(who)] for who in players} == {MONEY - rounds * MINIMUM}
    check_books(store)
    store.close()


def lines(folder: Path) -> list[dict[str, Any]]:
    """Everything on standard error: JSON, and nothing else."""
    return [json.loads(line) for line in (folder / "errors").read_text().splitlines()]


def test_a_second_signal_ends_at_once_without_a_traceback(tmp_path: Path) -> None:
    """Somebody is in the middle of a request, which a first signal waits for."""
    process = Process(tmp_path)
    with socket.create_connection(("127.0.0.1", int(process.port))) as slow:
        slow.sendall(
            b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        assert process.client.get("/health/live").status_code == 200
        process.process.send_signal(signal.SIGINT)
        until(lambda: [line for line in lines(tmp_path) if line["what"] == "stopping"])
        assert process.end(signal.SIGINT) == -signal.SIGINT
    assert lines(tmp_path)[-1]["what"] == "stopped at once"
    assert not [line for line in lines(tmp_path) if "fault" in line or line["level"] == "error"]


def test_ctrl_c_before_it_serves_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """A database that takes the connection and says nothing holds the start."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://house@127.0.0.1:{silent.getsockname()[1]}/banca"
        command = [str(BIN / "banca"), "serve", "--db", url, "--port", "0"]
        started = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=os.environ | {"BANCA_KEY": str(tmp_path / "house.key")}
        )
        silent.settimeout(PATIENCE)
        held, _ = silent.accept()
        with held:
            started.send_signal(signal.SIGINT)
            _, said = started.communicate(timeout=PATIENCE)
    assert started.returncode in (1, 130, -signal.SIGINT)
    assert "Traceback" not in said

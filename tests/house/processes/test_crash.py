"""A real server is killed under load and started again; `bench/crash.py 200` does the same for longer, and on PostgreSQL.

On PostgreSQL one of two servers is killed in test_two_servers.py.
"""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import crash
from crash_load import prepare

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_nothing_is_lost_and_nothing_is_done_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash, "TAIL", 100)
    url = f"sqlite:///{tmp_path / 'house.db'}"
    prepared = prepare(url, players=12, key=tmp_path / "house.key")
    with ThreadPoolExecutor(1) as aside:  # a browser's tests may have a loop in this thread
        load = crash.crash(url, tmp_path, prepared, kills=1, seed=7)
        figures = aside.submit(asyncio.run, load).result()
    gc.collect()  # a connection that nobody has let go of is found here, not in whatever test comes next
    assert figures.is_right, figures
    assert figures.kills == 1
    assert figures.acknowledged > 20
    assert figures.repeated > 0

"""A real server is killed under load and started again; `bench/crash.py 200` does the same for longer."""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crash import crash
from crash_load import prepare

pytestmark = [pytest.mark.server, pytest.mark.slow]

KILLS = {"sqlite": 2, "postgresql": 1}


def test_nothing_is_lost_and_nothing_is_done_twice(
    store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kills = KILLS[store_url.partition(":")[0]]
    prepared = prepare(store_url, players=30, key=tmp_path / "house.key")
    with ThreadPoolExecutor(1) as aside:  # a browser's tests may have a loop in this thread
        figures = aside.submit(asyncio.run, crash(store_url, tmp_path, prepared, kills=kills, seed=7)).result()
    gc.collect()  # a connection that nobody has let go of is found here, not in whatever test comes next
    with capsys.disabled():
        print(f"\n{figures}")  # noqa: T201 - the figures are the point
    assert figures.is_right, figures
    assert figures.kills == kills
    assert figures.acknowledged > 100
    assert figures.repeated > 0

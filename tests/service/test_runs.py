"""A simulation of the lab is the house's: begun at one process, looked at, taken home and cancelled at another; kept when its process has gone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from banca.house.run_rows import RunRows
from banca.house.store import Store
from banca.service.lab_run import ACTIVE, OVER, RunState
from beside import beside
from service import UNHURRIED, Api, Service, until

pytestmark = pytest.mark.compiled

SHORT = [{"game": "craps", "name": "pass_line"}]


def over(service: Api, run_id: str) -> Any:
    def told() -> Any:
        found = service.get("ana", f"/lab/runs/{run_id}")
        return found if found["is_over"] else None

    return until(told)


def begin(service: Api, sessions: int) -> str:
    answer = service.post("ana", "/lab/runs", strategies=SHORT, sessions=sessions, seed=7)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_what_a_run_came_to_is_there_after_a_restart(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        told = over(service, begin(service, 300))
        url, tokens = f"sqlite:///{tmp_path / 'house.db'}", service.tokens
    with beside(url, tokens) as another:
        assert over(another, told["id"]) == told
        (listed,) = another.get("ana", "/lab/runs")["runs"]
        assert (listed["id"], listed["state"], listed["sessions"]) == (told["id"], "done", 300)
        assert another.get("bento", "/lab/runs")["runs"] == []


def test_runs_in_the_store(store: Store) -> None:
    """Those of a process that has gone have failed, somebody's oldest and the old are let go, and a cancelled run hears of it when it writes."""
    rows = RunRows(store)
    for name, process in (("here", 1), ("gone", 2)):
        rows.add(id=name, owner="ana", process=process, state=RunState.RUNNING, made=1.0, asked=b"{}")
    rows.give_up(ACTIVE, [1], RunState.FAILED)
    assert [getattr(rows.find(name), "state", "") for name in ("here", "gone")] == ["running", "failed"]
    assert rows.count(ACTIVE, owner="ana") == 1
    assert not rows.write("here", RunState.RUNNING, b"1")
    rows.cancel("here")
    assert rows.write("here", RunState.RUNNING, b"2")
    for made, name in enumerate(["a1", "a2", "a3", "b1", "b2", "active"], start=1):
        state = RunState.RUNNING if name == "active" else RunState.DONE
        rows.add(id=name, owner=name[0], process=1, state=state, made=float(made), asked=b"{}")
    rows.forget(OVER, before=2.5, most=3, most_of_person=1)
    assert [name for name in ("a1", "a2", "a3", "b1", "b2", "active") if rows.find(name)] == ["a3", "b2", "active"]


def test_figures_that_are_too_large_are_not_kept(tmp_path: Path) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, run_bytes=10)) as service:
        path = f"/lab/runs/{begin(service, 10)}"
        until(lambda: service.get("ana", path)["state"] == "failed")
        assert service.get("ana", path)["report"] is None

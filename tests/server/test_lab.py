"""The lab over HTTP: a run is the library's run, refused at its line, followed, cancelled, bounded, and nobody else's."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from banca.analysis.simulation.run import Engine, make_work, run
from banca.analysis.simulation.strategy_file import find_strategy, library
from banca.house.store import Store
from banca.i18n import translator
from banca.i18n.answer import plain
from banca.law import Language
from banca.server.simulations import ACTIVE, OVER, RunRows, RunState
from support.lanes import PATIENCE
from support.server import UNHURRIED, Api, LiveService, Service, beside, check_events, until

pytestmark = pytest.mark.compiled
LONG = {"game": "craps", "name": "pass_line"}
"""In so many sessions that it has many blocks."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path) as found:
        yield found


def way(name: str, game: str = "craps") -> dict[str, str]:
    return {"game": game, "name": name}


def start(service: Api, who: str, *strategies: dict[str, str], **more: Any) -> str:
    answer = service.post(who, "/lab/runs", strategies=list(strategies), **more)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def finish(service: Api, who: str, run_id: str) -> Any:
    def over() -> Any:
        told = service.get(who, f"/lab/runs/{run_id}")
        return told if told["is_over"] else None

    return until(over)


def refused(service: Service, strategies: list[dict[str, str]], **more: Any) -> Any:
    answer = service.post("ana", "/lab/runs", strategies=strategies, **more)
    assert answer.status_code == 422, answer.text
    return answer.json()


def test_a_run_has_the_figures_of_the_library_and_can_be_taken_home(service: Service) -> None:
    run_id = start(service, "ana", way("pass_odds"), sessions=3000, seed=7)
    told = finish(service, "ana", run_id)
    assert (told["state"], told["sessions"], told["of"]) == ("done", 3000, 3000)
    path = f"/lab/runs/{run_id}"
    found = {kind: service.ask("ana", "GET", f"{path}/{kind}") for kind in ("report.json", "report.csv", "chart.svg")}
    for answer in found.values():
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"].startswith('attachment; filename="banca-craps-7.')
    assert found["report.json"].json() == told["report"]
    assert found["report.csv"].text.splitlines()[0] == "number,strategy,part,at,figure,value"
    assert found["chart.svg"].headers["content-type"] == "image/svg+xml"
    strategies = [find_strategy("craps", "pass_odds")]
    done = run(make_work(strategies, sessions=3000, seed=7), Engine(workers=1))
    assert done is not None
    expected = plain(done.answer(strategies), translator(Language.EN))
    for report in (told["report"], expected):
        del report["seconds"], report["rounds_per_second"]
    assert told["report"] == expected


# Refusals, at their line

TEXT = library("craps")["three_point_molly"].read_text("utf-8")


def test_a_strategy_is_refused_at_once_with_its_line_and_clause(service: Service) -> None:
    for old, new, code, line, cite in (
        ("[session]", "[session", "cannot_read", 5, None),
        ("count = 2", 'when = "come_out"', "no_point", 14, "craps 5.2.5"),
        ("times = 2", "times = 4", "additional_too_large", 19, "R-craps-9"),
        ("[session]", "[options]\nfield_12 = 4\n[session]", "unknown_value", 6, "craps 6.12"),
    ):
        problem = refused(service, [way("pass_line"), {"text": TEXT.replace(old, new, 1)}])
        assert (problem["code"], problem["strategy"], problem["line"], problem["cite"]) == (code, 1, line, cite)
    overruled = refused(service, [{"text": TEXT}], bankroll=500)  # by the request: at no line
    assert (overruled["code"], overruled["strategy"], overruled["line"]) == ("bankroll_too_small", 0, None)


def test_only_strategies_of_one_game_are_compared_and_only_those_there_are(service: Service) -> None:
    for strategies, code, place in (
        ([way("pass_line"), way("red", "roulette")], "other_game", 1),
        ([way("pass_lime")], "unknown_strategy", 0),
        ([way("../craps/pass_line")], "unknown_strategy", 0),
        ([way("/etc/passwd.toml")], "unknown_strategy", 0),
        ([way("pass_line", "../library/craps")], "unknown_game", 0),
    ):
        problem = refused(service, strategies)
        assert (problem["code"], problem["strategy"]) == (code, place)
    endless = TEXT.replace("rounds = 500", "rounds = 10_000_000")
    assert refused(service, [{"text": endless}])["code"] == "bad_sessions"
    one = way("pass_line")
    bad: tuple[list[dict[str, str]], ...] = ([], [{}], [one] * 3, [{"text": "x" * 25_000}], [one | {"text": "x"}])
    for strategies in bad:
        answer = service.post("ana", "/lab/runs", strategies=strategies)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert service.post("ana", "/lab/runs", strategies=[one], sessions=2_000_000).status_code == 400


def test_a_run_is_its_owners_alone(service: Service) -> None:
    run_id = start(service, "ana", way("pass_line"), sessions=10)
    for method, path in (
        ("GET", ""),
        ("DELETE", ""),
        ("GET", "/events"),
        ("GET", "/report.json"),
        ("GET", "/chart.svg"),
    ):
        for who, status in (("bento", 404), ("sofia", 404), (None, 401)):
            assert service.ask(who, method, f"/lab/runs/{run_id}{path}").status_code == status
    assert finish(service, "ana", run_id)["state"] == "done"
    assert service.post(None, "/lab/runs", strategies=[way("pass_line")]).status_code == 401


@pytest.mark.usefixtures("held")
def test_one_runs_and_a_few_wait(service: Service) -> None:
    mine = [start(service, "ana", LONG, sessions=400_000), start(service, "ana", way("pass_line"))]
    third = service.post("ana", "/lab/runs", strategies=[way("pass_line")])
    assert (third.status_code, third.json()["code"]) == (429, "too_many_runs")
    assert third.headers["retry-after"] == f"{UNHURRIED.run_seconds:.0f}"
    other = start(service, "bento", LONG, sessions=400_000)
    waiting = service.get("bento", f"/lab/runs/{other}")
    assert (waiting["state"], waiting["before"], waiting["report"]) == ("waiting", 2, None)
    assert service.ask("bento", "GET", f"/lab/runs/{other}/report.csv").json()["code"] == "nothing_done"
    assert service.ask("ana", "DELETE", f"/lab/runs/{mine[1]}").status_code == 204
    assert service.get("ana", f"/lab/runs/{mine[1]}")["state"] == "cancelled"
    assert service.get("bento", f"/lab/runs/{other}")["before"] == 1
    assert service.ask("ana", "DELETE", f"/lab/runs/{mine[0]}").status_code == 204
    assert finish(service, "ana", mine[0])["state"] == "cancelled"
    so_far = until(lambda: (told := service.get("bento", f"/lab/runs/{other}"))["report"] and told)
    assert (so_far["state"], so_far["report"]["complete"]) == ("running", False)
    assert service.ask("bento", "DELETE", f"/lab/runs/{other}").status_code == 204
    told = finish(service, "bento", other)  # what was done is kept
    assert 0 < told["sessions"] < told["of"]
    assert told["report"]["sessions"] == told["sessions"]


def test_who_runs_too_often_waits(tmp_path: Path) -> None:
    with Service(tmp_path, limits=replace(UNHURRIED, runs_of_person_minute=1)) as service:
        assert refused(service, [way("nothing_like_it")])  # what cannot be run counts too: it took time to see that
        more = service.post("ana", "/lab/runs", strategies=[way("pass_line")])
        assert (more.status_code, more.json()["code"], more.headers["retry-after"]) == (429, "too_often", "60")
        service.ticks.move(60)
        start(service, "ana", way("pass_line"), sessions=2)


def test_what_a_run_came_to_is_there_after_a_restart_unless_it_is_too_large(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        told = finish(service, "ana", start(service, "ana", way("pass_line"), sessions=300))
    limits = replace(UNHURRIED, run_bytes=10)
    with beside(f"sqlite:///{tmp_path / 'house.db'}", service.tokens, limits=limits) as another:
        assert another.get("ana", f"/lab/runs/{told['id']}") == told
        (listed,) = another.get("ana", "/lab/runs")["runs"]
        assert (listed["id"], listed["state"], listed["sessions"]) == (told["id"], "done", 300)
        assert another.get("bento", "/lab/runs")["runs"] == []
        path = f"/lab/runs/{start(another, 'ana', way('pass_line'), sessions=10)}"
        until(lambda: another.get("ana", path)["state"] == "failed")
        assert another.get("ana", path)["report"] is None


def test_a_fault_ends_a_run_and_not_the_lab(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("banca.analysis.simulation.run.run", None)
        told = finish(service, "ana", start(service, "ana", way("pass_line"), sessions=2))
        assert (told["state"], told["report"]) == ("failed", None)
    assert finish(service, "ana", start(service, "ana", way("pass_line"), sessions=2))["state"] == "done"


def frames(answer: httpx.Response) -> Iterator[Any]:
    waiting = b""
    for chunk in answer.iter_raw():
        *whole, waiting = (waiting + chunk).split(b"\n\n")
        for frame in whole:
            if frame.startswith(b"event: run\n"):
                yield msgspec.json.decode(frame.partition(b"data: ")[2])


@pytest.mark.usefixtures("held")
def test_a_run_is_followed_until_the_server_stops_and_takes_it_along(tmp_path: Path) -> None:
    with LiveService(tmp_path) as service:
        run_id = start(service, "ana", LONG, sessions=400_000)
        headers = {"Authorization": f"Bearer {service.tokens['ana']}"}
        with service.client.stream(
            "GET", f"/api/v1/lab/runs/{run_id}/events", headers=headers, timeout=PATIENCE
        ) as answer:
            check_events(answer)
            told = frames(answer)
            next(one for one in told if one["report"])
            service.app.state.batches.is_draining = True
            assert not any(one["is_over"] for one in told)
        found = service.app.state.runs.find("ana", run_id)
    assert found.state is RunState.CANCELLED
    assert 0 < found.sessions < 400_000


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

"""What a server counts of its requests and of itself, for Prometheus; the dashboard and the alerts in deploy/ ask for what there is."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from banca.service.metrics import REGISTRY
from banca.service.request_times import BOUNDS, METHODS, RequestTimes
from banca.version import VERSION
from metrics import text as page_of_metrics
from paths import ROOT
from service import LiveService, Service, following

pytestmark = pytest.mark.slow

DEPLOY = ROOT / "deploy"
NAME = re.compile(r"\b(?:banca|process|python)_[a-z_]+\b")
Sample = tuple[str, dict[str, str], float]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("house")) as service:
        yield service


def samples(service: Service) -> list[Sample]:
    answer = service.client.get("/metrics", headers={"Authorization": f"Bearer {service.tokens['carlos']}"})
    assert answer.headers["content-type"].count("charset") == 1
    families = text_string_to_metric_families(answer.text)
    return [(sample.name, sample.labels, sample.value) for family in families for sample in family.samples]


def counted(samples: list[Sample], **labels: str) -> float:
    """How many requests of a kind were answered."""
    return sum(value for name, of, value in samples if name == "banca_request_seconds_count" and of == labels)


def test_requests_are_counted_by_their_route_and_nothing_that_strangers_make_up(service: Service) -> None:
    before = samples(service)
    for number in range(5):
        service.client.get(f"/nothing/{number}")
        service.client.get(f"/api/v1/games/{number}/odds")
        service.client.request("BREW", f"/tables/{number}")
    service.client.head("/health/live")
    after = samples(service)
    kinds: dict[str, tuple[dict[str, str], int]] = {
        "an address that there is not": ({"method": "GET", "route": "other", "status": "4xx"}, 5),
        "a game that there is not": ({"method": "GET", "route": "/api/v1/games/{game}/odds", "status": "4xx"}, 5),
        "a method that there is not": ({"method": "other", "route": "other", "status": "4xx"}, 5),
        "a head": ({"method": "HEAD", "route": "/health/live", "status": "2xx"}, 1),
    }
    for kind, (labels, times) in kinds.items():
        assert counted(after, **labels) - counted(before, **labels) == times, kind
    requests = [labels for name, labels, _ in after if name.startswith("banca_request_seconds")]
    assert {labels["method"] for labels in requests} <= METHODS | {"other"}
    assert {labels["route"] for labels in requests} <= {route.path_format for route in service.app.routes} | {"other"}


@pytest.mark.server
def test_a_command_is_counted_on_the_fast_path_and_in_the_framework(tmp_path: Path) -> None:
    """The fast path takes a good token's commands; a body that it cannot read goes to the framework."""
    at = {"method": "POST", "route": "/api/v1/tables/{table}/commands"}
    unreadable = {"content": b"{", "headers": {"Content-Type": "application/json"}}
    with LiveService(tmp_path) as service:
        service.open("craps-1", "craps")
        service.get("ana", "/me")
        before = samples(service)
        service.do("ana", "craps-1", "sit")
        service.command("ana", "craps-1", "sit")
        service.ask("ana", "POST", "/tables/craps-1/commands", **unreadable)
        with following(service, "ana", "craps-1"):
            during = samples(service)
    assert counted(during, **at, status="2xx") - counted(before, **at, status="2xx") == 1
    assert counted(during, **at, status="4xx") - counted(before, **at, status="4xx") == 2
    in_flight = [value for name, _, value in during if name == "banca_requests_in_flight"]
    assert in_flight == [2]  # the stream and the question itself


def test_times_fall_into_the_buckets_that_prometheus_defines() -> None:
    """A bucket counts what took at most its bound; each holds those before it."""
    times = RequestTimes()
    for seconds in (0.0, 0.005, 0.0051, 1.0, 60.0):
        times.add("GET", "/", 200, seconds)
    family, in_flight = times.collect()
    buckets = {sample.labels["le"]: sample.value for sample in family.samples if sample.name.endswith("_bucket")}
    assert list(buckets) == [*map(str, BOUNDS), "+Inf"]
    assert [buckets[bound] for bound in ("0.005", "0.01", "0.5", "1.0", "5.0", "+Inf")] == [2, 3, 3, 4, 4, 5]
    totals = [sample.value for sample in family.samples if sample.name.endswith(("_count", "_sum"))]
    assert totals == [5, pytest.approx(61.0101)]
    assert in_flight.samples[0].value == 0


def test_a_server_says_what_it_is(service: Service) -> None:
    found = {name: labels for name, labels, _ in samples(service)}
    assert found["banca_build_info"]["version"] == VERSION
    assert re.fullmatch(r"3\.\d+\.\d+\S*", found["banca_build_info"]["python"])
    assert found["banca_store_info"] == {"kind": "sqlite"}
    process = {"process_resident_memory_bytes", "process_open_fds", "python_info", "python_gc_collections_total"}
    assert process <= set(found)


def test_the_page_of_metrics_is_up_to_date() -> None:
    assert (ROOT / "docs" / "metrics.md").read_text("utf-8") == page_of_metrics()


# Prometheus and Grafana


def names_of(expression: str) -> set[str]:
    """The metrics that an expression asks for."""
    return set(NAME.findall(re.sub(r'"[^"]*"', "", expression)))


@pytest.fixture(scope="module")
def known(service: Service) -> set[str]:
    """The names of all samples that a server shows, of those without a sample yet too."""
    del service
    families = list(text_string_to_metric_families(generate_latest(REGISTRY).decode()))
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {family.name + end for family in families for end in ends.get(family.type, ("",))}


def test_the_dashboard_asks_for_metrics_that_there_are(known: set[str]) -> None:
    board: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [each["query"]["query"] for each in board["templating"]["list"] if each["type"] == "query"]
    assert all(names_of(expression) for expression in asked)
    assert set().union(*map(names_of, asked)) - known == set()


def test_the_alerts_ask_for_metrics_that_there_are(known: set[str]) -> None:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    for rule in (rule for group in found["groups"] for rule in group["rules"]):
        assert names_of(rule["expr"]) <= known, rule
        assert names_of(rule["expr"]) or rule["expr"].startswith("up")
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}

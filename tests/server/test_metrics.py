"""What a server counts of its requests and of itself, for Prometheus; the dashboard and the alerts in deploy/ ask for what there is."""

import json
import re
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from banca.server.metrics import METHODS, REGISTRY
from metrics import text as page_of_metrics
from support.paths import ROOT
from support.server import Service

pytestmark = pytest.mark.slow

DEPLOY = ROOT / "deploy"
NAME = re.compile(r"\b(?:banca|process|python)_[a-z_]+\b")
Sample = tuple[str, dict[str, str], float]


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
    requests = [
        labels
        for name, labels, value in after
        if name.startswith("banca_request_seconds") and (name, labels, value) not in before
    ]
    assert {labels["method"] for labels in requests} <= METHODS | {"other"}
    assert {labels["route"] for labels in requests} <= {route.path_format for route in service.app.routes} | {"other"}


def test_the_page_of_metrics_is_up_to_date() -> None:
    assert (ROOT / "docs" / "metrics.md").read_text("utf-8") == page_of_metrics()


# Prometheus and Grafana


def test_the_dashboard_and_the_alerts_ask_for_metrics_that_there_are(service: Service) -> None:
    del service
    families = list(text_string_to_metric_families(generate_latest(REGISTRY).decode()))
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    known = {family.name + end for family in families for end in ends.get(family.type, ("",))}
    board: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [each["query"]["query"] for each in board["templating"]["list"] if each["type"] == "query"]
    alerts: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    for expression in asked:
        names = set(NAME.findall(re.sub(r'"[^"]*"', "", expression)))
        assert names <= known, expression
        assert names or expression.startswith("up")

"""What a server counts of its requests and of itself, for Prometheus."""

import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from banca.service.request_times import BOUNDS, METHODS, RequestTimes
from banca.version import VERSION
from metrics import text as page_of_metrics
from paths import ROOT
from service import LiveService, Service, following

Sample = tuple[str, dict[str, str], float]


def samples(service: Service) -> list[Sample]:
    answer = service.client.get("/metrics", headers={"Authorization": f"Bearer {service.tokens['carlos']}"})
    assert answer.headers["content-type"].count("charset") == 1
    return [
        (one.name, one.labels, one.value)
        for family in text_string_to_metric_families(answer.text)
        for one in family.samples
    ]


def counted(found: list[Sample], **labels: str) -> float:
    """How many requests of a kind were answered."""
    return sum(value for name, said, value in found if name == "banca_request_seconds_count" and said == labels)


def test_requests_are_counted_by_the_address_as_it_is_written_and_nothing_that_strangers_make_up(
    tmp_path: Path,
) -> None:
    with Service(tmp_path) as service:
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
    methods = {said["method"] for name, said, _ in after if name.startswith("banca_request_seconds")}
    assert methods <= METHODS | {"other"}
    routes = {said["route"] for name, said, _ in after if name.startswith("banca_request_seconds")}
    described = {one.path_format for one in service.app.routes}
    assert routes <= described | {"other"}


@pytest.mark.server
def test_a_command_is_counted_whichever_way_it_goes(tmp_path: Path) -> None:
    """The quick lane takes a good token's commands; a body that it cannot read goes to the framework."""
    at = {"method": "POST", "route": "/api/v1/tables/{table}/commands"}
    with LiveService(tmp_path) as service:
        service.open("craps-1", "craps")
        service.get("ana", "/me")
        before = samples(service)
        service.do("ana", "craps-1", "sit")
        service.command("ana", "craps-1", "sit")
        service.ask(
            "ana", "POST", "/tables/craps-1/commands", content=b"{", headers={"Content-Type": "application/json"}
        )
        with following(service, "ana", "craps-1"):
            during = samples(service)
        service.client.get("/health/live")
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
    buckets = {one.labels["le"]: one.value for one in family.samples if one.name.endswith("_bucket")}
    assert list(buckets) == [*map(str, BOUNDS), "+Inf"]
    assert [buckets[bound] for bound in ("0.005", "0.01", "0.5", "1.0", "5.0", "+Inf")] == [2, 3, 3, 4, 4, 5]
    assert [one.value for one in family.samples if one.name.endswith(("_count", "_sum"))] == [5, pytest.approx(61.0101)]
    assert in_flight.samples[0].value == 0


def test_a_server_says_what_it_is(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        found = {name: said for name, said, _ in samples(service)}
    assert found["banca_build_info"]["version"] == VERSION
    assert re.fullmatch(r"3\.\d+\.\d+\S*", found["banca_build_info"]["python"])
    assert found["banca_store_info"] == {"kind": "sqlite"}
    assert {"process_resident_memory_bytes", "process_open_fds", "python_info", "python_gc_collections_total"} <= set(
        found
    )


def test_the_page_of_metrics_is_up_to_date() -> None:
    assert (ROOT / "docs" / "metrics.md").read_text("utf-8") == page_of_metrics()

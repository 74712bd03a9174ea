"""What the service counts about itself, for Prometheus, the time that requests take included."""

import platform
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    Metric,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.metrics_core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from banca.version import VERSION

REGISTRY = CollectorRegistry()
OF_PROCESS = (
    ProcessCollector(registry=REGISTRY),
    PlatformCollector(registry=REGISTRY),
    GCCollector(registry=REGISTRY),
)
"""What the library counts of every process of Python."""
BUILD = Info("banca_build", "The version of the program, and of Python.", registry=REGISTRY)
BUILD.info({"version": VERSION, "python": platform.python_version()})
STORE = Info("banca_store", "The kind of the database: sqlite or postgresql.", registry=REGISTRY)
STORE.info({"kind": ""})  # until a server begins
COMMANDS = Counter("banca_commands", "Commands carried out, by game.", ["game"], registry=REGISTRY)
REFUSED = Counter("banca_refusals", "Requests refused, by code.", ["code"], registry=REGISTRY)
LIMITED = Counter(
    "banca_limited", "Requests and connections refused or ended, by the limit.", ["limit"], registry=REGISTRY
)
ENTRIES = Counter("banca_entries", "Entries written to journals or taken in from other processes.", registry=REGISTRY)
BATCH = Histogram(
    "banca_batch_commands",
    "Commands that share one write.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
    registry=REGISTRY,
)
WRITE = Histogram("banca_batch_seconds", "Deciding and writing one batch.", registry=REGISTRY)
CONFLICTS = Gauge("banca_conflicts", "Batches decided anew as another process had written first.", registry=REGISTRY)
STREAMS = Gauge("banca_streams", "Event streams that are open.", registry=REGISTRY)
STOPPED = Gauge("banca_tables_stopped", "Tables at which a promise of the program was broken.", registry=REGISTRY)
READY = Gauge("banca_ready", "Whether the last write that was tried went well: 1 or 0.", registry=REGISTRY)
AUDITED = Counter("banca_audited_entries", "Entries that the audit in the background decided again.", registry=REGISTRY)
AUDIT_FAULTS = Gauge(
    "banca_audit_faults", "Tables at which the audit in the background found a fault.", registry=REGISTRY
)
RECORD_DIFFERS = Gauge(
    "banca_record_differs", "Whether the store was seen to differ from what was signed: 1 or 0.", registry=REGISTRY
)
CLOCK_BEHIND = Gauge(
    "banca_clock_behind_seconds", "How far the system's clock is behind the journals.", registry=REGISTRY
)
WITNESSED = Gauge(
    "banca_witnessed_entries", "Entries of the log that a witness has signed.", ["witness"], registry=REGISTRY
)
WITNESS_TROUBLE = Gauge(
    "banca_witness_trouble",
    "Whether something is wrong with a witness: 1 or 0.",
    ["witness", "trouble"],
    registry=REGISTRY,
)

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds."""
WRITTEN_BOUNDS = (*map(floatToGoString, BOUNDS), "+Inf")
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
OTHER = "other"
"""A method that nobody needs, or an address that there is not: whatever strangers make up is one row."""
LABELS = ("method", "route", "status")
HUNDREDS = 100


class RouteTimes:
    """Requests of one kind: how many took how long."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * len(WRITTEN_BOUNDS)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


# Not litestar.plugins.prometheus: its middleware stands behind the router, so it sees neither commands nor addresses that there are not, and
# it looks up labels in the library for each request, which takes as long as deciding a bet. This counts in a plain dictionary.
class RequestTimes(Collector):
    """All requests of a process, by method, address as it is written in /schema, and kind of status."""

    def __init__(self) -> None:
        self.in_flight = 0
        self._tallies: dict[tuple[str, str, int], RouteTimes] = {}

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """An answer begins."""
        kind = method, route, status // HUNDREDS
        tally = self._tallies.get(kind)
        if tally is None:
            # A stranger may send any method to any address: each would be a row for ever.
            kind = method if method in METHODS else OTHER, route or OTHER, status // HUNDREDS
            tally = self._tallies.setdefault(kind, RouteTimes())
        tally.add(seconds)

    def collect(self) -> Iterator[Metric]:
        """As Prometheus reads it."""
        times = HistogramMetricFamily(
            "banca_request_seconds",
            "From the head of a request to the beginning of its answer, by method, address and kind of status.",
            labels=LABELS,
        )
        for (method, route, hundreds), tally in sorted(self._tallies.items()):
            buckets = list(zip(WRITTEN_BOUNDS, accumulate(tally.counts), strict=True))
            times.add_metric((method, route, f"{hundreds}xx"), buckets, tally.seconds)
        yield times
        yield GaugeMetricFamily("banca_requests_in_flight", "Requests that are being answered.", value=self.in_flight)


TIMES = RequestTimes()
REGISTRY.register(TIMES)

"""How long requests take until their answer begins, and how many are in flight, for Prometheus.

Counted on the loop, so without a lock: a command is carried out in less time than the library's own histogram with labels would take of it.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import Metric
from prometheus_client.metrics_core import GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from banca.service.metrics import REGISTRY

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

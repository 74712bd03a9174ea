"""What the house counts about itself, for Prometheus."""

import platform

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
)

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
FORWARDED = Counter(
    "banca_forwarded",
    "Commands sent on to another process, their table's home, by whether it answered.",
    ["outcome"],
    registry=REGISTRY,
)
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

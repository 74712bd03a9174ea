"""Write docs/metrics.md: what a server says of itself: health, metrics, logs, and how it ends.

python tools/metrics.py

The metrics are read from the registry that `/metrics` shows.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prometheus_client import Metric

from banca.house.database import LASTING, TROUBLE_TEXTS, Trouble
from banca.server.health import PASSING
from banca.server.metrics import REGISTRY, TIMES

FILE = Path(__file__).parent.parent / "docs" / "metrics.md"
HEAD = """# Health, metrics and logs

What a server says of itself to those who watch over it. Made by `python tools/metrics.py`.

## Health

| address | answers |
|---|---|
| `GET /health/live` | 200 as long as the process answers: restart it where this fails |
| `GET /health/ready` | 200 when commands can be carried out, 503 while nothing can be written or the server is stopping: send it no requests meanwhile |

`ready` looks at the last write that was tried, every five seconds, and costs nothing. Staff, and programs on this machine where there is no proxy, are also told
the troubles:

| trouble | keeps commands from being carried out | lasts | what |
|---|:-:|:-:|---|
"""
ABOUT = {
    Trouble.NO_ANSWER: "the database does not respond, or says something else",
    Trouble.NOT_MIGRATED: "a step that brings the schema up to date failed; nothing was changed",
    Trouble.CLOCK_BEHIND: "the clock of the machine is behind the journals, which keep the last time that was written",
    Trouble.SNAPSHOT_WRONG: "a snapshot is not the one that its entry binds, and is not used",
    Trouble.AUDIT_FAULT: "the audit in the background found a journal that is not whole",
    Trouble.WATCH_CHANGED: "what [the watch](watch.md) keeps was changed by something other than the watch; it does not read on, and `banca watch --anew` reads the journals again",
    Trouble.RECORD_DIFFERS: "the store is not what was signed: nothing is signed and nothing is paid out until the server is started with the right one",
    Trouble.HEAD_MISSING: "the signer found nothing of what it had signed before, and believed the store; the register has it too",
    Trouble.CHECKPOINT_UNWRITTEN: "the file of `--checkpoints` cannot be written",
    Trouble.WITNESS_AWAY: "a witness does not respond, or does not know this log",
    Trouble.WITNESS_CONTRADICTS: "a witness has seen another log, or more of this one",
}
"""Those of which nothing is said in words."""
METRICS = """
`record` says where the store was first seen to differ from what was signed. `notices` has `no_checkpoint_outside` where nobody outside the house holds a checkpoint
of its log: no `--checkpoints`, and no witness that has ever signed.

What lasts does not pass by waiting: requests are answered 500 with the code `store_broken` and no `Retry-After`, in place of 503 `store_down`. A server that
meets it at its start says so in one line and ends with exit code 1.

## Metrics

`GET /metrics` is for Prometheus: to programs on this machine where there is no proxy, to staff by a token
(`authorization: { credentials_file: … }` in its `scrape_configs`). Every process has its own; add them up. Times run from the head of a request to the
beginning of its answer, so that a stream is counted when it begins. `route` is the address as `/schema` writes it, `other` for
whatever there is not; `status` is `2xx`, `3xx`, `4xx` or `5xx`.

| metric | kind | labels | what |
|---|---|---|---|
"""
LOGS = """
## Logs

One JSON object a line on standard error, from `--log LEVEL` on (default INFO): `at` (UTC), `level`, `what`, and what belongs to it. Never a body, a password or a
key. What is printed on standard output at the start is for a person.

| `what` | level | with it |
|---|---|---|
| `starting`, `stopping`, `stopped`, `stopped at once` | info, warning | version, Python, process, address, kind of store; the signal |
| `request` | info | `id`, method, path, status, `ms`, `by` (who is logged in), `address`, and who or what it was about |
| `login failed` | warning | `id`, `name` (left out where it is no possible name: it may be a password), `address`, `because` |
| `limited` | info | the limit, `address` |
| `defect` | error | `id`, path, `fault`: a fault of the program with its traceback; the answer names the `id` |
| `store down`, `trouble`, `no trouble any more` | error, warning, info | what is wrong with the store or the clock |
| `table stopped`, `audit`, `snapshot not used` | error | table, entry: a promise of the program was broken there |
| `a witness contradicts the log`, `a witness does not sign` | error, warning | the witness |
| `later` | warning | work beside the requests that failed and is tried again |

`id` is the request's own, also in its answer's `X-Request-ID`. With `--behind-proxy` a proxy on this machine may give it (1 to 64 letters, digits, `.`, `_`, `-`), and
`address` is the last one in `X-Forwarded-For` that is not this machine's.

## How a server ends

| exit code | when |
|---|---|
| 0 | after SIGTERM or Ctrl-C: no more commands are taken, streams end, what was taken is carried out; 20 seconds at most for answers under way |
| 1 | it could not start: one line on standard error says why |
| 2 | wrong usage |
| ended by the signal (a shell says 143 or 130) | a second SIGTERM or Ctrl-C: at once. What was acknowledged is on the disk, as after a power cut |
"""


def text() -> str:
    """The page."""
    return HEAD + "".join(_troubles()) + METRICS + "".join(sorted(_metrics())) + LOGS


def _troubles() -> Iterator[str]:
    for one in Trouble:
        keeps, lasts = "no" if one in PASSING else "yes", "yes" if one in LASTING else ""
        yield f"| `{one}` | {keeps} | {lasts} | {ABOUT.get(one) or str(TROUBLE_TEXTS[one])} |\n"


def _metrics() -> Iterator[str]:
    collectors: Any = REGISTRY._collector_to_names  # the library has no other way to list them
    for collector in {*collectors, TIMES}:
        for family in collector.collect():
            labels = getattr(collector, "_labelnames", None) or getattr(family, "_labelnames", None) or _labels(family)
            written = ", ".join(f"`{one}`" for one in labels)
            yield f"| `{_name(family)}` | {family.type} | {written} | {family.documentation.rstrip('.')} |\n"


def _labels(family: Metric) -> tuple[str, ...]:
    return tuple(family.samples[0].labels) if family.samples else ()


def _name(family: Metric) -> str:
    """As it is written for Prometheus."""
    ends = {"counter": "_total", "info": "_info"}
    return family.name + ends.get(family.type, "")


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

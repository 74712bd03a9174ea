"""The files of deploy/: units that systemd takes, an nginx file, an image, a dashboard and alerts that ask for what there is."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from deployed import DEPLOY, PORTS
from patience import PATIENCE
from service import Service

ROOT = DEPLOY.parent
UNITS = sorted(file.name for file in DEPLOY.iterdir() if file.suffix in (".service", ".timer"))
NAME = re.compile(r"\b(?:banca|process|python)_[a-z_]+\b")
OF_THE_UNIT = "--port %i"
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}
BASE = re.compile(r"^FROM (\S+:\S+)", re.MULTILINE)


def test_every_file_is_named_in_the_page() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    for file in DEPLOY.iterdir():
        assert f"deploy/{file.name}" in page, file.name


# systemd


@pytest.mark.server
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = tmp_path / "banca"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/banca/bin/banca", str(program))
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    mine = [line for line in done.stderr.splitlines() if "banca" in line]
    assert (done.returncode, mine) == (0, []), done.stderr


def test_a_unit_gives_a_process_no_more_than_it_needs() -> None:
    text = (DEPLOY / "banca@.service").read_text("utf-8")
    for line in ("User=banca", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "UMask=0077"):
        assert f"\n{line}\n" in text
    assert f"serve {OF_THE_UNIT}\n" in text
    assert "--db" not in text  # a password on a command line is seen by everybody on the machine


# nginx


def test_the_proxy_leaves_buffering_to_the_server() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "proxy_buffering" not in text
    assert [f"server 127.0.0.1:{port}" in text for port in PORTS] == [True, True]


# The image


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Containerfile with its words; lines that go on are one."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(found[0], found[2]) for found in (line.partition(" ") for line in lines)]


def test_the_containerfile_is_one() -> None:
    found = instructions()
    assert {name for name, _ in found} == KNOWN
    assert found[0][0] == "FROM"
    for name, words in found:
        if name == "COPY" and not words.startswith("--from"):
            *sources, _ = words.split()
            for source in sources:
                assert (ROOT / source).exists(), source
        if words.startswith("["):
            assert json.loads(words), words


def test_the_image_runs_as_nobody_special_and_says_whether_it_is_healthy() -> None:
    found = dict(instructions())  # the last of each
    order = [name for name, _ in instructions()]
    assert found["USER"] == "banca"
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert json.loads(found["ENTRYPOINT"]) == ["banca", "serve"]
    assert "/health/ready" in found["HEALTHCHECK"]


@pytest.mark.server
@pytest.mark.slow
def test_the_image_is_built(tmp_path: Path) -> None:
    engine = next((name for name in ("podman", "docker") if answers(name, "info")), None)
    if engine is None:
        pytest.skip("no container engine answers here (podman or docker)")
    for base in set(BASE.findall((DEPLOY / "Containerfile").read_text("utf-8"))):
        if not answers(engine, "image", "inspect", base):
            pytest.skip(f"{engine} has no {base}; nothing is fetched in a test")
    noted = tmp_path / "image"
    words = ["build", "--file", str(DEPLOY / "Containerfile"), "--iidfile", str(noted), str(ROOT)]
    assert answers(engine, *words)
    assert answers(engine, "run", "--rm", noted.read_text(), "--help")


def answers(program: str, *words: str) -> bool:
    """Whether there is such a program, and it says yes."""
    if shutil.which(program) is None:
        return False
    return not subprocess.run([program, *words], capture_output=True, check=False, timeout=PATIENCE).returncode


# Prometheus and Grafana


@pytest.fixture
def counted(tmp_path: Path) -> set[str]:
    """The names of all samples that a server shows, of those without a sample yet too."""
    from banca.service.metrics import REGISTRY  # noqa: PLC0415 - the server's own

    with Service(tmp_path):
        families = list(text_string_to_metric_families(generate_latest(REGISTRY).decode()))
    ends = {
        "counter": ("_total",),
        "histogram": ("_bucket", "_sum", "_count"),
        "gauge": ("",),
        "unknown": ("",),
    }
    return {one.name + end for one in families for end in ends.get(one.type, ("",))}


def asked_by_the_dashboard() -> Iterator[str]:
    board: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    places = [(one["gridPos"]["x"], one["gridPos"]["y"]) for one in board["panels"]]
    assert len(set(places)) == len({one["id"] for one in board["panels"]}) == len(places)
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield target["expr"]
    yield from (one["query"]["query"] for one in board["templating"]["list"] if one["type"] == "query")


def rules() -> list[dict[str, Any]]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    return [rule for group in found["groups"] for rule in group["rules"]]


def test_the_dashboard_asks_for_what_there_is(counted: set[str]) -> None:
    for asked in asked_by_the_dashboard():
        names = set(NAME.findall(re.sub(r'"[^"]*"', "", asked)))
        assert names, asked
        assert names <= counted, (asked, names - counted)


def test_the_alerts_ask_for_what_there_is(counted: set[str]) -> None:
    for rule in rules():
        names = set(NAME.findall(re.sub(r'"[^"]*"', "", rule["expr"])))
        assert names <= counted, rule
        assert names or rule["expr"].startswith("up")
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}


def test_prometheus_asks_the_processes_and_not_the_proxy() -> None:
    found = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    (job,) = found["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [f"127.0.0.1:{port}" for port in PORTS]
    assert found["rule_files"] == ["alerts.yml"]

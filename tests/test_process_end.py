"""How a server process starts and ends: lines of the log, a second signal, Ctrl-C before it serves."""

import json
import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from service import BIN, Process, until

pytestmark = pytest.mark.server


def lines(folder: Path) -> list[dict[str, Any]]:
    """Everything on standard error: JSON, and nothing else."""
    return [json.loads(line) for line in (folder / "errors").read_text().splitlines()]


def whats(folder: Path) -> list[str]:
    return [one["what"] for one in lines(folder)]


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_clean_stop_is_logged_and_is_no_fault(tmp_path: Path, sig: signal.Signals) -> None:
    process = Process(tmp_path)
    assert process.end(sig) == 0
    starting, stopping, stopped = (one for one in lines(tmp_path) if one["what"].startswith(("starting", "stop")))
    assert (starting["address"], starting["store"]) == (process.base.removeprefix("http://"), "sqlite")
    assert {"version", "python", "at", "level"} <= set(starting)
    assert (stopping["what"], stopping["signal"]) == ("stopping", sig.name)
    assert (stopped["what"], stopped["pid"]) == ("stopped", starting["pid"])


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_at_once_without_a_traceback(tmp_path: Path, sig: signal.Signals) -> None:
    """Somebody is in the middle of a request, which a first signal waits for."""
    process = Process(tmp_path)
    with socket.create_connection(("127.0.0.1", int(process.port))) as slow:
        slow.sendall(
            b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        assert process.client.get("/health/live").status_code == 200
        process.process.send_signal(sig)
        until(lambda: "stopping" in whats(tmp_path))
        assert process.end(sig) == -sig
    assert whats(tmp_path)[-1] == "stopped at once"
    assert not [one for one in lines(tmp_path) if "fault" in one or one["level"] == "error"]


def test_ctrl_c_before_it_serves_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """A database that takes the connection and says nothing holds the start."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://house@127.0.0.1:{silent.getsockname()[1]}/banca"
        command = [str(BIN / "banca"), "serve", "--db", url, "--port", "0"]
        started = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=os.environ | {"BANCA_KEY": str(tmp_path / "house.key")}
        )
        silent.settimeout(PATIENCE)
        held, _ = silent.accept()
        with held:
            started.send_signal(signal.SIGINT)
            _, said = started.communicate(timeout=PATIENCE)
    assert started.returncode in (1, 130, -signal.SIGINT)
    assert "Traceback" not in said

"""Settings by the environment: every option is a variable too, is shown, is read; and whose word on addresses is believed."""

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from asked import run
from banca import Refusal
from banca.cli.app import app
from banca.cli.serve_options import ONCE, SETTINGS
from banca.house import key, location, log_key
from banca.service.addresses import THIS_MACHINE, Proxies
from paths import ROOT
from patience import PATIENCE
from service import UNHURRIED, LiveService, until
from settings import FILE, settings, text

EXAMPLES: dict[str, tuple[str, object]] = {
    "db": ("sqlite:///x.db", "sqlite:///x.db"),
    "port": ("8480", 8480),
    "demo": ("1", True),
    "strict": ("0", False),
    "proposal": ("one.star:other.star", ("one.star", "other.star")),
    "pace": ("0.5", 0.5),
    "limit": ("connections=5 exports=2", ("connections=5", "exports=2")),
    "trusted_proxy": ("10.0.0.1 10.0.1.0/24", ("10.0.0.1", "10.0.1.0/24")),
    "two_persons": ("0", False),
    "key": ("", None),
}
"""By option: what a variable says, and what it means."""


def serve_command() -> Any:
    command: Any = get_command(app)
    return command.commands["serve"]


def read(*words: str) -> dict[str, Any]:
    """What the command line and the environment come to."""
    whole: Any = get_command(app)
    with whole.make_context("banca", ["serve"]) as above:
        from banca.cli.face import Face  # noqa: PLC0415 - the language is set on it

        above.obj = Face()
        found: dict[str, Any] = serve_command().make_context("serve", list(words), parent=above).params
    return found


def test_the_table_is_what_the_commands_say() -> None:
    assert FILE.read_text("utf-8") == text()


def test_every_option_of_the_server_is_a_variable_but_for_what_is_said_once() -> None:
    options = {one.name for one in serve_command().params if one.name != "help"}
    assert {
        one.variable.removeprefix("BANCA_").lower() for one in settings() if "serve" in one.commands
    } == options - ONCE
    assert options - ONCE - {"lang"} == SETTINGS


def test_the_help_names_every_variable() -> None:
    said = serve_command().get_help(serve_command().make_context("serve", ["--lang", "en"], resilient_parsing=True))
    words = set(re.findall(r"BANCA_[A-Z_]+", said))
    assert words >= {one.variable for one in settings() if "serve" in one.commands}


def test_the_file_of_settings_has_them_all_once() -> None:
    lines = (ROOT / "deploy" / "banca.env").read_text("utf-8").splitlines()
    found = [match[1] for line in lines if (match := re.match(r"#?(BANCA_[A-Z_]+)=", line))]
    assert sorted(found) == sorted(one.variable for one in settings())


def test_the_house_has_the_same_names() -> None:
    assert {one.VARIABLE for one in (location, key, log_key)} < {one.variable for one in settings()}


@pytest.mark.parametrize("option", EXAMPLES)
def test_a_variable_says_what_the_option_would(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, meant = EXAMPLES[option]
    monkeypatch.setenv(f"BANCA_{option.upper()}", said)
    assert read()[option] == meant


def test_the_command_line_has_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANCA_HOST", "192.0.2.1")
    monkeypatch.setenv("BANCA_LIMIT", "exports=2")
    found = read("--host", "::1", "--limit", "connections=5")
    assert (found["host"], found["limit"]) == ("::1", ("connections=5",))


def test_the_database_of_an_audit_is_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BANCA_DB", f"sqlite:///{tmp_path / 'none.db'}")
    assert "none.db" in run("audit", "tables").stderr


# Whose word on addresses is believed


@pytest.mark.parametrize(
    ("networks", "peer", "said", "client"),
    [
        (THIS_MACHINE, "127.0.0.1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "::1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "192.0.2.9", "192.0.2.1", "192.0.2.9"),
        (("10.0.0.0/8",), "10.1.2.3", "6.6.6.6, 192.0.2.1, 10.9.9.9", "192.0.2.1"),
        (("10.0.0.0/8",), "127.0.0.1", "192.0.2.1", "127.0.0.1"),
        (("2001:db8::/32",), "2001:db8::1", "192.0.2.1", "192.0.2.1"),
        (THIS_MACHINE, "127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_only_named_proxies_are_believed(networks: tuple[str, ...], peer: str, said: str, client: str) -> None:
    assert Proxies(networks).client(peer, said) == client


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        Proxies(["proxy.example"])
    assert "--trusted-proxy" in str(refused.value)


class Trusting(LiveService):
    """Behind proxies that a test names."""

    def __init__(self, folder: Path, *networks: str) -> None:
        super().__init__(folder, limits=UNHURRIED)
        self.proxies = Proxies(networks)


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.parametrize(("networks", "address"), [(THIS_MACHINE, "192.0.2.1"), (("10.0.0.0/8",), "127.0.0.1")])
def test_both_lanes_of_the_server_believe_them_alone(
    networks: tuple[str, ...],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # uvicorn's own variable says nothing here
    caplog.set_level("INFO", logger="banca")
    with Trusting(tmp_path, *networks) as service:
        service.open("craps-1", "craps")
        headers = {"X-Forwarded-For": "192.0.2.1"}
        service.ask("ana", "GET", "/me", headers=headers)
        sit = {"id": "sit", "command": {"do": "sit"}}
        service.ask("ana", "POST", "/tables/craps-1/commands", json=sit, headers=headers, timeout=PATIENCE)
        logged = until(
            lambda: (
                [one for one in addresses(caplog) if one[0].endswith(("/me", "/commands"))][1:] and addresses(caplog)
            )
        )
    found = dict(logged)
    assert found["/api/v1/me"] == found["/api/v1/tables/craps-1/commands"] == address


def addresses(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    """Of each request that was logged: its path, and from where it came."""
    about = [getattr(one, "about", {}) for one in caplog.records]
    return [(one["path"], one["address"]) for one in about if "path" in one]

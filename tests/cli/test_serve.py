"""Settings of `banca serve` by the environment: every option is a variable too, is listed in the documents and the deployment, and is read."""

import re
from typing import Any

import pytest
from typer.main import get_command

from banca.cli.app import app
from banca.cli.common import Face
from banca.cli.serve import ONCE, SETTINGS
from banca.house import files, log, seal
from settings import FILE, settings, text
from support.paths import ROOT

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
    return command.commands["serve"].read()


def read(*words: str) -> dict[str, Any]:
    """What the command line and the environment come to."""
    whole: Any = get_command(app)
    with whole.make_context("banca", ["serve"]) as above:
        above.obj = Face()  # the language is set on it
        values: dict[str, Any] = serve_command().make_context("serve", list(words), parent=above).params
    return values


def test_every_option_of_the_server_is_a_variable_and_the_lists_have_them_all() -> None:
    options = {option.name for option in serve_command().params if option.name != "help"}
    of_serve = {each.variable for each in settings() if "serve" in each.commands}
    assert {name.removeprefix("BANCA_").lower() for name in of_serve} == options - ONCE
    assert options - ONCE - {"lang"} == SETTINGS
    help_text = serve_command().get_help(
        serve_command().make_context("serve", ["--lang", "en"], resilient_parsing=True)
    )
    assert set(re.findall(r"BANCA_[A-Z_]+", help_text)) >= of_serve
    every = [each.variable for each in settings()]
    assert {files.STORE_VARIABLE, seal.KEY_VARIABLE, log.VARIABLE} < set(every)
    file = (ROOT / "deploy" / "banca.env").read_text("utf-8")
    assert sorted(re.findall(r"^#?(BANCA_[A-Z_]+)=", file, re.MULTILINE)) == sorted(every)
    assert FILE.read_text("utf-8") == text()


@pytest.mark.parametrize("option", EXAMPLES)
def test_a_variable_says_what_the_option_would(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, meant = EXAMPLES[option]
    monkeypatch.setenv(f"BANCA_{option.upper()}", written)
    assert read()[option] == meant


def test_the_command_line_has_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANCA_HOST", "192.0.2.1")
    monkeypatch.setenv("BANCA_LIMIT", "exports=2")
    values = read("--host", "::1", "--limit", "connections=5")
    assert (values["host"], values["limit"]) == ("::1", ("connections=5",))

"""The command line: `banca games`, `banca rules`, `banca odds`, `banca settle`, `banca together`."""

from banca.cli.app import app
from banca.cli.completion import run

__all__ = ["app", "run"]

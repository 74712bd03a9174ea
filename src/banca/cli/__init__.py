"""The command line: `banca games`, `banca rules`, `banca odds`, `banca settle`, `banca together`."""

from banca.cli.app import app, run

__all__ = ["app", "run"]

"""The command line: `banca games`, `banca rules`, `banca odds`, `banca settle`."""

from banca.cli.app import app

__all__ = ["app"]

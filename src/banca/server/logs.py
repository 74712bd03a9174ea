"""Logs as JSON lines: what happened, never what was secret. No bodies, no tokens, no passwords."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec


class JsonLines(logging.Formatter):
    """One object a line: when, how grave, what, and about what."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for one record."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info and record.exc_info[1]:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up(level: str = "INFO", stream: TextIO | None = None) -> None:
    """Log lines of our own to standard error; the web server's own only where something is wrong."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name, at in (("banca", level), ("uvicorn", "WARNING"), ("litestar", "WARNING")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(at)
        logger.propagate = False

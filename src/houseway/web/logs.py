"""Logs as JSON lines without cards and secrets: of an error they say its kind and where it arose, never what it says itself."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


class Lines(logging.Formatter):
    """One JSON object a line. What was logged by others, which may quote anything, is told by its kind alone."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname, "from": record.name}
        own = record.name.partition(".")[0] == "houseway"
        line["says"] = record.getMessage() if own else str(record.msg).splitlines()[0]
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = type(error).__name__
            frames = traceback.extract_tb(error.__traceback__)
            line["where"] = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames[-8:]]
        return json.dumps(line, ensure_ascii=False)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": Lines}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
    # Addresses hold no secrets but the one-time links, so the access log stays off.
    "loggers": {
        "uvicorn": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "asyncio": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        "houseway": {"handlers": ["out"], "level": "INFO", "propagate": False},
    },
}

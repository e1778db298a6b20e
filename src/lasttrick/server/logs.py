"""Logs: one JSON object a line. Only these fields are ever written; none holds a token, a name, a card or chat."""

import json
import logging
import sys
import time

from lasttrick.server.limits import Bucket

_log = logging.getLogger("lasttrick.server")
_encode = json.JSONEncoder().encode  # in ASCII: no line or terminal is ended by what somebody sent

FIELDS = ("table", "game", "seat", "version", "reason", "bot", "seconds", "tables", "address", "url", "error")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {"at": round(time.time(), 3), "level": record.levelname.lower(), "event": record.getMessage()}
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _encode(line)


SAID_BEFORE = "Application startup failed. Exiting."  # uvicorn's, after the reason


class Seldom(logging.Filter):
    """Strangers cause uvicorn's warnings: a few of them tell as much as all, and fill no disk. Errors pass."""

    def __init__(self) -> None:
        super().__init__()
        self._warnings = Bucket(20, 0.2)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.WARNING:
            return record.getMessage() != SAID_BEFORE
        return self._warnings.take()


def set_up(level: int = logging.INFO) -> None:
    """Send the server's and uvicorn's own lines to the error stream as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("lasttrick.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    _log.setLevel(level)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.setLevel(logging.WARNING)
    uvicorn.filters = [Seldom()]


def note(event: str, **facts) -> None:
    unknown = set(facts) - set(FIELDS)
    if unknown:
        raise ValueError(f"The log has no field {', '.join(sorted(unknown))}.")
    _log.info(event, extra={"facts": facts})


def alarm(event: str, **facts) -> None:
    """Something that should not happen, with the exception being handled."""
    _log.error(event, exc_info=True, extra={"facts": facts})

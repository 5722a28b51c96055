"""One line for each thing that happened: key=value, for people and for machines. Never a request's body."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime


class LineFormatter(logging.Formatter):
    """`time=… level=… logger=… message="…"`, a traceback behind it where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Put the record on one line."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        message = json.dumps(record.getMessage(), ensure_ascii=False)
        line = f"time={moment} level={record.levelname.lower()} logger={record.name} message={message}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class FloodFilter(logging.Filter):
    """A request too large to be read is one line: whoever sends many of them does not fill the log with tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lower the record to a warning without a traceback."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True

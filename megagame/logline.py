"""Log lines: key=value for people, JSON for machines. They never contain secrets, whichever module logs them.

Secrets are join codes and codes of tables (in addresses), cookies and tokens, passwords in database addresses, and sealed sheets.
So an address is logged as its URL pattern, and an exception as its type and place. Its message is logged only if it is about the
program and not about its input.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.utils import InterfaceError, OperationalError

HIDDEN = "…"
NOWHERE = "an address that does not exist"
# Exceptions whose messages are about code, files and connections. All others may quote input.
PLAIN = (
    AttributeError,
    ImportError,
    InterfaceError,
    MemoryError,
    NameError,
    NotImplementedError,
    OSError,
    OperationalError,
    RecursionError,
    TypeError,
)
DISCREET = ("amqp", "asyncio", "billiard", "celery", "concurrent", "kombu", "multiprocessing", "uvicorn", "websockets")
REDACTED = (
    (re.compile(r"(/(?:j|tables|screen/table|live/[a-z]+)/)[^/\s\"'?<]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(\w://)[^\s/@]*@"), rf"\1{HIDDEN}@"),
    (
        re.compile(
            r"((?:seat|sessionid|csrftoken|csrfmiddlewaretoken|password|token|guest|code|next)['\"]?\s*[=:]\s*['\"]?)[^\s;,&'\"]+",
            re.I,
        ),
        rf"\1{HIDDEN}",
    ),
    (re.compile(r"((?:Cookie|Authorization|Bearer|X-CSRFToken)['\"]?:?\s+)\S.*", re.I), rf"\1{HIDDEN}"),
)
PLAIN_ELSEWHERE = ("redis.exceptions", "RedisError")  # one more, by name: an embedded console does not load Redis
LONGEST = 500  # characters of one message
NESTED = 4  # most chained exceptions
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "request", "data", "status_code"}


class JsonFormatter(logging.Formatter):
    """One JSON document: `time`, `level`, `logger`, `message`, `error` if any, and the record's extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record as one line."""
        document: dict[str, object] = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": safe_message(record),
            **extra_facts(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            document["error"] = "\n".join(safe_traceback(record.exc_info[1]))
        return json.dumps(document, ensure_ascii=True)


class LineFormatter(logging.Formatter):
    """`time=… level=… logger=… message="…"`, followed by a traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record as one line."""
        message = json.dumps(safe_message(record), ensure_ascii=False)
        line = f"time={_moment(record)} level={record.levelname.lower()} logger={record.name} message={message}"
        for name, value in extra_facts(record).items():
            line += f" {name}={json.dumps(value, ensure_ascii=False)}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + "\n".join(safe_traceback(record.exc_info[1]))
        return line


class FloodFilter(logging.Filter):
    """Limit senseless requests to one line each and a few lines a minute, so that a flood does not fill the log.

    `only`: prefixes of the messages to limit; others pass unchanged.
    """

    def __init__(self, only: tuple[str, ...] = (), most: int = 20, window: float = 60.0) -> None:
        super().__init__()
        self.only, self.most, self.window = only, most, window
        self._guard = threading.Lock()
        self._ends = 0.0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Lower the record to a warning without a traceback. False above the limit."""
        if self.only and not record.getMessage().startswith(self.only):
            return True
        with self._guard:
            left_out = 0
            if record.created >= self._ends:
                left_out, self._ends, self._count = self._count - self.most, record.created + self.window, 0
            self._count += 1
            if self._count > self.most:
                return False
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        if left_out > 0:
            record.left_out = left_out  # number of dropped records
        return True


def safe_message(record: logging.LogRecord) -> str:
    """Message of a record without secrets."""
    request = getattr(record, "request", None)
    if request is not None and isinstance(record.args, tuple):
        own = {str(getattr(request, name, "")) for name in ("path", "path_info")} | {_full_path(request)}
        arguments = tuple(route_of(request) if str(each) in own else each for each in record.args)
        message = _fill_template(str(record.msg), arguments)
    elif record.name.startswith("celery.app.trace") and isinstance(record.args, Mapping):
        message = "Task {} {}".format(record.args.get("name", "?"), record.args.get("description", "ended"))
    else:
        message = record.getMessage()
    if record.name.partition(".")[0] in DISCREET:
        message = message.partition("\n")[0]  # the rest quotes the whole failing message
        if record.args and record.levelno < logging.INFO:
            message = str(record.msg).partition("\n")[0]  # debug messages quote every argument
    if record.name.startswith("django.security") and request is None:
        message = record.name.rpartition(".")[2]
    return redacted(message)


def extra_facts(record: logging.LogRecord) -> dict[str, object]:
    """Extra fields of a record: numbers and short words."""
    found = {name: value for name, value in vars(record).items() if name not in STANDARD and not name.startswith("_")}
    if isinstance(status := getattr(record, "status_code", None), int):
        found["status"] = status
    return {
        name: redacted(value) if isinstance(value, str) else value
        for name, value in found.items()
        if isinstance(value, str | int | float | bool)
    }


def redacted(message: str) -> str:
    """Text without codes, cookies and passwords, shortened."""
    for pattern, instead in REDACTED:
        message = pattern.sub(instead, message)
    return message if len(message) <= LONGEST else message[:LONGEST] + HIDDEN


def safe_traceback(error: BaseException, depth: int = 0) -> Iterator[str]:
    """Traceback of an exception: places in the code, and harmless messages only."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and depth < NESTED:
        yield from safe_traceback(before, depth + 1)
        yield "which led to:"
    yield "Traceback (most recent call last):"
    yield from "".join(traceback.format_tb(error.__traceback__)).rstrip("\n").splitlines()
    yield exception_words(error)
    if isinstance(error, BaseExceptionGroup) and depth < NESTED:
        for each in error.exceptions[:NESTED]:
            yield from safe_traceback(each, depth + 1)


def exception_words(error: BaseException) -> str:
    """Type of an exception, with its message if that cannot contain a secret."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, PLAIN) or any((each.__module__, each.__name__) == PLAIN_ELSEWHERE for each in kind.__mro__):
        return f"{name}: {redacted(str(error).partition(chr(10))[0])}"
    return f"{name} (its words are not logged)"


def route_of(request: Any) -> str:
    """URL pattern of a request: "/j/<str:code>/"."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else NOWHERE


def _full_path(request: Any) -> str:
    try:
        return str(request.get_full_path())
    except AttributeError:
        return ""


def _fill_template(template: str, arguments: tuple[object, ...]) -> str:
    try:
        return template % arguments if arguments else template
    except (TypeError, ValueError):
        return template


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

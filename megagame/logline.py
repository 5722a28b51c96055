"""One line for each thing that happened: key=value for people, JSON for machines. Never a secret, whoever logs it.

What must never be in a log: join codes and the codes of tables (they stand in addresses), cookies and tokens, passwords in the
addresses of databases, what is on a sealed sheet. So an address is told as its pattern in the address table, an exception as its
type and place, and its own words only where they speak of the program and not of what was sent to it.
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
from redis.exceptions import RedisError

HIDDEN = "…"
NOWHERE = "an address that does not exist"
# Exceptions whose words are about code, files and connections. All others may quote what somebody typed.
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
    RedisError,
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
LONGEST = 500  # characters of one message
NESTED = 4  # exceptions behind an exception
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "request", "data", "status_code"}


class JsonFormatter(logging.Formatter):
    """One JSON document: `time`, `level`, `logger`, `message`, `error` where there is one, and what the record carries besides."""

    def format(self, record: logging.LogRecord) -> str:
        """Put the record on one line."""
        document: dict[str, object] = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": said(record),
            **facts(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            document["error"] = "\n".join(told(record.exc_info[1]))
        return json.dumps(document, ensure_ascii=True)


class LineFormatter(logging.Formatter):
    """`time=… level=… logger=… message="…"`, a traceback behind it where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Put the record on one line."""
        message = json.dumps(said(record), ensure_ascii=False)
        line = f"time={_moment(record)} level={record.levelname.lower()} logger={record.name} message={message}"
        for name, value in facts(record).items():
            line += f" {name}={json.dumps(value, ensure_ascii=False)}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + "\n".join(told(record.exc_info[1]))
        return line


class FloodFilter(logging.Filter):
    """A request that makes no sense is one line, and a few lines a minute: whoever sends many of them does not fill the log.

    With `only`, other records than those that begin so pass as they are.
    """

    def __init__(self, only: tuple[str, ...] = (), most: int = 20, window: float = 60.0) -> None:
        super().__init__()
        self.only, self.most, self.window = only, most, window
        self._guard = threading.Lock()
        self._ends = 0.0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Lower the record to a warning without a traceback; False where there have been enough."""
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
            record.left_out = left_out  # so many like it before
        return True


def said(record: logging.LogRecord) -> str:
    """What a record says, without what it must not say."""
    request = getattr(record, "request", None)
    if request is not None and isinstance(record.args, tuple):
        own = {str(getattr(request, name, "")) for name in ("path", "path_info")} | {_full(request)}
        arguments = tuple(route_of(request) if str(each) in own else each for each in record.args)
        message = _filled(str(record.msg), arguments)
    elif record.name.startswith("celery.app.trace") and isinstance(record.args, Mapping):
        message = "Task {} {}".format(record.args.get("name", "?"), record.args.get("description", "ended"))
    else:
        message = record.getMessage()
    if record.name.partition(".")[0] in DISCREET:
        message = message.partition("\n")[0]  # below it they quote the whole message that they stumbled over
        if record.args and record.levelno < logging.INFO:
            message = str(record.msg).partition("\n")[0]  # and while debugging every argument
    if record.name.startswith("django.security") and request is None:
        message = record.name.rpartition(".")[2]
    return redacted(message)


def facts(record: logging.LogRecord) -> dict[str, object]:
    """What a record carries by name, as figures and short words."""
    found = {name: value for name, value in vars(record).items() if name not in STANDARD and not name.startswith("_")}
    if isinstance(status := getattr(record, "status_code", None), int):
        found["status"] = status
    return {
        name: redacted(value) if isinstance(value, str) else value
        for name, value in found.items()
        if isinstance(value, str | int | float | bool)
    }


def redacted(message: str) -> str:
    """A text without codes, cookies and passwords, and not too long."""
    for pattern, instead in REDACTED:
        message = pattern.sub(instead, message)
    return message if len(message) <= LONGEST else message[:LONGEST] + HIDDEN


def told(error: BaseException, depth: int = 0) -> Iterator[str]:
    """An exception as a traceback: the places in the code, and its own words only where they are harmless."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and depth < NESTED:
        yield from told(before, depth + 1)
        yield "which led to:"
    yield "Traceback (most recent call last):"
    yield from "".join(traceback.format_tb(error.__traceback__)).rstrip("\n").splitlines()
    yield named(error)
    if isinstance(error, BaseExceptionGroup) and depth < NESTED:
        for each in error.exceptions[:NESTED]:
            yield from told(each, depth + 1)


def named(error: BaseException) -> str:
    """An exception's type, and its words if they cannot hold a secret."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, PLAIN):
        return f"{name}: {redacted(str(error).partition(chr(10))[0])}"
    return f"{name} (its words are not logged)"


def route_of(request: Any) -> str:
    """A request's address as its pattern in the address table: "/j/<str:code>/"."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else NOWHERE


def _full(request: Any) -> str:
    try:
        return str(request.get_full_path())
    except AttributeError:
        return ""


def _filled(template: str, arguments: tuple[object, ...]) -> str:
    try:
        return template % arguments if arguments else template
    except (TypeError, ValueError):
        return template


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

"""Metrics of this process for Prometheus. Labels come from the program, never from people, events or codes.

Each process counts for itself and is scraped by itself. Shared values, such as the clock's delay or the queue length, are computed
by the scraped process. There events are named by number.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from control.engine.refusal import Refused

P = ParamSpec("P")
T = TypeVar("T")

REGISTRY = CollectorRegistry()
QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LATE = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)

requests = Histogram(
    "megagame_request_seconds",
    "Requests by pattern of the address, method and status, until the last byte was handed over.",
    ("route", "method", "status"),
    buckets=QUICK,
    registry=REGISTRY,
)
_phone_news = Histogram(
    "megagame_phone_news_seconds",
    "Questions of phones over their sockets, by kind of answer, until the answer is ready.",
    ("kind",),
    buckets=QUICK,
    registry=REGISTRY,
)
_commands = Counter("megagame_commands", "Commands at the desk, by kind and result.", ("command", "result"), registry=REGISTRY)
_command_seconds = Histogram("megagame_command_seconds", "Time of a command at the desk.", buckets=QUICK, registry=REGISTRY)
_sheets = Counter("megagame_sheets", "Sealed sheets, by what became of them.", ("status",), registry=REGISTRY)
_wrong = Counter("megagame_wrong_tries", "Wrong codes and passwords, by door.", ("door",), registry=REGISTRY)
_late = Histogram(
    "megagame_deadline_late_seconds", "From a deadline to what the clock did about it.", buckets=LATE, registry=REGISTRY
)


def phone_news(kind: str, seconds: float) -> None:
    """Count an answer to a phone's question over its socket."""
    _phone_news.labels(kind).observe(seconds)


def count_commands(perform: Callable[P, T]) -> Callable[P, T]:
    """Decorator of the door: count commands by kind and result, and measure their time."""

    @functools.wraps(perform)
    def asked(*given: P.args, **named: P.kwargs) -> T:
        outcome: object = None
        begun = time.perf_counter()
        try:
            outcome = done = perform(*given, **named)
            return done
        except BaseException as failed:
            outcome = failed
            raise
        finally:
            count_command(named.get("command"), outcome, time.perf_counter() - begun)

    return asked


def count_command(command: object, outcome: object, seconds: float) -> None:
    """Count a command by its kind, and by its result or error."""
    if isinstance(outcome, BaseException):
        result = "refused" if isinstance(outcome, Refused) else "failed"
    else:
        result = "repeated" if getattr(outcome, "repeated", False) else "done"
    _commands.labels(type(command).__name__, result).inc()
    _command_seconds.observe(seconds)


def sheets(statuses: Iterable[str]) -> None:
    """Count sheets by status."""
    for each in statuses:
        _sheets.labels(each).inc()


def wrong_try(door: str) -> None:
    """Count a wrong code or password at an entrance of the console."""
    _wrong.labels(door).inc()


def note_delay(seconds: float) -> None:
    """Record the delay of an automatic command, in seconds."""
    _late.observe(max(seconds, 0.0))


def register_computed(name: str, what: str, look: Callable[[], float]) -> None:
    """Register a metric that is computed at each scrape, such as the number of open sockets."""
    Gauge(name, what, registry=REGISTRY).set_function(look)


def register_gauge(name: str, what: str, *labels: str) -> Gauge:
    """Register a metric that the caller sets."""
    return Gauge(name, what, labels, registry=REGISTRY)


def metrics_text() -> bytes:
    """All metrics in the Prometheus text format."""
    return generate_latest(REGISTRY)

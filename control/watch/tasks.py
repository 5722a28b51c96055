"""Celery tasks of the watch: a sign of life every two seconds, checks and backups every ten, and the answer to a ping."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from django.db import close_old_connections

from control.watch import outage, periodic_checks
from megagame.celery import app


@app.task(name="control.watch.sign", ignore_result=True)  # type: ignore[untyped-decorator]
def sign() -> None:
    """Record a sign of the beat."""
    try:
        outage.note_beat()
    finally:
        close_old_connections()


@app.task(name="control.watch.look", ignore_result=True)  # type: ignore[untyped-decorator]
def look() -> None:
    """Send a ping and run one round of checks."""
    try:
        ping()
        periodic_checks.run_all_checks()
    finally:
        close_old_connections()


@app.task(name="control.watch.keep", ignore_result=True)  # type: ignore[untyped-decorator]
def keep() -> None:
    """Write due backups."""
    try:
        periodic_checks.back_up_due_events()
    finally:
        close_old_connections()


@app.task(name="control.watch.answer", ignore_result=True)  # type: ignore[untyped-decorator]
def answer(asked_at: float) -> None:
    """Record that a ping came through the queue."""
    try:
        outage.note_ping(datetime.fromtimestamp(asked_at, UTC))
    finally:
        close_old_connections()


def ping() -> None:
    """Put a ping into the queue."""
    answer.apply_async(args=(time.time(),), expires=20, retry=False)

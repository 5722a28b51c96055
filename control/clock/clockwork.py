"""Clockwork: give due commands, each once, whichever process notices first; and handle due rows that fail."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

from django.core.cache import cache
from django.db import InterfaceError, OperationalError, transaction
from msgspec import Struct

from control import registry, system_time
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep, all_steps_left
from control.engine import codec
from control.engine.context import THE_CLOCK
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.journal import desk, journal, news, rows, streams
from control.models import Due, Stream
from control.watch import metrics

# === troubles ===========================================================================================================

# Failed due rows: logged once, reported to the watch, retried after growing pauses.


log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1.0  # seconds before the second try; each further pause doubles
LONGEST_PAUSE: Final = 60.0
TOLD_FOR: Final = 15 * 60  # seconds; longer than any pause, so that a lasting failure stays reported
MOST: Final = 500  # failed rows remembered by a process


class FailedDue(Struct, frozen=True, kw_only=True):
    """A failed row: number of tries, name of the error, and the monotonic time before which it is not retried (`again`)."""

    tries: int
    error: str
    again: float


Key = tuple[int, str, datetime, str]
_known: dict[Key, FailedDue] = {}
_guard = threading.Lock()


def is_backing_off(due: Due, clock: Callable[[], float] = time.monotonic) -> bool:
    """Whether this row failed here and must wait for its next try. A changed row counts as a new one."""
    trouble = _known.get(_key(due))
    return trouble is not None and clock() < trouble.again


def note_failure(due: Due, error: Exception, clock: Callable[[], float] = time.monotonic) -> FailedDue:
    """Record that a row failed."""
    with _guard:
        before = _known.get(_key(due))
        tries = before.tries + 1 if before else 1
        pause = min(FIRST_PAUSE * 2 ** min(tries - 1, 10), LONGEST_PAUSE)
        found = FailedDue(tries=tries, error=type(error).__name__, again=clock() + pause)
        while len(_known) >= MOST:
            del _known[next(iter(_known))]
        _known[_key(due)] = found
    if before is None or before.error != found.error:
        log.error("what is due as %s in stream %s could not be carried out", due.what, due.stream_id, exc_info=error)
    cache.set(_error_key(due.stream_id, due.what), found.error, TOLD_FOR)
    return found


def note_success(due: Due) -> None:
    """Forget the failures of a row."""
    with _guard:
        before = _known.pop(_key(due), None)
    if before is not None:
        log.warning("what was due as %s in stream %s was carried out at try %s", due.what, due.stream_id, before.tries + 1)
        cache.delete(_error_key(due.stream_id, due.what))


def error_of(due: Due) -> str:
    """Name of the error of a row's last failure in any process. Empty if none is known."""
    return str(cache.get(_error_key(due.stream_id, due.what), ""))


def forget_failures() -> None:
    """Clear all recorded failures of this process."""
    with _guard:
        _known.clear()


def _key(due: Due) -> Key:
    return (due.stream_id, due.what, due.at, due.body)


def _error_key(stream_id: int, what: str) -> str:
    return f"due:trouble:{stream_id}:{what}"


# === clockwork ==========================================================================================================

# Automatic commands: each due command is given once, by the first process that notices.


SweepTask = Callable[[datetime | None], int]

CLOCK_IDS = uuid.UUID("6f1d5c1e-4f0b-4a53-9a0e-0d5f3f3f7a10")
MOST_AT_ONCE = 50  # safety limit, never reached: an outage costs at most one phase and its steps
_rounds: list[SweepTask] = []
_hindrances: list[Callable[[int], bool]] = []


def register_hindrance(hindered: Callable[[int], bool]) -> None:
    """Register a check that exempts a stream from automatic commands, as for a rehearsal with a simulated dead worker."""
    _hindrances.append(hindered)


def register_sweep_task(round_: SweepTask) -> None:
    """Register a function that every sweep calls. It returns the number of commands it gave."""
    _rounds.append(round_)


def carry_out_due(stream_id: int, now: datetime | None = None) -> int:
    """Give every due command of this stream. Return the number carried out.

    The id of a command is derived from the command, its stream and its due time. So a waker, a sweep and a second worker give the
    same command.
    """
    if any(hindered(stream_id) for hindered in _hindrances):
        return 0
    done = 0
    stuck: set[tuple[str, datetime]] = set()  # given before and withdrawn since: these wait for a person
    stream = Stream.objects.defer("state").get(pk=stream_id)
    for _each in range(MOST_AT_ONCE):
        late = stream.dues.filter(at__lte=now or system_time.now()).order_by("at", "what")
        due = next((each for each in late if (each.what, each.at) not in stuck and not is_backing_off(each)), None)
        if due is None:
            break
        try:
            given = _carry_out_row(stream, due)
        except (OperationalError, InterfaceError):  # the database is away: not this row's fault
            raise
        except Exception as failed:
            note_failure(due, failed)
            given = False
        else:
            note_success(due)
        if given:
            done += 1
        else:
            stuck.add((due.what, due.at))
    return done


def carry_out_all_due(now: datetime | None = None) -> int:
    """Give every due command of all streams: the sweep, which catches what no waker has given."""
    done = 0
    for stream_id in dict.fromkeys(due.stream_id for due in rows.dues_until(now or system_time.now())):
        done += _run_isolated(partial(carry_out_due, stream_id, now), f"what is due in stream {stream_id}")
    for each in _rounds:
        done += _run_isolated(partial(each, now), "a round of the sweep")
    return done


def _run_isolated(work: Callable[[], int], what: str) -> int:
    """Run this work. A failure does not affect other work."""
    try:
        return work()
    except Exception:
        log.exception("%s could not be carried out", what)
        return 0


def _carry_out_row(stream: Stream, due: Due) -> bool:
    command = _command_of(stream, due)
    if command is None:
        return False
    if isinstance(command, EndPhase) and registry.realm(stream.engine).frame.phase(command.phase).steps:
        _end_remaining_steps(stream, due)
    return _perform_command(stream, command, due)


def _command_of(stream: Stream, due: Due) -> Command | None:
    """Command of a row. An unreadable one is rebuilt from the state. None if nothing is due then."""
    try:
        return codec.decode_command(journal.play_of(stream).engine, due.kind, due.body.encode())
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.warning("what is due as %s in stream %s cannot be read; it is made anew", due.what, stream.pk)
        with transaction.atomic():
            locked = rows.lock_stream(stream.pk)
            rebuild_dues(locked)
        anew = Due.objects.filter(pk=due.pk).first()
        if anew is None:
            return None
        return codec.decode_command(journal.play_of(stream).engine, anew.kind, anew.body.encode())


def rebuild_dues(stream: Stream) -> None:
    """Rebuild the due rows of a locked stream from its state."""
    streams.kind_of(stream).project(stream, (), journal.head(stream).state, None, system_time.now())


def _end_remaining_steps(stream: Stream, due: Due) -> None:
    """End the steps that are still open when their phase ends, each by a command that can be withdrawn separately."""
    state = journal.head(Stream.objects.defer("state").get(pk=stream.pk)).state
    for room, table, step in all_steps_left(state):
        _perform_command(stream, EndStep(room=room, month=state.clock.month, step=step, table=table), due)


def _perform_command(stream: Stream, command: Command, due: Due) -> bool:
    kind, body = codec.encode_command(command)
    command_id = uuid.uuid5(CLOCK_IDS, f"{stream.key} {kind} {body.decode()} {due.at.isoformat()}")
    try:
        command = news.fill_news_command(Stream.objects.defer("state").get(pk=stream.pk), command)
        done = desk.perform(stream_id=stream.pk, command=command, by=THE_CLOCK, command_id=command_id)
    except Refused:
        # Another process ended it, or a person changed the time between the read and the lock.
        return not Due.objects.filter(pk=due.pk, at=due.at, body=due.body).exists()
    if not done.repeated:
        metrics.note_delay((system_time.now() - due.at).total_seconds())
    return not done.repeated

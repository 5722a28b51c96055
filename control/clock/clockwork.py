"""What the clock does by itself: give the commands that are due, each once, whoever notices first."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import InterfaceError, OperationalError, transaction

from control import registry, steady
from control.clock import troubles
from control.day.clock.phases import EndPhase
from control.day.clock.steps import EndStep, all_left
from control.engine import codec
from control.engine.context import THE_CLOCK
from control.engine.modules import Command
from control.engine.refused import Refused
from control.journal import desk, journal, news, rows, streams
from control.models import Due, Stream
from control.watch import figures

log = logging.getLogger(__name__)

Round = Callable[[datetime | None], int]

CLOCK_IDS = uuid.UUID("6f1d5c1e-4f0b-4a53-9a0e-0d5f3f3f7a10")
MOST_AT_ONCE = 50  # a guard, never met: an outage costs at most one phase and its steps
_rounds: list[Round] = []
_hindrances: list[Callable[[int], bool]] = []


def unless(hindered: Callable[[int], bool]) -> None:
    """Give nothing that is due in a stream of which this says so: in a rehearsal, whose worker is played to be dead."""
    _hindrances.append(hindered)


def also(round_: Round) -> None:
    """Let the sweep look after this too, with every round; it says how many commands it gave."""
    _rounds.append(round_)


def ring(stream_id: int, now: datetime | None = None) -> int:
    """Give every command of this stream that is due; returns how many were carried out.

    The command's id is made from what it ends and when, so that a waker, a sweep and a second worker issue the very same command.
    """
    if any(hindered(stream_id) for hindered in _hindrances):
        return 0
    done = 0
    stuck: set[tuple[str, datetime]] = set()  # given before and taken back since: that waits for a person, the others do not
    stream = Stream.objects.defer("state").get(pk=stream_id)
    for _each in range(MOST_AT_ONCE):
        late = stream.dues.filter(at__lte=now or steady.now()).order_by("at", "what")
        due = next((each for each in late if (each.what, each.at) not in stuck and not troubles.rests(each)), None)
        if due is None:
            break
        try:
            given = _give(stream, due)
        except (OperationalError, InterfaceError):  # the database is away: that is no fault of this row
            raise
        except Exception as failed:
            troubles.failed(due, failed)
            given = False
        else:
            troubles.went_well(due)
        if given:
            done += 1
        else:
            stuck.add((due.what, due.at))
    return done


def ring_all(now: datetime | None = None) -> int:
    """Give everything that is due anywhere: the sweep that mends what no waker has given."""
    late = Due.objects.filter(at__lte=now or steady.now()).values_list("stream_id", flat=True).distinct()
    done = 0
    for stream_id in list(late):
        done += _alone(partial(ring, stream_id, now), f"what is due in stream {stream_id}")
    for each in _rounds:
        done += _alone(partial(each, now), "a round of the sweep")
    return done


def _alone(work: Callable[[], int], what: str) -> int:
    """What this brings about; that it fails keeps nothing else from its time."""
    try:
        return work()
    except Exception:
        log.exception("%s could not be carried out", what)
        return 0


def _give(stream: Stream, due: Due) -> bool:
    command = _command_of(stream, due)
    if command is None:
        return False
    if isinstance(command, EndPhase) and registry.realm(stream.engine).frame.phase(command.phase).steps:
        _carry_out_what_is_left(stream, due)
    return _perform(stream, command, due)


def _command_of(stream: Stream, due: Due) -> Command | None:
    """The command of a row. One that cannot be read is made anew from the state, as it was made; None where nothing is due then."""
    try:
        return codec.decode_command(journal.play_of(stream).engine, due.kind, due.body.encode())
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.warning("what is due as %s in stream %s cannot be read; it is made anew", due.what, stream.pk)
        with transaction.atomic():
            locked = rows.locked(stream.pk)
            project_anew(locked)
        anew = Due.objects.filter(pk=due.pk).first()
        if anew is None:
            return None
        return codec.decode_command(journal.play_of(stream).engine, anew.kind, anew.body.encode())


def project_anew(stream: Stream) -> None:
    """Make the due rows of a stream, which is locked, from its state."""
    streams.kind_of(stream).project(stream, (), journal.head(stream).state, None, steady.now())


def _carry_out_what_is_left(stream: Stream, due: Due) -> None:
    """The steps that no desk has ended when their phase is over, each as a command that can be taken back by itself."""
    state = journal.head(Stream.objects.defer("state").get(pk=stream.pk)).state
    for room, table, step in all_left(state):
        _perform(stream, EndStep(room=room, month=state.clock.month, step=step, table=table), due)


def _perform(stream: Stream, command: Command, due: Due) -> bool:
    kind, body = codec.encode_command(command)
    command_id = uuid.uuid5(CLOCK_IDS, f"{stream.key} {kind} {body.decode()} {due.at.isoformat()}")
    try:
        command = news.as_it_is(Stream.objects.defer("state").get(pk=stream.pk), command)
        done = desk.perform(stream_id=stream.pk, command=command, by=THE_CLOCK, command_id=command_id)
    except Refused:
        # Somebody else ended it, or a person changed the time between the look and the lock.
        return not Due.objects.filter(pk=due.pk, at=due.at, body=due.body).exists()
    if not done.repeated:
        figures.late((steady.now() - due.at).total_seconds())
    return not done.repeated

"""An event to measure. Imported only inside server processes, because it needs Django."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from django.core import signing
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from control.bots import players as rehearsal
from control.clock.waker import Waker
from control.day.clock.phases import BeginDay, EndPhase, SetClock
from control.day.people.presence import CheckedIn
from control.day.people.room_choice import RoomChosen
from control.day.state import DayStage, Presence
from control.engine import codec
from control.engine.context import Actor
from control.engine.ids import RoomId, SeatId
from control.journal import desk, history, journal
from control.journal.journal import Envelope
from control.models import Event, Sheet, Stream
from control.people import access
from control.people.events import create_event
from control.watch import tracer
from megagame.celery import app as celery_app
from megagame.celery_threads import Background
from rooms.realm.desks import ALL_DESKS
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario_files import scenario_in
from rooms.war.game.sheets import offer
from tests.bench.crowd import crowd
from tests.bench.debrief_world import debrief

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
OLGA = Actor(name="olga", desks=ALL_DESKS)


def prepare(players: int = 0, room: str = Room.WAR) -> tuple[int, list[str]]:
    """Create an event in Planning of month 2, with an hour left and all players in this room.

    Returns its number and the phones' cookies.
    `players`: number of players, if larger than the scenario's own casting.
    """
    call_command("migrate", interactive=False, verbosity=0)
    scenario = scenario_in(FIXTURES / "god_emperor")
    casting = crowd(scenario, players) if players else scenario.casting
    event = create_event(realm=NAME, name="Bench", scenario=scenario, casting=casting)
    for command in (BeginDay(), SetClock(month=2, phase=Phase.PLANNING, seconds=3600)):
        desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    _check_everybody_in(event, room)
    return event.pk, cookies_of(event)


def war_sheets(event_id: int) -> list[bytes]:
    """Return a legal war sheet for every seat in the order of the cookies: a Move, a Recruit and a tick."""
    event = Event.objects.get(pk=event_id)
    state = journal.head(event.stream).state
    written = []
    for key in event.seats.order_by("key").values_list("key", flat=True):
        may = offer.choices(state, key)
        move = may.moves[0]
        orders = [
            {"kind": "move", "units": 1, "origin": move.origin, "target": move.targets[0].region},
            {"kind": "recruit", "target": may.recruits[0].region},
        ]
        written.append(msgspec.json.encode({"orders": orders, "extra": None, "allies": [may.allies[0].house], "betray": False}))
    return written


def stored() -> int:
    """Return how many players' sheets the database holds."""
    return Sheet.objects.exclude(seat=tracer.SEAT).count()


_wakers: list[Waker] = []


def work() -> None:
    """Start worker, beat and waker inside this process, as the embedded server does."""
    Background(celery_app).start()
    _wakers.append(Waker())
    _wakers[-1].start()


def sleep_on() -> None:
    """Stop the waker, so that only the sweep is left."""
    _wakers.pop().stop()


def deadline(event_id: int, seconds: int) -> tuple[int, float]:
    """End the phase in so many seconds. Returns the moment on the monotonic clock (ns), and in seconds since 1970."""
    event = Event.objects.get(pk=event_id)
    command = SetClock(month=2, phase=Phase.CEREMONY, seconds=seconds)
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    at = event.stream.dues.get(what="phase").at.timestamp()
    return time.monotonic_ns() + int((at - time.time()) * 1e9), at


def collected() -> None:
    """Collect static files, as a console that serves pages needs."""
    call_command("collectstatic", interactive=False, verbosity=0)


def end_phase(event_id: int) -> int:
    """End the phase now. Returns the moment on the monotonic clock (ns)."""
    event = Event.objects.get(pk=event_id)
    clock = head_of(event).state.clock
    assert clock.phase is not None
    begun = time.monotonic_ns()
    command = EndPhase(month=clock.month, phase=clock.phase)
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    return begun


def closing(event_id: int, seconds: int) -> float:
    """End Planning in so many seconds, while sheets are accepted until the War Room's orders. Returns seconds since 1970."""
    event = Event.objects.get(pk=event_id)
    command = SetClock(month=2, phase=Phase.PLANNING, seconds=seconds)
    desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    moment: float = event.stream.dues.get(what="phase").at.timestamp()
    return moment


def tablet(desk_name: str = "war") -> str:
    """Return the cookie of a signed-in tablet at this desk."""
    from tests.control.hall import tablet_of

    return tablet_of(desk_name)


def planned(event_id: int) -> None:
    """Let bots choose rooms and send sheets, if it is time for it."""
    rehearsal.play_planning(Event.objects.get(pk=event_id), 11)


def doubled() -> int:
    """Return how many stored rows repeat a sheet of the same phone."""
    return Sheet.objects.exclude(seat=tracer.SEAT).count() - Sheet.objects.values("event", "seat", "client_key").distinct().count()


def workers() -> int:
    """Return how many workers answer."""
    return len(celery_app.control.ping(timeout=1.0))


def journaled(event_id: int) -> float:
    """Return when the newest end of a phase was decided, in seconds since 1970."""
    return Event.objects.get(pk=event_id).stream.entries.filter(kind="PhaseEnded").latest("seq").at.timestamp()


def _check_everybody_in(event: Event, room: str) -> None:
    """Check everybody in and put all players into the room, in one transaction."""
    with transaction.atomic():
        stream = Stream.objects.get(pk=event.stream_id)
        state = journal.head(stream).state
        seats, month = sorted(state.seats), state.clock.month
        tapped = [
            *(CheckedIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in seats),
            *(RoomChosen(seat=seat, month=month, room=RoomId(room), table="", by_control=False) for seat in seats),
        ]
        for happened in tapped:
            state = journal.game_of(stream).evolve(state, happened)
        envelope = Envelope(actor="staff:olga", name="olga", command_id=uuid.uuid4(), label="Check-in", at=timezone.now())
        before = stream.head
        journal.append(stream, tapped, envelope)
        journal.store(stream, before, state)


def cookies_of(event: Event) -> list[str]:
    """Return the cookies of all phones, by seat."""
    return [
        f"{access.COOKIE}={signing.dumps({'event': event.pk, 'seat': seat.key, 'issue': seat.issue}, salt=access.SALT)}"
        for seat in event.seats.order_by("key")
    ]


def ten_months(event_id: int) -> dict[str, float]:
    """Let bots play all months. Returns milliseconds by measurement, and the number of entries."""
    event = Event.objects.get(pk=event_id)
    spans: list[float] = []
    state = head_of(event).state
    while state.clock.stage is DayStage.PLAYING and state.clock.phase is not None:
        if state.clock.phase == Phase.PLANNING:
            rehearsal.play_planning(event, 11)
        begun = time.perf_counter()
        command = EndPhase(month=state.clock.month, phase=state.clock.phase)
        desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
        spans.append(time.perf_counter() - begun)
        state = head_of(event).state
    stream = Stream.objects.get(pk=event.stream_id)
    whole = span(lambda: journal.state_at(stream, stream.head, from_zero=True))
    if codec.encode_state(journal.state_at(stream, stream.head, from_zero=True)) != bytes(stream.state):
        raise ValueError("the replay is not the state")
    return {
        "entries": float(stream.head),
        "end of a phase, median": sorted(spans)[len(spans) // 2] * 1000,
        "end of a phase, worst": max(spans) * 1000,
        "replay from nothing": whole,
        "replay from a snapshot": span(lambda: journal.state_at(stream, stream.head)),
        "the head, as another process loads it": span(lambda: journal.stored_head(stream)),
    }


def undo(lengths: tuple[int, ...]) -> dict[str, tuple[float, ...]]:
    """Return the cost of undo and the time machine at these lengths: processor milliseconds, and decoded events.

    The journals take turns, so that the machine's load affects all of them alike.
    """
    from tests.control.long import a_long_day

    call_command("migrate", interactive=False, verbosity=0)
    events = [a_long_day(length) for length in lengths]
    found: dict[str, tuple[float, ...]] = {}
    for what, work in (("undo and redo of the last step", _undo), ("every past month", _look_back)):
        rounds = [[_spent(work, event) for event in events] for _each in range(9)]
        found[what] = tuple(min(each[at][0] for each in rounds[1:]) for at in range(len(events)))
        found[f"{what}, events"] = tuple(float(each[1]) for each in rounds[-1])
    return found


def _undo(event: Event) -> None:
    before = head_of(event).state.seats["cat-1"].purse.power
    command = AdjustPower(seat=SeatId("cat-1"), before=before, power=before + 1, reason="bench")
    (entry,) = desk.perform(stream_id=event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4()).entries
    for seq in (entry.seq, entry.seq + 1):
        desk.withdraw(stream_id=event.stream_id, entries=(seq,), reason="slip", by=OLGA, command_id=uuid.uuid4())


def _look_back(event: Event) -> None:
    history._states.clear()
    for month in range(4):
        history.state_at_end_of(Stream.objects.get(pk=event.stream_id), month)


def _spent(work: Callable[[Event], object], event: Event) -> tuple[float, int]:
    """Return this thread's processor milliseconds, and the number of decoded events."""
    events, seen = 0, journal.event_of

    def counted(engine: Any, entry: Any) -> Any:
        nonlocal events
        events += 1
        return seen(engine, entry)

    journal.event_of = counted
    try:
        begun = time.thread_time()
        work(event)
        return (time.thread_time() - begun) * 1000, events
    finally:
        journal.event_of = seen


def head_of(event: Event) -> journal.StreamHead:
    return journal.head(Stream.objects.get(pk=event.stream_id))


def span(work: Callable[[], object]) -> float:
    """Return the milliseconds of this work, the best of three."""
    found = []
    for _each in range(3):
        begun = time.perf_counter()
        work()
        found.append((time.perf_counter() - begun) * 1000)
    return min(found)


ACTS = {
    act.__name__: act
    for act in (
        prepare,
        collected,
        end_phase,
        war_sheets,
        stored,
        doubled,
        work,
        deadline,
        closing,
        tablet,
        planned,
        sleep_on,
        workers,
        journaled,
        ten_months,
        undo,
        debrief,
    )
}

"""Bot players: they give the same commands as people, and a thread beside the server lets them play in real time."""

from __future__ import annotations

import logging
import secrets
import threading
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import InterfaceError, OperationalError, close_old_connections, connections

from control import registry, system_time
from control.bots.habits import Seed, choose_room, seat_dice
from control.day import timetable
from control.day.clock.clocks import own_clock
from control.day.clock.steps import LetStepsRun
from control.day.people.lookup import acts_in_room, choice_of
from control.day.people.room_choice import ChooseRoom, choice_open
from control.day.state import DaySeat, DayStage, DayState, Presence, RoomClock
from control.engine.context import ORGANIZER_ONLY, Actor
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.sheets import sheets

# === players ============================================================================================================

# Bots give the same commands as people, so that a rehearsal resembles the day. A bot chooses a room, sends its sheet, acts in the
# room's steps, and does what the game defines outside the rooms. It acts only for its own seat; desks do their own work. Every
# seat has its own dice, from the rehearsal's seed, the month and the seat. So bots differ, and none depends on who else plays.
# The same seed gives the same day.


log = logging.getLogger(__name__)


PickSheet = Callable[[SeatId, Sequence[bytes]], bytes]
COME_TO_MIND = 3  # drafts from which a bot with a taste chooses


def play_planning(
    event: Event, seed: Seed, *, seats: Iterable[SeatId] | None = None, lazy: float = 0.1, taste: PickSheet | None = None
) -> int:
    """Let bots choose rooms and send sheets. Return the number of received sheets.

    `lazy`: share of bots that send nothing. `taste`: chooses among several drafts; without it a bot sends the first.
    """
    state = _state(event)
    if state.clock.phase not in state.frame.bot_phases or not choice_open(state):
        return 0
    mine = sorted(state.seats) if seats is None else sorted(seats)
    received = 0
    for seat in mine:
        player = _state(event).seats[seat]
        dice = seat_dice(seed, state.clock.month, seat, "play")
        if player.presence is Presence.PRESENT and dice.random() >= lazy:
            received += _play(event, player, seed, dice, taste)
    return received


def _play(event: Event, player: DaySeat, seed: Seed, dice: Dice, taste: PickSheet | None) -> int:
    state = _state(event)
    room = choice_of(state, player) or _choose(event, state, player, seed, dice)
    if room is None:
        return 0
    sent = 0
    rooms = registry.rooms(state.REALM)
    for kind in rooms[room].rules.sheets if room in rooms else ():
        state = _state(event)
        already = sheets.newest_revision(event.pk, player.id, kind.kind, state.clock.month)
        if already is None and kind.window(state, player.id).open:
            drawn = [kind.invent(state, player.id, dice) for _each in range(COME_TO_MIND if taste else 1)]
            bodies = [kind.encode(each) for each in drawn if each is not None]
            if bodies:
                sent += _send(event, player, kind.kind, taste(player.id, bodies) if taste else bodies[0])
    return sent


def _choose(event: Event, state: DayState, player: DaySeat, seed: Seed, dice: Dice) -> str | None:
    shares = {name: app.bots.share for name, app in registry.rooms(state.REALM).items()}
    room = choose_room(state, player, shares, seed, dice)
    if room is None:
        return None
    command = ChooseRoom(seat=player.id, month=state.clock.month, room=room)
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=player.id), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the phase may have just ended, as for people
        return None
    return room


# --- in the rooms -------------------------------------------------------------------------------------------------------


TriedCommands = set[tuple[int, SeatId, Command]]  # commands that bots gave already, by event; none is repeated
IsDue = Callable[[DayState, SeatId, RoomClock], bool]


def play_steps(
    event: Event, seed: Seed, tried: TriedCommands, *, seats: Iterable[SeatId] | None = None, due: IsDue | None = None
) -> int:
    """Let each bot of these seats that is `due` do one thing in the running step of its room. Return the number of actions."""
    state = _state(event)
    if not state.clock.phase or not state.frame.phase(state.clock.phase).steps or state.clock.paused:
        return 0
    mine, did = sorted(state.seats) if seats is None else sorted(seats), 0
    for room, app in registry.rooms(state.REALM).items():
        for seat in mine if app.bots.act is not None else ():
            if not acts_in_room(state, state.seats[seat], room):  # by the older state: skips a fresh look for most seats
                continue
            state = _state(event)
            at = own_clock(state, state.seats[seat]) if acts_in_room(state, state.seats[seat], room) else None
            if app.bots.act is None or at is None or at.month != state.clock.month or at.step is None or at.paused:
                continue
            if due is None or due(state, seat, at):
                dice = seat_dice(seed, at.month, seat, at.step)
                did += _act(event, seat, app.bots.act(state, seat, dice), tried)
    return did


def play_between(event: Event, seed: Seed, tried: TriedCommands, *, seats: Iterable[SeatId], due: Callable[[SeatId], bool]) -> int:
    """Let each bot of these seats that is `due` do one thing that the game defines outside its rooms. Return
    the number of actions.
    """
    state = _state(event)
    act, phase = registry.realm(state.REALM).bots.act, state.clock.phase
    if act is None or phase is None or state.frame.phase(phase).steps or state.clock.paused:
        return 0
    did = 0
    for seat in sorted(seats):
        state = _state(event)
        if state.clock.phase == phase and due(seat):
            did += _act(event, seat, act(state, seat, seat_dice(seed, state.clock.month, seat, phase)), tried)
    return did


def _act(event: Event, seat: SeatId, command: Command | None, tried: TriedCommands) -> bool:
    if command is None or (event.pk, seat, command) in tried:
        return False
    tried.add((event.pk, seat, command))
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=seat), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the step may have just ended, as for people
        return False
    return True


def _send(event: Event, player: DaySeat, kind: str, body: bytes) -> bool:
    arrival = sheets.Arrival(
        event_id=event.pk,
        seat=player.id,
        kind=kind,
        month=_state(event).clock.month,
        client_key=uuid.uuid4(),
        body=body,
        received_at=system_time.now(),
    )
    receipt = sheets.hand_in(arrival)
    if receipt.status is not sheets.Status.RECEIVED:
        log.info("a bot's sheet was not received: %s", receipt.sentence)
    return receipt.status is sheets.Status.RECEIVED


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state


# === bots beside the server =============================================================================================

# Bots beside the server: in every round they choose rooms and send sheets, spread over the phase as with people. In the steps of
# the rooms they act as players, spread over each step.
#
# They only give commands like people, so nothing here needs trust or cleanup. A seat whose join code was given out belongs to a
# person. Its bot waits until the phase is nearly over, and acts only if the person has done nothing. In the steps of a room it
# does nothing.
#
# A rehearsal has a seed. Without one, a new one is drawn and logged. The same seed repeats the rehearsal.


LOOK_EVERY = 3.0
SEED_DIGITS = 6  # digits of a drawn seed: short enough to copy by hand
LAZY = 0.08  # share of bots that send nothing in a month
LAST_BOT = 0.7  # share of the phase after which all bots without a person have acted
PROMPT = 0.1  # share of a step after which a bot has acted if others wait for its turn
FIRST_STAND_IN = 0.85  # share of the phase after which a bot acts for an inactive person
BOTS = Actor(name="bots", desks=ORGANIZER_ONLY)


def demo_events() -> list[Event]:
    """Demo events, which bots play."""
    return list(Event.real.select_related("stream").defer("scenario", "stream__state").filter(demo=True))


class Bots:
    """Thread that plays for the bots until it is stopped. Failures are logged and retried.

    The same `seed` gives the same rehearsal. Without one it is drawn at random.
    """

    def __init__(self, events: Callable[[], Iterable[Event]] = demo_events, *, seed: Seed = "") -> None:
        self.events = events
        self.seed = seed if seed != "" else secrets.randbelow(10**SEED_DIGITS)
        self.done: set[tuple[int, int, SeatId]] = set()
        self.tried: TriedCommands = set()
        self.greeted: set[int] = set()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="bots", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self.thread.start()

    def stop(self, *, within: float = 5.0) -> None:
        """Stop the thread after its current move."""
        self.stopping.set()
        self.thread.join(within)

    def run(self) -> None:
        """Loop of the thread: look, play, wait."""
        log.info("the bots play by seed %s", self.seed)
        while not self.stopping.is_set():
            close_old_connections()
            try:
                self.look(system_time.now())
            except Exception:  # the next look repeats it
                log.exception("the bots stumbled and try again")
            finally:
                connections.close_all()
            self.stopping.wait(LOOK_EVERY)

    def look(self, now: datetime) -> int:
        """Play once for every bot whose time has come. Return the number of received sheets."""
        return sum(self._try(event, now) for event in self.events())

    def _try(self, event: Event, now: datetime) -> int:
        """Play in one event. A failure does not affect other events."""
        try:
            return self._play(event, now)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("the bots of event %s stumbled and try again", event.pk)
            return 0

    def _play(self, event: Event, now: datetime) -> int:
        state = journal.head(event.stream).state
        clock = state.clock
        if clock.stage is not DayStage.PLAYING:
            return 0
        if event.pk not in self.greeted:
            self.greeted.add(event.pk)
            end_steps_automatically(event, state)
        if clock.phase and state.frame.phase(clock.phase).steps:
            return self._play_steps(event, state, now)
        self._play_between(event, state, now)
        phases = state.frame.bot_phases
        if clock.phase not in phases or clock.paused:
            return 0
        passed = phase_progress(state, now) if clock.phase == phases[0] else 1.0
        ready = [seat for seat in due(event, state, passed, self.seed) if (event.pk, clock.month, seat) not in self.done]
        ready = [seat for seat in ready if not self.stopping.is_set()]
        self.done.update((event.pk, clock.month, seat) for seat in ready)
        return play_planning(event, self.seed, seats=ready, lazy=0.0) if ready else 0

    def _play_between(self, event: Event, state: DayState, now: datetime) -> None:
        """Let each bot whose time in this phase has come do one thing. Seats of people are left alone."""
        passed, month, phase = phase_progress(state, now), state.clock.month, state.clock.phase

        def due(seat: SeatId) -> bool:
            when = seat_dice(self.seed, month, seat, f"{phase} when").random() * LAST_BOT
            return not self.stopping.is_set() and when <= passed

        play_between(event, self.seed, self.tried, seats=set(state.seats) - seats_of_people(event), due=due)

    def _play_steps(self, event: Event, state: DayState, now: datetime) -> int:
        """Let each bot whose time in its room's step has come do one thing. Seats of people are left alone."""
        free, rooms = sorted(set(state.seats) - seats_of_people(event)), registry.rooms(state.REALM)

        def due(state: DayState, seat: SeatId, at: RoomClock) -> bool:
            room = rooms.get(choice_of(state, state.seats[seat]) or "")
            by = PROMPT if room is not None and room.bots.early else LAST_BOT
            when = seat_dice(self.seed, at.month, seat, f"{at.step} when").random() * by
            return not self.stopping.is_set() and when <= step_progress(at, now)

        play_steps(event, self.seed, self.tried, seats=free, due=due)
        return 0


def end_steps_automatically(event: Event, state: DayState) -> None:
    """Let the rooms' steps end automatically. Called once, so that it stays off if somebody turns it off."""
    if state.clock.auto_steps:
        return
    try:
        desk.perform(stream_id=event.stream_id, command=LetStepsRun(on=True), by=BOTS, command_id=uuid.uuid4())
    except Refused as no:
        log.info("steps do not run by themselves: %s", no.sentence)


def phase_progress(state: DayState, now: datetime) -> float:
    """Share of the running phase that is over, from 0 to 1."""
    clock = state.clock
    if clock.began_at is None or clock.phase is None:
        return 0.0
    left = timetable.time_left(clock, now)
    whole = (now - clock.began_at) + left
    return 1.0 - left / whole if whole else 1.0


def step_progress(at: RoomClock, now: datetime) -> float:
    """Share of a room's running step that is over, from 0 to 1. A step without an end counts as over."""
    if at.began_at is None or at.deadline is None or at.deadline <= at.began_at:
        return 0.0 if at.left is not None else 1.0
    return (now - at.began_at) / (at.deadline - at.began_at)


def seats_of_people(event: Event) -> frozenset[SeatId]:
    """Seats that belong to people, because their join codes were given out."""
    return frozenset(SeatId(key) for key in event.seats.filter(code_hash__isnull=False).values_list("key", flat=True))


def due(event: Event, state: DayState, passed: float, seed: Seed) -> list[SeatId]:
    """Seats whose bots should have acted by now. The result does not depend on how often it is called."""
    people, found = seats_of_people(event), []
    for seat in sorted(state.seats):
        dice = seat_dice(seed, state.clock.month, seat, "when")
        lazy, when = dice.random() < LAZY, dice.random()
        moment = FIRST_STAND_IN + when * 0.1 if seat in people else when * LAST_BOT
        if not lazy and moment <= passed and not _has_acted(event, state, seat, person=seat in people):
            found.append(seat)
    return found


def _has_acted(event: Event, state: DayState, seat: SeatId, *, person: bool) -> bool:
    """Whether the person at this seat has chosen a room this month. Then the bot does nothing."""
    return person and state.seats[seat].choice_month == state.clock.month

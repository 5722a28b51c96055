"""Bot players: they use the doors that people use, so that a rehearsal shows what the day will show.

A bot chooses a room, writes the sheet of that room and sends it, does there what its players do in the steps, and outside the rooms
what the game says that people do; nobody else's seat is touched, and what is a desk's waits for the desk. Every seat throws dice of
its own, made of the rehearsal's seed, the month and the seat: no two bots are one, and none depends on who else is there. The same
seed brings the same day.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterable, Sequence

from control import registry, steady
from control.bots.wheel import Seed, room_for, seat_dice
from control.day.clock.clocks import own_clock
from control.day.people.lookup import choice_of, here_in_room
from control.day.people.room_choice import ChooseRoom, choice_open
from control.day.state import DayState, Presence, RoomClock, Seat
from control.engine.context import Actor
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.sheets import sheets

log = logging.getLogger(__name__)


Taste = Callable[[SeatId, Sequence[bytes]], bytes]
COME_TO_MIND = 3  # sheets among which a bot of some taste chooses


def play_planning(
    event: Event, seed: Seed, *, seats: Iterable[SeatId] | None = None, lazy: float = 0.1, taste: Taste | None = None
) -> int:
    """Let bots choose rooms and send sheets; returns how many sheets were received.

    `lazy` is the share that sends nothing. With a `taste` a bot chooses among several sheets, without one it sends the first.
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


def _play(event: Event, player: Seat, seed: Seed, dice: Dice, taste: Taste | None) -> int:
    state = _state(event)
    room = choice_of(state, player) or _choose(event, state, player, seed, dice)
    if room is None:
        return 0
    sent = 0
    rooms = registry.rooms(state.REALM)
    for kind in rooms[room].sheets if room in rooms else ():
        state = _state(event)
        already = sheets.latest(event.pk, player.id, kind.kind, state.clock.month)
        if already is None and kind.window(state, player.id).open:
            drawn = [kind.invent(state, player.id, dice) for _each in range(COME_TO_MIND if taste else 1)]
            bodies = [kind.encode(each) for each in drawn if each is not None]
            if bodies:
                sent += _send(event, player, kind.kind, taste(player.id, bodies) if taste else bodies[0])
    return sent


def _choose(event: Event, state: DayState, player: Seat, seed: Seed, dice: Dice) -> str | None:
    shares = {name: app.bots for name, app in registry.rooms(state.REALM).items()}
    room = room_for(state, player, shares, seed, dice)
    if room is None:
        return None
    command = ChooseRoom(seat=player.id, month=state.clock.month, room=room)
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=player.id), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the phase ended under its hands, as it does for people
        return None
    return room


# --- in the rooms -------------------------------------------------------------------------------------------------------


Tried = set[tuple[int, SeatId, Command]]  # what bots have done or were refused, by event: none of it is said twice
Due = Callable[[DayState, SeatId, RoomClock], bool]


def play_steps(event: Event, seed: Seed, tried: Tried, *, seats: Iterable[SeatId] | None = None, due: Due | None = None) -> int:
    """Let the bots of these seats do one thing each in the running step of their room, if it is `due`; returns how many did."""
    state = _state(event)
    if not state.clock.phase or not state.frame.phase(state.clock.phase).steps or state.clock.paused:
        return 0
    mine, did = sorted(state.seats) if seats is None else sorted(seats), 0
    for room, app in registry.rooms(state.REALM).items():
        for seat in mine if app.act is not None else ():
            if not here_in_room(state, state.seats[seat], room):  # as far as is known: two thirds are elsewhere, and need no look
                continue
            state = _state(event)
            at = own_clock(state, state.seats[seat]) if here_in_room(state, state.seats[seat], room) else None
            if app.act is None or at is None or at.month != state.clock.month or at.step is None or at.paused:
                continue
            if due is None or due(state, seat, at):
                dice = seat_dice(seed, at.month, seat, at.step)
                did += _act(event, seat, app.act(state, seat, dice), tried)
    return did


def play_between(event: Event, seed: Seed, tried: Tried, *, seats: Iterable[SeatId], due: Callable[[SeatId], bool]) -> int:
    """Let the bots of these seats do one thing each that the game knows outside its rooms, if it is `due`; returns how many did."""
    state = _state(event)
    act, phase = registry.realm(state.REALM).act, state.clock.phase
    if act is None or phase is None or state.frame.phase(phase).steps or state.clock.paused:
        return 0
    did = 0
    for seat in sorted(seats):
        state = _state(event)
        if state.clock.phase == phase and due(seat):
            did += _act(event, seat, act(state, seat, seat_dice(seed, state.clock.month, seat, phase)), tried)
    return did


def _act(event: Event, seat: SeatId, command: Command | None, tried: Tried) -> bool:
    if command is None or (event.pk, seat, command) in tried:
        return False
    tried.add((event.pk, seat, command))
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=seat), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the step ended under its hands, as it does for people
        return False
    return True


def _send(event: Event, player: Seat, kind: str, body: bytes) -> bool:
    arrival = sheets.Arrival(
        event_id=event.pk,
        seat=player.id,
        kind=kind,
        month=_state(event).clock.month,
        client_key=uuid.uuid4(),
        body=body,
        received_at=steady.now(),
    )
    receipt = sheets.hand_in(arrival)
    if receipt.status is not sheets.Status.RECEIVED:
        log.info("a bot's sheet was not received: %s", receipt.sentence)
    return receipt.status is sheets.Status.RECEIVED


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state

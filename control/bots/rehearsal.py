"""Bot players: they use the doors that people use, so that a rehearsal shows what the day will show.

A bot chooses a room, writes the sheet of that room and sends it; nobody else's seat is touched. The same dice bring the same day.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable

from django.utils import timezone

from control import registry
from control.day.people.asked import choice_of
from control.day.people.choosing import ChooseRoom, barred, choice_open, usual_table
from control.day.state import DayState, Presence, Seat
from control.engine.context import Actor
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.refused import Refused
from control.journal import desk, journal
from control.models import Event, Stream
from control.sheets import sheets

log = logging.getLogger(__name__)


def play_planning(event: Event, dice: Dice, *, seats: Iterable[SeatId] | None = None, lazy: float = 0.1) -> int:
    """Let bots choose rooms and send sheets; returns how many sheets were received. `lazy` is the share that sends nothing."""
    state = _state(event)
    if state.clock.phase not in state.frame.bot_phases or not choice_open(state):
        return 0
    mine = sorted(state.seats) if seats is None else sorted(seats)
    received = 0
    for seat in mine:
        player = _state(event).seats[seat]
        if player.presence is Presence.PRESENT and dice.random() >= lazy:
            received += _play(event, player, dice)
    return received


def _play(event: Event, player: Seat, dice: Dice) -> int:
    state = _state(event)
    room = choice_of(state, player) or _choose(event, state, player, dice)
    if room is None:
        return 0
    sent = 0
    rooms = registry.rooms(state.REALM)
    for kind in rooms[room].sheets if room in rooms else ():
        state = _state(event)
        already = sheets.latest(event.pk, player.id, kind.kind, state.clock.month)
        if already is None and kind.window(state, player.id).open:
            written = kind.invent(state, player.id, dice)
            sent += written is not None and _send(event, player, kind.kind, kind.encode(written))
    return sent


def _choose(event: Event, state: DayState, player: Seat, dice: Dice) -> str | None:
    weighted = [room for room, app in registry.rooms(state.REALM).items() for _bot in range(app.bots)]
    free = [room for room in weighted if barred(state, player, room, usual_table(state, player, room)) is None]
    if not free:
        return None
    room = dice.choice(free)
    command = ChooseRoom(seat=player.id, month=state.clock.month, room=room)
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=player.id), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the phase ended under its hands, as it does for people
        return None
    return room


def _send(event: Event, player: Seat, kind: str, body: bytes) -> bool:
    arrival = sheets.Arrival(
        event_id=event.pk,
        seat=player.id,
        kind=kind,
        month=_state(event).clock.month,
        client_key=uuid.uuid4(),
        body=body,
        received_at=timezone.now(),
    )
    receipt = sheets.hand_in(arrival)
    if receipt.status is not sheets.Status.RECEIVED:
        log.info("a bot's sheet was not received: %s", receipt.sentence)
    return receipt.status is sheets.Status.RECEIVED


def _state(event: Event) -> DayState:
    state: DayState = journal.head(Stream.objects.defer("state").get(pk=event.stream_id)).state
    return state

"""Bot players: they use the doors that people use, so that a rehearsal shows what the day will show.

A bot chooses a room, writes the sheet of that room and sends it; nobody else's seat is touched. Every seat throws dice of its own,
made of the rehearsal's seed, the month and the seat: no two bots are one, and none depends on who else is there. The same seed
brings the same day.
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Iterable, Sequence
from fractions import Fraction

from control import registry, steady
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

Seed = int | str
WHIM = 0.2  # the share of bots that go elsewhere than their turn is


def seat_dice(seed: Seed, month: int, seat: SeatId, what: str) -> random.Random:
    """The dice of one seat in a month, for what it decides."""
    return random.Random(f"{seed} {month} {seat} {what}")


def play_planning(event: Event, seed: Seed, *, seats: Iterable[SeatId] | None = None, lazy: float = 0.1) -> int:
    """Let bots choose rooms and send sheets; returns how many sheets were received. `lazy` is the share that sends nothing."""
    state = _state(event)
    if state.clock.phase not in state.frame.bot_phases or not choice_open(state):
        return 0
    mine = sorted(state.seats) if seats is None else sorted(seats)
    received = 0
    for seat in mine:
        player = _state(event).seats[seat]
        dice = seat_dice(seed, state.clock.month, seat, "play")
        if player.presence is Presence.PRESENT and dice.random() >= lazy:
            received += _play(event, player, seed, dice)
    return received


def _play(event: Event, player: Seat, seed: Seed, dice: Dice) -> int:
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
            written = kind.invent(state, player.id, dice)
            sent += written is not None and _send(event, player, kind.kind, kind.encode(written))
    return sent


def _choose(event: Event, state: DayState, player: Seat, seed: Seed, dice: Dice) -> str | None:
    wheel = _wheel(state.REALM)
    free = [room for room in wheel if barred(state, player, room, usual_table(state, player, room)) is None]
    if not free:
        return None
    usual, whim, other = wheel[_turn(state, player, seed) % len(wheel)], dice.random() < WHIM, dice.choice(free)
    room = other if whim or usual not in free else usual
    command = ChooseRoom(seat=player.id, month=state.clock.month, room=room)
    try:
        desk.perform(stream_id=event.stream_id, command=command, by=Actor(seat=player.id), command_id=uuid.uuid4())
    except Refused as no:
        log.info("a bot was refused: %s", no.sentence)  # the phase ended under its hands, as it does for people
        return None
    return room


def _wheel(realm: str) -> Sequence[str]:
    """The rooms, each as often as bots go there, evenly spread: a team whose seats stand on it side by side is in all of them."""
    places = [(Fraction(2 * at + 1, 2 * app.bots), name) for name, app in registry.rooms(realm).items() for at in range(app.bots)]
    return [name for _place, name in sorted(places)]


def _turn(state: DayState, player: Seat, seed: Seed) -> int:
    """Where a seat stands on the wheel this month: by its team and its rank, one further every month."""
    teams = [team.id for team in state.teams]
    return random.Random(f"{seed} wheel").randrange(1000) + state.clock.month + teams.index(player.team) + player.rank


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

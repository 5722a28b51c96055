"""Underground tables to measure, and the presses at them. Imported only where Django is set up."""

from __future__ import annotations

import random

from django.urls import reverse

from control.bots import players
from control.day.clock.pauses import AddTime
from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep
from control.day.people.room_choice import SeatInRoom
from control.engine.ids import SeatId, StepId
from control.models import Event
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game import bots
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import step_of, tables, turn_at
from tests.bench.underground_screens import Fields, Opened, Press
from tests.bench.world import cookies_of, head_of, prepare
from tests.control.hall import tablet_of
from tests.events import do
from tests.presses import form_of

MONTH = 2
SEED = 11
LONG = 36_000  # further seconds for the step that runs while the screens join


def underground(events: int) -> list[Opened]:
    """Create events whose Underground tables are in Schemes with four players each. All other players are in the War Room."""
    return [table for _event in range(events) for table in _opened(prepare(room=Room.WAR)[0])]


def _opened(event_id: int) -> list[Opened]:
    event = Event.objects.get(pk=event_id)
    state = head_of(event).state
    seats: dict[TableId, tuple[SeatId, ...]] = {}
    for table in tables(state):
        first, *others = (house.id for house in state.scenario.houses if house.province == table)
        seats[table] = (SeatId(f"{first}-1"), SeatId(f"{first}-2"), *(SeatId(f"{house}-1") for house in others))
        for seat in seats[table]:
            do(event, SeatInRoom(player=seat, month=MONTH, room=Room.UNDERGROUND, table=table))
    players.play_planning(event, SEED, seats=[seat for there in seats.values() for seat in there], lazy=0)
    do(event, EndPhase(month=MONTH, phase=Phase.PLANNING))
    do(event, SetClock(month=MONTH, phase=Phase.ACTION, seconds=3600))
    for table in seats:
        do(event, EndStep(room=Room.UNDERGROUND, month=MONTH, step=StepId("updates"), table=table))
        do(event, AddTime(month=MONTH, phase=Phase.ACTION, seconds=LONG, room=Room.UNDERGROUND, table=table))
    cookies = dict(zip(event.seats.order_by("key").values_list("key", flat=True), cookies_of(event), strict=True))
    return [
        Opened(
            event=event.pk, table=table, seats=there, phones=tuple(cookies[seat] for seat in there), tablet=tablet_of("underground")
        )
        for table, there in seats.items()
    ]


# --- presses --------------------------------------------------------------------------------------------------------------


def press_at(opened: Opened) -> Press | None:
    """Return the next press at a table: of a player as a bot would, or of the desk if no player has anything to do.

    None after the month of the table.
    """
    state = head_of(Event.objects.get(pk=opened.event)).state
    table = TableId(opened.table)
    step = step_of(state, table)
    if step is None:
        return None
    turn = turn_at(state, table)
    for seat in sorted(opened.seats, key=lambda seat: seat != turn):
        command = bots.act(state, seat, random.Random(f"{opened.event} {seat} {step}"))
        if command is not None:
            address, fields = form_of(command)
            by = opened.seats.index(seat)
            return Press(by=by, address=address, fields=fields)
    return Press(
        by=None,
        address=reverse("underground_desk:end", args=[opened.event]),
        fields=[*_place(opened), ("step", step), ("sure", "1")],
    )


def _place(opened: Opened) -> Fields:
    return [("month", str(MONTH)), ("table", opened.table)]


ACTS = {act.__name__: act for act in (underground,)}

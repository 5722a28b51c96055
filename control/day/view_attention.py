"""Attention as the control team sees it: who has been here for long without a turn, whose call nobody answers, and who goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from control.day.attention import ROUNDS, WAITS, is_quiet, visitor, waits_too_long
from control.day.calls import CallKind, open_call, place_of
from control.day.people.asked import choice_of
from control.day.records import Call
from control.day.state import DayState, Seat, Stage
from control.day.view import team_of
from control.engine.ids import RoomId, SeatId
from control.engine.language import say
from control.engine.viewer import Viewer

MOST: Final = 8  # rows that stand open on the whole team's page; the others are folded
FEW: Final = 3  # and so many on a room's own desk, whose work comes first


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Heard:
    """What the journal says: in which round each player had a turn or an outcome last, and who was here for all those rounds.

    Where nothing is reported of anybody it is not `known`: then nobody is named for it.
    """

    last: Mapping[SeatId, int] = field(default_factory=dict)
    stayed: frozenset[SeatId] = frozenset()
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Needing:
    """A player to go to. `unheard` says since when nothing was read or heard of them, "" for a call alone; `call` is since when."""

    seat: SeatId
    name: str
    team: str
    short: str
    place: str
    unheard: str
    call: datetime | None
    hurt: bool
    taken_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionView:
    """Whom to go to, in a room or everywhere: `rows` stand open, `rest` is folded.

    Nothing moves when somebody goes: their row stays where it is. `going` are those of the rest: a fold hides no visit.
    """

    rows: tuple[Needing, ...]
    rest: tuple[Needing, ...] = ()
    going: tuple[Needing, ...] = ()


def attention_view(state: DayState, viewer: Viewer, heard: Heard, now: datetime, room: RoomId | None = None) -> AttentionView:
    """Whom to go to: whoever is hurt first, then the calls, then whoever has waited for longest.

    Whoever somebody goes to keeps the place, and does not count among those that stand open: a tap moves no other row under the
    finger that might tap again.
    """
    if not viewer.staff or state.clock.stage is not Stage.PLAYING:
        return AttentionView(rows=())
    found = [
        (key, row)
        for seat in state.seats.values()
        if seat.acts and (room is None or choice_of(state, seat) == room)
        for key, row in _needing(state, seat, heard, now)
    ]
    rows = tuple(row for _key, row in sorted(found, key=lambda each: each[0]))
    free = [at for at, row in enumerate(rows) if not row.taken_by]
    most = MOST if room is None else FEW
    cut = free[most] if len(free) > most else len(rows)
    return AttentionView(rows=rows[:cut], rest=rows[cut:], going=tuple(row for row in rows[cut:] if row.taken_by))


def _needing(state: DayState, seat: Seat, heard: Heard, now: datetime) -> list[tuple[tuple[object, ...], Needing]]:
    by, call, last = visitor(state, seat.id), open_call(state, seat.id), heard.last.get(seat.id, 0)
    called = call is not None and (waits_too_long(call, now) or bool(by))
    unheard = _is_unheard(state, seat, heard) and not is_quiet(state, seat.id)
    if not called and not unheard:
        return []
    long = call is not None and called and now - call.at >= WAITS  # not by whether somebody goes: that moves nobody
    hurt = call is not None and called and call.kind == CallKind.HURT
    row = Needing(
        seat=seat.id,
        name=seat.name,
        team=seat.team,
        short=team_of(state, seat.team).short,
        place=_place(state, seat, call),
        unheard=_unheard_words(state, last) if unheard else "",
        call=call.at if called and call is not None else None,
        hurt=hurt,
        taken_by=by,
    )
    return [((not (hurt and long), not long, last, seat.team, seat.rank), row)]


def _is_unheard(state: DayState, seat: Seat, heard: Heard) -> bool:
    """Neither in the last whole rounds nor in this one, though here all the time."""
    month = state.clock.month
    return heard.known and month > ROUNDS and seat.id in heard.stayed and heard.last.get(seat.id, 0) < month - ROUNDS


def _unheard_words(state: DayState, last: int) -> str:
    frame = state.frame
    return frame.said("unheard-since", round=frame.round_words(last)) if last else frame.said("unheard-yet")


def _place(state: DayState, seat: Seat, call: Call | None) -> str:
    """Where to go: what the player said, else the room and the table; before and after that, which of them was chosen."""
    room = choice_of(state, seat)
    if call is not None and call.place:
        return call.place
    if room is None:
        return ""
    named = state.frame.room_name(room)
    if seat.table:
        named = say("{room}, {table}", room=named, table=state.table_name(room, seat.table))
    return named if place_of(state, seat.id) else say("has chosen {place}", place=named)

"""Attention: visits of Control to players who waited long for a turn, an outcome or an answer; and who needs a visit now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct, field

from control.day.calls import CallAnswered, CallEnded, CallKind, CallReleased, open_call, place_of
from control.day.people.lookup import choice_of, seat_of
from control.day.records import Call, Visit
from control.day.state import DaySeat, DayStage, DayState, S
from control.day.view import team_of
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import RoomId, SeatId
from control.engine.language import capital, later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line
from control.engine.viewer import Viewer

# === visits =============================================================================================================

# A visit: somebody of the control team goes to a player and talks to them. Who needs one is not in the state; it comes from
# the journal (`control.journal.reports`). A visit also answers the player's open call, and the call ends with the visit. So nobody
# goes twice.


WAITS: Final = timedelta(minutes=5)  # a call that waits longer appears in this list
ROUNDS: Final = 2  # whole rounds without a turn and without an outcome
QUIET: Final = 1  # further rounds in which a visited player is not listed again
LONGEST: Final = 200
TOPIC: Final = "attention"


class GoAndSee(Struct, frozen=True, kw_only=True):
    """Start a visit to a player. Only one person visits a player at a time."""

    player: SeatId


class LeaveVisit(Struct, frozen=True, kw_only=True):
    """Cancel a visit: the player waits again."""

    player: SeatId


class EndVisit(Struct, frozen=True, kw_only=True):
    """End a visit: they have talked. `note`: only for the control team's journal."""

    player: SeatId
    note: str = ""


class VisitBegun(Struct, frozen=True, kw_only=True):
    seat: SeatId
    month: int
    at: datetime
    by: str


class VisitLeft(Struct, frozen=True, kw_only=True):
    seat: SeatId
    by: str


class VisitEnded(Struct, frozen=True, kw_only=True):
    seat: SeatId
    month: int
    at: datetime
    by: str
    note: str = ""


# --- questions ----------------------------------------------------------------------------------------------------------


def visitor(state: DayState, player: SeatId) -> str:
    """Who is on the way to a player; "" for nobody. A visit not ended by the end of the next round counts as forgotten."""
    visit = state.visits.get(player)
    return visit.by if visit is not None and not visit.seen and state.clock.month - visit.month <= QUIET else ""


def is_quiet(state: DayState, player: SeatId) -> bool:
    """Was this player visited in this round or the one before?"""
    visit = state.visits.get(player)
    return visit is not None and visit.seen and state.clock.month - visit.month <= QUIET


def waits_too_long(call: Call, now: datetime) -> bool:
    """Is this call unanswered for longer than `WAITS`?"""
    return not call.ended and not call.answered_by and now - call.at >= WAITS


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_go(state: DayState, command: GoAndSee, asked: DecisionContext) -> tuple[VisitBegun | CallAnswered, ...]:
    seat, by = seat_of(state, command.player), asked.by.name or say("Control")
    if gone := visitor(state, seat.id):
        raise Stale(say("{name} goes to {player}.", name=gone, player=who(state, seat.id)))
    call = open_call(state, seat.id)
    answered = (CallAnswered(id=call.id, by=by, at=asked.at),) if call is not None and not call.answered_by else ()
    return (VisitBegun(seat=seat.id, month=state.clock.month, at=asked.at, by=by), *answered)


def decide_leave(state: DayState, command: LeaveVisit, asked: DecisionContext) -> tuple[VisitLeft | CallReleased, ...]:
    seat, gone = seat_of(state, command.player), _on_the_way(state, command.player)
    call, by = open_call(state, seat.id), asked.by.name or say("Control")
    released = (CallReleased(id=call.id, by=by),) if call is not None and call.answered_by == gone else ()
    return (VisitLeft(seat=seat.id, by=by), *released)


def decide_end(state: DayState, command: EndVisit, asked: DecisionContext) -> tuple[VisitEnded | CallEnded, ...]:
    note = one_line(command.note)
    if len(note) > LONGEST:
        raise Refused(say("Say it in {most} characters.", most=LONGEST))
    seat, gone = seat_of(state, command.player), _on_the_way(state, command.player)
    call, by = open_call(state, seat.id), asked.by.name or say("Control")
    ended = (CallEnded(id=call.id, by=by),) if call is not None and call.answered_by == gone else ()
    return (VisitEnded(seat=seat.id, month=state.clock.month, at=asked.at, by=by, note=note), *ended)


def _on_the_way(state: DayState, player: SeatId) -> str:
    if not (gone := visitor(state, player)):
        raise Stale(say("Nobody is on the way to {player}.", player=who(state, player)))
    return gone


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_begun(state: S, happened: VisitBegun) -> S:
    visit = Visit(month=happened.month, at=happened.at, by=happened.by)
    return replace(state, visits={**state.visits, happened.seat: visit})


def evolve_left(state: S, happened: VisitLeft) -> S:
    return replace(state, visits={seat: visit for seat, visit in state.visits.items() if seat != happened.seat})


def evolve_ended(state: S, happened: VisitEnded) -> S:
    visit = Visit(month=happened.month, at=happened.at, by=happened.by, seen=True)
    return replace(state, visits={**state.visits, happened.seat: visit})


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_ended(happened: VisitEnded, state: DayState) -> str:
    player = who(state, happened.seat)
    if happened.note:
        return say("{name} has seen {player}: {note}.", name=capital(happened.by), player=player, note=happened.note.rstrip("."))
    return say("{name} has seen {player}.", name=capital(happened.by), player=player)


def _invalidations(_happened: VisitBegun | VisitLeft | VisitEnded, _state: DayState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic=TOPIC, to="staff"),)


ATTENTION: Final = Module(
    name="attention",
    title=later("Attention"),
    commands={
        GoAndSee: CommandHandler(decide=decide_go, desks=every_desk, label=lambda c, s: say("Check on")),
        LeaveVisit: CommandHandler(decide=decide_leave, desks=every_desk, label=lambda c, s: say("Did not go")),
        EndVisit: CommandHandler(decide=decide_end, desks=every_desk, label=lambda c, s: say("Seen")),
    },
    events={
        VisitBegun: EventHandler(
            evolve=evolve_begun,
            tell=one_sentence(lambda e, s: say("{name} goes and sees {player}.", name=capital(e.by), player=who(s, e.seat))),
            invalidations=_invalidations,
        ),
        VisitLeft: EventHandler(
            evolve=evolve_left,
            tell=one_sentence(lambda e, s: say("{name} could not go to {player}.", name=capital(e.by), player=who(s, e.seat))),
            invalidations=_invalidations,
        ),
        VisitEnded: EventHandler(evolve=evolve_ended, tell=tell_ended, invalidations=_invalidations),
    },
)


# === view of the team ===================================================================================================

# The list of players who need a visit, for the control team.


MOST: Final = 8  # rows shown on the page of the whole team; the rest is folded
FEW: Final = 3  # rows shown on a room's desk, where other work comes first


class LastHeard(Struct, frozen=True, kw_only=True, eq=False):
    """What the journal says about each player's turns.

    `last`: each player's last round with a turn or an outcome.
    `stayed`: players present for all those rounds.
    `known`: False if the journal reports on nobody; then nobody is listed as unheard.
    """

    last: Mapping[SeatId, int] = field(default_factory=dict)
    stayed: frozenset[SeatId] = frozenset()
    known: bool = False


class Needing(Struct, frozen=True, kw_only=True):
    """A player who needs a visit.

    `unheard`: since when they had no turn and no outcome, in words; "" for a call only.
    `call`: time of the call.
    `taken_by`: who is on the way.
    """

    seat: SeatId
    name: str
    team: str
    short: str
    place: str
    unheard: str
    call: datetime | None
    hurt: bool
    taken_by: str


class AttentionView(Struct, frozen=True, kw_only=True):
    """Players who need a visit, in a room or everywhere.

    `rows`: shown rows; `rest`: folded rows. No row moves when a visit begins.
    `going`: rows of `rest` with a visit on the way, which stay visible.
    """

    rows: tuple[Needing, ...]
    rest: tuple[Needing, ...] = ()
    going: tuple[Needing, ...] = ()


def attention_view(state: DayState, viewer: Viewer, heard: LastHeard, now: datetime, room: RoomId | None = None) -> AttentionView:
    """Players who need a visit: injuries first, then calls, then the longest unheard.

    A player with a visit on the way keeps the place and does not count towards the limit of shown rows.
    So a tap never moves another row under the finger.
    """
    if not viewer.staff or state.clock.stage is not DayStage.PLAYING:
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


def _needing(state: DayState, seat: DaySeat, heard: LastHeard, now: datetime) -> list[tuple[tuple[object, ...], Needing]]:
    by, call, last = visitor(state, seat.id), open_call(state, seat.id), heard.last.get(seat.id, 0)
    called = call is not None and (waits_too_long(call, now) or bool(by))
    unheard = _is_unheard(state, seat, heard) and not is_quiet(state, seat.id)
    if not called and not unheard:
        return []
    long = call is not None and called and now - call.at >= WAITS  # independent of a visit, so that the row does not move
    hurt = call is not None and called and call.kind == CallKind.HURT
    row = Needing(
        seat=seat.id,
        name=seat.name,
        team=seat.team,
        short=team_of(state, seat.team).short,
        place=_place_words(state, seat, call),
        unheard=_unheard_words(state, last) if unheard else "",
        call=call.at if called and call is not None else None,
        hurt=hurt,
        taken_by=by,
    )
    return [((not (hurt and long), not long, last, seat.team, seat.rank), row)]


def _is_unheard(state: DayState, seat: DaySeat, heard: LastHeard) -> bool:
    """Was the player present all the time, without a turn or outcome in this round and the last `ROUNDS` rounds?"""
    month = state.clock.month
    return heard.known and month > ROUNDS and seat.id in heard.stayed and heard.last.get(seat.id, 0) < month - ROUNDS


def _unheard_words(state: DayState, last: int) -> str:
    frame = state.frame
    return frame.said("unheard-since", round=frame.round_words(last)) if last else frame.said("unheard-yet")


def _place_words(state: DayState, seat: DaySeat, call: Call | None) -> str:
    """Where to find the player: the place in the call, else the room and table, or the choice while rooms are not in play."""
    room = choice_of(state, seat)
    if call is not None and call.place:
        return call.place
    if room is None:
        return ""
    named = state.frame.room_name(room)
    if seat.table:
        named = say("{room}, {table}", room=named, table=state.table_name(room, seat.table))
    return named if place_of(state, seat.id) else say("has chosen {place}", place=named)

"""Views of a day that every game shares: clock, rooms' steps, players, announcements, calls for Control."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from control.day import timetable
from control.day.calls import KIND_NAMES, CallKind, open_call, place_of
from control.day.clock.clocks import clock_at, key_of, phase_words, place_words, table_of, tables_begun
from control.day.clock.phases import blocking_hand_offs, is_last_phase_running
from control.day.memoization import memoized_view
from control.day.notices import ALL, is_meant_for, recipient_words
from control.day.people.lookup import choice_of, members
from control.day.plan import Team
from control.day.records import Call
from control.day.state import DaySeat, DayStage, DayState, Presence
from control.engine.ids import ClockKey, PhaseId, RoomId, SeatId, StepId, TeamId
from control.engine.language import Spoken, later, say
from control.engine.viewer import Viewer

# === day ================================================================================================================

# Public views of a day. Every view starts empty and each line adds one allowed thing; nothing is stripped.
# A game adds its own views.


class StepView(Struct, frozen=True, kw_only=True):
    """One step of a room's timeline: done, running now, or still to come."""

    id: StepId
    name: str
    hint: str
    is_done: bool
    is_now: bool


class RoomClockView(Struct, frozen=True, kw_only=True):
    """The step clock of a room, or of one table where a room's tables run separately.

    `key`: the clock's key, by which screens follow it.
    `name`: the room's name; `title`: the same with the table.
    `deadline`, `left`: while the clock is stopped, `deadline` is None and `left` is set.
    """

    room: RoomId
    table: str
    key: ClockKey
    name: str
    title: str
    step: StepId | None
    step_name: str
    deadline: datetime | None
    left: timedelta | None
    paused: bool
    steps: tuple[StepView, ...]


class ClockView(Struct, frozen=True, kw_only=True):
    """Public facts about the clock."""

    stage: DayStage
    title: str  # "Month 3"
    month: int
    months: int
    phase: PhaseId | None
    phase_name: str
    next_name: str
    began_at: datetime | None
    deadline: datetime | None
    left: timedelta | None
    paused: bool
    pause_reason: str
    held: bool  # does the end of the month wait for Control?
    planned_start: datetime | None
    rooms: Mapping[ClockKey, RoomClockView]  # where tables run separately: those that have begun; before that, the room
    announcement: str  # the text that opens the phase
    warn_at: tuple[int, ...]


class PlayerView(Struct, frozen=True, kw_only=True):
    """Public facts about a player; a game adds what else the badge shows."""

    seat: SeatId
    name: str
    character: str
    team: TeamId
    team_name: str
    short: str
    rank: int
    presence: Presence


class TeamView(Struct, frozen=True, kw_only=True):
    """Public facts about a team; a game adds what only its members see."""

    team: TeamId
    name: str
    motto: str
    members: tuple[PlayerView, ...]


class NoticeView(Struct, frozen=True, kw_only=True):
    """One announcement in the list."""

    id: int
    at: datetime
    text: str
    to: str  # "" for all, else the team's name


class CallView(Struct, frozen=True, kw_only=True):
    """A player's call for Control."""

    id: int
    name: str
    short: str
    text: str
    at: datetime
    answered_by: str
    kind: str
    hurt: bool
    place: str
    ended: bool


# --- the clock ----------------------------------------------------------------------------------------------------------


@memoized_view(64)
def clock_view(state: DayState) -> ClockView:
    """The public view of the clock."""
    clock, frame, plan = state.clock, state.frame, state.timetable
    return ClockView(
        stage=clock.stage,
        title=round_title(state),
        month=clock.month,
        months=timetable.last_month(state),
        phase=clock.phase,
        phase_name=frame.phase_name(clock.phase) if clock.phase else STAGE_WORDS[clock.stage],
        next_name=_next_name(state),
        began_at=clock.began_at,
        deadline=clock.deadline,
        left=clock.left,
        paused=clock.paused,
        pause_reason=str(clock.pause_reason),
        held=is_last_phase_running(state) and bool(blocking_hand_offs(state)),
        planned_start=clock.planned_start,
        rooms={
            key_of(room, table): room_clock_view(state, room, table)
            for room in frame.room_ids
            if plan.steps.get(room)
            for table in tables_begun(state, room)
        },
        announcement=state.announcement,
        warn_at=plan.warn_at_seconds,
    )


STAGE_WORDS: Final[Mapping[DayStage, str]] = Spoken(
    {DayStage.GATHERING: later("Gathering"), DayStage.PLAYING: "", DayStage.OVER: later("The day is over")}
)


def round_title(state: DayState) -> str:
    """The round with a capital letter: "Month 3", or "Before month 1" before the day."""
    if state.clock.stage is DayStage.GATHERING:
        return say("Before {round}", round=state.frame.round_words(1))
    return state.frame.round_title(state.clock.month)


def _next_name(state: DayState) -> str:
    clock, frame = state.clock, state.frame
    if clock.stage is DayStage.GATHERING:
        return phase_words(state, 1, frame.phase_ids[0])
    if clock.phase is None:
        return ""
    month, phase = timetable.next_phase(state, clock.month, clock.phase)
    if month > timetable.last_month(state):
        return frame.said("end")
    return frame.phase_name(phase) if month == clock.month else phase_words(state, month, phase)


def room_clock_view(state: DayState, room: RoomId, table: str = "") -> RoomClockView:
    """The step clock of one room, or of a table there that runs separately."""
    at = clock_at(state, room, table)
    current = at if at.month == state.clock.month else None
    done = current.done if current else ()
    steps = timetable.steps_of(state, room)
    running = current.step if current else None
    return RoomClockView(
        room=room,
        table=table,
        key=key_of(room, table),
        name=state.frame.room_name(room),
        title=place_words(state, room, table),
        step=running,
        step_name=next((step.name for step in steps if step.id == running), ""),
        deadline=current.deadline if current else None,
        left=current.left if current else None,
        paused=bool(current and (current.paused or (running and current.deadline is None and current.left is not None))),
        steps=tuple(
            StepView(id=step.id, name=step.name, hint=step.hint, is_done=step.id in done, is_now=step.id == running)
            for step in steps
        ),
    )


def own_room_view(state: DayState, viewer: Viewer) -> RoomClockView | None:
    """The step clock of the viewer's room, or of their table where tables run separately. None before a choice."""
    seat = state.seats[viewer.player]
    room = choice_of(state, seat)
    return room_clock_view(state, room, table_of(state, seat, room)) if room is not None else None


class AboutDay(Struct, frozen=True, kw_only=True):
    """Data that every page of a day needs: the teams, and the seconds before an end at which clocks warn."""

    teams: tuple[Team, ...]
    warn_at: tuple[int, ...]


def about_day(state: DayState) -> AboutDay:
    """Data that every page of this day needs."""
    return AboutDay(teams=state.teams, warn_at=state.timetable.warn_at_seconds)


# --- people -------------------------------------------------------------------------------------------------------------


def team_of(state: DayState, team: TeamId) -> Team:
    """A team of this day.

    Raises:
        KeyError: the day has no such team.
    """
    for each in state.teams:
        if each.id == team:
            return each
    raise KeyError(team)


def player_view(state: DayState, seat: DaySeat) -> PlayerView:
    """The public view of a player."""
    team = team_of(state, seat.team)
    return PlayerView(
        seat=seat.id,
        name=seat.name,
        character=seat.character,
        team=seat.team,
        team_name=team.name,
        short=team.short,
        rank=seat.rank,
        presence=seat.presence,
    )


def player_views(state: DayState, seats: tuple[SeatId, ...]) -> tuple[PlayerView, ...]:
    """Public views of these players; seats of other events are skipped."""
    return tuple(player_view(state, state.seats[seat]) for seat in seats if seat in state.seats)


@memoized_view(64)
def team_view(state: DayState, team: TeamId) -> TeamView:
    """The public view of a team, with its players by rank."""
    about = team_of(state, team)
    players = tuple(player_view(state, seat) for seat in members(state, team))
    return TeamView(team=team, name=about.name, motto=about.motto, members=players)


def team_views(state: DayState) -> tuple[TeamView, ...]:
    """Public views of all teams."""
    return tuple(team_view(state, team.id) for team in state.teams)


def member_words(state: DayState, seat: DaySeat) -> str:
    """A player's team and rank, as shown below the name."""
    return state.frame.said("member", team=team_of(state, seat.team).name, rank=seat.rank)


# --- words to all -------------------------------------------------------------------------------------------------------


def notice_views(state: DayState, viewer: Viewer) -> tuple[NoticeView, ...]:
    """Announcements addressed to this viewer, newest first; the control team sees all."""
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    own, team = (seat.id, seat.team) if seat else (None, None)
    return tuple(
        NoticeView(id=notice.id, at=notice.at, text=notice.text, to="" if notice.to == ALL else recipient_words(state, notice.to))
        for notice in reversed(state.notices)
        if viewer.staff or is_meant_for(notice, own, team)
    )


def newest_heard(state: DayState, viewer: Viewer) -> int:
    """The number of the newest announcement addressed to this viewer; 0 before there is any."""
    return next((each.id for each in notice_views(state, viewer)), 0)


def call_views(state: DayState, viewer: Viewer) -> tuple[CallView, ...]:
    """Up to 60 calls, for the control team: waiting, then answered, then ended. In each group: injuries first, then the oldest."""
    if not viewer.staff:
        return ()
    ordered = sorted(state.calls, key=lambda call: (call.ended, bool(call.answered_by), call.kind != CallKind.HURT, call.id))
    return tuple(call_view(state, call) for call in ordered[:60])


def calls_waiting(state: DayState, viewer: Viewer) -> int:
    """The number of unanswered calls, for the control team; 0 for players."""
    return sum(not call.answered_by and not call.ended for call in state.calls) if viewer.staff else 0


def hurt_place(state: DayState, viewer: Viewer) -> str | None:
    """The place of the first unanswered call about an injury, "" when unknown. None without such a call, and for players."""
    found = (each for each in state.calls if each.kind == CallKind.HURT and not each.answered_by and not each.ended)
    call = next(found, None) if viewer.staff else None
    return call.place if call is not None else None


def call_view(state: DayState, call: Call) -> CallView:
    """One call, for its player and for the control team."""
    seat = state.seats[call.seat]
    kind = KIND_NAMES[CallKind(call.kind)] if call.kind and call.kind != CallKind.OTHER else ""
    return CallView(
        id=call.id,
        name=seat.name,
        short=team_of(state, seat.team).short,
        text=call.text,
        at=call.at,
        answered_by=call.answered_by,
        kind=kind,
        hurt=call.kind == CallKind.HURT,
        place=call.place,
        ended=call.ended,
    )


# === own call ===========================================================================================================

# A player's own call: kind, place and state.


class CallPanel(Struct, frozen=True, kw_only=True):
    """The choices of a player's call for Control, and the open call."""

    call: CallView | None
    kinds: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    place: str  # where the player is now, as far as Control knows; "" outside the rooms' phases


def own_call(state: DayState, viewer: Viewer) -> CallPanel:
    """The call of the viewer's seat."""
    call, frame = open_call(state, viewer.player), state.frame
    rooms = (frame.room_name(room) for room in frame.room_ids)
    return CallPanel(
        place=place_of(state, viewer.player),
        call=call_view(state, call) if call else None,
        kinds=tuple((kind.value, name) for kind, name in KIND_NAMES.items()),
        places=(frame.said("team-table"), *rooms, say("Elsewhere")),
    )

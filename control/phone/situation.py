"""The player's situation: what to do now, in a few words, at the top of the phone's first page."""

from __future__ import annotations

from control import registry
from control.day.people.room_choice import RoomsView, rooms_choice_view
from control.day.situation import Situation, Whereabouts, programme, whereabouts
from control.day.state import DayStage, DayState, Presence
from control.day.view import RoomClockView, clock_view, own_room_view
from control.engine.ids import PhaseId
from control.engine.language import say
from control.regions.sight import Sight


def situation(sight: Sight[DayState]) -> Situation:
    """What this player can do now."""
    seat, clock, parts = sight.view(whereabouts), sight.public(clock_view), registry.realm(sight.realm).phone
    if clock.stage is DayStage.OVER:
        return Situation(title=say("The day is over"), words=sight.public(parts.over) if parts.over else "")
    if seat.presence is Presence.GONE:
        words = say("The check-in desk has noted that you left. If that was a mistake, say so there.")
        return Situation(title=say("You have left the game"), words=words)
    if clock.stage is DayStage.GATHERING:
        return _before_day(sight, seat)
    if not seat.here:
        return Situation(title=say("Go to the check-in desk"), words=_desk_words(seat), urgent=True)
    if parts.watching is not None and not seat.acts:
        return sight.view(parts.watching)
    phase = clock.phase or sight.frame.phase_ids[0]
    told = parts.phases.get(phase)
    return sight.view(told) if told else _during_phase(sight, seat, phase)


def _before_day(sight: Sight[DayState], seat: Whereabouts) -> Situation:
    return Situation(
        title=say("You are checked in") if seat.here else say("Go to the check-in desk"),
        words=sight.frame.said("aim") if seat.here else _desk_words(seat),
        urgent=not seat.here,
        begins=sight.frame.round_title(1),
        begins_at=sight.public(clock_view).planned_start,
        programme=sight.public(programme),
    )


def _desk_words(seat: Whereabouts) -> str:
    return say("Say your name, {name}; from then on you are in the game and this phone is your badge.", name=seat.name)


def _during_phase(sight: Sight[DayState], seat: Whereabouts, phase: PhaseId) -> Situation:
    frame, saying = sight.frame, sight.public(clock_view).announcement
    about, choice = frame.phase(phase), seat.choice
    if about.steps:
        return _during_steps(sight, seat.table)
    if not about.choice:
        return Situation(title=frame.phase_name(phase), saying=saying)
    if choice is None:
        return Situation(title=frame.said("choose-title"), words=frame.said("choose"), saying=saying)
    app = registry.rooms(sight.realm).get(choice)
    if seat.table:
        title = say("To the {room}, table {table}", room=frame.room_name(choice), table=seat.table)
    else:
        title = say("To the {room}", room=frame.room_name(choice))
    return Situation(title=title, words=say(app.phone.to_do) if app and app.phone.to_do else frame.said("choose"))


def _during_steps(sight: Sight[DayState], table: str) -> Situation:
    room = sight.view(own_room_view)
    if room is None:
        return Situation(title=say("You are in no room"), words=sight.frame.said("nowhere"), urgent=True, calls=True)
    if table:
        title = say("You are in the {room}, table {table}", room=room.name, table=table)
    else:
        title = say("You are in the {room}", room=room.name)
    return Situation(title=title, words=_step_words(sight, room), steps=room.steps)


def _step_words(sight: Sight[DayState], room: RoomClockView) -> str:
    """What a player does in the running step."""
    if room.step is None:
        done = bool(room.steps) and all(step.is_done for step in room.steps)
        return say("Every step of the room is done.") if done else say("Listen to Control of the room.")
    app = registry.rooms(sight.realm).get(room.room)
    told = sight.public(app.phone.live_hint) if app and app.phone.live_hint else ""
    if told:
        return say("Now: {step}. {does}", step=room.step_name, does=told)
    does = app.phone.hint_of(room.step) if app else ""
    if not does:
        return say("Now: {step}. Listen to Control of the room.", step=room.step_name)
    return say("Now: {step}. {does}", step=room.step_name, does=say(does))


def rooms_view(sight: Sight[DayState]) -> RoomsView:
    """The choice of a room for the round, for this player."""
    apps = registry.rooms(sight.realm)
    seated = frozenset(room for room in apps if registry.has_tables(sight.realm, room))
    return sight.view(
        rooms_choice_view, seated, next((say(app.phone.table_label) for app in apps.values() if app.phone.table_label), "")
    )

"""Views for printing: players and rooms, open matters of the viewer's desks, progress of the day.

Only the control team prints; nobody else may know where a player went, or who has no phone.
"""

from __future__ import annotations

from msgspec import Struct

from control.day import rulings
from control.day.decisions.questions import open_decisions
from control.day.handoffs import open_hand_offs
from control.day.people import lookup as people
from control.day.people.presence import PRESENCE_WORDS
from control.day.plan import Team
from control.day.records import HandOff, Ruling
from control.day.state import DaySeat, DayStage, DayState
from control.day.timetable import last_month
from control.day.view import PlayerView, player_view
from control.engine.frame import Frame
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.viewer import Viewer

# --- for everybody ------------------------------------------------------------------------------------------------------


class DayInPrint(Struct, frozen=True, kw_only=True):
    """The progress of the day for the head of a page, and the months for which sheets can be printed."""

    when: str  # "Month 3, Planning"
    month: int  # the next month for which sheets are written
    months: int
    teams: tuple[Team, ...]


def day_in_print(state: DayState) -> DayInPrint:
    """The progress of the day for printed pages."""
    return DayInPrint(
        when=when_words(state),
        month=sheet_month(state),
        months=last_month(state),
        teams=state.teams,
    )


def when_words(state: DayState) -> str:
    """Round and phase in print."""
    clock = state.clock
    if clock.stage is DayStage.PLAYING and clock.phase is not None:
        frame = state.frame
        return say("{round}, {phase}", round=frame.round_title(clock.month), phase=frame.phase_name(clock.phase))
    return say("Before the day") if clock.stage is DayStage.GATHERING else say("After the day")


def sheet_month(state: DayState) -> int:
    """The next month for sheets: this one while a later phase lets players choose rooms, then the month after."""
    clock = state.clock
    if clock.stage is DayStage.GATHERING or clock.phase is None:
        return 1
    later_on = state.frame.phases[state.frame.phase_ids.index(clock.phase) + 1 :]
    over = not any(phase.choice for phase in later_on)
    return min(clock.month + over, last_month(state))


# --- people, for the control team -----------------------------------------------------------------------------------------


class PrintedPlayer(Struct, frozen=True, kw_only=True):
    """A player for badges and sheets."""

    player: PlayerView
    phoneless: bool


class PersonLine(Struct, frozen=True, kw_only=True):
    """A player with room and marks, for the control team."""

    player: PlayerView
    room: str
    marks: str


class TeamPart(Struct, frozen=True, kw_only=True):
    """A team with its people."""

    team: TeamId
    name: str
    short: str
    members: tuple[PersonLine, ...]


def printed_players(state: DayState, viewer: Viewer) -> tuple[PrintedPlayer, ...]:
    """All players who have not left, by team and rank; for the control team only."""
    if not viewer.staff:
        return ()
    return tuple(
        PrintedPlayer(player=player_view(state, seat), phoneless=seat.marks.phoneless)
        for team in state.teams
        for seat in people.members(state, team.id)
    )


def team_parts(state: DayState, viewer: Viewer) -> tuple[TeamPart, ...]:
    """The teams with their players and rooms; for the control team only."""
    if not viewer.staff:
        return ()
    return tuple(
        TeamPart(
            team=team.id,
            name=team.name,
            short=team.short,
            members=tuple(_person_line(state, seat) for seat in people.members(state, team.id)),
        )
        for team in state.teams
    )


def _person_line(state: DayState, seat: DaySeat) -> PersonLine:
    choice = people.choice_of(state, seat)
    room = state.frame.room_name(choice) if choice else ""
    table = state.table_name(choice, seat.table) if choice and seat.table and state.tables_of(choice) else ""
    marks = (say("no phone") if seat.marks.phoneless else "", "" if seat.here else PRESENCE_WORDS[seat.presence])
    return PersonLine(
        player=player_view(state, seat),
        room=f"{room}, {table}" if table else room,
        marks=", ".join(each for each in marks if each),
    )


# --- what waits -----------------------------------------------------------------------------------------------------------


class WaitingLine(Struct, frozen=True, kw_only=True):
    """An open decision or hand-off."""

    desk: str
    what: str
    choices: str


def waiting_lines(state: DayState, viewer: Viewer) -> tuple[WaitingLine, ...]:
    """Open decisions and hand-offs of the viewer's desks (R-17)."""
    frame = state.frame
    decisions = tuple(
        WaitingLine(
            desk=frame.desk_name(each.desk),
            what=str(each.question),
            choices=" / ".join(str(option.words) for option in each.options),
        )
        for each in open_decisions(state)
        if viewer.sees_desk(each.desk)
    )
    handed = (each for each in open_hand_offs(state) if viewer.sees_desk(each.origin) or viewer.sees_desk(each.to))
    return (*decisions, *(_hand_off_line(frame, each) for each in handed))


def _hand_off_line(frame: Frame, each: HandOff) -> WaitingLine:
    what = say("From {desk}: {what}", desk=frame.desk_name(each.origin), what=each.what)
    return WaitingLine(desk=frame.desk_name(each.to), what=what, choices="")


def rulings_in_print(state: DayState, viewer: Viewer) -> tuple[Ruling, ...]:
    """Rulings in force, for the control team."""
    return rulings.rulings_in_force(state) if viewer.staff else ()


# --- sheets ---------------------------------------------------------------------------------------------------------------


class FilledSheet(Struct, frozen=True, kw_only=True):
    """One player's sheet in words, for printing."""

    seat: SeatId
    lines: tuple[str, ...]
    remark: str = ""

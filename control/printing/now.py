"""The state now, to go on from without computers: the clock, who is who and where, what waits, rulings, seals, the rooms' boards.

Each print shows what its opener may know and no more: it is made from the same views as the desks' pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from control import registry
from control.day import rulings
from control.day.decisions.asking import waiting
from control.day.handoffs import untaken
from control.day.people import asked as people
from control.day.people.present import PRESENCE_WORDS
from control.day.plan import Team
from control.day.records import HandOff, Ruling
from control.day.state import DayState, Seat
from control.day.view import ClockView, PlayerView, clock_view, player_view
from control.desks.frame import Look, look
from control.engine.frame import Frame
from control.engine.ids import TeamId
from control.engine.language import say
from control.printing.paper import for_the_state, paper, printing_desk
from control.registry import Panel
from control.sheets.seal_views import SealLine, line_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A player with what the control team may know."""

    player: PlayerView
    room: str
    marks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPart:
    """A team with its people."""

    team: TeamId
    name: str
    short: str
    members: tuple[PersonLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomStand:
    """Where a room stands in its steps."""

    name: str
    step: str
    done: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Something that somebody must still decide or take over."""

    desk: str
    what: str
    choices: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateNow:
    """Everything that the day goes on from, as far as this person may know it."""

    clock: ClockView
    rounds: str  # what a round is called
    rooms: tuple[RoomStand, ...]
    teams: tuple[TeamPart, ...]
    people: Panel | None  # the game's own list of them
    waiting: tuple[Waiting, ...]
    seals: tuple[SealLine, ...]
    rulings: tuple[Ruling, ...]
    boards: tuple[Panel, ...]  # of the rooms, then the game's
    standing: tuple[Panel, ...]  # what the game and its rooms say beside the clock


@require_safe
def state_now(request: HttpRequest, event_id: int) -> HttpResponse:
    """The state now: enough to go on from paper."""
    seen = look(request, printing_desk(request, event_id, for_the_state))
    own, rooms = registry.realm(seen.state.REALM).state_print.css, registry.rooms(seen.state.REALM).values()
    styles = (*(each for app in rooms for each in app.board_styles), *((own,) if own else ()))
    return paper(request, seen, "control/print/state.html", say("The state now"), {"state": now_of(seen), "styles": styles})


def now_of(seen: Look) -> StateNow:
    """The state as the desks of the rooms know it."""
    state = seen.state
    more, rooms = registry.realm(state.REALM).state_print, registry.rooms(state.REALM).values()
    clock = clock_view(state)
    teams = tuple(_team_part(state, team) for team in state.teams)
    return StateNow(
        clock=clock,
        rounds=state.frame.said("round"),
        rooms=tuple(
            RoomStand(name=room.name, step=room.step_name, done=tuple(step.name for step in room.steps if step.is_done))
            for room in clock.rooms.values()
        ),
        teams=teams,
        people=more.people(state, teams) if more.people else None,
        waiting=tuple(_waiting(seen)),
        seals=tuple(line_of(state, each) for each in state.seals),
        rulings=rulings.standing(state),
        boards=(
            *(app.board(seen.event_id, state) for app in rooms if app.board is not None),
            *((more.board(state),) if more.board else ()),
        ),
        standing=(
            *(each.paper(state) for each in registry.standing(state.REALM)),
            *((more.facts(state),) if more.facts else ()),
        ),
    )


def _team_part(state: DayState, team: Team) -> TeamPart:
    members = tuple(_person_line(state, seat) for seat in people.members(state, team.id))
    return TeamPart(team=team.id, name=team.name, short=team.short, members=members)


def _person_line(state: DayState, seat: Seat) -> PersonLine:
    choice = people.choice_of(state, seat)
    room = state.frame.room_name(choice) if choice else ""
    table = state.table_name(choice, seat.table) if choice and seat.table and registry.has_tables(state.REALM, choice) else ""
    marks = (say("no phone") if seat.marks.phoneless else "", "" if seat.here else PRESENCE_WORDS[seat.presence])
    return PersonLine(
        player=player_view(state, seat),
        room=f"{room}, {table}" if table else room,
        marks=", ".join(each for each in marks if each),
    )


def _waiting(seen: Look) -> Sequence[Waiting]:
    """The decisions and hand-offs of this person's desks."""
    frame = seen.state.frame
    found = [
        Waiting(
            desk=frame.desk_name(each.desk),
            what=str(each.question),
            choices=" / ".join(str(option.words) for option in each.options),
        )
        for each in waiting(seen.state)
        if seen.sits_at(each.desk)
    ]
    return [*found, *(_handed(frame, each) for each in untaken(seen.state) if seen.sits_at(each.origin, each.to))]


def _handed(frame: Frame, each: HandOff) -> Waiting:
    what = say("From {desk}: {what}", desk=frame.desk_name(each.origin), what=each.what)
    return Waiting(desk=frame.desk_name(each.to), what=what, choices="")

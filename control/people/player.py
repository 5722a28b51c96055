"""One player at the check-in desk: a room, marks, leaving for good."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import registry
from control.day.people import asked as people
from control.day.people.choosing import barred
from control.day.people.present import check_in as check_in_desks
from control.day.state import DayState, Marks, Presence, Seat, Stage
from control.day.view import PlayerView, member_words, player_view
from control.desks.command import initial
from control.desks.frame import Look, look
from control.desks.press import Said, answered, give, question
from control.engine.context import CHECK_IN
from control.engine.ids import RoomId, SeatId
from control.engine.language import say, say_count
from control.people import forms
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import HERE, seat_or_404
from control.people.codes import row_or_404
from control.sheets.nudges import noun_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomChoice:
    """A room or table where a player may be seated, and what bars it."""

    place: str
    name: str
    is_now: bool
    bar: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLink:
    """A sheet that this desk may enter for the player."""

    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard:
    """One player as the check-in desk sees one."""

    person: PlayerView
    member: str  # of which team, and at which rank
    joined: bool  # a code has been issued
    issue: int
    month: int
    round: str
    rooms: tuple[RoomChoice, ...]
    may_seat: bool
    may_leave: bool
    marks: Marks
    saw_flags: str  # the marks as the form was drawn with them: "10" is a first-timer with a phone
    others: bool  # is there anybody to change places with?
    papers: tuple[PaperLink, ...]


def player_card(seen: Look, seat: Seat) -> PlayerCard:
    """One player, and where one may be seated."""
    state, row = seen.state, row_or_404(seen.door, seat.id)
    return PlayerCard(
        person=player_view(state, seat),
        member=member_words(state, seat),
        joined=row.code_hash is not None,
        issue=row.issue,
        month=state.clock.month,
        round=state.frame.round_words(state.clock.month),
        rooms=tuple(room_choices(state, seat)),
        may_seat=seen.sits_at(CHECK_IN) and state.clock.stage is Stage.PLAYING and seat.here,
        may_leave=seat.presence is not Presence.GONE,
        marks=seat.marks,
        saw_flags=f"{seat.marks.first_timer:d}{seat.marks.phoneless:d}",
        others=any(each.id != seat.id and each.presence is not Presence.GONE for each in state.seats.values()),
        papers=tuple(paper_links(seen, seat)),
    )


def paper_links(seen: Look, seat: Seat) -> list[PaperLink]:
    """Where this desk enters a sheet for a player: of the room that the player chose, at that room's desk."""
    room = people.choice_of(seen.state, seat)
    return [
        PaperLink(title=noun_of(kind), address=f"{address}?seat={seat.id}")
        for kind in registry.sheet_kinds(seen.state.REALM).values()
        if kind.room == room and kind.by_hand is not None and seen.sits_at(kind.desk)
        for address in (seen.address("paper-sheet", kind.kind),)
    ]


def room_choices(state: DayState, seat: Seat) -> list[RoomChoice]:
    """The rooms, and the tables of those that have any."""
    now = people.choice_of(state, seat)
    found: list[RoomChoice] = []
    for room in state.frame.room_ids:
        if tables := state.tables_of(room):
            at = seat.table if now == room else None
            near = state.tables_for(seat, room)
            found += (_room_choice(state, seat, room, table, is_now=at == table) for table in tables if table in near)
        else:
            found.append(_room_choice(state, seat, room, "", is_now=now == room))
    return found


def _room_choice(state: DayState, seat: Seat, room: RoomId, table: str, *, is_now: bool) -> RoomChoice:
    bar, name = barred(state, seat, room, table), state.frame.room_name(room)
    return RoomChoice(
        place=f"{room} {table}" if table else room,
        name=f"{name}, {state.table_name(room, table)}" if table else name,
        is_now=is_now,
        bar=bar.why if bar else "",
    )


@require_GET
def player(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One player: what may be done besides the three marks."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    return _player(request, door, seat)


def _player(request: HttpRequest, door: DeskPass, seat: str, said: Said | None = None) -> HttpResponse:
    seen = look(request, door)
    shown = player_card(seen, seat_or_404(seen.state, seat))
    form = forms.RoomForm(initial=initial(month=seen.state.clock.month), seat=SeatId(seat), state=seen.state)
    return question(request, door, "control/desk/_player.html", {"player": shown, "form": form}, HERE, said)


@require_POST
def seat_in_room(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Seat a player in a room, also during Action."""
    door = desk_or_404(request, event_id, CHECK_IN)
    seen = look(request, door)
    found = seat_or_404(seen.state, seat)
    said = give(door, forms.RoomForm(request.POST, seat=found.id, state=seen.state))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A player leaves for good, after a question that says who inherits."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    state = look(request, door).state
    found = seat_or_404(state, seat)
    said = None
    if request.method == "POST":
        said = give(door, forms.LeaveForm(request.POST, seat=found.id))
        if said.done:
            return answered(request, door, said, HERE, "people")
    context = {
        "player": player_view(state, found),
        "happens": leaving(state, found),
        "form": forms.LeaveForm(initial=initial(), seat=found.id),
    }
    return question(request, door, "control/desk/_leave.html", context, HERE, said)


def leaving(state: DayState, seat: Seat) -> tuple[str, ...]:
    """What leaving does."""
    stay = [each for each in people.members(state, seat.team) if each.id != seat.id]
    below = [each.name for each in stay if each.rank > seat.rank]
    up = say("No rank changes.")
    if below:
        up = say_count("{names} move up one rank.", "{names} move up one rank.", len(below), names=", ".join(below))
    last = say("A player who has left cannot be marked again; the join code stays valid until a new one is given.")
    return (*state.leaves_behind(seat, stay[0] if stay else None), up, last)


@require_POST
def marks(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """What the team remembers of a person: a first-timer, no phone, a note."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).state, seat)
    said = give(door, forms.MarksForm(request.POST, seat=found.id))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_POST
def uncheck(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A check-in that was a mistake: the player is expected again."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seat_or_404(look(request, door).state, seat)
    said = give(door, forms.MarkForm(request.POST))
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _player(request, door, seat, said)

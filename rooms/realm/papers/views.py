"""Requests of a player who writes a paper: next step of the form, cost, sending."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control import registry, system_time
from control.day.sheets import own_window
from control.engine.records import replace
from control.people.access import SeatPass, seat_or_404
from control.phone import play
from control.phone.play import region_of
from control.phone.sight import look, sight_of
from control.sheets import plain_form as sheet
from control.sheets import sheets
from control.sheets.own_sheet import content_of, own_sheet
from rooms.realm.frame import NAME
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.papers.game.view_form import as_typed, cost_so_far, next_step, own_paper
from rooms.realm.papers.phone import drawn

_rooms: dict[str, PaperRoom] = {}


def know(room: PaperRoom) -> None:
    """Let phones write a room's papers. Its app calls this once when ready."""
    _rooms[room.kind] = room


@never_cache
@require_POST
def hand_in(request: HttpRequest, kind: str) -> HttpResponse:
    """Hand in a paper from its form, show its cost, or do another step of the form."""
    received_at = system_time.now()
    door = seat_or_404(request)
    room = _rooms.get(kind)
    if room is None:
        raise Http404("No such paper.")
    act = request.POST.get("act", "")
    if act == "send":
        return sheet.answer_hand_in(request, door, registry.sheet_kinds(NAME)[kind], received_at)
    if act == "cost":
        return _priced(request, door, room)
    return _redrawn(request, door, room, act)


def _redrawn(request: HttpRequest, door: SeatPass, room: PaperRoom, act: str) -> HttpResponse:
    """Draw another step of the form; nothing is handed in, no input is lost."""
    sight, kind = sight_of(door), registry.sheet_kinds(NAME)[room.kind]
    window = sight.view(own_window, kind.window)
    row = sheets.newest_revision(door.event, door.seat, room.kind, window.month)
    sent, typed = content_of(row, kind), as_typed(dict(request.POST.lists()))
    goes_on = sight.view(next_step, room, act, request.POST.get("pick", ""), typed, sent)
    shown = sight.view(own_paper, room, sent, goes_on.step, goes_on.typed)
    if goes_on.again:  # the phone redraws its own draft
        shown = replace(shown, is_draft=False)
    region = region_of("sheet", drawn(room, own_sheet(door.event.pk, sight, kind, window, row), shown))
    if request.htmx:  # type: ignore[attr-defined]
        return play.draw_changed(request, look(door), request.POST.getlist("seen"), {"sheet": region})
    return play.draw(request, door, {"sheet": region})


def _priced(request: HttpRequest, door: SeatPass, room: PaperRoom) -> HttpResponse:
    """Draw the cost of the present input, above the button."""
    typed = as_typed(dict(request.POST.lists()))
    return render(request, "papers/_cost.html", {"cost": sight_of(door).view(cost_so_far, room, typed)})

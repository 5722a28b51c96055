"""What a player presses while a paper is written: a step that brings its form back, the cost, the sheet itself."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control import registry
from control.engine.refused import Refused
from control.journal import journal
from control.people.access import SeatPass, seat_or_404
from control.phone import play
from control.phone.look import look
from control.phone.regions import region_of
from control.sheets import phone as sheet
from control.sheets import sheets
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.part import PaperRoom
from rooms.realm.papers.game.types import Paper, PaperType
from rooms.realm.papers.phone import NOTHING, as_typed, cost_words, filling, listing, panel_of, resting, type_named

_rooms: dict[str, PaperRoom] = {}


def know(room: PaperRoom) -> None:
    """Let the papers of a room be written on phones. Called once by its app when it is ready."""
    _rooms[room.kind] = room


@never_cache
@require_POST
def hand_in(request: HttpRequest, kind: str) -> HttpResponse:
    """A paper from its form, or a step on the way to it."""
    received_at = timezone.now()
    door = seat_or_404(request)
    room = _rooms.get(kind)
    if room is None:
        raise Http404("No such paper.")
    act = request.POST.get("act", "")
    if act == "send":
        return sheet.handed_in(request, door, registry.sheet_kinds(NAME)[kind], received_at)
    if act == "cost":
        return _priced(request, door, room)
    return _redrawn(request, door, room, act)


def _redrawn(request: HttpRequest, door: SeatPass, room: PaperRoom, act: str) -> HttpResponse:
    """Another step of the same paper: nothing is handed in, nothing typed is lost."""
    state = journal.head(door.event.stream).state
    typed = as_typed(dict(request.POST.lists()))
    pick = type_named(room, state, request.POST.get("pick", ""))
    if pick is not None:
        panel = filling(room, door.event.pk, state, door.seat, _turned_into(pick, type_named(room, state, typed.type), typed))
    elif act == "change":
        panel = filling(room, door.event.pk, state, door.seat, _written(room, door, state))
    elif act == "leave":
        panel = resting(room, door.event.pk, state, door.seat)
    elif act == "list":
        panel = listing(room, door.event.pk, state, door.seat, typed)
    else:  # the phone draws a draft of its own again
        panel = replace(filling(room, door.event.pk, state, door.seat, typed), is_draft=False)
    region = region_of("sheet", panel_of(panel))
    if request.htmx:  # type: ignore[attr-defined]
        return play.changed(request, look(door), request.POST.getlist("seen"), {"sheet": region})
    return play.draw(request, door, {"sheet": region})


def _turned_into(wanted: PaperType, before: PaperType | None, typed: Paper) -> Paper:
    """What was typed for one type, as far as it fits another: fields of the same sort keep what stands in them."""
    left = list(zip(before.fields if before else (), typed.values, strict=False))
    values: list[tuple[str, ...]] = []
    for target in wanted.fields:
        at = next((at for at, (other, _words) in enumerate(left) if other is target), None)
        values.append(left.pop(at)[1] if at is not None else ())
    return Paper(type=wanted.id, values=tuple(values), note=typed.note)


def _written(room: PaperRoom, door: SeatPass, state: GameState) -> Paper:
    row = sheets.latest(door.event, door.seat, room.kind, state.clock.month)
    try:
        return papers.parse(row.body.encode()) if row else NOTHING
    except Refused:
        return NOTHING


def _priced(request: HttpRequest, door: SeatPass, room: PaperRoom) -> HttpResponse:
    """The cost of what is typed so far, for the line above the button."""
    typed = as_typed(dict(request.POST.lists()))
    found = type_named(room, journal.head(door.event.stream).state, typed.type)
    return render(request, "papers/_cost.html", {"cost": cost_words(found, typed) if found else ""})

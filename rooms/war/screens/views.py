"""The War Room's addresses for players and the hall: the map, and the door for war sheets."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from control.engine.language import say
from control.engine.refused import Refused
from control.journal import journal
from control.people.access import seat_or_404, viewer_or_404
from control.phone import play
from control.phone.pages import page_of
from control.registry import Panel
from control.sheets import sheets
from control.sheets.sheets import Arrival, Receipt, Status
from rooms.realm.words import PHASE_NAMES
from rooms.war.game import sheets as war_sheets
from rooms.war.game.view import map_view
from rooms.war.screens import panels
from rooms.war.screens.drawing import draw_map, ground_of

A_DAY = 24 * 3600


@never_cache
@require_safe
def whole_map(request: HttpRequest, event_id: int) -> HttpResponse:
    """The map on a page of its own, ground and all: for who has no JavaScript, or wants it large."""
    event, _viewer = viewer_or_404(request, event_id)
    state = journal.head(event.stream).state
    context = {
        "page": page_of(event, state, "hall"),
        "panel": draw_map(state.scenario, map_view(state), event_id=event_id),
        "ground": ground_of(state.scenario),
        "phase": PHASE_NAMES[state.clock.phase] if state.clock.phase else "",
    }
    return render(request, "war/map.html", context)


@cache_control(public=True, max_age=A_DAY)
@require_safe
def ground(request: HttpRequest, event_id: int) -> HttpResponse:
    """What never changes on the map, kept by the browser."""
    event, _viewer = viewer_or_404(request, event_id)
    return render(request, "war/_ground.html", {"ground": ground_of(journal.head(event.stream).state.scenario)})


@never_cache
@require_POST
def hand_in(request: HttpRequest) -> HttpResponse:
    """A war sheet from the plain form; the moment it arrived is taken before anything else is done with it."""
    received_at = timezone.now()
    door = seat_or_404(request)
    fields = dict(request.POST.lists())
    state = journal.head(door.event.stream).state
    try:
        arrival = Arrival(
            event_id=door.event.pk,
            seat=door.seat,
            kind=war_sheets.KIND,
            month=_month(request),
            client_key=_client_key(request),
            body=war_sheets.encode(war_sheets.sheet_from_form(fields)),
            received_at=received_at,
        )
        _accepted(sheets.hand_in(arrival))
    except Refused as no:
        panel = panels.sheet_panel(door.event.pk, state, door.seat)
        typed = panels.typed_form(state, door.seat, fields)
        shown = Panel(template="war/_sheet.html", panel=replace(panel, form=typed, is_draft=True))
        status = HTTPStatus.CONFLICT if no.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
        return play.answer(request, door, "sheet", {"sheet": play.region_of("sheet", shown, refused=no)}, status)
    return play.answer(request, door, "sheet")


def _accepted(receipt: Receipt) -> None:
    """Pass a receipt that says stored, late or not; raise the refusal that another one carries."""
    if receipt.status is Status.REFUSED:
        raise Refused(receipt.sentence, rule=receipt.rule, code=receipt.code)


def _month(request: HttpRequest) -> int:
    month = request.POST.get("month", "")
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    return int(month)


def _client_key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_key", ""))
    except ValueError:
        return uuid4()

"""A sealed sheet from its plain form, whatever its kind: the way of a phone without the script."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control import registry
from control.engine.language import say
from control.engine.refused import Refused
from control.journal import journal
from control.people.access import SeatPass, seat_or_404
from control.phone import play
from control.phone.regions import region_of
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets.forms import body_of
from control.sheets.sheets import Arrival, Status


@never_cache
@require_POST
def hand_in(request: HttpRequest, kind: str) -> HttpResponse:
    """A sheet from its form; the moment it arrived is taken before anything else is done with it."""
    received_at = timezone.now()
    door = seat_or_404(request)
    found = registry.sheet_kinds(door.event.stream.engine).get(kind)
    if found is None:
        raise Http404("No such sheet.")
    return handed_in(request, door, found, received_at)


def handed_in(request: HttpRequest, door: SeatPass, kind: SheetKind, received_at: datetime) -> HttpResponse:
    """Hand the sheet in, and answer with its receipt or, where it was refused, with the form as it was typed."""
    try:
        receipt = sheets.hand_in(_arrival(request, door, kind, received_at))
        if receipt.status is Status.REFUSED:
            raise Refused(receipt.sentence, rule=receipt.rule, code=receipt.code)
    except Refused as no:
        state = journal.head(door.event.stream).state
        shown = kind.phone(door.event.pk, state, door.seat, dict(request.POST.lists()))
        status = HTTPStatus.CONFLICT if no.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
        return play.answer(request, door, "sheet", {"sheet": region_of("sheet", shown, refused=no)}, status)
    return play.answer(request, door, "sheet")


def _arrival(request: HttpRequest, door: SeatPass, kind: SheetKind, received_at: datetime) -> Arrival:
    month = request.POST.get("month", "")
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    body = body_of(dict(request.POST.lists()))
    return Arrival(
        event_id=door.event.pk,
        seat=door.seat,
        kind=kind.kind,
        month=int(month),
        client_key=uuid5(_form_key(request), body.decode()),  # the same form with other words in it is another sheet
        body=body,
        received_at=received_at,
    )


def _form_key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_key", ""))
    except ValueError:
        return uuid4()
